// Chooses how `show` reads an answer: by which family, or by which tags.

#include "show/shown_rules.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "readers/tokenizer.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/guess.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view call_tag = "tool";
constexpr std::string_view thought_tag = "thinking";

std::size_t count_calls(const ShownRules& shown, std::string_view text) {
  return tagstream::read(text, shown.rules).tool_calls.size();
}

// True if the text has a thought with attributes, which no family writes.
bool has_thought(std::string_view text) {
  const auto rules = TokenRules::make({.names = {std::string(thought_tag)}});
  if (!rules) return false;
  for (const Token& token : tokenize(text, *rules)) {
    if (token.kind != TokenKind::open && token.kind != TokenKind::empty) continue;
    for (const Attribute& attribute : token.attributes()) {
      if (is_of_thought(attribute.name)) return true;
    }
  }
  return false;
}

Result<ShownRules> rules_by_tags(Options options) {
  options.call = {std::string(call_tag)};
  options.hide = {std::string(thought_tag)};
  Result<ShownRules> shown = asked_rules(std::move(options));
  if (!shown) return shown;
  shown->remark = "read by the tags <tool> and <thinking>: --dialect, --call and --hide say others";
  return shown;
}

std::string remark_of(const Guess& guess, bool is_whole) {
  std::string remark = "read as " + std::string(guess.dialects[0]->name());
  if (guess.starts_in_reasoning) remark += " from inside its reasoning";
  if (guess.dialects.size() > 1) {
    remark += ", as " + std::to_string(guess.dialects.size()) +
              " families would do: --dialect says which";
  }
  return is_whole ? remark : remark + " (by its beginning)";
}

}  // namespace

bool says_what(const Options& options) {
  const auto is_empty = [](const auto* one) { return one->empty(); };
  const std::string* const names[] = {&options.dialect, &options.model, &options.format,
                                      &options.reasoning_of, &options.calls_of};
  const std::vector<std::string>* const rules[] = {
      &options.hide,    &options.record, &options.unwrap, &options.reasoning,
      &options.thought, &options.call,   &options.drop};
  return !std::all_of(std::begin(names), std::end(names), is_empty) ||
         !std::all_of(std::begin(rules), std::end(rules), is_empty);
}

bool is_of_thought(std::string_view attribute) {
  return attribute == "thought" || attribute == "thought_type" || attribute == "confidence";
}

Result<ShownRules> asked_rules(Options options) {
  if (!says_what(options)) {
    if (options.start_in_reasoning) {
      return Error{.message = "start_in_reasoning needs a family: give `dialect`"};
    }
    options.dialect = "auto";
  }
  options.bad_calls = BadCalls::hide;
  Result<Rules> rules = Rules::make(std::move(options));
  if (!rules) return std::move(rules).error();
  return ShownRules{*std::move(rules)};
}

Result<ShownRules> guessed_rules(const Options& options, std::string_view text, bool is_whole) {
  const Guess guess = guess_answer(text);
  Options guessed = options;
  if (!guess.dialects.empty()) guessed.dialect = guess.dialects[0]->name();
  if (guess.starts_in_reasoning && options.prompt_tail.empty()) guessed.start_in_reasoning = true;
  Result<ShownRules> shown = asked_rules(std::move(guessed));
  if (!shown) return shown;
  const bool has_call_tag = text.find("<tool") != text.npos;
  if (has_call_tag || has_thought(text)) {
    Result<ShownRules> by_tags = rules_by_tags(options);
    if (!by_tags) return by_tags;
    const std::size_t found = count_calls(*shown, text);
    const std::size_t in_tags = count_calls(*by_tags, text);
    if (in_tags > found || (found == 0 && has_thought(text))) return by_tags;
  }
  if (!guess.dialects.empty()) shown->remark = remark_of(guess, is_whole);
  return shown;
}

}  // namespace tagstream::cli

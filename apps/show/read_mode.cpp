// Chooses how `show` reads an answer: by which family, or by which tags.

#include "show/read_mode.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "format_hint.hpp"
#include "readers/tokenizer.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/guess.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view call_tag = "tool";
constexpr std::string_view thought_tag = "thinking";

std::size_t count_calls(const ReadMode& mode, std::string_view text) {
  return tagstream::read(text, *mode.rules).tool_calls.size();
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

ReadMode way_by_tags(Arguments arguments) {
  arguments.options.call = {std::string(call_tag)};
  arguments.options.hide = {std::string(thought_tag)};
  ReadMode mode = asked_mode(arguments);
  mode.remark = "read by the tags <tool> and <thinking>: --dialect, --call and --hide say others";
  return mode;
}

std::string remark_of(const Guess& guess, bool is_whole) {
  std::string remark = fmt::format("read as {}", guess.dialects[0]->name());
  if (guess.starts_in_reasoning) remark += " from inside its reasoning";
  if (guess.dialects.size() > 1) {
    remark += fmt::format(", as {} families would do: --dialect says which", guess.dialects.size());
  }
  return is_whole ? remark : remark + " (by its beginning)";
}

}  // namespace

bool says_what(const Arguments& arguments) {
  const Options& options = arguments.options;
  const auto is_empty = [](const auto* one) { return one->empty(); };
  const std::string* const names[] = {&options.dialect, &options.model, &options.format,
                                      &options.reasoning_of, &options.calls_of};
  const std::vector<std::string>* const rules[] = {
      &options.hide,    &options.record, &options.unwrap, &options.reasoning,
      &options.thought, &options.call,   &options.drop};
  return !std::all_of(std::begin(names), std::end(names), is_empty) ||
         !std::all_of(std::begin(rules), std::end(rules), is_empty);
}

void check_no_dialect(const Arguments& arguments) {
  if (arguments.files.empty() || says_what(arguments)) return;
  const std::string& first = arguments.files[0];
  if (find_dialect(first) == nullptr || access(first.c_str(), F_OK) == 0) return;
  throw Failure(exit_usage, fmt::format("no such file: {0}; did you mean `--dialect {0}`?", first));
}

bool is_of_thought(std::string_view attribute) {
  return attribute == "thought" || attribute == "thought_type" || attribute == "confidence";
}

ReadMode asked_mode(const Arguments& arguments) {
  auto asked = std::make_shared<Arguments>(arguments);
  if (!says_what(arguments)) {
    if (asked->options.start_in_reasoning) {
      throw Failure(exit_usage, "--start-in-reasoning needs a family: give --dialect");
    }
    asked->options.dialect = "auto";
  }
  asked->options.bad_calls = BadCalls::hide;
  Rules rules = rules_of(*asked);
  asked->options = rules.options();
  return {asked, std::move(rules), {}};
}

ReadMode guessed_mode(const Arguments& arguments, std::string_view text, bool is_whole) {
  const InputForm form = looks_like(text);
  if (arguments.from == InputForm::text && is_stream(form)) {
    ReadMode mode = asked_mode(arguments);
    mode.remark =
        fmt::format("looks like what a server streams: --from {} reads it", to_string(form));
    return mode;
  }
  const Guess guess = guess_answer(text);
  Arguments guessed = arguments;
  if (!guess.dialects.empty()) guessed.options.dialect = guess.dialects[0]->name();
  if (guess.starts_in_reasoning && arguments.options.prompt_tail.empty()) {
    guessed.options.start_in_reasoning = true;
  }
  ReadMode mode = asked_mode(guessed);
  const bool has_call_tag = text.find("<tool") != text.npos;
  if (has_call_tag || has_thought(text)) {
    ReadMode by_tags = way_by_tags(arguments);
    const std::size_t found = count_calls(mode, text);
    const std::size_t in_tags = count_calls(by_tags, text);
    if (in_tags > found || (found == 0 && has_thought(text))) return by_tags;
  }
  if (!guess.dialects.empty()) mode.remark = remark_of(guess, is_whole);
  return mode;
}

}  // namespace tagstream::cli

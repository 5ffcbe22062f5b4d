// Which family or which tags an answer is read by.
#include "show/way.hpp"

#include <fmt/core.h>

#include <utility>

#include "io/input.hpp"
#include "run.hpp"
#include "tagstream/guess.hpp"
#include "readers/tokenizer.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view call_tag = "tool";
constexpr std::string_view thought_tag = "thinking";

std::size_t count_calls(Reader reader, std::string_view text) {
  std::size_t count = 0;
  const auto see = [&](std::span<const Event> events) {
    for (const Event& event : events) count += event.kind == EventKind::tool_call ? 1 : 0;
  };
  see(reader.feed(text));
  see(reader.finish());
  return count;
}

// A thought as `thoughts` reads it: no family writes such attributes.
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

Way way_by_tags(Arguments arguments) {
  arguments.parse.dialect.clear();
  arguments.tags = {std::string(call_tag)};
  arguments.hide = {std::string(thought_tag)};
  Way way = asked_way(arguments);
  way.remark = "read by the tags <tool> and <thinking>: --dialect, --tag and --hide say others";
  return way;
}

std::string remark_of(const DialectGuess& guess, bool is_whole) {
  std::string remark = fmt::format("read as {}", guess.rows[0]->name());
  if (guess.starts_in_reasoning) remark += " from inside its reasoning";
  if (guess.rows.size() > 1) {
    remark += fmt::format(", as {} families would do: --dialect says which", guess.rows.size());
  }
  return is_whole ? remark : remark + " (by its beginning)";
}

}  // namespace

bool has_family(const Arguments& arguments) {
  const ParseOptions& parse = arguments.parse;
  return !parse.dialect.empty() || !parse.reasoning.empty() || !parse.tool_format.empty() ||
         !parse.format.empty();
}

bool has_tags(const Arguments& arguments) {
  return !arguments.tags.empty() || !arguments.tags_between.empty() || !arguments.hide.empty() ||
         !arguments.hide_between.empty() || !arguments.unwrap.empty() || !arguments.record.empty();
}

bool is_of_thought(std::string_view attribute) {
  return attribute == "thought" || attribute == "thought_type" || attribute == "confidence";
}

Way asked_way(const Arguments& arguments) {
  if (has_family(arguments) && has_tags(arguments)) {
    throw Failure(exit_usage, "give the family (--dialect) or tags (--tag, --hide), not both");
  }
  auto asked = std::make_shared<Arguments>(arguments);
  if (has_tags(arguments)) {
    const ToolRules rules = value_of(ToolRules::make(tool_options(*asked)));
    return {asked, [rules] { return Reader(rules); }, {}};
  }
  if (!has_family(arguments)) {
    if (asked->parse.start_in_reasoning) {
      throw Failure(exit_usage, "say of which family, with --dialect: --start-in-reasoning");
    }
    asked->parse.dialect = "auto";
  }
  asked->parse.bad_calls = BadCalls::hide;  // shown once, with what is wrong
  const ParseRules rules = value_of(ParseRules::make(value_of(parse_options(*asked))));
  return {asked, primed(rules, asked->prompt_tail), {}};
}

Way guessed_way(const Arguments& arguments, std::string_view text, bool is_whole) {
  const DialectGuess guess = guess_dialect(text);
  Arguments guessed = arguments;
  if (!guess.rows.empty()) guessed.parse.dialect = guess.rows[0]->name();
  if (guess.starts_in_reasoning && arguments.prompt_tail.empty()) {
    guessed.parse.start_in_reasoning = true;
  }
  Way way = asked_way(guessed);
  const bool has_call_tag = text.find("<tool") != text.npos;
  if (has_call_tag || has_thought(text)) {
    Way by_tags = way_by_tags(arguments);
    const std::size_t found = count_calls(way.make_reader(), text);
    const std::size_t in_tags = count_calls(by_tags.make_reader(), text);
    if (in_tags > found || (found == 0 && has_thought(text))) return by_tags;
  }
  if (!guess.rows.empty()) way.remark = remark_of(guess, is_whole);
  return way;
}

}  // namespace tagstream::cli

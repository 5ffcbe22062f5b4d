// show: which family or tags, and how it is shown.
#include <fmt/core.h>

#include <filesystem>

#include "commands.hpp"
#include "io/reading.hpp"
#include "read_setup.hpp"
#include "run.hpp"
#include "show/view_lane.hpp"
#include "tagstream/guess.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t piece_size = 8;             // of a file, where pieces are seen
constexpr std::size_t largest_guessed = 4 << 20;  // bytes: a file is read twice for it

bool has_family(const ParseOptions& parse) {
  return !parse.dialect.empty() || !parse.reasoning.empty() || !parse.tool_format.empty() ||
         parse.row != nullptr;
}

bool has_tags(const Arguments& arguments) {
  return !arguments.tags.empty() || !arguments.tags_between.empty() || !arguments.hide.empty() ||
         !arguments.unwrap.empty();
}

// A file can be read before it is shown. The sentence says what it looks like; empty: nothing.
std::string guess_family(Arguments& arguments) {
  arguments.parse.dialect = "auto";
  if (arguments.from != InputForm::text || arguments.files.size() != 1) return {};
  std::error_code error;
  const std::string& file = arguments.files[0];
  if (!std::filesystem::is_regular_file(file, error)) return {};
  const std::string text = read_all(file, largest_guessed);
  if (text.size() > largest_guessed) return {};
  const DialectGuess guess = guess_dialect(text);
  if (guess.rows.empty()) return {};
  arguments.parse.dialect = guess.rows[0]->name;
  if (guess.rows.size() == 1) return fmt::format("read as {}", guess.rows[0]->name);
  return fmt::format("read as {}, as {} families would do: --dialect says which",
                     guess.rows[0]->name, guess.rows.size());
}

// What reads, whichever way it was asked for.
MakeReader reader_of(Arguments& arguments, std::string& remark) {
  if (has_family(arguments.parse) && has_tags(arguments)) {
    throw Failure(exit_usage, "give the family (--dialect) or tags (--tag, --hide), not both");
  }
  if (has_tags(arguments)) {
    return [rules = value_of(ToolRules::make(tool_options(arguments)))] { return Reader(rules); };
  }
  if (!has_family(arguments.parse)) remark = guess_family(arguments);
  arguments.parse.bad_calls = BadCalls::hide;  // shown once, with what is wrong
  return primed(value_of(ParseRules::make(value_of(parse_options(arguments)))),
                arguments.prompt_tail);
}

}  // namespace

int show_command(Arguments& arguments) {
  add_schemas(arguments);
  add_row(arguments);
  std::string remark;
  const MakeReader make_reader = reader_of(arguments, remark);
  SecondFile page(arguments.html_file);
  const bool is_page = !arguments.html_file.empty();
  if (is_page && (arguments.files.size() > 1 || arguments.from == InputForm::jsonl)) {
    throw Failure(exit_usage, "a page shows one text: --html");
  }
  if ((is_page || arguments.raw) && arguments.chunk_size == 0 && !arguments.files.empty() &&
      arguments.from == InputForm::text) {
    arguments.chunk_size = piece_size;
  }
  const auto make_sight = [&](const LaneSetup& setup) -> MakeSight {
    if (is_page && setup.choice == 0)
      return [&page, setup] { return make_page_sight(setup, *page.output()); };
    if (arguments.raw) return [setup] { return make_raw_sight(setup); };
    return [setup] { return make_plain_sight(setup); };
  };
  const int code = run_lanes(
      arguments,
      [&](const LaneSetup& setup, bool) {
        return make_view_lane(make_reader, make_sight(setup), setup, remark);
      },
      [&](const Input& input) { page.check(input); });
  page.close();
  return code;
}

}  // namespace tagstream::cli

#include "dialects_command.hpp"

#include "dialect_json.hpp"
#include "dialect_markdown.hpp"
#include "dialect_text.hpp"
#include "help.hpp"
#include "option_kinds.hpp"
#include "output.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view usage =
    "usage: tagstream dialects [OPTION]\n"
    "Lists what tagstream parse can read: its name, its first markers, its aliases.\n"
    "-: it has none, or they are not read yet. Names may have - for _, and any case.\n"
    "\n";

constexpr std::string_view closing =
    "\n"
    "example:\n"
    "  $ tagstream dialects | grep ^jamba\n"
    "  jamba            -                   <tool_calls>…</tool_calls>\n"
    "exit: 0 done, 2 bad arguments or unwritable output\n";

struct Arguments {
  bool is_json = false;
  bool is_markdown = false;
};

// False: it was a call for help, which has been answered.
bool parse(const std::vector<std::string>& words, Arguments& arguments) {
  CLI::App app;
  app.option_defaults()->group("Output");
  CLI::Option* json =
      add_switch(app, "--json", arguments.is_json, "one array: the rows with all their fields");
  add_switch(app, "--markdown", arguments.is_markdown, "the manual, docs/dialects.md")
      ->excludes(json);
  const auto take = [](const CLI::results_t& results) -> bool {
    refuse("no FILE is read", results.front().c_str());
  };
  app.add_option("FILE", take, "")->take_all()->group("");
  return parse_or_help(app, words, usage, closing);
}

// A row a line.
std::string rows_json() {
  std::string json;
  for (const Dialect& row : dialects()) {
    json += json.empty() ? "[\n" : ",\n";
    json += dialect_json(row);
  }
  return json + "\n]\n";
}

}  // namespace

ExitCode dialects_command(const std::vector<std::string>& words, Session& /*session*/) {
  Arguments arguments;
  if (!parse(words, arguments)) return exit_done;
  Output output;
  if (arguments.is_json) {
    output.text(rows_json());
  } else if (arguments.is_markdown) {
    output.text(dialects_markdown());
  } else {
    output.text(dialect_table());
  }
  output.flush();
  return exit_done;
}

}  // namespace tagstream::cli

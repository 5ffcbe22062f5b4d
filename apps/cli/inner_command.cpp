#include "inner_command.hpp"

#include <optional>
#include <string_view>

#include "common_arguments.hpp"
#include "event_json.hpp"
#include "help.hpp"
#include "option_kinds.hpp"
#include "output.hpp"
#include "reading.hpp"
#include "tagstream/extract.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view usage =
    "usage: tagstream inner NAME [OPTION]... [FILE]\n"
    "Prints what stands in the first element of that name, nested tags included.\n"
    "FILE - or none: standard input.\n"
    "\n";

constexpr std::string_view closing =
    "\n"
    "example:\n"
    "  $ echo 'So <b>x <b>y</b></b>.' | tagstream inner b\n"
    "  x <b>y</b>\n"
    "exit: 0 done, 1 no such element or never closed, 2 bad arguments or file\n";

struct Arguments {
  CommonArguments common;
  std::string name;
  std::string file = "-";
  bool has_name = false;
  bool json = false;
};

// Options that concern how a reader gives its result in parts. This one gives it whole.
void remove_reader_options(CLI::App& app) {
  for (const char* name :
       {"--markdown-code", "--no-finish", "--max-tag-bytes", "--max-held-bytes",
        "--max-section-bytes", "--max-attributes", "--on-limit", "--strict", "--stats"}) {
    app.remove_option(app.get_option(name));
  }
  app.get_option("--chunk-size")->description("read N bytes at a time");
  app.get_option("-e")->description("exit 1 if nothing was found: always so");
}

void add_inner_options(CLI::App& app, Arguments& arguments) {
  const auto take_name = [&arguments](const CLI::results_t& results) {
    arguments.name = results.back();
    arguments.has_name = true;
    return true;
  };
  app.add_option("NAME", take_name)->group("");
  add_value(app, "FILE", "", arguments.file, "the text; - or none: standard input")->group("");
  app.option_defaults()->group("Output (the bytes and a line end, or)");
  add_switch(app, "--json", arguments.json, "a JSON string, or null");
  add_common_options(app, arguments.common);
  remove_reader_options(app);
}

void check_name(const Arguments& arguments) {
  if (!arguments.has_name) throw Failure(exit_usage, "no name: give the NAME of a tag");
  if (arguments.name.empty()) throw Failure(exit_usage, "the name is empty: NAME");
  ExtractOptions options;
  options.names = {arguments.name};
  static_cast<void>(value_of(Extractor::make(std::move(options))));
}

void print(std::optional<std::string_view> content, bool is_json) {
  Output output;
  if (is_json) {
    output.line(content ? json_string(*content) : "null");
  } else if (content) {
    output.text(*content);
    output.text("\n");
  }
  output.flush();
}

}  // namespace

ExitCode inner_command(const std::vector<std::string>& words, Session& session) {
  Arguments arguments;
  CLI::App app;
  add_inner_options(app, arguments);
  if (!parse_or_help(app, words, usage, closing)) return exit_done;
  session.color = arguments.common.color;
  check_name(arguments);
  const std::string text = Reading(arguments.file, arguments.common).read_all();
  const auto content = inner(text, arguments.name, arguments.common.ignore_case);
  print(content, arguments.json);
  return content ? exit_done : exit_nothing_found;
}

}  // namespace tagstream::cli

// Reads, feeds, prints. What reasoning and calls are, the library says.
#include "parse_command.hpp"

#include "event_json.hpp"
#include "help.hpp"
#include "message_json.hpp"
#include "output.hpp"
#include "parse_arguments.hpp"
#include "reading.hpp"
#include "schema_file.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view usage =
    "usage: tagstream parse --dialect NAME [OPTION]... [FILE]\n"
    "Prints text, reasoning and tool calls, one JSON event a line. No FILE: stdin.\n"
    "\n";

constexpr std::string_view closing =
    "\n"
    "example:\n"
    "  $ echo '<think>2 + 2</think>It is 4.' | tagstream parse --dialect think\n"
    "  {\"kind\":\"reasoning-delta\",\"delta\":\"2 + 2\"}\n"
    "  {\"kind\":\"content-delta\",\"delta\":\"It is 4.\\n\"}\n"
    "exit: 0 done, 1 no call (-e), 2 bad arguments or unusable file,\n"
    "      3 an error or an unclosed call (--strict), 4 a limit (--on-limit error)\n";

struct Arguments {
  CommonArguments common;
  ParseArguments parse;
};

// False: it was a call for help, which has been answered.
bool parse(const std::vector<std::string>& words, Arguments& arguments) {
  CLI::App app;
  add_parse_options(app, arguments.parse);
  add_common_options(app, arguments.common);
  fit_common_options_to_parse(app);
  return parse_or_help(app, words, usage, closing);
}

// Turns events into what was asked for.
class Printer {
 public:
  Printer(bool is_json, Reading& reading) : is_json_(is_json), reading_(reading) {}

  void print(std::span<const Event> events) {
    if (is_json_) message_.add(events);
    for (const Event& event : events) {
      count(event);
      if (is_json_) {
        note(event);
      } else {
        print_event(event);
      }
    }
  }

  void flush() { output_.flush(); }

  void end() {
    if (is_json_) output_.line(message_json(message_));
    output_.flush();
  }

  [[nodiscard]] const Findings& findings() const { return findings_; }

 private:
  void count(const Event& event) {
    switch (event.kind) {
      case EventKind::call: findings_.has_found = true; break;
      case EventKind::call_error: findings_.is_malformed = true; break;
      case EventKind::notice:
        if (event.code == NoticeCode::unclosed_call) findings_.is_malformed = true;
        break;
      default: break;
    }
  }

  void print_event(const Event& event) {
    const std::string json = event_json(event, &ids_);
    if (!json.empty()) output_.line(json);
  }

  // A message has no place for these.
  void note(const Event& event) {
    if (event.kind == EventKind::notice) reading_.note(event.text, event.span.begin);
    if (event.kind != EventKind::call_error) return;
    reading_.note(event.call()->message, event.call()->offset);
  }

  bool is_json_;
  Reading& reading_;
  Output output_;
  Message message_;
  CallIds ids_;
  Findings findings_;
};

}  // namespace

ExitCode parse_command(const std::vector<std::string>& words, Session& session) {
  Arguments arguments;
  if (!parse(words, arguments)) return exit_done;
  session.color = arguments.common.color;
  if (!arguments.parse.tools_file.empty()) {
    arguments.parse.options.schemas = read_schema_file(arguments.parse.tools_file);
  }
  Parser parser =
      value_of(Parser::make(value_of(parse_options(arguments.parse, arguments.common))));
  Reading reading(arguments.parse.file, arguments.common);
  Printer printer(arguments.parse.is_json, reading);
  reading.run(parser, printer);
  if (!arguments.common.no_finish) printer.print(parser.finish());
  printer.end();
  return reading.end(printer.findings(), parser.stats(), parser.error());
}

}  // namespace tagstream::cli

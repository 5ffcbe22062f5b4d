// Reads, feeds, prints. What a call is, the library says.
#include "tools_command.hpp"

#include "event_json.hpp"
#include "help.hpp"
#include "output.hpp"
#include "reading.hpp"
#include "schema_file.hpp"
#include "tools_arguments.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view usage =
    "usage: tagstream tools [OPTION]... [FILE]\n"
    "Prints text and tool calls, one JSON event a line. FILE - or none: stdin.\n"
    "\n";

constexpr std::string_view closing =
    "\n"
    "example:\n"
    "  $ echo 'On it. <tool>{\"name\":\"f\",\"args\":{\"a\":1}}</tool>' | tagstream tools\n"
    "  {\"kind\":\"content-delta\",\"delta\":\"On it. \"}\n"
    "  {\"kind\":\"tool-call\",\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\", ...\n"
    "exit: 0 done, 1 no call (-e), 2 bad arguments or unusable file, 3 an error or\n"
    "      something without end (--strict), 4 a limit (--on-limit error)\n";

struct Arguments {
  CommonArguments common;
  ToolsArguments tools;
};

// False: it was a call for help, which has been answered.
bool parse(const std::vector<std::string>& words, Arguments& arguments) {
  CLI::App app;
  add_tools_options(app, arguments.tools);
  add_common_options(app, arguments.common);
  fit_common_options_to_tools(app);
  return parse_or_help(app, words, usage, closing);
}

// A JSON array, built from its elements' text.
class JsonArray {
 public:
  void add(const std::string& element) {
    if (!elements_.empty()) elements_ += ',';
    elements_ += element;
  }

  [[nodiscard]] const std::string& elements() const { return elements_; }

 private:
  std::string elements_;
};

// Turns events into what was asked for.
class Printer {
 public:
  Printer(bool is_json, Reading& reading) : is_json_(is_json), reading_(reading) {}

  void print(std::span<const Event> events) {
    for (const Event& event : events) {
      count(event);
      if (is_json_) {
        collect(event);
      } else {
        print_event(event);
      }
    }
  }

  void flush() { output_.flush(); }

  void end() {
    if (is_json_) {
      output_.json(R"({"content":)");
      output_.json(json_string(content_));
      output_.json(R"(,"toolCalls":[)");
      output_.json(calls_.elements());
      output_.json(R"(],"toolErrors":[)");
      output_.json(errors_.elements());
      output_.line("]}");
    }
    output_.flush();
  }

  [[nodiscard]] const Findings& findings() const { return findings_; }

 private:
  void count(const Event& event) {
    switch (event.kind) {
      case EventKind::call: findings_.has_found = true; break;
      case EventKind::call_error: findings_.is_malformed = true; break;
      case EventKind::section_end:
        if (!event.is_closed) findings_.is_malformed = true;
        break;
      case EventKind::notice:
        if (event.code == NoticeCode::unclosed_call) findings_.is_malformed = true;
        break;
      default: break;
    }
  }

  void print_event(const Event& event) {
    const std::string json = event_json(event);
    if (!json.empty()) output_.line(json);
  }

  void collect(const Event& event) {
    switch (event.kind) {
      case EventKind::content: content_ += event.text; break;
      case EventKind::call: calls_.add(result_json(event)); break;
      case EventKind::call_error: errors_.add(result_json(event)); break;
      case EventKind::notice: reading_.note(event.text, event.span.begin); break;
      default: break;
    }
  }

  bool is_json_;
  Reading& reading_;
  Output output_;
  std::string content_;
  JsonArray calls_;
  JsonArray errors_;
  Findings findings_;
};

}  // namespace

ExitCode tools_command(const std::vector<std::string>& words, Session& session) {
  Arguments arguments;
  if (!parse(words, arguments)) return exit_done;
  session.color = arguments.common.color;
  if (!arguments.tools.schema_file.empty()) {
    arguments.tools.schemas = read_schema_file(arguments.tools.schema_file);
  }
  ToolReader reader =
      value_of(ToolReader::make(value_of(tools_options(arguments.tools, arguments.common))));
  Reading reading(arguments.tools.file, arguments.common);
  Printer printer(arguments.tools.json, reading);
  reading.run(reader, printer);
  if (!arguments.common.no_finish) printer.print(reader.finish());
  printer.end();
  return reading.end(printer.findings(), reader.stats(), reader.error());
}

}  // namespace tagstream::cli

// Reads, feeds, prints. All decisions about the text are the library's.
#include "filter_command.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "event_json.hpp"
#include "filter_arguments.hpp"
#include "help.hpp"
#include "output.hpp"
#include "reading.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view usage =
    "usage: tagstream filter RULE... [OPTION]... [FILE]\n"
    "Prints the text without what the rules hide. FILE - or none: standard input.\n"
    "\n";

constexpr std::string_view closing =
    "\n"
    "example:\n"
    "  $ echo 'So <think>2 + 2</think>four.' | tagstream filter --hide think\n"
    "  So four.\n"
    "exit: 0 done, 1 nothing found (-e), 2 bad arguments or unusable file,\n"
    "      3 a section without end (--strict), 4 a limit (--on-limit error)\n"
    "On a terminal control bytes are shown as \\x1b; elsewhere the text is exact.\n";

struct Arguments {
  CommonArguments common;
  FilterArguments filter;
};

// Turns events into what was asked for.
class Printer {
 public:
  Printer(const FilterArguments& arguments, Reading& reading)
      : is_events_(arguments.events), is_json_(arguments.json), reading_(reading) {}

  void write_sections_to(std::unique_ptr<Output> file) { sections_file_ = std::move(file); }

  void print(std::span<const Event> events) {
    for (const Event& event : events) {
      count(event);
      if (is_events_) {
        print_event(event);
      } else {
        print_result(event);
      }
    }
  }

  void flush() {
    output_.flush();
    if (sections_file_) sections_file_->flush();
  }

  void end() {
    if (is_json_) {
      output_.line(fmt::format(R"({{"visible":{},"sections":[{}]}})", json_string(visible_),
                               sections_json_));
    }
    output_.flush();
    if (sections_file_) sections_file_->close();
  }

  [[nodiscard]] const Findings& findings() const { return findings_; }

 private:
  void count(const Event& event) {
    if (event.kind == EventKind::section_start) findings_.has_found = true;
    if (event.kind != EventKind::section_end) return;
    findings_.has_found = true;
    if (!event.is_closed) findings_.is_malformed = true;
  }

  void print_event(const Event& event) {
    const std::string json = event_json(event);
    if (!json.empty()) output_.line(json);
  }

  void print_result(const Event& event) {
    if (event.kind == EventKind::content) {
      if (is_json_) visible_ += event.text;
      if (!is_json_) output_.text(event.text);
    } else if (event.kind == EventKind::section_end) {
      print_section(event);
    } else if (event.kind == EventKind::notice) {
      reading_.note(event.text, event.span.begin);
    }
  }

  void print_section(const Event& event) {
    if (sections_file_) sections_file_->line(result_json(event));
    if (!is_json_) return;
    if (!sections_json_.empty()) sections_json_ += ',';
    sections_json_ += result_json(event);
  }

  bool is_events_;
  bool is_json_;
  Output output_;
  std::unique_ptr<Output> sections_file_;
  std::string visible_;
  std::string sections_json_;
  Reading& reading_;
  Findings findings_;
};

// False: it was a call for help, which has been answered.
bool parse(const std::vector<std::string>& words, Arguments& arguments) {
  CLI::App app;
  add_filter_options(app, arguments.filter);
  add_common_options(app, arguments.common);
  return parse_or_help(app, words, usage, closing);
}

std::unique_ptr<Output> open_sections(const std::string& path, const Input& input) {
  auto file = std::make_unique<Output>(path);
  if (input.is_same_file(file->descriptor())) {
    throw Failure(exit_usage, "would overwrite the input: " + path);
  }
  file->truncate();
  return file;
}

}  // namespace

ExitCode filter_command(const std::vector<std::string>& words, Session& session) {
  Arguments arguments;
  if (!parse(words, arguments)) return exit_done;
  session.color = arguments.common.color;
  Filter filter =
      value_of(Filter::make(value_of(filter_options(arguments.filter, arguments.common))));
  Reading reading(arguments.filter.file, arguments.common);
  Printer printer(arguments.filter, reading);
  if (!arguments.filter.sections_file.empty()) {
    printer.write_sections_to(open_sections(arguments.filter.sections_file, reading.input()));
  }
  reading.run(filter, printer);
  if (!arguments.common.no_finish) printer.print(filter.finish());
  printer.end();
  // The end of the stream, too, may reach a limit.
  return reading.end(printer.findings(), filter.stats(), filter.error());
}

}  // namespace tagstream::cli

// Reads, feeds, prints. All decisions about the text are the library's.
#include "filter_command.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "event_json.hpp"
#include "filter_arguments.hpp"
#include "help.hpp"
#include "input.hpp"
#include "output.hpp"
#include "progress.hpp"

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
  explicit Printer(const FilterArguments& arguments)
      : is_events_(arguments.events), is_json_(arguments.json) {}

  Output& output() { return output_; }

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

  [[nodiscard]] bool has_section() const { return has_section_; }
  [[nodiscard]] bool has_unclosed() const { return has_unclosed_; }
  /// Notices that the output has no place for, one line each.
  [[nodiscard]] std::string take_notices() { return std::exchange(notices_, {}); }

 private:
  void count(const Event& event) {
    if (event.kind == EventKind::section_start) has_section_ = true;
    if (event.kind != EventKind::section_end) return;
    has_section_ = true;
    if (!event.is_closed) has_unclosed_ = true;
  }

  void print_event(const Event& event) {
    const std::string json = event_json(event);
    if (!json.empty()) output_.line(json);
  }

  void print_result(const Event& event) {
    if (event.kind == EventKind::content_delta) {
      if (is_json_) visible_ += event.text;
      if (!is_json_) output_.text(event.text);
    } else if (event.kind == EventKind::section_end) {
      print_section(event);
    } else if (event.kind == EventKind::notice) {
      notices_ += fmt::format("tagstream: {}: byte {}\n", printable(event.text), event.begin);
    }
  }

  void print_section(const Event& event) {
    if (sections_file_) sections_file_->line(section_json(event));
    if (!is_json_) return;
    if (!sections_json_.empty()) sections_json_ += ',';
    sections_json_ += section_json(event);
  }

  bool is_events_;
  bool is_json_;
  Output output_;
  std::unique_ptr<Output> sections_file_;
  std::string visible_;
  std::string sections_json_;
  std::string notices_;
  bool has_section_ = false;
  bool has_unclosed_ = false;
};

// False: it was a call for help, which has been answered.
bool parse(const std::vector<std::string>& words, Arguments& arguments) {
  CLI::App app;
  add_filter_options(app, arguments.filter);
  add_common_options(app, arguments.common);
  return parse_or_help(app, words, usage, closing);
}

Filter make_filter(const Arguments& arguments) {
  Result<FilterOptions> options = filter_options(arguments.filter, arguments.common);
  if (!options) throw Failure(exit_usage, options.error().message);
  Result<Filter> filter = Filter::make(*std::move(options));
  if (!filter) throw Failure(exit_usage, filter.error().message);
  return *std::move(filter);
}

std::unique_ptr<Output> open_sections(const std::string& path, const Input& input) {
  auto file = std::make_unique<Output>(path);
  if (input.is_same_file(file->descriptor())) {
    throw Failure(exit_usage, "would overwrite the input: " + path);
  }
  file->truncate();
  return file;
}

// Feeds everything. A limit with policy `error` ends it early.
void feed_all(Filter& filter, Input& input, Printer& printer) {
  Progress progress(input.size());
  std::uint64_t done = 0;
  while (true) {
    if (input.must_read()) {
      printer.flush();
      progress.update(done);
    }
    const std::string_view piece = input.next();
    if (piece.empty()) return;
    done += piece.size();
    const auto events = filter.feed(piece);
    if (!events) return;
    printer.print(*events);
    const std::string notices = printer.take_notices();
    if (notices.empty()) continue;
    progress.erase();
    write_error(notices);
  }
}

ExitCode exit_code(const CommonArguments& common, const Printer& printer) {
  if (common.strict && printer.has_unclosed()) return exit_malformed;
  if (common.fail_if_nothing && !printer.has_section()) return exit_nothing_found;
  return exit_done;
}

}  // namespace

ExitCode filter_command(const std::vector<std::string>& words, Session& session) {
  Arguments arguments;
  if (!parse(words, arguments)) return exit_done;
  session.color = arguments.common.color;
  Filter filter = make_filter(arguments);
  Input input(arguments.filter.file, arguments.common.chunk_size);
  Printer printer(arguments.filter);
  if (!arguments.filter.sections_file.empty()) {
    printer.write_sections_to(open_sections(arguments.filter.sections_file, input));
  }
  feed_all(filter, input, printer);
  if (!arguments.common.no_finish) printer.print(filter.finish());
  const Error* const limit = filter.error();  // it may come only with the end of the stream
  printer.end();
  if (!limit) write_error(printer.take_notices());  // else the failure below says it
  if (arguments.common.stats) write_error(stats_json(filter.stats()) + '\n');
  if (limit) {
    throw Failure(exit_limit, fmt::format("{}: byte {}", limit->message, limit->offset));
  }
  return exit_code(arguments.common, printer);
}

}  // namespace tagstream::cli

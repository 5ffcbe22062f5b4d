// Reads, feeds, prints. What a thought is, the library says.
#include "thoughts_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "common_arguments.hpp"
#include "event_json.hpp"
#include "help.hpp"
#include "input.hpp"
#include "option_kinds.hpp"
#include "output.hpp"
#include "tagstream/thought.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view usage =
    "usage: tagstream thoughts [OPTION]... [FILE]\n"
    "Prints text and thoughts, one JSON event a line. FILE - or none: stdin.\n"
    "\n";

constexpr std::string_view closing =
    "\n"
    "example:\n"
    "  $ echo 'So <think>2 + 2</think>four.' | tagstream thoughts --tag think\n"
    "  {\"kind\":\"content-delta\",\"delta\":\"So \"}\n"
    "  {\"kind\":\"thought-stream\",\"taskId\":\"\",\"contextId\":\"\", ...\n"
    "exit: 0 done, 1 no thought (-e), 2 bad arguments or unusable input,\n"
    "      3 a thought without end (--strict), 4 a limit (--on-limit error)\n";

struct Arguments {
  CommonArguments common;
  std::string file = "-";
  std::vector<std::string> tags;
  Nesting nesting = Nesting::balanced;
  std::string task_id;
  std::string context_id;
  bool live = false;
  bool snapshots = false;
};

bool parse(const std::vector<std::string>& words, Arguments& arguments) {
  CLI::App app;
  app.option_defaults()->group("Thoughts");
  add_value(app, "FILE", "", arguments.file, "the text; - or none: standard input")->group("");
  add_values(app, "--tag", "NAME", arguments.tags, "what holds thoughts (thinking)");
  add_choice<Nesting>(app, "--nesting", arguments.nesting,
                      {{"balanced", Nesting::balanced}, {"first_close", Nesting::first_close}},
                      "which closing tag ends one");
  add_switch(app, "--live", arguments.live, "pieces of a thought while it is open");
  add_switch(app, "--snapshots", arguments.snapshots, "each line: a JSON string, all text so far");
  app.option_defaults()->group("Output");
  add_value(app, "--task-id", "ID", arguments.task_id, "taskId of each thought");
  add_value(app, "--context-id", "ID", arguments.context_id, "contextId of each thought");
  add_common_options(app, arguments.common);
  return parse_or_help(app, words, usage, closing);
}

ThoughtReader make_reader(const Arguments& arguments) {
  ThoughtOptions options;
  if (!arguments.tags.empty()) options.names = arguments.tags;
  options.nesting = arguments.nesting;
  options.live = arguments.live;
  options.ignore_case = arguments.common.ignore_case;
  options.markdown_code = arguments.common.markdown_code;
  options.limits = limits_of(arguments.common, options.limits);
  Result<ThoughtReader> reader = ThoughtReader::make(options);
  if (!reader) throw Failure(exit_usage, reader.error().message);
  return *std::move(reader);
}

class Printer {
 public:
  explicit Printer(const Arguments& arguments)
      : ids_(fmt::format(R"("taskId":{},"contextId":{})", json_string(arguments.task_id),
                         json_string(arguments.context_id))) {}

  void print(std::span<const ThoughtEvent> events) {
    for (const ThoughtEvent& event : events) {
      if (event.kind == ThoughtEventKind::thought) {
        has_thought = true;
        has_unclosed = has_unclosed || !event.is_closed;
      }
      if (event.kind != ThoughtEventKind::markup) output.line(json_of(event));
    }
  }

  Output output;
  bool has_thought = false;
  bool has_unclosed = false;

 private:
  [[nodiscard]] std::string json_of(const ThoughtEvent& event) const {
    const std::string kind = fmt::format(R"({{"kind":"{}",)", to_string(event.kind));
    if (event.kind == ThoughtEventKind::notice) {
      return kind + fmt::format(R"("code":"{}","offset":{},"message":{}}})", to_string(event.code),
                                event.begin, json_string(event.text));
    }
    if (event.kind != ThoughtEventKind::thought) {
      return kind + fmt::format(R"("delta":{}}})", json_string(event.text));
    }
    std::string metadata = R"("verbosity":"normal")";
    if (event.has_type) metadata += fmt::format(R"(,"thoughtType":{})", json_string(event.type));
    if (event.has_attributes) metadata += fmt::format(R"(,"confidence":{})", event.confidence);
    if (!event.is_closed) metadata += R"(,"isClosed":false)";
    if (event.is_truncated) metadata += R"(,"isTruncated":true)";
    return kind + fmt::format(R"({},"thoughtType":"reasoning","thought":{},"metadata":{{{}}}}})",
                              ids_, json_string(event.text), metadata);
  }

  std::string ids_;
};

// The error that ended reading, if one did.
std::optional<Error> feed_deltas(ThoughtReader& reader, Input& input, Printer& printer) {
  for (;;) {
    if (input.must_read()) printer.output.flush();
    const std::string_view piece = input.next();
    if (piece.empty()) return std::nullopt;
    const auto events = reader.feed(piece);
    if (!events) return events.error();
    printer.print(*events);
  }
}

// Feeds the snapshot that `line` is; blank lines are none.
std::optional<Error> feed_line(ThoughtReader& reader, std::string_view line, std::uint64_t number,
                               Printer& printer) {
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return std::nullopt;
  const nlohmann::json value = nlohmann::json::parse(line, nullptr, false);
  if (!value.is_string()) {
    throw Failure(exit_usage, fmt::format("not a JSON string: line {}", number));
  }
  const auto events = reader.feed_snapshot(value.get_ref<const std::string&>());
  if (!events && events.error().code == Errc::snapshot_mismatch) {
    throw Failure(exit_usage, fmt::format("{}: line {}, byte {}", events.error().message, number,
                                          events.error().offset));
  }
  if (!events) return events.error();
  printer.print(*events);
  return std::nullopt;
}

std::optional<Error> feed_snapshots(ThoughtReader& reader, Input& input, Printer& printer) {
  std::string line;
  std::uint64_t number = 0;
  for (;;) {
    if (input.must_read()) printer.output.flush();
    std::string_view piece = input.next();
    if (piece.empty()) return feed_line(reader, line, number + 1, printer);
    for (std::size_t end = piece.find('\n'); end != std::string_view::npos;
         end = piece.find('\n')) {
      line.append(piece.substr(0, end));
      piece.remove_prefix(end + 1);
      if (auto error = feed_line(reader, line, ++number, printer)) return error;
      line.clear();
    }
    line.append(piece);
  }
}

}  // namespace

ExitCode thoughts_command(const std::vector<std::string>& words, Session& session) {
  Arguments arguments;
  if (!parse(words, arguments)) return exit_done;
  session.color = arguments.common.color;
  ThoughtReader reader = make_reader(arguments);
  Input input(arguments.file, arguments.common.chunk_size);
  Printer printer(arguments);
  const std::optional<Error> limit = arguments.snapshots ? feed_snapshots(reader, input, printer)
                                                         : feed_deltas(reader, input, printer);
  if (!arguments.common.no_finish) printer.print(reader.finish());
  printer.output.flush();
  if (arguments.common.stats) write_error(stats_json(reader.stats()) + '\n');
  if (limit) throw Failure(exit_limit, fmt::format("{}: byte {}", limit->message, limit->offset));
  if (arguments.common.strict && printer.has_unclosed) return exit_malformed;
  if (arguments.common.fail_if_nothing && !printer.has_thought) return exit_nothing_found;
  return exit_done;
}

}  // namespace tagstream::cli

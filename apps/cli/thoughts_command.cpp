// Reads, feeds, prints. What a thought is, the library says.
#include "thoughts_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "common_arguments.hpp"
#include "event_json.hpp"
#include "help.hpp"
#include "output.hpp"
#include "reading.hpp"
#include "tagstream/snapshots.hpp"
#include "tagstream/thought.hpp"
#include "thought_json.hpp"
#include "thoughts_arguments.hpp"

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
  ThoughtsArguments thoughts;
};

bool parse(const std::vector<std::string>& words, Arguments& arguments) {
  CLI::App app;
  add_thoughts_options(app, arguments.thoughts);
  add_common_options(app, arguments.common);
  fit_common_options_to_thoughts(app);
  return parse_or_help(app, words, usage, closing);
}

class Printer {
 public:
  explicit Printer(const ThoughtsArguments& arguments)
      : json_(arguments.task_id, arguments.context_id) {}

  void print(std::span<const ThoughtEvent> events) {
    for (const ThoughtEvent& event : events) {
      if (event.kind == ThoughtEventKind::thought) {
        findings_.has_found = true;
        if (!event.is_closed) findings_.is_malformed = true;
      }
      const std::string json = json_(event);
      if (!json.empty()) output_.line(json);
    }
  }

  void flush() { output_.flush(); }

  [[nodiscard]] const Findings& findings() const { return findings_; }

 private:
  ThoughtJson json_;
  Output output_;
  Findings findings_;
};

// Cuts pieces into lines, each of which is a snapshot as a JSON string; blank ones are not.
class SnapshotLines {
 public:
  SnapshotLines(ThoughtReader& reader, Snapshots& snapshots, Printer& printer)
      : reader_(reader), snapshots_(snapshots), printer_(printer) {}

  std::optional<Error> feed(std::string_view piece) {
    for (std::size_t end = piece.find('\n'); end != piece.npos; end = piece.find('\n')) {
      line_.append(piece.substr(0, end));
      piece.remove_prefix(end + 1);
      if (auto error = end_line()) return error;
    }
    line_.append(piece);
    return std::nullopt;
  }

  // Also the last one, which may lack its line end.
  std::optional<Error> end_line() {
    ++number_;
    const std::string line = std::exchange(line_, {});
    if (line.find_first_not_of(" \t\r") == line.npos) return std::nullopt;
    const nlohmann::json value = nlohmann::json::parse(line, nullptr, false);
    if (!value.is_string()) refuse(fmt::format("not a JSON string: line {}", number_));
    const auto added = snapshots_.feed(value.get_ref<const std::string&>());
    if (!added && added.error().code != Errc::snapshot_mismatch) return added.error();
    if (!added) {
      const Error& error = added.error();
      refuse(fmt::format("{}: line {}, byte {}", error.message, number_, error.offset));
    }
    printer_.print(reader_.feed(*added));
    return stop_of(reader_);
  }

 private:
  [[noreturn]] void refuse(const std::string& message) {
    printer_.flush();  // what came before was right
    throw Failure(exit_usage, message);
  }

  ThoughtReader& reader_;
  Snapshots& snapshots_;
  Printer& printer_;
  std::string line_;
  std::uint64_t number_ = 0;
};

// The error that ended it early, if one did.
std::optional<Error> read_snapshots(ThoughtReader& reader, Snapshots& snapshots, Reading& reading,
                                    Printer& printer) {
  SnapshotLines lines(reader, snapshots, printer);
  auto error = reading.run([&](std::string_view piece) { return lines.feed(piece); },
                           [&] { printer.flush(); });
  return error ? error : lines.end_line();
}

// Of the reader and of what stands in front of it: each snapshot has been fed in full.
Stats in_all(Stats reader, const Stats& snapshots) {
  reader.bytes_fed = snapshots.bytes_fed;
  reader.bytes_examined += snapshots.bytes_examined;
  reader.bytes_held_max += snapshots.bytes_held_max;
  return reader;
}

}  // namespace

ExitCode thoughts_command(const std::vector<std::string>& words, Session& session) {
  Arguments arguments;
  if (!parse(words, arguments)) return exit_done;
  session.color = arguments.common.color;
  ThoughtReader reader =
      value_of(ThoughtReader::make(thought_options(arguments.thoughts, arguments.common)));
  Reading reading(arguments.thoughts.file, arguments.common);
  Printer printer(arguments.thoughts);
  Snapshots snapshots = snapshots_of(arguments.thoughts);
  const bool is_snapshots = arguments.thoughts.snapshots;
  const std::optional<Error> limit = is_snapshots
                                         ? read_snapshots(reader, snapshots, reading, printer)
                                         : reading.run(reader, printer);
  if (!arguments.common.no_finish) printer.print(reader.finish());
  printer.flush();
  const Stats stats = is_snapshots ? in_all(reader.stats(), snapshots.stats()) : reader.stats();
  return reading.end(printer.findings(), stats, limit ? &*limit : nullptr);
}

}  // namespace tagstream::cli

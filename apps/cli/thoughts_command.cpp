// Reads, feeds, prints. What a thought is, the library says.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "commands.hpp"
#include "io/output.hpp"
#include "io/reading.hpp"
#include "tagstream/json.hpp"

namespace tagstream::cli {

namespace {

class Printer {
 public:
  explicit Printer(const Arguments& arguments) : arguments_(arguments) {}

  void print(std::span<const ThoughtEvent> events) {
    for (const ThoughtEvent& event : events) {
      if (event.kind == ThoughtEventKind::thought) {
        has_found_ = true;
        if (!event.is_closed) is_malformed_ = true;
      }
      std::string json;
      if (!to_json(json, event, arguments_.task_id, arguments_.context_id)) continue;
      output_.line(json);
    }
  }

  void flush() { output_.flush(); }

  [[nodiscard]] bool has_found() const { return has_found_; }
  [[nodiscard]] bool is_malformed() const { return is_malformed_; }

 private:
  const Arguments& arguments_;
  Output output_;
  bool has_found_ = false;
  bool is_malformed_ = false;
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

int thoughts_command(Arguments& arguments) {
  ThoughtReader reader = value_of(ThoughtReader::make(thought_options(arguments)));
  Reading reading(arguments.file, arguments);
  Printer printer(arguments);
  Snapshots snapshots = snapshots_of(arguments);
  const bool is_snapshots = arguments.snapshots;
  const std::optional<Error> limit = is_snapshots
                                         ? read_snapshots(reader, snapshots, reading, printer)
                                         : reading.run(reader, printer);
  if (!arguments.no_finish) printer.print(reader.finish());
  printer.flush();
  const Stats stats = is_snapshots ? in_all(reader.stats(), snapshots.stats()) : reader.stats();
  return reading.end(printer.has_found(), printer.is_malformed(), stats, limit ? &*limit : nullptr);
}

}  // namespace tagstream::cli

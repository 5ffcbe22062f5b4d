#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "arguments.hpp"
#include "io/input.hpp"
#include "io/progress.hpp"
#include "tagstream/error.hpp"

namespace tagstream::cli {

/// The value. If there is none, the command ends: its arguments were bad.
template <class T>
[[nodiscard]] T value_of(Result<T> result) {
  if (!result) throw Failure(exit_usage, result.error().message);
  return *std::move(result);
}

/// What has stopped a reader, if anything has.
template <class AnyReader>
[[nodiscard]] std::optional<Error> stop_of(const AnyReader& reader) {
  if (reader.error() == nullptr) return std::nullopt;
  return *reader.error();
}

/// What a command has met in its input.
struct Findings {
  bool has_call = false;
  bool has_section = false;
  bool is_malformed = false;  ///< anything that --strict refuses

  void see(const Event& event);
};

/// One reading of an input: the part that is the same in every command.
class Reading {
 public:
  /// What is done with a piece. An error ends the reading.
  using Feed = std::function<std::optional<Error>(std::string_view piece)>;

  /// Opens the file. The arguments must outlive the reading.
  Reading(const std::string& file, const Arguments& arguments);

  [[nodiscard]] const Input& input() const { return input_; }

  /// Hands the input out, piece by piece. `flush` is called before each wait for more of it; if
  /// that takes long, progress is shown.
  /// @return  the error that ended it early
  std::optional<Error> run(const Feed& feed, const std::function<void()>& flush);

  /// The same for a reader whose events go to a printer.
  template <class AnyReader, class Printer>
  std::optional<Error> run(AnyReader& reader, Printer& printer) {
    const Feed feed = [&](std::string_view piece) {
      printer.print(reader.feed(piece));
      return stop_of(reader);
    };
    return run(feed, [&] { printer.flush(); });
  }

  /// All of the input.
  [[nodiscard]] std::string read_all();

  /// Notes something for standard error: the message of a notice that the output has no place for.
  void note(std::string_view message, std::uint64_t offset);

  /// The end of the command, after the last output: notes and figures on standard error.
  /// @param has_found  what the command looks for: else -e fails
  /// @param limit  what stopped the reader, or null; thrown as a Failure
  [[nodiscard]] int end(bool has_found, bool is_malformed, const Stats& stats, const Error* limit);

 private:
  void write_notes();
  static void write_stats(const Stats& stats);

  const Arguments& arguments_;
  Input input_;
  Progress progress_;
  std::string notes_;
};

}  // namespace tagstream::cli

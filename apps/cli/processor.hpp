#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "io/output.hpp"
#include "json/json_writer.hpp"
#include "tagstream/error.hpp"
#include "tagstream/json.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/wire/piece.hpp"

namespace tagstream::cli {

/// Lines for standard error that the output has no place for.
class Notes {
 public:
  /// `where` is what comes after a colon: "byte 7". It may be empty.
  void add(std::string_view message, std::string_view where);
  /// The same, and the program says by its exit code that something was not done.
  void refuse(std::string_view message, std::string_view where) {
    add(message, where);
    has_refused_ = true;
  }
  [[nodiscard]] bool has_refused() const { return has_refused_; }
  void set_file(std::string_view name) { file_ = name; }

  /// Those of another, with `place` in front of where they are.
  void add_all(const Notes& others, const std::string& place);

  [[nodiscard]] bool empty() const { return notes_.empty(); }
  [[nodiscard]] std::size_t size() const { return notes_.size(); }
  [[nodiscard]] std::string text() const;
  void clear() { notes_.clear(); }

 private:
  struct Note {
    std::string message;
    std::string where;
  };
  std::string file_;  // empty: there is only one
  std::vector<Note> notes_;
  bool has_refused_ = false;
};

/// What has come of an answer, or of several.
struct AnswerResult {
  bool has_found = false;     ///< what -e asks for
  bool is_malformed = false;  ///< anything that --strict refuses
  bool has_met = false;       ///< anything at all that is not text
  std::string seen{};         ///< the beginning of a text in which nothing was found
  Stats stats{};
  std::optional<Error> limit{};  ///< what has stopped a reader
  bool is_stopped = false;       ///< the same, if it has been said already
  bool is_cut_off = false;       ///< chunks for clients: the answer has no end
  bool is_silent = false;        ///< the same: there was nothing of it

  void add(const AnswerResult& other);
};

/// What has stopped a reader, if anything has. Some never stop.
template <class AnyReader>
[[nodiscard]] std::optional<Error> stop_of(const AnyReader& reader) {
  if constexpr (requires { reader.error(); }) {
    if (reader.error() != nullptr) return *reader.error();
  }
  return std::nullopt;
}

/// The beginning of the first answer that a processor reads.
class Beginning {
 public:
  static constexpr std::size_t most = std::size_t{16} << 10;

  void add(std::string_view text) {
    if (!is_given_ && text_.size() < most) text_ += text.substr(0, most - text_.size());
  }
  /// Once; later it is empty.
  [[nodiscard]] std::string take() {
    is_given_ = true;
    return std::exchange(text_, {});
  }

 private:
  std::string text_;
  bool is_given_ = false;
};

/// How a command prints.
enum class Shape {
  lines,   ///< objects, one a line, as they come: those of several answers may mix
  object,  ///< one object at the end
  plain,   ///< text for people
};

/// What a command does with one answer after the other: a text, a choice of a stream, a record.
class Processor {
 public:
  Processor() = default;
  Processor(const Processor&) = delete;
  Processor& operator=(const Processor&) = delete;
  virtual ~Processor() = default;

  [[nodiscard]] virtual Shape shape() const = 0;

  /// The names in the objects that it prints of records.
  [[nodiscard]] virtual std::vector<std::string_view> record_names() const { return {}; }

  /// A new answer begins.
  virtual void begin() = 0;
  /// More of its text. An error has stopped the reader.
  virtual std::optional<Error> feed(std::string_view text) = 0;
  /// What a server has said that is not text.
  virtual void see(const wire::Piece& piece) = 0;
  /// The end of the answer. What has come of it.
  virtual AnswerResult finish() = 0;
  /// The end of the stream that it was part of, after all answers.
  virtual void end_stream([[maybe_unused]] bool is_cut_off) {}
  /// The answer has broken off: `finish` comes before its end.
  virtual void break_off() {}
  /// Something else is written to the terminal next: a line that is open ends.
  virtual void make_room() {}
  /// All that is there has been read, and more is waited for.
  virtual void rest() {}
};

/// What a processor has at hand. All of it outlives the processor.
struct ProcessorSetup {
  const Arguments& arguments;
  Output& output;
  Notes& notes;
  std::uint32_t choice = 0;
  bool is_record = false;  ///< one object for each answer is wanted, whatever the arguments say
};

/// Makes what reads one answer after the other; may be asked by several threads at once.
using MakeProcessor = std::function<std::unique_ptr<Processor>(const ProcessorSetup& setup)>;

// ---- JSON of our own ---------------------------------------------------------------------------

/// Writes an object as a line; `write_members` gets its writer.
template <class Write>
void write_object(Output& output, Write write_members) {
  std::string line;
  JsonWriter json(line);
  json.begin_object();
  write_members(json);
  json.end_object();
  output.line(line);
}

/// The elements of an array, to which the next one can be appended.
inline std::string& next_element(std::string& elements) {
  if (!elements.empty()) elements += ',';
  return elements;
}

}  // namespace tagstream::cli

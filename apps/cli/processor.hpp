#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arguments.hpp"
#include "io/output.hpp"
#include "json/json_writer.hpp"
#include "notes.hpp"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/json.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/message.hpp"
#include "tagstream/wire/piece.hpp"
#include "text.hpp"

namespace tagstream::cli {

/// The kinds of things that were found in an answer.
struct Findings {
  bool has_found = false;     ///< as -e asks: a tag, a section, reasoning, a call, a thought
  bool has_met = false;       ///< anything else that is not text
  bool is_malformed = false;  ///< anything that --strict refuses

  void see(const Event& event);
  void add(const Findings& others);
};

/// The counts of --summary.
struct Summary {
  using Counts = std::map<std::string, std::uint64_t, std::less<>>;

  std::uint64_t answers = 0;
  Counts calls{};  ///< by the name of the tool
  Counts errors{};
  Counts notices{};

  void add(const Message& message);
  void add(const Summary& other);
};

/// The result of one answer, or of several.
struct AnswerResult {
  Findings findings{};
  bool has_text = false;         ///< records: one of them has a text
  std::vector<bool> has_kept{};  ///< records: one of them has this field of --keep
  std::string seen{};            ///< the beginning of the first text
  Stats stats{};
  Summary summary{};
  std::optional<Error> limit{};  ///< the error that has stopped a reader
  bool is_stopped = false;       ///< a reader has stopped, which has been reported
  bool is_cut_off = false;       ///< chunks for clients: the answer has no end
  bool is_silent = false;        ///< the same: it was empty

  void add(const AnswerResult& other);
};

/// The error that has stopped a reader, if there is one. Some readers never stop.
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
  /// Gives the beginning once; after that it is empty.
  [[nodiscard]] std::string take() {
    is_given_ = true;
    return std::exchange(text_, {});
  }

 private:
  std::string text_;
  bool is_given_ = false;
};

/// The form in which a command prints several answers.
enum class Shape {
  lines,   ///< objects, one in each line, as they come; those of several answers may alternate
  object,  ///< one object at the end
  plain,   ///< text for people
};

/// Processes answers for a command, one after the other. An answer is a text, a choice of a stream,
/// or a record. The calls for the text `ab` in two pieces: begin(), feed("a"), feed("b"), finish().
class Processor {
 public:
  Processor() = default;
  Processor(const Processor&) = delete;
  Processor& operator=(const Processor&) = delete;
  virtual ~Processor() = default;

  [[nodiscard]] virtual Shape shape() const = 0;

  /// The names of the fields in the objects that it prints for records.
  [[nodiscard]] virtual std::vector<std::string_view> record_names() const { return {}; }

  /// True if an empty line stands between the records. `begin` prints it before each of them, and
  /// the first is left out.
  [[nodiscard]] virtual bool separates_records() const { return false; }

  /// A new answer begins.
  virtual void begin() = 0;
  /// More text of the answer. Returns the error that has stopped the reader, if one has.
  virtual std::optional<Error> feed(std::string_view text) = 0;
  /// A piece of a server's stream that is not text.
  virtual void see(const wire::Piece& piece) = 0;
  /// The end of the answer. Returns its result.
  virtual AnswerResult finish() = 0;
  /// The end of the stream that the answers were a part of, after the last `finish`.
  virtual void end_stream([[maybe_unused]] bool is_cut_off) {}
  /// Says that the answer has broken off. `finish` follows, though the answer has not ended.
  virtual void break_off() {}
  /// Ends an open line, since something else is written to the terminal next.
  virtual void make_room() {}
  /// Says that all input so far has been read, and the program waits for more.
  virtual void rest() {}
};

/// The objects that a processor uses. They outlive the processor.
struct ProcessorSetup {
  const Arguments& arguments;
  Output& output;
  Notes& notes;
  std::uint32_t choice = 0;
  bool is_record = false;  ///< one object for each answer is wanted, whatever the arguments say
};

/// Makes a processor. Several threads may call it at once.
using MakeProcessor = std::function<std::unique_ptr<Processor>(const ProcessorSetup& setup)>;

// ---- writing JSON ------------------------------------------------------------------------------

/// Writes an object as a line. `write_members` gets the writer, inside the object.
template <class Write>
void write_object(Output& output, Write write_members) {
  std::string line;
  JsonWriter json(line);
  json.begin_object();
  write_members(json);
  json.end_object();
  output.line(line);
}

}  // namespace tagstream::cli

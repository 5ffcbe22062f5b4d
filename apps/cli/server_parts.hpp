#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "processor.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

/// What is wrong with arguments that a server has sent.
struct ArgumentsFault {
  std::size_t place = 0;  ///< in them
  std::string sentence;
};
/// None: they are JSON as it is written, without anything that would have to be repaired.
[[nodiscard]] std::optional<ArgumentsFault> fault_of(std::string_view arguments);

/// What a server has taken apart itself, or says of the stream, as events or as a message has it.
class ServerParts {
 public:
  /// `output`: where lines go; null: notes and members only.
  ServerParts(Output* output, Notes& notes) : output_(output), notes_(notes) {}

  void see(const wire::Piece& piece);

  /// The choice has broken off: `finish` comes before its end.
  void break_off() { is_broken_off_ = true; }

  /// The end of the choice: what it ended for is final, and its calls are whole. Where it was cut
  /// off, a call is one only if its arguments are JSON; the others are reported.
  /// @param own  how many calls were read from its text: those of the server are counted after them
  void finish(std::uint32_t own = 0);
  void clear();

  struct Call {
    std::string id;
    std::string name;
    std::string arguments;
    std::uint64_t offset = 0;               // of its event
    std::optional<ArgumentsFault> fault{};  ///< known at the end
    bool is_cut_off = false;                ///< the same: it is no call
  };
  [[nodiscard]] const std::string& reasoning() const { return reasoning_; }
  [[nodiscard]] const std::map<std::uint32_t, Call>& calls() const { return calls_; }
  /// What began as calls, and was cut off.
  [[nodiscard]] const std::map<std::uint32_t, Call>& cut_off_calls() const {
    return cut_off_calls_;
  }
  /// What the server says that it ended for, in OpenAI's words; empty: nothing.
  [[nodiscard]] std::string_view reason() const { return wire::openai_finish_reason(reason_); }
  [[nodiscard]] bool is_broken_off() const { return is_broken_off_; }
  [[nodiscard]] bool is_malformed() const { return is_malformed_; }

 private:
  void complain(const wire::Piece& piece);
  void print(const Event& event);
  void print_error(std::string_view code, std::string_view text, std::uint64_t offset);
  void print_call(std::uint32_t index, const Call& call);

  Output* output_;
  Notes& notes_;
  std::string reasoning_;
  std::map<std::uint32_t, Call> calls_;
  std::map<std::uint32_t, Call> cut_off_calls_;
  std::string reason_;  // the last one
  bool is_broken_off_ = false;
  bool is_malformed_ = false;
};

/// Of calls that stay calls, where the output has no place for it.
void note_faults(const ServerParts& parts, Notes& notes);

/// The place that a note on the event names: "byte 7". Empty: it is about the name of the model.
[[nodiscard]] std::string place_of(const Event& event, const Options& options);

}  // namespace tagstream::cli

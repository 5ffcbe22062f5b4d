#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "processor.hpp"
#include "server_call.hpp"
#include "tagstream/event.hpp"
#include "tagstream/message.hpp"

namespace tagstream::cli {

/// The native parts of a choice: reasoning and calls that the server has parsed itself, and the
/// reason for its end. They are printed as events, or added to a message.
class ServerParts {
 public:
  /// @param output  gets the lines; null: only notes and members of a message are made
  ServerParts(Output* output, Notes& notes) : output_(output), notes_(notes) {}

  void see(const wire::Piece& piece);
  /// Counts the bytes of text that come before the next native part.
  void pass_text(std::size_t size) { here_ += size; }

  /// Says that the choice has broken off: `finish` follows, though the choice has not ended.
  void break_off() { is_broken_off_ = true; }

  /// The end of the choice: its reason is final, and it shows which calls count
  /// (`wire::finish_native_call`).
  /// @param own  the number of calls that were read from the choice's text; the server's calls are
  ///             counted after them
  /// @param ids  gives an id to each call that is printed, also to one whose id is empty
  void finish(std::uint32_t own = 0, CallIds* ids = nullptr);
  void clear();

  using Call = ServerCall;
  /// Where the choice's text ends so far.
  [[nodiscard]] std::uint64_t here() const { return here_; }
  [[nodiscard]] const std::string& reasoning() const { return reasoning_; }
  [[nodiscard]] const std::map<std::uint32_t, Call>& calls() const { return calls_; }
  /// The calls that do not count.
  [[nodiscard]] const std::map<std::uint32_t, Call>& broken_calls() const { return broken_calls_; }
  /// The server's reason for the end, in OpenAI's words; empty if there is none.
  [[nodiscard]] std::string reason() const { return wire::openai_finish_reason(reason_); }
  [[nodiscard]] bool is_broken_off() const { return is_broken_off_; }
  [[nodiscard]] bool is_malformed() const { return is_malformed_; }

 private:
  void complain(const wire::Piece& piece);
  void print(const Event& event, CallIds* ids = nullptr);
  void print_error(std::string_view code, std::string_view text, std::uint64_t offset);
  void print_call(const Call& call, CallIds* ids);

  Output* output_;
  Notes& notes_;
  std::string reasoning_;
  std::map<std::uint32_t, Call> calls_;
  std::map<std::uint32_t, Call> broken_calls_;
  std::string reason_;  // the last one
  bool is_broken_off_ = false;
  bool is_malformed_ = false;
  std::uint64_t here_ = 0;  // bytes of text so far
};

/// Notes the calls that do not count, for an output that has no place for them.
void note_broken_calls(const ServerParts& parts, Notes& notes);

}  // namespace tagstream::cli

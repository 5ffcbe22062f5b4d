#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "arguments_fault.hpp"
#include "lane.hpp"

namespace tagstream::cli {

/// What a server has taken apart itself, or says of the stream, as lines or as a message has it.
class Native {
 public:
  /// `output`: where lines go; null: notes and members only.
  Native(Output* output, Notes& notes) : output_(output), notes_(notes) {}

  void see(const wire::Piece& piece);

  /// The choice has broken off: `finish` comes before its end.
  void break_off() { is_broken_off_ = true; }

  /// The end of the choice: what it ended for is final, and its calls are whole. Where it was cut
  /// off, a call is one only if its arguments are JSON; the others are reported.
  void finish();
  void clear();

  struct NativeCall {
    std::string id;
    std::string name;
    std::string arguments;
    std::uint64_t offset = 0;               // of its event
    std::optional<ArgumentsFault> fault{};  ///< known at the end
    bool is_cut_off = false;                ///< the same: it is no call
  };
  [[nodiscard]] const std::string& reasoning() const { return reasoning_; }
  [[nodiscard]] const std::map<std::uint32_t, NativeCall>& calls() const { return calls_; }
  /// What began as calls, and was cut off.
  [[nodiscard]] const std::map<std::uint32_t, NativeCall>& cut_off_calls() const {
    return cut_off_calls_;
  }
  /// The same, as the elements of an array.
  [[nodiscard]] std::string calls_as_json() const;
  /// What the server says that it ended for, in OpenAI's words; empty: nothing.
  [[nodiscard]] std::string_view reason() const { return wire::openai_finish_reason(reason_); }
  [[nodiscard]] bool is_broken_off() const { return is_broken_off_; }
  [[nodiscard]] bool is_malformed() const { return is_malformed_; }

 private:
  void complain(const wire::Piece& piece);
  void print_call(std::uint32_t number, const NativeCall& call);
  void print_fault(std::uint32_t number, const ArgumentsFault& fault);

  Output* output_;
  Notes& notes_;
  std::string reasoning_;
  std::map<std::uint32_t, NativeCall> calls_;
  std::map<std::uint32_t, NativeCall> cut_off_calls_;
  std::string reason_;  // the last one
  bool is_broken_off_ = false;
  bool is_malformed_ = false;
};

/// A lane that has what servers have taken apart themselves.
class NativeLane : public Lane {
 public:
  /// @param output  where lines of that go; null: nowhere
  NativeLane(const LaneSetup& setup, Output* output)
      : setup_(setup), native_(output, setup.notes) {}

  void begin() final {
    if (!std::exchange(is_used_, true)) return;
    native_.clear();
    clear();
  }
  void see(const wire::Piece& piece) override { native_.see(piece); }
  void break_off() override { native_.break_off(); }

 protected:
  /// Forgets the answer before.
  virtual void clear() = 0;

  LaneSetup setup_;
  Native native_;

 private:
  bool is_used_ = false;
};

/// Of calls that stay calls, where the output has no place for it.
void note_faults(const Native& native, Notes& notes);

}  // namespace tagstream::cli

#pragma once

#include <map>
#include <string>

#include "lane.hpp"

namespace tagstream::cli {

/// What a server has taken apart itself, or says of the stream, as lines or as a message has it.
class Native {
 public:
  /// `output`: where lines go; null: notes and members only.
  Native(Output* output, Notes& notes) : output_(output), notes_(notes) {}

  void see(const wire::Piece& piece);

  /// The end of the choice: its calls are whole, and what it ended for is final.
  void finish();
  void clear();

  struct NativeCall {
    std::string id;
    std::string name;
    std::string arguments;
  };
  [[nodiscard]] const std::string& reasoning() const { return reasoning_; }
  [[nodiscard]] const std::map<std::uint32_t, NativeCall>& calls() const { return calls_; }
  /// What the server says that it ended for; empty: nothing.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// True if the server has said that the stream is at its end.
  [[nodiscard]] bool has_end() const { return has_end_; }
  [[nodiscard]] bool is_malformed() const { return is_malformed_; }

 private:
  void complain(const wire::Piece& piece);

  Output* output_;
  Notes& notes_;
  std::string reasoning_;
  std::map<std::uint32_t, NativeCall> calls_;
  std::string reason_;  // the last one
  bool has_end_ = false;
  bool is_malformed_ = false;
};

}  // namespace tagstream::cli

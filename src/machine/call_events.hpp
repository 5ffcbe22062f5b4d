#pragma once

// Emits the events of a tool call: pieces while it is open, and at its end one event for each call
// or error in its body. `<tool>[{"name":"f"},5]</tool>` with `call: ["tool"]` and `incremental`:
//
//   tool_call_start     f, once its name is known
//   tool_call_delta     `{}`, once its object has ended
//   tool_call           f({})
//   tool_call_error     `missing_name`, for the 5

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/apart.hpp"
#include "body/call_part.hpp"
#include "body/decoded_arguments.hpp"
#include "machine/context.hpp"

namespace tagstream {

class CallReader;

class CallEvents {
 public:
  CallEvents() = default;
  CallEvents(const CallEvents& other);
  CallEvents& operator=(const CallEvents&) = delete;
  ~CallEvents() = default;

  /// With `incremental`: emits starts for calls whose names have become known, and the new bytes of
  /// their arguments.
  void announce(Context& context, const Segment& segment);
  /// True if all arguments of the open call that stand before `at` were given, or if none are given
  /// piece by piece. Then a chunk without the call's `plain_bytes` is the next piece.
  [[nodiscard]] bool is_level(CallReader& call, std::uint64_t at);
  /// Emits `piece`, the last bytes of the segment, as arguments of the open call, if these are
  /// given piece by piece. Precondition: `is_level`, and these bytes only make the arguments
  /// longer.
  void send_plain(Context& context, std::string_view piece);
  /// True if the start of a call in the open body was emitted.
  [[nodiscard]] bool has_started() const { return !started_.empty(); }

  /// Emits an event for each call and error of a body that has ended or is complete. The bytes of
  /// errors go where `bad_calls` says.
  void emit(Context& context);
  /// Emits an error of the whole body: one event for each call that has started. The first one
  /// quotes the body.
  void emit_error(Context& context, const CallPart& part);
  /// Emits an error with an empty span: its bytes were emitted, or will be, as content.
  void quote_error(Context& context, const CallPart& part, std::string_view raw, Span span);
  /// Emits the error `too_large` for a call longer than the limit: one for each call that has
  /// started.
  void emit_too_large(Context& context, std::uint64_t bound);
  /// Emits the bytes of a body that is not a call as content, except those that may begin its
  /// closer.
  void give_back(Context& context, const Segment& segment);

  /// The prompt has ended: calls in it do not count for the indices.
  void begin_answer() { next_index_ = 0; }

  /// The open call is over.
  void forget_call(Output& out);

 private:
  struct Started {  // a call of the open body whose start was emitted
    std::size_t item = 0;
    std::uint32_t index = 0;
    std::size_t argument_bytes_sent = 0;
    std::string_view name;            // in `names_`
    Apart<DecodedArguments> decoded;  // null: no entities are decoded
  };

  /// The start of item `item`; null if it was not emitted. Later items have not started.
  [[nodiscard]] Started* started(std::size_t item) {
    return !started_.empty() && started_.back().item == item ? &started_.back() : nullptr;
  }
  [[nodiscard]] bool gives_back(const Context& context) const;
  static void give_back_all(Context& context);
  static void pass_given_back(Context& context, std::uint64_t end);
  void emit_items(Context& context, bool is_given_back);
  bool may_call(const Context& context, std::size_t item);
  Started start(Context& context, std::size_t item, std::string_view tool, std::string_view id);
  void send_arguments(Context& context, Started& started, std::string_view piece,
                      bool is_in_window);
  void emit_part(Context& context, const CallPart& part, Started* started, std::string_view raw,
                 Span span);
  static std::string_view decoded(Context& context, const CallPart& part);
  /// As `emit_part`, and the span's bytes are accounted for by the event.
  void take_out(Context& context, const CallPart& part, Started* started, std::string_view raw,
                Span span);
  /// Adds the start of a call, or a piece of its arguments.
  static Event& add_piece(Context& context, EventKind kind, const Started& started);

  std::vector<Started> started_;
  KeptStrings names_;  // of the calls in `started_`, and a few of the calls before
  std::size_t announced_items_ = 0;
  std::uint32_t next_index_ = 0;
  std::uint64_t calls_ = 0;        // number of calls that have ended
  std::size_t errors_before_ = 0;  // number of errors before the first call of the open body
};

}  // namespace tagstream

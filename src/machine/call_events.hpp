#pragma once

// What comes out of a tool call: its pieces while it is open, then an event for each call or error
// in its body. `<tool>[{"name":"f"},5]</tool>` with `call: ["tool"]` and `incremental`:
//
//   tool_call_start     f, once its name is known
//   tool_call_delta     `{}`, once its object has ended
//   tool_call           f({})
//   tool_call_error     `missing_name`, for the 5

#include <cstdint>
#include <string_view>
#include <vector>

#include "body/call_part.hpp"
#include "machine/context.hpp"

namespace tagstream {

class CallEvents {
 public:
  /// Incremental: the calls whose names have become known, and new bytes of their arguments.
  void announce(Context& context, const Segment& segment);
  /// The same for bytes of the segment, up to its end, that only make the arguments of the last one
  /// longer.
  void send_plain(Context& context, std::string_view piece);
  /// True if a call of the open body has been announced.
  [[nodiscard]] bool has_started() const { return !started_.empty(); }

  /// The body has ended, or is complete: an event for each call and error in it, and what is not a
  /// call goes where the policy says.
  void emit(Context& context);
  /// An error of the whole body: one for each call that has started, the first with the body.
  void emit_error(Context& context, const CallPart& part);
  /// The same for an error whose bytes have left, or will leave, as content.
  void quote_error(Context& context, const CallPart& part, std::string_view raw, Span span);
  /// The body is longer than the limit: each call that has started ends in an error.
  void emit_too_large(Context& context, std::uint64_t bound);
  /// Bytes of a body that is not a call leave as content, as far as they can't be what ends it.
  void give_back(Context& context, const Segment& segment);

  /// What was given of the prompt does not count.
  void begin_answer() { next_index_ = 0; }

  /// The open call is over.
  void forget_call(Output& out) {
    forget_started(out);
    announced_items_ = errors_before_ = 0;
  }

 private:
  struct Started {  // a call of the open body that has been announced
    std::size_t item = 0;
    std::uint32_t index = 0;
    std::size_t argument_bytes_sent = 0;
    std::string_view name;  // in `names_`
  };

  [[nodiscard]] bool gives_back(const Context& context) const;
  bool may_call(const Context& context, std::size_t item);
  Started start(Context& context, std::size_t item, std::string_view tool, std::string_view id);
  void send_arguments(Context& context, Started& started, std::string_view piece,
                      bool is_in_window);
  void emit_part(Context& context, const CallPart& part, Started* started, std::string_view raw,
                 Span span);
  /// The same, and the event accounts for the bytes of its span.
  void take_out(Context& context, const CallPart& part, Started* started, std::string_view raw,
                Span span);
  /// Adds the start of a call, or a piece of its arguments.
  static Event& add_piece(Context& context, EventKind kind, const Started& started);
  void forget_started(Output& out);

  std::vector<Started> started_;
  KeptStrings names_;
  std::size_t announced_items_ = 0;
  std::uint32_t next_index_ = 0;
  std::uint64_t calls_ = 0;        // that have ended
  std::size_t errors_before_ = 0;  // so many items of the open body are errors, then comes a call
};

}  // namespace tagstream

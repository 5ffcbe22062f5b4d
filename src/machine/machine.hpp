#pragma once

// Reads one stream by a program: the engine of every reader.
//
// The machine is always in one *place*: in the visible text, a message header, a hidden section, a
// call, between calls, after the opening tag of a wrapper around calls, or in a fence. A place
// reads on and returns the place to go to (`Next`). After `begin` only `enter` changes places.
//
//   emitted()                         decided()                  segment end
//      |  waits                          |  attempt not yet decided |
//
// Bytes that are not decided wait in the window: an attempt at a tag or marker, a call, and what
// docs/architecture.md lists under "What waits".
//
// These hold between two feeds; where assertions are on, `check` asserts all but the last column:
//
//   place     flow.kind     flow.trimming       the open call            held from
//   text      content       may be              none                     an attempt, a code span,
//                                                                        blanks of `trim`
//   wrapper   content       no                  none                     the wrapper's tag
//   fence     content       no                  none                     the opener in the fence
//   between   content       in a wrapper        none                     the end of the call or
//                                                                        wrapper before
//   header    content       no                  none                     its first byte
//   hidden    not content   without a region    in a region, at most     an attempt, the region,
//                                               one, which is judged     a first closer, an opener
//   call      content       no                  one, which is collected  its opener
//
// Each class with such state says in a table or a sentence what can be, and has a function
// `is_sound`. No call is open once calls are over, and none has started if none is open.
//
// These names are offsets in the stream, in bytes. Each says something of the bytes before it:
//
//   emitted            events were emitted for these bytes
//   decided            the lexer has decided these bytes
//   keep_from          these bytes are not needed any more; the window drops them
//   read_until         a body has read these bytes
//   known_until        these bytes of a call's open value are final
//   body_before        these bytes belong to the body, even if the body turns out to be broken
//   not_closer_before  these bytes are not part of a closer
//
// With the dialect hermes, the events, the bytes held and the place after each feed:
//
//   feed("a<tool_")                 content `a`                        6 held   Text, in an attempt
//   feed("call>{\"name\": \"f\"}")   nothing                           24 held   in the call
//   feed("</tool_call>b")           tool_call f, content `b`           0 held   Text

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "machine/call_place.hpp"
#include "machine/context.hpp"
#include "machine/header.hpp"
#include "machine/hidden.hpp"
#include "machine/window.hpp"
#include "tagstream/limits.hpp"

namespace tagstream {

class Machine {
 public:
  /// Precondition: the program and the view outlive the machine.
  /// @param view  shortens the events of a long feed; null: none does
  explicit Machine(const Program& program, EventView* view = nullptr);
  ~Machine();
  /// A copy, between two feeds: the same chunks give the same events. An open call is read again.
  Machine(const Machine& other, EventView* view);
  Machine(const Machine&) = delete;  // its places refer to its context
  Machine& operator=(const Machine&) = delete;

  /// Reads the end of the prompt, or one more of its pieces, and emits no events. Returns true if
  /// the prompt so far ends inside reasoning, a header, a call, or an unfinished tag or marker.
  /// Precondition: no chunk was fed.
  bool prime(std::string_view piece);
  std::span<const Event> feed(std::string_view chunk);
  std::span<const Event> finish();
  /// The events of the last feed, for a view that changes them.
  [[nodiscard]] FeedEvents& given() { return context_.out; }
  /// @param before  the counters to go on with
  void reset(const Stats& before = {});

  /// For a copy that reads what the machine holds: reads on up to the end of `segment`, which has
  /// all bytes that are still needed. Offsets in the events count in the segment.
  std::span<const Event> read_ahead(const Segment& segment, bool at_end);
  /// Where the fence with which the answer begins has ended; `Fences::no_end` if it has not.
  [[nodiscard]] std::uint64_t first_fence_end() const {
    return context_.lexer.first_fence().first_end();
  }
  [[nodiscard]] Stats stats() const;
  [[nodiscard]] const Error* error() const { return context_.error.get(); }
  /// True if a short chunk without special bytes takes the fast path: it is passed on unread, or
  /// kept in an open call.
  [[nodiscard]] bool is_plain() const;

 private:
  enum class Place : std::uint8_t { text, header, hidden, call, between, wrapper, fence };
  /// `prompt`: `prime` was called. `answer`: `feed` was called. `ended`: `finish` was called.
  enum class Phase : std::uint8_t { fresh, prompt, answer, ended };

  std::span<const Event> refuse();
  std::span<const Event> after_stop(Phase phase);
  void say_stopped(std::uint64_t at);
  void begin();
  void begin_answer();
  void settle_prompt();
  void follow_beginning(std::string_view chunk);
  /// A short chunk, after the functions for such chunks have tried it.
  enum class Tried : std::uint8_t {
    read,      // it was read
    appended,  // it is in the window, and still to be read
    refused,   // it is not in the window
  };
  void read(std::string_view chunk, Tried tried = Tried::refused);
  bool feed_plain(std::string_view chunk);
  [[nodiscard]] bool has_only_backticks(std::string_view chunk) const;
  std::span<const Event> feed_any(std::string_view chunk, bool is_short);
  Tried feed_short(std::string_view chunk);
  Tried feed_held(std::string_view chunk);
  Tried feed_in_call(std::string_view chunk);
  [[nodiscard]] bool is_beginning() const;
  void run(bool at_end);
  void shorten_events();
  bool step(bool at_end);
  void enter(const Next& next);
  Machine(const Machine& other, EventView* view, const Window& window);
  void follow_failed_tags();
  void enter_fence(const Match& match);
  void keep_tags();
  void end_feed();
  void check() const;
  [[nodiscard]] const scan::ByteSet* plain_bytes() const;
  [[nodiscard]] std::uint64_t decided() const;
  [[nodiscard]] std::uint64_t keep_from() const;
  void collect();

  Context context_;
  Window window_;
  std::unique_ptr<Hidden> hidden_;  // kept for the next section
  Header header_;
  Between between_;
  /// The bytes that may begin a tag or marker at this place. Null: the fast path is not allowed.
  const scan::ByteSet* plain_ = nullptr;
  Stats stats_;
  EventView* view_;
  Place place_ = Place::text;
  std::uint8_t like_sse_ = 0;  // bytes of `sse_begin` that the answer began with, or `not_sse`
  Phase phase_ = Phase::fresh;
  /// `plain_` is set in the answer, after its beginning, and no prompt has to be subtracted from
  /// offsets.
  bool feeds_plain_ = false;
};

}  // namespace tagstream

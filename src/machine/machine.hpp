#pragma once

// Reads one stream by a program: the engine after every reader.
//
// It is always in one *place*: in the visible text, a message header, a hidden section, a call, or
// between calls. A place reads on and says where to go next (`Next`); only `enter` changes places.
//
//   emitted()                         decided()                  segment end
//      |  waits                          |  attempt not yet decided |
//
// What may still become something else waits in the window: an attempt at a tag or marker, a call,
// the header of a message, and the region of calls inside reasoning.
//
// How far: all are places in the stream, in bytes, and each is the first byte that is not covered.
//
//   emitted            events have been given for the bytes before it
//   decided            the lexer knows what the bytes before it are
//   keep_from          the bytes before it are needed no more; the window drops them
//   read_until         a body has read the bytes before it
//   known_until        the bytes of a call's open value before it stay as they are
//   body_before        the bytes before it belong to the body, even if the body proves to be broken
//   not_closer_before  the bytes before it are no part of a closer
//
// With the dialect hermes, `held` after each feed:
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
  /// Precondition: the program outlives the machine.
  explicit Machine(const Program& program);
  Machine(const Machine&) = delete;  // its places refer to its context
  Machine& operator=(const Machine&) = delete;

  /// Reads the end of the prompt, or one more piece of it: nothing comes out. True inside of
  /// something: reasoning, a header, a call, or what may become a marker.
  /// Precondition: nothing has been fed.
  bool prime(std::string_view piece);
  std::span<const Event> feed(std::string_view chunk);
  std::span<const Event> finish();
  /// What the last feed has given, for a view that changes it.
  [[nodiscard]] FeedEvents& given() { return context_.out; }
  /// @param before  what has been counted, if it goes on
  void reset(const Stats& before = {});
  [[nodiscard]] Stats stats() const;
  [[nodiscard]] const Error* error() const { return context_.error.get(); }
  /// True if a short chunk that begins and ends nothing is not read at once: it is passed on, or
  /// kept in an open call.
  [[nodiscard]] bool is_plain() const;

 private:
  enum class Place : std::uint8_t { text, header, hidden, call, between, wrapper };

  std::span<const Event> refuse();
  void begin_answer();
  void follow_beginning(std::string_view chunk);
  void read(std::string_view chunk);
  bool feed_plain(std::string_view chunk);
  bool feed_held(std::string_view chunk);
  bool feed_in_call(std::string_view chunk);
  void run(bool at_end);
  bool step(bool at_end);
  void enter(const Next& next);
  void end_feed();
  [[nodiscard]] const scan::ByteSet* plain_bytes() const;
  [[nodiscard]] std::uint64_t decided() const;
  [[nodiscard]] std::uint64_t keep_from() const;
  void collect();

  Context context_;
  Window window_;
  std::unique_ptr<Hidden> hidden_;  // kept for the next one
  Header header_;
  Between between_;
  /// What may begin something here, where nothing else has to be looked at; else null.
  const scan::ByteSet* plain_ = nullptr;
  Stats stats_;
  Place place_ = Place::text;
  std::uint8_t like_sse_ = 0;  // bytes of `sse_begin` with which the answer began
  bool is_beginning_ = true;   // it may begin with more of them
  bool is_answering_ = false;  // something has been fed
  bool feeds_plain_ = false;   // `plain_` is set, and no prompt has to be subtracted from offsets
  bool is_appended_ = false;   // the chunk has been appended to the window already
  bool has_begun_ = false;
  bool has_ended_ = false;
};

}  // namespace tagstream

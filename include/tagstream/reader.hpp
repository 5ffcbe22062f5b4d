#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/lifetime.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/message.hpp"
#include "tagstream/options.hpp"

namespace tagstream {

struct Program;

/// Checked and compiled options: immutable, cheap to copy, shared by any number of readers and
/// threads.
class Rules {
 public:
  /// @error bad_option — the options have no dialect and no rule, an unknown name, two rules for
  ///                     one tag or marker, a format that is not read as it is written (the message
  ///                     has line, column and the nearest word), contradictions, or tools that are
  ///                     not JSON
  /// @cost  O(total length of the options), once; trying a format takes up to a millisecond more
  static Result<Rules> make(Options options);
  Rules(const Rules&);
  Rules(Rules&&) noexcept;
  Rules& operator=(const Rules&);
  Rules& operator=(Rules&&) noexcept;
  ~Rules();

  /// The options that the rules were made of. If `model` was given, `dialect` is set, too.
  [[nodiscard]] const Options& options() const& TAGSTREAM_LIFETIMEBOUND;
  const Options& options() const&& = delete;  // the options would outlive the rules
  /// The rules in force, as text: the dialect, your own rules, and the value of each other option.
  [[nodiscard]] std::string explain() const;

  /// For the library itself.
  Rules(std::shared_ptr<const Program> program, std::shared_ptr<const Options> options)
      : program_(std::move(program)), options_(std::move(options)) {}
  [[nodiscard]] const std::shared_ptr<const Program>& program() const& { return program_; }
  const std::shared_ptr<const Program>& program() const&& = delete;

 private:
  std::shared_ptr<const Program> program_;
  std::shared_ptr<const Options> options_;
};

/// Reads one stream by rules.
///
/// One reader reads one stream and belongs to one thread at a time. It never fails because of the
/// text (L8). The cost is linear in the text: no part is read many times (L5). If memory runs out
/// in `feed`, `finish` or `prime`, so that `std::bad_alloc` leaves it, only `reset` or the
/// destructor may follow.
/// @source docs/architecture.md ; L1 to L8
class Reader {
 public:
  /// A reader for one stream by these rules.
  explicit Reader(Rules rules);
  /// Compiles `options` and makes a reader of them. @error as `Rules::make`
  static Result<Reader> make(Options options);
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  /// The events that this chunk makes certain. Text that may still become a tag or marker of a rule
  /// is held; all text before it is returned now.
  /// @param chunk  UTF-8 or any bytes; may end inside a tag or a code point, may be empty
  /// @return       events in stream order; views live until the next feed, finish or reset, and no
  ///               longer than the bytes that were fed. After a stop there are no events; after
  ///               `finish` there is one, `stopped` with `fed_after_finish`
  /// @cost         O(chunk) amortised; holds at most `max_held_bytes` + `max_tag_bytes`
  std::span<const Event> feed(std::string_view chunk TAGSTREAM_LIFETIMEBOUND) &
      TAGSTREAM_LIFETIMEBOUND;

  /// As `feed`, for a temporary string, which is kept until the next feed, finish or reset.
  template <TemporaryString S>
      std::span<const Event> feed(S&& chunk) & TAGSTREAM_LIFETIMEBOUND {
    return feed_kept(std::string(std::move(chunk)));
  }
  std::span<const Event> feed(std::string_view chunk) && =
      delete;  // the events would outlive the reader

  /// Ends the stream and returns the events of all held bytes; they live as those of `feed`. A
  /// second call returns no events.
  std::span<const Event> finish() & TAGSTREAM_LIFETIMEBOUND;
  std::span<const Event> finish() && = delete;

  /// Reads the end of the prompt by the same rules, in one or more pieces, without events. The
  /// answer begins in the state in which the prompt ends: in reasoning, in a header, in a call, or
  /// inside a marker. Offsets of the answer count from the end of the prompt.
  ///
  /// Text before the last header of an assistant's message that the dialect knows is not read.
  /// After `prime`, the prompt alone decides where the answer begins; the dialect,
  /// `start_in_reasoning` and `start_inside` do not.
  /// @return  true if the prompt ends inside an element, a header, a call or a marker
  /// @error limit_exceeded — only with `on_limit` `stop`
  /// @cost    O(tail)
  /// @pre     nothing has been fed since the last reset; else an assertion fails, or without
  ///          assertions nothing is read, and false comes back
  /// @source docs/read.md#where-an-answer-begins
  Result<bool> prime(std::string_view tail);

  /// The error that stopped this reader (`on_limit` = `stop`); null if it was not stopped.
  [[nodiscard]] const Error* error() const& TAGSTREAM_LIFETIMEBOUND;
  const Error* error() const&& = delete;

  /// A copy that goes on on its own: the same chunks give the same events. For several answers to
  /// one prompt, and for text that may be taken back. The events of the last feed stay with this
  /// reader.
  /// @cost  O(bytes held), for the copy and once more for its next feed
  [[nodiscard]] Reader clone() const;

  /// Forgets the stream, keeps the rules with their `prompt_tail`, and is ready for the next one.
  void reset();

  /// The counters since the last reset.
  [[nodiscard]] Stats stats() const;
  /// The rules of this reader.
  [[nodiscard]] const Rules& rules() const& TAGSTREAM_LIFETIMEBOUND;
  const Rules& rules() const&& = delete;

 private:
  std::span<const Event> feed_kept(std::string chunk) TAGSTREAM_LIFETIMEBOUND;
  void begin();

  struct Impl;
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Reads a whole answer: `feed(text)`, then `finish()`, collected to a message.
[[nodiscard]] Message read(std::string_view text, const Rules& rules);
/// As above, by options, which are compiled first. @error as `Rules::make`
[[nodiscard]] Result<Message> read(std::string_view text, Options options);

}  // namespace tagstream

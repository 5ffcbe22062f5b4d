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
  /// @error bad_option — no dialect and no rule, an unknown name, two rules for one tag or marker,
  /// a
  ///                     format that is not read as it is written (the message gives line, column
  ///                     and the word that is meant), options that contradict each other, tools
  ///                     that are not JSON
  /// @cost  O(total length of the options), once; with a format it is tried, which takes up to a
  ///        millisecond
  static Result<Rules> make(Options options);
  Rules(const Rules&);
  Rules(Rules&&) noexcept;
  Rules& operator=(const Rules&);
  Rules& operator=(Rules&&) noexcept;
  ~Rules();

  /// What they were made of; `dialect` is set where `model` has named it.
  [[nodiscard]] const Options& options() const& TAGSTREAM_LIFETIMEBOUND;
  const Options& options() && = delete;  // of rules that are gone
  /// What is read by, as text: the dialect, rules of your own, and each other option that counts.
  [[nodiscard]] std::string explain() const;

  /// For the library itself.
  Rules(std::shared_ptr<const Program> program, std::shared_ptr<const Options> options)
      : program_(std::move(program)), options_(std::move(options)) {}
  [[nodiscard]] const std::shared_ptr<const Program>& program() const { return program_; }

 private:
  std::shared_ptr<const Program> program_;
  std::shared_ptr<const Options> options_;
};

/// Reads one stream by rules.
///
/// One reader reads one stream and belongs to one thread at a time. It never fails because of the
/// text (L8). The output is read once and never rescanned.
/// @source docs/architecture.md ; L1 to L8
class Reader {
 public:
  /// Ready to read one stream by these rules.
  explicit Reader(Rules rules);
  /// The same in one step. @error as `Rules::make`
  static Result<Reader> make(Options options);
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  /// What this chunk makes certain. Text that may still become a tag or marker that a rule names is
  /// held back; everything before it is returned now.
  /// @param chunk  UTF-8 or any bytes; may end inside a tag or a code point, may be empty
  /// @return       events in stream order; views live until the next feed, finish or reset, and no
  ///               longer than the bytes that were fed. After a stop there are no events; after
  ///               `finish` there is one, `stopped` with `fed_after_finish`
  /// @cost         O(chunk) amortised; holds at most `max_held_bytes` + `max_tag_bytes`
  std::span<const Event> feed(std::string_view chunk TAGSTREAM_LIFETIMEBOUND) &
      TAGSTREAM_LIFETIMEBOUND;

  /// The same for a temporary string, which is kept until the next feed, finish or reset.
  template <TemporaryString S>
      std::span<const Event> feed(S&& chunk) & TAGSTREAM_LIFETIMEBOUND {
    return feed_kept(std::string(std::move(chunk)));
  }
  std::span<const Event> feed(std::string_view chunk) && =
      delete;  // events of a reader that is gone

  /// The end of the stream: everything held comes out. A second time gives nothing.
  std::span<const Event> finish() & TAGSTREAM_LIFETIMEBOUND;
  std::span<const Event> finish() && = delete;

  /// Reads the end of the prompt by the same rules, in one or more pieces, and gives nothing: the
  /// answer goes on where it ends, in reasoning, in a header, in a call, or in a marker that is
  /// half written. Offsets of the answer count from after it.
  ///
  /// What stands before the last header of an assistant's message that the dialect knows is not
  /// read. Where the dialect starts, `start_in_reasoning` and `start_inside` mean nothing then: the
  /// prompt says it.
  /// @return  true if something is open
  /// @error limit_exceeded — only with `on_limit` `stop`
  /// @cost    O(tail)
  /// @pre     nothing has been fed since the last reset
  /// @source docs/read.md#where-an-answer-begins
  Result<bool> prime(std::string_view tail);

  /// What stopped this reader (`on_limit` `stop`), or null.
  [[nodiscard]] const Error* error() const& TAGSTREAM_LIFETIMEBOUND;
  const Error* error() && = delete;

  /// Forgets the stream, keeps the rules, and is ready for the next one.
  void reset();

  /// What has been read and held since the last reset.
  [[nodiscard]] Stats stats() const;
  /// What it reads by.
  [[nodiscard]] const Rules& rules() const& TAGSTREAM_LIFETIMEBOUND;
  const Rules& rules() && = delete;

 private:
  std::span<const Event> feed_kept(std::string chunk) TAGSTREAM_LIFETIMEBOUND;
  void begin();

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Reads a whole answer: `feed(text)`, then `finish()`, collected.
[[nodiscard]] Message read(std::string_view text, const Rules& rules);
/// The same in one step. @error as `Rules::make`
[[nodiscard]] Result<Message> read(std::string_view text, Options options);

}  // namespace tagstream

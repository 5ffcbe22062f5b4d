#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/lifetime.hpp"
#include "tagstream/limits.hpp"
#include "tagstream/policy.hpp"

namespace tagstream {

/// What a thought event reports.
enum class ThoughtEventKind : std::uint8_t {
  content_delta,  ///< text outside of thoughts
  thought_delta,  ///< a piece of a thought that is still open (`ThoughtOptions::live`); quotes only
  thought,        ///< a thought is complete, or the stream ended inside it
  markup,         ///< a thought of blanks only: nothing to show
  notice,         ///< a limit was reached
  stopped,        ///< `LimitPolicy::error`: the reader has stopped, this is its last event
};

/// The word used for `kind` in output, for example "thought-stream".
[[nodiscard]] const char* to_string(ThoughtEventKind kind) noexcept;

/// One thing that happened in a stream of thoughts and text.
///
/// The spans of content, thoughts and markup tile the input (L3); deltas and notices only quote.
/// Views live until the next `feed`, `finish` or `reset`, and no longer than the bytes that were
/// fed.
struct ThoughtEvent {
  ThoughtEventKind kind = ThoughtEventKind::content_delta;
  NoticeCode code = NoticeCode::none;  ///< notice
  bool has_attributes = false;         ///< thought: written in attributes; the next two are set
  bool has_type = false;               ///< thought: it has a `thought_type`
  bool is_closed = false;              ///< thought: the closing tag was there
  bool is_truncated = false;           ///< thought: cut at `max_held_bytes`
  double confidence = 0.5;             ///< thought: 0 to 1; 0.5 if it is not such a number
  std::uint64_t begin = 0;             ///< first input byte accounted for
  std::uint64_t end = 0;               ///< one past the last
  std::string_view text;               ///< the delta; the thought, trimmed of blanks; the message
  std::string_view type;               ///< thought: the value of `thought_type`, decoded
};

struct ThoughtOptions {
  /// The tags that hold thoughts.
  std::vector<std::string> names{"thinking"};

  /// As for hidden sections.
  Nesting nesting = Nesting::balanced;

  /// Report thoughts in pieces while they are open, too. Joined, the pieces are the thought; one
  /// that is cut goes on in pieces.
  bool live = false;

  bool ignore_case = false;
  bool markdown_code = false;

  /// `max_held_bytes` also cuts a thought: its body, from its first byte on. Under
  /// `LimitPolicy::error` it stops the reader.
  Limits limits{};
};

/// Takes the thoughts out of a text, in three spellings: `<thinking>text</thinking>`, and with the
/// attributes `thought`, `thought_type` and `confidence`, self-closing or not. `Snapshots` stands
/// in front of it where each chunk is the whole text so far.
/// @source docs/thoughts.md
class ThoughtReader {
 public:
  /// @error bad_option — no name, one that is not a tag name, one twice
  static Result<ThoughtReader> make(ThoughtOptions options);

  ThoughtReader(ThoughtReader&&) noexcept;
  ThoughtReader& operator=(ThoughtReader&&) noexcept;
  ~ThoughtReader();

  /// What this chunk makes certain.
  /// @param chunk  any bytes, cut anywhere
  /// @return       events in the order of the text; views live until the next feed, finish or
  ///               reset, and no longer than the bytes that were fed. After a stop there are no
  ///               events.
  /// @cost         O(chunk) amortised
  /// Precondition: `finish` has not been called since the last reset.
  std::span<const ThoughtEvent> feed(std::string_view chunk TAGSTREAM_LIFETIMEBOUND)
      TAGSTREAM_LIFETIMEBOUND;

  /// The same for a temporary string, which is kept until the next feed, finish or reset.
  template <TemporaryString S>
  std::span<const ThoughtEvent> feed(S&& chunk) TAGSTREAM_LIFETIMEBOUND {
    return feed_kept(std::string(std::move(chunk)));
  }

  /// The end of the stream. A second time gives nothing.
  std::span<const ThoughtEvent> finish() TAGSTREAM_LIFETIMEBOUND;

  /// What stopped this reader (`LimitPolicy::error`), or null. Ask after `feed` and after `finish`.
  [[nodiscard]] const Error* error() const TAGSTREAM_LIFETIMEBOUND;

  void reset();
  [[nodiscard]] Stats stats() const;

 private:
  std::span<const ThoughtEvent> feed_kept(std::string chunk) TAGSTREAM_LIFETIMEBOUND;

  struct Impl;
  explicit ThoughtReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// A thought with its own copy of everything.
struct Thought {
  std::string text;  ///< trimmed of blanks
  std::string type;
  double confidence = 0.5;
  Span span;
  bool has_attributes = false;
  bool has_type = false;
  bool is_closed = false;
  bool is_truncated = false;
};

/// A whole text, taken apart.
struct Thoughts {
  std::string content;
  std::vector<Thought> thoughts;

  /// Adds what events say, and copies it. Deltas of a thought add nothing: its end has all of it.
  void add(std::span<const ThoughtEvent> events);
};

/// Reads a whole text at once: `feed(text)`, then `finish()`, collected.
/// @error bad_option — as `ThoughtReader::make`
/// @error limit_exceeded — only with `LimitPolicy::error`
[[nodiscard]] Result<Thoughts> thoughts_all(std::string_view text, const ThoughtOptions& options);

}  // namespace tagstream

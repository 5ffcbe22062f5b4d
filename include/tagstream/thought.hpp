#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/limits.hpp"

namespace tagstream {

/// What a thought event tells.
enum class ThoughtEventKind : std::uint8_t {
  content_delta,  ///< text outside of thoughts
  thought_delta,  ///< a piece of a thought that is still open (`ThoughtOptions::live`); quotes only
  thought,        ///< a thought is complete, or the stream ended inside it
  markup,         ///< a thought of blanks only: nothing to show
  notice,         ///< a limit was reached
};

/// The word used for `kind` in output, for example "thought-stream".
[[nodiscard]] const char* to_string(ThoughtEventKind kind) noexcept;

/// One thing that happened in a stream of thoughts and text.
///
/// The spans of content, thoughts and markup tile the input (L3); deltas and notices only quote.
/// Views live until the next `feed`, `finish` or `reset`.
struct ThoughtEvent {
  ThoughtEventKind kind = ThoughtEventKind::content_delta;
  NoticeCode code = NoticeCode::none;  ///< notice
  bool has_attributes = false;         ///< thought: written in attributes; the next two are set
  bool has_type = false;               ///< thought: `thought_type` was given
  bool is_closed = false;              ///< thought: the closing tag was there
  bool is_truncated = false;           ///< thought: cut at `max_held_bytes`
  double confidence = 0.5;             ///< thought: 0 to 1; 0.5 if it was none
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

  /// Give thoughts in pieces while they are open, too. Joined, the pieces are the thought; one that
  /// is cut goes on in pieces.
  bool live = false;

  bool ignore_case = false;
  bool markdown_code = false;

  /// `max_held_bytes` also cuts a thought: its body, from its first byte on. Under
  /// `LimitPolicy::error` it stops the reader.
  Limits limits{};
};

/// Tells thoughts from text, in three spellings: `<thinking>text</thinking>`, and with the
/// attributes `thought`, `thought_type` and `confidence`, self-closing or not. `Snapshots` stands
/// in front of it where each chunk is the whole text so far.
/// @source docs/thoughts.md
class ThoughtReader {
 public:
  /// @error bad_option — no name, one that is no tag name, one given twice
  static Result<ThoughtReader> make(const ThoughtOptions& options);

  ThoughtReader(ThoughtReader&&) noexcept;
  ThoughtReader& operator=(ThoughtReader&&) noexcept;
  ~ThoughtReader();

  /// What this chunk makes certain. @error as `Filter::feed`
  Result<std::span<const ThoughtEvent>> feed(std::string_view chunk);

  /// The end of the stream. A second call gives nothing.
  std::span<const ThoughtEvent> finish();

  /// What stopped this reader (`LimitPolicy::error`), or null. Ask behind `finish`, too.
  [[nodiscard]] const Error* error() const;

  void reset();
  [[nodiscard]] Stats stats() const;

 private:
  struct Impl;
  explicit ThoughtReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace tagstream

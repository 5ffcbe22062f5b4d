#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/lifetime.hpp"
#include "tagstream/limits.hpp"

namespace tagstream {

struct Program;

/// Checked and compiled options: immutable, cheap to copy, shared by any number of readers and
/// threads. Made as `FilterRules`, `ToolRules` or `ParseRules`.
class Rules {
 public:
  explicit Rules(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
  [[nodiscard]] const std::shared_ptr<const Program>& program() const { return program_; }

 private:
  std::shared_ptr<const Program> program_;
};

/// Reads one stream by rules. What it looks for is data: a `Filter`, a `ToolReader` and a `Parser`
/// are readers whose rules have been made from different options.
///
/// One reader reads one stream and belongs to one thread at a time. It never fails because of the
/// text (L8). The output is read once and never rescanned.
/// @source docs/architecture.md ; L1 to L8
class Reader {
 public:
  explicit Reader(Rules rules);
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  /// What this chunk makes certain. Text that may still become a tag or marker that a rule names is
  /// held back; everything before it is returned now.
  /// @param chunk  UTF-8 or any bytes; may end inside a tag or a code point, may be empty
  /// @return       events in stream order; views live until the next feed, finish or reset, and no
  ///               longer than the bytes that were fed. After a stop there are no events.
  /// @cost         O(chunk) amortised; holds at most `max_held_bytes` + `max_tag_bytes`
  /// Precondition: `finish` has not been called since the last reset.
  std::span<const Event> feed(std::string_view chunk TAGSTREAM_LIFETIMEBOUND)
      TAGSTREAM_LIFETIMEBOUND;

  /// The same for a temporary string, which is kept until the next feed, finish or reset.
  template <TemporaryString S>
  std::span<const Event> feed(S&& chunk) TAGSTREAM_LIFETIMEBOUND {
    return feed_kept(std::string(std::move(chunk)));
  }

  /// The end of the stream: everything held comes out. A second time gives nothing.
  std::span<const Event> finish() TAGSTREAM_LIFETIMEBOUND;

  /// What stopped this reader (`LimitPolicy::error`), or null. `EventKind::stopped` was its last
  /// event then, of `feed` or of `finish`: ask after both.
  [[nodiscard]] const Error* error() const TAGSTREAM_LIFETIMEBOUND;

  /// After `finish`: where the reasoning begins (its marker; 0 if the prompt has opened it) that
  /// was still open at the end of the text. Without a value none was: it has been closed, or ended
  /// at a call, or the reader has stopped.
  [[nodiscard]] std::optional<std::uint64_t> unclosed_reasoning() const;

  /// Forgets the stream, keeps the rules, and is ready for the next one.
  void reset();

  [[nodiscard]] Stats stats() const;

 protected:
  Result<bool> prime(std::string_view tail);

 private:
  std::span<const Event> feed_kept(std::string chunk) TAGSTREAM_LIFETIMEBOUND;

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tagstream

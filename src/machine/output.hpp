#pragma once

// What comes out of one feed, and how far bytes have left. Nothing else writes events.
//
// `emitted()` never goes back, even where reading does. What an event points to stands still until
// the next feed begins: in the chunk or the window, or here (kept strings).
//
// With `trim`:
//
//   a\n<think>b</think>  c      content `a`, markup `\n<think>`, reasoning `b`, markup `</think>`,
//                               markup of two blanks, content `c`
//
// The line end waits until `<think>` has said that the stretch of content is over.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "lex/segment.hpp"
#include "machine/feed_events.hpp"
#include "tagstream/event.hpp"

namespace tagstream {

/// The line of the visible text.
class VisibleLine {
 public:
  /// True if what has left ends a line, or nothing of its line has come yet.
  [[nodiscard]] bool is_at_start() const { return is_at_start_; }
  /// What comes now begins a line.
  void begin() { is_at_start_ = true; }
  void note(EventKind kind, char last) {
    if (kind == EventKind::content) is_at_start_ = is_line_end(last);
  }

 private:
  bool is_at_start_ = true;
};

/// What dialect auto has said: the rows of the first marker of reasoning, and of calls.
struct Named {
  bool reasoning = false;
  bool calls = false;
};

class Output : public FeedEvents {
 public:
  VisibleLine line;
  Named named;

  /// How far bytes have left.
  [[nodiscard]] std::uint64_t emitted() const { return emitted_; }
  /// Bytes up to `until` are accounted for by an event that the caller has added.
  void pass(std::uint64_t until) {
    if (until > emitted_ && trims()) rare_->stretch.is_open = false;
    emitted_ = until;
  }

  /// Blanks at either end of a stretch of content or reasoning leave as markup: they wait until
  /// something follows. More than `most` in a row stay what they are.
  void trim(std::size_t most);
  /// What was held back is the end of its stretch: bytes up to `until`.
  void end_stretch(const Segment& segment, std::uint64_t until) {
    if (trims() && emitted_ < until) emit_markup(segment, until);
  }
  /// What was held back is not.
  void release_blanks(const Segment& segment);
  /// Bytes that were looked at to trim.
  [[nodiscard]] std::uint64_t examined() const {
    return rare_ == nullptr ? 0 : rare_->stretch.examined;
  }

  /// The bytes up to `until` leave as `kind`; nothing happens if they have left already.
  void emit_until(const Segment& segment, EventKind kind, std::uint64_t until);
  /// The same where it is not known what follows: a code point is not cut.
  void emit_flowing(const Segment& segment, EventKind kind, std::uint64_t until,
                    LexerCounters& counters);
  /// A short chunk that leaves as it is. After `begin_plain` it is all of the feed.
  void emit_plain(EventKind kind, std::string_view chunk) {
    Event& event = only_plain() ? last() : add(kind, {});
    event.span = {emitted_, emitted_ + chunk.size()};
    event.text = chunk;
    line.note(kind, chunk.back());
    emitted_ += chunk.size();
  }
  /// True if a chunk of this kind with the last byte `last` may leave by `emit_plain`.
  [[nodiscard]] bool takes_plain(EventKind kind, char last) const {
    return !trims() || rare_->stretch.takes(kind, last);
  }
  /// The bytes up to `end` leave as markup.
  void emit_markup(const Segment& segment, std::uint64_t end);
  /// @param offset  what it speaks of
  void emit_notice(std::uint64_t offset, Code code, std::string_view message);

  /// The answer begins at `offset`: events of the bytes before it are dropped, and an event that
  /// spans it loses them.
  void begin_answer(std::uint64_t offset) {
    events_.clear();
    rare().answer = offset;
  }
  [[nodiscard]] std::uint64_t answer_begin() const { return rare_ == nullptr ? 0 : rare_->answer; }
  /// An offset as it is counted in the answer.
  [[nodiscard]] std::uint64_t in_answer(std::uint64_t read) const {
    return read - std::min(read, answer_begin());
  }
  /// The feed has ended: its pieces of a section say whose they are.
  /// @param open  the name of the section that is open now
  void name_pieces(std::string_view open);
  /// The feed has ended: events speak of the answer alone. Needed only after a prompt.
  void cut_prompt_off();

 private:
  // Content or reasoning that nothing has interrupted.
  struct OpenText {
    std::size_t most = 0;            // blanks that are held back
    std::uint64_t blanks_until = 0;  // what has not left is blanks up to here, if that is more
    std::uint64_t examined = 0;
    EventKind kind = EventKind::content;
    bool is_open = false;
    bool has_many = false;  // the blanks that come now are part of too many in a row

    [[nodiscard]] bool takes(EventKind next, char last) const {
      return is_open && !has_many && kind == next && !is_blank(last);
    }
  };

  // What few readers need; apart, so that an idle one stays small.
  struct Rare {
    std::uint64_t answer = 0;  // where it begins in what was read: before it stands the prompt
    bool trims = false;
    OpenText stretch;
  };

  [[nodiscard]] bool trims() const { return rare_ != nullptr && rare_->trims; }
  Rare& rare() {
    if (rare_ == nullptr) rare_ = std::make_unique<Rare>();
    return *rare_;
  }
  std::uint64_t trimmed_end(const Segment& segment, EventKind kind, std::uint64_t until);
  void emit(const Segment& segment, EventKind kind, std::uint64_t until);

  std::uint64_t emitted_ = 0;
  std::unique_ptr<Rare> rare_;
};

}  // namespace tagstream

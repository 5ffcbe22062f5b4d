#pragma once

// What comes out of one feed, and how far bytes have left. Nothing else writes events.
//
// `emitted()` never goes back, even where reading does. What an event points to stands still until
// the next feed begins: in the chunk or the window, or here (elements, calls, kept strings).

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/growing_array.hpp"
#include "base/kept_strings.hpp"
#include "base/pool.hpp"
#include "base/text.hpp"
#include "lex/segment.hpp"
#include "tagstream/call.hpp"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"

namespace tagstream {

/// The same element at `start`, its opening tag or marker in `copy`, byte for byte.
inline Element element_at(std::uint64_t start, const Element& element, std::string_view copy) {
  if (element.is_marker()) return {start, copy};
  return {start, copy, static_cast<std::uint32_t>(element.name().size())};
}

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

/// Where the answer begins in what was read: before it stands the prompt.
struct Answer {
  std::uint64_t begin = 0;
  /// An offset as it is counted in the answer.
  [[nodiscard]] std::uint64_t offset(std::uint64_t read) const {
    return read - std::min(read, begin);
  }
};

class Output {
 public:
  Answer answer;
  VisibleLine line;

  /// A feed begins: what the last one gave is dead.
  void begin_feed() {
    events_.clear();
    elements_.clear();
    calls_.clear();
    kept_.clear();
  }
  [[nodiscard]] std::span<const Event> events() const { return events_.view(); }

  /// How far bytes have left.
  [[nodiscard]] std::uint64_t emitted() const { return emitted_; }
  /// Bytes up to `until` are accounted for by an event that the caller has added.
  void pass(std::uint64_t until) { emitted_ = until; }

  /// The bytes up to `until` leave as `kind`; nothing happens if they have left already.
  void emit_until(const Segment& segment, EventKind kind, std::uint64_t until);
  /// The same where it is not known what follows: a code point is not cut.
  void emit_flowing(const Segment& segment, EventKind kind, std::uint64_t until,
                    LexerCounters& counters);
  /// A short chunk that leaves as it is.
  void emit_plain(EventKind kind, std::string_view chunk);
  /// The bytes up to `end` leave as markup.
  void emit_markup(const Segment& segment, std::uint64_t end);
  void emit_notice(std::uint64_t offset, NoticeCode code, std::string_view message);
  void emit_stop(const Error& error);

  /// An event that the caller fills in.
  Event& add(EventKind kind, Span span);
  /// The one added last. Precondition: there is one.
  [[nodiscard]] Event& last() { return events_.back(); }
  /// An element for events of this feed.
  const Element* add_element(const Element& element) { return &(elements_.add() = element); }
  /// A call for an event of this feed.
  Call& add_call(const Element& element) {
    Call& call = calls_.add();
    call = Call();
    static_cast<Element&>(call) = element;
    return call;
  }
  /// The first call of the last feed, once more. Precondition: that feed gave one, this one none.
  Call& add_same_call() { return calls_.add(); }
  /// Makes room for many events at once, no more than they need.
  void make_room(std::size_t events);

  /// The answer begins at `offset`: what was given of the bytes before it is dropped, and what will
  /// be given of them is cut off.
  void begin_answer(std::uint64_t offset) {
    events_.clear();
    answer.begin = offset;
  }
  /// The feed has ended: events speak of the answer alone. Needed only after a prompt.
  void cut_prompt_off();

  /// Strings for events of this feed.
  [[nodiscard]] KeptStrings& kept() { return kept_; }
  std::string_view keep(std::string text) { return tagstream::keep(kept_, std::move(text)); }

 private:
  GrowingArray<Event> events_;
  Pool<Element, 16> elements_;
  Pool<Call, 4> calls_;
  KeptStrings kept_;
  std::uint64_t emitted_ = 0;
};

}  // namespace tagstream

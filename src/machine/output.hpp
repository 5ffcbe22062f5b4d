#pragma once

// Holds the events of a feed, and counts the bytes that were emitted.
//
// `emitted()` never decreases, even if bytes are read a second time. The bytes of an event do not
// move until the next feed begins: they are in the chunk, in the window, or in kept strings.
//
// With `trim`:
//
//   a\n<think>b</think>  c      content `a`, markup `\n<think>`, reasoning `b`, markup `</think>`,
//                               markup of two blanks, content `\n`, content `c`
//
// The line end waits until `<think>` shows that the stretch of content is over. It is content only
// if content follows, so that the message does not end in blanks. The event of that content has an
// empty span, since the markup accounts for the byte.

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/apart.hpp"
#include "base/text.hpp"
#include "lex/segment.hpp"
#include "machine/feed_events.hpp"
#include "tagstream/event.hpp"

namespace tagstream {

/// The line of the visible text. It is followed only for rules that ask for it, since each piece of
/// text would pay for it.
class VisibleLine {
 public:
  /// Follows the text from its beginning.
  void follow() { is_followed_ = true; }
  /// True if the next visible byte begins a line, spaces and tabs aside.
  [[nodiscard]] bool is_at_start() const {
    assert(is_followed_);
    return is_at_start_;
  }
  /// The next visible byte begins a line.
  void begin() { is_at_start_ = true; }
  /// Precondition: `text` is not empty. A blank at its end says nothing. Whether one stands there
  /// can't be predicted, so that no branch depends on it: the byte before it is taken instead.
  void note(EventKind kind, std::string_view text) {
    if (!is_followed_ || kind != EventKind::content) return;
    const std::size_t last = text.size() - 1;
    const std::size_t before = kind_of(text[last]) >> 1U & std::size_t{last != 0};
    const std::uint8_t decisive = kind_of(text[last - before]);
    if (decisive == space) return note_before_spaces(text);
    is_at_start_ = decisive == line_end;
  }

 private:
  static constexpr std::uint8_t line_end = 1;
  static constexpr std::uint8_t space = 2;
  static constexpr auto kinds = [] {
    std::array<std::uint8_t, 256> table{};
    table['\n'] = table['\r'] = line_end;
    table[' '] = table['\t'] = space;
    return table;
  }();
  static std::uint8_t kind_of(char byte) { return kinds[static_cast<unsigned char>(byte)]; }
  void note_before_spaces(std::string_view text) {
    std::size_t size = text.size();
    while (size != 0 && kind_of(text[size - 1]) == space) --size;
    if (size != 0) is_at_start_ = kind_of(text[size - 1]) == line_end;
  }

  bool is_followed_ = false;
  bool is_at_start_ = true;
};

/// The notices `family` of dialect auto that were emitted: for the first marker of reasoning, and
/// for that of calls.
struct FamilyNotices {
  bool reasoning = false;
  bool calls = false;
};

class Output : public FeedEvents {
 public:
  VisibleLine line;
  FamilyNotices named;

  /// The place up to which all bytes were emitted.
  [[nodiscard]] std::uint64_t emitted() const { return emitted_; }
  /// Bytes up to `until` are accounted for by an event that the caller has added.
  void pass(std::uint64_t until) {
    if (until > emitted_ && rare_ != nullptr) close_stretch();
    emitted_ = until;
  }

  /// From now on blanks at both ends of the content and of the reasoning become markup, and where
  /// something is taken out blanks stay on one side only: blanks wait until other bytes follow.
  /// More than `most` blanks in a row do not wait, and stay text.
  void trim(std::size_t most);
  /// The blanks that wait, up to `until`, end their stretch: they become markup.
  void end_stretch(const Segment& segment, std::uint64_t until) {
    if (trims() && emitted_ < until) emit_markup(segment, until);
  }
  /// The blanks that wait do not end their stretch: they become text.
  void release_blanks(const Segment& segment);
  /// Reasoning after `begin` becomes the end of the content: what separates the two is emitted.
  void separate_content(std::uint64_t begin);
  /// The number of bytes examined for trimming.
  [[nodiscard]] std::uint64_t examined() const {
    return rare_ == nullptr ? 0 : rare_->open_text.examined;
  }

  /// Emits the bytes up to `until` as `kind`. Nothing happens if they were emitted before.
  void emit_until(const Segment& segment, EventKind kind, std::uint64_t until);
  /// As `emit_until`, but an incomplete code point at the end waits for its other bytes.
  void emit_flowing(const Segment& segment, EventKind kind, std::uint64_t until,
                    LexerCounters& counters);
  /// Emits a whole short chunk as `event`, one of this feed.
  void emit_plain(Event& event, EventKind kind, std::string_view chunk) {
    event.span = {emitted_, emitted_ + chunk.size()};
    event.text = chunk;
    line.note(kind, chunk);
    emitted_ += chunk.size();
  }
  /// True if `emit_plain` may emit a chunk of this kind whose last byte is `last`.
  [[nodiscard]] bool takes_plain(EventKind kind, char last) const {
    return !trims() || rare_->open_text.takes(kind, last);
  }
  /// The entities in the text of the section that begins, or begins no more, are decoded.
  void decode_section(bool decodes) {
    if (decodes || rare_ != nullptr) rare().decodes_section = decodes;
  }
  /// Emits the bytes up to `end` as markup.
  void emit_markup(const Segment& segment, std::uint64_t end);
  /// @param offset  the byte that the notice is about
  void emit_notice(std::uint64_t offset, Code code, std::string_view message);

  /// The answer begins at `offset`. Events of bytes before it are dropped, and an event with bytes
  /// on both sides loses those before it.
  void begin_answer(std::uint64_t offset) {
    events_.clear();
    rare().answer = offset;
    // The prompt has the blanks that separate its text from the answer's.
    for (Edge& edge : rare_->edges) {
      if (!edge.blanks.empty()) edge.last = Edge::Last::blank;
      edge.blanks.clear();
    }
  }
  [[nodiscard]] std::uint64_t answer_begin() const { return rare_ == nullptr ? 0 : rare_->answer; }
  /// An offset as it is counted in the answer.
  [[nodiscard]] std::uint64_t in_answer(std::uint64_t read) const {
    return read - std::min(read, answer_begin());
  }
  /// The feed has ended: its section_delta events get the name of their section.
  /// @param open  the name of the section that is open now; empty if none is
  void name_pieces(std::string_view open);
  /// The feed has ended: removes the prompt's bytes from its events. Needed only after a prompt.
  void cut_prompt_off();

 private:
  // A stretch of content or reasoning without other events in between.
  struct OpenText {
    std::size_t most = 0;            // the most blanks that may wait
    std::uint64_t begin = 0;         // the first byte that is not markup
    std::uint64_t blanks_until = 0;  // the bytes from `emitted_` to here are blanks
    std::uint64_t examined = 0;
    EventKind kind = EventKind::content;
    enum class State : std::uint8_t {
      off,     // blanks are not trimmed
      closed,  // no stretch is open
      open,
      blank,     // open, and the blanks read now belong to more than `most` in a row
      released,  // open, and the last byte that was emitted is a blank
    } state = State::off;

    [[nodiscard]] bool is_open() const { return state >= State::open; }
    [[nodiscard]] bool takes(EventKind next, char last) const {
      return state == State::open && kind == next && !is_blank(last);
    }
  };

  // The end of the last stretch of one kind. The next stretch of that kind begins there.
  struct Edge {
    enum class Last : std::uint8_t { nothing, text, blank } last = Last::nothing;
    std::uint64_t end = 0;  // one past the last byte that is text
    std::string blanks;     // they become text if other text follows

    // True if the next stretch loses the blanks with which it begins.
    [[nodiscard]] bool drops_blanks() const { return last != Last::text || !blanks.empty(); }
  };

  // State that few readers need. It is allocated on first use, so that an idle reader stays small.
  struct Rare {
    std::uint64_t answer = 0;  // where the answer begins; the prompt stands before it
    OpenText open_text;
    std::array<Edge, 2> edges;  // of content and of reasoning
    bool decodes_section = false;

    [[nodiscard]] Edge& edge(EventKind kind) { return edges[kind == EventKind::reasoning ? 1 : 0]; }
  };

  [[nodiscard]] bool decodes_section() const { return rare_ != nullptr && rare_->decodes_section; }
  [[nodiscard]] bool trims() const {
    return rare_ != nullptr && rare_->open_text.state != OpenText::State::off;
  }
  Rare& rare() { return rare_ == nullptr ? rare_.make() : *rare_; }
  std::uint64_t trimmed_end(const Segment& segment, EventKind kind, std::uint64_t until);
  void close_stretch();
  void keep_blanks(const Segment& segment, std::uint64_t until);
  void emit_separator(EventKind kind);
  void emit(const Segment& segment, EventKind kind, std::uint64_t until);
  void emit_decoded(const Segment& segment, std::uint64_t until);

  std::uint64_t emitted_ = 0;
  Apart<Rare> rare_;
};

}  // namespace tagstream

#pragma once

// The state that all places of the machine share: the reading position, the events, and the
// surroundings of the position. Each place has its own state beside this one. Only `resume` moves
// the reading position back. After `a<x>b` with `hide: ["x"]`, `flow.in_body()` is true,
// `flow.kind` is section_delta, and `out` has the events of all five bytes.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/apart.hpp"
#include "base/text.hpp"
#include "lex/text_lexer.hpp"
#include "machine/element.hpp"
#include "machine/elements.hpp"
#include "machine/output.hpp"
#include "machine/program.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

struct Calls;

inline constexpr std::uint64_t nowhere = ~std::uint64_t{0};
inline constexpr std::string_view held_message = "max_held_bytes reached";

/// How the bytes before the new position count.
enum class SkippedAs : std::uint8_t {
  hidden,      ///< they are hidden
  visible,     ///< they are visible text, outside of code
  quoted,      ///< they are visible text, a tag in code
  given_back,  ///< they are visible text: a broken call
  again,       ///< they do not count: reading goes on inside a body, or goes back
};

/// The visible bytes before the reading position, blanks aside. Some openers count only before any
/// text, and some again after each call.
enum class SoFar : std::uint8_t { text, call, nothing };

/// Why a tag or marker is text, where one code stands for several causes: each has its own notice.
enum class Cause : std::uint8_t { own, quotation, after_call };

/// The meaning of a closer of reasoning that is not open.
enum class Stray : std::uint8_t {
  reported,  ///< text, and a notice
  text,      ///< text: one was reported
  markup,    ///< markup: a span of reasoning has ended
};

/// The surroundings of the reading position.
struct Flow {
  std::uint64_t blanks_until = 0;  ///< the first byte that is not a blank is searched for from here
  /// A match that ends here or earlier was part of a call's body: it is text.
  std::uint64_t ignore_until = 0;
  /// Calls that begin before this offset are recovered: their bytes were read before.
  std::uint64_t read_again_until = 0;
  EventKind kind = EventKind::content;  ///< of bytes that no rule takes out here
  SoFar so_far = SoFar::text;           ///< `text`, too, where no opener must come first
  Stray stray = Stray::reported;        ///< closers of reasoning that is not open
  bool priming = false;                 ///< the end of the prompt is read
  bool ends_lines = false;              ///< the prompt has ended, and its last line with it
  bool trimming = false;                ///< blanks at this place are markup
  bool first_close_for_all = false;     ///< a section was settled
  bool is_half_closed = false;          ///< the input has ended in the closing tag of an element
  std::uint32_t wrappers = 0;           ///< number of open wrappers around calls
  /// Openers that were read as text. Each of them makes one later closer text as well.
  std::uint32_t openers_read_as_text = 0;

  /// Closers of reasoning that is not open are markup.
  [[nodiscard]] bool drops_stray_closers() const {
    return is_first() || stray == Stray::markup || openers_read_as_text != 0;
  }
  /// True if closers of reasoning that is not open are searched for. The first one that is text is
  /// searched for as well, since a notice reports it.
  [[nodiscard]] bool sees_stray_closers() const {
    return drops_stray_closers() || stray == Stray::reported;
  }

  /// True before any visible text: openers that must come first count.
  [[nodiscard]] bool is_first() const { return so_far == SoFar::nothing; }
  /// True inside a hidden section or reasoning.
  [[nodiscard]] bool in_body() const { return kind != EventKind::content; }
  /// True inside a section that has its own events; false in text and reasoning.
  [[nodiscard]] bool is_section() const { return kind == EventKind::section_delta; }
};

/// The part of the segment that a limit allows a construct to read, and what follows it.
struct Readable {
  enum class Then : std::uint8_t {
    more,   ///< bytes that have not come yet
    limit,  ///< bytes beyond the limit
    end,    ///< nothing: the input ends
  };
  Segment segment;
  Then then = Then::more;

  [[nodiscard]] bool is_bounded() const { return then == Then::limit; }
  [[nodiscard]] bool ends_input() const { return then == Then::end; }
};

class Context {
 public:
  explicit Context(const Program& compiled);
  /// The copy has no events and no open call.
  Context(const Context&);
  Context& operator=(const Context&) = delete;
  ~Context();

  /// Moves the reading position to `at`, and with it the state of Markdown, of blanks and of
  /// `flow`.
  void resume(std::uint64_t at, SkippedAs as);

  /// The segment up to `bound`, the limit counted from the first held byte.
  [[nodiscard]] Readable readable(std::uint64_t bound, bool at_end) const {
    if (segment.end > bound) return {{segment.data, segment.begin, bound}, Readable::Then::limit};
    return {segment, at_end ? Readable::Then::end : Readable::Then::more};
  }

  /// The tags and markers that count in the visible text here.
  [[nodiscard]] Scope text_scope() const;
  /// One past the first byte of the answer that is not a blank: the limit for openers that must
  /// come first.
  std::uint64_t first_non_blank_limit(const Segment& text);
  /// Takes blanks after a marker as markup if its rule says so.
  void begin_trimming(RuleIndex rule);
  /// Emits the blanks at the reading position as markup. Returns true if the segment has only
  /// blanks.
  bool trim();
  /// A wrapper around calls begins, or ends, at the reading position. One that does not end stays
  /// open, and changes nothing.
  void enter_wrapper() {
    ++flow.wrappers;
    flow.trimming = true;
  }
  void leave_wrapper() {
    if (flow.wrappers != 0) --flow.wrappers;
    flow.trimming = flow.wrappers != 0;
  }
  /// Emits the bytes up to `end`, a marker, as markup.
  void emit_marker(std::uint64_t end);

  [[nodiscard]] Element element_of(const Match& match) const {
    const std::string_view raw = segment.slice(match.begin, match.end);
    if (match.kind == TokenKind::marker) return {match.begin, raw};
    return {match.begin, raw, match.name_size};
  }
  [[nodiscard]] const CompiledRule& rule(const Match& match) const {
    return program->rules.rules[match.rule];
  }
  [[nodiscard]] const Limits& limits() const { return program->rules.limits; }
  [[nodiscard]] const RuleSet::DialectPolicy& dialect() const { return program->rules.dialect; }

  void notice(std::uint64_t offset, Code code, std::string_view message);
  /// Emits a notice about a tag or marker of `rule`, which is text or stays open. Only the first
  /// one for each rule, code and cause is emitted.
  void notice_of(RuleIndex rule, Code code, std::uint64_t offset, std::string_view message);
  void notice_of(const Match& match, Code code, std::string_view message, Cause cause = Cause::own);
  /// True once for each rule, code and cause of `notice_of`: the notice is to be emitted.
  [[nodiscard]] bool is_first_of(RuleIndex rule, Code code, Cause cause = Cause::own);
  /// The name of the match's tag, or its opening marker: of several the one that stands there.
  [[nodiscard]] std::string_view tag_of(const Match& match) const;
  /// An opener of calls is text: the next closer that closes nothing is no news.
  void expect_closer(RuleIndex rule);
  /// True as often as `expect_closer` was called.
  [[nodiscard]] bool takes_expected_closer(RuleIndex rule);
  /// Counts that `max_held_bytes` was reached, and emits the notice.
  void note_limit(std::uint64_t offset);
  /// Stops the reader with an error (OnLimit::stop).
  void stop(std::uint64_t offset, std::string message);

  void emit_until(EventKind kind, std::uint64_t until) { out.emit_until(segment, kind, until); }
  void emit_flowing(const Segment& text, EventKind kind, std::uint64_t until) {
    out.emit_flowing(text, kind, until, counters);
  }

  const Program* program;
  Segment segment;  // what is in memory; only the machine moves it
  TextLexer lexer;
  LexerCounters counters;
  Flow flow;
  Output out;
  Elements elements;
  // By rule: a bit for each code of `notice_of` that was emitted; above the bits, the number of
  // closers that are expected.
  Apart<std::vector<std::uint32_t>> noticed;
  Apart<Calls> calls;  // null for a filter
  Apart<Error> error;
};

// The tags and markers that count depend on the text before them. In hermes:
//
//   <tool_call>...         always
//   </think>               `stray_closers`: only before any text, or after closed reasoning
//   {"name": ...}</...     `leading`: only before any text, since the opener is missing
//
// With `leading_only` all openers count only before any text.
inline Scope Context::text_scope() const {
  Scope scope;
  scope.set = &program->rules;
  scope.open = &elements.open();
  scope.place = Scope::Place::text;
  scope.openers = flow.is_first() || !program->leading_only;
  scope.leading = flow.is_first();
  scope.wrappers = flow.wrappers != 0;
  scope.stray_closers = flow.sees_stray_closers();
  return scope;
}

/// Emits the notice of a section that the stream has ended in. Its opening tag begins at `start`.
void note_unclosed(Context& context, RuleIndex rule, std::uint64_t start, bool has_half_closer);

/// The place in which the machine goes on.
struct Next {
  enum class Go : std::uint8_t {
    more,     ///< nowhere: the segment is read
    again,    ///< in the same place
    text,     ///< in the visible text
    hidden,   ///< in the section that `match` opens
    call,     ///< in the call that `match` opens at `start`
    between,  ///< after a call, at `start`
    wrapper,  ///< after the opening tag of a wrapper, `match`
    header,   ///< in the message header that `match` begins
    fence,    ///< before `match`, in the code fence with which the answer begins
  };
  Go go = Go::more;
  Match match;
  std::uint64_t start = 0;
  std::string_view name;  // call: its name from a header or rule; empty: none

  [[nodiscard]] static Next to(Go go) {
    Next next;
    next.go = go;
    return next;
  }
  [[nodiscard]] static Next to(Go go, const Match& match) {
    Next next = to(go);
    next.match = match;
    next.start = match.begin;
    return next;
  }
};

}  // namespace tagstream

#pragma once

// What all places of the machine share: where reading stands, what has left, and in what kind of
// surroundings. Each place has its own state beside it; `resume` is the one door through which the
// reading position is moved.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

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
  hidden,      ///< not as visible text
  visible,     ///< as visible text
  given_back,  ///< as visible text, of a call that is none
  again,       ///< as nothing new: reading goes on inside a body, or goes back
};

/// Where in the answer reading stands, beyond the place that reads.
struct Flow {
  std::uint64_t blanks_until = 0;  ///< for what must come first: only blanks before this offset
  /// A match that ends here or earlier lies in bytes that were read as a call's body already.
  std::uint64_t ignore_until = 0;
  /// Calls that begin before it are recovered: their bytes are read again.
  std::uint64_t read_again_until = 0;
  EventKind kind = EventKind::content;  ///< of bytes that no rule takes out here
  bool in_body = false;                 ///< a hidden section is open
  bool before_any_text =
      false;  ///< no visible byte but blanks has come: some openers count only here
  bool before_text_or_after_call = false;  ///< the same, and true again after each call
  bool priming = false;                    ///< what is read is the end of the prompt
  bool trimming = false;                   ///< blanks that come now are markup
  bool had_reasoning = false;              ///< a span of it has closed
  bool had_stray = false;                  ///< a closer of it closed nothing, and was text
  bool first_close_for_all = false;        ///< a section or a raw call has been settled
  std::uint32_t wrappers = 0;              ///< that are open, around calls
  /// Openers that were read as text. Each of them makes one later closer text as well.
  std::uint32_t openers_read_as_text = 0;

  /// R249: closers of reasoning that is not open are markup.
  [[nodiscard]] bool drops_stray_closers() const {
    return before_any_text || had_reasoning || openers_read_as_text != 0;
  }
  /// True if closers of reasoning that is not open are looked for. The first one that is text is
  /// looked for as well: a notice reports it.
  [[nodiscard]] bool sees_stray_closers() const { return drops_stray_closers() || !had_stray; }

  /// What is open gives its content as a section of its own.
  [[nodiscard]] bool is_section() const { return kind == EventKind::section_delta; }
};

/// The part of the segment that a limit lets a construct see.
struct Readable {
  Segment segment;
  bool is_bounded = false;  ///< there is more, beyond the limit
};

class Context {
 public:
  explicit Context(const Program& compiled);
  ~Context();

  /// Reading goes on at `at`; Markdown, blanks and what must come first follow.
  void resume(std::uint64_t at, SkippedAs as);

  /// The segment up to `bound`.
  [[nodiscard]] Readable readable(std::uint64_t bound) const {
    Readable part{segment, segment.end > bound};
    if (part.is_bounded) part.segment.end = bound;
    return part;
  }

  /// One past the first byte that is not a blank, for what counts only before or at it.
  std::uint64_t first_non_blank_limit(const Segment& text);
  /// Blanks directly after a marker of this rule may be markup.
  void begin_trimming(RuleIndex rule);
  /// Takes out the blanks that come now. True if the segment holds nothing else.
  bool trim();
  /// A wrapper around calls begins, or ends, where reading stands.
  void enter_wrapper() {
    ++flow.wrappers;
    flow.trimming = true;
  }
  void leave_wrapper() {
    if (flow.wrappers != 0) --flow.wrappers;
    flow.trimming = flow.wrappers != 0;
  }
  /// A marker is taken out.
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
  /// `max_held_bytes` is reached: counted, and said once.
  void note_limit(std::uint64_t offset);
  /// OnLimit::stop.
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
  std::unique_ptr<Calls> calls;  // null for a filter
  std::unique_ptr<Error> error;
};

/// Where the machine goes on.
struct Next {
  enum class Go : std::uint8_t {
    more,     ///< all that is there has been read
    again,    ///< in the same place
    text,     ///< in the visible text
    hidden,   ///< in the section that `match` opens
    call,     ///< in the call that `match` opens at `start`
    between,  ///< after a call, at `start`
    wrapper,  ///< after the opening tag of a wrapper, `match`
    header,   ///< in the message header that `match` begins
    body,     ///< in the section that is open already
  };
  Go go = Go::more;
  Match match;
  std::uint64_t start = 0;
  std::string_view name;  // call: what names it beside its tag and body

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

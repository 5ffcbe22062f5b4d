#include "machine/context.hpp"

#include <algorithm>
#include <iterator>

#include "machine/calls.hpp"

namespace tagstream {

Context::Context(const Program& compiled)
    : program(&compiled), lexer(compiled.markdown_code, compiled.follows_fences) {
  if (compiled.follows_lines) out.line.follow();
  if (compiled.trims) out.trim(compiled.limits().max_held_bytes);
}

Context::Context(const Context&) = default;
Context::~Context() = default;

// The lexer begins anew at `at`, so bytes on both sides of a removed element never join into a
// tag. With `hide: ["thinking"]`, `<thi<thinking>x</thinking>nking>y` has one section, `x`, and the
// content `<thi` and `nking>y`.
void Context::resume(std::uint64_t at, SkippedAs as) {
  Lexer& plain = lexer.plain();
  if (plain.in_attempt() || plain.position() != at) plain.restart(at);
  switch (as) {
    case SkippedAs::hidden: lexer.pass_hidden(at); break;
    case SkippedAs::visible: lexer.pass_tag(segment, at); break;
    case SkippedAs::quoted: break;
    case SkippedAs::given_back: lexer.pass_given_back(segment, at, false, counters); break;
    case SkippedAs::again: return;
  }
  if (as != SkippedAs::hidden) flow.so_far = SoFar::text;
  flow.blanks_until = std::max(flow.blanks_until, at);
}

// With `leading_only`, ` \n<x>` counts and `a <x>` does not: the limit is one past the `<` in the
// first text, and one past the `a` in the second. Each blank is read once, however the text is cut.
std::uint64_t Context::first_non_blank_limit(const Segment& text) {
  std::uint64_t at = flow.blanks_until;
  while (at < text.end && is_blank(*text.at(at))) ++at;
  counters.examined += at - flow.blanks_until;
  flow.blanks_until = at;
  return at < text.end ? at + 1 : Lexer::no_limit;
}

// In ernie45 the line ends of `</think>\n\n\n<tool_call>` are markup. In hermes they are
// content.
void Context::begin_trimming(RuleIndex index) { flow.trimming = program->rules.rules[index].trims; }

// Blanks after the marker of a wrapper are layout. In deepseek_v3:
//   <｜tool▁calls▁begin｜> a b      markup: the marker and the blank after it; content `a b`
bool Context::trim() {
  const std::uint64_t from = out.emitted();
  std::uint64_t at = from;
  while (at < segment.end && is_blank(*segment.at(at))) ++at;
  counters.examined += at - from + 1;
  if (at != from) {
    out.emit_markup(segment, at);
    if (is_line_end(*segment.at(at - 1))) out.line.begin();
    resume(at, SkippedAs::hidden);
  }
  flow.trimming = at == segment.end;
  return flow.trimming;
}

// With `calls_of` a marker of reasoning was emitted as content before; nothing is left then.
void Context::emit_marker(std::uint64_t end) {
  if (end != out.emitted()) out.emit_markup(segment, end);
}

void Context::notice(std::uint64_t offset, Code code, std::string_view message) {
  out.release_blanks(segment);
  out.emit_notice(offset, code, message);
}

namespace {

constexpr Code noticed_codes[] = {Code::mention,          Code::quoted,         Code::after_limit,
                                  Code::reopened,         Code::half_closer,    Code::stray_close,
                                  Code::unclosed_section, Code::not_a_call,     Code::max_tag_bytes,
                                  Code::max_attributes,   Code::incomplete_tag, Code::other_role};
constexpr std::uint32_t quotation_bit = 1U << std::size(noticed_codes);
constexpr std::uint32_t after_call_bit = quotation_bit << 1;
constexpr std::uint32_t one_closer = after_call_bit << 1;
constexpr std::uint32_t most_closers = ~(one_closer - 1U);

std::uint32_t bit_of(Code code) {
  const auto* const at = std::find(std::begin(noticed_codes), std::end(noticed_codes), code);
  return 1U << static_cast<unsigned>(at - noticed_codes);
}

std::uint32_t& noticed_of(Context& context, RuleIndex index) {
  if (context.noticed == nullptr) context.noticed.make(context.program->rules.rules.size());
  return (*context.noticed)[index];
}

}  // namespace

// A text of a thousand quoted `<think>` has one notice `quoted`.
bool Context::is_first_of(RuleIndex index, Code code, Cause cause) {
  if (flow.priming) return false;
  std::uint32_t& known = noticed_of(*this, index);
  const std::uint32_t bit = cause == Cause::quotation    ? quotation_bit
                            : cause == Cause::after_call ? after_call_bit
                                                         : bit_of(code);
  if ((known & bit) != 0) return false;
  known |= bit;
  return true;
}

// In mistral `[THINK]` and `<think>` open the same reasoning. A closing marker stands for the
// opening one at its place in the list.
std::string_view Context::tag_of(const Match& match) const {
  const std::string_view first = program->rules.tag_of(match);
  if (match.kind != TokenKind::marker || match.begin < segment.begin) return first;
  const MarkerTrie& trie = program->rules.trie;
  const CompiledRule& one = rule(match);
  const std::string_view written = segment.slice(match.begin, match.end);
  const auto is_written = [&](MarkerTrie::Marker marker) { return trie.text(marker) == written; };
  auto at = std::find_if(one.opens.begin(), one.opens.end(), is_written);
  if (at == one.opens.end() && one.opens.size() == one.closes.size()) {
    const auto close = std::find_if(one.closes.begin(), one.closes.end(), is_written);
    at = one.opens.begin() + (close - one.closes.begin());
  }
  return at == one.opens.end() ? first : std::string_view(trie.text(*at));
}

void Context::expect_closer(RuleIndex index) {
  std::uint32_t& known = noticed_of(*this, index);
  if ((known & most_closers) != most_closers) known += one_closer;
}

bool Context::takes_expected_closer(RuleIndex index) {
  if (noticed == nullptr) return false;
  std::uint32_t& known = (*noticed)[index];
  if (known < one_closer) return false;
  known -= one_closer;
  return true;
}

void Context::notice_of(RuleIndex index, Code code, std::uint64_t offset,
                        std::string_view message) {
  if (!is_first_of(index, code)) return;
  notice(offset, code, message);
  out.last().name = program->rules.tag_of(index);
}

void Context::notice_of(const Match& match, Code code, std::string_view message, Cause cause) {
  if (!is_first_of(match.rule, code, cause)) return;
  notice(match.begin, code, message);
  out.last().name = tag_of(match);
}

void note_unclosed(Context& context, RuleIndex rule, std::uint64_t start, bool has_half_closer) {
  const std::string tag = in_backticks(context.program->rules.tag_of(rule));
  if (has_half_closer) {
    context.flow.is_half_closed = true;
    context.notice_of(rule, Code::half_closer, start,
                      context.out.keep("the text ends in the closing tag of " + tag));
  } else {
    context.notice_of(rule, Code::unclosed_section, start,
                      context.out.keep("the section " + tag + " never closed"));
  }
}

void Context::note_limit(std::uint64_t offset) {
  ++counters.limit_hits;
  notice(offset, Code::max_held_bytes, held_message);
}

void Context::stop(std::uint64_t offset, std::string message) {
  error.make(Error{Code::limit_exceeded, offset, std::move(message)});
}

}  // namespace tagstream

#include "support/model.hpp"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <optional>
#include <string>
#include <utility>

#include "base/name_byte.hpp"
#include "lex/grammar.hpp"
#include "support/model_markdown.hpp"
#include "support/model_places.hpp"

namespace tagstream::testing {
namespace model {

namespace {

std::string_view trim_end(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace

void Model::run() {
  if (!program_.options.start_inside.empty()) read_implied();
  if (program_.starts_in_reasoning) {
    begin_inside();
  } else {
    begin_in_header();
  }
  while (at_ < text_.size()) read_on();
  if (place_ == Place::reasoning && !is_half_closed_ && !seen_.empty()) {
    // A call that the input cuts off is reasoning up to there.
    Seen& last = seen_.back();
    const std::size_t half = half_closer(Mark::reasoning_close, span_, last.begin);
    if (last.kind == EventKind::reasoning && half < last.end) {
      last.text.resize(half - last.begin);
      last.end = at_ = half;
      if (last.text.empty()) seen_.pop_back();
      markup(text_.size());
      is_half_closed_ = true;
      notice(Code::half_closer, reasoning_begin_);
    }
  }
  if (place_ != Place::text && !is_half_closed_) {
    const bool is_moved = program_.moves_unclosed && at_ > reasoning_from_;
    notice(is_moved ? Code::reasoning_as_content : Code::unclosed_reasoning, reasoning_begin_);
  }
  if (place_ == Place::text) end_unwrapped();
  end_records();
  if (program_.trims) trim_stretches();
  if (text_.starts_with("data: {")) notice(Code::looks_like_sse, 0);
}

/// Half a closing tag is that of the element that was opened last. If that one stands in another
/// of its name, which alone is recorded, the tag belongs to the text.
void Model::end_records() {
  const bool is_code =  // in a fence that makes everything text no closer has begun
      code_.fence_size != 0 && program_.options.markdown_code == MarkdownCode::all;
  const std::size_t size = text_.size();
  std::size_t half = size;
  std::size_t half_rule = opened_.size();
  for (std::size_t rule = 0; rule != opened_.size(); ++rule) {
    if (is_code || has_half_closer_) break;
    if (depth_[rule] <= 0) continue;
    const std::size_t at = half_closer(opened_[rule].mark, rule, opened_[rule].end);
    if (at == size) continue;
    if (half != size && starts_[rule].back() < starts_[half_rule].back()) continue;
    half = at;
    half_rule = rule;
  }
  for (auto rule = records_.rbegin(); rule != records_.rend(); ++rule) {
    const Hit& open = opened_[*rule];
    const bool is_half_closed = *rule == half_rule && starts_[*rule].size() == 1;
    if (*rule == half_rule && !is_half_closed) notice(Code::half_closer, starts_[*rule].back());
    end_record(*rule, is_half_closed ? half : size, size, false);
    is_half_closed ? notice(Code::half_closer, open.begin) : notice_unclosed(*rule, open.begin);
  }
}

void Model::read_on() {
  if (place_ == Place::text) {
    read_text();
  } else {
    read_reasoning();
  }
}

/// Turns blanks at the ends of the content and of the reasoning into markup, and where something is
/// taken out the blanks on one of its sides. A stretch ends at an event that covers other bytes. A
/// notice or an error that covers no bytes does not end it, unless it tells of unclosed reasoning
/// or of the keys of the call that follows.
void Model::trim_stretches() {
  struct Kind {
    enum { nothing, text, blank } last = nothing;
    std::string blanks;   // taken out; they come back before more text of this kind
    std::size_t end = 0;  // of its last text
  };
  const std::vector<Seen> all = std::exchange(seen_, {});
  const auto is_text = [](const Seen& one) {
    return one.kind == EventKind::content || one.kind == EventKind::reasoning;
  };
  const auto only_speaks = [](const Seen& one) {
    return one.begin == one.end && one.code != Code::unclosed_reasoning &&
           one.code != Code::reasoning_as_content && one.code != Code::unknown_key &&
           (one.kind == EventKind::notice || one.kind == EventKind::tool_call_error);
  };
  constexpr EventKind nothing = EventKind::stopped;
  EventKind open = nothing;
  Kind content;
  Kind thinking;
  std::size_t held = 0;  // after the held blanks
  const auto of = [&](EventKind kind) -> Kind& {
    return kind == EventKind::content ? content : thinking;
  };
  const auto end_stretch = [&] {
    if (open != nothing && at_ != held) of(open).blanks = slice(at_, held);
    open = nothing;
    markup(held);
  };
  const auto say = [&](std::size_t end) {
    if (end == at_) return;
    of(open).last = is_blank(text_[end - 1]) ? Kind::blank : Kind::text;
    piece(open, end);
    of(open).end = end;
  };
  const auto bring_back = [&](EventKind kind) {
    if (of(kind).blanks.empty()) return;
    add({.kind = kind, .begin = at_, .end = at_, .text = std::exchange(of(kind).blanks, {})});
    of(kind).last = Kind::blank;
  };
  at_ = 0;
  for (auto event = all.begin(); event != all.end(); ++event) {
    const Seen& one = *event;
    if (is_text(one)) {
      if (open != one.kind) {
        end_stretch();
        held = one.end;
        if (of(one.kind).last != Kind::text || !of(one.kind).blanks.empty()) {
          markup(std::min<std::uint64_t>(skip_blanks(text_, one.begin), one.end));
          if (at_ == held) continue;
          bring_back(one.kind);
        }
        open = one.kind;
      }
      held = one.end;
      say(at_ + trim_end(slice(at_, held)).size());
      continue;
    }
    if (only_speaks(one)) {
      const auto next = std::find_if_not(event, all.end(), only_speaks);
      const bool is_other = next != all.end() && is_text(*next) && next->kind != open;
      // The notice that names a family counts as outside of reasoning.
      const bool is_outside = one.code == Code::family && open == EventKind::reasoning;
      open == nothing || is_other || is_outside ? end_stretch() : say(held);
    } else if (one.is_recorded && one.is_closed) {
      open == nothing ? end_stretch() : say(held);  // its bytes are content
    } else {
      const bool is_piece =
          one.kind == EventKind::tool_call_start || one.kind == EventKind::tool_call_delta;
      if (!is_piece || at_ != held) end_stretch();
      if (!is_piece) at_ = held = one.end;
      if (one.code == Code::reasoning_as_content && thinking.end > one.offset) {
        bring_back(EventKind::content);
      }
    }
    add(one);
  }
  end_stretch();
}

bool Model::counts_in_text(const Hit& hit, bool leading) const {
  switch (hit.mark) {
    case Mark::reasoning_close:
      if (program_.is_auto) return false;
      return !hit.is_dropped &&
             (has_closed_ || leading || mentions_ > 0 || !had_stray_ || has_stray_token_);
    case Mark::call_close: return closes_again(hit);
    case Mark::ends_before: return false;
    case Mark::wrap_close: return hit.is_literal || wrappers_ != 0 || hit.begin == after_call_;
    case Mark::unwrap:
    case Mark::record:
      if (hit.kind == TokenKind::close) return depth_[hit.rule] > 0;
      return leading || !program_.options.leading_only;
    case Mark::hide:
      return hit.kind != TokenKind::close && (leading || !program_.options.leading_only);
    case Mark::call:
      if (hit.kind == TokenKind::close) return closes_again(hit);
      return leading || !(hit.form->is_leading || program_.options.leading_only);
    default: return true;
  }
}

/// True for the closer of the last call, directly after that call.
bool Model::closes_again(const Hit& hit) const {
  const bool is_closer =
      hit.mark == Mark::call_close || (hit.mark == Mark::call && hit.kind == TokenKind::close);
  return is_closer && hit.begin == after_call_ && closed_form_ != nullptr &&
         hit.form == closed_form_;
}

std::optional<Hit> Model::text_mark(std::size_t at, bool leading) const {
  return program_.at(text_, at, [&](const Hit& hit) { return counts_in_text(hit, leading); });
}

// Here a byte order mark is text, unless the answer begins in reasoning.
bool Model::may_begin_with_fence() const {
  const bool has_visible_mark = text_.starts_with("\xef\xbb\xbf") && !seen_.empty() &&
                                seen_.front().kind == EventKind::content;
  return is_leading_place() && !has_visible_mark;
}

/// True for a mark of calls in a quotation, or after a call that was too long.
bool Model::is_refused_call(const Hit& hit) const {
  return hit.mark != Mark::hide && hit.mark != Mark::unwrap && hit.mark != Mark::record &&
         (are_over_ || hit.begin < quoted_until_);
}

bool Model::closes_nothing(const Hit& hit) const {
  if (!hit.is_noted || hit.kind != TokenKind::close) return false;
  switch (hit.mark) {
    case Mark::hide: return true;
    case Mark::call:
    case Mark::call_close: return !closes_again(hit);
    case Mark::wrap_close: return wrappers_ == 0 && hit.begin != after_call_;
    default: return depth_[hit.rule] == 0;
  }
}

// A closer that closes nothing is text, and so is a tag beyond a limit. The first of each
// rule has a notice.
std::optional<Hit> Model::noted_text(std::size_t at, bool leading) const {
  return program_.at(text_, at, [&](const Hit& hit) {
    return closes_nothing(hit) && (leading || !program_.options.leading_only);
  });
}

void Model::read_text() {
  if (read_layout()) return;
  const bool is_quoted = at_ < code_.quoted_until;
  const bool is_fenced =
      code_.fence_size != 0 && program_.options.markdown_code == MarkdownCode::all;
  auto hit = is_quoted || is_fenced ? std::nullopt : text_mark(at_, is_leading_place());
  if (!hit && !is_quoted && !is_fenced) hit = noted_text(at_, is_leading_place());
  const bool is_idle_closer = hit && closes_nothing(*hit);
  if (hit && !is_idle_closer && hit->mark == Mark::call && hit->form->needs_wrapper &&
      wrappers_ == 0 && !is_extracting_) {
    expect_closer(*hit);
    return content(hit->end);
  }
  if (code_.counts && !hit && read_code()) return;
  if (hit && is_quoted_by_code(*hit)) {
    const bool is_wrapper = hit->mark == Mark::wrap_open || hit->mark == Mark::wrap_close;
    const bool is_tentative = hit->mark == Mark::call && hit->form->is_tentative;
    const bool is_expected = is_idle_closer && takes_expected_closer(*hit);
    if (!is_expected && !is_tentative) notice_once(Code::quoted, *hit, at_);
    if (!is_idle_closer && (is_wrapper || hit->mark == Mark::call)) expect_closer(*hit);
    note_in_span(*hit);
    code_.quoted_until = hit->end;
    return content(at_ + 1);
  }
  if (is_idle_closer) {
    if (!takes_expected_closer(*hit)) notice_once(Code::stray_close, *hit, at_);
    named_.push_back({hit->begin, hit->end});
    return content(hit->end);
  }
  if (!hit && !is_quoted && !is_fenced) note_too_large();
  const bool is_stray = hit && hit->mark == Mark::reasoning_close && !has_closed_ &&
                        !has_stray_token_ && !is_leading_place() && mentions_ == 0;
  if (is_stray) {
    had_stray_ = true;
    const std::string_view closer = text_.substr(at_, hit->end - at_);
    has_stray_token_ = hit->is_literal && closer.starts_with('<') && closer.ends_with('>') &&
                       (closer.find('|') != closer.npos || closer.find("｜") != closer.npos);
    const bool is_phrase = std::isalpha(static_cast<unsigned char>(closer[0])) != 0;
    if (!is_phrase) notice_once(Code::stray_close, *hit, at_);
    if (!has_stray_token_) hit = text_mark(at_, false);
  } else if (hit && hit->mark == Mark::reasoning_close && has_closed_ && !is_leading_place() &&
             mentions_ == 0 && std::isalpha(static_cast<unsigned char>(text_[at_])) == 0) {
    notice_once(Code::stray_close, *hit, at_);
  }
  if (!hit && is_fenced) return content(at_ + 1);
  if (!hit) {
    if (program_.has_calls() || program_.is_parser) {
      quoted_until_ = std::max(quoted_until_, program_.quoted_by(text_, at_));
    }
    return content(at_ + 1);
  }
  const std::size_t from = at_;
  const int indent = indent_;
  const MarkdownPlace before = code_;
  const bool is_refused = hit->mark == Mark::call && hit->begin < quoted_until_;
  if (!is_refused && waits_for_fence(*hit)) {
    decide_first_fence();
    return;  // the mark is read again
  }
  const bool is_first = may_begin_with_fence();
  const bool may_be_call = hit->mark == Mark::call || hit->mark == Mark::header ||
                           (hit->mark == Mark::wrap_open && !hit->is_literal && begins_call(*hit));
  leave_code();
  read_mark(*hit);
  const bool is_text = std::any_of(seen_.begin(), seen_.end(), [&](const Seen& one) {
    return one.kind == EventKind::content && one.begin <= from && from < one.end;
  });
  if (!is_refused && (may_be_call || !is_text)) {
    visible_from_ = at_;
    if (code_.counts) note_fences(from, indent);
    return;
  }
  if (!code_.counts || program_.options.markdown_code == MarkdownCode::all) return;
  code_ = before;  // here the tag is plain text
  follow_code(from, indent);
  if (before.fence_size == 0) code_.is_first = is_first;
}

void Model::note_too_large() {
  const bool leading = is_leading_place();
  const auto counts = [&](const Hit& hit) {
    const bool is_noted = closes_nothing(hit) && (leading || !program_.options.leading_only);
    return is_noted || counts_in_text(hit, leading);
  };
  Code code = Code::none;
  const auto large = program_.too_large_at(text_, at_, counts, code);
  if (large && !is_quoted_by_code(*large)) notice_once(code, *large, at_);
}

void Model::follow_code(std::size_t from, int indent) {
  const std::size_t end = std::exchange(at_, from);
  const int indent_after_it = std::exchange(indent_, indent);
  while (at_ < end) {
    const std::size_t next = code_step();
    for (; at_ < next; ++at_) indent_ = indent_after(indent_, text_[at_]);
  }
  at_ = end;
  indent_ = indent_after_it;
}

// Text that a broken call gives back may open or close a fence. No other mark counts in it.
void Model::note_fences(std::size_t from, int indent) {
  const auto is_of_call = [&](const Seen& one) {
    return one.kind == EventKind::tool_call_error && one.begin > from;
  };
  const auto error = std::find_if(seen_.begin(), seen_.end(), is_of_call);
  if (error != seen_.end() && error->is_closed) return;  // its own closing tag ends it
  for (const Seen& one : seen_) {
    if (one.kind != EventKind::content || one.end <= from) continue;
    for (std::size_t at = std::max<std::uint64_t>(from, one.begin); at < one.end;) {
      std::size_t next = at + 1;
      const char byte = text_[at];
      const std::size_t run = std::min(text_.find_first_not_of(byte, at), text_.size());
      if (code_.fence_size != 0) {
        const bool may_close = byte == code_.fence && !is_inner_fence(at, indent);
        const std::size_t end = may_close
                                    ? fence_line_end(text_, at, indent, byte, code_.fence_size,
                                                     program_.options.markdown_code)
                                    : at;
        if (end != at && close_fence(end)) {
          next = std::min<std::uint64_t>(end, one.end);
          if (run > one.end) code_.run_end = run;
        }
      } else if ((byte == '`' || byte == '~') && indent >= 0 && indent <= 3) {
        next = std::min<std::uint64_t>(run, one.end);
        const bool opens = run - at >= 3 && run < one.end && text_[run] != '<';
        if (opens) {
          code_.fence = byte;
          code_.fence_size = run - at;
          code_.is_first = false;
          code_.has_inner = false;
        }
      }
      for (; at < next; ++at) indent = indent_after(indent, text_[at]);
    }
  }
}

void Model::read_mark(const Hit& hit) {
  if (is_mention(hit)) {
    const bool is_opener = hit.mark == Mark::reasoning_open;
    if (is_opener && program_.reasoning_again != ReasoningAgain::never) {
      notice_once(Code::mention, hit, at_);
    }
    mentions_ += hit.mark == Mark::reasoning_close ? -1 : hit.kind != TokenKind::empty;
    return content(hit.end);
  }
  if (program_.is_auto) name_family(hit);
  named_.push_back({hit.begin, hit.end});
  if (closes_again(hit)) {
    begins_line_ = is_after_call_ = true;
    is_layout_ = wrappers_ != 0;
    last_form_ = closed_form_;
    return markup(hit.end);
  }
  const bool may_be_call = hit.mark == Mark::call || hit.mark == Mark::header ||
                           (hit.mark == Mark::wrap_open && !hit.is_literal && begins_call(hit));
  if (!may_be_call && hit.mark != Mark::record) begins_line_ = true;
  switch (hit.mark) {
    case Mark::hide: return read_hidden(hit);
    case Mark::unwrap: return read_unwrapped(hit);
    case Mark::record: return read_recorded(hit);
    case Mark::call: read_call(hit, at_); return;
    case Mark::reasoning_open: return open_reasoning(hit);
    case Mark::reasoning_close: markup(hit.end); return trim_reasoning();
    case Mark::header: return read_header();
    case Mark::wrap_open:
      if (!hit.is_literal) return read_wrapper_tag(hit);
      [[fallthrough]];
    case Mark::wrap_close:
      if (hit.mark == Mark::wrap_open) ++wrappers_;
      if (hit.mark == Mark::wrap_close && wrappers_ != 0) --wrappers_;
      is_layout_ = wrappers_ != 0;
      is_after_call_ = hit.mark == Mark::wrap_close && !hit.is_literal;
      closed_form_ = last_form_ = nullptr;
      return markup(hit.end);
    case Mark::drop:
    case Mark::header_close: is_layout_ = true; return markup(hit.end);
    case Mark::ends_before:
    case Mark::call_close: return markup(hit.end);
  }
}

bool Model::read_code() {
  const char byte = text_[at_];
  const std::size_t next = code_step();
  if (next == at_ + 1 && byte != '`' && byte != '~') return false;
  if (next == at_ + 1 && code_.fence_size != 0) return false;
  content(next);
  return true;
}

// The bytes at `at_` may open or close code. Returns the place at which the reading goes on.
std::size_t Model::code_step() {
  const char byte = text_[at_];
  if (code_.fence_size != 0) {
    const bool may_close = byte == code_.fence && !is_inner_fence(at_, indent_);
    const std::size_t end = may_close ? fence_line_end(text_, at_, indent_, byte, code_.fence_size,
                                                       program_.options.markdown_code)
                                      : at_;
    return end != at_ && close_fence(end) ? end : at_ + 1;
  }
  if (at_ < code_.run_end) return code_.run_end;
  if (byte != '`' && byte != '~') return at_ + 1;
  const CodeStart start = code_at(text_, at_, indent_, program_.options.limits.max_held_bytes,
                                  program_.options.markdown_code);
  if (start.is_fence) {
    code_.fence = byte;
    code_.fence_size = start.run_end - at_;
    code_.is_first = may_begin_with_fence();
    code_.has_inner = false;
  }
  return start.run_end;
}

bool Model::close_fence(std::size_t end) {
  if (end < code_.open_until) return false;
  code_.fence_size = 0;
  if (code_.is_first) code_.first_end = std::min(code_.first_end, end);
  return true;
}

bool Model::waits_for_fence(const Hit& hit) const {
  const bool is_call = hit.mark == Mark::call && !hit.form->is_tentative;
  const bool is_wrapper = hit.mark == Mark::wrap_open && hit.kind != TokenKind::empty;
  return (is_call || is_wrapper) && !are_over_ && code_.counts && code_.fence_size != 0 &&
         code_.is_first && !code_.is_decided &&
         program_.options.markdown_code == MarkdownCode::automatic;
}

// The text is read on as if the mark counted. Text behind the fence shows an example, and a broken
// call is text.
void Model::decide_first_fence() {
  Model ahead = *this;
  const std::size_t longest = program_.options.limits.max_held_bytes;
  const bool is_bounded = text_.size() - at_ > longest;
  if (is_bounded) ahead.text_ = text_.substr(0, at_ + longest);
  ahead.code_.is_decided = ahead.reads_ahead_ = true;
  while (ahead.at_ < ahead.text_.size()) ahead.read_on();
  const std::size_t end = ahead.code_.first_end;
  const auto is_behind = [&](const Seen& one) {
    switch (one.kind) {
      case EventKind::content:
        return one.end > end &&
               !trim_end(text_.substr(std::max<std::size_t>(one.begin, end),
                                      one.end - std::max<std::size_t>(one.begin, end)))
                    .empty();
      case EventKind::tool_call: return one.begin >= end;
      case EventKind::tool_call_error: return one.begin >= end && one.begin != one.end;
      default: return false;
    }
  };
  const auto from = ahead.seen_.begin() + static_cast<std::ptrdiff_t>(seen_.size());
  const auto behind = std::find_if(from, ahead.seen_.end(), is_behind);
  code_.is_decided = true;
  const bool is_known = behind != ahead.seen_.end();
  if (is_known ? behind->kind == EventKind::tool_call : !is_bounded) return;
  code_.is_first = false;
  if (is_known) code_.open_until = end;
  if (is_known) return;
  notice(Code::max_held_bytes, at_);
  are_over_ = true;
}

// In a fence a run with a word directly after it begins an inner fence, which the next run before a
// tag ends.
bool Model::is_inner_fence(std::size_t at, int indent) {
  if (program_.options.markdown_code != MarkdownCode::automatic) return false;
  const std::size_t run = std::min(text_.find_first_not_of(code_.fence, at), text_.size());
  const bool is_run = indent >= 0 && indent <= 3 && run - at >= code_.fence_size;
  if (!is_run || run == text_.size() || is_blank(text_[run])) return false;
  const bool is_before_tag = text_[run] == '<';
  if (is_before_tag && !code_.has_inner) return false;
  code_.has_inner = !is_before_tag;
  return true;
}

// Code keeps an opener from opening. It never keeps a closer from closing.
bool Model::is_quoted_by_code(const Hit& hit) {
  const bool closes = hit.mark == Mark::wrap_close || hit.kind == TokenKind::close;
  bool is_of_call = false;
  switch (hit.mark) {
    case Mark::call:
    case Mark::call_close: is_of_call = true; break;
    case Mark::wrap_open:
    case Mark::wrap_close:
      if (closes && wrappers_ != 0) return false;
      is_of_call = true;
      break;
    case Mark::unwrap:
    case Mark::record:
      if (const std::size_t* const open = quoted_openers(hit, false);
          closes && !closes_nothing(hit)) {
        if (open == nullptr || *open == 0) return false;
      }
      break;
    case Mark::hide:
    case Mark::reasoning_open:
    case Mark::reasoning_close: break;
    default: return false;
  }
  const Settings& options = program_.options;
  if (options.markdown_code == MarkdownCode::off) return false;
  if (code_.fence_size != 0 && is_of_call && code_.counts && !code_.is_first) return true;
  return is_in_span(text_, visible_from_, at_, options.limits.max_held_bytes);
}

/// The number of openers of this rule that are text, since they stand in spans on this line, and
/// whose closers have not come. Null: it is not known.
std::size_t* Model::quoted_openers(const Hit& hit, bool makes) {
  if (hit.mark != Mark::unwrap && hit.mark != Mark::record) return nullptr;
  const std::pair line(text_.substr(0, at_).find_last_of("\r\n"), visible_from_);
  if (line != quoted_line_) quoted_openers_.clear();
  quoted_line_ = line;
  const std::pair rule(hit.rule, std::string(hit.is_noted ? "" : hit.name));
  const auto known = quoted_openers_.find(rule);
  if (known != quoted_openers_.end()) return &known->second;
  return makes && quoted_openers_.size() < 4 ? &quoted_openers_[rule] : nullptr;
}

/// A tag in a span was read.
void Model::note_in_span(const Hit& hit) {
  const bool closes = hit.kind == TokenKind::close;
  std::size_t* const count = quoted_openers(hit, hit.kind == TokenKind::open);
  if (count == nullptr || hit.kind == TokenKind::empty) return;
  if (!closes) ++*count;
  if (closes && *count != 0) --*count;
}

void Model::leave_code() {
  if (code_.fence_size != 0) indent_ = -1;
}

/// Names the family by the first marker of reasoning, and by the first marker of calls.
void Model::name_family(const Hit& hit) {
  const bool is_quoted = hit.mark == Mark::call && hit.begin < quoted_until_;
  const bool is_empty = hit.mark == Mark::wrap_open && hit.kind == TokenKind::empty;
  if (is_extracting_ || is_quoted || is_empty) return;
  bool& is_named =
      hit.mark == Mark::call || hit.mark == Mark::wrap_open ? names_calls_ : names_reasoning_;
  const bool counts = hit.mark == Mark::call || hit.mark == Mark::wrap_open ||
                      hit.mark == Mark::header || hit.mark == Mark::reasoning_open;
  if (!counts || std::exchange(is_named, true)) return;
  notice(Code::family);
}

bool Model::read_layout() {
  const bool is_after_call = std::exchange(is_after_call_, false);
  const bool is_layout = std::exchange(is_layout_, false);
  if (is_after_call) {
    if (const auto next = call_after_separator(at_, last_form_)) {
      const std::size_t from = at_;
      const int indent = indent_;
      read_call(*next, at_);
      visible_from_ = at_;
      if (code_.counts) note_fences(from, indent);
      return true;
    }
  }
  const CallForm* const last = std::exchange(last_form_, nullptr);
  const std::size_t blanks = skip_blanks(text_, at_);
  if (is_after_call) after_call_ = blanks;
  const bool takes_blanks = is_layout && wrappers_ != 0 && blanks != at_;
  if (is_after_call && last != nullptr && !takes_blanks && note_part(*last)) return true;
  if (blanks == at_) return false;
  const bool is_before_close = is_after_call && is_wrap_close(blanks);
  if (!is_before_close && !(is_layout && wrappers_ != 0)) return false;
  begins_line_ = begins_line_ || text_[blanks - 1] == '\n' || text_[blanks - 1] == '\r';
  markup(blanks);
  if (is_after_call && last != nullptr && takes_blanks) (void)note_part(*last);
  return true;
}

namespace {

/// True if the text begins with a parameter, an object or a named call of this form.
bool begins_part(const CallForm& form, std::string_view text) {
  const XmlShape& shape = *form.written->shape;
  const bool is_either = form.body == CallBody::automatic;
  if (is_either || form.body == CallBody::xml) {
    std::vector<std::string_view> openers{shape.prefix};
    for (const XmlMark& mark : shape.parameters) openers.push_back(mark.open);
    for (const XmlMark& mark : shape.keys) openers.push_back(mark.open);
    for (std::string_view opener : openers) {
      const bool is_tag = !xml_tag_name(opener).empty();
      if (is_tag) opener.remove_suffix(1);
      if (opener.empty() || !text.starts_with(opener)) continue;
      if (!is_tag || (text.size() > opener.size() && !is_name_byte(text[opener.size()])))
        return true;
    }
  }
  const bool is_object = form.body != CallBody::xml && form.body != CallBody::text;
  if (is_object && !form.has_closer && !text.empty() && (text[0] == '}' || text[0] == ']')) {
    return true;
  }
  if (is_object) {
    std::size_t at = 0;
    if (!text.empty() && (text[0] == ',' || text[0] == ';')) at = 1;
    at = skip_blanks(text, at);
    if (at < text.size() && text[at] == '[') at = skip_blanks(text, at + 1);
    if (at < text.size() && text[at] == '{') {
      at = skip_blanks(text, at + 1);
      if (at < text.size() && (text[at] == '"' || text[at] == '\'')) return true;
    }
  }
  const std::string_view mark = form.written->name.separator;
  std::size_t end = !text.empty() && (text[0] == ',' || text[0] == ';') ? 1 : 0;
  end = skip_blanks(text, end);
  const bool has_name = end < text.size() && begins_call_name(text[end]);
  if (form.has_closer || mark.empty() || !has_name) return false;
  while (end < text.size() && is_call_name_byte(text[end])) ++end;
  if (!text.substr(end).starts_with(mark)) return false;
  end = skip_blanks(text, end + mark.size());
  return end < text.size() && text[end] == '{';
}

}  // namespace

bool Model::is_wrap_close(std::size_t at) const {
  const auto hit = text_mark(at, false);
  return hit && (hit->mark == Mark::wrap_close || closes_again(*hit));
}

bool Model::begins_call(const Hit& wrapper) const {
  const std::size_t next = skip_blanks(text_, wrapper.end);
  const char byte = next < text_.size() ? text_[next] : '<';
  const bool is_code = wrapper.form != nullptr && wrapper.form->body == CallBody::pythonic;
  const bool is_value = is_code ? byte != '<' : byte == '{' || byte == '[';
  return is_value && wrapper.form != nullptr && wrapper.kind == TokenKind::open &&
         wrapper.begin >= quoted_until_;
}

void Model::read_wrapper_tag(const Hit& hit) {
  if (hit.kind == TokenKind::empty) {
    notice_once(Code::mention, hit, at_);
    return content(hit.end);
  }
  const std::size_t next = skip_blanks(text_, hit.end);
  if (begins_call(hit)) {
    Hit call = hit;
    call.mark = Mark::call;
    if (!read_call(call, at_)) expect_closer(hit);
    return;
  }
  const auto is_own_end = [&](const Hit& one) {
    return one.mark == Mark::wrap_close && !one.is_literal &&
           same_name(one.name, hit.name, program_.options.ignore_case);
  };
  auto follower = text_mark(next, is_leading_place());
  if (!follower) follower = program_.at(text_, next, is_own_end);
  bool is_markup = follower.has_value();
  if (is_markup && follower->mark == Mark::call) is_markup = follower->begin >= quoted_until_;
  if (is_markup && follower->mark == Mark::wrap_open)
    is_markup = follower->kind != TokenKind::empty;
  const bool is_end = is_markup && is_own_end(*follower);
  is_markup =
      is_markup && (is_end || follower->mark == Mark::call || follower->mark == Mark::wrap_open);
  if (!is_markup) {
    const std::string_view rest = text_.substr(next);
    const auto find = [&](std::string_view longer) {
      return program_.at(longer, next, [&](const Hit& one) {
        return counts_in_text(one, is_leading_place()) || one.mark == Mark::wrap_close;
      });
    };
    const bool is_cut = rest.empty() || program_.may_grow({text_, false}, find);
    if (is_cut && !is_refused_call(hit)) {
      notice(Code::unclosed_call, at_);
    } else if (!is_refused_call(hit)) {
      notice_once(Code::mention, hit, at_);
    } else if (are_over_) {
      notice_once(Code::after_limit, hit, at_);
    }
    expect_closer(hit);
    return content(hit.end);
  }
  ++wrappers_;
  is_layout_ = true;
  markup(hit.end);
  const auto tag = read_tag(text_, hit.begin, program_.options.limits);
  if (tag && leaves_out(*tag, {}, "", true)) notice(Code::unknown_key, hit.begin);
}

std::optional<Hit> Model::call_after_separator(std::size_t from, const CallForm* last) const {
  const char separator = last == nullptr ? '\0' : last->separator;
  const std::size_t at = after_separators(from, separator);
  const bool has_one = text_.substr(from, at - from).find(separator) != text_.npos;
  if (separator == 0 || !has_one || at == text_.size()) return std::nullopt;
  const auto hit = text_mark(at, true);
  if (hit) return hit->mark == Mark::call ? hit : std::nullopt;
  if (text_[at] != '{' || is_blank(separator) || last->next == nullptr) return std::nullopt;
  Hit object;
  object.mark = Mark::call;
  object.form = last->next;
  object.begin = object.end = at;
  object.is_literal = true;
  return object;
}

std::size_t Model::after_separators(std::size_t from, char separator) const {
  std::size_t at = from;
  while (at < text_.size() && (is_blank(text_[at]) || (separator != 0 && text_[at] == separator)))
    ++at;
  return at;
}

/// The text after a call that looks like a part of a call has a notice. True if it has read blanks.
bool Model::note_part(const CallForm& last) {
  const std::size_t at = after_separators(at_, last.separator);
  const bool has_separator =
      last.separator != 0 && text_.substr(at_, at - at_).find(last.separator) != text_.npos;
  const std::size_t longest = program_.options.limits.max_held_bytes;
  const bool blanks_wait = program_.has_wrapper() || closed_form_ != nullptr || last.separator != 0;
  if (at != at_ && !blanks_wait) return false;
  if (last.written == nullptr || at - at_ > longest || at == text_.size()) return false;
  if (text_mark(at, has_separator || is_leading_place())) return false;
  if (program_.has_blank_marker()) return false;
  if (!begins_part(last, text_.substr(at, std::min<std::size_t>(64, at_ + longest - at)))) {
    return false;
  }
  const bool has_blanks = at != at_;
  content(at);
  Hit part;
  part.mark = Mark::call;
  part.form = &last;
  notice_once(Code::not_a_call, part, at, 2);
  return has_blanks;
}

void Model::count_open(const Hit& hit) {
  if (hit.kind == TokenKind::open) {
    ++depth_[hit.rule];
    starts_[hit.rule].push_back(hit.begin);
  } else if (hit.kind == TokenKind::close) {
    --depth_[hit.rule];
    starts_[hit.rule].pop_back();
  }
}

void Model::read_unwrapped(const Hit& hit) {
  if (depth_[hit.rule] == 0) opened_[hit.rule] = hit;
  count_open(hit);
  markup(hit.end);
  if (!trims()) return;
  const std::size_t blanks = skip_blanks(text_, at_);
  begins_line_ = begins_line_ || text_[blanks - 1] == '\n' || text_[blanks - 1] == '\r';
  markup(blanks);
}

/// Half a closing tag at the very end is taken out, too.
void Model::end_unwrapped() {
  const bool is_code = code_.fence_size != 0 && program_.options.markdown_code == MarkdownCode::all;
  if (seen_.empty() || seen_.back().kind != EventKind::content || is_code) return;
  const Hit* last_open = nullptr;
  std::size_t last_start = 0;
  const std::vector<Rule>& own = program_.options.rules;
  for (std::size_t rule = 0; rule <= own.size(); ++rule) {  // the last one is of rows
    if (depth_[rule] <= 0) continue;
    if (half_closer(opened_[rule].mark, rule, seen_.back().begin) == text_.size()) continue;
    if (last_open != nullptr && starts_[rule].back() < last_start) continue;
    last_open = &opened_[rule];
    last_start = starts_[rule].back();
  }
  if (last_open == nullptr || last_open->mark == Mark::record) return;
  Seen& last = seen_.back();
  const std::size_t half = half_closer(Mark::unwrap, last_open->rule, last.begin);
  last.text.resize(half - last.begin);
  last.end = at_ = half;
  if (last.text.empty()) seen_.pop_back();
  markup(text_.size());
  notice(Code::half_closer, last_start);
}

void Model::read_recorded(const Hit& hit) {
  int& depth = depth_[hit.rule];
  content(hit.end);
  if (depth == 0) opened_[hit.rule] = hit;
  if (hit.kind == TokenKind::empty) {
    if (depth == 0) end_record(hit.rule, hit.end, hit.end, true);
    return;
  }
  count_open(hit);
  if (depth == 1 && hit.kind == TokenKind::open) records_.push_back(hit.rule);
  if (depth > 0) return;
  std::erase(records_, hit.rule);
  end_record(hit.rule, hit.begin, hit.end, true);
}

void Model::end_record(std::size_t rule, std::size_t content_end, std::size_t end, bool is_closed) {
  const Hit& open = opened_[rule];
  Seen seen = section(EventKind::section_end, open);
  seen.begin = seen.end = end;
  seen.is_closed = is_closed;
  seen.is_recorded = true;
  set_content(seen, slice(open.end, content_end));
  add(std::move(seen));
}

}  // namespace model

// ---- readers -----------------------------------------------------------------------------------

ModelProgram make_program(const Options& options) {
  return std::make_shared<model::Program>(options);
}

ModelReading read_by_model(std::string_view text, const ModelProgram& program) {
  assert(program->is_parser || program->options.limits.on_limit == OnLimit::text);
  model::Model model(text, *program);
  model.run();
  ModelReading reading;
  reading.named = model.take_named();
  reading.seen = model.take_seen();
  return reading;
}

std::vector<SeenToken> model_tokens(std::string_view text, const TokenizerOptions& options) {
  std::vector<SeenToken> tokens;
  for (std::size_t at = 0; at < text.size();) {
    SeenToken token{TokenKind::text, at, at + 1, {}, {}};
    std::size_t size = 0;
    for (const std::string& marker : options.markers) {
      if (text.substr(at).starts_with(marker)) size = std::max(size, marker.size());
    }
    std::optional<Tag> tag;
    if (!options.markers_only) tag = read_tag(text, at, options.limits);
    const bool is_wanted =
        tag && (options.names.empty() || is_named(options.names, tag->name, options.ignore_case));
    if (is_wanted && tag->end - at > size) {
      token = {tag->kind, at, tag->end, {}, std::string(tag->name)};
    } else if (size > 0) {
      token = {TokenKind::marker, at, at + size, {}, {}};
    }
    token.raw = text.substr(at, token.end - at);
    at = token.end;
    append_joined(tokens, std::move(token));
  }
  return tokens;
}

}  // namespace tagstream::testing

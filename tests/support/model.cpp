#include "support/model.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <string>
#include <utility>

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
  while (at_ < text_.size()) {
    if (place_ == Place::text) {
      read_text();
    } else {
      read_reasoning();
    }
  }
  if (place_ != Place::text) {
    const bool is_moved = program_.moves_unclosed && at_ > reasoning_from_;
    notice(is_moved ? Code::reasoning_as_content : Code::unclosed_reasoning, reasoning_begin_);
  }
  for (auto rule = records_.rbegin(); rule != records_.rend(); ++rule) {
    end_record(*rule, text_.size(), text_.size(), false);
  }
  if (program_.trims) trim_stretches();
  if (text_.starts_with("data: {")) notice(Code::looks_like_sse, 0);
}

/// Turns the blanks at both ends of a stretch of text into markup. A stretch ends at an event that
/// covers other bytes. A notice or an error that covers no bytes does not end it, unless it tells
/// of unclosed reasoning.
void Model::trim_stretches() {
  const std::vector<Seen> all = std::exchange(seen_, {});
  const auto is_text = [](const Seen& one) {
    return one.kind == EventKind::content || one.kind == EventKind::reasoning;
  };
  const auto only_speaks = [](const Seen& one) {
    return one.begin == one.end && one.code != Code::unclosed_reasoning &&
           one.code != Code::reasoning_as_content &&
           (one.kind == EventKind::notice || one.kind == EventKind::tool_call_error);
  };
  constexpr EventKind nothing = EventKind::stopped;
  EventKind open = nothing;
  std::size_t held = 0;  // after the held blanks
  at_ = 0;
  for (auto event = all.begin(); event != all.end(); ++event) {
    const Seen& one = *event;
    if (is_text(one)) {
      std::size_t begin = one.begin;
      if (open != one.kind) {
        begin = std::min<std::uint64_t>(skip_blanks(text_, begin), one.end);
        markup(begin);
        open = nothing;
      }
      held = one.end;
      const std::size_t end = begin + trim_end(slice(begin, held)).size();
      if (end == begin) continue;
      open = one.kind;
      piece(open, end);
      continue;
    }
    if (only_speaks(one)) {
      const auto next = std::find_if_not(event, all.end(), only_speaks);
      if (next != all.end() && is_text(*next) && next->kind != open) open = nothing;
      // The notice that names a family counts as outside of reasoning.
      if (one.code == Code::family && open == EventKind::reasoning) open = nothing;
      open == nothing ? markup(held) : piece(open, held);
    } else {
      const bool is_piece =
          one.kind == EventKind::tool_call_start || one.kind == EventKind::tool_call_delta;
      if (!is_piece || at_ != held) open = nothing;
      markup(held);
      if (!is_piece) at_ = held = one.end;
    }
    add(one);
  }
  markup(held);
}

bool Model::counts_in_text(const Hit& hit, bool leading) const {
  switch (hit.mark) {
    case Mark::reasoning_close:
      if (program_.is_auto) return false;
      return !hit.is_dropped && (has_closed_ || leading || mentions_ > 0 || !had_stray_);
    case Mark::call_close:
    case Mark::ends_before: return false;
    case Mark::wrap_close: return hit.is_literal || wrappers_ != 0 || hit.begin == after_call_;
    case Mark::unwrap:
    case Mark::record:
      if (hit.kind == TokenKind::close) return depth_[hit.rule] > 0;
      return leading || !program_.options.leading_only;
    case Mark::hide:
      return hit.kind != TokenKind::close && (leading || !program_.options.leading_only);
    case Mark::call:
      if (hit.kind == TokenKind::close) return false;
      return leading || !(hit.form->is_leading || program_.options.leading_only);
    default: return true;
  }
}

std::optional<Hit> Model::text_mark(std::size_t at, bool leading) const {
  return program_.at(text_, at, [&](const Hit& hit) { return counts_in_text(hit, leading); });
}

void Model::read_text() {
  if (read_layout()) return;
  const Settings& options = program_.options;
  const std::size_t code_end =
      options.markdown_code ? markdown_end(text_, at_, indent_, options.limits.max_held_bytes)
                            : at_;
  if (code_end > at_) return content(code_end);
  const bool is_quoted = at_ < code_.quoted_until;
  auto hit = is_quoted ? std::nullopt : text_mark(at_, is_leading_place());
  const bool is_stray = hit && hit->mark == Mark::reasoning_close && !has_closed_ &&
                        !is_leading_place() && mentions_ == 0;
  if (is_stray) {  // R249
    had_stray_ = true;
    if (!hit->is_literal) notice(Code::stray_close, at_);
    hit = text_mark(at_, false);
  }
  if (code_.counts) {
    if (!hit && read_code()) return;
    if (hit && is_quoted_by_code(*hit)) {
      if (hit->mark == Mark::call && !hit->form->is_tentative && !are_over_) notice(Code::quoted);
      code_.quoted_until = hit->end;
      return content(at_ + 1);
    }
  }
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
  const bool is_first = is_leading_place();
  const bool may_be_call = hit->mark == Mark::call || hit->mark == Mark::header ||
                           (hit->mark == Mark::wrap_open && !hit->is_literal && begins_call(*hit));
  leave_code();
  read_mark(*hit);
  if (!code_.counts) return;
  const bool is_text = std::any_of(seen_.begin(), seen_.end(), [&](const Seen& one) {
    return one.kind == EventKind::content && one.begin <= from && from < one.end;
  });
  if (!is_refused && (may_be_call || !is_text)) {
    return note_fences(from, indent);
  }
  code_ = before;  // here the tag is plain text
  follow_code(from, indent);
  if (before.fence_size == 0) code_.is_first = is_first;
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

// R377: text that a broken call gives back may open or close a fence. No other mark counts in it.
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
        const bool may_close = byte == code_.fence;
        const std::size_t end =
            may_close ? fence_line_end(text_, at, indent, byte, code_.fence_size) : at;
        if (end != at) {
          code_.fence_size = 0;
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
        }
      }
      for (; at < next; ++at) indent = indent_after(indent, text_[at]);
    }
  }
}

void Model::read_mark(const Hit& hit) {
  if (is_mention(hit)) {
    mentions_ += hit.mark == Mark::reasoning_close ? -1 : hit.kind != TokenKind::empty;
    return content(hit.end);
  }
  if (program_.is_auto) name_family(hit);
  named_.push_back({hit.begin, hit.end});
  const bool may_be_call = hit.mark == Mark::call || hit.mark == Mark::header ||
                           (hit.mark == Mark::wrap_open && !hit.is_literal && begins_call(hit));
  if (!may_be_call && hit.mark != Mark::record) begins_line_ = true;
  switch (hit.mark) {
    case Mark::hide: return read_hidden(hit);
    case Mark::unwrap: return read_unwrapped(hit);
    case Mark::record: return read_recorded(hit);
    case Mark::call: return read_call(hit, at_);
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
  if (next == at_ + 1 && (code_.fence_size != 0 || at_ < code_.span_end)) return false;
  content(next);
  return true;
}

// The bytes at `at_` may open or close code. Returns the place at which the reading goes on.
std::size_t Model::code_step() {
  const char byte = text_[at_];
  if (code_.fence_size != 0) {
    const std::size_t end =
        byte == code_.fence ? fence_line_end(text_, at_, indent_, byte, code_.fence_size) : at_;
    if (end == at_) return at_ + 1;
    code_.fence_size = 0;
    return end;
  }
  if (at_ < code_.run_end) return code_.run_end;
  if (at_ < code_.span_end || (byte != '`' && byte != '~')) return at_ + 1;
  const CodeStart start =
      code_at(text_, at_, indent_, program_.options.limits.max_held_bytes, true);
  code_.span_end = start.span_end;
  if (start.is_fence) {
    code_.fence = byte;
    code_.fence_size = start.run_end - at_;
    code_.is_first = is_leading_place();
  }
  return start.run_end;
}

bool Model::is_quoted_by_code(const Hit& hit) const {
  if (hit.mark != Mark::call && hit.mark != Mark::wrap_open && hit.mark != Mark::wrap_close) {
    return false;
  }
  return at_ < code_.span_end || (code_.fence_size != 0 && !code_.is_first);
}

void Model::leave_code() {
  if (at_ < code_.span_end || code_.fence_size != 0) indent_ = -1;
  code_.span_end = 0;
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
    if (const auto next = call_after_separator(at_)) {
      const std::size_t from = at_;
      const int indent = indent_;
      read_call(*next, at_);
      if (code_.counts) note_fences(from, indent);
      return true;
    }
  }
  const std::size_t blanks = skip_blanks(text_, at_);
  if (is_after_call) after_call_ = blanks;
  if (blanks == at_) return false;
  const bool is_before_close = is_after_call && is_wrap_close(blanks);
  if (!is_before_close && !(is_layout && wrappers_ != 0)) return false;
  begins_line_ = begins_line_ || text_[blanks - 1] == '\n' || text_[blanks - 1] == '\r';
  markup(blanks);
  return true;
}

bool Model::is_wrap_close(std::size_t at) const {
  const auto hit = text_mark(at, false);
  return hit && hit->mark == Mark::wrap_close;
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
  if (hit.kind == TokenKind::empty) return content(hit.end);
  const std::size_t next = skip_blanks(text_, hit.end);
  if (begins_call(hit)) {
    Hit call = hit;
    call.mark = Mark::call;
    return read_call(call, at_);
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
  if (!is_markup) return content(hit.end);
  ++wrappers_;
  is_layout_ = true;
  markup(hit.end);
}

std::optional<Hit> Model::call_after_separator(std::size_t from) const {
  const bool has_one_call = program_.tool_choice == ToolChoice::named;
  const char separator =
      program_.tools == nullptr || has_one_call ? '\0' : program_.tools->separator;
  bool has_one = false;
  std::size_t at = from;
  for (; separator != 0 && at < text_.size(); ++at) {
    if (text_[at] != separator && !is_blank(text_[at])) break;
    has_one = has_one || text_[at] == separator;
  }
  if (!has_one || at == text_.size()) return std::nullopt;
  const auto hit = text_mark(at, true);
  return hit && hit->mark == Mark::call ? hit : std::nullopt;
}

void Model::read_unwrapped(const Hit& hit) {
  if (hit.kind == TokenKind::open) ++depth_[hit.rule];
  if (hit.kind == TokenKind::close) --depth_[hit.rule];
  markup(hit.end);
  if (!trims()) return;
  const std::size_t blanks = skip_blanks(text_, at_);
  begins_line_ = begins_line_ || text_[blanks - 1] == '\n' || text_[blanks - 1] == '\r';
  markup(blanks);
}

void Model::read_recorded(const Hit& hit) {
  int& depth = depth_[hit.rule];
  content(hit.end);
  if (depth == 0) opened_[hit.rule] = hit;
  if (hit.kind == TokenKind::empty) {
    if (depth == 0) end_record(hit.rule, hit.end, hit.end, true);
    return;
  }
  depth += hit.kind == TokenKind::open ? 1 : -1;
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
  assert(program->is_parser ? !program->options.markdown_code
                            : program->options.limits.on_limit == OnLimit::text);
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

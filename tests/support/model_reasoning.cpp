#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "support/model_places.hpp"

namespace tagstream::testing::model {

// ---- reasoning ---------------------------------------------------------------------------------

bool Model::trims() const { return program_.reasoning != nullptr && program_.reasoning->trims; }

void Model::trim_reasoning() {
  if (trims()) markup(skip_blanks(text_, at_));
}

bool Model::ends_reasoning(const Hit& hit) const {
  const bool is_header = place_ == Place::header_reasoning;
  switch (hit.mark) {
    case Mark::reasoning_close: return !is_header && hit.rule == span_;
    case Mark::ends_before: return !is_header;
    case Mark::header_close: return is_header;
    case Mark::header: return is_header || program_.has_header_reasoning;
    default: return false;
  }
}

bool Model::counts_in_reasoning(const Hit& hit) const {
  const CallsInReasoning policy = program_.calls_in_reasoning;
  switch (hit.mark) {
    case Mark::drop: return true;
    case Mark::wrap_open: return policy != CallsInReasoning::keep;
    case Mark::wrap_close: return policy == CallsInReasoning::extract;
    case Mark::call: return !hit.form->is_leading && policy != CallsInReasoning::keep;
    default: return ends_reasoning(hit);
  }
}

std::optional<Hit> Model::reasoning_mark(std::size_t at) const {
  return program_.at(text_, at, [&](const Hit& hit) { return counts_in_reasoning(hit); });
}

/// Begins in reasoning that the prompt has opened. The output may open it once more.
void Model::begin_inside() {
  place_ = program_.reasoning->open.empty() ? Place::header_reasoning : Place::reasoning;
  const std::string_view opener =
      program_.reasoning->open.empty() ? std::string_view() : *program_.reasoning->open.begin();
  const std::string_view label = opener.substr(opener.rfind('>') + 1);
  if (label.size() < opener.size() && !label.empty() && text_.starts_with(label)) {
    markup(label.size());  // the prompt has ended at the bracket
    return trim_reasoning();
  }
  const std::size_t blanks = skip_blanks(text_, 0);
  if (blanks == text_.size() || place_ != Place::reasoning) return;
  for (std::size_t at = 0; at < blanks; ++at) {
    if (reasoning_mark(at)) return;
  }
  const auto is_opener = [](const auto& one) { return one.mark == Mark::reasoning_open; };
  const auto hit = program_.at(text_, blanks, is_opener);
  if (!hit) {
    quoted_until_ = program_.quoted_by(text_, blanks, is_opener);
  } else if (hit->kind == TokenKind::empty) {
    reasoning(hit->end);
  } else {
    reasoning(blanks);
    open_reasoning(*hit);
  }
}

void Model::open_reasoning(const Hit& hit) {
  span_ = hit.rule;
  if (place_ == Place::text) reasoning_begin_ = hit.begin;
  markup(hit.end);
  if (hit.kind == TokenKind::empty) {
    has_closed_ = true;
  } else {
    if (place_ == Place::text) reasoning_from_ = at_;
    place_ = Place::reasoning;
  }
  trim_reasoning();
}

/// True if an opener or closer of reasoning is text. An opener is text where reasoning must not
/// begin; then the closer that belongs to it is text as well.
bool Model::is_mention(const Hit& hit) const {
  if (hit.mark == Mark::reasoning_close) return mentions_ > 0;
  if (hit.mark != Mark::reasoning_open) return false;
  switch (program_.reasoning_again) {
    case ReasoningAgain::automatic:
    case ReasoningAgain::anywhere: return false;
    case ReasoningAgain::never: return !is_leading_place();
    case ReasoningAgain::line: return !is_fresh_ && !begins_line_;
  }
  return false;
}

void Model::leave_reasoning() {
  in_thought_wrapper_ = false;
  place_ = Place::text;
  has_closed_ = begins_line_ = true;
}

void Model::read_reasoning() {
  const CallsInReasoning policy = program_.calls_in_reasoning;
  if (place_ == Place::reasoning && half_closer(Mark::reasoning_close, span_, at_) == at_) {
    is_half_closed_ = true;
    markup(text_.size());
    return notice(Code::half_closer, reasoning_begin_);
  }
  const auto hit = reasoning_mark(at_);
  if (!hit) {
    const auto is_call = [](const Marker& marker) {
      return marker.mark == Mark::call || marker.mark == Mark::wrap_open;
    };
    if (policy != CallsInReasoning::keep) {
      quoted_until_ = std::max(quoted_until_, program_.quoted_by(text_, at_, is_call));
    }
    return reasoning(at_ + 1);
  }
  if (hit->mark == Mark::drop) return reasoned_markup(hit->end);
  if (ends_reasoning(*hit)) return end_reasoning(*hit);
  if (hit->mark == Mark::call && hit->form->needs_wrapper && !in_thought_wrapper_) {
    return reasoning(hit->end);
  }
  if (policy == CallsInReasoning::extract && hit->mark != Mark::call && !begins_call(*hit)) {
    if (hit->kind != TokenKind::empty) {
      in_thought_wrapper_ = hit->mark == Mark::wrap_open && hit->kind == TokenKind::open;
    }
    return reasoned_markup(hit->end);
  }
  if (policy == CallsInReasoning::end) {
    leave_reasoning();
    return;
  }
  if (is_refused(*hit)) return reasoning(hit->end);
  read_region();
}

/// Gives markup of reasoning. In a wrapper the blanks after it are layout.
void Model::reasoned_markup(std::size_t end) {
  markup(end);
  if (in_thought_wrapper_) markup(skip_blanks(text_, at_));
}

void Model::end_reasoning(const Hit& hit) {
  leave_reasoning();
  if (hit.mark != Mark::reasoning_close && hit.mark != Mark::header_close) return;
  markup(hit.end);
  if (hit.mark == Mark::reasoning_close) trim_reasoning();
}

bool Model::is_refused(const Hit& hit) const {
  return (hit.mark == Mark::call || hit.mark == Mark::wrap_open) && hit.begin < quoted_until_;
}

// ---- calls in reasoning ------------------------------------------------------------------------

/// Reads a region of calls in reasoning, with which the answer may end.
void Model::read_region() {
  const bool extracts = program_.calls_in_reasoning == CallsInReasoning::extract;
  bool has_call = false;
  bool is_after_call = false;
  const CallForm* last = nullptr;
  std::size_t wrappers = in_thought_wrapper_ ? 1 : 0;
  std::size_t at = at_;
  // The calls are read again when the region is given out, and quote the same bytes then.
  const std::size_t quoted_until = quoted_until_;
  while (at < text_.size()) {
    auto hit = is_after_call ? call_after_separator(at, last) : std::nullopt;
    if (!hit) {  // the longest marker at a place is what stands there
      hit = reasoning_mark(at);
      const auto closer =
          program_.at(text_, at, [](const Hit& one) { return one.mark == Mark::wrap_close; });
      if (closer && (!hit || closer->end > hit->end)) hit = closer;
    }
    is_after_call = false;
    if (!hit) {
      if (!is_blank(text_[at])) return reasoning(at);
      ++at;  // a marker may begin with the next one
      continue;
    }
    if (ends_reasoning(*hit) || is_refused(*hit)) return reasoning(at);
    if (hit->mark == Mark::call && hit->form->needs_wrapper && wrappers == 0) return reasoning(at);
    if (hit->mark == Mark::wrap_open && hit->kind != TokenKind::empty) ++wrappers;
    if (hit->mark == Mark::wrap_close && wrappers != 0) --wrappers;
    at = hit->end;
    if (hit->mark == Mark::wrap_open && begins_call(*hit)) hit->mark = Mark::call;
    if (hit->mark != Mark::call) continue;
    if (!follow_call(*hit)) return;
    if (extracts) {
      quoted_until_ = quoted_until;
      return extract_until(region_end_);
    }
    has_call = is_after_call = true;
    last = hit->form;
    at = region_end_;
  }
  if (!has_call) return reasoning(text_.size());
  quoted_until_ = quoted_until;
  leave_reasoning();
}

void Model::extract_until(std::size_t end) {
  const Place place = std::exchange(place_, Place::text);
  const bool is_fresh = is_fresh_;
  is_extracting_ = !is_region_cut_;
  const bool counts = std::exchange(code_.counts, false);  // code is text, not reasoning
  while (at_ < end) read_text();
  code_.counts = counts;
  is_extracting_ = false;
  is_fresh_ = is_fresh;
  is_after_call_ = is_layout_ = false;
  if (!is_region_cut_) place_ = place;  // one that the text ends in has ended the reasoning
  reasoned_markup(at_);
}

/// Reads one call of a region, and sets `region_end_` to the end of the call. False if the held
/// bytes have been given out.
bool Model::follow_call(const Hit& hit) {
  const Opening opening = opening_of(hit, hit.begin);
  region_end_ = hit.end;
  is_region_cut_ = false;
  const auto is_call = [&](const std::string& name) {
    return !name.empty() && program_.offers(opening.form, name);
  };
  if (hit.kind == TokenKind::empty) {
    const std::string name(opening.form.has_tag_keys ? opening.tag_name : opening.name);
    if (!is_call(name)) reasoning(hit.end);
    return is_call(name);
  }
  Body body;
  if (const auto closer = closer_in_body(hit)) {
    body = read_before(*closer, hit, opening);
    if (body.what == Body::What::cut && body.value == 0) {
      reasoning(*closer);
      return false;
    }
  }
  if (body.what == Body::What::cut) body = read_body({text_, true}, opening);
  region_end_ = body.end;
  switch (body.what) {
    case Body::What::closed:
      note_quoted(body);
      if (are_calls(opening, body)) return true;
      reasoning(body.value != 0 ? body.json.at : body.content_end);
      return false;
    case Body::What::empty:
      note_quoted(body);
      if (is_call(body.name.empty() ? opening.name : body.name)) return true;
      reasoning(body.content_end);
      return false;
    case Body::What::failed: leave_failed(body); return false;
    case Body::What::cut: leave_cut(body); return false;
    case Body::What::doubled: reasoning(body.end); return false;
    case Body::What::not_a_call:
      note_quoted(body);
      reasoning(hit.end);
      return false;
  }
  return false;
}

bool Model::closes_reasoning(const Hit& hit) const {
  const bool closes = hit.mark == Mark::reasoning_close || hit.mark == Mark::header_close;
  return closes && ends_reasoning(hit);
}

/// True if the body may protect nothing, and does not share its closer with the reasoning.
bool Model::is_bare(const Hit& opener) const {
  switch (opener.form->body) {
    case CallBody::automatic:
    case CallBody::xml:
    case CallBody::text: break;
    default: return false;  // its strings protect what they hold
  }
  std::set<std::string> closers;
  program_.for_each_literal([&](const std::string& word, const Hit& mark) {
    if (closes_reasoning(mark)) closers.insert(word);
  });
  bool is_shared = false;
  program_.for_each_literal([&](const std::string& word, const Hit& mark) {
    const bool is_own = mark.mark == Mark::call_close && mark.form == opener.form;
    is_shared = is_shared || (is_own && closers.count(word) != 0);
  });
  return !is_shared;
}

/// The first closer of the reasoning behind an opener, if it may end a call that protects nothing.
std::optional<std::size_t> Model::closer_in_body(const Hit& opener) const {
  if (!is_bare(opener)) return std::nullopt;
  const auto closes = [&](const Hit& hit) { return closes_reasoning(hit); };
  for (std::size_t at = opener.end - opener.form->shared; at < text_.size(); ++at) {
    if (program_.at(text_, at, closes)) return at;
  }
  return std::nullopt;
}

/// The body as far as it stands before `end`, behind which anything may follow.
Body Model::read_before(std::size_t end, const Hit& opener, const Opening& opening) const {
  const std::string_view text = text_.substr(0, end);
  if (opening.head != Opening::Head::absent) {
    const Head head =
        read_head(text, opener.end - opener.form->shared, opener.form->shape->head_end,
                  program_.options.limits.max_tag_bytes);
    if (head.is_open) return {};
  }
  return read_body({text, false}, opening);
}

std::optional<Hit> Model::end_in_string(const Body& body, std::size_t end) const {
  for (std::size_t at = body.string; at < end; ++at) {
    const auto hit = reasoning_mark(at);
    if (hit && (hit->mark == Mark::reasoning_close || hit->mark == Mark::header_close)) return hit;
  }
  return std::nullopt;
}

namespace {

/// True if the body turns out, at the end of its value, to be no call.
bool is_no_call(const Body& body) {
  return body.is_value_known && std::any_of(body.all.begin(), body.all.end(), [](const auto& item) {
           return item.error != Code::none;
         });
}

}  // namespace

void Model::leave_failed(const Body& body) {
  if (is_no_call(body)) return reasoning(body.json.at);
  if (const auto closer = end_in_string(body, body.at)) {
    reasoning(closer->begin);
    end_reasoning(*closer);
    recovered_until_ = std::max(recovered_until_, body.at);
  } else {
    reasoning(mark_around(body, [&](const Hit& hit) { return counts_in_reasoning(hit); }));
  }
  note_quoted(body);
}

void Model::leave_cut(const Body& body) {
  if (is_no_call(body)) return reasoning(body.json.at);
  region_end_ = text_.size();
  is_region_cut_ = true;
  const auto closer = body.is_string_open ? end_in_string(body, text_.size()) : std::nullopt;
  if (!closer) return reasoning(text_.size());
  reasoning(closer->begin);
  leave_reasoning();
  markup(closer->end);
  content(text_.size());
}

// ---- headers -----------------------------------------------------------------------------------

namespace {

bool is_name_letter(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || std::string_view("_:-.").find(c) != none;
}

bool is_person(const std::string& to) {
  return to.empty() || to == "user" || to == "assistant" || to == "all";
}

}  // namespace

void Model::begin_in_header() {
  if (program_.header == nullptr || !program_.header->starts_inside) return;
  const HeaderFormat& format = *program_.header;
  const std::string_view rest = text_.substr(skip_blanks(text_, 0));
  bool is_one = rest.starts_with("to=") || rest.starts_with(format.message) ||
                (!format.constrain.empty() && rest.starts_with(format.constrain));
  if (!format.ends_before.empty()) {  // a name may stand before the marker
    std::size_t size = 0;
    while (size < rest.size() && is_name_letter(rest[size])) ++size;
    const std::string_view marker = rest.substr(size);
    const bool is_marker =
        marker.starts_with(format.message) ||
        std::any_of(format.ends_before.begin(), format.ends_before.end(),
                    [&](std::string_view word) { return marker.starts_with(word); });
    is_one = is_one || (size != 0 && size <= 64 && is_marker);
  }
  if (!is_one) return;
  const HeaderScan header = scan_header(text_, 0, format);
  if (!header.is_whole && header.marker_end == 0) return;
  read_header(header);
}

void Model::read_header() { read_header(scan_header(text_, at_, *program_.header)); }

void Model::read_header(HeaderScan header) {
  const HeaderFormat& format = *program_.header;
  drop_mention(header);
  markup(header.begin);
  if (!header.role.empty() && header.role != "assistant") {
    if (!std::exchange(had_other_role_, true)) notice(Code::other_role, header.begin);
    markup(header.end);
    return skip_message();
  }
  const std::string& to = header.recipient;
  const WordList& selves = format.reasoning_recipients;
  const bool is_bare = header.is_whole && to.empty() && header.channel.empty();
  const bool is_self = std::find(selves.begin(), selves.end(), to) != selves.end() ||
                       (is_bare && format.bare_is_reasoning);
  if (!is_person(to) && !is_self && program_.has_header_calls) return read_header_call(header);
  const bool is_thought = !header.channel.empty() && header.channel == format.reasoning_channel;
  if ((!is_thought && !is_self) || !program_.has_header_reasoning) {
    begins_line_ = begins_line_ || header.end != header.begin;
    header_name_ = header.name;
    header_name_at_ = header.end;
    return markup(header.end);
  }
  reasoning_begin_ = header.begin;
  markup(header.end);
  reasoning_from_ = at_;
  place_ = Place::header_reasoning;
}

/// Drops a header that has no marker before its text, unless its role and channel are known.
void Model::drop_mention(HeaderScan& header) const {
  const HeaderFormat& format = *program_.header;
  if (header.is_whole || header.is_cut) return;
  const WordList& known = format.text_channels;
  const bool is_unknown = !header.channel.empty() && header.channel != format.reasoning_channel &&
                          std::find(known.begin(), known.end(), header.channel) == known.end();
  const bool is_other = !header.role.empty() && header.role != "assistant";
  if (!is_other && !(is_person(header.recipient) && is_unknown)) return;
  header.role.clear();
  header.channel.clear();
  header.recipient.clear();
  header.end = header.marker_end;
}

void Model::skip_message() {
  std::size_t at = at_;
  for (; at < text_.size(); ++at) {
    if (text_.substr(at).starts_with(program_.header->start)) break;
    const std::string_view rest = text_.substr(at);
    std::size_t longest = 0;
    for (std::string_view word : program_.header->close) {
      if (rest.starts_with(word)) longest = std::max(longest, word.size());
    }
    if (longest == 0) continue;
    at += longest;
    break;
  }
  markup(at);
  begins_line_ = true;
}

void Model::read_header_call(const HeaderScan& header) {
  const Hit hit{.mark = Mark::call, .begin = at_, .end = header.end, .form = &program_.header_call};
  if (at_ < quoted_until_) return refuse(hit, true);
  Opening opening{program_, program_.header_call};
  opening.begin = opening.marker = at_;
  opening.body = opening.marker_end = header.end;
  opening.is_header = true;
  opening.may_start = program_.options.incremental && !reads_ahead_;
  opening.may_call = may_call();
  opening.name = header.recipient;
  constexpr std::string_view prefix = "functions.";
  if (opening.name.starts_with(prefix) && opening.name.size() > prefix.size()) {
    opening.name.erase(0, prefix.size());
  }
  read_from(opening, hit);
}

}  // namespace tagstream::testing::model

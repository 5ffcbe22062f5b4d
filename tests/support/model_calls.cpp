#include "support/model_places.hpp"

#include <algorithm>

namespace tagstream::testing::model {

// ---- openers -----------------------------------------------------------------------------------

Opening Calls::opening_of(const Hit& hit, std::size_t begin) const {
  const Settings& options = program_.options;
  Opening opening{program_, *hit.form};
  opening.begin = begin;
  opening.marker = hit.begin;
  opening.marker_end = hit.end;
  opening.body = hit.end - hit.form->shared;
  opening.tag_name = hit.name;
  opening.may_start = options.incremental && !reads_ahead_ && !hit.form->is_tentative;
  opening.may_call = may_call();
  if (hit.form->is_chosen) {
    opening.is_header = true;
    opening.name = program_.tool_name;
    return opening;
  }
  if (hit.is_literal) {
    const bool is_named = hit.form->body == CallBody::text && hit.begin == header_name_at_;
    if (is_named) opening.name = header_name_;
    read_attributes(opening);
    return opening;
  }
  const Tag tag = *read_tag(text_, hit.begin, options.limits);
  opening.id = id_in(tag.find("id", options.ignore_case).value_or(""));
  const XmlShape* const shape = hit.form->shape;
  opening.beside = beside_of(tag, shape, hit.form->has_tag_keys);
  if (hit.form->has_tag_keys) {  // the tag's name is the tool's
    opening.has_second_name = has_second_name(tag, "", "");
    return opening;
  }
  const bool has_other =
      shape != nullptr && hit.form->body == CallBody::xml && !shape->name_attribute.empty();
  const std::string named(has_other ? shape->name_attribute : "name");
  opening.name = tag.find(named, options.ignore_case).value_or("");
  if (opening.name.empty()) {
    opening.name = tag.find("", false).value_or("");
    if (opening.name.empty() && hit.form->shape != nullptr && !tag.attributes.empty()) {
      opening.name = bare_name(tag, *hit.form->shape);
    }
    opening.name = without_doubled(opening.name, opening.tag_name, options.ignore_case);
  }
  opening.has_second_name = has_second_name(tag, named, opening.name);
  const bool is_of_elements = hit.form->shape != nullptr && hit.form->shape->is_one_call;
  const bool is_of_family = is_of_elements || hit.form->body == CallBody::arguments;
  if (!is_of_family || opening.name.empty()) return opening;
  const std::string once = opening.name.substr(0, opening.name.size() / 2);
  const bool is_twice = opening.name == once + '.' + once;
  const bool is_offered = program_.schema_of(opening.name) != nullptr;
  if (is_twice && !is_offered && program_.schema_of(once) != nullptr) opening.name = once;
  return opening;
}

/// The name in `<function f>`, where the sign before the name is missing.
std::string Calls::bare_name(const Tag& tag, const XmlShape& shape) {
  if (!shape.name_is_value) return {};
  const std::string_view first = tag.attributes.front().first;
  if (first.empty()) return {};  // the value of this attribute is not a name
  const char* after = first.data() + first.size();
  while (is_blank(*after)) ++after;
  return *after == '=' ? "" : std::string(first);
}

/// Reads the attributes that follow a literal.
void Calls::read_attributes(Opening& opening) const {
  const XmlShape* const shape = opening.form.shape;
  if (shape == nullptr || shape->name_first) return;
  const Settings& options = program_.options;
  const Head head = read_head(text_, opening.body, shape->head_end, options.limits.max_tag_bytes);
  opening.head = head.is_open ? Opening::Head::open : Opening::Head::failed;
  if (head.end == 0) return;
  Limits limits;
  limits.max_tag_bytes = limits.max_attributes = Limits::none;
  const Tag tag = *read_tag(head.tag, 0, limits);
  opening.name = tag.find(shape->name_attribute, options.ignore_case).value_or("");
  if (opening.name.empty()) return;
  opening.id = id_in(tag.find("id", options.ignore_case).value_or(""));
  opening.beside = beside_of(tag, shape, false);
  opening.has_second_name = has_second_name(tag, shape->name_attribute, opening.name);
  opening.body = head.end;
  opening.head = tag.kind == TokenKind::empty ? Opening::Head::empty : Opening::Head::complete;
}

void Calls::refuse(const Hit& hit, bool is_quotation) {
  if (!hit.form->is_tentative) notice_once(Code::not_a_call, hit, hit.begin, is_quotation ? 1 : 0);
  content(hit.end);
}

/// True if it is a call, allowed or not.
bool Calls::read_call(const Hit& hit, std::size_t begin) {
  read_or_refuse_call(hit, begin);
  const bool is_call = !seen_.empty() && (seen_.back().kind == EventKind::tool_call ||
                                          seen_.back().code == Code::not_allowed);
  const bool has_closer =
      !seen_.empty() && seen_.back().kind == EventKind::tool_call_error && seen_.back().is_closed;
  if (!is_call && !has_closer) expect_closer(hit);
  return is_call || has_closer;
}

void Calls::read_or_refuse_call(const Hit& hit, std::size_t begin) {
  if (are_over_) {
    if (!hit.form->is_tentative) notice_once(Code::after_limit, hit, at_);
    return content(hit.end);
  }
  if (hit.begin < quoted_until_) return refuse(hit, true);
  const Opening opening = opening_of(hit, begin);
  if (hit.kind == TokenKind::empty) return read_self_closing(opening);
  if (hit.form->lacks_opener) return read_without_opener(opening);
  if (hit.form->is_tentative) return read_tentative(opening);
  read_from(opening, hit);
}

void Calls::read_self_closing(const Opening& opening) {
  Body body;
  body.content_end = body.end = opening.body;
  BodyItem& item = body.items.emplace_back();
  item.name = opening.name;
  item.id = opening.id;
  if (item.name.empty() && is_named_by_tag(opening)) item.name = tag_tool(opening);
  item.begin = has_argument(opening, item.name) ? opening.begin : opening.body;
  if (item.name.empty()) {
    item.set_error(Code::missing_name, opening.begin);
  } else {
    take_arguments(opening, item);
  }
  check_items(opening, body.items);
  finish_call(opening, body);
}

// ---- bodies ------------------------------------------------------------------------------------

Known Calls::held_from(std::size_t begin) const {
  const std::size_t room = std::min(text_.size() - begin, program_.options.limits.max_held_bytes);
  return {text_.substr(0, begin + room), begin + room == text_.size()};
}

void Calls::read_from(const Opening& opening, const Hit& hit) {
  const Known known = held_from(opening.marker);
  Body body;
  if (known.text.size() >= opening.body) body = read_body(known, opening);
  switch (body.what) {
    case Body::What::closed: return finish_call(opening, body);
    case Body::What::empty: return end_empty(opening, body);
    case Body::What::doubled: return end_doubled(opening, body);
    case Body::What::not_a_call: note_quoted(body); return refuse(hit, false);
    case Body::What::failed:
      if (is_doubled(known, opening, body)) return end_doubled(opening, body);
      if (body.what == Body::What::cut) break;
      if (end_failed(known, opening, body)) return;
      break;
    case Body::What::cut: break;
  }
  if (known.is_all) return read_unclosed(opening, body);
  read_too_long(known, opening, body);
}

/// True if the same opener follows, after blanks at most. If the text ends too early to tell, the
/// body is cut.
bool Calls::is_doubled(const Known& known, const Opening& opening, Body& body) const {
  const std::size_t at = skip_blanks(known.text, opening.marker_end);
  if (opening.is_header || body.string != none || at > body.at) return false;
  const auto find = [&](std::string_view text) { return ender_at(text, at, opening); };
  if (program_.may_grow(known, find)) {
    body.what = Body::What::cut;
    return false;
  }
  const auto hit = find(known.text);
  const bool is_own = hit && hit->form == &opening.form && hit->kind != TokenKind::close;
  if (!is_own || hit->end <= body.at) return false;
  body.content_end = body.end = at;
  return true;
}

void Calls::end_doubled(const Opening& opening, Body& body) {
  body.is_closed = false;
  body.items.assign(1, BodyItem());
  body.items[0].set_error(Code::empty, body.end);
  body.items[0].is_markup = true;
  finish_call(opening, body);
  recovered_until_ = std::max(recovered_until_, body.end);
}

void Calls::finish_call(const Opening& opening, Body& body) {
  end_call(opening, body);
  note_quoted(body);
  is_after_call_ = is_layout_ = body.items.back().error == Code::none;
  const CallForm& form = opening.form;
  last_form_ = &form;
  const bool is_of_elements =
      form.body == CallBody::xml && form.shape != nullptr && form.shape->is_one_call;
  closed_form_ = is_of_elements && body.is_closed ? &form : nullptr;
}

/// Ends a call without a body: it is a call if its tag has a name, else an error.
void Calls::end_empty(const Opening& opening, Body& body) {
  BodyItem& item = body.items.emplace_back();
  item.name = body.name.empty() ? opening.name : body.name;
  item.id = body.name.empty() ? opening.id : body.id;
  if (item.name.empty() && is_named_by_tag(opening)) item.name = tag_tool(opening);
  item.begin = has_argument(opening, item.name) ? opening.begin : body.content_end;
  if (item.name.empty()) {
    item.set_error(Code::empty, body.content_end);
  } else {
    take_arguments(opening, item);
  }
  if (body.is_named && !opening.is_header) item.name_at = body.name_begin;
  check_items(opening, body.items);
  finish_call(opening, body);
}

/// Reads a call whose opener is missing. If anything is wrong, the bytes are read as if no call
/// had been looked for.
void Calls::read_without_opener(const Opening& opening) {
  const Known known = held_from(opening.marker);
  Body body;
  if (known.text.size() >= opening.body) body = read_body(known, opening);
  const bool is_call = body.what == Body::What::closed && body.is_closed &&
                       !program_.options.strict_json && are_calls(opening, body);
  if (!is_call) return content(opening.marker_end);
  for (BodyItem& item : body.items) item.is_repaired = true;
  finish_call(opening, body);
}

/// Reads calls without a marker. If anything is wrong, the bytes are text.
void Calls::read_tentative(const Opening& opening) {
  Body body = read_body({text_, true}, opening);
  switch (body.what) {
    case Body::What::closed:
      if (are_calls(opening, body)) return finish_call(opening, body);
      return content(std::max(body.json.at, body.end));
    case Body::What::failed:
      content(std::max(mark_around(body, [&](const Hit& hit) { return ends_broken_body(hit); }),
                       body.end));
      return note_quoted(body);
    default: return content(text_.size());
  }
}

void Calls::note_quoted(const Body& body) {
  quoted_until_ = std::max(quoted_until_, body.quoted);
  if (!body.is_string_open) return;
  std::size_t at = body.at;
  while (at < text_.size() && text_[at] != text_[body.string]) at += text_[at] == '\\' ? 2 : 1;
  quoted_until_ = std::max(quoted_until_, std::min(at, text_.size()));
}

// ---- where a body ends that is not JSON --------------------------------------------------------

std::size_t Calls::mark_around(const Body& body, const Counts& counts) const {
  if (body.string != none) return body.at;
  for (std::size_t at = body.outside; at < body.at; ++at) {
    const auto hit = program_.at(text_, at, counts);
    if (hit && hit->end > body.at) return at;
  }
  return body.at;
}

bool Calls::end_failed(const Known& known, const Opening& opening, Body& body) {
  if (!opening.form.has_closer) {
    body.end = body.content_end = body.fails_at =
        mark_around(body, [&](const Hit& hit) { return ends_broken_body(hit); });
    body.is_closed = false;
  } else if (!find_failed_end(known, opening, body)) {
    body.items = started_items(known.text, opening, body, open_until(known.text, opening, body));
    return false;
  }
  std::size_t until = body.at;
  if (body.is_closed && body.content_end < body.at) until = body.content_end;
  body.items = started_items(known.text, opening, body, body.is_value_known ? none : until);
  const bool is_string_cut = body.string != none && body.content_end < body.fails_at;
  set_errors(body, Code::invalid_json, is_string_cut ? body.string : body.fails_at);
  end_call(opening, body);
  recovered_until_ = std::max(recovered_until_, body.fails_at);
  note_quoted(body);
  return true;
}

/// Finds the end of a broken body: its closer, or a mark that opens something else. Inside the
/// string in which the body failed, only a closer counts.
bool Calls::find_failed_end(const Known& known, const Opening& opening, Body& body) const {
  const bool is_in_string = body.string != none;
  std::size_t at = is_in_string ? body.string : body.outside;
  for (; at < known.text.size(); ++at) {
    const bool is_before = at < body.at;
    const auto ender_in = [&](std::string_view text) {
      return is_before && is_in_string ? program_.closer_at(text, at, opening.form)
                                       : ender_at(text, at, opening);
    };
    if (program_.may_grow(known, ender_in)) return false;
    const auto hit = ender_in(known.text);
    const bool is_too_short = is_before && !is_in_string && hit && hit->end <= body.at;
    if (hit && !is_too_short) {
      body.fails_at = is_in_string ? body.at : std::min(at, body.at);
      body.is_closed = hit->kind == TokenKind::close && hit->form == &opening.form;
      body.content_end = hit->begin;
      body.end = body.is_closed ? hit->end : hit->begin;
      return true;
    }
    if (is_before && (is_in_string || hit)) continue;
    const std::size_t failed = program_.quoted_by(known.text, at);
    if (failed > body.at || !is_before) body.quoted = std::max(body.quoted, failed);
  }
  return false;
}

// ---- where a body ends that has no end ---------------------------------------------------------

void Calls::read_unclosed(const Opening& opening, Body& body) {
  const Settings& options = program_.options;
  const bool gives_back = options.bad_calls == BadCalls::content;
  body.content_end = body.end = text_.size();
  body.is_closed = false;
  if (options.unclosed_call == UnclosedCall::call && body.is_if_ended) {
    const bool is_any = std::any_of(body.all.begin(), body.all.end(), [](const BodyItem& item) {
      return item.is_started || item.error == Code::none;
    });
    if (is_any || !gives_back) {
      body.content_end = std::min(body.cut_end, text_.size());
      body.end = std::min(token_after(text_, body.content_end, program_), text_.size());
      body.items = body.all;
      return finish_call(opening, body);
    }
  }
  if (options.unclosed_call != UnclosedCall::error && body.items.empty()) {
    const bool is_known_none = body.what == Body::What::failed || body.is_refuted;
    if (gives_back && is_known_none) content(text_.size());
    notice(Code::unclosed_call, opening.begin);
    return content(text_.size());
  }
  set_errors(body, Code::unclosed, text_.size());
  end_call(opening, body);
}

/// The held bytes are given as content, and no further call is read.
void Calls::read_too_long(const Known& known, const Opening& opening, Body& body) {
  end_long_call(opening, body);
  are_over_ = true;
  quoted_until_ = none;
  content(std::max(known.text.size(), opening.body));
}

}  // namespace tagstream::testing::model

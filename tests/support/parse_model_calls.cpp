#include "support/parse_model_calls.hpp"

#include <algorithm>

namespace tagstream::testing {
namespace {

constexpr std::size_t none = BodyScan::none;

}  // namespace

bool ParseCalls::is_leading_place() const { return !has_text_ && !has_call_; }

bool ParseCalls::counts_in_text(const MarkHit& hit, bool leading) const {
  switch (hit.mark) {
    case Mark::reasoning_close: return !hit.is_dropped && (has_closed_ || is_leading_place());
    case Mark::ends_before: return false;
    case Mark::unwrap: return hit.kind != TokenKind::close || unwrap_depth_ > 0;
    case Mark::call: return leading || !hit.format->is_leading;
    default: return true;
  }
}

std::optional<MarkHit> ParseCalls::text_mark(std::size_t at, bool leading) const {
  return marks_.at(text_, at, [&](const MarkHit& hit) { return counts_in_text(hit, leading); });
}

bool ParseCalls::is_end(const MarkHit& hit) const {
  const bool is_header = where_ == Where::header_reasoning;
  switch (hit.mark) {
    case Mark::reasoning_close:
    case Mark::ends_before: return !is_header;
    case Mark::header_close:
    case Mark::header: return is_header;
    default: return false;
  }
}

std::optional<MarkHit> ParseCalls::reasoning_mark(std::size_t at) const {
  const CallsInReasoning policy = marks_.calls_in_reasoning;
  return marks_.at(text_, at, [&](const MarkHit& hit) {
    switch (hit.mark) {
      case Mark::drop: return true;
      case Mark::wrap_open: return policy != CallsInReasoning::keep;
      case Mark::wrap_close: return policy == CallsInReasoning::extract;
      case Mark::call: return !hit.format->is_leading && policy != CallsInReasoning::keep;
      default: return is_end(hit);
    }
  });
}

ParseOpening ParseCalls::opening_of(const MarkHit& hit, std::size_t begin) const {
  ParseOpening opening;
  opening.begin = begin;
  opening.marker = hit.begin;
  opening.body = hit.end - hit.format->shared;
  opening.format = hit.format->body;
  opening.name_format = hit.format->name;
  opening.close = hit.format->close;
  opening.is_leading = hit.format->is_leading;
  opening.may_start = options_.incremental && !opening.is_leading;
  if (hit.kind == TokenKind::marker) return opening;
  const AttributeRange attributes(slice(hit.begin, hit.end));
  opening.name = attributes.find("name", options_.ignore_case).value_or("");
  if (opening.name.empty()) opening.name = attributes.find("").value_or("");
  opening.id = model_id(attributes.find("id", options_.ignore_case).value_or(""));
  return opening;
}

void ParseCalls::read_call(const MarkHit& hit, std::size_t begin) {
  if (hit.begin < quoted_until_) {
    if (!hit.format->is_leading) notice(NoticeCode::not_a_call);
    return content(hit.end);
  }
  const ParseOpening opening = opening_of(hit, begin);
  if (hit.kind == TokenKind::empty) return end_self_closing(opening, hit.end);
  if (opening.is_leading) return read_tentative(opening);
  read_body(opening);
}

void ParseCalls::end_self_closing(const ParseOpening& opening, std::size_t end) {
  BodyEnd body{end, end, 0, true};
  body.items = {nameless_item(opening, CallErrorCode::missing_name, opening.marker)};
  finish_call(opening, body);
}

BodyItem ParseCalls::nameless_item(const ParseOpening& opening, CallErrorCode error,
                                   std::size_t offset) {
  BodyItem item;
  item.name = opening.name;
  item.id = opening.id;
  item.arguments = "{}";
  if (!item.name.empty()) return item;
  item.error = error;
  item.offset = offset;
  return item;
}

void ParseCalls::finish_call(const ParseOpening& opening, BodyEnd& body) {
  end_call(opening, body);
  const bool is_call = body.items.back().error == CallErrorCode::none;
  is_after_call_ = is_layout_ = is_call;
}

std::vector<BodyItem> ParseCalls::items(const ParseOpening& opening, const BodyScan& scan) const {
  return items_of(text_, opening, scan, options_);
}

std::vector<BodyItem> ParseCalls::started(const ParseOpening& opening, const BodyScan& scan,
                                          std::size_t until) const {
  return started_items(text_, opening, scan, options_, until);
}

void ParseCalls::read_tentative(const ParseOpening& opening) {
  const BodyScan scan = scan_body(text_, opening, marks_);
  BodyEnd body{scan.end, scan.content_end, 0, true};
  switch (scan.what) {
    case BodyScan::What::closed:
      body.items = items(opening, scan);
      if (are_calls(body.items, opening, scan)) return finish_call(opening, body);
      return content(scan.json.at);
    case BodyScan::What::failed: content(marker_around(scan, false)); return note_string(scan);
    default: return content(text_.size());
  }
}

void ParseCalls::note_string(const BodyScan& scan) {
  if (!scan.is_string_open) return;
  quoted_until_ = std::max(quoted_until_, end_of_string(text_, scan.string, scan.at));
}

std::size_t ParseCalls::marker_around(const BodyScan& scan, bool in_reasoning) const {
  if (scan.string != none) return scan.at;
  for (std::size_t at = scan.outside; at < scan.at; ++at) {
    const auto hit = in_reasoning ? reasoning_mark(at) : body_opener(at);
    if (hit && hit->end > scan.at) return at;
  }
  return scan.at;
}

ParseOpening ParseCalls::named_by(ParseOpening opening, const BodyScan& scan) {
  if (scan.name.empty()) return opening;
  opening.name = scan.name;
  opening.id = scan.id;
  return opening;
}

void ParseCalls::read_body(const ParseOpening& opening) {
  const BodyScan scan = scan_body(text_, opening, marks_);
  BodyEnd body{scan.end, scan.content_end, 0, true};
  switch (scan.what) {
    case BodyScan::What::closed:
      body.items = items(opening, scan);
      return finish_call(opening, body);
    case BodyScan::What::empty:
      body.items = {nameless_item(named_by(opening, scan), CallErrorCode::empty, scan.content_end)};
      return finish_call(opening, body);
    case BodyScan::What::failed:
      if (end_failed(opening, scan)) return;
      break;
    case BodyScan::What::cut: break;
  }
  read_unclosed(opening, scan);
}

void ParseCalls::set_errors(BodyEnd& body, CallErrorCode error, std::size_t offset) {
  if (body.items.empty()) body.items.emplace_back();
  for (BodyItem& item : body.items) {
    item.error = error;
    item.offset = offset;
  }
}

bool ParseCalls::end_failed(const ParseOpening& opening, const BodyScan& scan) {
  BodyEnd body;
  std::size_t until = scan.at;
  std::size_t quoted = 0;
  if (opening.close.empty()) {
    body.end = body.content_end = body.fails_at = marker_around(scan, false);
  } else if (!find_failed_end(opening, scan, body, quoted)) {
    return false;
  }
  if (body.is_closed && body.content_end < scan.at) until = body.content_end;
  body.items = started(opening, scan, scan.is_value_known ? none : until);
  set_errors(body, CallErrorCode::invalid_json, body.fails_at);
  end_call(opening, body);
  recovered_until_ = std::max(recovered_until_, body.fails_at);
  quoted_until_ = std::max(quoted_until_, quoted);
  note_string(scan);
  return true;
}

bool ParseCalls::find_failed_end(const ParseOpening& opening, const BodyScan& scan, BodyEnd& body,
                                 std::size_t& quoted) const {
  const auto ends_at = [&](const MarkHit& hit, bool is_closed) {
    body.is_closed = is_closed;
    body.content_end = hit.begin;
    body.end = is_closed ? hit.end : hit.begin;
    return true;
  };
  body.fails_at = scan.at;
  for (std::size_t at = scan.string; at < scan.at; ++at) {
    if (const auto closer = marks_.word_at(text_, at, opening.close)) {
      return ends_at(*closer, true);
    }
  }
  std::size_t from = scan.at;
  if (scan.string == none) {
    for (from = scan.outside; from < scan.at; ++from) {
      const auto closer = marks_.word_at(text_, from, opening.close);
      const auto opener = body_opener(from);
      const std::size_t end = std::max(closer ? closer->end : 0, opener ? opener->end : 0);
      if (end > scan.at) break;
      const std::size_t failed = closer || opener ? 0 : marks_.quoted_by(text_, from);
      if (failed > scan.at) quoted = std::max(quoted, failed);
    }
  }
  body.fails_at = from;
  for (std::size_t at = from; at < text_.size(); ++at) {
    const auto closer = marks_.word_at(text_, at, opening.close);
    const auto opener = body_opener(at);
    if (closer && (!opener || opener->end <= closer->end)) return ends_at(*closer, true);
    if (opener) return ends_at(*opener, false);
    quoted = std::max(quoted, marks_.quoted_by(text_, at));
  }
  return false;
}

std::optional<MarkHit> ParseCalls::body_opener(std::size_t at) const {
  return marks_.at(text_, at, [&](const MarkHit& hit) {
    switch (hit.mark) {
      case Mark::call: return !hit.format->is_leading;
      case Mark::reasoning_open:
      case Mark::wrap_open:
      case Mark::wrap_close:
      case Mark::header: return true;
      case Mark::unwrap: return hit.kind != TokenKind::close;
      default: return false;
    }
  });
}

void ParseCalls::read_unclosed(const ParseOpening& opening, const BodyScan& scan) {
  BodyEnd body{text_.size(), text_.size(), 0, false};
  if (marks_.on_unclosed == OnUnclosedCall::call && scan.is_if_ended) {
    body.items = items(opening, scan);
    const bool is_any = std::any_of(body.items.begin(), body.items.end(), [](const BodyItem& item) {
      return item.is_started || item.error == CallErrorCode::none;
    });
    if (is_any) return finish_call(opening, body);
  }
  body.items = started(opening, scan, open_until(opening, scan));
  if (marks_.on_unclosed != OnUnclosedCall::error && body.items.empty()) {
    if (is_known_none(opening, scan)) content(text_.size());
    notice(NoticeCode::unclosed_call);
    return content(text_.size());
  }
  set_errors(body, CallErrorCode::unclosed, text_.size());
  end_call(opening, body);
}

bool ParseCalls::is_known_none(const ParseOpening& opening, const BodyScan& scan) const {
  if (scan.what == BodyScan::What::failed) return true;
  return scan.is_value_known && is_clearly_none(text_, opening, scan, options_);
}

std::size_t ParseCalls::open_until(const ParseOpening& opening, const BodyScan& scan) const {
  if (scan.is_value_known) return none;
  const std::size_t end = scan.what == BodyScan::What::failed ? scan.at : text_.size();
  for (std::size_t at = scan.string; at < end; ++at) {
    if (marks_.word_at(text_, at, opening.close)) return at;
    if (marks_.may_become(text_, at, opening.close)) return at;
  }
  return end;
}

}  // namespace tagstream::testing

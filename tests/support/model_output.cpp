#include "support/model_places.hpp"

#include <algorithm>
#include <utility>

#include "support/model_markdown.hpp"

namespace tagstream::testing {}  // namespace tagstream::testing

namespace tagstream::testing::model {

// ---- bytes -------------------------------------------------------------------------------------

void Output::content(std::size_t end) {
  const std::size_t mark = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // it counts as a blank
  for (std::size_t at = at_; at < end; ++at) {
    const bool is_blank_here = at < mark || is_blank(text_[at]);
    has_text_ = has_text_ || !is_blank_here;
    is_fresh_ = is_fresh_ && is_blank_here;
    begins_line_ = text_[at] == '\n' || text_[at] == '\r';
    indent_ = indent_after(indent_, text_[at]);
  }
  piece(EventKind::content, end);
}

void Output::reasoning(std::size_t end) { piece(EventKind::reasoning, end); }

void Output::markup(std::size_t end) { piece(EventKind::markup, end); }

void Output::piece(EventKind kind, std::size_t end) {
  if (end == at_) return;
  Seen seen{.kind = kind, .begin = at_, .end = end, .text = std::string(slice(at_, end))};
  at_ = end;
  add(std::move(seen));
}

void Output::section_piece(const std::string& name, std::size_t end) {
  if (end == at_) return;
  Seen seen{.kind = EventKind::section_delta, .begin = at_, .end = end};
  seen.name = name;
  seen.text = slice(at_, end);
  at_ = end;
  add(std::move(seen));
}

void Output::notice(Code code) { notice(code, at_); }

void Output::notice(Code code, std::size_t offset) {
  Seen seen{.kind = EventKind::notice, .offset = offset, .code = code};
  seen.begin = seen.end = at_;
  add(std::move(seen));
}

void Output::add(Seen seen) { append_joined(seen_, std::move(seen)); }

Seen Output::section(EventKind kind, const Hit& open) const {
  Seen seen{.kind = kind,
            .name = std::string(open.name),
            .raw = std::string(slice(open.begin, open.end))};
  if (kind == EventKind::section_end) seen.offset = open.begin;
  return seen;
}

void Output::set_content(Seen& seen, std::string_view content) const {
  seen.text = content.substr(0, program_.options.limits.max_section_bytes);
  seen.is_truncated = seen.text.size() < content.size();
}

// ---- calls -------------------------------------------------------------------------------------

void set_errors(Body& body, Code error, std::size_t offset) {
  if (body.items.empty()) body.items.emplace_back();
  for (BodyItem& item : body.items) item.set_error(error, offset);
}

void Output::announce(std::vector<BodyItem>& items) {
  for (BodyItem& item : items) {
    if (!item.is_started) continue;
    add_start(item);
    add_delta(item, item.given);
  }
}

void Output::add_start(BodyItem& item) {
  item.index = next_index_++;
  item.is_started = true;
  Seen seen{.kind = EventKind::tool_call_start,
            .name = item.name,
            .id = item.start_id,
            .index = item.index,
            .has_index = true};
  add(std::move(seen));
}

void Output::add_delta(const BodyItem& item, std::string_view text) {
  if (text.empty()) return;
  Seen seen{.kind = EventKind::tool_call_delta,
            .text = std::string(text),
            .name = item.name,
            .index = item.index,
            .has_index = true};
  add(std::move(seen));
}

void Output::end_call(const Opening& opening, Body& body) {
  for (BodyItem& item : body.items) {
    if (!is_extracting_) break;
    item.is_started = false;
    item.given.clear();
  }
  announce(body.items);
  const Code first = body.items.front().error;
  const bool is_one_error = first == Code::invalid_json || first == Code::unclosed;
  const bool has_several = body.items.size() > 1 && !is_one_error;
  const bool is_none = std::all_of(body.items.begin(), body.items.end(), [](const BodyItem& item) {
    return item.error != Code::none && !item.is_started;
  });
  const bool had_call = std::exchange(has_call_, true);
  if (program_.options.bad_calls == BadCalls::content && has_several && is_none) {
    return end_without_call(opening, body);
  }
  std::string_view whole = slice(opening.body, std::max(body.content_end, opening.body));
  for (BodyItem& item : body.items) {
    const bool is_last = &item == &body.items.back();
    const std::size_t end = is_one_error || is_last ? body.end : item.end;
    const std::string_view text = has_several ? slice(item.begin, item.end) : whole;
    end_item(opening, item, end, trim_blanks(text), body.is_closed);
    if (is_one_error) whole = {};
  }
  is_fresh_ = body.items.back().error == Code::none;
  // R373: after a leading call another may come.
  has_call_ = had_call || !(opening.form.is_leading && is_fresh_);
  begins_line_ = begins_line_ || is_fresh_;
}

void Output::end_without_call(const Opening& opening, const Body& body) {
  content(body.end);
  for (const BodyItem& item : body.items) {
    Seen seen = event_of(opening, item, body.is_closed);
    seen.raw = trim_blanks(slice(item.begin, item.end));
    seen.begin = seen.end = body.end;
    add(std::move(seen));
  }
}

/// The event of a call or error. Its span is not set yet.
Seen Output::event_of(const Opening& opening, const BodyItem& item, bool is_closed) {
  Seen seen{.kind = EventKind::tool_call_error,
            .name = item.name,
            .index = item.is_started ? item.index : 0,
            .code = item.error,
            .is_closed = is_closed,
            .has_index = item.is_started,
            .has_started = item.is_started,
            .is_recovered = opening.marker < recovered_until_};
  if (item.error != Code::none) {
    // A body that can't be read has only the facts that were given out before.
    const bool is_of_body = item.error == Code::invalid_json || item.error == Code::unclosed ||
                            item.error == Code::too_large || item.error == Code::empty;
    if (is_of_body && !item.is_started) seen.name.clear();
    seen.offset = item.offset;
    return seen;
  }
  if (item.is_forbidden) {
    seen.code = Code::not_allowed;
    seen.offset = item.begin;
    return seen;
  }
  ++calls_;
  seen.kind = EventKind::tool_call;
  seen.text = item.arguments;
  seen.id = item.id;
  seen.is_repaired = item.is_repaired;
  if (!item.is_started) seen.index = next_index_++;
  seen.has_index = true;
  return seen;
}

void Output::end_item(const Opening& opening, BodyItem& item, std::size_t end, std::string_view raw,
                      bool is_closed) {
  const bool is_call = item.error == Code::none;
  if (is_call && item.is_forbidden) {
    Seen seen = event_of(opening, item, is_closed);
    seen.begin = at_;
    seen.end = at_ = end;
    seen.raw = raw;
    return add(std::move(seen));
  }
  if (program_.options.incremental && is_call && !item.arguments.empty()) {
    if (!item.is_started) {
      item.start_id = item.id;
      add_start(item);
    }
    add_delta(item, item.arguments.substr(item.given.size()));
  }
  if (is_call && item.has_unknown_key) notice(Code::unknown_key);
  Seen seen = event_of(opening, item, is_closed);
  seen.begin = at_;
  seen.end = end;
  seen.raw = raw;
  if (!is_call && !item.is_started && program_.options.bad_calls == BadCalls::content) {
    const bool is_broken = item.error == Code::invalid_json || item.error == Code::unclosed ||
                           item.error == Code::unknown_tool;
    item.is_markup || (raw.empty() && !is_broken) ? markup(end) : content(end);
    seen.begin = end;
  }
  at_ = end;
  add(std::move(seen));
}

void Output::end_long_call(const Opening& opening, Body& body) {
  announce(body.items);
  set_errors(body, Code::too_large, opening.begin);
  for (const BodyItem& item : body.items) {
    Seen seen = event_of(opening, item, false);
    seen.begin = seen.end = opening.begin;
    add(std::move(seen));
  }
}

}  // namespace tagstream::testing::model

#include "support/parse_model_output.hpp"

#include <algorithm>
#include <utility>

#include "support/parse_model.hpp"

namespace tagstream::testing {

void append_parsed(std::vector<SeenTool>& list, SeenTool seen) {
  seen.event.tag_name.clear();
  seen.event.raw_tag.clear();
  const EventKind kind = seen.event.kind;
  const bool is_piece = kind == EventKind::content || kind == EventKind::reasoning ||
                        kind == EventKind::markup || kind == EventKind::call_delta;
  const bool is_same =
      !list.empty() && list.back().event.kind == kind && list.back().index == seen.index;
  if (!is_piece || !is_same) {
    list.push_back(std::move(seen));
    return;
  }
  list.back().event.text += seen.event.text;
  list.back().event.end = seen.event.end;
}

void ParseOutput::piece(EventKind kind, std::size_t end) {
  if (end == at_) return;
  SeenTool seen;
  seen.event.kind = kind;
  seen.event.begin = at_;
  seen.event.end = end;
  seen.event.text = slice(at_, end);
  at_ = end;
  append_parsed(seen_, std::move(seen));
}

void ParseOutput::content(std::size_t end) {
  const std::string_view bytes = slice(at_, end);
  has_text_ = has_text_ || !std::all_of(bytes.begin(), bytes.end(), is_blank);
  piece(EventKind::content, end);
}

void ParseOutput::reasoning(std::size_t end) {
  piece(options_.no_reasoning ? EventKind::content : EventKind::reasoning, end);
}

void ParseOutput::markup(std::size_t end) { piece(EventKind::markup, end); }

void ParseOutput::reasoning_markup(std::size_t end) {
  piece(options_.no_reasoning ? EventKind::content : EventKind::markup, end);
}

void ParseOutput::notice(NoticeCode code) {
  SeenTool seen;
  seen.event.kind = EventKind::notice;
  seen.event.code = code;
  seen.event.begin = seen.event.end = at_;
  append_parsed(seen_, std::move(seen));
}

void ParseOutput::announce(std::vector<BodyItem>& items) {
  for (BodyItem& item : items) {
    if (!item.is_started) continue;
    add_start(item);
    add_delta(item, item.given);
  }
}

void ParseOutput::add_start(BodyItem& item) {
  item.index = next_index_++;
  item.is_started = true;
  SeenTool seen;
  seen.event.kind = EventKind::call_start;
  seen.tool = item.name;
  seen.id = item.start_id;
  seen.index = item.index;
  seen.has_index = true;
  append_parsed(seen_, std::move(seen));
}

void ParseOutput::add_delta(const BodyItem& item, std::string_view text) {
  if (text.empty()) return;
  SeenTool seen;
  seen.event.kind = EventKind::call_delta;
  seen.event.text = text;
  seen.index = item.index;
  seen.has_index = true;
  append_parsed(seen_, std::move(seen));
}

void ParseOutput::end_call(const ParseOpening& opening, BodyEnd& body) {
  if (is_extracting_) {
    for (BodyItem& item : body.items) {
      item.is_started = false;
      item.given.clear();
    }
  }
  announce(body.items);
  const CallErrorCode first = body.items.front().error;
  const bool is_one_error =
      first == CallErrorCode::invalid_json || first == CallErrorCode::unclosed;
  const bool has_several = body.items.size() > 1 && !is_one_error;
  const bool is_none = std::all_of(body.items.begin(), body.items.end(), [](const BodyItem& item) {
    return item.error != CallErrorCode::none && !item.is_started;
  });
  if (has_several && is_none) return end_without_call(opening, body);
  std::string_view whole = slice(opening.body, std::max(body.content_end, opening.body));
  for (BodyItem& item : body.items) {
    const bool is_last = &item == &body.items.back();
    const std::size_t end = is_one_error || is_last ? body.end : item.end;
    const std::string_view text = has_several ? slice(item.begin, item.end) : whole;
    end_item(opening, item, end, trim_blanks(text), body.is_closed);
    if (is_one_error) whole = {};
  }
}

void ParseOutput::end_without_call(const ParseOpening& opening, const BodyEnd& body) {
  std::size_t begin = at_;
  content(body.end);
  for (const BodyItem& item : body.items) {
    const bool is_last = &item == &body.items.back();
    SeenTool seen = error_of(opening, item, body.is_closed);
    seen.event.text = trim_blanks(slice(item.begin, item.end));
    seen.event.begin = seen.event.end = body.end;
    seen.event.start_index = begin;
    begin = seen.event.end_index = is_last ? body.end : item.end;
    append_parsed(seen_, std::move(seen));
  }
}

SeenTool ParseOutput::error_of(const ParseOpening& opening, const BodyItem& item,
                               bool is_closed) const {
  SeenTool seen;
  seen.event.kind = EventKind::call_error;
  seen.event.is_closed = is_closed;
  seen.is_recovered = opening.marker < recovered_until_;
  seen.error = item.error;
  seen.offset = item.offset;
  return seen;
}

void ParseOutput::end_item(const ParseOpening& opening, BodyItem& item, std::size_t end,
                           std::string_view text, bool is_closed) {
  if (options_.incremental && item.error == CallErrorCode::none) {
    if (!item.is_started) {
      item.start_id = item.id;
      add_start(item);
    }
    add_delta(item, item.arguments.substr(item.given.size()));
  }
  SeenTool seen = error_of(opening, item, is_closed);
  seen.event.begin = seen.event.start_index = at_;
  seen.event.end = seen.event.end_index = end;
  seen.event.text = text;
  seen.has_index = item.is_started;
  has_call_ = has_call_ || item.is_started;
  seen.index = item.is_started ? item.index : 0;
  if (item.error != CallErrorCode::none) {
    if (!item.is_started) {
      if (text.empty() && item.error != CallErrorCode::invalid_json &&
          item.error != CallErrorCode::unclosed) {
        markup(end);
        has_call_ = true;
      } else {
        content(end);
      }
      seen.event.begin = end;
    }
  } else {
    seen.offset = 0;
    seen.event.kind = EventKind::call;
    seen.has_started = item.is_started;
    seen.tool = item.name;
    seen.arguments = item.arguments;
    seen.id = item.id;
    seen.is_repaired = item.is_repaired;
    if (!item.is_started) seen.index = next_index_++;
    seen.has_index = true;
    has_call_ = true;
  }
  at_ = end;
  append_parsed(seen_, std::move(seen));
}

}  // namespace tagstream::testing

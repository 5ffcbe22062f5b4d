#include "support/tool_model.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "support/model_markdown.hpp"
#include "support/tool_model_parts.hpp"

namespace tagstream::testing {

namespace {

class ToolModel {
 public:
  ToolModel(std::string_view text, const ToolOptions& options)
      : text_(text), options_(options), depth_(options.rules.size()), opened_(depth_.size()) {}

  std::vector<SeenTool> run() {
    while (at_ < text_.size()) read_visible();
    for (auto rule = records_.rbegin(); rule != records_.rend(); ++rule) {
      end_record(**rule, text_.size(), text_.size(), false);
    }
    return std::move(seen_);
  }

 private:
  // ---- visible text --------------------------------------------------------------------------

  [[nodiscard]] std::size_t index(const Rule& rule) const {
    return static_cast<std::size_t>(&rule - options_.rules.data());
  }

  void read_visible() {
    const std::size_t code_end =
        options_.markdown_code ? markdown_end(text_, at_, indent_, options_.limits.max_held_bytes)
                               : at_;
    if (code_end > at_) return content_until(code_end);
    const auto hit = tool_hit_at(text_, at_, options_, [&](const Rule& rule, TokenKind kind) {
      const bool has_end = rule.action == Action::unwrap || rule.action == Action::record;
      return kind != TokenKind::close || (has_end && depth_[index(rule)] > 0);
    });
    if (!hit) {
      quoted_until_ = std::max(quoted_until_, quoted_by_failed_tag(text_, at_, options_, nullptr));
      return content_until(at_ + 1);
    }
    switch (hit->rule->action) {
      case Action::hide: return read_hidden(*hit);
      case Action::unwrap: return read_unwrapped(*hit);
      case Action::record: return read_recorded(*hit);
      case Action::call: return read_call(*hit);
    }
  }

  void add(SeenTool seen) { append_joined(seen_, std::move(seen)); }
  void add(Seen seen) {
    SeenTool one;
    one.event = std::move(seen);
    add(std::move(one));
  }

  void add_piece(EventKind kind, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    Seen seen;
    seen.kind = kind;
    seen.begin = begin;
    seen.end = end;
    seen.text = text_.substr(begin, end - begin);
    add(std::move(seen));
  }

  void add_notice(NoticeCode code, std::size_t at) {
    Seen seen;
    seen.kind = EventKind::notice;
    seen.code = code;
    seen.begin = seen.end = at;
    add(std::move(seen));
  }

  void content_until(std::size_t end) {
    add_piece(EventKind::content, at_, end);
    for (; at_ < end; ++at_) {
      const char byte = text_[at_];
      if (byte == '\n' || byte == '\r') {
        indent_ = 0;
      } else {
        indent_ = byte == ' ' && indent_ >= 0 ? indent_ + 1 : -1;
      }
    }
  }

  void read_unwrapped(const ToolHit& hit) {
    if (hit.kind == TokenKind::open) ++depth_[index(*hit.rule)];
    if (hit.kind == TokenKind::close) --depth_[index(*hit.rule)];
    add_piece(EventKind::markup, hit.begin, hit.end);
    at_ = hit.end;
  }

  void read_recorded(const ToolHit& hit) {
    int& depth = depth_[index(*hit.rule)];
    content_until(hit.end);
    if (depth == 0) opened_[index(*hit.rule)] = hit;
    if (hit.kind == TokenKind::empty) {
      if (depth == 0) end_record(*hit.rule, hit.end, hit.end, true);
      return;
    }
    depth += hit.kind == TokenKind::open ? 1 : -1;
    if (depth == 1 && hit.kind == TokenKind::open) records_.push_back(hit.rule);
    if (depth > 0) return;
    std::erase(records_, hit.rule);
    end_record(*hit.rule, hit.begin, hit.end, true);
  }

  void end_record(const Rule& rule, std::size_t content_end, std::size_t end, bool is_closed) {
    const ToolHit& open = opened_[index(rule)];
    Seen seen = section(EventKind::section_end, open);
    seen.begin = seen.end = seen.end_index = end;
    seen.is_closed = is_closed;
    seen.is_recorded = true;
    set_content(seen, text_.substr(open.end, content_end - open.end));
    add(std::move(seen));
  }

  [[nodiscard]] Seen section(EventKind kind, const ToolHit& open) const {
    Seen seen;
    seen.kind = kind;
    seen.tag_name = open.name;
    seen.raw_tag = text_.substr(open.begin, open.end - open.begin);
    seen.start_index = open.begin;
    return seen;
  }

  void set_content(Seen& seen, std::string_view content) const {
    seen.text = content.substr(0, options_.limits.max_section_bytes);
    seen.is_truncated = seen.text.size() < content.size();
  }

  // ---- hidden sections -----------------------------------------------------------------------

  /// As much as may be held from `begin` on.
  [[nodiscard]] Known held_from(std::size_t begin) const {
    const std::size_t room = std::min(text_.size() - begin, options_.limits.max_held_bytes);
    return {text_.substr(0, begin + room), begin + room == text_.size()};
  }

  void read_hidden(const ToolHit& open) {
    if (open.kind == TokenKind::empty) return add_hidden(open, open.end, open.end, true, false);
    std::optional<ToolHit> first;
    Known known{text_, true};
    int depth = 1;
    std::size_t at = open.end;
    while (const auto hit =
               next_hit_of(known, at, options_, *open.rule, first_close_, quoted_until_)) {
      at = hit->end;
      if (hit->kind == TokenKind::open) ++depth;
      if (hit->kind != TokenKind::close) continue;
      if (--depth == 0) return add_hidden(open, hit->begin, hit->end, true, false);
      if (first) continue;
      first = hit;
      known = held_from(hit->begin);
    }
    if (!first) return add_hidden(open, text_.size(), text_.size(), false, false);
    first_close_ = true;  // settled; what follows is read again
    add_hidden(open, first->begin, first->end, true, !known.is_all);
  }

  void add_hidden(const ToolHit& open, std::size_t content_end, std::size_t end, bool is_closed,
                  bool is_by_limit) {
    Seen start = section(EventKind::section_start, open);
    start.begin = open.begin;
    start.end = open.end;
    add(start);
    add_piece(EventKind::section_delta, open.end, content_end);
    if (is_by_limit) add_notice(NoticeCode::max_held_bytes, content_end);
    Seen seen = section(EventKind::section_end, open);
    seen.begin = content_end;
    seen.end = seen.end_index = at_ = end;
    seen.is_closed = is_closed;
    set_content(seen, text_.substr(open.end, content_end - open.end));
    add(std::move(seen));
  }

  // ---- calls ---------------------------------------------------------------------------------

  void read_call(const ToolHit& hit) {
    if (hit.begin < quoted_until_) return refuse_call(hit);
    CallOpening opening{options_, hit, {}, {}};
    if (!hit.rule->name.empty()) {
      const AttributeRange attributes(text_.substr(hit.begin, hit.end - hit.begin));
      opening.name = attributes.find("name", options_.ignore_case).value_or("");
      if (opening.name.empty()) opening.name = attributes.find("").value_or("");
      opening.id = model_id(attributes.find("id", options_.ignore_case).value_or(""));
    }
    if (hit.kind == TokenKind::empty) return read_self_closing(opening);
    const Known known = held_from(hit.begin);
    ReadBody body;
    if (known.text.size() >= hit.end) body = read_call_body(known, opening);
    switch (body.how) {
      case ReadBody::End::closed:
      case ReadBody::End::before_opener: return end_call(opening, body);
      case ReadBody::End::not_a_call:
        quoted_until_ = std::max(quoted_until_, body.quoted);
        return refuse_call(hit);
      case ReadBody::End::open: break;
    }
    if (known.is_all) return read_unclosed(opening, body);
    announce(body);
    set_errors(body, CallErrorCode::too_large, hit.begin);
    for (const BodyItem& item : body.items) {
      SeenTool seen = item_event(opening, item, hit.begin, known.text.size(), false);
      seen.event.end = hit.begin;
      add(std::move(seen));
    }
    const ReadBody rest = end_of_long_call(text_, known.text.size(), opening);
    content_until(rest.end);
    note_quoted(rest);
  }

  void refuse_call(const ToolHit& hit) {
    add_notice(NoticeCode::not_a_call, hit.begin);
    content_until(hit.end);
  }

  void read_self_closing(const CallOpening& opening) {
    ReadBody body;
    body.how = ReadBody::End::closed;
    body.content_end = body.end = opening.hit.end;
    BodyItem item;
    item.name = opening.name;
    item.id = opening.id;
    if (opening.rule().body != tagstream::CallBody::raw) item.arguments = "{}";
    if (item.name.empty() && opening.rule().body == tagstream::CallBody::xml)
      item.name = opening.hit.name;
    if (item.name.empty() && opening.rule().body != tagstream::CallBody::raw) {
      item = {};
      item.error = CallErrorCode::missing_name;
      item.offset = opening.hit.begin;
    }
    body.items.push_back(std::move(item));
    end_call(opening, body);
  }

  void read_unclosed(const CallOpening& opening, ReadBody& body) {
    const OnUnclosedCall policy = options_.on_unclosed_call;
    body.content_end = body.end = text_.size();
    if (policy == OnUnclosedCall::call && body.if_ended) {
      body.items = *body.if_ended;
      return end_call(opening, body);
    }
    if (policy != OnUnclosedCall::error && body.items.empty()) {
      add_notice(NoticeCode::unclosed_call, opening.hit.begin);
      return content_until(text_.size());
    }
    set_errors(body, CallErrorCode::unclosed, text_.size());
    end_call(opening, body);
  }

  static void set_errors(ReadBody& body, CallErrorCode error, std::size_t offset) {
    if (body.items.empty()) body.items.emplace_back();
    for (BodyItem& item : body.items) {
      item.error = error;
      item.offset = offset;
    }
  }

  // ---- events of calls -----------------------------------------------------------------------

  void end_call(const CallOpening& opening, ReadBody& body) {
    announce(body);
    const std::size_t start = opening.hit.begin;
    const CallErrorCode first = body.items.front().error;
    const bool is_one_error =
        first == CallErrorCode::invalid_json || first == CallErrorCode::unclosed;
    const bool has_several = body.items.size() > 1 && !is_one_error;
    const bool is_closed = body.how == ReadBody::End::closed;
    std::size_t begin = start;
    const std::size_t content_begin = opening.hit.end;
    std::string_view content = slice(content_begin, body.content_end);
    for (BodyItem& item : body.items) {
      const bool is_last = &item == &body.items.back();
      const std::size_t end = is_one_error || is_last ? body.end : item.end;
      if (has_several) content = slice(item.begin, item.end);
      if (options_.incremental && item.error == CallErrorCode::none && !item.arguments.empty()) {
        if (!item.is_started) {
          item.start_id = item.id;
          add_start(item);
        }
        add_delta(item, item.arguments.substr(item.given.size()));
      }
      SeenTool seen = item_event(opening, item, begin, end, is_closed);
      seen.event.text = trim_blanks(content);
      add(std::move(seen));
      begin = end;
      if (is_one_error) content = {};
    }
    recovered_until_ = std::max(recovered_until_, body.looked_at);
    note_quoted(body);
    at_ = body.end;
  }

  void note_quoted(const ReadBody& body) {
    quoted_until_ = std::max(quoted_until_, body.quoted);
    if (body.open_quote == 0) return;
    std::size_t at = body.looked_at;
    while (at < text_.size() && text_[at] != body.open_quote) at += text_[at] == '\\' ? 2 : 1;
    quoted_until_ = std::max(quoted_until_, at);
  }

  [[nodiscard]] std::string_view slice(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }

  void announce(ReadBody& body) {
    if (!options_.incremental) return;
    for (BodyItem& item : body.items) {
      if (!item.is_started) continue;
      add_start(item);
      add_delta(item, item.given);
    }
  }

  void add_start(BodyItem& item) {
    item.index = next_index_++;
    item.is_started = true;
    SeenTool seen;
    seen.event.kind = EventKind::call_start;
    seen.tool = item.name;
    seen.id = item.start_id;
    seen.index = item.index;
    seen.has_index = true;
    add(std::move(seen));
  }

  void add_delta(const BodyItem& item, std::string_view text) {
    if (text.empty()) return;
    SeenTool seen;
    seen.event.kind = EventKind::call_delta;
    seen.event.text = text;
    seen.index = item.index;
    seen.has_index = true;
    add(std::move(seen));
  }

  SeenTool item_event(const CallOpening& opening, const BodyItem& item, std::size_t begin,
                      std::size_t end, bool is_closed) {
    SeenTool seen;
    seen.event = section(EventKind::call_error, opening.hit);
    seen.event.begin = seen.event.start_index = begin;
    seen.event.end = seen.event.end_index = end;
    seen.event.is_closed = is_closed;
    seen.is_recovered = opening.hit.begin < recovered_until_;
    seen.error = item.error;
    const bool is_started = options_.incremental && item.is_started;
    seen.has_index = is_started;
    seen.index = is_started ? item.index : 0;
    if (item.error != CallErrorCode::none) {
      seen.offset = item.offset;
      return seen;
    }
    seen.event.kind = EventKind::call;
    seen.has_started = is_started;
    seen.tool = item.name;
    seen.arguments = item.arguments;
    seen.id = item.id;
    seen.is_repaired = item.is_repaired;
    if (is_started) return seen;
    seen.has_index = true;
    seen.index = next_index_++;
    return seen;
  }

  std::string_view text_;
  const ToolOptions& options_;
  std::size_t at_ = 0;
  std::vector<SeenTool> seen_;
  bool first_close_ = options_.nesting == Nesting::first_close;
  int indent_ = 0;                    // see markdown_end
  std::vector<int> depth_;            // of unwrap and record rules, by rule
  std::vector<ToolHit> opened_;       // the outermost opening tag, by record rule
  std::vector<const Rule*> records_;  // that are open, in the order of opening
  std::uint64_t next_index_ = 0;      // of calls
  std::size_t recovered_until_ = 0;   // what begins before this is read again
  std::size_t quoted_until_ = 0;      // what begins before this was quoted by a tag that failed
};

}  // namespace

std::vector<SeenTool> model_tools(std::string_view text, const ToolOptions& options) {
  assert(options.limits.on_limit == LimitPolicy::text);
  return ToolModel(text, options).run();
}

}  // namespace tagstream::testing

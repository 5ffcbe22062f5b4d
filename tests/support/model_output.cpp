#include "support/model_places.hpp"

#include <algorithm>
#include <utility>

#include "support/model_markdown.hpp"
#include "support/model_thoughts.hpp"

namespace tagstream::testing {}  // namespace tagstream::testing

namespace tagstream::testing::model {

// ---- bytes -------------------------------------------------------------------------------------

void Output::content(std::size_t end) {
  const std::size_t mark = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // it counts as a blank
  for (std::size_t at = at_; at < end; ++at) {
    const bool is_blank_here = at < mark || is_blank(text_[at]);
    has_text_ = has_text_ || !is_blank_here;
    is_fresh_ = is_fresh_ && is_blank_here;
    if (text_[at] != ' ' && text_[at] != '\t') {
      begins_line_ = text_[at] == '\n' || text_[at] == '\r';
    }
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
  if (kind != EventKind::content) visible_from_ = end;
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

Output::NoticeKey Output::key_of(Code code, const Hit& hit) {
  Mark mark = hit.mark;
  if (mark == Mark::reasoning_close) mark = Mark::reasoning_open;
  if (mark == Mark::call_close) mark = Mark::call;
  if (mark == Mark::wrap_close && !hit.is_literal) mark = Mark::wrap_open;
  const bool is_wrapper = mark == Mark::wrap_open || mark == Mark::wrap_close;
  std::string name(mark == Mark::unwrap || (is_wrapper && !hit.is_literal) ? hit.name : "");
  for (char& byte : name) {
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte | 0x20);
  }
  return {code, mark, is_wrapper ? nullptr : hit.form, hit.rule, name, 0};
}

void Output::notice_once(Code code, const Hit& hit, std::size_t offset, int cause) {
  NoticeKey key = key_of(code, hit);
  std::get<int>(key) = cause;
  if (noticed_.insert(key).second) notice(code, offset);
}

/// An opener of calls is text, so the next closer that closes nothing is no news.
void Output::expect_closer(const Hit& opener) {
  expected_.insert(key_of(Code::stray_close, opener));
}

bool Output::takes_expected_closer(const Hit& closer) {
  const auto found = expected_.find(key_of(Code::stray_close, closer));
  if (found == expected_.end()) return false;
  expected_.erase(found);
  return true;
}

void Output::notice(Code code, std::size_t offset) {
  Seen seen{.kind = EventKind::notice, .offset = offset, .code = code};
  seen.begin = seen.end = at_;
  has_half_closer_ = has_half_closer_ || code == Code::half_closer;
  add(std::move(seen));
}

void Output::notice_unclosed(std::size_t rule, std::size_t offset) {
  notice(Code::unclosed_section, offset);
  const Rule& own = program_.options.rules[rule];
  std::string& name = seen_.back().name;
  name = own.name.empty() ? own.open : own.name;
  if (own.name.empty() || !program_.options.ignore_case) return;
  for (char& byte : name) {
    if (byte >= 'A' && byte <= 'Z') byte = static_cast<char>(byte | 0x20);
  }
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

// ---- entities in arguments ---------------------------------------------------------------------

namespace {

/// The end of the string that begins at `at`, after its closing quote; `none` if it has no end.
std::size_t string_end(std::string_view json, std::size_t at) {
  for (++at; at < json.size(); ++at) {
    if (json[at] == '"') return at + 1;
    if (json[at] == '\\') ++at;
  }
  return none;
}

/// The inside of a string of JSON with entities decoded. If the string goes on, the end that may be
/// a part of an entity is left out.
std::string decoded_inside(std::string_view inside, bool goes_on) {
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#";
  constexpr std::size_t most = 32;
  constexpr std::string_view escaped_amp = "\\u0026";
  std::string out;
  for (std::size_t at = 0; at < inside.size();) {
    std::size_t size = 1;
    if (inside[at] == '\\') {
      size = at + 1 < inside.size() && inside[at + 1] == 'u' ? escaped_amp.size() : 2;
      if (at + size > inside.size()) break;
    }
    const std::string_view one = inside.substr(at, size);
    at += size;
    if (one != "&" && one != escaped_amp) {
      out += one;
      continue;
    }
    std::size_t end = std::min(inside.find_first_not_of(letters, at), inside.size());
    if (end == inside.size() && goes_on && end - at + 1 < most) break;
    if (end == inside.size() || inside[end] != ';' || end - at + 2 > most) {
      out += one;
      continue;
    }
    const std::string entity = '&' + std::string(inside.substr(at, end + 1 - at));
    const std::string plain = decoded_entities(entity);
    if (plain == entity) {
      out += one;
    } else {
      const std::string quoted = quoted_json(plain);
      out += quoted.substr(1, quoted.size() - 2);
      at = end + 1;
    }
  }
  return out;
}

/// Arguments, or their beginning, with entities decoded in the strings of named parameters.
std::string decoded_arguments(std::string_view json, const std::vector<std::string>& names,
                              const std::string& tool) {
  const auto is_named = [&](const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::string out;
  std::string key;
  std::size_t depth = 0;
  bool is_key = false;
  for (std::size_t at = 0; at < json.size();) {
    const char byte = json[at];
    if (byte != '"') {
      if (byte == '{' || byte == '[') ++depth;
      if (byte == '}' || byte == ']') --depth;
      if (byte == '{' || byte == ',') is_key = true;
      if (byte == ':') is_key = false;
      out += byte;
      ++at;
      continue;
    }
    const std::size_t end = string_end(json, at);
    const std::string_view whole = json.substr(at, end == none ? none : end - at);
    at += whole.size();
    if (depth == 1 && is_key) {
      if (end != none) key = decode_model_string(whole);
      out += whole;
    } else if (depth == 1 && (is_named(tool) || is_named(key))) {
      const std::size_t quote = end == none ? 0 : 1;
      out += '"' + decoded_inside(whole.substr(1, whole.size() - 1 - quote), end == none);
      if (quote == 1) out += '"';
    } else {
      out += whole;
    }
  }
  return out;
}

}  // namespace

std::string Output::said(const BodyItem& item, std::string_view arguments) const {
  if (program_.options.decoded.empty()) return std::string(arguments);
  return decoded_arguments(arguments, program_.options.decoded, item.name);
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
    add_delta(item, said(item, item.given));
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
  // After a leading call another may come.
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
    if (seen.name.size() > 256 && !item.is_started) seen.name.clear();
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
  seen.text = said(item, item.arguments);
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
    add_delta(item, said(item, item.arguments).substr(said(item, item.given).size()));
  }
  if (is_call && item.has_unknown_key) notice(Code::unknown_key);
  if (is_call && item.leaves_out) notice(Code::unknown_key);
  Seen seen = event_of(opening, item, is_closed);
  seen.begin = at_;
  seen.end = end;
  seen.raw = raw;
  if (!is_call && !item.is_started && program_.options.bad_calls == BadCalls::content) {
    const bool is_broken = item.error == Code::invalid_json || item.error == Code::unclosed ||
                           item.error == Code::unknown_tool || item.error == Code::bad_arguments;
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

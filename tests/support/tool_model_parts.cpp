#include "support/tool_model_parts.hpp"

#include <algorithm>

namespace tagstream::testing {

std::optional<ToolHit> tool_hit_at(std::string_view text, std::size_t at,
                                   const ToolOptions& options, const Counts& counts) {
  std::optional<ToolHit> best;
  const auto offer = [&](const Rule& rule, TokenKind kind, std::size_t end, std::string_view name) {
    if ((!best || end > best->end) && counts(rule, kind))
      best = ToolHit{&rule, kind, at, end, name};
  };
  for (const Rule& rule : options.rules) {
    if (!rule.name.empty() || !text.substr(at).starts_with(rule.close)) continue;
    offer(rule, TokenKind::close, at + rule.close.size(), rule.close);
  }
  for (const Rule& rule : options.rules) {
    if (!rule.name.empty() || !text.substr(at).starts_with(rule.open)) continue;
    offer(rule, TokenKind::open, at + rule.open.size(), rule.open);
  }
  const std::optional<Tag> tag = read_tag(text, at, options.limits);
  for (const Rule& rule : options.rules) {
    if (!tag || rule.name.empty() || !same_name(rule.name, tag->name, options.ignore_case))
      continue;
    offer(rule, tag->kind, tag->end, tag->name);
  }
  return best;
}

bool may_grow(const Known& known, const ToolOptions& options, const std::vector<std::string>& names,
              const std::function<std::size_t(std::string_view)>& end_in) {
  if (known.is_all) return false;
  std::vector<std::string> continuations = {">", "/>", "\">", "'>", "x>", "=x>", "\"x\">", "/x>"};
  const auto add = [&](const std::string& word) {
    for (std::size_t from = 0; from < word.size(); ++from) {
      continuations.push_back(word.substr(from));
      continuations.push_back('/' + word.substr(from));
    }
  };
  for (const std::string& name : names) {
    add(name + '>');
    add(name + " name=x>");
  }
  for (const char* const rest : {" name=x>", "' name=x>", "\" name=x>", "=x>"}) add(rest);
  for (const Rule& rule : options.rules) {
    add(rule.name + '>');
    add(rule.open);
    add(rule.close);
  }
  return std::any_of(continuations.begin(), continuations.end(), [&](const std::string& more) {
    return end_in(std::string(known.text) + more) > known.text.size();
  });
}

std::optional<ToolHit> CallOpening::closer_at(std::string_view text, std::size_t at) const {
  return tool_hit_at(text, at, options, [&](const Rule& one, TokenKind kind) {
    return &one == hit.rule && kind == TokenKind::close;
  });
}

std::optional<ToolHit> CallOpening::opener_at(std::string_view text, std::size_t at) const {
  return tool_hit_at(text, at, options,
                     [&](const Rule&, TokenKind kind) { return kind != TokenKind::close; });
}

std::optional<ToolHit> next_hit_of(const Known& known, std::size_t at, const ToolOptions& options,
                                   const Rule& rule, bool closers_only, std::size_t& quoted) {
  const auto hit_in = [&](std::string_view text) {
    return tool_hit_at(text, at, options, [&](const Rule& one, TokenKind kind) {
      return &one == &rule && (kind == TokenKind::close || !closers_only);
    });
  };
  const auto end_in = [&](std::string_view text) {
    const auto hit = hit_in(text);
    return hit ? hit->end : 0;
  };
  for (; at < known.text.size(); ++at) {
    if (may_grow(known, options, {}, end_in)) break;
    if (auto hit = hit_in(known.text)) return hit;
    if (closers_only) continue;
    quoted = std::max(quoted, quoted_by_failed_tag(known.text, at, options, &rule));
  }
  return std::nullopt;
}

std::size_t failed_tag_end(std::string_view text, std::size_t at, std::size_t name_size,
                           const Limits& given) {
  Limits limits = given;
  limits.max_tag_bytes = std::string_view::npos;
  const std::size_t name_end = at + 1 + name_size;
  if (text[at] != '<' || name_size == 0 || name_end >= text.size()) return 0;
  // True if some continuation of the first bytes, `end` of them, is an opening tag.
  const auto may_be_tag = [&](std::size_t end) {
    for (const char* const more : {"", ">", "x>", "\">", "'>"}) {
      const std::string known = std::string(text.substr(0, end)) + more;
      const auto tag = read_tag(known, at, limits);
      if (tag && tag->kind != TokenKind::close && tag->end >= end) return true;
    }
    return false;
  };
  const std::size_t longest = given.max_tag_bytes;
  const std::size_t last = text.size() - at < longest ? text.size() : at + longest;
  std::size_t end = name_end;
  while (end < last && may_be_tag(end + 1)) ++end;
  const std::string_view rest = text.substr(name_end, end - name_end);
  const bool is_longer_name =
      !rest.empty() && rest[0] != '=' && rest[0] != '/' && !is_blank(rest[0]);
  const bool has_attribute = rest.find_first_not_of(" \t\r\n\f/") != std::string_view::npos;
  return !is_longer_name && has_attribute ? end : 0;
}

std::size_t quoted_by_failed_tag(std::string_view text, std::size_t at, const ToolOptions& options,
                                 const Rule* only) {
  for (const Rule& rule : options.rules) {
    if (rule.name.empty() || (only != nullptr && only != &rule)) continue;
    if (!same_name(text.substr(at + 1, rule.name.size()), rule.name, options.ignore_case)) continue;
    const std::size_t end = failed_tag_end(text, at, rule.name.size(), options.limits);
    if (end != 0) return end;
  }
  return 0;
}

namespace {

bool is_xml(const Known& known, const CallOpening& opening) {
  if (opening.rule().body != tagstream::CallBody::automatic)
    return opening.rule().body == tagstream::CallBody::xml;
  const std::size_t at = known.text.find_first_not_of(" \t\r\n\f", opening.hit.end);
  return at != std::string_view::npos && known.text[at] == '<';
}

// The closing tag that balances ends it, whatever is in it.
ReadBody read_raw_body(const Known& known, const CallOpening& opening) {
  ReadBody body;
  int depth = 1;
  std::size_t at = opening.hit.end;
  while (const auto hit =
             next_hit_of(known, at, opening.options, opening.rule(), false, body.quoted)) {
    at = hit->end;
    if (hit->kind == TokenKind::open) ++depth;
    if (hit->kind != TokenKind::close || --depth > 0) continue;
    body.how = ReadBody::End::closed;
    body.content_end = hit->begin;
    body.end = hit->end;
    body.items.emplace_back();
    body.items.back().name = opening.name;
    body.items.back().id = opening.id;
    break;
  }
  return body;
}

}  // namespace

ReadBody read_call_body(const Known& known, const CallOpening& opening) {
  if (opening.rule().body == tagstream::CallBody::raw) return read_raw_body(known, opening);
  return is_xml(known, opening) ? read_xml_body(known, opening) : read_json_body(known, opening);
}

ReadBody end_of_long_call(std::string_view text, std::size_t limit, const CallOpening& opening) {
  const Known all{text, true};
  const bool is_raw = opening.rule().body == tagstream::CallBody::raw;
  if (!is_raw && !is_xml(all, opening)) return end_of_long_json_body(text, limit, opening);
  ReadBody body = is_raw ? read_raw_body(all, opening) : read_xml_body(all, opening, limit);
  if (body.how == ReadBody::End::open) body.end = text.size();
  return body;
}

}  // namespace tagstream::testing

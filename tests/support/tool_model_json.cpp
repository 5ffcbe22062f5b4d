#include <algorithm>
#include <utility>

#include "support/tool_model_items.hpp"
#include "support/tool_model_parts.hpp"

namespace tagstream::testing {
namespace {

constexpr std::size_t none = std::string_view::npos;
/// What stands before the value.
struct Prefix {
  enum class What { cut, closer, failed, value };
  What what = What::cut;
  std::size_t at = 0;
  char fence = 0;
  std::size_t fence_size = 0;
};

class JsonBodyReader {
 public:
  JsonBodyReader(const Known& known, const CallOpening& opening)
      : text_(known.text), known_(known), opening_(opening), json_(text_, 0) {}

  ReadBody read() {
    read_text();
    return std::move(body_);
  }

  ReadBody end_when_long(std::size_t limit) {
    body_.end = find_end_when_long(limit);
    return std::move(body_);
  }

 private:
  std::size_t find_end_when_long(std::size_t limit) {
    const Prefix prefix = read_prefix();
    if (prefix.what == Prefix::What::cut) return text_.size();
    if (prefix.what == Prefix::What::closer) return end_of_closer(prefix.at);
    if (prefix.what == Prefix::What::failed) return end_of_failed(prefix.at, limit);
    json_.at = prefix.at;
    if (json_.read(root_)) return end_or_opener_from(json_.at);
    if (json_.status == ModelJson::Status::cut) return text_.size();
    note_open_quote();
    return end_of_failed(json_.at, limit);
  }

  void note_open_quote() {
    if (json_.string_begin == ModelJson::none || json_.string_end != ModelJson::none) return;
    body_.open_quote = text_[json_.string_begin];
    body_.looked_at = json_.at;
  }

  [[nodiscard]] std::size_t end_of_failed(std::size_t at, std::size_t limit) {
    return at >= limit ? at : end_or_opener_from(at);
  }

  [[nodiscard]] std::size_t end_or_opener_from(std::size_t at) {
    for (; at < text_.size(); ++at) {
      const auto hit = end_or_opener(text_, at);
      if (hit) return hit->kind == TokenKind::close ? hit->end : at;
      const std::size_t quoted = quoted_by_failed_tag(text_, at, opening_.options, nullptr);
      body_.quoted = std::max(body_.quoted, quoted);
    }
    return at;
  }

  void read_text() {
    const Prefix prefix = read_prefix();
    if (prefix.what == Prefix::What::cut) return;
    if (prefix.what == Prefix::What::closer) {
      const ToolHit closer = *opening_.closer_at(text_, prefix.at);
      if (prefix.fence == 0) return end_blank(closer);
      fail(prefix.at, closer.begin);
      return end_at(closer);
    }
    if (prefix.what == Prefix::What::failed) return end_failed(prefix.at, prefix.at);
    json_.at = prefix.at;
    if (json_.read(root_)) return read_suffix(prefix);
    body_.items = started(open_until());
    if (json_.status == ModelJson::Status::cut) return;
    end_failed(json_.at, json_.is_at_string() ? json_.string_begin : json_.at);
  }

  [[nodiscard]] bool closes(std::size_t at) const {
    return opening_.closer_at(text_, at).has_value();
  }
  [[nodiscard]] bool may_close(std::size_t at, bool even_at_end = false) const {
    const Known known{text_, known_.is_all && !even_at_end};
    return may_grow(known, opening_.options, {}, [&](std::string_view text) {
      const auto hit = opening_.closer_at(text, at);
      return hit ? hit->end : 0;
    });
  }

  [[nodiscard]] Prefix read_prefix() const {
    Prefix prefix;
    std::size_t at = opening_.hit.end;
    for (bool is_after_fence = false;; is_after_fence = true) {
      for (; at < text_.size(); ++at) {
        if (closes(at)) return {Prefix::What::closer, at, prefix.fence, 0};
        if (may_close(at)) return prefix;
        if (!is_blank(text_[at])) break;
      }
      prefix.at = at;
      if (at == text_.size()) return prefix;
      const char c = text_[at];
      if (c == '{' || c == '[') prefix.what = Prefix::What::value;
      if (prefix.what == Prefix::What::value) return prefix;
      if (is_after_fence || (c != '`' && c != '~')) break;
      while (at < text_.size() && text_[at] == c) ++at;
      prefix.at = at;
      if (at == text_.size()) return prefix;
      prefix.fence_size = at - text_.substr(0, at).find_last_not_of(c) - 1;
      if (prefix.fence_size < 3) break;
      prefix.fence = c;
      at = text_.find_first_of(c == '`' ? "`<\r\n" : "<\r\n", at);
      if (at == none) return prefix;
      prefix.at = at;
      if (text_[at] == '`') break;
      if (text_[at] == '<' && closes(at)) {
        return {Prefix::What::closer, at, prefix.fence, 0};
      }
      if (text_[at] == '<') break;
      ++at;
    }
    prefix.what = Prefix::What::failed;
    return prefix;
  }

  void read_suffix(const Prefix& prefix) {
    std::size_t at = json_.at;
    const auto skip = [&] {
      while (at < text_.size() && is_blank(text_[at])) ++at;
    };
    skip();
    if (prefix.fence != 0) {
      const std::size_t fence = at;
      while (at < text_.size() && text_[at] == prefix.fence) ++at;
      if (at - fence < prefix.fence_size) at = fence;
      skip();
    }
    body_.items = started(none);
    if (const auto closer = opening_.closer_at(text_, at)) {
      body_.items = items();
      end_at(*closer);
    } else if (at == text_.size() || may_close(at, true)) {
      body_.if_ended = items();
    } else {
      find_end(at, at);
    }
  }

  void end_at(const ToolHit& closer) {
    body_.how = ReadBody::End::closed;
    body_.content_end = closer.begin;
    body_.end = closer.end;
  }

  void end_with(ReadBody::End how, std::size_t content_end, std::size_t end,
                std::vector<BodyItem> list) {
    body_.how = how;
    body_.content_end = content_end;
    body_.end = end;
    body_.items = std::move(list);
  }

  void end_blank(const ToolHit& closer) {
    BodyItem item;
    if (opening_.name.empty()) {
      item.error = CallErrorCode::empty;
      item.offset = closer.begin;
    } else {
      item.name = opening_.name;
      item.id = opening_.id;
      item.arguments = "{}";
    }
    end_with(ReadBody::End::closed, closer.begin, closer.end, {item});
  }

  /// All that has started becomes an error; if nothing has, the body is one.
  void fail(std::size_t at, std::size_t content_end) {
    if (body_.items.empty()) body_.items.emplace_back();
    for (BodyItem& item : body_.items) {
      item.error = CallErrorCode::invalid_json;
      item.offset = at;
    }
    body_.looked_at = at;
    body_.content_end = content_end;
  }

  /// The byte at `at` can't stand there. Closing tags count from `string` on.
  void end_failed(std::size_t at, std::size_t string) {
    body_.items = started(at);
    if (string == at && end_at_marker_around(at)) return;
    find_end(string, at);
  }

  /// From `from` on; before `at` only closing tags count.
  void find_end(std::size_t from, std::size_t at) {
    for (std::size_t p = from; p < text_.size(); ++p) {
      const auto hit_in = [&](std::string_view text) {
        return p < at ? opening_.closer_at(text, p) : end_or_opener(text, p);
      };
      const auto end_in = [&](std::string_view text) {
        const auto hit = hit_in(text);
        return hit ? hit->end : 0;
      };
      if (may_grow(known_, opening_.options, {}, end_in)) return;
      if (const auto hit = hit_in(text_)) {
        if (p < at) body_.items = started(p);
        end_failed_at(*hit, at);
        if (from != at) note_open_quote();
        return;
      }
      if (p < at) continue;
      const std::size_t quoted = quoted_by_failed_tag(text_, p, opening_.options, nullptr);
      body_.quoted = std::max(body_.quoted, quoted);
    }
  }

  void end_failed_at(const ToolHit& hit, std::size_t at) {
    fail(at, hit.begin);
    const bool is_closed = hit.kind == TokenKind::close;
    body_.how = is_closed ? ReadBody::End::closed : ReadBody::End::before_opener;
    body_.end = is_closed ? hit.end : hit.begin;
  }

  /// A marker may begin with bytes that JSON could go on with.
  bool end_at_marker_around(std::size_t at) {
    std::size_t size = 1;
    for (const Rule& rule : opening_.options.rules) {
      size = std::max({size, rule.open.size(), rule.close.size()});
    }
    const std::size_t body = opening_.hit.end;
    for (std::size_t p = std::max(body + size, at + 1) - size; p < at; ++p) {
      const auto end_in = [&](std::string_view text) {
        const auto hit = end_or_opener(text, p);
        return hit ? hit->end : 0;
      };
      if (may_grow(known_, opening_.options, {}, end_in)) return true;
      const auto hit = end_or_opener(text_, p);
      if (!hit || hit->end <= at) continue;
      const bool is_blank = trim_blanks(text_.substr(body, p - body)).empty();
      if (is_blank && hit->kind == TokenKind::close) {
        end_blank(*hit);
      } else {
        end_failed_at(*hit, p);
      }
      return true;
    }
    return false;
  }

  [[nodiscard]] std::optional<ToolHit> end_or_opener(std::string_view text, std::size_t at) const {
    return tool_hit_at(text, at, opening_.options, [&](const Rule& rule, TokenKind kind) {
      return kind != TokenKind::close || &rule == opening_.hit.rule;
    });
  }

  [[nodiscard]] std::optional<ToolHit> closer_from(std::size_t at) const {
    for (; at < text_.size(); ++at) {
      if (auto hit = opening_.closer_at(text_, at)) return hit;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::size_t end_of_closer(std::size_t from) const {
    const auto closer = closer_from(from);
    return closer ? closer->end : text_.size();
  }

  /// While the value is open: what may have been given so far.
  [[nodiscard]] std::size_t open_until() const {
    if (!json_.is_at_string()) return text_.size();
    for (std::size_t at = json_.string_begin; at < text_.size(); ++at) {
      if (closes(at)) return at;
      if (may_close(at, true)) return at;
    }
    return text_.size();
  }

  [[nodiscard]] JsonItems all_items() const { return {text_, opening_, root_, json_}; }
  [[nodiscard]] std::vector<BodyItem> items() const { return all_items().read(); }
  [[nodiscard]] std::vector<BodyItem> started(std::size_t until) const {
    return all_items().started(until);
  }

  std::string_view text_;
  Known known_;
  const CallOpening& opening_;
  ModelJson json_;
  ModelValue root_;
  ReadBody body_;
};

}  // namespace

ReadBody read_json_body(const Known& known, const CallOpening& opening) {
  return JsonBodyReader(known, opening).read();
}

ReadBody end_of_long_json_body(std::string_view text, std::size_t limit,
                               const CallOpening& opening) {
  return JsonBodyReader(Known{text, true}, opening).end_when_long(limit);
}

}  // namespace tagstream::testing

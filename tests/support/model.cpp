#include "support/model.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "support/model_markdown.hpp"
#include "support/model_tags.hpp"

namespace tagstream::testing {
namespace {

/// A tag or marker of a rule.
struct Hit {
  const Rule* rule = nullptr;
  TokenKind kind = TokenKind::open;  ///< open, close or empty
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view name;
};

/// Where the reading is: this decides which tags count.
enum class Place { visible, body_balanced, body_first_close, body_start };

class FilterModel {
 public:
  FilterModel(std::string_view text, const FilterOptions& options)
      : text_(text), options_(options), depth_(options.rules.size()), opened_(depth_.size()) {}

  ModelReading run() {
    if (!options_.start_inside.empty()) read_implied();
    while (at_ < text_.size()) read_visible();
    for (auto rule = records_.rbegin(); rule != records_.rend(); ++rule) {
      end_record(**rule, text_.size(), text_.size(), false);
    }
    return {std::move(seen_), std::move(named_)};
  }

 private:
  [[nodiscard]] std::size_t index(const Rule& rule) const {
    return static_cast<std::size_t>(&rule - options_.rules.data());
  }

  [[nodiscard]] bool counts(const Rule& rule, TokenKind kind, Place place,
                            const Rule* inside) const {
    if (place != Place::visible) {
      return &rule == inside && (kind == TokenKind::close || place != Place::body_first_close);
    }
    if (kind != TokenKind::close) return !options_.leading_only || is_leading_;
    return rule.action != Action::hide && depth_[index(rule)] > 0;
  }

  /// The tag or marker at `at` that counts there: the longest; then a marker; then a closer.
  [[nodiscard]] std::optional<Hit> hit_at(std::string_view text, std::size_t at, Place place,
                                          const Rule* inside = nullptr) const {
    std::optional<Hit> best;
    const auto offer = [&](const Rule& rule, TokenKind kind, std::size_t end,
                           std::string_view name) {
      if ((!best || end > best->end) && counts(rule, kind, place, inside)) {
        best = Hit{&rule, kind, at, end, name};
      }
    };
    for (const Rule& rule : options_.rules) {
      if (!rule.name.empty() || !text.substr(at).starts_with(rule.close)) continue;
      offer(rule, TokenKind::close, at + rule.close.size(), rule.close);
    }
    for (const Rule& rule : options_.rules) {
      if (!rule.name.empty() || !text.substr(at).starts_with(rule.open)) continue;
      offer(rule, TokenKind::open, at + rule.open.size(), rule.open);
    }
    const std::optional<Tag> tag = read_tag(text, at, options_.limits);
    for (const Rule& rule : options_.rules) {
      if (!tag || rule.name.empty()) continue;
      if (!same_name(rule.name, tag->name, options_.ignore_case)) continue;
      offer(rule, tag->kind, tag->end, tag->name);
    }
    return best;
  }

  /// The leftmost one from `at` on, as far as the first `bound` bytes of the text can tell.
  [[nodiscard]] std::optional<Hit> next_hit(std::size_t at, Place place, const Rule* inside,
                                            std::size_t bound = std::string_view::npos) const {
    const std::string_view known = text_.substr(0, bound);
    for (; at < known.size(); ++at) {
      if (known.size() < text_.size() && may_grow(known, at, place, *inside)) break;
      if (std::optional<Hit> hit = hit_at(known, at, place, inside)) return hit;
    }
    return std::nullopt;
  }

  /// True if with some continuation of `known` a tag or marker reaches from `at` into it.
  [[nodiscard]] bool may_grow(std::string_view known, std::size_t at, Place place,
                              const Rule& inside) const {
    std::vector<std::string> continuations = {">", "/>", "\">", "'>", "x>", "=x>"};
    for (const std::string& word : {inside.name + ">", inside.open, inside.close}) {
      for (std::size_t from = 0; from < word.size(); ++from) {
        continuations.push_back(word.substr(from));
        continuations.push_back("/" + word.substr(from));
      }
    }
    return std::any_of(continuations.begin(), continuations.end(), [&](const std::string& more) {
      const std::string text = std::string(known) + more;
      const std::optional<Hit> hit = hit_at(text, at, place, &inside);
      return hit && hit->end > known.size();
    });
  }

  void read_visible() {
    const std::size_t code_end =
        options_.markdown_code ? markdown_end(text_, at_, indent_, options_.limits.max_held_bytes)
                               : at_;
    if (code_end > at_) return content_until(code_end);
    const std::optional<Hit> hit = hit_at(text_, at_, Place::visible);
    if (!hit) return content_until(at_ + 1);
    named_.push_back({hit->begin, hit->end});
    switch (hit->rule->action) {
      case Action::hide: return read_hidden(*hit, false);
      case Action::unwrap: return read_unwrapped(*hit);
      case Action::record: return read_recorded(*hit);
      case Action::call: break;  // a filter has no such rule
    }
  }

  void content_until(std::size_t end) {
    add_piece(EventKind::content, at_, end);
    for (; at_ < end; ++at_) {
      const char byte = text_[at_];
      is_leading_ = is_leading_ && is_blank(byte);
      if (byte == '\n' || byte == '\r') {
        indent_ = 0;
      } else {
        indent_ = byte == ' ' && indent_ >= 0 ? indent_ + 1 : -1;
      }
    }
  }

  void read_unwrapped(const Hit& hit) {
    if (hit.kind == TokenKind::open) ++depth_[index(*hit.rule)];
    if (hit.kind == TokenKind::close) --depth_[index(*hit.rule)];
    add_piece(EventKind::markup, hit.begin, hit.end);
    at_ = hit.end;
  }

  void read_recorded(const Hit& hit) {
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
    const Hit& open = opened_[index(rule)];
    Seen seen = section(EventKind::section_end, open, false);
    seen.begin = seen.end = seen.end_index = end;
    seen.is_closed = is_closed;
    seen.is_recorded = true;
    set_content(seen, text_.substr(open.end, content_end - open.end));
    append_joined(seen_, std::move(seen));
  }

  void read_implied() {
    const auto is_meant = [&](const Rule& rule) {
      return rule.name.empty() ? rule.open == options_.start_inside
                               : same_name(rule.name, options_.start_inside, options_.ignore_case);
    };
    const auto rule = std::find_if(options_.rules.begin(), options_.rules.end(), is_meant);
    assert(rule != options_.rules.end() && rule->action == Action::hide);
    read_hidden(Hit{&*rule, TokenKind::open, 0, 0, options_.start_inside}, true);
  }

  /// The opening tag that the model wrote although the prompt had: the first thing but blanks.
  [[nodiscard]] std::optional<Hit> find_echo(const Rule& rule) const {
    const std::optional<Hit> hit = next_hit(0, Place::body_start, &rule);
    if (!hit || hit->kind != TokenKind::open) return std::nullopt;
    const std::string_view before = text_.substr(0, hit->begin);
    return std::all_of(before.begin(), before.end(), is_blank) ? hit : std::nullopt;
  }

  struct Closing {
    std::optional<Hit> first;     ///< the first closing tag
    std::optional<Hit> balanced;  ///< the one that ends the section
  };

  /// How a hidden section ends.
  struct Ending {
    std::size_t content_end = 0;
    std::size_t end = 0;  ///< after the closing tag
    bool is_closed = false;
    bool is_by_limit = false;
  };

  [[nodiscard]] Closing find_closing(std::size_t at, const Rule& rule) {
    const Place place = first_close_ ? Place::body_first_close : Place::body_balanced;
    Closing found;
    int depth = 1;
    std::size_t bound = std::string_view::npos;
    while (const std::optional<Hit> hit = next_hit(at, place, &rule, bound)) {
      named_.push_back({hit->begin, hit->end});
      at = hit->end;
      if (hit->kind == TokenKind::open) ++depth;
      if (hit->kind != TokenKind::close) continue;
      if (!found.first) {
        found.first = hit;
        bound = bound_from(*hit);
      }
      if (--depth > 0) continue;
      found.balanced = hit;
      break;
    }
    return found;
  }

  /// The end of what may be held from `from` on.
  [[nodiscard]] std::size_t bound_from(const Hit& from) const {
    const std::size_t room = text_.size() - from.begin;
    return from.begin + std::min(room, options_.limits.max_held_bytes);
  }

  /// True if the first closing tag of a section that is withheld from `open` on comes in time, or
  /// the text ends in time.
  [[nodiscard]] bool ends_in_time(const Hit& open, bool is_implied) const {
    const std::size_t bound = bound_from(open);
    if (bound == text_.size()) return true;
    std::size_t at = open.end;
    if (is_implied) {
      const std::string_view known = text_.substr(0, bound);
      const std::size_t first = std::min(known.find_first_not_of(" \t\r\n\f"), known.size());
      if (may_grow(known, first, Place::body_start, *open.rule)) return false;
      const std::optional<Hit> echo = find_echo(*open.rule);
      if (echo) at = echo->end;
    }
    const Place place = first_close_ ? Place::body_first_close : Place::body_balanced;
    while (const std::optional<Hit> hit = next_hit(at, place, open.rule, bound)) {
      if (hit->kind == TokenKind::close) return true;
      at = hit->end;
    }
    return false;
  }

  void read_hidden(const Hit& open, bool is_implied) {
    if (open.kind == TokenKind::empty) {
      return add_hidden(open, false, {}, {open.end, open.end, true, false});
    }
    const std::optional<Hit> echo = is_implied ? find_echo(*open.rule) : std::nullopt;
    if (echo) named_.push_back({echo->begin, echo->end});
    const Closing closing = find_closing(echo ? echo->end : open.end, *open.rule);
    if (options_.on_unclosed == OnUnclosed::text) {
      if (!ends_in_time(open, is_implied)) {
        add_notice(open.begin);
      } else if (!closing.first) {
        return content_until(text_.size());
      }
    }
    add_hidden(open, is_implied, echo, ending(closing));
  }

  Ending ending(const Closing& closing) {
    if (closing.balanced) return {closing.balanced->begin, closing.balanced->end, true, false};
    if (!closing.first) return {text_.size(), text_.size(), false, false};
    first_close_ = true;  // settled; what follows is read again
    const bool is_by_limit = bound_from(*closing.first) < text_.size();
    return {closing.first->begin, closing.first->end, true, is_by_limit};
  }

  void add_hidden(const Hit& open, bool is_implied, const std::optional<Hit>& echo,
                  const Ending& ending) {
    Seen start = section(EventKind::section_start, open, is_implied);
    start.begin = open.begin;
    start.end = open.end;
    append_joined(seen_, start);
    std::string content;
    std::size_t from = open.end;
    if (echo) {
      content = text_.substr(from, echo->begin - from);
      add_piece(EventKind::section_delta, from, echo->begin);
      add_piece(EventKind::markup, echo->begin, echo->end);
      from = echo->end;
    }
    content += text_.substr(from, ending.content_end - from);
    add_piece(EventKind::section_delta, from, ending.content_end);
    if (ending.is_by_limit) add_notice(ending.content_end);
    Seen end = section(EventKind::section_end, open, is_implied);
    end.begin = ending.content_end;
    end.end = end.end_index = at_ = ending.end;
    end.is_closed = ending.is_closed;
    set_content(end, content);
    append_joined(seen_, std::move(end));
  }

  [[nodiscard]] Seen section(EventKind kind, const Hit& open, bool is_implied) const {
    Seen seen;
    seen.kind = kind;
    seen.tag_name = open.name;
    seen.raw_tag = text_.substr(open.begin, open.end - open.begin);
    seen.start_index = open.begin;
    seen.is_implied_open = is_implied;
    return seen;
  }

  void set_content(Seen& seen, std::string_view content) const {
    seen.text = content.substr(0, options_.limits.max_section_bytes);
    seen.is_truncated = seen.text.size() < content.size();
  }

  void add_piece(EventKind kind, std::size_t begin, std::size_t end) {
    if (begin == end) return;
    Seen seen;
    seen.kind = kind;
    seen.begin = begin;
    seen.end = end;
    seen.text = text_.substr(begin, end - begin);
    append_joined(seen_, std::move(seen));
  }

  void add_notice(std::size_t at) {
    Seen seen;
    seen.kind = EventKind::notice;
    seen.code = NoticeCode::max_held_bytes;
    seen.begin = seen.end = at;
    append_joined(seen_, std::move(seen));
  }

  std::string_view text_;
  const FilterOptions& options_;
  std::size_t at_ = 0;
  std::vector<Seen> seen_;
  std::vector<Span> named_;
  bool first_close_ = options_.nesting == Nesting::first_close;
  bool is_leading_ = true;            // no visible byte but blanks so far
  int indent_ = 0;                    // see markdown_end
  std::vector<int> depth_;            // of unwrap and record rules, by rule
  std::vector<Hit> opened_;           // the outermost opening tag, by record rule
  std::vector<const Rule*> records_;  // that are open, in the order of opening
};

}  // namespace

ModelReading read_by_model(std::string_view text, const FilterOptions& options) {
  assert(options.limits.on_limit == LimitPolicy::text);
  return FilterModel(text, options).run();
}

std::vector<Seen> model_filter(std::string_view text, const FilterOptions& options) {
  return read_by_model(text, options).seen;
}

std::vector<SeenToken> model_tokens(std::string_view text, const TokenizerOptions& options) {
  std::vector<SeenToken> tokens;
  for (std::size_t at = 0; at < text.size();) {
    SeenToken token{TokenKind::text, at, at + 1, {}, {}};
    const auto is_wanted = [&](std::string_view name) {
      return options.names.empty() ||
             std::any_of(options.names.begin(), options.names.end(), [&](const auto& wanted) {
               return same_name(wanted, name, options.ignore_case);
             });
    };
    std::size_t size = 0;
    for (const std::string& marker : options.markers) {
      if (text.substr(at).starts_with(marker)) size = std::max(size, marker.size());
    }
    std::optional<Tag> tag;
    if (!options.markers_only) tag = read_tag(text, at, options.limits);
    if (tag && is_wanted(tag->name) && tag->end - at > size) {
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

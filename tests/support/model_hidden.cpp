#include <algorithm>
#include <cassert>

#include "support/model_places.hpp"

namespace tagstream::testing::model {

void Model::read_implied() {
  const Settings& options = program_.options;
  const auto is_meant = [&](const Rule& rule) {
    return rule.name.empty() ? rule.open == options.start_inside
                             : same_name(rule.name, options.start_inside, options.ignore_case);
  };
  const auto rule = std::find_if(options.rules.begin(), options.rules.end(), is_meant);
  assert(rule != options.rules.end() &&
         (rule->action == Action::hide || rule->action == Action::thought));
  Hit open{.mark = Mark::hide,
           .name = options.start_inside,
           .rule = static_cast<std::size_t>(rule - options.rules.begin())};
  read_hidden(open, true);
}

void Model::read_hidden(const Hit& open, bool is_implied) {
  if (open.kind == TokenKind::empty) {
    return add_hidden(open, false, {}, {open.end, open.end, true, false, none});
  }
  const std::optional<Hit> echo = is_implied ? find_echo(open.rule) : std::nullopt;
  if (echo) named_.push_back({echo->begin, echo->end});
  const Closing closing = find_closing(echo ? echo->end : open.end, open.rule);
  if (program_.options.unclosed_section == UnclosedSection::text) {
    if (!ends_in_time(open, is_implied)) {
      notice(Code::max_held_bytes);
    } else if (!closing.first) {
      notice_unclosed(open.rule, open.begin);
      return content(text_.size());
    }
  }
  add_hidden(open, is_implied, echo, ending_of(open, closing));
}

/// The opening tag that the output repeats although the prompt has it. Only blanks may stand
/// before it.
std::optional<Hit> Model::find_echo(std::size_t rule) const {
  const std::optional<Hit> hit = next_of(rule, {text_, true}, 0, false);
  if (!hit || hit->kind != TokenKind::open) return std::nullopt;
  return skip_blanks(text_, 0) >= hit->begin ? hit : std::nullopt;
}

std::optional<Hit> Model::next_of(std::size_t rule, const Known& known, std::size_t at,
                                  bool closers_only, std::size_t* quoted) const {
  const auto counts = [&](const Hit& hit) {
    return hit.rule == rule && (hit.kind == TokenKind::close || !closers_only);
  };
  if (closers_only || !program_.has_calls()) quoted = nullptr;
  return program_.next(known, at, counts, quoted,
                       [&](const Marker& marker) { return marker.rule == rule; });
}

Model::Closing Model::find_closing(std::size_t at, std::size_t rule) {
  Closing found;
  Known known{text_, true};
  while (const auto hit = next_of(rule, known, at, first_close_ || is_settled_, &quoted_until_)) {
    named_.push_back({hit->begin, hit->end});
    at = hit->end;
    if (hit->kind == TokenKind::open) {
      ++found.depth;
      found.reopened = std::min(found.reopened, hit->begin);
    }
    if (hit->kind != TokenKind::close) continue;
    if (!found.first) {
      found.first = hit;
      known = held_from(hit->begin);
    }
    if (--found.depth > 0) continue;
    found.balanced = hit;
    break;
  }
  return found;
}

/// True if a section that is withheld from `open` on meets its first closing tag, or the end of
/// the text, before the limit.
bool Model::ends_in_time(const Hit& open, bool is_implied) const {
  const Known known = held_from(open.begin);
  if (known.is_all) return true;
  std::size_t at = open.end;
  if (is_implied) {
    const std::size_t first = skip_blanks(known.text, 0);
    const auto own_in = [&](std::string_view text) {
      return program_.at(text, first, [&](const Hit& one) {
        const bool counts = !first_close_ || one.kind != TokenKind::empty;
        return one.rule == open.rule && counts;
      });
    };
    if (program_.may_grow(known, own_in)) return false;
    const std::optional<Hit> echo = find_echo(open.rule);
    if (echo) at = echo->end;
  }
  while (const auto hit = next_of(open.rule, known, at, first_close_ || is_settled_)) {
    if (hit->kind == TokenKind::close) return true;
    at = hit->end;
  }
  return false;
}

Model::Ending Model::ending_of(const Hit& open, const Closing& closing) {
  if (closing.balanced) return {closing.balanced->begin, closing.balanced->end, true, false, none};
  const Ending unclosed{text_.size(), text_.size(), false, false, none};
  if (!closing.first) return unclosed;
  const bool is_by_limit = !held_from(closing.first->begin).is_all;
  const std::size_t half = half_closer(Mark::hide, open.rule, closing.first->end);
  const bool has_name =
      half != text_.size() && trim_blanks(text_.substr(half + 2)).size() == open.name.size();
  const bool is_text = program_.options.unclosed_section == UnclosedSection::text;
  if (closing.depth == 1 && has_name && !is_text && !is_by_limit) return unclosed;
  is_settled_ = true;  // settled: the rest is read again
  return {closing.first->begin, closing.first->end, true, is_by_limit, closing.reopened};
}

void Model::add_hidden(const Hit& open, bool is_implied, const std::optional<Hit>& echo,
                       const Ending& given) {
  Ending ending = given;
  if (!ending.is_closed) {
    const std::size_t from = echo ? echo->end : open.end;
    ending.content_end = half_closer(Mark::hide, open.rule, from);
  }
  Seen start = section(EventKind::section_start, open);
  start.begin = open.begin;
  start.end = at_ = open.end;
  start.is_implied_open = is_implied;
  add(start);
  const std::string name(open.name);
  if (echo) {
    section_piece(name, echo->begin);
    markup(echo->end);
  }
  section_piece(name, ending.content_end);
  if (ending.is_by_limit) notice(Code::max_held_bytes);
  Seen end = section(EventKind::section_end, open);
  end.is_implied_open = is_implied;
  end.begin = ending.content_end;
  end.end = at_ = ending.end;
  end.is_closed = ending.is_closed;
  add(std::move(end));
  visible_from_ = at_;
  if (!ending.is_closed) {
    ending.content_end != at_ ? notice(Code::half_closer, open.begin)
                              : notice_unclosed(open.rule, open.begin);
  }
  if (ending.reopened != none) notice_once(Code::reopened, open, ending.reopened);
}

std::size_t Model::half_closer(Mark mark, std::size_t rule, std::size_t from) const {
  const std::size_t at = text_.rfind("</");
  const std::size_t size = text_.size();
  if (at == text_.npos || at < from) return size;
  if (size - at >= program_.options.limits.max_tag_bytes) return size;
  const std::string_view name = trim_blanks(text_.substr(at + 2));
  const bool is_whole = is_blank(text_.back());
  const auto is_own = [&](const Marker& marker) {
    const bool is_closer = marker.closes || marker.is_either;
    return marker.mark == mark && marker.rule == rule && is_closer &&
           (!is_whole || marker.tag.size() == name.size());
  };
  return !name.empty() && program_.begins_tag(name, is_own) ? at : size;
}

}  // namespace tagstream::testing::model

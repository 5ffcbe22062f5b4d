#include "grammar/automaton.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tagstream::grammar {

namespace {

// The automaton of a text that ends at `</b>`, state by state. Each edge is a set of code points:
//
//   0   [^<] → 0      [<] → 1
//   1   [^/<] → 0     [<] → 1     [/] → 2
//   2   [^<b] → 0     [<] → 1     [b] → 3
//   3   [^<>] → 0     [<] → 1     [>] → done
//
// Each forbidden pattern makes more states. The edge that would complete a pattern is missing, so
// no text with the pattern in it is accepted.

// How it is built: a state of the automaton is a state of the text's *syntax* together with all
// *places*, the beginnings of patterns that the text may be in. In state 2 above the places are
// "`<` and `/` of `</b>` have been seen" and, as always, "nothing of `</b>` has been seen".

// An edge of the syntax. The syntax of free text has no structure; that of a string of JSON knows
// quotes and escapes.
struct Move {
  CodePoints on;
  std::size_t to;
};
using Syntax = std::vector<std::vector<Move>>;

Syntax syntax_of(Text::Kind kind) {
  // Free text enters its second state when a forbidden pattern is complete that may still turn out
  // to be a part of the end. From there only the end is accepted.
  if (kind == Text::Kind::free) return {{{CodePoints::any(), 0}}, {{CodePoints::any(), 1}}};
  const CodePoints hex = CodePoints::of("0123456789abcdefABCDEF");
  const CodePoints plain = ~(CodePoints::of("\"\\") | CodePoints::range(0, 0x1F));
  constexpr std::size_t inside = 1;
  return {
      {{CodePoints::of("\""), inside}},
      {{plain, inside}, {CodePoints::of("\""), Automaton::done}, {CodePoints::of("\\"), 2}},
      {{CodePoints::of("\"\\bfnrt"), inside}, {CodePoints::of("u"), 3}},
      {{CodePoints::of("0123456789abcefABCEF"), 4}, {CodePoints::of("dD"), 5}},  // no surrogates
      {{hex, 6}},
      {{CodePoints::of("01234567"), 6}},
      {{hex, 7}},
      {{hex, inside}},
  };
}

// A pattern's number, and the number of its next step.
using Place = std::pair<std::size_t, std::size_t>;
using Places = std::vector<Place>;

class Builder {
 public:
  explicit Builder(const Text& text) : syntax_(syntax_of(text.kind)) {
    if (text.kind == Text::Kind::free) {
      is_free_ = true;
      is_line_ = text.begins_line;
      patterns_.push_back(pattern_of(text.end));
    } else {
      patterns_.emplace_back();  // the syntax knows the end
    }
    patterns_.insert(patterns_.end(), text.forbidden.begin(), text.forbidden.end());
    if (!text.has_word) return;
    blank_text_ = patterns_.size();
    patterns_.push_back({{CodePoints::of(" \t\r\n\f"), true}});
    patterns_.back().insert(patterns_.back().end(), patterns_[0].begin(), patterns_[0].end());
  }

  // A text after a line end may begin with what a pattern of lines has after its line end, so such
  // patterns start with their first step done.
  Automaton build() {
    Places places;
    if (blank_text_ != none) add(places, {blank_text_, 0});
    for (std::size_t i = 1; is_line_ && i < patterns_.size(); ++i) {
      if (is_of_line(patterns_[i])) add(places, {i, 1});
    }
    state_of({0, std::move(places)});
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      std::vector<Automaton::Edge> edges = edges_of(*keys_[i]);
      made_.states[i] = std::move(edges);
    }
    return std::move(made_);
  }

 private:
  using Key = std::pair<std::size_t, Places>;  // a state of the syntax, and the places in patterns

  // The number of the state with this key, which is added if it is new; `build` then makes its
  // edges.
  std::size_t state_of(const Key& key) {
    const auto [found, is_new] = states_.emplace(key, keys_.size());
    if (is_new) {
      keys_.push_back(&found->first);
      made_.states.emplace_back();
    }
    return found->second;
  }

  // Adds a place. A step that is a loop may match nothing, so the place after it is added as well.
  void add(Places& places, Place place) const {
    const Pattern& pattern = patterns_[place.first];
    for (;; ++place.second) {
      places.push_back(place);
      if (place.second == pattern.size() || !pattern[place.second].is_loop) return;
    }
  }

  // The places that the next code point may go on from: those seen so far, and the beginning of
  // each pattern, since a pattern may begin anywhere.
  [[nodiscard]] Places open_places(const Places& seen) const {
    Places places = seen;
    for (std::size_t i = 0; i < patterns_.size(); ++i) {
      if (!patterns_[i].empty() && i != blank_text_) add(places, {i, 0});
    }
    return places;
  }

  // Cuts all code points into ranges at the borders of every set in question. All points of one
  // range lead to the same state, so one point of each range is tried.
  [[nodiscard]] std::vector<Automaton::Edge> edges_of(const Key& key) {
    const bool is_ending = is_free_ && key.first != 0;
    const Places places = is_ending ? key.second : open_places(key.second);
    std::set<std::uint32_t> borders;
    const auto add_borders = [&](const CodePoints& set) {
      for (const CodeRange& one : set.ranges()) borders.insert({one.first, one.last + 1});
    };
    for (const Move& move : syntax_[key.first]) add_borders(move.on);
    for (const Place& place : places) add_borders(patterns_[place.first][place.second].set);
    if (borders.empty()) return {};
    std::map<std::size_t, CodePoints> edges;
    for (auto border = borders.begin(); std::next(border) != borders.end(); ++border) {
      const std::uint32_t point = *border;
      for (const Move& move : syntax_[key.first]) {
        if (!move.on.has(point)) continue;
        if (const auto to = after(places, point, move.to)) {
          edges[*to] = edges[*to] | CodePoints::range(point, *std::next(border) - 1);
        }
      }
    }
    std::vector<Automaton::Edge> list;
    list.reserve(edges.size());
    for (auto& [to, on] : edges) list.push_back({std::move(on), to});
    return list;
  }

  // The state after `point`; nothing if `point` completes a forbidden pattern. A pattern that lies
  // in the end is allowed: with the end `</b>` and the forbidden `</`, the text goes on, but only
  // the rest of `</b>` is accepted.
  std::optional<std::size_t> after(const Places& places, std::uint32_t point, std::size_t syntax) {
    Places next;
    for (const Place& place : places) {
      const Step& step = patterns_[place.first][place.second];
      if (!step.set.has(point)) continue;
      add(next, {place.first, place.second + (step.is_loop ? 0U : 1U)});
    }
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    bool is_forbidden = false;
    for (const Place& place : next) {
      if (place == Place{blank_text_, patterns_[0].size() + 1}) return std::nullopt;
    }
    for (const Place& place : next) {
      if (place.second != patterns_[place.first].size()) continue;
      if (place.first == 0) return Automaton::done;
      is_forbidden = true;
    }
    if (is_forbidden) {
      if (!is_free_) return std::nullopt;
      std::erase_if(next, [this](const Place& place) {
        return place.first != 0 && place.first != blank_text_;
      });
      if (next.empty()) return std::nullopt;
      syntax = 1;
    }
    if (syntax == Automaton::done) return syntax;
    return state_of({syntax, std::move(next)});
  }

  Syntax syntax_;
  bool is_free_ = false;
  bool is_line_ = false;
  static constexpr std::size_t none = ~std::size_t{0};

  std::vector<Pattern> patterns_;  // the first one is the end of free text
  std::size_t blank_text_ = none;  // the pattern of blanks and the end; only at the beginning
  std::map<Key, std::size_t> states_;
  std::vector<const Key*> keys_;  // of the states
  Automaton made_;
};

bool is_tag_byte(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool is_other = (c >= '0' && c <= '9') || c == '_' || c == ':' || c == '-' || c == '.';
  return is_letter || is_other || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

Pattern pattern_of(std::string_view text) {
  Pattern pattern;
  for (const std::uint32_t point : code_points_of(text)) {
    pattern.push_back({CodePoints::range(point, point)});
  }
  return pattern;
}

// For `<arg_key>` the pattern is a line end, `<arg_key`, and a byte that ends the name.
Pattern line_pattern_of(std::string_view marker) {
  const std::size_t size = std::min(marker.find_first_of(" \t\r\n=>/", 1), marker.size());
  const bool is_tag = marker.starts_with('<') && marker.find('>') >= marker.size() - 1;
  Pattern pattern{{CodePoints::of("\n\r")}};
  const Pattern rest = pattern_of(is_tag ? marker.substr(0, size) : marker);
  pattern.insert(pattern.end(), rest.begin(), rest.end());
  if (is_tag) pattern.push_back({CodePoints::of(" \t\r\n\f=>/")});
  return pattern;
}

bool is_of_line(const Pattern& pattern) {
  return pattern.size() > 1 && pattern[0].set == CodePoints::of("\n\r");
}

// The reader takes `</ think >` for `</think>`, so the pattern of a closing tag has a loop of
// blanks on both sides of the name. An opening tag is recognised by its name and one byte after it,
// since attributes may hold anything: `<think` and a blank, `=`, `/` or `>`.
std::vector<Pattern> patterns_of(std::string_view marker) {
  const std::size_t begin = marker.starts_with("</") ? 2 : 1;
  const std::string_view name = marker.size() > begin + 1
                                    ? marker.substr(begin, marker.size() - begin - 1)
                                    : std::string_view();
  const bool is_tag = marker.starts_with('<') && marker.ends_with('>') && !name.empty() &&
                      std::all_of(name.begin(), name.end(), is_tag_byte);
  if (!is_tag) return {pattern_of(marker)};
  const CodePoints blanks = CodePoints::of(" \t\r\n\f");
  Pattern tag = pattern_of(marker.substr(0, begin));
  if (begin == 2) tag.push_back({blanks, true});
  const Pattern named = pattern_of(name);
  tag.insert(tag.end(), named.begin(), named.end());
  if (begin == 1) {  // an opening tag
    tag.push_back({blanks | CodePoints::of("=/>")});
    return {std::move(tag)};
  }
  Pattern with_sign = tag;  // </name=…>
  with_sign.push_back({CodePoints::of("=")});
  tag.push_back({blanks, true});
  tag.push_back({CodePoints::of(">")});
  return {std::move(with_sign), std::move(tag)};
}

Automaton automaton_of(const Text& text) { return Builder(text).build(); }

// Follows the automaton. Code points after its end make the text wrong.
bool accepts(const Text& text, std::string_view whole) {
  const Automaton automaton = automaton_of(text);
  std::size_t state = 0;
  for (const std::uint32_t point : code_points_of(whole)) {
    if (state == Automaton::done) return false;
    const auto& edges = automaton.states[state];
    const auto edge = std::find_if(edges.begin(), edges.end(),
                                   [point](const auto& one) { return one.on.has(point); });
    if (edge == edges.end()) return false;
    state = edge->to;
  }
  return state == Automaton::done;
}

}  // namespace tagstream::grammar

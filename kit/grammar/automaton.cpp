#include "grammar/automaton.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/sort.hpp"
#include "base/text.hpp"

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

CodePoints line_ends() { return CodePoints::of("\n\r"); }

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
  if (kind != Text::Kind::quoted) return {{{CodePoints::any(), 0}}, {{CodePoints::any(), 1}}};
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

}  // namespace

// Makes the states of an automaton, each as soon as something asks for it.
class Acceptor::Builder {
 public:
  explicit Builder(const Text& text)
      : syntax_(syntax_of(text.kind)),
        is_free_(text.kind != Text::Kind::quoted),
        is_part_(text.kind == Text::Kind::part) {
    const Pattern end = text.kind == Text::Kind::free ? pattern_of(text.end) : Pattern();
    if (!end.empty()) add_pattern(end_root, end);
    for (const Pattern& one : text.forbidden) add_pattern(forbidden_root, one);
    Places places;
    if (text.has_word) {
      Pattern blank{{CodePoints::of(" \t\r\n\f"), true}};
      blank.insert(blank.end(), end.begin(), end.end());
      add_pattern(blank_root, blank);
      add(places, blank_root);
    }
    // A text after a line end may begin with what a pattern of lines has after its line end, so
    // such patterns start with their first step done.
    for (const std::size_t next : nodes_[forbidden_root].next) {
      if (text.begins_line && nodes_[next].step.set == line_ends()) add(places, next);
    }
    state_of({0, std::move(places)});
  }

  Automaton build() {
    Automaton made;
    for (std::size_t i = 0; i < keys_.size(); ++i) made.states.push_back(edges_of(*keys_[i]));
    return made;
  }

  [[nodiscard]] bool may_end_anywhere() const { return is_part_; }

  // The state after `point`; nothing if no text goes on with it.
  std::optional<std::size_t> next(std::size_t state, std::uint32_t point) {
    const Key& key = *keys_[state];
    const Places places = open_places(key);
    for (const Move& move : syntax_[key.first]) {
      if (move.on.has(point)) return after(places, point, move.to);
    }
    return std::nullopt;
  }

 private:
  // The patterns as trees: patterns that begin with the same steps share them. To be at a node
  // means that the steps to it have been seen.
  enum class Root : std::uint8_t { forbidden, end, blank };
  struct PatternNode {
    Step step;
    Root root;
    bool is_last = false;  // a pattern is complete here
    std::vector<std::size_t> next{};
  };
  static constexpr std::size_t forbidden_root = 0;
  static constexpr std::size_t end_root = 1;
  static constexpr std::size_t blank_root = 2;  // only at the beginning of the text

  using Places = std::vector<std::size_t>;     // numbers of nodes
  using Key = std::pair<std::size_t, Places>;  // a state of the syntax, and the places in patterns

  void add_pattern(std::size_t node, const Pattern& pattern) {
    for (const Step& step : pattern) {
      const std::vector<std::size_t>& next = nodes_[node].next;
      const auto found = std::find_if(next.begin(), next.end(),
                                      [&](std::size_t one) { return nodes_[one].step == step; });
      const std::size_t to = found == next.end() ? nodes_.size() : *found;
      if (to == nodes_.size()) {
        nodes_[node].next.push_back(to);
        nodes_.push_back({step, nodes_[node].root});
      }
      node = to;
    }
    nodes_[node].is_last = true;
  }

  // The number of the state with this key, which is added if it is new.
  std::size_t state_of(const Key& key) {
    const auto [found, is_new] = states_.emplace(key, keys_.size());
    if (is_new) keys_.push_back(&found->first);
    return found->second;
  }

  // Adds a place. A step that is a loop may match nothing, so the place after it is added as well.
  void add(Places& places, std::size_t node) const {
    places.push_back(node);
    for (const std::size_t next : nodes_[node].next) {
      if (nodes_[next].step.is_loop) add(places, next);
    }
  }

  // The places that the next code point may go on from: those seen so far, and the beginning of
  // each pattern, since a pattern may begin anywhere. Once a text is ending, only its end counts.
  [[nodiscard]] Places open_places(const Key& key) const {
    Places places = key.second;
    if (is_free_ && key.first != 0) return places;
    add(places, forbidden_root);
    add(places, end_root);
    return places;
  }

  // Calls `visit` with each node that a code point may lead to from a place, and its set.
  template <class Visit>
  void each_step(const Places& places, const Visit& visit) const {
    for (const std::size_t place : places) {
      if (nodes_[place].step.is_loop) visit(place, nodes_[place].step.set);
      for (const std::size_t next : nodes_[place].next) {
        if (!nodes_[next].step.is_loop) visit(next, nodes_[next].step.set);
      }
    }
  }

  // Cuts all code points into ranges at the borders of every set in question. All points of one
  // range lead to the same state, so one point of each range is tried.
  [[nodiscard]] std::vector<Automaton::Edge> edges_of(const Key& key) {
    const Places places = open_places(key);
    std::set<std::uint32_t> borders;
    const auto add_borders = [&](const CodePoints& set) {
      for (const CodeRange& one : set.ranges()) borders.insert({one.first, one.last + 1});
    };
    for (const Move& move : syntax_[key.first]) add_borders(move.on);
    each_step(places, [&](std::size_t, const CodePoints& set) { add_borders(set); });
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
    each_step(places, [&](std::size_t node, const CodePoints& set) {
      if (set.has(point)) add(next, node);
    });
    sort_items(next);
    next.erase(std::unique(next.begin(), next.end()), next.end());
    const auto completes = [&](Root root) {
      return std::any_of(next.begin(), next.end(), [&](std::size_t node) {
        return nodes_[node].is_last && nodes_[node].root == root;
      });
    };
    if (completes(Root::blank)) return std::nullopt;
    if (completes(Root::end)) return Automaton::done;
    if (completes(Root::forbidden)) {
      if (!is_free_) return std::nullopt;
      std::erase_if(next,
                    [this](std::size_t node) { return nodes_[node].root == Root::forbidden; });
      syntax = 1;
    }
    if (syntax == Automaton::done) return syntax;
    const bool is_ending = is_free_ && syntax != 0;
    const bool may_end = std::any_of(next.begin(), next.end(), [this](std::size_t node) {
      return nodes_[node].root == Root::end;
    });
    if (is_ending && !may_end) return std::nullopt;
    return state_of({syntax, std::move(next)});
  }

  Syntax syntax_;
  bool is_free_;
  bool is_part_;
  std::vector<PatternNode> nodes_{{{}, Root::forbidden}, {{}, Root::end}, {{}, Root::blank}};
  std::map<Key, std::size_t> states_;
  std::vector<const Key*> keys_;  // of the states
};

namespace {

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

Pattern joined(Pattern first, const Pattern& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// For `<arg_key>` the pattern is a line end, `<arg_key`, and a byte that ends the name.
Pattern line_pattern_of(std::string_view marker) {
  const std::size_t size = std::min(marker.find_first_of(" \t\r\n=>/", 1), marker.size());
  const bool is_tag = marker.starts_with('<') && marker.find('>') >= marker.size() - 1;
  Pattern pattern = joined({{line_ends()}}, pattern_of(is_tag ? marker.substr(0, size) : marker));
  if (is_tag) pattern.push_back({CodePoints::of(" \t\r\n\f=>/")});
  return pattern;
}

bool is_of_line(const Pattern& pattern) {
  return pattern.size() > 1 && pattern[0].set == line_ends();
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

void Patterns::add(Pattern pattern) {
  if (known_.insert(pattern).second) list_.push_back(std::move(pattern));
}

void Patterns::add_marker(std::string_view marker) {
  marker = trimmed(marker);
  if (marker.empty()) return;
  for (Pattern& pattern : patterns_of(marker)) add(std::move(pattern));
}

Automaton automaton_of(const Text& text) { return Acceptor(text).builder_->build(); }

Acceptor::Acceptor(const Text& text) : builder_(std::make_unique<Builder>(text)) {}
Acceptor::~Acceptor() = default;

// Follows the automaton. Code points after its end make the text wrong.
bool Acceptor::accepts(std::string_view whole) {
  std::size_t state = 0;
  for (const std::uint32_t point : code_points_of(whole)) {
    if (state == Automaton::done) return false;
    const auto next = builder_->next(state, point);
    if (!next) return false;
    state = *next;
  }
  return state == Automaton::done || builder_->may_end_anywhere();
}

bool accepts(const Text& text, std::string_view whole) { return Acceptor(text).accepts(whole); }

}  // namespace tagstream::grammar

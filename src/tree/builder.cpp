#include "tree/builder.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"

namespace tagstream {
namespace {

constexpr std::size_t many_names = 4096;  // more are forgotten when nothing is open

// So many last_close elements may stand in each other; any deeper one is an ordinary element. What
// lies behind them is read again once for each, so this bounds the reading (L5).
constexpr std::size_t most_listed = 4;

}  // namespace

TreeBuilder::TreeBuilder(const ExtractOptions& options, const RuleSet& set)
    : options_(&options), set_(&set), lexer_(options.markdown_code), names_(options.ignore_case) {
  forget_names();
}

// The names of last_close get the first numbers.
void TreeBuilder::forget_names() {
  names_.clear();
  for (const std::string& name : options_->last_close) names_.add(name);
  innermost_.assign(names_.size(), none);
}

void TreeBuilder::forget_many_names() {
  if (stack_.empty() && names_.size() > many_names) forget_names();
}

std::uint64_t TreeBuilder::keep_from() const {
  return complete_ < nodes_.size() ? nodes_[complete_].start : lexer_.keep_from();
}

// ---- reading ---------------------------------------------------------------------------------

void TreeBuilder::read(const Segment& segment, bool at_end) {
  using End = TextLexer::End;
  auto read_all = [&](End end) {
    went_back_ = false;
    while (!went_back_ && read_token(segment, end)) {
    }
    return !went_back_;
  };
  if (!at_end) {
    while (!read_all(End::unknown)) {
    }
    return;
  }
  // What is cut off at the end is looked for wherever reading comes to the end, also once more.
  do {
    if (!read_all(End::of_lines)) continue;
    add_incomplete_tag();
    if (read_all(End::of_text)) decide_above(none, segment, segment.end);
  } while (went_back_);
  pop_unclosed(0, segment.end);
  complete_ = nodes_.size();
}

// Reads one token; false if there is none.
bool TreeBuilder::read_token(const Segment& segment, TextLexer::End end) {
  Scope scope;
  scope.set = set_;
  Match match;
  if (lexer_.next(segment, scope, Lexer::no_limit, end, counters_, match) !=
      Lexer::Outcome::match) {
    return false;
  }
  lexer_.pass_visible(segment, match.end);
  if (match.kind == TokenKind::close) {
    on_close(segment, match);
  } else {
    on_open(segment, match);
  }
  return true;
}

void TreeBuilder::add_incomplete_tag() {
  const Lexer& lexer = lexer_.plain();
  if (!lexer.in_attempt() || lexer.name_size() == 0) return;
  for (const Oddity& oddity : oddities_) {
    if (oddity.kind == DiagnosticKind::incomplete_tag) return;  // this one lies inside that one
  }
  oddities_.push_back(
      {lexer.position(), lexer.name_at(), lexer.name_size(), DiagnosticKind::incomplete_tag});
}

void TreeBuilder::on_open(const Segment& segment, const Match& match) {
  const std::string_view name =
      segment.slice(match.begin, match.end).substr(match.name_at, match.name_size);
  const NameTable::Id id = names_.add(name);
  if (id >= innermost_.size()) innermost_.resize(id + 1, none);
  const bool is_empty = match.kind == TokenKind::empty;
  if (!is_empty && innermost_[id] != none && nodes_[stack_[innermost_[id]].node].is_noting) {
    return;  // inside a last_close element its own name opens nothing
  }
  Node& node = nodes_.emplace_back();
  node.start = match.begin;
  node.raw_size = match.end - match.begin;
  node.name_size = match.name_size;
  node.parent = stack_.empty() ? none : stack_.back().node;
  node.content_end = node.end = match.end;
  if (is_empty) {
    node.is_closed = node.is_self_closing = true;
    if (stack_.empty()) complete_ = nodes_.size();
    forget_many_names();
    return;
  }
  node.is_noting = id < options_->last_close.size() && match.begin >= last_close_from_ &&
                   listed_.size() < most_listed;
  push(static_cast<NodeIndex>(nodes_.size() - 1), id);
}

void TreeBuilder::push(NodeIndex node, NameTable::Id name) {
  const auto place = static_cast<std::uint32_t>(stack_.size());
  if (nodes_[node].is_noting) listed_.push_back({place});
  stack_.push_back({node, name, innermost_[name]});
  innermost_[name] = place;
}

void TreeBuilder::pop() {
  const Open& open = stack_.back();
  innermost_[open.name] = open.outer;
  if (!listed_.empty() && listed_.back().place == stack_.size() - 1) listed_.pop_back();
  stack_.pop_back();
}

NameTable::Id TreeBuilder::name_of_closer(const Segment& segment, std::string_view name) {
  if (!stack_.empty() && name_of(segment, nodes_[stack_.back().node]) == name) {
    counters_.examined += name.size();
    return stack_.back().name;
  }
  return names_.find(name);
}

void TreeBuilder::on_close(const Segment& segment, const Match& match) {
  const std::string_view name =
      segment.slice(match.begin, match.end).substr(match.name_at, match.name_size);
  const NameTable::Id id = name_of_closer(segment, name);
  const std::uint32_t place = id == NameTable::none ? none : innermost_[id];
  if (place == none) {
    oddities_.push_back({match.begin, match.name_at, match.name_size, DiagnosticKind::stray_close});
    return;
  }
  if (Listed* const listed = listed_at(place)) {
    on_listed_close(*listed, match);
    return;
  }
  if (is_cut_off(place)) {
    oddities_.push_back({match.begin, match.name_at, match.name_size, DiagnosticKind::stray_close});
    return;
  }
  if (decide_above(place, segment, match.begin)) return;
  close(place, match.begin, match.end);
}

// Ends everything inside the element at `place`, and it, with its closing tag.
void TreeBuilder::close(std::uint32_t place, std::uint64_t begin, std::uint64_t end) {
  pop_unclosed(place + 1, begin);
  Node& node = nodes_[stack_.back().node];
  node.content_end = begin;
  node.end = end;
  node.is_closed = true;
  pop();
  if (!stack_.empty()) return;
  complete_ = nodes_.size();
  notes_.clear();
  forget_many_names();
}

void TreeBuilder::pop_unclosed(std::uint32_t size, std::uint64_t end) {
  while (stack_.size() > size) {
    Node& node = nodes_[stack_.back().node];
    node.content_end = node.end = end;
    oddities_.push_back({node.start, 1, node.name_size, DiagnosticKind::unclosed});
    pop();
  }
}

// ---- last_close ------------------------------------------------------------------------------

TreeBuilder::Listed* TreeBuilder::listed_at(std::uint32_t place) {
  if (listed_.empty() || !nodes_[stack_[place].node].is_noting) return nullptr;
  const auto at =
      std::lower_bound(listed_.begin(), listed_.end(), place,
                       [](const Listed& listed, std::uint32_t p) { return listed.place < p; });
  return &*at;
}

// True if something inside the element at `place` has its end decided and not yet reached: until
// then no closing tag gets out of that.
bool TreeBuilder::is_cut_off(std::uint32_t place) const {
  return std::any_of(listed_.begin(), listed_.end(), [&](const Listed& listed) {
    return listed.place > place && listed.decided_end != nowhere;
  });
}

void TreeBuilder::on_listed_close(Listed& listed, const Match& match) {
  if (listed.decided_end != nowhere) {
    if (match.begin == listed.decided_end) close(listed.place, match.begin, match.end);
    return;
  }
  Note& note = notes_.emplace_back();
  note.begin = match.begin;
  note.end = match.end;
  note.innermost = stack_.back().node;
  note.nodes = static_cast<std::uint32_t>(nodes_.size());
  note.diagnostics = static_cast<std::uint32_t>(oddities_.size());
  note.previous = listed.note;
  for (const Listed* inner = &listed + 1; inner != listed_.data() + listed_.size(); ++inner) {
    std::uint32_t inner_note = inner->note;
    while (inner_note != none && notes_[inner_note].begin >= match.begin) {
      inner_note = notes_[inner_note].previous;  // decided, and its end is still to come
    }
    if (inner_note == none) continue;
    note.inner_node = stack_[inner->place].node;
    note.inner_note = inner_note;
    break;
  }
  if (options_->markdown_code) note.lexer = std::make_unique<TextLexer>(lexer_);
  listed.note = static_cast<std::uint32_t>(notes_.size() - 1);
}

// Decides the outermost last_close element inside the one at `place` (none: inside any) that has
// seen a closing tag, since what is around it ends at `end`. False if there is none.
bool TreeBuilder::decide_above(std::uint32_t place, const Segment& segment, std::uint64_t end) {
  for (std::size_t i = 0; i < listed_.size(); ++i) {
    if (place != none && listed_[i].place <= place) continue;
    if (listed_[i].note == none || listed_[i].decided_end != nowhere) continue;
    decide(i, segment, end);
    return true;
  }
  return false;
}

void TreeBuilder::decide(std::size_t index, const Segment& segment, std::uint64_t end) {
  std::uint32_t place = listed_[index].place;
  std::uint32_t at = listed_[index].note;
  for (;;) {
    const Note& note = notes_[at];
    go_back_to(place, note, segment);
    if (note.inner_note == none) break;
    // Something inside is decided first, and what lies behind it is read again up to this end.
    listed_at(place)->decided_end = note.begin;
    place = none;
    for (const Listed& listed : listed_) {
      if (stack_[listed.place].node == note.inner_node) place = listed.place;
    }
    at = note.inner_note;
  }
  went_back_ = true;
  last_close_from_ = end;
  const Note& note = notes_[at];
  const std::uint64_t behind = note.end;
  // What elements around have noted behind this place is read, and noted, again.
  for (Listed& listed : listed_) {
    if (listed.place >= place) break;
    while (listed.note != none && notes_[listed.note].begin >= behind) {
      listed.note = notes_[listed.note].previous;
    }
  }
  if (note.lexer != nullptr) lexer_ = *note.lexer;
  lexer_.plain().restart(behind);
  close(place, note.begin, behind);
}

// Makes the builder what it was when `note` was taken, for the element at `place`.
void TreeBuilder::go_back_to(std::uint32_t place, const Note& note, const Segment& segment) {
  while (stack_.size() > place + 1) pop();
  nodes_.resize(note.nodes);
  oddities_.resize(note.diagnostics);
  std::vector<NodeIndex> inside;
  for (NodeIndex node = note.innermost; node != stack_.back().node; node = nodes_[node].parent) {
    inside.push_back(node);
  }
  for (auto node = inside.rbegin(); node != inside.rend(); ++node) {
    nodes_[*node].is_closed = false;
    push(*node, names_.add(name_of(segment, nodes_[*node])));
  }
}

// ---- results ---------------------------------------------------------------------------------

void TreeBuilder::use_storage_of(Tree& tree) {
  nodes_.swap(tree.nodes_);
  nodes_.clear();
}

void TreeBuilder::take_all(const Segment& segment, std::string_view text, Tree& tree) {
  tree.nodes_.swap(nodes_);
  fill(segment, text, segment.end, tree);
}

void TreeBuilder::fill(const Segment& segment, std::string_view text, std::uint64_t until,
                       Tree& tree) {
  tree.is_owner_ = false;
  tree.text_ = text;
  tree.text_begin_ = segment.begin;
  tree.ignore_case_ = options_->ignore_case;
  settle_nodes(tree);
  take_diagnostics(segment, tree, until);
}

void TreeBuilder::take(const Segment& segment, std::string_view text, Tree& tree) {
  if (complete_ == 0 && keep_from() == lines_.position()) {  // still in the same element
    tree.nodes_.clear();
    tree.diagnostics_.clear();
    return;
  }
  tree.nodes_.assign(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(complete_));
  nodes_.erase(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(complete_));
  const auto moved = static_cast<NodeIndex>(complete_);
  for (Node& node : nodes_) {
    if (node.parent != none) node.parent -= moved;
  }
  for (Open& open : stack_) open.node -= moved;
  for (Note& note : notes_) {
    note.innermost -= moved;
    note.nodes -= moved;
    if (note.inner_node != none) note.inner_node -= moved;
  }
  complete_ = 0;
  const std::uint64_t until = keep_from();
  fill(segment, text, until, tree);
  counters_.examined += until - lines_.position();
  lines_.advance(segment, until);
}

// What is unclosed gives its children away or goes, what is too deep goes: one pass in order of
// opening, then one back for the extents.
void TreeBuilder::settle_nodes(Tree& tree) {
  std::vector<Node>& nodes = tree.nodes_;
  holders_.resize(nodes.size());
  NodeIndex kept = 0;
  for (NodeIndex i = 0; i < nodes.size(); ++i) {
    Node node = nodes[i];
    node.parent = node.parent == none ? none : holders_[node.parent];
    node.depth = node.parent == none ? 1 : nodes[node.parent].depth + 1;
    const bool gives_away = !node.is_closed && options_->unclosed != Unclosed::extend;
    if (gives_away) node.content_end = node.end = node.start + node.raw_size;
    const bool goes =
        (gives_away && options_->unclosed == Unclosed::text) || node.depth > options_->max_depth;
    holders_[i] = gives_away || goes ? node.parent : kept;
    if (goes) continue;
    nodes[kept] = node;
    nodes[kept].subtree_end = kept + 1;
    ++kept;
  }
  nodes.resize(kept);
  for (NodeIndex i = kept; i-- > 0;) {
    const NodeIndex parent = nodes[i].parent;
    if (parent == none) continue;
    nodes[parent].subtree_end = std::max(nodes[parent].subtree_end, nodes[i].subtree_end);
  }
}

void TreeBuilder::take_diagnostics(const Segment& segment, Tree& tree, std::uint64_t until) {
  tree.diagnostics_.clear();
  const auto last =
      std::stable_partition(oddities_.begin(), oddities_.end(),
                            [&](const Oddity& oddity) { return oddity.offset < until; });
  std::sort(oddities_.begin(), last,
            [](const Oddity& a, const Oddity& b) { return a.offset < b.offset; });
  const auto taken = static_cast<std::uint32_t>(last - oddities_.begin());
  const std::uint64_t from = lines_.position();
  for (auto oddity = oddities_.begin(); oddity != last; ++oddity) {
    lines_.advance(segment, oddity->offset);
    const std::uint64_t name = oddity->offset + oddity->name_at;
    tree.diagnostics_.push_back({oddity->kind, oddity->offset, lines_.line(), lines_.column(),
                                 std::string(segment.slice(name, name + oddity->name_size))});
  }
  counters_.examined += lines_.position() - from;
  oddities_.erase(oddities_.begin(), last);
  for (Note& note : notes_) note.diagnostics -= taken;
}

// Counts in plain loops over the whole stretch, which compilers turn into wide ones.
void LineCounter::advance(const Segment& segment, std::uint64_t to) {
  if (to <= position_) return;
  std::string_view text = segment.slice(position_, to);
  position_ = to;
  if (behind_cr_ && text.front() == '\n') text.remove_prefix(1);
  if (text.empty()) {
    behind_cr_ = false;
    return;
  }
  behind_cr_ = text.back() == '\r';
  std::uint64_t line_ends = 0;
  auto is = [&](std::size_t i, char byte) { return static_cast<unsigned>(text[i] == byte); };
  for (std::size_t i = 0; i < text.size(); ++i) line_ends += is(i, '\n') | is(i, '\r');
  for (std::size_t i = 1; i < text.size(); ++i) line_ends -= is(i, '\n') & is(i - 1, '\r');
  if (line_ends != 0) {
    line_ += line_ends;
    column_ = 1;
    text.remove_prefix(text.find_last_of("\r\n") + 1);
  }
  for (char byte : text) column_ += is_utf8_continuation(byte) ? 0 : 1;
}

}  // namespace tagstream

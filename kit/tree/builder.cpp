#include "tree/builder.hpp"

#include <algorithm>
#include <span>

namespace tagstream {
namespace {

// `<a><b>1</a>`, token by token:
//
//   <a>      node 0, open at place 0
//   <b>      node 1, its parent is 0, open at place 1
//   </a>     closes place 0: <b> ends before it, unclosed, at byte 7; <a> ends at byte 11
//
// No element is open then, so both nodes are complete, and a stream can return them.
//
// With `last_close: ["c"]`, `<p><c>1</c>2</c></p>` has two candidates for the end of <c>. `</p>`
// decides for the last one, and the content of <c> is `1</c>2`.

std::string_view name_in(const Segment& segment, const Match& match) {
  return segment.slice(match.begin, match.end).substr(match.name_at, match.name_size);
}

std::string_view name_in(const Segment& segment, const Node& node) {
  return segment.slice(node.start + 1, node.start + 1 + node.name_size);
}

// The size of a tag. It fits 32 bits: no tag is longer than 4 GiB - 1.
std::uint32_t size_between(std::uint64_t begin, std::uint64_t end) {
  return static_cast<std::uint32_t>(end - begin);
}

}  // namespace

TreeBuilder::TreeBuilder(const TreePolicy& policy, const RuleSet& set)
    : policy_(&policy),
      set_(&set),
      lexer_(policy.markdown_code, policy.markdown_code == MarkdownCode::all),
      open_(policy.last_close, policy.ignore_case) {}

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
  // Each time reading comes to the end of the text, also after going back, an unfinished tag there
  // is reported, and open elements with candidates are decided.
  do {
    if (!read_all(End::of_lines)) continue;
    add_incomplete_tag();
    if (!read_all(End::of_text)) continue;
    if (LastClose::Element* const element = last_close_.undecided_inside(no_place)) {
      decide(*element, segment, segment.end);
    }
  } while (went_back_);
  pop_unclosed(0, segment.end);
  complete_ = nodes_.size();
}

// Reads one tag. Returns false if the segment has no further tag.
bool TreeBuilder::read_token(const Segment& segment, TextLexer::End end) {
  Scope scope;
  scope.set = set_;
  Match match;
  if (lexer_.next(segment, scope, Lexer::no_limit, end, counters_, match) !=
      Lexer::Outcome::match) {
    return false;
  }
  if (!match.is_in_code) lexer_.pass_tag(segment, match.end);
  if (match.kind == TokenKind::close) {
    on_close(segment, match);
  } else if (!match.is_in_code) {
    on_open(segment, match);
  }
  return true;
}

// `<a>1<b c="` ends inside a tag: the diagnostic `incomplete_tag` names it.
void TreeBuilder::add_incomplete_tag() {
  const Lexer& lexer = lexer_.plain();
  if (!lexer.in_attempt() || lexer.name_size() == 0) return;
  for (const Oddity& oddity : oddities_.view()) {
    if (oddity.kind == Code::incomplete_tag) return;  // this tag lies inside the one reported
  }
  oddities_.push_back({lexer.position(), lexer.name_at(), lexer.name_size(), Code::incomplete_tag});
}

void TreeBuilder::on_open(const Segment& segment, const Match& match) {
  const NameTable::Id id = open_.add_name(name_in(segment, match));
  const bool is_empty = match.kind == TokenKind::empty;
  const Place same = open_.innermost_of(id);
  if (!is_empty && same != no_place && last_close_.at(same) != nullptr) {
    return;  // inside a last_close element its own name opens nothing
  }
  const auto index = static_cast<NodeIndex>(nodes_.size());
  Node& node = nodes_.push_back({});
  node.start = match.begin;
  node.content_end = match.end;
  node.raw_size = size_between(match.begin, match.end);
  node.name_size = match.name_size;
  node.parent = open_.empty() ? no_node : open_.innermost().node;
  node.depth = static_cast<std::uint32_t>(open_.size() + 1);
  if (is_empty) {
    node.close_size = Node::self_closing;
    node.subtree_end = index + 1;
    if (!open_.empty()) return;
    complete_ = nodes_.size();
    open_.forget_many_names();
    return;
  }
  if (id < policy_->last_close.size() && last_close_.has_room(match.begin)) {
    last_close_.open(static_cast<Place>(open_.size()), index);
  }
  open_.push(index, id);
}

// Most closing tags close the innermost element, so one comparison avoids the search in the table.
NameTable::Id TreeBuilder::name_of_closer(const Segment& segment, std::string_view name) {
  if (!open_.empty() && name_in(segment, nodes_[open_.innermost().node]) == name) {
    counters_.examined += name.size();
    return open_.innermost().name;
  }
  return open_.find_name(name);
}

// Finds the element that a closing tag closes, and closes it. If no element of that name is open,
// the tag is the diagnostic `stray_close`, and in Markdown code it is text.
void TreeBuilder::on_close(const Segment& segment, const Match& match) {
  if (match.closes_quoted && policy_->last_close.empty()) return;
  const NameTable::Id id = name_of_closer(segment, name_in(segment, match));
  const Place place = id == NameTable::none ? no_place : open_.innermost_of(id);
  LastClose::Element* const element = place == no_place ? nullptr : last_close_.at(place);
  if (element != nullptr) {
    on_last_close(*element, match);
  } else if (place == no_place || last_close_.is_cut_off(place)) {
    if (match.is_in_code) return;
    oddities_.push_back({match.begin, match.name_at, match.name_size, Code::stray_close});
  } else if (LastClose::Element* const inside = last_close_.undecided_inside(place)) {
    decide(*inside, segment, match.begin);
  } else {
    close(place, match.begin, match.end);
  }
}

// Ends the element at `place` with the closing tag [begin, end), and all elements inside it before
// that tag.
void TreeBuilder::close(Place place, std::uint64_t begin, std::uint64_t end) {
  pop_unclosed(place + std::size_t{1}, begin);
  Node& node = nodes_[open_.innermost().node];
  node.content_end = begin;
  node.close_size = size_between(begin, end);
  pop();
  if (!open_.empty()) return;
  complete_ = nodes_.size();
  last_close_.clear();
  open_.forget_many_names();
}

void TreeBuilder::pop_unclosed(std::size_t size, std::uint64_t end) {
  while (open_.size() > size) {
    nodes_[open_.innermost().node].content_end = end;
    pop();
  }
}

void TreeBuilder::pop() {
  nodes_[open_.innermost().node].subtree_end = static_cast<NodeIndex>(nodes_.size());
  open_.pop();
  last_close_.pop(static_cast<Place>(open_.size()));
}

// ---- last_close ------------------------------------------------------------------------------

// A tag that is read again up to a decided end was noted when it was read first.
void TreeBuilder::on_last_close(LastClose::Element& element, const Match& match) {
  if (match.begin == element.decided_end) return close(element.place, match.begin, match.end);
  if (element.decided_end != LastClose::nowhere || last_close_.is_cut_off(element.place)) return;
  LastClose::Candidate candidate{};
  candidate.begin = match.begin;
  candidate.size = size_between(match.begin, match.end);
  candidate.spans = lexer_.spans_at(match.begin);
  candidate.innermost = open_.innermost().node;
  candidate.nodes = static_cast<std::uint32_t>(nodes_.size());
  candidate.oddities = static_cast<std::uint32_t>(oddities_.size());
  last_close_.add(element, candidate);
}

// The parent of `element`, or the text, ends at `end`. So `element` ends at its last closing tag.
// Each element inside that has a closing tag before that ends at its last one as well, and reading
// goes back to the place after the innermost of these tags.
void TreeBuilder::decide(LastClose::Element& element, const Segment& segment, std::uint64_t end) {
  const Place place = element.place;
  const LastClose::CandidateIndex chosen = element.last;
  const LastClose::Candidate innermost = last_close_.innermost_of(chosen);
  go_back_to(place, innermost, segment);
  LastClose::Element& first = last_close_.decide(place, chosen, end);
  went_back_ = true;
  lexer_.go_back(innermost.begin, innermost.end(), innermost.spans);
  close(first.place, innermost.begin, innermost.end());
}

// Restores the builder's state as it was when `candidate` of the element at `place` was read. Nodes
// and oddities made since are dropped. Elements that were open then and are closed now are opened
// again.
void TreeBuilder::go_back_to(Place place, const LastClose::Candidate& candidate,
                             const Segment& segment) {
  while (open_.size() > place + std::size_t{1}) pop();
  nodes_.truncate(candidate.nodes);
  oddities_.truncate(candidate.oddities);
  last_close_.forget_nodes_after(candidate);
  GrowingArray<NodeIndex> inside;
  for (NodeIndex node = candidate.innermost; node != open_.innermost().node;
       node = nodes_[node].parent) {
    inside.push_back(node);
  }
  for (; !inside.empty(); inside.pop_back()) {
    Node& node = nodes_[inside.back()];
    node.close_size = 0;
    last_close_.open_again(static_cast<Place>(open_.size()), inside.back());
    open_.push(inside.back(), open_.add_name(name_in(segment, node)));
  }
}

// ---- results ---------------------------------------------------------------------------------

void TreeBuilder::use_storage_of(Tree& tree) {
  nodes_.swap(tree.storage().nodes);
  nodes_.clear();
}

void TreeBuilder::take_all(const Segment& segment, std::string_view text, Tree& tree) {
  open_.release();
  tree.storage().nodes.swap(nodes_);
  fill(segment, text, oddities_.size(), tree);
}

void TreeBuilder::take(const Segment& segment, std::string_view text, Tree& tree) {
  const std::uint64_t until = keep_from();
  if (complete_ == 0 && until == lines_.position()) {  // still in the same element
    tree = Tree();
    return;
  }
  const std::uint32_t moved = split_nodes(tree.storage().nodes);
  const std::span<const Oddity> found = oddities_.view();
  const auto oddity = std::partition_point(found.begin(), found.end(),
                                           [&](const Oddity& odd) { return odd.offset < until; });
  const auto oddities = static_cast<std::uint32_t>(oddity - found.begin());
  fill(segment, text, oddities, tree);
  oddities_.drop_front(oddities);
  last_close_.drop_front(moved, oddities);
  counters_.examined += until - lines_.position();
  lines_.advance(segment, until);
}

// Moves the final nodes into `complete` and returns their number. Only the smaller part is copied.
std::uint32_t TreeBuilder::split_nodes(GrowingArray<Node>& complete) {
  const auto moved = static_cast<std::uint32_t>(complete_);
  if (complete_ > nodes_.size() / 2) {
    complete.swap(nodes_);
    nodes_.assign(complete.view().subspan(complete_));
    complete.truncate(complete_);
  } else {
    complete.assign(nodes_.view().first(complete_));
    nodes_.drop_front(complete_);
  }
  for (Node& node : nodes_.view()) {
    if (node.parent != no_node) node.parent -= moved;
    node.subtree_end -= moved;  // an open element gets its value when it is closed
  }
  open_.drop_nodes(moved);
  complete_ = 0;
  return moved;
}

void TreeBuilder::fill(const Segment& segment, std::string_view text, std::size_t oddities,
                       Tree& tree) {
  Tree::Storage& storage = tree.storage();
  const std::uint64_t from = lines_.position();
  storage.findings.clear();
  write_findings(segment, storage.nodes.view(), oddities_.view().first(oddities), lines_,
                 storage.findings);
  counters_.examined += lines_.position() - from;
  settle_nodes(storage.nodes, policy_->unclosed, policy_->max_depth);
  storage.is_owner = false;
  tree.size_ = storage.nodes.size();
  tree.text_ = text;
  tree.text_start_ = segment.begin;
  tree.ignore_case_ = policy_->ignore_case;
}

}  // namespace tagstream

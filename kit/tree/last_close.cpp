#include "tree/last_close.hpp"

#include <algorithm>
#include <span>

// Elements whose last closing tag counts. `<c>1</c>2</c>3` with `last_close: ["c"]` is one <c> with
// the content `1</c>2`: each `</c>` is a candidate, and the end of the text chooses the last one.
// In `<p><c>1</c>2</p></c>3` the parent ends first and chooses among the candidates inside it: the
// one at 7.

namespace tagstream {
namespace {

// At most this many such elements are nested; a deeper one is an ordinary element. The text after
// them is read again once for each, so this limit bounds the cost (L5).
constexpr std::size_t most_open = 4;

}  // namespace

bool LastClose::has_room(std::uint64_t offset) const {
  return offset >= off_until_ && elements_.size() < most_open;
}

void LastClose::open(Place place, NodeIndex node) {
  elements_.push_back({place, node, no_candidate, nowhere});
  nodes_.push_back(node);
}

void LastClose::pop(Place place) {
  if (!elements_.empty() && elements_.back().place == place) elements_.pop_back();
}

void LastClose::open_again(Place place, NodeIndex node) {
  const std::span<const NodeIndex> nodes = nodes_.view();
  if (!std::binary_search(nodes.begin(), nodes.end(), node)) return;
  elements_.push_back({place, node, no_candidate, nowhere});
}

LastClose::Element* LastClose::at(Place place) {
  for (Element& element : elements_.view()) {
    if (element.place == place) return &element;
  }
  return nullptr;
}

LastClose::Element* LastClose::with_node(NodeIndex node) {
  for (Element& element : elements_.view()) {
    if (element.node == node) return &element;
  }
  return nullptr;
}

// For `<p><c>1</c>2</p>` at the `</p>` the result is <c>: it stands inside <p> and has a candidate.
LastClose::Element* LastClose::undecided_inside(Place place) {
  for (Element& element : elements_.view()) {
    if (place != no_place && element.place <= place) continue;
    if (element.last != no_candidate && element.decided_end == nowhere) return &element;
  }
  return nullptr;
}

bool LastClose::is_cut_off(Place place) const {
  const std::span<const Element> elements = elements_.view();
  return std::any_of(elements.begin(), elements.end(), [&](const Element& element) {
    return element.place > place && element.decided_end != nowhere;
  });
}

void LastClose::add(Element& element, Candidate candidate) {
  candidate.previous = element.last;
  candidate.inner = no_candidate;
  candidate.inner_node = no_node;
  const auto at = static_cast<std::size_t>(&element - elements_.view().data());
  for (const Element& inner : elements_.view().subspan(at + 1)) {
    if (inner.last == no_candidate) continue;
    candidate.inner = inner.last;
    candidate.inner_node = inner.node;
    break;
  }
  element.last = static_cast<CandidateIndex>(candidates_.size());
  candidates_.push_back(candidate);
}

LastClose::Candidate LastClose::innermost_of(CandidateIndex index) const {
  while (candidates_[index].inner != no_candidate) index = candidates_[index].inner;
  return candidates_[index];
}

void LastClose::forget_nodes_after(const Candidate& candidate) {
  while (!nodes_.empty() && nodes_.back() >= candidate.nodes) nodes_.pop_back();
}

// The text after the chosen closing tag is read again once. If another last_close element could
// begin in it, the text would be read again for each of them.
LastClose::Element& LastClose::decide(Place place, CandidateIndex chosen, std::uint64_t end) {
  off_until_ = std::max(off_until_, end);
  drop_candidates_after(place, candidates_[chosen].begin);
  Element* element = at(place);
  for (; candidates_[chosen].inner != no_candidate; chosen = candidates_[chosen].inner) {
    element->decided_end = candidates_[chosen].begin;
    element = with_node(candidates_[chosen].inner_node);
  }
  return *element;
}

// They are found again when their tags are read again.
void LastClose::drop_candidates_after(Place place, std::uint64_t offset) {
  for (Element& element : elements_.view()) {
    if (element.place >= place) break;
    while (element.last != no_candidate && candidates_[element.last].begin > offset) {
      element.last = candidates_[element.last].previous;
    }
  }
  while (candidates_.back().begin > offset) candidates_.pop_back();
}

void LastClose::clear() {
  candidates_.clear();
  nodes_.clear();
}

void LastClose::drop_front(std::uint32_t nodes, std::uint32_t oddities) {
  for (Element& element : elements_.view()) element.node -= nodes;
  for (NodeIndex& node : nodes_.view()) node -= nodes;
  for (Candidate& candidate : candidates_.view()) {
    candidate.innermost -= nodes;
    candidate.nodes -= nodes;
    if (candidate.inner_node != no_node) candidate.inner_node -= nodes;
    candidate.oddities -= oddities;
  }
}

}  // namespace tagstream

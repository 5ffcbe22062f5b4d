#pragma once

// The open elements of names in `last_close`, and the closing tags seen so far for each.
//
// Each closing tag of such an element is only a candidate for its end. When the parent ends,
// building goes back to the last candidate: nodes made after it are dropped, and the text after it
// is read again with last_close off. So each candidate notes how many nodes there were when it was
// read. With `last_close: ["c"]`, `<p><c>1</c>2<b>3</b></p>` has one candidate, at 7. At `</p>` <c>
// ends there, and `2<b>3</b>` is read again as content of <p>.

#include <cstddef>
#include <cstdint>

#include "base/growing_array.hpp"
#include "tree/open_elements.hpp"
#include "tree/storage.hpp"

namespace tagstream {

class LastClose {
 public:
  using CandidateIndex = std::uint32_t;
  static constexpr CandidateIndex no_candidate = ~CandidateIndex{0};
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  struct Element {
    Place place;
    NodeIndex node;
    CandidateIndex last;        // its last closing tag
    std::uint64_t decided_end;  // start of the closing tag that was chosen, or nowhere
  };
  struct Candidate {
    std::uint64_t begin;
    std::uint32_t size;
    std::uint32_t spans;      // the state of the code spans there
    NodeIndex innermost;      // open element
    std::uint32_t nodes;      // made so far
    std::uint32_t oddities;   // found so far
    CandidateIndex previous;  // of the same element
    CandidateIndex inner;     // last candidate of the outermost element inside that has one
    NodeIndex inner_node;     // the node of that element
    [[nodiscard]] std::uint64_t end() const { return begin + size; }
  };

  /// True if another such element may begin at `offset`.
  [[nodiscard]] bool has_room(std::uint64_t offset) const;
  /// An element with the node `node` begins at `place`. Precondition: it is the innermost one.
  void open(Place place, NodeIndex node);
  /// The innermost element, at `place`, ends, or building goes back to a place before it.
  void pop(Place place);
  /// The element at `place` is open again after going back. It may be an ordinary element, which is
  /// ignored.
  void open_again(Place place, NodeIndex node);

  /// The element at `place`; null if an ordinary element stands there.
  [[nodiscard]] Element* at(Place place);
  /// The outermost undecided element with a candidate inside the element at `place`, or of all if
  /// `place` is no_place. Null if there is none.
  [[nodiscard]] Element* undecided_inside(Place place);
  /// True if the end of some element inside the one at `place` is decided and not yet reached.
  /// Until then a closing tag can't close the element at `place`.
  [[nodiscard]] bool is_cut_off(Place place) const;

  /// Adds a closing tag of `element`. The candidate's last three fields are filled in here.
  void add(Element& element, Candidate candidate);
  /// The candidate that `inner` leads to from `index` on. Building goes back to it when the element
  /// of `index` ends there.
  [[nodiscard]] Candidate innermost_of(CandidateIndex index) const;
  /// Building has gone back to `candidate`: forgets the elements that began after it.
  void forget_nodes_after(const Candidate& candidate);
  /// The element at `place` ends at `chosen`, and so do the elements inside at the candidates that
  /// `inner` leads to. Returns the innermost of them, which ends first. Candidates after `chosen`
  /// are dropped, since their tags are read again; up to `end` last_close is off.
  /// Precondition: building has gone back to `innermost_of(chosen)`.
  Element& decide(Place place, CandidateIndex chosen, std::uint64_t end);

  /// Forgets all candidates. Precondition: no element is open.
  void clear();
  /// Forgets the first nodes and oddities, which the tree has dropped.
  void drop_front(std::uint32_t nodes, std::uint32_t oddities);

 private:
  Element* with_node(NodeIndex node);
  void drop_candidates_after(Place place, std::uint64_t offset);

  GrowingArray<Element> elements_;  // the open ones, by place
  // Of all elements that were opened since nothing was open, in order.
  GrowingArray<NodeIndex> nodes_;
  GrowingArray<Candidate> candidates_;
  std::uint64_t off_until_ = 0;
};

}  // namespace tagstream

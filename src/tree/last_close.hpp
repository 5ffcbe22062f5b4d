#pragma once

// The open elements whose last closing tag wins, and the closing tags seen so far for each.
//
// Such a tag is only a candidate. When the element around ends, building goes back to the last
// candidate: what has been made since is dropped, and what lies between is read again with
// last_close off. So each candidate knows how much had been made when it was met.

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
    std::uint64_t decided_end;  // start of the closing tag that will end it, or nowhere
  };
  struct Candidate {
    std::uint64_t begin;
    std::uint32_t size;
    NodeIndex innermost;      // open element
    std::uint32_t nodes;      // made so far
    std::uint32_t oddities;   // found so far
    CandidateIndex previous;  // of the same element
    CandidateIndex inner;     // of the outermost such element inside that has one
    NodeIndex inner_node;     // that element
    [[nodiscard]] std::uint64_t end() const { return begin + size; }
  };

  /// True if one more may begin at `offset`.
  [[nodiscard]] bool has_room(std::uint64_t offset) const;
  /// `node` begins at `place`, the innermost.
  void open(Place place, NodeIndex node);
  /// The element at `place`, the innermost, ends or is gone back after.
  void pop(Place place);
  /// The element at `place` is open again after going back, whatever it is.
  void open_again(Place place, NodeIndex node);

  /// The one at `place`; null if what stands there is an ordinary element.
  [[nodiscard]] Element* at(Place place);
  [[nodiscard]] Element* with_node(NodeIndex node);
  /// The outermost one inside the element at `place` (no_place: of all) that has a candidate and is
  /// not decided; null if there is none.
  [[nodiscard]] Element* undecided_inside(Place place);
  /// True if something inside the element at `place` has its end decided and not yet reached: until
  /// then no closing tag gets out of that.
  [[nodiscard]] bool is_cut_off(Place place) const;

  /// Adds a closing tag of `element`. The candidate's last three fields are filled in here.
  void add(Element& element, Candidate candidate);
  [[nodiscard]] const Candidate& candidate(CandidateIndex index) const {
    return candidates_[index];
  }
  /// Building has gone back to `candidate`: what came after it is not made any more.
  void forget_nodes_after(const Candidate& candidate);
  /// Reading goes on at `offset` inside what stands around `place`, up to `end` with last_close
  /// off: the candidates from `offset` on are met again.
  void read_again(Place place, std::uint64_t offset, std::uint64_t end);

  /// Nothing is open.
  void clear();
  /// Forgets the first nodes and oddities, which the tree has dropped.
  void drop_front(std::uint32_t nodes, std::uint32_t oddities);

 private:
  GrowingArray<Element> elements_;  // the open ones, by place
  GrowingArray<NodeIndex>
      nodes_;  // of all elements opened since the tree was last closed, in order
  GrowingArray<Candidate> candidates_;  // of the same elements
  std::uint64_t off_until_ = 0;
};

}  // namespace tagstream

#pragma once

// The open elements, each inside the one before, and the names of a text.
//
// Each name knows its innermost open element, so the element that a closing tag means costs the
// length of its name, and every element is pushed and popped once.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/growing_array.hpp"
#include "tree/names.hpp"
#include "tree/storage.hpp"

namespace tagstream {

/// Where an open element stands: counted from the outermost.
using Place = std::uint32_t;
inline constexpr Place no_place = ~Place{0};

class OpenElements {
 public:
  struct Element {
    NodeIndex node;
    NameTable::Id name;
    Place outer;  // the next outer element of that name, or no_place
  };

  /// `first_names` get the first numbers. Precondition: they outlive this.
  OpenElements(const std::vector<std::string>& first_names, bool ignore_case);

  [[nodiscard]] bool empty() const { return elements_.empty(); }
  [[nodiscard]] std::size_t size() const { return elements_.size(); }
  [[nodiscard]] const Element& innermost() const { return elements_.view().back(); }
  [[nodiscard]] const Element& operator[](Place place) const { return elements_[place]; }

  /// The number of a name; `find_name` gives `NameTable::none` for one that is new.
  NameTable::Id add_name(std::string_view name);
  [[nodiscard]] NameTable::Id find_name(std::string_view name) { return names_.find(name); }
  /// The innermost open element of that name, or no_place.
  [[nodiscard]] Place innermost_of(NameTable::Id name) const { return innermost_[name]; }

  void push(NodeIndex node, NameTable::Id name);
  void pop();

  /// Forgets the first `count` nodes, which the tree has dropped. Precondition: none is open.
  void drop_nodes(NodeIndex count);
  /// Call this when nothing is open: a long stream must not keep all the names it has seen.
  void forget_many_names();
  /// Gives the memory back. Precondition: nothing is open, and nothing follows.
  void release();

  /// Bytes of names looked at so far.
  [[nodiscard]] std::uint64_t examined() const { return names_.examined(); }

 private:
  void forget_names();

  const std::vector<std::string>* first_names_;
  NameTable names_;
  GrowingArray<Place> innermost_;  // by name
  GrowingArray<Element> elements_;
};

}  // namespace tagstream

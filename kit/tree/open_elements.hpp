#pragma once

// The stack of open elements, and the names of a text. After `<a><b><a>` there are three places,
// and `a` has place 2 as its innermost.
//
// Each name knows its innermost open element. So finding the element that a closing tag closes
// costs the length of its name, however many elements are open.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/growing_array.hpp"
#include "tree/names.hpp"
#include "tree/storage.hpp"

namespace tagstream {

/// The depth of an open element in the stack; the outermost one has 0.
using Place = std::uint32_t;
inline constexpr Place no_place = ~Place{0};

class OpenElements {
 public:
  struct Element {
    NodeIndex node;
    NameTable::Id name;
    Place outer;  // the next outer element of that name, or no_place
  };

  /// The names of `first_names` get the numbers from 0 on. Precondition: `first_names` outlives
  /// this object.
  OpenElements(const std::vector<std::string>& first_names, bool ignore_case);

  [[nodiscard]] bool empty() const { return elements_.empty(); }
  [[nodiscard]] std::size_t size() const { return elements_.size(); }
  [[nodiscard]] const Element& innermost() const { return elements_.view().back(); }
  [[nodiscard]] const Element& operator[](Place place) const { return elements_[place]; }

  /// The number of a name. A new name is added; `find_name` returns `NameTable::none` for it.
  NameTable::Id add_name(std::string_view name);
  [[nodiscard]] NameTable::Id find_name(std::string_view name) { return names_.find(name); }
  /// The innermost open element of that name, or no_place.
  [[nodiscard]] Place innermost_of(NameTable::Id name) const { return innermost_[name]; }

  void push(NodeIndex node, NameTable::Id name);
  void pop();

  /// Forgets the first `count` nodes, which the tree has dropped. Precondition: none is open.
  void drop_nodes(NodeIndex count);
  /// Forgets the names if there are many, since a long stream must not keep all names.
  /// Precondition: no element is open.
  void forget_many_names();
  /// Frees the memory. Precondition: no element is open, and no tag follows.
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

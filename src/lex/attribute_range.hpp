#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include "tagstream/attribute.hpp"

namespace tagstream {

/// The attributes of one tag, in order, duplicates kept; read from the tag's text while iterating.
///
/// Nothing is stored: a range is a view on the tag and lives as long as the text it was made from.
/// @cost   O(tag length) to walk once, no allocation
class AttributeRange {
 public:
  class iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Attribute;
    using difference_type = std::ptrdiff_t;
    using pointer = const Attribute*;
    using reference = const Attribute&;

    iterator() = default;
    reference operator*() const { return current_; }
    pointer operator->() const { return &current_; }
    iterator& operator++();
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const iterator& a, const iterator& b) {
      return a.rest_.data() == b.rest_.data() && a.at_end_ == b.at_end_;
    }

   private:
    friend class AttributeRange;
    explicit iterator(std::string_view rest) : rest_(rest), at_end_(false) { ++*this; }

    std::string_view rest_;
    Attribute current_;
    bool at_end_ = true;
  };

  /// No attributes.
  AttributeRange() = default;

  /// The attributes of `raw_tag`, a whole tag as a reader reported it. Of anything else: none.
  explicit AttributeRange(std::string_view raw_tag);

  [[nodiscard]] iterator begin() const { return rest_.empty() ? end() : iterator(rest_); }
  [[nodiscard]] iterator end() const { return iterator(); }
  [[nodiscard]] bool empty() const { return begin() == end(); }

  /// The value of the first attribute of that name (ASCII case folded if asked); nothing if absent.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name,
                                                     bool ignore_case = false) const;

 private:
  std::string_view rest_;  // from after the tag name to before the '>' or '/>'
};

}  // namespace tagstream

#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include "tagstream/attribute.hpp"

namespace tagstream {

/// The attributes of one tag, in order, with duplicates. For `<f=v a="1" b>` they are `v`
/// without a name, `a` with the value `1`, and `b` without a value.
///
/// The range is a view on the tag's text, which must outlive it. Iterating reads the attributes;
/// the range stores none.
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

  /// The attributes of `raw_tag`, a whole tag as a reader reported it. Any other text, such as a
  /// closing tag, has none.
  explicit AttributeRange(std::string_view raw_tag);

  [[nodiscard]] iterator begin() const { return rest_.empty() ? end() : iterator(rest_); }
  [[nodiscard]] iterator end() const { return iterator(); }
  [[nodiscard]] bool empty() const { return begin() == end(); }

  /// The value of the first attribute of this name; null if the tag has none. `ignore_case` folds
  /// ASCII letters.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view name,
                                                     bool ignore_case = false) const;

 private:
  std::string_view rest_;  // from after the tag name to before the '>' or '/>'
};

}  // namespace tagstream

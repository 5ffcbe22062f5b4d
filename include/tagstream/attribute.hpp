#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

namespace tagstream {

/// One attribute as written: raw text, nothing decoded.
struct Attribute {
  std::string_view name;   ///< empty for the `=value` directly after a tag name: `<f=v>`
  std::string_view value;  ///< without its quotes; empty if it has no value
  bool has_value = false;  ///< false for `<a b>`, true for `<a b="">`

  friend bool operator==(const Attribute&, const Attribute&) = default;
};

/// The attributes of one tag, in order, duplicates kept; read from the tag's text while iterating.
///
/// Nothing is stored: a range is a view on the tag and lives as long as the text it was made from.
/// @cost   O(tag length) to walk once, no allocation
/// @source docs/grammar.md#attributes
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

/// `text` with the five XML entities and numeric references decoded; all else stays as it is.
/// A reference to no code point (0, surrogates, above U+10FFFF) stays as it is too.
[[nodiscard]] std::string decode_entities(std::string_view text);

}  // namespace tagstream

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/lifetime.hpp"

namespace tagstream {

/// One attribute as written: raw text, nothing decoded.
struct Attribute {
  std::string_view name;   ///< empty for the `=value` directly after a tag name: `<f=v>`
  std::string_view value;  ///< without its quotes; empty if it has no value
  bool has_value = false;  ///< false for `<a b>`, true for `<a b="">`

  friend bool operator==(const Attribute&, const Attribute&) = default;
};

/// The attributes of `raw_tag`, a whole tag as a reader reported it, in order, duplicates kept. Of
/// anything else: none.
/// @return views into `raw_tag`
/// @source docs/grammar.md#attributes
[[nodiscard]] std::vector<Attribute> attributes_of(
    std::string_view raw_tag TAGSTREAM_LIFETIMEBOUND);
template <TemporaryString S>
std::vector<Attribute> attributes_of(S&& raw_tag) = delete;  // views into a string that is gone

/// The value of the first attribute of that name (ASCII case folded if asked), which may be empty;
/// nothing if there is none.
/// @return a view into `raw_tag`
/// @cost   O(tag length), no allocation
[[nodiscard]] std::optional<std::string_view> attribute_of(
    std::string_view raw_tag TAGSTREAM_LIFETIMEBOUND, std::string_view name,
    bool ignore_case = false);
template <TemporaryString S>
std::optional<std::string_view> attribute_of(S&& raw_tag, std::string_view name,
                                             bool ignore_case = false) = delete;

/// `text` with the five XML entities and numeric references decoded; all else stays as it is.
/// A reference to no code point (0, surrogates, above U+10FFFF) stays as it is too.
[[nodiscard]] std::string decode_entities(std::string_view text);

}  // namespace tagstream

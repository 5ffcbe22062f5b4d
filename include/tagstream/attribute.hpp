#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/lifetime.hpp"

namespace tagstream {

/// One attribute as written: raw text, without decoded entities.
struct Attribute {
  std::string_view name;   ///< empty for the `=value` directly after a tag name: `<f=v>`
  std::string_view value;  ///< without its quotes; empty if the attribute has no value
  bool has_value = false;  ///< false for `<a b>`, true for `<a b="">`

  friend bool operator==(const Attribute&, const Attribute&) = default;
};

/// The attributes of `raw_tag`, a whole tag as a reader reported it, in order and with duplicates.
/// Any other text has none.
/// @return views into `raw_tag`
/// @source docs/grammar.md#attributes
[[nodiscard]] std::vector<Attribute> attributes_of(
    std::string_view raw_tag TAGSTREAM_LIFETIMEBOUND);
template <TemporaryString S>
std::vector<Attribute> attributes_of(S&& raw_tag) = delete;  // views into a string that is gone

/// The value of the first attribute of this name, which may be empty; null if there is none.
/// `ignore_case` folds ASCII letters in names.
/// @return a view into `raw_tag`
/// @cost   O(tag length), no allocation
[[nodiscard]] std::optional<std::string_view> attribute_of(
    std::string_view raw_tag TAGSTREAM_LIFETIMEBOUND, std::string_view name,
    bool ignore_case = false);
template <TemporaryString S>
std::optional<std::string_view> attribute_of(S&& raw_tag, std::string_view name,
                                             bool ignore_case = false) = delete;

/// `text` with the five XML entities and numeric references decoded; all other bytes stay as they
/// are. A reference to no code point (0, surrogates, above U+10FFFF) is not decoded.
[[nodiscard]] std::string decode_entities(std::string_view text);

}  // namespace tagstream

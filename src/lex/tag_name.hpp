#pragma once

// Names of tags in what a user writes: `think` is one, and `<think>` has one in it.

#include <string>
#include <string_view>

namespace tagstream {

/// True if `text` is a name that a tag may have.
[[nodiscard]] bool is_tag_name(std::string_view text);

/// The name in one tag: `b` in `<b>`, `</b>`, `<b/>`, `<b x="1">` and `<b`. Empty if `text` is
/// anything else.
[[nodiscard]] std::string_view name_in_tag(std::string_view text);

/// The error for a name that is written as a tag (`<b>`), and for several names (`a,b`). Empty if
/// `text` is neither.
[[nodiscard]] std::string slip_in_name(std::string_view text);

/// The error for `text` as the name of a tag. Empty if it is a name.
[[nodiscard]] std::string wrong_name(std::string_view text);

}  // namespace tagstream

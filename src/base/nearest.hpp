#pragma once

#include <string_view>
#include <vector>

namespace tagstream {

/// The word that `written` was most likely meant to be: with two slips at most, one in a short
/// word; or the one begins with the other. Letters have no case, `-` is `_`, and dashes in front
/// count for nothing. Empty if none is near.
[[nodiscard]] std::string_view nearest_word(std::string_view written,
                                            const std::vector<std::string_view>& words);

}  // namespace tagstream

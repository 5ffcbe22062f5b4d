#pragma once

#include <string_view>
#include <vector>

namespace tagstream {

/// The word that `written` was most likely meant to be; empty if none is near. A word is near if it
/// has at most two slips (one if `written` has fewer than five bytes), or if one of the two begins
/// with the other. Case does not count, `-` equals `_`, and dashes in front are ignored.
///
///   nearest_word("qwne3", {"qwen2", "qwen3"})      "qwen3"
///   nearest_word("--unwarp", {"--unwrap"})         "--unwrap"
///   nearest_word("x", {"xml"})                     "": one byte is too short
[[nodiscard]] std::string_view nearest_word(std::string_view written,
                                            const std::vector<std::string_view>& words);

}  // namespace tagstream

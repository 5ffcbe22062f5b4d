#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

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

/// The end of a message about an unknown word: "; did you mean `x`?". Empty if `meant` is empty.
[[nodiscard]] inline std::string did_you_mean(std::string_view meant) {
  return meant.empty() ? "" : "; did you mean " + in_backticks(meant) + '?';
}

/// True if the words are the same but for case, `-` in place of `_`, and dashes in front.
[[nodiscard]] bool is_same_word(std::string_view a, std::string_view b);

}  // namespace tagstream

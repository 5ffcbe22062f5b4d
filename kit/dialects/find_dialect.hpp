#pragma once

// Says which dialect was meant by a name that no row has, and what a row's options say.
//
//   dialect_meant("hermess", true)    "; did you mean `hermes`?"
//   dialect_meant("hf", true)         ": it stands for the response_template of a model, …"
//   words_after(Option::models, …)    "qwen3", of the row with the line `- models: qwen3`

#include <string>
#include <string_view>
#include <vector>

#include "dialects/notation.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

/// The end of a message about an unknown dialect; empty if no name is near.
/// @param may_be_auto  `auto` may have been meant
[[nodiscard]] std::string dialect_meant(std::string_view name, bool may_be_auto);

/// True if answers of a model were read by the dialect: its evidence says so.
[[nodiscard]] bool is_tried(const Dialect& row);

/// The words after each such option in the text of a row. They live as long as the text.
[[nodiscard]] std::vector<std::string_view> words_after(notation::Option option,
                                                        std::string_view text);

}  // namespace tagstream

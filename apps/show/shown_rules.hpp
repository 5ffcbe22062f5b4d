#pragma once

#include <string>
#include <string_view>

#include "tagstream/error.hpp"
#include "tagstream/options.hpp"
#include "tagstream/reader.hpp"

namespace tagstream::cli {

/// The rules by which an answer is shown, and the remark about them.
struct ShownRules {
  Rules rules;
  std::string remark{};  ///< goes before all that is shown; empty: nothing
};

/// True if the options name a dialect or a rule.
[[nodiscard]] bool says_what(const Options& options);

/// True if attributes of that name make a tag a thought.
[[nodiscard]] bool is_of_thought(std::string_view attribute);

/// The rules that the options ask for; those of auto if they name nothing. A broken call is shown
/// once, with what is wrong in it, so its bytes are not content.
[[nodiscard]] Result<ShownRules> asked_rules(Options options);

/// The rules for an answer if the options name nothing: those of the family that fits best, or the
/// tags <tool> and <thinking> if these find more.
/// @param is_whole  `text` is the whole answer
[[nodiscard]] Result<ShownRules> guessed_rules(const Options& options, std::string_view text,
                                               bool is_whole);

}  // namespace tagstream::cli

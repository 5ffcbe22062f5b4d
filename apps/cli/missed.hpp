#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "tagstream/advise.hpp"

namespace tagstream::cli {

// Messages for commands that have found nothing, in one line: what was looked for, what the text
// holds instead, and what may have been meant. `seen` is the beginning of the text. For example:
// "nothing of hermes in this text".

/// @param advice  of `advise` for this text
[[nodiscard]] std::string nothing_read(const Arguments& arguments,
                                       const std::vector<Advice>& advice, std::string_view seen);
[[nodiscard]] std::string nothing_extracted(const Arguments& arguments, std::string_view seen);
[[nodiscard]] std::string nothing_inside(const Arguments& arguments, std::string_view seen);
/// The message about a rule whose tag is not in the text, though the content has a tag of nearly
/// that name; empty if there is no such rule. For example, of `--hide thinkng --call tool`:
/// "no <thinkng> in this text; did you mean --hide thinking?". `seen` is a whole text.
[[nodiscard]] std::string rule_without_tag(const Options& options, std::string_view seen);

/// The message about a text that no dialect is known for.
[[nodiscard]] std::string nothing_guessed(std::string_view text);

}  // namespace tagstream::cli

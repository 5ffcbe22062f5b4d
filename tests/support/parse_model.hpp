#pragma once

#include <string_view>
#include <vector>

#include "support/seen.hpp"
#include "tagstream/parse.hpp"

namespace tagstream::testing {

/// What a parser should say of a whole text, joined as `append_parsed` joins. A second, slow
/// reading of the rules in docs/dialects.md: it shares the rows of the table with the library, and
/// no code. Preconditions: options that `ParseRules::make` accepts, no Markdown, limits that are
/// not reached.
[[nodiscard]] std::vector<Seen> model_parse(std::string_view text, const ParseOptions& options);

/// False for a text of `size` bytes that is longer than what may be held, in rows whose parameters
/// are elements: where such a call is let through the model does not know.
[[nodiscard]] bool model_knows(const ParseOptions& options, std::size_t size);

}  // namespace tagstream::testing

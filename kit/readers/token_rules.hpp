#pragma once

#include "lex/rules.hpp"
#include "readers/tokenizer.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

/// Compiles the names and markers that a tokenizer searches for. `extract` finds its tags by them,
/// too. {"names": ["b"], "markers": ["[X]"]} finds `<b>`, `</b>` and `[X]`; `<i>` is text.
/// Precondition: `set` is empty.
/// @error bad_option — as `TokenRules::make`
Result<bool> compile_tokens(const TokenizerOptions& options, RuleSet& set);

}  // namespace tagstream

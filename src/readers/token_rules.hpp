#pragma once

#include "lex/rules.hpp"
#include "readers/tokenizer.hpp"
#include "tagstream/error.hpp"

namespace tagstream {

/// What a tokenizer looks for, and what finds the tags of a tree.
/// @error bad_option — as `TokenRules::make`
Result<RuleSet> compile_tokens(TokenizerOptions options);

}  // namespace tagstream

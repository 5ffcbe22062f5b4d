#pragma once

#include <string>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/options.hpp"

namespace tagstream {

/// The grammar of an answer that calls tools, in Lark, in the dialect of llguidance: one call or
/// more, and before them, if the family has it, reasoning. It holds a model to what the reader
/// reads.
///
/// Arguments follow the tools' schemas: their types, `required`, `enum`, `const`, `anyOf`, `oneOf`,
/// `allOf`, `items` and their number, and `$ref` within the tool. Properties come in the order in
/// which the schema has them, and in no other: all orders of n would be n! alternatives. Of an
/// object that names properties no others are allowed, unless `additionalProperties` says so. A
/// value never holds what would end it early for the reader.
///
/// @param options  one of `dialect`, `model` and `format`; `tools`, each with a name; and
///                 `start_in_reasoning` if the prompt has opened the reasoning. Others don't count
/// @param not_constrained  gets what the schemas say and the grammar does not, such as "minimum is
///                 not constrained: /0/...": a keyword and the JSON pointer to it. Also where
///                 objects are JSON though the family writes elements. Null: nobody asks
/// @error bad_option — the format or the tools can't be read, or the format can't say such calls
/// @cost  O(n) for n bytes of tools
[[nodiscard]] Result<std::string> lark_grammar(const Options& options,
                                               std::vector<std::string>* not_constrained = nullptr);

/// The same in GBNF, as llama.cpp and XGrammar read it.
/// @cost  as above, and a rule for each byte of a closing tag
[[nodiscard]] Result<std::string> gbnf_grammar(const Options& options,
                                               std::vector<std::string>* not_constrained = nullptr);

}  // namespace tagstream

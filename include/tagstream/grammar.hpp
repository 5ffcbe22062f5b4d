#pragma once

#include <string>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/options.hpp"

namespace tagstream {

/// A grammar for answers that call tools, in the Lark dialect of llguidance. Such an answer has one
/// call or more, and reasoning before them if the family has it. A model that is held to the
/// grammar writes only calls that the reader can read.
///
/// Arguments follow the tools' schemas: their types, `required`, `enum`, `const`, `anyOf`, `oneOf`,
/// `allOf`, `items` and their number, and `$ref` within the tool. Properties have the order of the
/// schema and no other, since all orders of n properties would be n! alternatives. An object whose
/// schema names properties may have no others, unless `additionalProperties` allows them. A value
/// never contains text that would end it early for the reader: constants that do are left out.
///
/// @param options  one of `dialect`, `model` and `format`; `tools`, each with a name; and
///                 `start_in_reasoning` if the prompt has opened the reasoning. Other options are
///                 not used
/// @param not_constrained  gets the values that are left out, and the parts of the schemas that the
///                 grammar does not enforce, such as "minimum is not constrained: /0/...": a
///                 keyword and the JSON pointer to it. It also lists objects that are JSON though
///                 the family writes elements. May be null
/// @error bad_option — the format or the tools can't be read, or the format can't write a call of
///                 one of the tools
/// @cost  O(n) for n bytes of tools
[[nodiscard]] Result<std::string> lark_grammar(const Options& options,
                                               std::vector<std::string>* not_constrained = nullptr);

/// The same grammar in GBNF, as llama.cpp and XGrammar read it.
/// @cost  as above, and a rule for each byte of a closing tag
[[nodiscard]] Result<std::string> gbnf_grammar(const Options& options,
                                               std::vector<std::string>* not_constrained = nullptr);

}  // namespace tagstream

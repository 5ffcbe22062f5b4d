#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"

namespace tagstream {

/// In which language a grammar is written.
enum class GrammarKind : std::uint8_t {
  lark = 0,  ///< Lark, in the dialect of llguidance
  gbnf = 1,  ///< GBNF, as llama.cpp and XGrammar read it
};

/// The word for it: "lark" or "gbnf".
[[nodiscard]] const char* to_string(GrammarKind kind) noexcept;

struct GrammarOptions {
  GrammarKind kind = GrammarKind::lark;
  /// The prompt has opened the reasoning: the answer begins in it. Always true of formats that say
  /// `starts in reasoning`.
  bool starts_in_reasoning = false;
};

/// A grammar that holds a model to a family's calls.
struct Grammar {
  std::string text;
  /// What the schemas say and the grammar does not, such as "minimum is not constrained: /0/...":
  /// a keyword and the JSON pointer to it. Also where objects are JSON though the family writes
  /// elements.
  std::vector<std::string> not_constrained;
};

/// The grammar of an answer that calls tools: one call or more, and before them, if the family has
/// it, reasoning.
///
/// Arguments follow the tools' schemas: their types, `required`, `enum`, `const`, `anyOf`, `oneOf`,
/// `allOf`, `items` and their number, and `$ref` within the tool. Properties come in the order in
/// which the schema has them, and in no other: all orders of n would be n! alternatives. Of an
/// object that names properties no others are allowed, unless `additionalProperties` says so. A
/// value never holds what would end it early for the reader.
///
/// @param format  what `Dialect::text` gives, or a format of your own
/// @param tools   the tools as JSON, as `read_schemas` takes them; each needs a name
/// @error bad_option — the format or the tools can't be read, or the format can't say such calls
/// @cost  O(n) for n bytes of tools; GBNF has a rule for each byte of a closing tag
[[nodiscard]] Result<Grammar> make_grammar(std::string_view format, std::string_view tools,
                                           const GrammarOptions& options = {});

}  // namespace tagstream

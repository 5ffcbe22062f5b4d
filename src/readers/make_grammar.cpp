#include "dialects/family.hpp"
#include "grammar/family_rules.hpp"
#include "readers/json_complaint.hpp"
#include "readers/read_tools.hpp"
#include "tagstream/grammar.hpp"

namespace tagstream {

Result<Grammar> make_grammar(std::string_view format, std::string_view tools,
                             const GrammarOptions& options) {
  const Result<notation::Family> family = notation::read_family(format);
  if (!family) return family.error();
  JsonTree tree;
  if (const auto at = tree.read(tools)) return not_json(tools, *at);
  const Result<std::vector<grammar::Tool>> list = grammar::read_tools(tree);
  if (!list) return list.error();
  grammar::SchemaView schemas(tree);
  const bool starts_in_reasoning =
      options.starts_in_reasoning || family->has(notation::Option::starts_in_reasoning);
  const Result<grammar::Rules> rules =
      grammar::rules_of(*family, *list, schemas, starts_in_reasoning);
  if (!rules) return rules.error();
  const bool is_lark = options.kind == GrammarKind::lark;
  return Grammar{is_lark ? grammar::as_lark(*rules) : grammar::as_gbnf(*rules), schemas.notes()};
}

}  // namespace tagstream

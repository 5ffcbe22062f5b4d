#include "base/bad_option.hpp"
#include "dialects/family.hpp"
#include "grammar/family_rules.hpp"
#include "options/family_behind.hpp"
#include "options/read_tools.hpp"
#include "tagstream/grammar.hpp"
#include "tagstream/reader.hpp"

// Makes a grammar from a family and tools. For hermes and a tool `f` with the parameters
// {"a": {"type": "integer"}} the Lark text begins:
//
//   start: "<think>" REASONING "\n"{0,2} calls | calls
//   calls: one ("\n"? one)*
//
// The rules are made in kit/grammar; this file checks the options and reads the tools. A keyword
// that no rule enforces, such as "minimum" in {"type": "integer", "minimum": 3}, is listed in
// `not_constrained`.

namespace tagstream {

namespace {

using Print = std::string (*)(const grammar::Rules& rules);

// `Rules::make` checks the options first, so a grammar is refused for what a reader would refuse,
// in the same sentence.
Result<std::string> make(const Options& options, std::vector<std::string>* not_constrained,
                         Print print) {
  const Result<Rules> checked = Rules::make(options);
  if (!checked) return checked.error();
  const Result<notation::Family> family =
      family_behind(checked->options(), "a grammar takes one dialect, or a format");
  if (!family) return family.error();
  if (options.tools.empty()) return bad_option("a grammar needs tools: give `tools`");
  JsonTree tree;
  static_cast<void>(tree.read(options.tools));  // it is JSON: the rules have read it
  const Result<std::vector<grammar::Tool>> list = grammar::read_tools(tree);
  if (!list) return bad_option("tools: " + list.error().message, list.error().offset);
  grammar::SchemaView schemas(tree);
  const bool starts_in_reasoning =
      checked->options().start_in_reasoning || family->has(notation::Option::starts_in_reasoning);
  const Result<grammar::Rules> rules =
      grammar::rules_of(*family, *list, schemas, starts_in_reasoning);
  if (!rules) return rules.error();
  if (not_constrained != nullptr) *not_constrained = schemas.notes();
  return print(*rules);
}

}  // namespace

Result<std::string> lark_grammar(const Options& options,
                                 std::vector<std::string>* not_constrained) {
  return make(options, not_constrained, grammar::as_lark);
}

Result<std::string> gbnf_grammar(const Options& options,
                                 std::vector<std::string>* not_constrained) {
  return make(options, not_constrained, grammar::as_gbnf);
}

}  // namespace tagstream

// Compiles the options of a tokenizer to rules. `names` = `b` and `markers` = `[X]` become two
// rules: `<b>`, `</b>` and `[X]` are tokens, and `<i>` is text. Without `names` every tag is a
// token; with `markers_only` no tag is one.

#include "readers/token_rules.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bad_option.hpp"
#include "base/sort.hpp"
#include "base/text.hpp"
#include "machine/program.hpp"

namespace tagstream {

// Each name and each marker is a rule of its own, without an action: the tokenizer only reports
// where they are. A marker or a name that is given twice is refused.
Result<bool> compile_tokens(const TokenizerOptions& options, RuleSet& set) {
  if (options.markers_only && !options.names.empty()) {
    return bad_option("markers_only leaves no room for the name " + in_backticks(options.names[0]));
  }
  std::vector<RuleParts> parts;
  for (const std::string& name : options.names) {
    if (name.empty()) return bad_option("a tag name is empty");
    parts.emplace_back().name = name;
  }
  for (const std::string& marker : options.markers) {
    if (marker.empty()) return bad_option("a marker is empty");
    parts.emplace_back().opens.push_back(marker);
  }
  for (const auto* const list : {&options.names, &options.markers}) {
    std::vector<std::string_view> words(list->begin(), list->end());
    sort_items(words);
    const auto twice = std::adjacent_find(words.begin(), words.end());
    if (twice != words.end()) return bad_option(in_backticks(*twice) + " is given twice");
  }
  RuleSet::Settings settings{options.limits, options.ignore_case};
  settings.any_name = options.names.empty() && !options.markers_only;
  return set.compile(parts, settings, {});
}

Result<TokenRules> TokenRules::make(TokenizerOptions options) {
  const auto program = std::make_shared<Program>();
  if (auto made = compile_tokens(options, program->rules); !made) return made.error();
  return TokenRules(program);
}

}  // namespace tagstream

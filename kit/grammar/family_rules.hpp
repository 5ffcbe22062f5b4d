#pragma once

// The calls of a family, as rules of a grammar, from the same lines that its reader is made from.
// The line of hermes and the tool `rain` with a string `city` become
//
//   one: "<tool_call>\n{\"name\": \"rain\", \"arguments\": " value_arguments "}\n</tool_call>"
//   value_arguments: "{" "\"city\":" QUOTED "}"
//
// with optional blanks in the object. `tagstream dialects hermes --grammar lark --tools-file FILE`
// prints it.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/family.hpp"
#include "dialects/template.hpp"
#include "grammar/rules.hpp"
#include "grammar/values.hpp"
#include "tagstream/error.hpp"

namespace tagstream::grammar {

/// Makes nodes for the arguments of tools, as a family writes them.
class ArgumentRules {
 public:
  ArgumentRules(const notation::Family& family, SchemaView& schemas, Rules& rules);

  /// The node for ARGUMENTS, PARAMETER..., KEY and so on: each takes the place of a placeholder in
  /// the template of a call.
  [[nodiscard]] Node json(const Tool& tool);
  [[nodiscard]] Node parameters(const Tool& tool);
  [[nodiscard]] Node pairs(const Tool& tool, const notation::Pairs& pairs);
  /// The one string that the tool takes, up to the text `end`, and `end` itself.
  [[nodiscard]] Node string(const Tool& tool, std::string_view end);
  [[nodiscard]] Node id();
  [[nodiscard]] Node index();

  /// True if the tool can be called with one string alone, the property `usual_key` or its only
  /// one.
  [[nodiscard]] bool takes_string(const Tool& tool, std::string_view usual_key) const;
  /// Writes the bodies of rules that other rules refer to. Call it last.
  void finish() { values_.finish(); }
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  [[nodiscard]] Node parameter(const Property& property);
  [[nodiscard]] Node by_way(std::string_view way, const Property& property);
  [[nodiscard]] Node typed(std::string_view before, std::string_view after,
                           const Property& property, ValueTypes mask);
  [[nodiscard]] Node bare(std::string_view before, std::string_view after,
                          const Property& property);
  [[nodiscard]] Node nested(std::string_view way, const Property& property);
  [[nodiscard]] Node text_to(std::string_view before, std::string_view after,
                             bool has_word = false);
  [[nodiscard]] std::vector<Property> properties(const Tool& tool) const;
  [[nodiscard]] std::vector<Node> elements_in(const Property& property);
  void note_json(const Property& property, ValueTypes types);
  bool check_key(std::string_view key);
  void write_nested();
  void add_call_enders(const notation::Family& family);
  void add_ender(std::string_view marker);
  void begin(const Tool& tool);
  [[nodiscard]] std::vector<Pattern> enders_before(std::string_view after) const;

  std::vector<std::string_view> ways_;     // of a parameter
  std::vector<std::string_view> tags_;     // of calls, with NAME in both
  std::vector<std::string_view> openers_;  // of parameters, up to their KEY
  std::vector<Pattern> openers_of_lines_;  // these at line ends, for the tool that has begun
  std::vector<Pattern> family_enders_;     // of every tool's values
  std::vector<Pattern> enders_;            // of the values of the tool that has begun
  Style element_;                          // the style of JSON in a parameter
  SchemaView& schemas_;
  Rules& rules_;
  Values values_;
  std::map<Schema, RuleId> nested_;
  std::vector<std::pair<Schema, RuleId>> open_nested_;  // rules without a body
  std::string problem_;
};

/// The rules for one or more calls of the tools. Reasoning may come before them if the family has
/// reasoning; it must if `starts_in_reasoning`, and then the grammar begins inside it.
/// @error bad_option — the family has no calls, or can't say one of these tools
[[nodiscard]] Result<Rules> rules_of(const notation::Family& family, const std::vector<Tool>& tools,
                                     SchemaView& schemas, bool starts_in_reasoning);

}  // namespace tagstream::grammar

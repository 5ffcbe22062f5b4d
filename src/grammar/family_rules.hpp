#pragma once

// The calls of a family, as rules: from the lines that its reader is made from.

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

/// One tool's arguments as a family writes them.
class ArgumentRules {
 public:
  ArgumentRules(const notation::Family& family, SchemaView& schemas, Rules& rules);

  /// What stands for a placeholder of a call.
  [[nodiscard]] Node json(const Tool& tool);
  [[nodiscard]] Node parameters(const Tool& tool);
  /// `pair` is `KEY=PYTHON` or `KEY:<mark>STRING<mark>`.
  [[nodiscard]] Node pairs(const Tool& tool, std::string_view pair, std::string_view between);
  /// The one string that the tool takes, to its end.
  [[nodiscard]] Node string(const Tool& tool, std::string_view end);
  [[nodiscard]] Node id();
  [[nodiscard]] Node index();

  /// True if the tool can be called with one string alone.
  [[nodiscard]] bool takes_string(const Tool& tool, std::string_view usual_key) const;
  /// Writes the rules that others refer to. Call it last.
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
  std::vector<Pattern> openers_of_lines_;  // the same of the tool that has begun
  std::vector<Pattern> family_enders_;     // of every tool's values
  std::vector<Pattern> enders_;            // of the values of the tool that has begun
  Style element_;                          // JSON in a parameter
  SchemaView& schemas_;
  Rules& rules_;
  Values values_;
  std::map<Schema, RuleId> nested_;
  std::vector<std::pair<Schema, RuleId>> open_nested_;  // rules without a body
  std::string problem_;
};

/// One or more calls of the tools, and before them, if the family has it, reasoning.
/// @error bad_option — the family has no calls, or can't say one of these tools
[[nodiscard]] Result<Rules> rules_of(const notation::Family& family, const std::vector<Tool>& tools,
                                     SchemaView& schemas, bool starts_in_reasoning);

}  // namespace tagstream::grammar

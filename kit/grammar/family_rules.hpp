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
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/family.hpp"
#include "dialects/template.hpp"
#include "grammar/rules.hpp"
#include "grammar/values.hpp"
#include "tagstream/error.hpp"
#include "write/markers.hpp"

namespace tagstream::grammar {

/// Makes nodes for the arguments of tools, as a family writes them.
class ArgumentRules {
 public:
  ArgumentRules(const notation::Family& family, const std::vector<Tool>& tools, SchemaView& schemas,
                Rules& rules);

  /// The node for ARGUMENTS, PARAMETER..., KEY and so on: each takes the place of a placeholder in
  /// the template of a call.
  [[nodiscard]] Node json(const Tool& tool);
  [[nodiscard]] Node parameters(const Tool& tool);
  [[nodiscard]] Node pairs(const Tool& tool, const notation::Repeat& repeat);
  [[nodiscard]] Node name(const Tool& tool, const notation::Slot& slot);
  /// The one string that the tool takes, up to the text `end`, and `end` itself.
  [[nodiscard]] Node string(const Tool& tool, std::string_view end);
  [[nodiscard]] Node id();
  [[nodiscard]] Node index();

  /// True if the tool can be called with one string alone, the property `usual_key` or its only
  /// one.
  [[nodiscard]] bool takes_string(const Tool& tool, std::string_view usual_key) const;
  /// Writes the bodies of rules that other rules refer to. Call it last.
  void finish() { values_.finish(); }
  /// Why the format can't write calls of the tool of this name; empty if nothing is known.
  [[nodiscard]] std::string problem(const std::string& tool) const;

 private:
  // The text of all values of the tool that has begun, where they share one. Its nodes are made
  // once for values that begin a line, and once for the others.
  struct Shared {
    Text text;
    std::optional<RuleId> rule{};
    std::unique_ptr<Acceptor> acceptor{};
  };

  [[nodiscard]] Node parameter(const Property& property);
  [[nodiscard]] Node by_way(notation::View way, const Property& property);
  // The texts of a way around its value, for one key.
  struct Around {
    std::string before;
    std::string after;
    notation::View way;
  };
  [[nodiscard]] static Around around(notation::View way, std::string_view key);
  [[nodiscard]] Node typed(const Around& around, const Property& property, ValueTypes mask);
  [[nodiscard]] Node bare(const Around& around, const Property& property);
  [[nodiscard]] Node string_by(const Around& around, const Property& property);
  [[nodiscard]] Node nested(notation::View way, const Property& property);
  [[nodiscard]] Text text_before(std::string_view before, std::string_view end,
                                 bool has_word) const;
  [[nodiscard]] Shared* shared_after(std::string_view before);
  [[nodiscard]] Node text_to(std::string_view before, std::string_view after,
                             bool has_word = false);
  [[nodiscard]] std::vector<Property> properties(const Tool& tool) const;
  [[nodiscard]] std::vector<Node> elements_in(const Property& property);
  void note_json(const Property& property, ValueTypes types);
  bool check_key(const notation::Slot& slot, std::string_view key);
  void say(std::string sentence);
  void write_nested();
  void add_opener(std::string_view opener);
  void find_followers(const std::vector<Tool>& tools);
  void add_slips(Patterns& patterns, std::string_view name) const;
  void add_call_enders(const notation::Family& family);
  void add_ender(std::string_view marker);
  [[nodiscard]] std::vector<std::string> spellings_of(std::string_view marker) const;
  void begin(const Tool& tool);
  [[nodiscard]] Patterns enders_before(std::string_view after) const;

  const notation::Family& family_;
  notation::Markers markers_;
  std::vector<notation::View> ways_;  // of a parameter
  std::vector<notation::View> tags_;  // of calls, with NAME in both
  bool keys_are_tags_ = false;        // `<KEY>` opens a parameter
  std::vector<Pattern> followers_;    // what may follow the closing tag of a value
  Pattern next_keys_;                 // this, too: `<KEY>` for the tool that has begun
  Patterns openers_of_lines_;         // `<KEY>` at line ends, for the tool that has begun
  Patterns family_enders_;            // of every tool's values
  Patterns enders_;                   // of the values of the tool that has begun
  std::vector<Shared> shared_;        // none, or two: the second for values that begin a line
  Style element_;                     // the style of JSON in a parameter
  SchemaView& schemas_;
  Rules& rules_;
  Values values_;
  std::map<Schema, RuleId> nested_;
  std::vector<std::pair<Schema, RuleId>> open_nested_;  // rules without a body
  std::string tool_;                                    // the one whose rules are made
  std::map<std::string, std::string> problems_;         // of tools
};

/// The rules for one or more calls of the tools. Reasoning may come before them if the family has
/// reasoning; it must if `starts_in_reasoning`, and then the grammar begins inside it.
/// @error bad_option — the family has no calls, or can't say one of these tools
[[nodiscard]] Result<Rules> rules_of(const notation::Family& family, const std::vector<Tool>& tools,
                                     SchemaView& schemas, bool starts_in_reasoning);

}  // namespace tagstream::grammar

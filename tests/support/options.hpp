#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "body/schema.hpp"
#include "dialects/own_rules.hpp"
#include "formats/call_body.hpp"
#include "tagstream/reader.hpp"

/// Options, as tests write them.
namespace tagstream::testing {

using Rule = OwnRule;

[[nodiscard]] inline Rule rule_of(Action action, std::string name) {
  return {.action = action, .name = std::move(name)};
}
[[nodiscard]] inline Rule rule_between(Action action, std::string open, std::string close) {
  return {.action = action, .open = std::move(open), .close = std::move(close)};
}

/// The same options with rules in the place of their own.
[[nodiscard]] Options with_rules(const std::vector<Rule>& rules, Options options = {});
void set_rules(Options& options, const std::vector<Rule>& rules);
/// The rules in them. Precondition: they can be read.
[[nodiscard]] std::vector<Rule> rules_of(const Options& options);

/// Tools as JSON. A tool without a name must be the only one.
[[nodiscard]] std::string json_of(const std::vector<ToolSchema>& tools);
/// The tools in options. Precondition: they can be read.
[[nodiscard]] std::vector<ToolSchema> tools_in(const Options& options);

/// True if they are read by a dialect, of one's own or not.
[[nodiscard]] inline bool has_dialect(const Options& options) {
  return !options.dialect.empty() || !options.model.empty() || !options.format.empty() ||
         !options.reasoning_of.empty() || !options.calls_of.empty();
}

/// What the options say of tools, as the engine has it.
[[nodiscard]] inline ToolChoice choice_of(const Options& options) {
  if (options.tool_choice.empty() || options.tool_choice == "auto") return ToolChoice::automatic;
  if (options.tool_choice == "none") return ToolChoice::none;
  return options.tool_choice == "required" ? ToolChoice::required : ToolChoice::named;
}

}  // namespace tagstream::testing

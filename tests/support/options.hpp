#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "body/schema.hpp"
#include "dialects/own_rules.hpp"
#include "formats/call_body.hpp"
#include "tagstream/reader.hpp"

/// Short ways to write options in tests.
namespace tagstream::testing {

using Rule = OwnRule;

[[nodiscard]] inline Rule rule_of(Action action, std::string name) {
  return {.action = action, .name = std::move(name)};
}
[[nodiscard]] inline Rule rule_between(Action action, std::string open, std::string close) {
  return {.action = action, .open = std::move(open), .close = std::move(close)};
}

[[nodiscard]] inline Rule hide(std::string name) { return rule_of(Action::hide, std::move(name)); }
[[nodiscard]] inline Rule record(std::string name) {
  return rule_of(Action::record, std::move(name));
}
[[nodiscard]] inline Rule unwrap(std::string name) {
  return rule_of(Action::unwrap, std::move(name));
}
[[nodiscard]] inline Rule call(std::string name) { return rule_of(Action::call, std::move(name)); }
[[nodiscard]] inline Rule hide_between(std::string open, std::string close) {
  return rule_between(Action::hide, std::move(open), std::move(close));
}
[[nodiscard]] inline Rule record_between(std::string open, std::string close) {
  return rule_between(Action::record, std::move(open), std::move(close));
}
[[nodiscard]] inline Rule unwrap_between(std::string open, std::string close) {
  return rule_between(Action::unwrap, std::move(open), std::move(close));
}
[[nodiscard]] inline Rule call_between(std::string open, std::string close) {
  return rule_between(Action::call, std::move(open), std::move(close));
}

/// `options` with their rules replaced by `rules`.
[[nodiscard]] Options with_rules(const std::vector<Rule>& rules, Options options = {});
void set_rules(Options& options, const std::vector<Rule>& rules);
/// The rules in `options`. Precondition: they are valid.
[[nodiscard]] std::vector<Rule> rules_of(const Options& options);

/// Tools as JSON. A tool without a name must be the only one.
[[nodiscard]] std::string json_of(const std::vector<ToolSchema>& tools);
/// The tools in `options`. Precondition: they are valid.
[[nodiscard]] std::vector<ToolSchema> tools_in(const Options& options);

/// True if a dialect reads by `options`: one with a name, that of a model, a format of the user's
/// own, or the reasoning or calls of a dialect.
[[nodiscard]] inline bool has_dialect(const Options& options) {
  return !options.dialect.empty() || !options.model.empty() || !options.format.empty() ||
         !options.reasoning_of.empty() || !options.calls_of.empty();
}

/// The tool choice of the options, in the engine's own type.
[[nodiscard]] inline ToolChoice choice_of(const Options& options) {
  if (options.tool_choice.empty() || options.tool_choice == "auto") return ToolChoice::automatic;
  if (options.tool_choice == "none") return ToolChoice::none;
  return options.tool_choice == "required" ? ToolChoice::required : ToolChoice::named;
}

}  // namespace tagstream::testing

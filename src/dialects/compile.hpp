#pragma once

// From a dialect, and rules of somebody's own, to rules of the engine.

#include <memory>
#include <span>
#include <string>

#include "body/schema.hpp"
#include "dialects/own_rules.hpp"
#include "formats/call_body.hpp"
#include "formats/family_format.hpp"
#include "lex/rules.hpp"
#include "tagstream/error.hpp"
#include "tagstream/policy.hpp"

namespace tagstream {

/// What is to be read, and how it differs from what the rows say.
struct RuleRequest {
  const FamilyFormat* reasoning = nullptr;  // whose reasoning is meant; null: nobody's
  const FamilyFormat* tools = nullptr;      // whose calls are meant; null: nobody's
  bool is_auto = false;                     // no rows: what any of them writes
  std::span<const OwnRule> own{};  // each stands in place of the rows' for its tag or marker
  std::span<const std::shared_ptr<const FamilyFormat>> lines{};  // of own calls, in their order
  std::span<const ToolSchema> offered{};
  CallsInReasoning calls_in_reasoning = CallsInReasoning::automatic;
  ReasoningAgain reasoning_again = ReasoningAgain::line;
  UnclosedCall unclosed_call = UnclosedCall::automatic;
  Nesting nesting = Nesting::balanced;
  ToolChoice tool_choice = ToolChoice::automatic;
  std::string_view tool_name{};  // the tool of `ToolChoice::named`
  bool start_in_reasoning = false;

  /// A call must come, so one without markers counts.
  [[nodiscard]] bool asks_for_call() const {
    return tool_choice == ToolChoice::required || tool_choice == ToolChoice::named;
  }
};

/// The rules. `start_inside` is set if the answer begins in its reasoning.
/// @error bad_option — start_in_reasoning without reasoning or with auto, a token to drop that
///                     opens something, different message headers, two rules for one tag or marker
Result<RuleSet> compile_rules(const RuleRequest& request, const RuleSet::Settings& settings);

}  // namespace tagstream

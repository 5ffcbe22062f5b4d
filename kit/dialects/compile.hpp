#pragma once

// From a dialect and a user's own rules to the rules of the engine. With the dialect qwen3 and the
// rule `hide: ["x"]` the rules are: one that hides `<x>`, one for the reasoning in `<think>`, two
// for calls, in `<tool_call>` and without that opener, and one for the tokens to drop,
// `<|im_end|>` and `<|endoftext|>`.

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

/// The instructions for a reader: the rows of the table, the user's rules, and the options that
/// change how a row is read.
struct RuleRequest {
  const FamilyFormat* reasoning = nullptr;  // the row whose reasoning is read; null: none is
  const FamilyFormat* tools = nullptr;      // the row whose calls are read; null: none are
  bool is_auto = false;                     // instead of rows: the dialect `auto`
  std::span<const OwnRule> own{};           // each replaces the rows' rule for its tag or marker
  std::span<const std::shared_ptr<const FamilyFormat>> lines{};  // of own calls, in their order
  std::span<const ToolSchema> offered{};
  CallsInReasoning calls_in_reasoning = CallsInReasoning::automatic;
  BareCalls bare_calls = BareCalls::automatic;
  ReasoningAgain reasoning_again = ReasoningAgain::automatic;
  UnclosedCall unclosed_call = UnclosedCall::automatic;
  Nesting nesting = Nesting::balanced;
  ToolChoice tool_choice = ToolChoice::automatic;
  std::string_view tool_name{};  // the tool of `ToolChoice::named`
  bool start_in_reasoning = false;

  /// True if the answer must hold a call: then one without markers counts as well.
  [[nodiscard]] bool asks_for_call() const {
    return tool_choice == ToolChoice::required || tool_choice == ToolChoice::named;
  }
};

/// Makes the rules. `start_inside` of the result is set if the answer begins inside reasoning.
/// @error bad_option — start_in_reasoning without reasoning or with auto, a token to drop that
///                     opens something, different message headers, two rules for one tag or marker
Result<RuleSet> compile_rules(const RuleRequest& request, const RuleSet::Settings& settings);

}  // namespace tagstream

#pragma once

// From rows of the table to rules.

#include <optional>
#include <span>
#include <string>

#include "formats/family_format.hpp"
#include "lex/rules.hpp"
#include "tagstream/error.hpp"
#include "tagstream/schema.hpp"

namespace tagstream {

/// What is to be read, and how it differs from what the rows say.
struct DialectRequest {
  const FamilyFormat* reasoning = nullptr;  // whose reasoning is meant; null: nobody's
  const FamilyFormat* tools = nullptr;      // whose calls are meant; null: nobody's
  std::span<const std::string> drop{};
  std::span<const ToolSchema> offered{};
  std::optional<CallsInReasoning> calls_in_reasoning{};
  ReasoningAgain reasoning_again = ReasoningAgain::line;
  ToolChoice tool_choice = ToolChoice::automatic;
  std::string_view tool_name{};  // the tool of `ToolChoice::named`
  bool start_in_reasoning = false;
  bool no_reasoning = false;
  bool is_auto = false;  // no rows: what any of them writes
};

/// The rules of a dialect. `start_inside` is set if the answer begins in its reasoning.
/// @error bad_option — start_in_reasoning without reasoning or with auto, a token to drop
///                     that is empty or opens something, different message headers
Result<RuleSet> compile_dialect(const DialectRequest& request, const RuleSet::Settings& settings);

}  // namespace tagstream

#include <algorithm>
#include <string>
#include <vector>

#include "support/exhaustive.hpp"
#include "support/formats.hpp"
#include "support/parse_text.hpp"
#include "support/subjects.hpp"

/// Every short text of each family's own pieces: what the model says, byte by byte and, the shorter
/// ones, in every two pieces (L1), and all the laws.
namespace tagstream::testing {
namespace {

// Texts of these options' own pieces, the more telling ones if there are more of them.
void try_all(const Options& options, std::size_t pieces, const Texts& sizes) {
  Texts texts = sizes;
  texts.symbols = parse_pieces(options);
  if (texts.symbols.size() > pieces) texts.symbols.resize(pieces);
  exhaustive(ReaderSubject(options), texts);
}

const Options policies[] = {
    {.calls_in_reasoning = CallsInReasoning::settle},
    {.calls_in_reasoning = CallsInReasoning::end},
    {.calls_in_reasoning = CallsInReasoning::keep},
    {.calls_in_reasoning = CallsInReasoning::extract},
    {.unclosed_call = UnclosedCall::call},
    {.unclosed_call = UnclosedCall::error},
    {.incremental = true},
    {.strict_json = true},
    {.reasoning_again = ReasoningAgain::anywhere},
    {.reasoning_again = ReasoningAgain::never},
    {.unclosed_call = UnclosedCall::call, .incremental = true},
    {.trim = true},
    {.calls_in_reasoning = CallsInReasoning::end, .incremental = true, .trim = true},
    {.tool_choice = "none"},
    {.tool_choice = "none", .calls_in_reasoning = CallsInReasoning::extract, .incremental = true},
    {.tool_choice = "required"},
    {.tool_choice = "t", .incremental = true},
    {.parallel_tool_calls = false},
    {.parallel_tool_calls = false, .bad_calls = BadCalls::hide, .incremental = true},
    {.tools = json_of({{"f", {}}}), .only_offered = true},
    {.tools = json_of({{"other", {}}}),
     .tool_choice = "required",
     .only_offered = true,
     .unclosed_call = UnclosedCall::call,
     .incremental = true},
};

class ParseRow : public ::testing::TestWithParam<std::string> {};

TEST_P(ParseRow, short_texts) {
  try_all({.dialect = GetParam()}, 15, {.length = 4, .always_cut = 3, .cut_every = 64});
}

// Rows that read alike are tried once.
std::vector<std::string> different_rows() {
  std::vector<std::string> names;
  std::vector<const Dialect*> seen;
  for (const Dialect& row : dialects()) {
    const bool is_known = std::any_of(seen.begin(), seen.end(), [&](const Dialect* other) {
      const FamilyFormat& a = format_of(*other);
      const FamilyFormat& b = format_of(row);
      return a.reasoning == b.reasoning && a.tools == b.tools;
    });
    if (is_known) continue;
    seen.push_back(&row);
    names.emplace_back(row.name());
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(parse, ParseRow, ::testing::ValuesIn(different_rows()),
                         [](const auto& row) { return row.param; });

class ParsePolicy : public ::testing::TestWithParam<std::string> {};

TEST_P(ParsePolicy, short_texts) {
  for (const bool starts_inside : {false, true}) {
    for (Options options : policies) {
      options.dialect = GetParam();
      options.start_in_reasoning = starts_inside;
      try_all(options, 14, {.length = 3});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(parse, ParsePolicy, ::testing::Values("hermes", "kimi_k2", "mistral"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace tagstream::testing

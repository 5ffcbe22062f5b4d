#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "support/exhaustive.hpp"
#include "support/parse_text.hpp"
#include "support/subjects.hpp"

/// Every short text of each family's own pieces: what the model says, byte by byte and, the shorter
/// ones, in every two pieces (L1), and all the laws.
namespace tagstream::testing {
namespace {

// Texts of these options' own pieces, the more telling ones if there are more of them.
void try_all(const ParseOptions& options, std::size_t pieces, const Texts& sizes) {
  Texts texts = sizes;
  texts.symbols = parse_pieces(options);
  if (texts.symbols.size() > pieces) texts.symbols.resize(pieces);
  exhaustive(ReaderSubject(options), texts);
}

using Change = void (*)(ParseOptions&);
constexpr std::array<Change, 22> changes = {
    [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::settle; },
    [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::end; },
    [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::keep; },
    [](ParseOptions& o) { o.calls_in_reasoning = CallsInReasoning::extract; },
    [](ParseOptions& o) { o.on_unclosed_call = OnUnclosedCall::call; },
    [](ParseOptions& o) { o.on_unclosed_call = OnUnclosedCall::error; },
    [](ParseOptions& o) { o.incremental = true; },
    [](ParseOptions& o) { o.no_reasoning = true; },
    [](ParseOptions& o) { o.strict_json = true; },
    [](ParseOptions& o) { o.reasoning_again = ReasoningAgain::anywhere; },
    [](ParseOptions& o) { o.reasoning_again = ReasoningAgain::never; },
    [](ParseOptions& o) {
      o.incremental = true;
      o.on_unclosed_call = OnUnclosedCall::call;
    },
    [](ParseOptions& o) { o.trim = true; },
    [](ParseOptions& o) {
      o.trim = o.incremental = true;
      o.calls_in_reasoning = CallsInReasoning::end;
    },
    [](ParseOptions& o) { o.tool_choice = ToolChoice::none; },
    [](ParseOptions& o) {
      o.tool_choice = ToolChoice::none;
      o.incremental = true;
      o.calls_in_reasoning = CallsInReasoning::extract;
    },
    [](ParseOptions& o) { o.tool_choice = ToolChoice::required; },
    [](ParseOptions& o) {
      o.tool_choice = ToolChoice::named;
      o.tool_name = "t";
      o.incremental = true;
    },
    [](ParseOptions& o) { o.no_parallel = true; },
    [](ParseOptions& o) {
      o.no_parallel = o.incremental = true;
      o.bad_calls = BadCalls::hide;
    },
    [](ParseOptions& o) {
      o.only_offered = true;
      o.schemas = {{"f", {}}};
    },
    [](ParseOptions& o) {
      o.only_offered = o.incremental = true;
      o.schemas = {{"other", {}}};
      o.tool_choice = ToolChoice::required;
      o.on_unclosed_call = OnUnclosedCall::call;
    },
};

class ParseRow : public ::testing::TestWithParam<std::string> {};

TEST_P(ParseRow, short_texts) {
  ParseOptions options;
  options.dialect = GetParam();
  try_all(options, 15, {.length = 4, .always_cut = 3, .cut_every = 64});
}

// Rows that read alike are tried once.
std::vector<std::string> different_rows() {
  std::vector<std::string> names;
  std::vector<const Dialect*> seen;
  for (const Dialect& row : dialects()) {
    const bool is_known = std::any_of(seen.begin(), seen.end(), [&](const Dialect* other) {
      return other->reasoning == row.reasoning && other->tools == row.tools;
    });
    if (is_known) continue;
    seen.push_back(&row);
    names.emplace_back(row.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(parse, ParseRow, ::testing::ValuesIn(different_rows()),
                         [](const auto& row) { return row.param; });

class ParsePolicy : public ::testing::TestWithParam<std::string> {};

TEST_P(ParsePolicy, short_texts) {
  for (const bool starts_inside : {false, true}) {
    for (const Change change : changes) {
      ParseOptions options;
      options.dialect = GetParam();
      options.start_in_reasoning = starts_inside;
      change(options);
      try_all(options, 14, {.length = 3});
    }
  }
}

INSTANTIATE_TEST_SUITE_P(parse, ParsePolicy, ::testing::Values("hermes", "kimi_k2", "mistral"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace tagstream::testing

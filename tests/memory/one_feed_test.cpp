#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "heap.hpp"
#include "support/options.hpp"
#include "support/parse_shapes.hpp"
#include "support/sampling.hpp"
#include "support/tool_shapes.hpp"

/// One feed gives all that a text holds at once: what its calls take (L6). The heap of
/// tags and sections is measured in sections_test.cpp and extract_test.cpp.
namespace tagstream::testing {
namespace {

static_assert(sizeof(void*) != 8 || sizeof(Event) <= 128);

constexpr std::size_t bytes_per_byte = 40;
// An opener of three bytes that is no call is two events of 128: text, and an error.
constexpr std::size_t bytes_per_short_byte = 90;
constexpr std::size_t bytes_per_event = 160;

// A rule for each way to write a body: lines in the place of <t>…</t> where a name does not do.
constexpr const char* rules_of_bodies[] = {
    "t",
    "<t>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</t>",
    "<t>{\"NAME\": ARGUMENTS}</t>",
    "<t>NAME\\nARGUMENTS</t>",
    "<t=NAME>ARGUMENTS</t>",
    "<t name=\"NAME\">PARAMETER...</t>\n<p name=\"KEY\">VALUE</p>",
    "<t>NAME(KEY=PYTHON, ...)</t>",
    "<t: NAME>\\nSTRING\\n</t>",
};

struct Taken {
  std::size_t bytes = 0;
  std::size_t events = 0;
};

// All texts are tried, unless a sample is asked for.
bool is_tried() {
  static std::uint64_t number = 0;
  return is_sampled(number++, sample_beyond(3));
}

Taken taken_by(const std::string& text, const Rules& rules) {
  Reader reader(rules);
  const HeapWatch heap;
  const std::size_t events = reader.feed(text).size();
  return {heap.peak(), events};
}

Rules rules_for(const char* rule, bool is_incremental) {
  return *Rules::make({.call = {rule}, .bad_calls = BadCalls::hide, .incremental = is_incremental});
}

// ---- an event takes little ---------------------------------------------------------------------

// The shortest calls and errors: as many events as there can be.
struct Dense {
  std::string_view start;
  std::string_view piece;
  std::string_view end;
};

constexpr Dense short_calls[] = {
    {"", "<t>", ""},
    {"", "<t><t/>", ""},
    {"", "<t=f/>", ""},
    {"", "<t/>", ""},
    {"", "<t></t>", ""},
    {"", "<t>!</t>", ""},
    {"", "<t/><t>!</t>", ""},
    {"", "<t f/>", ""},
    {"", "<t>!<t>?", ""},
    {"<t>", "f()\n", "</t>"},
    {"<t>[", "f(),", "f()]</t>"},
    {"<t>", "{}\n", "</t>"},
    {"<t>", "<f/>", "</t>"},
    {"<t>", "<f></f>", "</t>"},
    {"<t>[", R"({"name":"f"},)", "{}]</t>"},
    {"<t>[", R"({"f":{}},)", "{}]</t>"},
    {"<t>[", R"({"f":1},)", "{}]</t>"},
    {"<t>[", R"({},{"name":""},)", "{}]</t>"},
};

TEST(one_feed, a_byte_of_short_calls_takes_less_than_90) {
  for (const char* const rule : rules_of_bodies) {
    for (const BadCalls bad_calls : {BadCalls::hide, BadCalls::content}) {
      const Rules rules = *Rules::make({.call = {rule}, .bad_calls = bad_calls});
      for (const Dense& one : short_calls) {
        if (!is_tried()) continue;
        const std::string text =
            flood(std::string(one.start), std::string(one.piece))(mebibyte / 2) +
            std::string(one.end);
        EXPECT_LT(taken_by(text, rules).bytes, bytes_per_short_byte * text.size())
            << one.start << one.piece << " by " << rule << ", " << to_string(bad_calls);
      }
    }
  }
}

// A call in pieces gives up to three events for four bytes: its start, its arguments, its end.
// Where all is one open body, that is held twice.
TEST(one_feed, an_event_of_a_call_in_pieces_takes_less_than_160) {
  for (const char* const rule : rules_of_bodies) {
    const Rules rules = rules_for(rule, true);
    for (const std::string piece : {"<t>", "<t><t/>", "<t/>", "<t=f/>"}) {
      if (!is_tried()) continue;
      const std::string text = flood("", piece)(mebibyte / 2);
      const Taken taken = taken_by(text, rules);
      EXPECT_LT(taken.bytes, std::max(bytes_per_event * taken.events, 8 * text.size()))
          << piece << " by " << rule;
    }
  }
}

// ---- an event for each byte --------------------------------------------------------------------

// Markers of single bytes give the most events: one for each byte, or two, where a section has no
// content or an opener of calls follows the next. docs/options.md names them.
TEST(one_feed, an_event_takes_at_most_twice_its_size) {
  const std::string text = flood("", "ab")(mebibyte / 2);
  const std::vector<std::string> pair = {between("a", "b")};
  for (const Options& options : {Options{.drop = {"a"}}, Options{.unwrap = pair},
                                 Options{.hide = pair}, Options{.reasoning = pair}}) {
    if (!is_tried()) continue;
    const Taken taken = taken_by(text, *Rules::make(options));
    EXPECT_GE(taken.events, text.size() - 2);
    EXPECT_LE(taken.bytes, 2 * sizeof(Event) * taken.events);
  }
  const Taken calls = taken_by(flood("", "!")(mebibyte / 2), *Rules::make({.call = {"!\u2026"}}));
  EXPECT_GE(calls.events, mebibyte - 2);
  EXPECT_LE(calls.bytes, 2 * sizeof(Event) * calls.events);
}

// A thought is made of three events of the engine, or more.
TEST(one_feed, a_thought_takes_at_most_twice_the_size_of_an_event) {
  struct {
    std::string rule;
    std::string_view piece;
  } const shapes[] = {{"a", "<a>x</a>"},
                      {between("a", "b"), "axb"},
                      {"a", R"(<a thought="y"/>)"},
                      {"a", R"(<a thought="y">x</a>)"},
                      {"a", R"(<a thought="&lt;" thought_type="&lt;">x<b></b></a>)"}};
  for (const auto& [rule, piece] : shapes) {
    for (const bool incremental : {false, true}) {
      if (!is_tried()) continue;
      const std::string text = flood("", std::string(piece))(mebibyte);
      const Taken taken =
          taken_by(text, *Rules::make({.thought = {rule}, .incremental = incremental}));
      EXPECT_GE(taken.events, text.size() / piece.size() - 1) << piece;
      EXPECT_LE(taken.bytes, 2 * sizeof(Event) * taken.events) << piece << incremental;
    }
  }
}

// ---- of all shapes -----------------------------------------------------------------------------

// A dialect gives two events for an opener without a body: markup, and an error.
void check(const std::string& text, const Rules& rules, const std::string& shape) {
  const Taken taken = taken_by(text, rules);
  EXPECT_LT(taken.bytes, std::max(bytes_per_byte * text.size(), bytes_per_event * taken.events))
      << shape;
}

TEST(one_feed, of_calls_is_little) {
  for (const char* const rule : {"tool", "<tool>NAME(KEY=PYTHON, ...)</tool>"}) {
    const Rules rules = *Rules::make({.call = {rule}, .bad_calls = BadCalls::hide});
    for (const ToolShape& shape : tool_shapes()) {
      if (is_tried()) check(shape.make(mebibyte), rules, shape.name);
    }
  }
}

// Those with the shortest markers and calls, and one of each kind.
TEST(one_feed, of_a_dialect_is_little) {
  for (const char* const name : {"functionary_v32", "cwm", "hermes", "mistral", "llama4_pythonic",
                                 "gemma4", "harmony", "qwen3_coder"}) {
    const Rules rules = *Rules::make({.dialect = name});
    for (const ParseShape& shape : parse_shapes({{name}})) {
      if (is_tried()) check(shape.make(mebibyte / 4), rules, shape.dialect + ' ' + shape.name);
    }
  }
}

}  // namespace
}  // namespace tagstream::testing

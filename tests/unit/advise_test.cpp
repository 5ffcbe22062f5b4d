#include "tagstream/advise.hpp"

#include <gtest/gtest.h>

#include "tagstream/json.hpp"

namespace tagstream {
namespace {

constexpr std::string_view call = "<tool_call>{\"name\":\"f\",\"arguments\":{}}</tool_call>";

std::string advice_lines(std::string_view text, const Options& options) {
  const auto all = advise(text, options);
  if (!all) return all.error().message;
  std::string lines;
  for (const Advice& advice : *all) lines += to_json(advice) + '\n';
  return lines;
}

// The text behind so many blanks.
std::string behind(std::size_t blanks, std::string_view text) {
  std::string whole(blanks, ' ');
  whole += text;
  return whole;
}

TEST(advise, an_advice_is_a_change_of_options_and_what_it_finds) {
  const auto advice = advise("So `<think>2</think>` four.", *Rules::make({.hide = {"think"}}));
  ASSERT_EQ(advice.size(), 1U);
  EXPECT_EQ(advice[0], (Advice{{{"markdown_code", "off"}}, {EventKind::section_end}}));
}

TEST(advise, options_that_are_wrong_are_an_error) {
  const auto advice = advise("text", Options{});
  ASSERT_FALSE(advice);
  EXPECT_EQ(advice.error().code, Code::bad_option);
}

TEST(advise, values_in_json_are_of_their_types) {
  EXPECT_EQ(to_json(Advice{{{"leading_only", "false"}, {"start_in_reasoning", "true"}}, {}}),
            R"({"options":{"leading_only":false,"start_in_reasoning":true},"finds":[]})");
  EXPECT_EQ(to_json(Advice{{{"max_tag_bytes", "none"}, {"tools", "[1]"}, {"model", ""}},
                           {EventKind::tool_call, EventKind::markup}}),
            R"({"options":{"max_tag_bytes":null,"tools":"[1]","model":""},)"
            R"("finds":["tool_call","markup"]})");
}

TEST(advise, a_model_gives_way_to_a_dialect) {
  EXPECT_EQ(advice_lines(call, {.model = "mistralai/Mistral-7B-Instruct-v0.3"}),
            R"({"options":{"dialect":"qwen3","model":""},"finds":["tool_call"]})"
            "\n");
  EXPECT_EQ(advice_lines("<THINK>a</THINK>b", {.model = "Qwen/Qwen3-8B"}),
            R"({"options":{"ignore_case":true},"finds":["reasoning"]})"
            "\n");
}

TEST(advise, a_format_of_ones_own_gives_way_to_a_dialect) {
  EXPECT_EQ(advice_lines(call, {.format = "<a>REASONING</a>\n"}),
            R"({"options":{"dialect":"qwen3","format":""},"finds":["tool_call"]})"
            "\n");
}

TEST(advise, what_is_found_already_is_not_lost) {
  // Mistral's call is there, but a reader of mistral would not find the section.
  const std::string text = "<think>a</think>[TOOL_CALLS]f[ARGS]{}";
  EXPECT_NE(advice_lines(text, {.hide = {"note"}}), "");
  EXPECT_EQ(advice_lines(text, {.dialect = "deepseek_r1"}), "");
}

TEST(advise, only_the_beginning_of_a_long_text_is_read) {
  constexpr std::size_t most = std::size_t{64} << 10;
  const Options options{.hide = {"note"}, .ignore_case = false};
  const std::string found = behind(most - 30, "<NOTE>a</NOTE>");
  EXPECT_NE(advice_lines(found + std::string(100, 'b'), options), "");
  EXPECT_EQ(advice_lines(behind(most, "<NOTE>a</NOTE>"), options), "");
  // A tag that goes on behind it is not certain, and neither is what only the end decides.
  EXPECT_EQ(advice_lines(behind(most - 3, "<NOTE>a</NOTE>"), options), "");
  EXPECT_EQ(advice_lines(behind(most - 100, "<think>a"),
                         {.hide = {"think"}, .unclosed_section = UnclosedSection::text}),
            R"({"options":{"unclosed_section":"section"},"finds":["section_end"]})"
            "\n");
  EXPECT_EQ(advice_lines(behind(most - 3, "<think>a"),
                         {.hide = {"think"}, .unclosed_section = UnclosedSection::text}),
            "");
}

TEST(advise, the_end_of_the_beginning_is_not_the_end_of_the_text) {
  constexpr std::size_t most = std::size_t{64} << 10;
  const std::string rest(200, '1');
  // A section that has begun will end, but a call that is open may yet be whole.
  EXPECT_EQ(advice_lines(behind(most - 100, "<NOTE>a") + rest, {.hide = {"note"}}),
            R"({"options":{"ignore_case":true},"finds":["section_end"]})"
            "\n");
  const std::string_view open = "<tool_call>\n<function=f>\n<parameter=a>\n1";
  EXPECT_EQ(advice_lines(behind(most - 100, open) + rest, {.hide = {"note"}}), "");
  EXPECT_EQ(advice_lines(behind(most - 100, open), {.hide = {"note"}}),
            R"({"options":{"dialect":"qwen3_coder"},"finds":["tool_call_error"]})"
            "\n");
}

TEST(advise, many_tags_are_read_in_linear_time) {
  std::string text;
  while (text.size() < std::size_t{64} << 10) text += "<a" + std::to_string(text.size()) + "></b>";
  EXPECT_EQ(advice_lines(text, {.hide = {"note"}}), "");
}

TEST(advise, any_bytes_are_read) {
  EXPECT_EQ(advice_lines("", {.hide = {"note"}}), "");
  EXPECT_EQ(advice_lines(std::string_view("\0<\xff\xfe>", 5), {.hide = {"note"}}), "");
}

}  // namespace
}  // namespace tagstream

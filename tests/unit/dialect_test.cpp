#include "tagstream/dialect.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "dialects/check.hpp"
#include "dialects/dialects_that_write.hpp"
#include "dialects/format_of.hpp"
#include "dialects/spelling.hpp"
#include "support/options.hpp"
#include "write/message_writer.hpp"

namespace tagstream {
namespace {

using testing::json_of;

std::string name_found(std::string_view name) {
  const Dialect* row = find_dialect(name);
  return row == nullptr ? "none such" : std::string(row->name());
}

// The error of a format of the one or the other part; "" if there is none.
std::string wrong(const FamilyFormat& format) {
  const char* sentence = check_format(format);
  return sentence == nullptr ? "" : sentence;
}
std::string wrong(const ReasoningFormat& format) { return wrong(FamilyFormat{&format}); }
std::string wrong(const ToolFormat& format) { return wrong(FamilyFormat{nullptr, &format}); }
std::string wrong(const CallFormat& format) { return wrong(ToolFormat{.calls = {format}}); }
std::string wrong_header(const HeaderFormat& format) {
  const std::string sentence = wrong(ReasoningFormat{.header = format});
  EXPECT_EQ(wrong(ToolFormat{.header = format}), sentence);
  return sentence;
}

TEST(dialect, word_lists_hold_what_they_are_given) {
  constexpr WordList none;
  static_assert(none.empty() && none.begin() == none.end());
  constexpr WordList two{"a", "b"};
  static_assert(two.size() == 2 && *two.begin() == "a" && *(two.end() - 1) == "b");
  EXPECT_TRUE(WordList().empty());
}

TEST(dialect, rows_are_found_by_name_and_alias_in_any_case_with_either_dash) {
  EXPECT_EQ(name_found("hermes"), "hermes");
  EXPECT_EQ(name_found("Hermes"), "hermes");
  EXPECT_EQ(name_found("qwen25"), "hermes");
  EXPECT_EQ(name_found("DEEPSEEK-V3"), "deepseek_v3");
  EXPECT_EQ(name_found("gpt-oss"), "harmony");
  EXPECT_EQ(name_found("Kimi_K2-Thinking"), "kimi_k2");
  EXPECT_EQ(name_found("none"), "none");
  for (const char* name : {"granite4.1", "granite_41", "GRANITE-4-1"}) {
    EXPECT_EQ(name_found(name), "granite4");
  }
}

TEST(dialect, names_of_other_engines_are_found) {
  const std::array<std::array<const char*, 2>, 63> names = {{
      {"apertus2509", "apertus"},
      {"beam", "beam"},
      {"glm-ocr", "glm45"},
      {"llm-jp", "harmony"},
      {"minicpmv", "qwen3_coder"},
      {"muse_spark", "muse_spark"},
      {"muse_spark_open", "muse_spark"},
      {"musespark1x", "muse_spark"},
      {"onyx", "muse_spark"},
      {"sarashina", "sarashina"},
      {"bailing", "glm47"},
      {"cogito", "deepseek_v3"},
      {"cohere", "cohere_command4"},
      {"deepseek3", "deepseek_v31"},
      {"deepseek-v3.1", "deepseek_v31"},
      {"gemma4-no-thinking", "gemma4"},
      {"glimmer", "muse_glimmer"},
      {"glm-4.7", "glm47"},
      {"intellect3", "qwen3_coder"},
      {"nanbeige", "qwen3_coder"},
      {"nanbeige4", "hermes"},
      {"lfm2-thinking", "lfm2"},
      {"nemotron-3.5-nano", "nemotron3"},
      {"olmo3-think", "olmo3"},
      {"ornith", "qwen3_coder"},
      {"passthrough", "none"},
      {"qwen3-vl-thinking", "qwen3"},
      {"qwen3.5", "qwen3_coder"},
      {"qwen3_json", "hermes"},
      {"step5", "qwen3_coder"},
      {"bielik", "hermes"},
      {"cohere_cmd", "cohere_command4"},
      {"deepseek_v3_1", "deepseek_v31"},
      {"deepseek_v3_2", "deepseek_v32"},
      {"deepseekv3", "deepseek_v3"},
      {"deepseekv31", "deepseek_v31"},
      {"deepseekv32", "deepseek_v32"},
      {"deepseekv4", "deepseek_v4"},
      {"deepseekv41", "deepseek_v41"},
      {"firefunction", "phi4_mini"},
      {"gigachat35", "gigachat35"},
      {"glm", "glm45"},
      {"granite_thinking_parser", "qwen3_coder"},
      {"holo2", "think_forced"},
      {"hy_v4", "hy_v3"},
      {"hyperclovax-seed-think", "glm47"},
      {"internlm", "internlm2"},
      {"iquest_q1", "iquest_q1"},
      {"k2_horizon", "k2_horizon"},
      {"kolibri1", "hermes"},
      {"llama3", "llama3_json"},
      {"muse", "muse_glimmer"},
      {"nemotron_3", "nemotron3"},
      {"nemotron_nano", "nemotron3"},
      {"openai", "harmony"},
      {"openai_gptoss", "harmony"},
      {"phi4", "phi4_mini"},
      {"phi4_mini_json", "phi4_mini"},
      {"reka-edge", "hermes"},
      {"smollm3", "hermes"},
      {"spark25", "glm47"},
      {"spark3", "glm47"},
      {"trinity", "hermes"},
  }};
  for (const auto& [name, row] : names) EXPECT_EQ(name_found(name), row) << name;
}

TEST(dialect, five_families_write_no_calls) {
  std::string without;
  for (const Dialect& row : dialects()) {
    if (format_of(row).tools == nullptr) without += std::string(row.name()) + ' ';
  }
  EXPECT_EQ(without, "deepseek_r1 kimi none think think_forced ");
}

TEST(dialect, what_the_prompt_opens_is_reasoning) {
  for (const Dialect& row : dialects()) {
    const FamilyFormat& format = format_of(row);
    const bool has_reasoning = format.reasoning != nullptr;
    EXPECT_TRUE(has_reasoning || !format.opens_in_prompt) << row.name();
    const bool starts_inside = has_reasoning && format.reasoning->starts_inside;
    EXPECT_TRUE(format.opens_in_prompt || !starts_inside) << row.name();
  }
  EXPECT_TRUE(format_of(*find_dialect("kimi_k2")).opens_in_prompt);
  EXPECT_FALSE(format_of(*find_dialect("hermes")).opens_in_prompt);
}

TEST(dialect, every_family_has_tokens_that_end_an_answer) {
  for (const Dialect& row : dialects()) {
    // Programs, too, say how calls are to be written: whatever the model, its tokens are not known.
    constexpr std::array<std::string_view, 4> others{"json", "none", "cline", "claude_xml"};
    const bool is_family = std::find(others.begin(), others.end(), row.name()) == others.end();
    EXPECT_EQ(format_of(row).drop.empty(), !is_family) << row.name();
  }
}

std::string names_that_write(std::string_view format) {
  std::string names;
  for (const Dialect* row : notation::dialects_that_write(format))
    names += (names.empty() ? "" : " ") + std::string(row->name());
  return names;
}

TEST(dialect, those_that_write_a_format_are_found) {
  for (const Dialect& row : dialects()) {
    if (row.name() == "none") continue;
    const std::string found = ' ' + names_that_write(row.text()) + ' ';
    EXPECT_NE(found.find(' ' + std::string(row.name()) + ' '), found.npos) << row.name() << found;
  }
  const std::string call = "<tool_call>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</tool_call>";
  const std::string all = names_that_write(call);
  EXPECT_TRUE((' ' + all + ' ').find(" qwen3 ") != all.npos) << all;
  // Blanks, dots, comments and an answer's tokens that nobody has are no difference.
  EXPECT_EQ(
      names_that_write("# mine\n<tool_call>\\n{\"name\":\\s\"NAME\",\"arguments\":ARGUMENTS}, "
                       "...</tool_call>\nANSWER<nobody>"),
      all);
  EXPECT_EQ(names_that_write(call + "\n<nobody>REASONING</nobody>"), "");
  EXPECT_EQ(
      names_that_write("<tool_call>{\"name\": \"\\NAME\", \"arguments\": ARGUMENTS}</tool_call>"),
      "");
  // First the one that has the answer's line, then the one that starts in reasoning as well.
  const std::string answer = "\n<|im_start|>assistant\\nANSWER<|im_end|>";
  EXPECT_TRUE(names_that_write(call + answer).starts_with("qwen3 hermes ")) << call + answer;
  const std::string reasoning = "<think>REASONING</think>";
  const std::string forced = "deepseek_r1 nemotron3 think_forced";
  EXPECT_TRUE(names_that_write(reasoning + "\n- starts in reasoning").starts_with(forced));
  EXPECT_TRUE(names_that_write(reasoning).ends_with(forced));
}

TEST(dialect, what_is_no_name_is_not_found) {
  for (const char* name : {"", "herme", "hermess", "hermes ", " hermes", "qwen 25", "-", "_"}) {
    EXPECT_EQ(find_dialect(name), nullptr) << name;
  }
  EXPECT_EQ(find_dialect(std::string_view("hermes\0", 7)), nullptr);
}

// A row's name has no other bytes than a-z, 0-9 and _.
bool is_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

TEST(dialect, every_row_is_right) {
  ASSERT_FALSE(dialects().empty());
  for (const Dialect& row : dialects()) {
    EXPECT_TRUE(is_name(row.name())) << row.name();
    for (std::string_view alias : row.aliases()) {
      EXPECT_TRUE(is_name(alias)) << row.name() << ", alias " << alias;
    }
    const Result<notation::Family> family = notation::read_family(row.text());
    ASSERT_TRUE(family) << row.name() << ": " << family.error().message;
    const auto format = format_of(*family);
    ASSERT_TRUE(format) << row.name() << ": " << format.error().message;
    EXPECT_TRUE(**format == format_of(row)) << row.name();
    EXPECT_EQ(wrong(**format), "") << row.name();
    EXPECT_EQ(find_dialect(row.name()), &row) << row.name();
    for (std::string_view alias : row.aliases()) EXPECT_EQ(find_dialect(alias), &row) << alias;
  }
}

TEST(dialect, rows_are_sorted) {
  for (std::size_t i = 1; i < dialects().size(); ++i) {
    EXPECT_LT(dialects()[i - 1].name(), dialects()[i].name())
        << "in its file each row stands at its place in the alphabet";
  }
}

TEST(dialect, markers_that_are_tags_are_told_from_literals) {
  EXPECT_EQ(spelling_of("<think>").name, "think");
  EXPECT_FALSE(spelling_of("<think>").closes);
  EXPECT_EQ(spelling_of("</seed:think>").name, "seed:think");
  EXPECT_TRUE(spelling_of("</seed:think>").closes);
  for (const char* literal : {"", "<", "<>", "</>", "[THINK]", "<|x|>", "<-a>", "<.a>", "< a>",
                              "<a >", "<a/>", "<ä>", "<a", "a>", "◁think▷"}) {
    EXPECT_EQ(spelling_of(literal).name, "") << literal;
  }
}

TEST(dialect, markers_are_checked) {
  EXPECT_EQ(wrong(ReasoningFormat{.open = {""}, .close = {"b"}}), "an opening marker is empty");
  EXPECT_EQ(wrong(ReasoningFormat{.open = {"</a>"}, .close = {"b"}}),
            "an opening marker is written as a closing tag");
  EXPECT_EQ(wrong(ReasoningFormat{.open = {"a"}, .close = {"a"}}),
            "an opening marker closes as well");
  EXPECT_EQ(wrong(ReasoningFormat{.open = {"a"}, .close = {"b", ""}}), "a closing marker is empty");
  EXPECT_EQ(wrong(ReasoningFormat{.open = {"a"}, .close = {"<b>"}}),
            "a closing marker is written as an opening tag");
  EXPECT_EQ(wrong(ReasoningFormat{.open = {"a"}, .close = {"b"}}), "");
  EXPECT_EQ(wrong(CallFormat{.open = {"a", ""}}), "an opening marker is empty");
  EXPECT_EQ(wrong(CallFormat{.open = {"</a>"}}), "an opening marker is written as a closing tag");
  EXPECT_EQ(wrong(CallFormat{.open = {"a"}, .close = {"a"}}), "an opening marker closes as well");
  EXPECT_EQ(wrong(CallFormat{.open = {"a"}, .close = {""}}), "a closing marker is empty");
  EXPECT_EQ(wrong(CallFormat{.open = {"a"}, .close = {"<a>"}}),
            "a closing marker is written as an opening tag");
}

TEST(dialect, reasoning_is_checked) {
  const ReasoningFormat sound{.open = {"a"}, .close = {"b"}};
  ReasoningFormat format;
  EXPECT_EQ(wrong(format), "reasoning has no opener");
  format.open = {"a"};
  EXPECT_EQ(wrong(format), "reasoning has no closer");
  format = sound;
  format.ends_before = {"<c>"};
  EXPECT_EQ(wrong(format), "");
  format.ends_before = {""};
  EXPECT_EQ(wrong(format), "what ends reasoning from outside is empty");
  format = sound;
  format.drop = {""};
  EXPECT_EQ(wrong(format), "a token to drop is empty");
  format.drop = {"</s>"};
  EXPECT_EQ(wrong(format), "");
  EXPECT_EQ(wrong(FamilyFormat{nullptr, nullptr, {""}}), "a token to drop is empty");
  format = ReasoningFormat{.header = {.start = "s", .message = "m", .close = {"e"}}};
  EXPECT_EQ(wrong(format), "");
  format.starts_inside = true;
  EXPECT_EQ(wrong(format), "there is no reasoning to start in");
}

TEST(dialect, headers_are_checked) {
  EXPECT_EQ(wrong_header({.start = "s", .close = {"e"}}), "a header has no marker before its text");
  EXPECT_EQ(wrong_header({.start = "s", .message = "m"}), "a message has no end");
  EXPECT_EQ(wrong_header({.start = "s", .message = "m", .close = {"e"}}), "");
  for (const char* marker : {"", "<a>"}) {
    EXPECT_EQ(wrong_header({.start = "s", .message = "m", .close = {"e"}, .ends_before = {marker}}),
              "what ends a header from outside is empty or a tag");
  }
}

TEST(dialect, calls_are_checked) {
  const char* sentence = "a body without a name before it has a name format";
  EXPECT_EQ(wrong(CallFormat{.open = {"a"}, .name = {.before = "x"}}), sentence);
  EXPECT_EQ(wrong(CallFormat{.open = {"a"}, .name = {.id_mark = "x"}}), sentence);
  EXPECT_EQ(wrong(CallFormat{.open = {"a"}, .name = {.separator = "x"}}), sentence);
  EXPECT_EQ(wrong(CallFormat{.open = {"a"}, .name = {.prefix = "x"}}), sentence);
  EXPECT_EQ(wrong(CallFormat{.open = {"a"}, .name = {.is_id = true}}), sentence);
  EXPECT_EQ(wrong(CallFormat{.open = {"a"}, .name = {.kind = "x"}}), sentence);
  EXPECT_EQ(wrong(CallFormat{.open = {"a"}, .name = {.then = {"x"}}}), sentence);
  EXPECT_EQ(wrong(CallFormat{.open = {"a"}, .name = {.id_first = true}}), sentence);
  const auto named = [](const CallNameFormat& name) {
    return wrong(CallFormat{.open = {"a"}, .body = CallBody::name_then_json, .name = name});
  };
  EXPECT_EQ(named({.id_first = true}), "nothing stands between an id and the name after it");
  EXPECT_EQ(named({.id_mark = "x", .id_first = true}), "");
  const char* const alone = "nothing separates a name from what stands beside it";
  EXPECT_EQ(named({.kind = "x"}), alone);
  EXPECT_EQ(named({.then = {"x"}}), alone);
  EXPECT_EQ(named({.kind = "x", .separator = ":", .then = {"y"}}), "");
  CallFormat format{.open = {"a"}, .body = CallBody::name_then_json};
  EXPECT_EQ(wrong(format), "");
  format.name.needs_separator = true;
  EXPECT_EQ(wrong(format), "the separator that a name needs is empty");
  format.name.separator = ":";
  EXPECT_EQ(wrong(format), "");
  EXPECT_EQ(wrong(CallFormat{.open = {"abc", "a"}, .shared = 2}),
            "more of an opener is shared than it has");
  EXPECT_EQ(wrong(CallFormat{.open = {"<a>"}, .shared = 1}),
            "a tag can't be part of the body that it opens");
  EXPECT_EQ(wrong(CallFormat{.open = {"x["}, .is_leading = true, .shared = 1}),
            "a leading opener is not part of the body");
  EXPECT_EQ(wrong(CallFormat{.open = {"["}, .is_leading = true, .shared = 1}), "");
  EXPECT_EQ(wrong(CallFormat{.open = {"x[", "["}, .shared = 1}),
            "an opener that is all body is not a leading one");
}

TEST(dialect, tools_are_checked) {
  const CallFormat call{.open = {"a"}};
  EXPECT_EQ(wrong(ToolFormat{}), "nothing opens a call");
  EXPECT_EQ(wrong(ToolFormat{.calls = {call, CallFormat{}, call}}),
            "there is a gap between the ways to write a call");
  EXPECT_EQ(wrong(ToolFormat{.calls = {call}, .wrap_open = {"w"}}),
            "a wrapper lacks its opener or its closer");
  EXPECT_EQ(wrong(ToolFormat{.calls = {call}, .wrap_close = {"w"}}),
            "a wrapper lacks its opener or its closer");
  EXPECT_EQ(wrong(ToolFormat{.calls = {call}, .wrap_open = {"<w>"}, .wrap_close = {"</w>"}}), "");
  EXPECT_EQ(wrong(ToolFormat{.calls = {call}, .wrap_open = {"w"}, .wrap_close = {"</w>"}}),
            "a closing tag of a wrapper has no opening one");
  EXPECT_EQ(wrong(ToolFormat{.calls = {call}, .wrap_open = {"<w>"}, .wrap_close = {"<v>"}}),
            "a closing marker is written as an opening tag");
  EXPECT_EQ(wrong(ToolFormat{.calls = {call}, .wrap_open = {"w"}, .wrap_close = {"v"}}), "");
  const ReasoningFormat reasoning{.open = {"a"}, .close = {"b"}};
  const ToolFormat tools{.calls = {call}};
  EXPECT_EQ(wrong(FamilyFormat{&reasoning, &tools}), "one marker opens two things");
}

TEST(dialect, each_marker_stands_for_one_thing) {
  const auto refusal = [](const ReasoningFormat& reasoning, const ToolFormat& tools,
                          const WordList& drop = {}) {
    return wrong(FamilyFormat{&reasoning, &tools, drop});
  };
  const ReasoningFormat think{.open = {"<think>"}, .close = {"</think>"}};
  const ToolFormat call{.calls = {{{.open = {"<call>"}, .close = {"</call>"}}}}};
  EXPECT_EQ(refusal(think, call), "");
  EXPECT_EQ(refusal(think, call, {"<call>"}), "a token to drop opens something");
  EXPECT_EQ(refusal(think, call, {"</call>"}), "");
  EXPECT_EQ(refusal({.open = {"<a>", "<b>"}, .close = {"</a>"}}, call),
            "what is opened has tags of two names");
  EXPECT_EQ(refusal({.open = {"<a>"}, .close = {"</b>"}}, call),
            "what is opened has tags of two names");
  EXPECT_EQ(refusal({.open = {"<a>"}, .close = {"</a>", "</b>"}}, call),
            "what is opened has tags of two names");
  EXPECT_EQ(refusal({.open = {"<a>", "<b>"}, .close = {"</b>", "</a>"}}, call), "");
  EXPECT_EQ(refusal({.open = {"<a>"}, .close = {"</a>"}, .unwrap = {"<b>"}}, call),
            "a tag to unwrap is not given by its name alone");
  EXPECT_EQ(refusal({.open = {"<a>"}, .close = {"</a>"}, .unwrap = {"a"}}, call),
            "one tag stands for two things");
  EXPECT_EQ(refusal({.open = {"a", "a"}, .close = {"b"}}, call), "one marker opens two things");
  EXPECT_EQ(refusal(think, {.calls = {{{.open = {"a"}}, {.open = {"a"}}}}}),
            "one marker opens two things");
  EXPECT_EQ(refusal(think, {.calls = {{{.open = {"a"}}}}, .wrap_open = {"a"}, .wrap_close = {"b"}}),
            "one marker opens two things");
  EXPECT_EQ(refusal(think, {.calls = {{{.open = {"x"}, .close = {"</think>"}}}}}),
            "one tag stands for two things");
  EXPECT_EQ(refusal(think, {.calls = {{{.open = {"["}, .separator = '['}}}}),
            "the separator begins an opener");
  EXPECT_EQ(wrong(CallFormat{
                .open = {"["}, .body = CallBody::arguments, .is_leading = true, .shared = 1}),
            "a leading opener has a body that needs markers");
  EXPECT_EQ(wrong_header({.message = "m"}), "a header has no marker at its start");
}

// The error from reading JSON or from building rows.
TEST(dialect, what_could_never_be_read_is_refused) {
  for (const CallBody body : {CallBody::text, CallBody::xml}) {
    CallFormat format{.open = {"<c>"}, .body = body};
    EXPECT_EQ(wrong(format), "nothing closes a body that does not know its end");
    format.close = {"</c>"};
    EXPECT_EQ(wrong(format), "");
  }
  const char* const nameless = "a literal opens arguments, so nothing names the tool";
  EXPECT_EQ(wrong(CallFormat{.open = {"@@"}, .body = CallBody::arguments}), nameless);
  EXPECT_EQ(wrong(CallFormat{.open = {"<c>"}, .body = CallBody::arguments, .is_literal = true}),
            nameless);
  EXPECT_EQ(wrong(CallFormat{.open = {"<c>"}, .body = CallBody::arguments}), "");
  const auto header = [](const HeaderFormat& more) {
    HeaderFormat format = more;
    format.start = "s";
    format.message = "m";
    return wrong_header(format);
  };
  EXPECT_EQ(header({.close = {"e"}}), "");
  EXPECT_EQ(header({.close = {"e", ""}}), "what ends a message is empty");
  EXPECT_EQ(header({.close = {"e"}, .text_channels = {""}}), "a channel has no name");
}

TEST(dialect, formats_that_say_the_same_are_equal) {
  const ReasoningFormat one{.open = {"x"}, .close = {"y"}};
  const ReasoningFormat same = one;
  const ReasoningFormat other{.open = {"x"}, .close = {"z"}};
  EXPECT_TRUE((FamilyFormat{&one}) == (FamilyFormat{&same}));
  EXPECT_FALSE((FamilyFormat{&one}) == (FamilyFormat{&other}));
  EXPECT_FALSE((FamilyFormat{&one}) == FamilyFormat());
}

TEST(dialect, a_call_in_each_of_its_ways_is_a_call) {
  for (const Dialect& row : dialects()) {
    const Rules rules =
        *Rules::make({.dialect = std::string(row.name()), .tools = json_of({{"weather", {}}})});
    const notation::Family family = family_of(row);
    const std::size_t ways = family.ways(notation::Role::call).size();
    EXPECT_EQ(ways == 0, format_of(row).tools == nullptr) << row.name();
    for (std::size_t way = 0; way < ways; ++way) {
      const auto written = notation::written_call(row, way, "weather", R"({"city":"Oslo"})");
      if (!written) {  // text is the argument that it is
        EXPECT_NE(written.error().message, "") << row.name();
        continue;
      }
      const std::string text = written->text();
      const Message message = read(text, rules);
      EXPECT_EQ(message.content, "") << row.name() << ": " << text;
      EXPECT_EQ(message.reasoning, "") << row.name() << ": " << text;
      ASSERT_EQ(message.tool_calls.size(), 1U) << row.name() << ": " << text;
      EXPECT_EQ(message.tool_calls[0].name, "weather") << row.name();
      std::string arguments = message.tool_calls[0].arguments;
      std::erase(arguments, ' ');
      const notation::View templ = family.ways(notation::Role::call)[way];
      const bool is_text = has(templ, notation::Word::string) && !has(templ, notation::Word::key);
      if (is_text) {  // the row says what it is the argument of
        EXPECT_TRUE(arguments.ends_with(R"(":"Oslo"})")) << row.name() << ": " << arguments;
        continue;
      }
      EXPECT_EQ(arguments, R"({"city":"Oslo"})") << row.name();
    }
  }
}

TEST(dialect, the_text_of_a_row_has_its_lines_and_where_they_were_seen) {
  const Dialect& kimi = *find_dialect("kimi");
  EXPECT_EQ(kimi.name(), "kimi");
  EXPECT_EQ(kimi.aliases(), std::vector<std::string_view>{"kimi_vl"});
  EXPECT_TRUE(kimi.text().find("◁think▷REASONING◁/think▷\n") != kimi.text().npos);
  EXPECT_EQ(kimi.sources().front(), "reasoning parser kimi of SGLang");
  EXPECT_TRUE(kimi.evidence().empty());
  EXPECT_EQ(find_dialect("granite_20b_fc")->evidence(),
            (std::vector<std::string_view>{"answers of granite-20b-functioncalling in BFCL-Result",
                                           "another parser's tests"}));
  EXPECT_EQ(find_dialect("none")->text(), "  - likely models: translategemma\n");
  EXPECT_EQ(find_dialect("hunyuan_a13b")->aliases(), std::vector<std::string_view>{});
  for (const Dialect& row : dialects()) {
    EXPECT_TRUE(row.text().empty() || row.text().ends_with('\n')) << row.name();
    EXPECT_EQ(row.sources().empty(), row.name() == "none") << row.name();
    for (const std::string_view source : row.sources()) EXPECT_NE(source, "") << row.name();
    const auto own = inferences(std::string(row.name()) + ":\n" + std::string(row.text()));
    ASSERT_TRUE(own) << row.name() << own.error().message;
    EXPECT_EQ(*own, inferences(row)) << row.name();
  }
}

TEST(dialect, pythonic_shapes_are_checked) {
  const auto refusal = [](const PythonicShape& shape) {
    return wrong(CallFormat{.open = {"a"}, .body = CallBody::pythonic, .pythonic = &shape});
  };
  EXPECT_EQ(refusal(python_calls), "");
  EXPECT_EQ(refusal({.quote = "<q>"}), "");
  EXPECT_EQ(refusal({.quote = "<q<"}), "the first byte of a string's delimiter comes again in it");
}

TEST(dialect, markers_that_are_literals_may_look_like_tags) {
  const auto refusal = [](const WordList& open, const WordList& close) {
    return wrong(CallFormat{.open = open, .close = close, .is_literal = true});
  };
  EXPECT_EQ(refusal({"<a>"}, {"<b>"}), "");
  EXPECT_EQ(refusal({"</a>", "<a>"}, {}), "");
  EXPECT_EQ(refusal({"<a>"}, {"<a>"}), "an opening marker closes as well");
  EXPECT_EQ(refusal({""}, {}), "an opening marker is empty");
  EXPECT_EQ(refusal({"a"}, {""}), "a closing marker is empty");
}

TEST(dialect, xml_shapes_are_checked) {
  const auto refusal = [](const XmlShape& shape) {
    return wrong(ToolFormat{
        .calls = {{{.open = {"a"}, .close = {"b"}, .body = CallBody::xml, .shape = &shape}}}});
  };
  const XmlShape::Marks tag = {{{"<p>", "</p>"}}};
  const XmlShape::Marks literal = {{{"[p", "[/p]"}}};
  EXPECT_EQ(refusal({.parameters = tag, .head_end = ">"}), "");
  EXPECT_EQ(refusal({.parameters = tag}), "attributes have no end");
  EXPECT_EQ(refusal({.parameters = tag, .name_first = true}), "");
  EXPECT_EQ(refusal({}), "an XML shape has no parameters");
  EXPECT_EQ(refusal({.keys = tag}), "a key has no value");
  EXPECT_EQ(refusal({.values = tag, .name_first = true}), "");  // lines
  EXPECT_EQ(refusal({.keys = tag, .values = {{{"[v", ""}}}}),
            "a literal around a value has no end");
  EXPECT_EQ(refusal({.parameters = literal}), "attributes have no end");
  EXPECT_EQ(refusal({.parameters = literal, .head_end = "]"}), "");
  EXPECT_EQ(refusal({.parameters = {{tag[0], literal[0]}}, .name_first = true}),
            "attributes have no end");
  EXPECT_EQ(refusal(mixed_xml), "");
}

}  // namespace
}  // namespace tagstream

// Rules::make: a dialect, a model, rules of one's own, and what is read by them.
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "support/options.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {
namespace {

std::string error_of(const Options& options) {
  const auto made = Rules::make(options);
  if (made) return "";
  EXPECT_EQ(made.error().code, Code::bad_option);
  return made.error().message;
}

// A line for each event, neighbouring ones of one kind joined: "kind text".
std::string told(const Options& options, std::string_view text) {
  const Rules rules = *Rules::make(options);
  const auto read_in = [&](std::size_t size) {
    Reader reader(rules);
    std::string out;
    EventKind last = EventKind::stopped;
    const auto add = [&](std::span<const Event> events) {
      for (const Event& event : events) {
        const bool is_joined = event.kind == last && event.kind != EventKind::section_end;
        if (!is_joined) out += (out.empty() ? "" : "\n") + std::string(to_string(event.kind)) + ' ';
        out += event.text;
        last = event.kind;
      }
    };
    for (std::size_t at = 0; at < text.size(); at += size) add(reader.feed(text.substr(at, size)));
    add(reader.finish());
    return out;
  };
  const std::string whole = read_in(text.size());
  for (std::size_t size = 1; size <= 3; ++size) EXPECT_EQ(read_in(size), whole) << size;
  return whole;
}

// ---- a dialect and rules of one's own --------------------------------------------------------

constexpr std::string_view answer =
    "<think>a</think>b<result>c</result>d"
    R"(<tool_call>{"name":"f","arguments":{}}</tool_call>)";

TEST(make_rules, a_dialect_alone_leaves_other_tags_alone) {
  EXPECT_EQ(told({.dialect = "qwen3"}, answer),
            "markup <think>\nreasoning a\nmarkup </think>\ncontent b<result>c</result>d\n"
            "tool_call {}");
}

TEST(make_rules, a_rule_of_one_s_own_stands_beside_a_dialect) {
  EXPECT_EQ(told({.dialect = "qwen3", .hide = {"result"}}, answer),
            "markup <think>\nreasoning a\nmarkup </think>\ncontent b\nsection_start \n"
            "section_delta c\nsection_end \ncontent d\ntool_call {}");
  EXPECT_EQ(
      told({.dialect = "qwen3", .call = {"result"}}, R"(<result>{"name":"g"}</result>)"
                                                     R"(<tool_call>{"name":"f"}</tool_call>)"),
      "tool_call {}{}");
  EXPECT_EQ(told({.dialect = "qwen3", .drop = {"d"}}, "<think>ad</think>bd"),
            "markup <think>\nreasoning a\nmarkup d</think>\ncontent b\nmarkup d");
}

TEST(make_rules, a_rule_of_one_s_own_replaces_the_reasoning_of_a_dialect) {
  EXPECT_EQ(told({.dialect = "qwen3", .hide = {"think"}}, answer),
            "section_start \nsection_delta a\nsection_end \ncontent b<result>c</result>d\n"
            "tool_call {}");
  EXPECT_EQ(told({.dialect = "qwen3", .thought = {"think"}}, answer),
            "thought a\ncontent b<result>c</result>d\ntool_call {}");
  EXPECT_EQ(told({.dialect = "qwen3", .unwrap = {"think"}}, answer),
            "markup <think>\ncontent a\nmarkup </think>\ncontent b<result>c</result>d\n"
            "tool_call {}");
  EXPECT_EQ(told({.dialect = "qwen3", .hide = {"<think>…</think>"}}, answer),
            told({.dialect = "qwen3", .hide = {"think"}}, answer));
}

TEST(make_rules, a_rule_of_one_s_own_replaces_the_calls_of_a_dialect) {
  EXPECT_EQ(told({.dialect = "qwen3", .hide = {"tool_call"}}, answer),
            "markup <think>\nreasoning a\nmarkup </think>\ncontent b<result>c</result>d\n"
            "section_start \nsection_delta {\"name\":\"f\",\"arguments\":{}}\nsection_end ");
  EXPECT_EQ(told({.dialect = "mistral", .hide = {"[TOOL_CALLS]…[END]"}}, "[TOOL_CALLS]a[END]b"),
            "section_start \nsection_delta a\nsection_end \ncontent b");
  EXPECT_EQ(told({.dialect = "mistral", .reasoning = {"[THINK]…[/T]"}}, "[THINK]a[/T]b"),
            "markup [THINK]\nreasoning a\nmarkup [/T]\ncontent b");
}

TEST(make_rules, a_rule_of_one_s_own_stands_beside_dialect_auto_as_well) {
  EXPECT_EQ(told({.dialect = "auto", .hide = {"result"}}, "a<result>b</result>c"),
            "content a\nsection_start \nsection_delta b\nsection_end \ncontent c");
  EXPECT_EQ(told({.dialect = "auto", .hide = {"think"}}, "<think>a</think>b"),
            "section_start \nsection_delta a\nsection_end \ncontent b");
}

TEST(make_rules, a_rule_of_one_s_own_stands_beside_parts_of_dialects_and_own_formats) {
  EXPECT_EQ(told({.calls_of = "qwen3", .hide = {"think"}}, answer),
            told({.dialect = "qwen3", .hide = {"think"}}, answer));
  EXPECT_EQ(told({.reasoning_of = "qwen3", .call = {"tool_call"}}, answer),
            told({.dialect = "qwen3"}, answer));
  EXPECT_EQ(told({.format = "<t>NAME\\nARGUMENTS</t>", .reasoning = {"think"}},
                 "<think>a</think><t>f\n{}</t>"),
            "markup <think>\nreasoning a\nmarkup </think>\ntool_call {}");
}

TEST(make_rules, nearly_what_hermes_says) {
  std::string text(answer);
  text.append("<|im_end|>");
  Options options;
  options.reasoning = {"think"};
  options.call = {"tool_call"};
  options.drop = {"<|im_end|>"};
  EXPECT_EQ(told(options, text), told({.dialect = "hermes"}, text));
}

TEST(make_rules, a_token_to_drop_that_a_rule_of_one_s_own_opens_is_refused) {
  EXPECT_EQ(error_of({.hide = {"[T]…[/T]"}, .drop = {"[T]"}}),
            "drop: `[T]` opens what another rule is for");
  EXPECT_EQ(error_of({.hide = {"t"}, .drop = {"<t>"}}),
            "drop: `<t>` opens what another rule is for");
  EXPECT_EQ(error_of({.call = {"<t>NAME\\nARGUMENTS</t>"}, .drop = {"<t>"}}),
            "drop: `<t>` opens what another rule is for");
  EXPECT_EQ(error_of({.hide = {"t"}, .drop = {"t", "<T>", "</s>", "</s>"}}), "");
  EXPECT_EQ(error_of({.dialect = "qwen3", .drop = {"<think>"}}),
            "drop: `<think>` opens reasoning or a call");
}

TEST(make_rules, reasoning_of_one_s_own_ends_at_its_first_closer_and_sections_nest) {
  EXPECT_EQ(told({.reasoning = {"t"}}, "<t>a<t>b</t>c"),
            "markup <t>\nreasoning a<t>b\nmarkup </t>\ncontent c");
  EXPECT_EQ(told({.hide = {"t"}}, "<t>a<t>b</t>c</t>d"),
            "section_start \nsection_delta a<t>b</t>c\nsection_end \ncontent d");
}

// ## With `start_in_reasoning` the answer begins in the reasoning of the dialect or of a rule
//
// Rule: Rules of your own.
// Source: ours.
// Code: `dialects/compile.cpp: own_span_`.
//
// The dialect's reasoning counts before that of the first rule `reasoning`. Without either it is an
// error.
TEST(make_rules, reasoning_of_one_s_own_may_be_open_already) {
  const Options options{.reasoning = {"a", "b"}, .start_in_reasoning = true};
  EXPECT_EQ(told(options, "x</a>y\n<b>z</b>"),
            "reasoning x\nmarkup </a>\ncontent y\n\nmarkup <b>\nreasoning z\nmarkup </b>");
  EXPECT_EQ(error_of({.hide = {"a"}, .start_in_reasoning = true}),
            "start_in_reasoning: there is no reasoning to be in (of a tag that is hidden, "
            "`start_inside` says it)");
  EXPECT_EQ(
      error_of(
          {.hide = {"a"}, .reasoning = {"b"}, .start_in_reasoning = true, .start_inside = "a"}),
      "start_in_reasoning and start_inside exclude each other");
  EXPECT_EQ(told({.reasoning = {"a", "b"}, .start_inside = "b"}, "x</a></b>y"),
            "reasoning x</a>\nmarkup </b>\ncontent y");
}

// ## `leading_only` is refused beside a dialect and rules `reasoning`, `thought` and `call`
//
// Rule: Rules of your own.
// Source: ours.
// Code: `options/rules.cpp: check_leading`.
TEST(make_rules, leading_only_is_for_rules_that_hide_record_and_unwrap) {
  const char* const others =
      "leading_only stands beside a dialect, or beside another rule than hide, record and unwrap; "
      "leave one of the two out";
  EXPECT_EQ(error_of({.hide = {"a"}, .record = {"b"}, .unwrap = {"c"}, .leading_only = true}), "");
  EXPECT_EQ(error_of({.reasoning = {"a"}, .leading_only = true}), others);
  EXPECT_EQ(error_of({.thought = {"a"}, .leading_only = true}), others);
  EXPECT_EQ(error_of({.call = {"a"}, .leading_only = true}), others);
  EXPECT_EQ(error_of({.dialect = "qwen3", .hide = {"a"}, .leading_only = true}), others);
}

TEST(make_rules, a_tag_of_no_bytes_is_refused) {
  EXPECT_EQ(error_of({.hide = {"a"}, .limits = {.max_tag_bytes = 0}}),
            "max_tag_bytes: 0 is too small, give at least 1");
}

TEST(make_rules, an_unclosed_call_is_a_call_of_a_dialect_and_text_by_rules_of_one_s_own) {
  const std::string_view text = R"(<tool_call>{"name":"f"})";
  EXPECT_EQ(told({.call = {"tool_call"}}, text).substr(0, 7), "notice ");
  EXPECT_EQ(told({.call = {"tool_call"}, .unclosed_call = UnclosedCall::call}, text),
            "tool_call {}");
  for (const char* dialect : {"hermes", "auto"}) {
    EXPECT_NE(told({.dialect = dialect}, text).find("tool_call {}"), std::string::npos) << dialect;
  }
  EXPECT_EQ(told({.dialect = "qwen3", .call = {"tool"}}, R"(<tool>{"name":"f"})").substr(0, 7),
            "notice ");
  const char* const own = R"(<tool_call>{"name": "NAME", "arguments": ARGUMENTS}</tool_call>)";
  EXPECT_EQ(told({.format = own}, text), "tool_call {}");
  EXPECT_EQ(told({.dialect = "hermes", .unclosed_call = UnclosedCall::text}, text),
            told({.call = {"tool_call"}}, text));
}

// ---- a model ---------------------------------------------------------------------------------

// ## The name of a `model` sets the dialect
//
// Rule: The prompt, and dialect auto.
// Source: ours.
// Code: `options/rules.cpp: take_model`, `machine/machine.cpp: first_notice`.
//
// It also sets `start_in_reasoning` if the prompts of that model open the reasoning in every
// answer. If the name makes a dialect only likely, a notice `family` says so before anything else;
// an unknown name is an error.
TEST(make_rules, a_model_is_read_by_its_dialect) {
  const Rules rules = Rules::make({.model = "Qwen/Qwen3-8B"}).value();
  EXPECT_EQ(rules.options().dialect, "qwen3");
  EXPECT_EQ(rules.options().model, "Qwen/Qwen3-8B");
  EXPECT_FALSE(rules.options().start_in_reasoning);
  EXPECT_EQ(told({.model = "Qwen/Qwen3-8B"}, answer), told({.dialect = "qwen3"}, answer));
  EXPECT_TRUE(read("a", rules).notices.empty());
}

TEST(make_rules, a_model_whose_prompts_open_the_reasoning_starts_in_it) {
  const Options options{.model = "Qwen/Qwen3-4B-Thinking-2507"};
  const Rules rules = Rules::make(options).value();
  EXPECT_TRUE(rules.options().start_in_reasoning);
  EXPECT_EQ(told(options, "a</think>b"), "reasoning a\nmarkup </think>\ncontent b");
}

TEST(make_rules, bare_calls_are_refused_where_every_call_is_one) {
  const auto error_of = [](Options options) {
    options.bare_calls = BareCalls::never;
    const auto rules = Rules::make(std::move(options));
    return rules ? std::string() : rules.error().message;
  };
  const std::string line = R"(<tool>{"name": "NAME", "arguments": ARGUMENTS}</tool>)";
  const std::string said = "bare_calls is `never`, but ";
  EXPECT_EQ(error_of({.dialect = "deepseek_v4"}), "");
  EXPECT_EQ(error_of({.dialect = "deepseek_v4", .tool_choice = "required"}), "");
  EXPECT_EQ(error_of({.calls_of = "kimi_k2"}), "");
  EXPECT_EQ(error_of({.dialect = "hermes"}),
            said + "this family has no wrapper around its calls; leave it out");
  EXPECT_EQ(error_of({.dialect = "auto"}),
            said + "not all families that `auto` reads have wrappers around calls; leave it out");
  EXPECT_EQ(error_of({.dialect = "deepseek_v4", .call = {"t"}}),
            said + "calls of a tag or a pair of markers have no wrapper; leave it out");
  EXPECT_EQ(error_of({.call = {line}}),
            said + "a line of `call` has no wrapper around its call; leave it out");
  EXPECT_EQ(error_of({.format = line}),
            said + "this family has no wrapper around its calls; leave it out");
  EXPECT_EQ(error_of({.hide = {"t"}}), said + "no calls are read; leave it out");
}

TEST(make_rules, a_model_that_is_likely_gives_a_notice) {
  const Message message = read("a", {.model = "rednote-hilab/dots.llm1.inst"}).value();
  ASSERT_EQ(message.notices.size(), 1U);
  EXPECT_EQ(message.notices[0].code, Code::family);
  EXPECT_EQ(message.notices[0].text,
            "the dialect of `rednote-hilab/dots.llm1.inst` is likely "
            "`dots`");
  EXPECT_EQ(message.content, "a");
}

TEST(make_rules, a_model_that_is_unknown_is_refused) {
  EXPECT_EQ(error_of({.model = "rednote-hilab/dots.ocr"}),
            "model: no dialect is known for `rednote-hilab/dots.ocr`; give `dialect`, for "
            "reading also `auto`");
  EXPECT_EQ(error_of({.model = "Qwen/Qwem3"}),
            "model: no dialect is known for `Qwen/Qwem3`; did you mean `qwen3`?");
}

TEST(make_rules, a_model_goes_with_rules_of_one_s_own) {
  EXPECT_EQ(told({.model = "Qwen/Qwen3-8B", .hide = {"think"}}, answer),
            told({.dialect = "qwen3", .hide = {"think"}}, answer));
}

// ---- what is read by -------------------------------------------------------------------------

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

TEST(explain, says_the_dialect_and_the_rules_and_each_option) {
  const Rules rules = Rules::make({.dialect = "qwen3",
                                   .hide = {"result", "[T]...[/T]"},
                                   .call = {"tool"},
                                   .bad_calls = BadCalls::hide})
                          .value();
  const std::string text = rules.explain();
  EXPECT_TRUE(
      contains(text,
               "# the dialect `qwen3`\n"
               "  <think>REASONING</think>\n"
               "  <tool_call>\\n{\"name\": \"NAME\", \"arguments\": ARGUMENTS}\\n</tool_call>\n"
               "  <|im_start|>assistant\\nANSWER<|im_end|>\n"
               "  ANSWER<|endoftext|>\n\n"))
      << text;
  EXPECT_TRUE(contains(text, "# rules of your own\nhide: result\nhide: [T]…[/T]\ncall: tool\n"))
      << text;
  EXPECT_TRUE(contains(text, "\nbad_calls: hide\n")) << text;
  EXPECT_TRUE(contains(text, "\nunclosed_section: section (the default)\n")) << text;
  EXPECT_TRUE(contains(text, "\nmax_held_bytes: 16M (the default)\n")) << text;
}

TEST(explain, says_what_holds_where_an_option_is_auto) {
  const auto has = [](Options options, std::string_view line) {
    return contains(Rules::make(std::move(options)).value().explain(), line);
  };
  const std::string line = "\nunclosed_call: auto (the default): ";
  EXPECT_TRUE(has({.dialect = "qwen3"}, line + "call if it is complete\n"));
  EXPECT_TRUE(has({.dialect = "qwen3", .hide = {"a"}}, line + "call if it is complete\n"));
  EXPECT_TRUE(has({.call = {"t"}}, line + "text\n"));
  EXPECT_TRUE(has({.hide = {"t"}}, line + "text\n"));
  EXPECT_TRUE(has({.dialect = "qwen3", .call = {"t"}},
                  line + "call if it is complete for the dialect, text for rules of your own\n"));
  EXPECT_TRUE(
      has({.dialect = "qwen3", .unclosed_call = UnclosedCall::text}, "\nunclosed_call: text\n"));
  EXPECT_TRUE(has({.dialect = "qwen3"},
                  "\ncalls_in_reasoning: auto (the default): settle, as the dialect says\n"));
  EXPECT_TRUE(has({.call = {"t"}}, "\ncalls_in_reasoning: auto (the default): settle\n"));
}

TEST(explain, says_that_calls_in_fences_are_not_protected_by_fences) {
  const auto has = [](Options options, std::string_view line) {
    return contains(Rules::make(std::move(options)).value().explain(), line);
  };
  const std::string line = "\nmarkdown_code: auto (the default)";
  EXPECT_TRUE(has({.dialect = "command_r_plus"},
                  line + ": off, since the dialect writes calls in fences\n"));
  EXPECT_TRUE(has({.dialect = "qwen3"}, line + "\n"));
  EXPECT_TRUE(has({.hide = {"a"}}, line + "\n"));
}

TEST(explain, names_each_option_once) {
  const std::string text = Rules::make({.hide = {"a"}}).value().explain();
  for (const OptionInfo& info : option_infos()) {
    const std::string line = '\n' + std::string(info.name) + ": ";
    const bool is_rule = info.type == OptionInfo::Type::rules || info.name == "drop";
    const bool says_what_to_read_by = is_rule || info.name == "dialect" || info.name == "model" ||
                                      info.name == "format" || info.name.ends_with("_of");
    EXPECT_EQ(contains(text, line), !says_what_to_read_by || info.name == "hide") << info.name;
    EXPECT_EQ(text.find(line), text.rfind(line)) << info.name;
  }
}

TEST(explain, names_what_has_no_value) {
  const std::string text = Rules::make({.call = {"t"}}).value().explain();
  for (const char* const line : {"tools: not given", "tool_choice: auto", "prompt_tail: not given",
                                 "start_inside: not given", "id_seed: 0"}) {
    EXPECT_TRUE(contains(text, '\n' + std::string(line) + " (the default)\n")) << line;
  }
}

TEST(explain, says_a_value_in_one_line) {
  const std::string text = Rules::make({.dialect = "qwen3",
                                        .tools = "[\n  {\"name\": \"f\"}\r\n]",
                                        .tool_choice = "f",
                                        .prompt_tail = "<|im_start|>assistant\n<think>\n"})
                               .value()
                               .explain();
  EXPECT_TRUE(contains(text, "\ntools: [\\n  {\"name\": \"f\"}\\r\\n]\n")) << text;
  EXPECT_TRUE(contains(text, "\ntool_choice: f\n")) << text;
  EXPECT_TRUE(contains(text, "\nprompt_tail: <|im_start|>assistant\\n<think>\\n\n")) << text;
}

TEST(explain, says_that_the_prompts_of_a_model_open_its_reasoning) {
  const auto line = [](Options options) {
    const std::string text = Rules::make(std::move(options)).value().explain();
    const std::size_t begin = text.find("start_in_reasoning: ");
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  const std::string opened = "start_in_reasoning: true (the prompts of the model open it)";
  EXPECT_EQ(line({.model = "Qwen/Qwen3-4B-Thinking-2507"}), opened);
  EXPECT_EQ(line({.model = "Qwen/Qwen3-4B-Thinking-2507", .start_in_reasoning = true}), opened);
  EXPECT_EQ(line({.model = "Qwen/Qwen3-8B", .start_in_reasoning = true}),
            "start_in_reasoning: true");
}

TEST(explain, says_where_the_dialect_comes_from) {
  EXPECT_TRUE(contains(Rules::make({.model = "Qwen/Qwen3-8B"}).value().explain(),
                       "# the dialect of the model `Qwen/Qwen3-8B`: `qwen3`\n"));
  const std::string parts =
      Rules::make({.reasoning_of = "think", .calls_of = "jamba"}).value().explain();
  EXPECT_TRUE(contains(parts, "# only the reasoning of the dialect `think`\n"));
  EXPECT_TRUE(contains(parts, "# only the calls of the dialect `jamba`\n"));
  EXPECT_TRUE(contains(Rules::make({.dialect = "auto"}).value().explain(),
                       "# the dialect `auto`\n# what any family writes by markers of its own\n"));
  const std::string format = "<t>NAME\\nARGUMENTS</t>";
  EXPECT_TRUE(contains(Rules::make({.format = format}).value().explain(),
                       "# a dialect of your own\n  " + format + "\n\n"));
}

// The lines of dialects in what is explained.
std::string lines_of(Options options) {
  const std::string text = Rules::make(std::move(options)).value().explain();
  std::string lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = text.find('\n', at) + 1 - at;
    if (text.compare(at, 2, "  ") == 0) lines += text.substr(at, size);
    at += size;
  }
  return lines;
}

TEST(explain, leaves_out_what_a_rule_of_your_own_is_for) {
  const std::string format =
      "<think>REASONING</think> | [THINK]REASONING[/THINK]\n"
      "<calls>CALL...</calls>\n"
      "<call name=\"NAME\">PARAMETER...</call>\n"
      "<p name=\"KEY\">VALUE</p>\n";
  const std::string first = "  <think>REASONING</think> | [THINK]REASONING[/THINK]\n";
  const std::string wrapper = "  <calls>CALL...</calls>\n";
  const std::string call =
      "  <call name=\"NAME\">PARAMETER...</call>\n  <p name=\"KEY\">VALUE</p>\n";
  EXPECT_EQ(lines_of({.format = format, .hide = {"x"}}), first + wrapper + call);
  EXPECT_EQ(lines_of({.format = format, .hide = {"think"}}),
            "  [THINK]REASONING[/THINK]\n" + wrapper + call);
  EXPECT_EQ(lines_of({.format = format, .hide = {"[THINK]...[/THINK]"}}),
            "  <think>REASONING</think>\n" + wrapper + call);
  EXPECT_EQ(lines_of({.format = format, .hide = {"think", "[THINK]...[/THINK]"}}), wrapper + call);
  EXPECT_EQ(lines_of({.format = format, .hide = {"THINK"}}), first + wrapper + call);
  EXPECT_EQ(lines_of({.format = format, .hide = {"THINK"}, .ignore_case = true}),
            "  [THINK]REASONING[/THINK]\n" + wrapper + call);
  EXPECT_EQ(lines_of({.format = format, .hide = {"call"}}), first + wrapper);
  EXPECT_EQ(lines_of({.format = format, .record = {"calls"}}), first + call);
  EXPECT_EQ(lines_of({.format = format, .call = {"<call>NAME ARGUMENTS</call>"}}), first + wrapper);
  EXPECT_EQ(lines_of({.format = format, .drop = {"</s>"}}), first + wrapper + call);
}

TEST(explain, of_a_part_says_that_part) {
  EXPECT_EQ(lines_of({.reasoning_of = "qwen3"}),
            "  <think>REASONING</think>\n  <|im_start|>assistant\\nANSWER<|im_end|>\n"
            "  ANSWER<|endoftext|>\n");
  EXPECT_EQ(lines_of({.calls_of = "qwen3"}),
            "  <tool_call>\\n{\"name\": \"NAME\", \"arguments\": ARGUMENTS}\\n</tool_call>\n"
            "  <|im_start|>assistant\\nANSWER<|im_end|>\n  ANSWER<|endoftext|>\n");
  EXPECT_FALSE(contains(lines_of({.reasoning_of = "harmony"}), "  - "));
  EXPECT_TRUE(contains(lines_of({.calls_of = "harmony"}), "final<|message|>CONTENT"));
  EXPECT_TRUE(contains(lines_of({.calls_of = "harmony"}), "\n  - calls end reasoning\n"));
  EXPECT_FALSE(
      contains(lines_of({.dialect = "harmony", .calls_in_reasoning = CallsInReasoning::keep}),
               "calls end reasoning"));
}

TEST(explain, says_where_the_answer_begins) {
  EXPECT_TRUE(contains(Rules::make({.dialect = "think_forced"}).value().explain(),
                       "\nstart_in_reasoning: true (as the dialect says)\n"));
  EXPECT_TRUE(contains(Rules::make({.dialect = "think"}).value().explain(),
                       "\nstart_in_reasoning: false (the default)\n"));
  EXPECT_TRUE(
      contains(Rules::make({.dialect = "think", .start_in_reasoning = true}).value().explain(),
               "\nstart_in_reasoning: true\n"));
  EXPECT_FALSE(contains(lines_of({.dialect = "think_forced"}), "starts in reasoning"));
}

}  // namespace
}  // namespace tagstream

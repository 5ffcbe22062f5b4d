// Dialects.
#include <gtest/gtest.h>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/as_json.hpp"
#include "support/options.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {
namespace {

using testing::json_of;

// A word for each event and what it carries; neighbouring deltas of one kind are joined.
class Told {
 public:
  void add(std::span<const Event> events) {
    for (const Event& event : events) add(event);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void add(const Event& event) {
    const bool is_delta = event.kind == EventKind::content || event.kind == EventKind::reasoning ||
                          event.kind == EventKind::tool_call_delta ||
                          event.kind == EventKind::markup;
    if (!is_delta || event.kind != last_) {
      if (!text_.empty()) text_ += '\n';
      text_ += to_string(event.kind);
      text_ += ' ';
    }
    last_ = event.kind;
    if (is_delta) {
      text_ += event.text;
    } else if (event.kind == EventKind::tool_call || event.kind == EventKind::tool_call_start) {
      text_ += ids_.id(event) + ' ' + std::string(event.name) + std::string(event.arguments());
    } else {
      text_ += to_string(event.code);
    }
  }

  CallIds ids_;
  std::string text_;
  EventKind last_ = EventKind::notice;
};

// The events of a reader for one text in pieces of `size` bytes.
std::string told(Reader& reader, std::string_view text, std::size_t size = ~std::size_t{0}) {
  Told told;
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(std::min(size, rest.size())))
    told.add(reader.feed(rest.substr(0, size)));
  told.add(reader.finish());
  return told.text();
}

std::string told(const Options& options, std::string_view text) {
  Reader reader = *Reader::make(options);
  std::string whole = told(reader, text);
  reader.reset();
  EXPECT_EQ(told(reader, text, 1), whole);
  return whole;
}

std::string error_of(const Options& options) {
  const auto made = Rules::make(options);
  if (made) return "";
  EXPECT_EQ(made.error().code, Code::bad_option);
  return made.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

const Options hermes{.dialect = "hermes"};

// A call of f with an argument, and the same as told.
constexpr std::string_view call_f = R"(<tool_call>{"name":"f","arguments":{"n":1}}</tool_call>)";
constexpr std::string_view told_f = R"(tool_call call_0 f{"n":1})";

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (std::string_view part : parts) text += part;
  return text;
}

TEST(families, a_token_to_drop_that_opens_something_is_refused_in_any_case_that_opens_it) {
  const auto make = [](const char* token, bool ignore_case) {
    return bool(Rules::make({.dialect = "hermes", .drop = {token}, .ignore_case = ignore_case}));
  };
  for (const bool ignore_case : {false, true}) {
    EXPECT_FALSE(make("<think>", ignore_case));
    EXPECT_FALSE(make("<tool_call>", ignore_case));
    EXPECT_TRUE(make("<thin>", ignore_case));
    EXPECT_EQ(make("<Think>", ignore_case), !ignore_case);
    EXPECT_EQ(make("<TOOL_CALL>", ignore_case), !ignore_case);
  }
}

TEST(families, options_that_say_nothing_or_too_much_are_refused) {
  EXPECT_EQ(error_of({}),
            "nothing to read by: give a dialect (dialect=NAME or auto), a model (model=NAME) "
            "or a rule (hide, call, ...)");
  const char* both = "reasoning_of and calls_of exclude dialect, model and format";
  EXPECT_EQ(error_of({.dialect = "hermes", .reasoning_of = "think"}), both);
  EXPECT_EQ(error_of({.dialect = "hermes", .calls_of = "jamba"}), both);
  EXPECT_EQ(error_of({.model = "Qwen/Qwen3-8B", .calls_of = "jamba"}), both);
  EXPECT_EQ(error_of({.format = "<t>NAME\\nARGUMENTS</t>", .calls_of = "jamba"}), both);
  const char* one = "dialect, model and format exclude each other: give one";
  EXPECT_EQ(error_of({.dialect = "hermes", .model = "Qwen/Qwen3-8B"}), one);
  EXPECT_EQ(error_of({.dialect = "hermes", .format = "<t>NAME\\nARGUMENTS</t>"}), one);
  EXPECT_EQ(error_of({.model = "Qwen/Qwen3-8B", .format = "<t>NAME\\nARGUMENTS</t>"}), one);
  EXPECT_EQ(error_of({.dialect = "hermes"}), "");
  EXPECT_EQ(error_of({.reasoning_of = "think"}), "");
  EXPECT_EQ(error_of({.calls_of = "jamba"}), "");
  EXPECT_EQ(error_of({.reasoning_of = "think", .calls_of = "jamba"}), "");
  EXPECT_EQ(error_of({.reasoning_of = "none", .calls_of = "none"}), "");
  EXPECT_EQ(error_of({.dialect = "none"}), "");
}

TEST(families, of_an_empty_list_no_tool_can_be_chosen) {
  const std::string error = "tool_choice: the tool `f` is not offered";
  EXPECT_EQ(error_of({.dialect = "hermes", .tools = "[]", .tool_choice = "f"}), error);
  EXPECT_EQ(error_of({.dialect = "hermes", .tool_choice = "f"}), "");
  EXPECT_EQ(error_of({.dialect = "hermes", .tools = "[]", .tool_choice = "auto"}), "");
}

TEST(families, unknown_names_are_named_and_so_is_what_they_may_mean) {
  EXPECT_EQ(error_of({.dialect = "hermess"}),
            "dialect: there is no dialect `hermess`; did you mean `hermes`?");
  EXPECT_EQ(error_of({.dialect = "autoo"}),
            "dialect: there is no dialect `autoo`; did you mean `auto`?");
  EXPECT_EQ(error_of({.dialect = "Qwen/Qwen3-8B"}),
            "dialect: there is no dialect `Qwen/Qwen3-8B`: it is the name of a model: give it as "
            "`model`");
  EXPECT_EQ(error_of({.dialect = "nothing at all"}),
            "dialect: there is no dialect `nothing at all`");
  EXPECT_EQ(error_of({.reasoning_of = "thinkk"}),
            "reasoning_of: there is no dialect `thinkk`; did you mean `think`?");
  EXPECT_EQ(error_of({.reasoning_of = "think", .calls_of = "jambaa"}),
            "calls_of: there is no dialect `jambaa`; did you mean `jamba`?");
  EXPECT_EQ(error_of({.dialect = std::string(100000, 'a')}).substr(0, 40),
            "dialect: there is no dialect `aaaaaaaaaa");
}

TEST(families, a_part_that_a_dialect_lacks_is_refused) {
  EXPECT_EQ(error_of({.reasoning_of = "jamba"}),
            "reasoning_of: the dialect `jamba` has no reasoning");
  EXPECT_EQ(error_of({.calls_of = "think"}), "calls_of: the dialect `think` has no calls");
}

TEST(families, names_may_be_aliases_in_any_case_with_either_dash) {
  for (const char* name : {"qwen25", "QWEN25", "nemotron-json", "Nemotron_Json"}) {
    EXPECT_EQ(told(Options{.dialect = name}, call_f), told_f) << name;
    EXPECT_EQ(told(Options{.calls_of = name}, call_f), told_f) << name;
    EXPECT_EQ(told(Options{.reasoning_of = name}, "<think>a</think>b"),
              "markup <think>\nreasoning a\nmarkup </think>\ncontent b");
  }
}

TEST(families, options_that_can_t_be_are_refused) {
  const char* nowhere =
      "start_in_reasoning: there is no reasoning to be in (of a tag that is hidden, `start_inside` "
      "says it)";
  EXPECT_EQ(error_of({.dialect = "jamba", .start_in_reasoning = true}), nowhere);
  EXPECT_EQ(error_of({.calls_of = "hermes", .start_in_reasoning = true}), nowhere);
  EXPECT_EQ(error_of({.dialect = "hermes", .start_in_reasoning = true}), "");
  EXPECT_EQ(error_of({.dialect = "auto", .start_in_reasoning = true}),
            "start_in_reasoning: dialect auto can't know what will close the reasoning: name the "
            "family, or give the end of the prompt");
  EXPECT_EQ(error_of({.dialect = "hermes", .drop = {"a", ""}}), "drop: the value is empty");
  EXPECT_EQ(error_of({.dialect = "hermes", .tools = json_of({{"f", {}}, {"f", {}}})}),
            "tools: the tool `f` is there twice");
}

TEST(families, a_choice_of_tools_that_can_t_be_is_refused) {
  const auto with_choice = [](const char* choice, bool only, const char* tool) {
    Options options{.dialect = "hermes", .tool_choice = choice, .only_offered = only};
    if (*tool != 0) options.tools = json_of({{tool, {}}});
    return error_of(options);
  };
  EXPECT_EQ(with_choice("", false, ""), "");
  EXPECT_EQ(with_choice("auto", false, ""), "");
  EXPECT_EQ(with_choice("none", false, ""), "");
  EXPECT_EQ(with_choice("required", false, ""), "");
  EXPECT_EQ(with_choice("f", false, ""), "");
  EXPECT_EQ(with_choice("auto", true, ""), "only_offered: no tool is offered: give `tools`");
  EXPECT_EQ(with_choice("f", true, "g"), "tool_choice: the tool `f` is not offered");
  EXPECT_EQ(with_choice("f", true, "f"), "");
  EXPECT_EQ(with_choice("f", false, "g"), "tool_choice: the tool `f` is not offered");
  EXPECT_EQ(with_choice("get_wether", false, "get_weather"),
            "tool_choice: the tool `get_wether` is not offered; did you mean `get_weather`?");
  EXPECT_EQ(with_choice("requird", false, "get_weather"),
            "tool_choice: the tool `requird` is not offered; did you mean `required`?");
  EXPECT_EQ(with_choice("nope", false, "get_weather"),
            "tool_choice: the tool `nope` is not offered");
  EXPECT_EQ(with_choice(R"({"type": "function", "function": {"name": "f"}})", false, "f"), "");
  EXPECT_EQ(with_choice(R"({"type": "tool", "name": "f"})", false, "f"), "");
  EXPECT_EQ(with_choice(R"({"type": "function", "function": {"name": "g"}})", false, "f"),
            "tool_choice: the tool `g` is not offered");
  EXPECT_EQ(with_choice(R"({"type": "function"})", false, "f"),
            R"(tool_choice: the object names no tool: `{"type": "function"}`)");
  EXPECT_EQ(with_choice("{", false, "f"), "tool_choice: the object names no tool: `{`");
}

TEST(families, a_choice_that_is_a_word_and_a_tool_is_refused) {
  Options options{.dialect = "hermes", .tools = json_of({{"none", {}}}), .tool_choice = "none"};
  EXPECT_EQ(error_of(options),
            "tool_choice: `none` is a word of its own and the name of a tool: give {\"type\": "
            "\"function\", \"function\": {\"name\": \"none\"}} for the tool");
  options.tool_choice = R"({"type": "function", "function": {"name": "none"}})";
  EXPECT_EQ(told(options, "{}"), "tool_call call_0 none{}");
  options.tool_choice = "";
  EXPECT_EQ(error_of(options), "");
}

TEST(families, a_choice_of_tools_says_what_is_called) {
  Options options{.dialect = "hermes", .tools = json_of({{"f", {}}, {"g", {}}})};
  for (const char* const choice : {"", "auto", "required"}) {
    options.tool_choice = choice;
    EXPECT_EQ(told(options, call_f), told_f) << choice;
  }
  options.tool_choice = "none";
  EXPECT_TRUE(contains(told(options, call_f), "tool_call_error not_allowed"));
  options.tool_choice = "required";
  EXPECT_EQ(told(options, R"([{"name":"g","arguments":{}}])"), "tool_call call_0 g{}");
  options.tool_choice = "f";
  EXPECT_EQ(told(options, R"({"n":1})"), told_f);
  options.tool_choice = "auto";
  options.parallel_tool_calls = false;
  EXPECT_TRUE(contains(told(options, joined({call_f, call_f})),
                       joined({told_f, "\ntool_call_error not_allowed"})));
  options.parallel_tool_calls = true;
  options.only_offered = true;
  options.tools = json_of({{"g", {}}});
  EXPECT_TRUE(contains(told(options, call_f), "tool_call_error unknown_tool"));
}

TEST(families, tools_that_are_none_are_refused) {
  EXPECT_EQ(error_of({.dialect = "hermes", .tools = "{"}), "tools: not JSON at line 1, column 2");
  EXPECT_EQ(error_of({.dialect = "hermes", .tools = " \n"}), "");
}

TEST(families, rules_keep_the_options_and_serve_many_readers) {
  const Rules rules = *Rules::make({.dialect = "QWEN25", .drop = {"x"}});
  EXPECT_EQ(rules.options().dialect, "QWEN25");
  EXPECT_EQ(rules.options().drop.size(), 1U);
  Reader a(rules);
  Reader b(rules);
  a.feed("<think>");
  EXPECT_EQ(told(b, "axb"), "content a\nmarkup x\ncontent b");
  EXPECT_EQ(told(a, "axb"), "reasoning a\nmarkup x\nreasoning b\nnotice unclosed_reasoning");
}

TEST(families, text_reasoning_and_calls_come_in_order) {
  EXPECT_EQ(told(hermes, joined({"a\n<think>b</think>c", call_f, "d"})),
            joined({"content a\n\nmarkup <think>\nreasoning b\nmarkup </think>\n"
                    "content c\n",
                    told_f, "\ncontent d"}));
}

TEST(families, nothing_of_a_call_leaves_before_its_closer) {
  Reader reader = *Reader::make(hermes);
  EXPECT_TRUE((reader.feed(call_f.substr(0, call_f.size() - 1))).empty());
  EXPECT_GT(reader.stats().bytes_held, 0U);
  const std::span<const Event> events = reader.feed(">");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::tool_call);
  EXPECT_EQ(events[0].span.start, 0U);
  EXPECT_EQ(events[0].span.end, call_f.size());
  EXPECT_EQ(reader.stats().bytes_held, 0U);
}

TEST(families, reasoning_leaves_at_once) {
  Reader reader = *Reader::make(hermes);
  reader.feed("<think>");
  const std::span<const Event> events = reader.feed("a<");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::reasoning);
  EXPECT_EQ(events[0].text, "a");
}

TEST(families, it_starts_in_reasoning_if_asked) {
  const Options options{.reasoning_of = "think", .start_in_reasoning = true};
  EXPECT_EQ(told(options, "a</think>b"), "reasoning a\nmarkup </think>\ncontent b");
  EXPECT_EQ(told(Options{.dialect = "think_forced"}, "a</think>b"),
            "reasoning a\nmarkup </think>\ncontent b");
}

TEST(families, auto_says_whose_calls_it_does_not_read) {
  const auto first_notice = [](std::string_view text) {
    Reader reader = *Reader::make({.dialect = "auto"});
    Message message;
    message.add(reader.feed(text));
    message.finish(reader.finish());
    return message.notices.empty() ? std::string() : message.notices[0].text;
  };
  EXPECT_EQ(first_notice("<｜tool▁calls▁begin｜>"),
            "calls are marked as by composer, deepseek_v3, deepseek_v31; auto does not read the "
            "calls of composer");
  EXPECT_EQ(first_notice("[TOOL_CALLS]f[ARGS]{}"), "calls are marked as by mistral, xlam");
  EXPECT_EQ(first_notice("<think>a</think>").find("auto"), std::string::npos);
}

// Where the reasoning begins that a text has ended in; -1: nowhere.
int unclosed(Reader& reader, std::string_view text) {
  Message message;
  message.add(reader.feed(text));
  EXPECT_EQ(message.reasoning_closed, std::nullopt);  // it may still be closed
  message.finish(reader.finish());
  for (const Notice& notice : message.notices) {
    if (notice.code != Code::unclosed_reasoning) continue;
    EXPECT_EQ(message.reasoning_closed, false);
    return static_cast<int>(notice.offset);
  }
  EXPECT_EQ(message.reasoning_closed, true);
  return -1;
}

TEST(families, reasoning_that_never_closes_is_known) {
  Reader reader = *Reader::make({.dialect = "qwen3"});
  const auto at = [&](std::string_view text) {
    reader.reset();
    return unclosed(reader, text);
  };
  EXPECT_EQ(at("a\n<think>b"), 2);
  EXPECT_EQ(at("<think>"), 0);
  EXPECT_EQ(at("<think>a</think>b\n<think>c</"), 18);
  EXPECT_EQ(at("<think>a</think>b\n<think>c</thi"), -1);  // the notice is `half_closer`
  EXPECT_EQ(at("<think>a</think>b"), -1);
  EXPECT_EQ(at("a"), -1);
  EXPECT_EQ(at("<thi"), -1);
  EXPECT_EQ(at("<think>a<tool_call>{\"name\":\"f\"}</tool_call>"), -1);
  EXPECT_EQ(at("<think>a<tool_call>{\"name\":\"f\"}</tool_call>b"), 0);

  reader.reset();
  EXPECT_TRUE(reader.prime("<think>a"));
  EXPECT_EQ(unclosed(reader, "b"), 0);
  reader.reset();
  EXPECT_TRUE(reader.prime("<think>a"));
  EXPECT_EQ(unclosed(reader, "b</think>c\n<think>d"), 11);

  Reader forced = *Reader::make({.dialect = "deepseek_r1"});
  EXPECT_EQ(unclosed(forced, "a"), 0);
  Reader header = *Reader::make({.dialect = "gpt_oss"});
  EXPECT_EQ(unclosed(header, "<|channel|>analysis<|message|>a"), 0);
  header.reset();
  EXPECT_EQ(unclosed(header, "<|channel|>analysis<|message|>a<|end|>"), -1);
}

// Where reasoning is not known, a call in it is one.
TEST(families, reasoning_is_content_where_only_calls_are_read) {
  EXPECT_EQ(told(Options{.calls_of = "hermes"}, joined({"<think>a</think>b", call_f, "c"})),
            joined({"content <think>a</think>b\n", told_f, "\ncontent c"}));
  EXPECT_EQ(told(Options{.calls_of = "hermes"}, joined({"<think>", call_f, " no</think>b"})),
            joined({"content <think>\n", told_f, "\ncontent  no</think>b"}));
}

TEST(families, a_call_in_open_reasoning_is_as_asked) {
  const std::string never_closed = "\nnotice unclosed_reasoning";
  Options options = hermes;
  const std::string last = joined({"<think>a", call_f});
  EXPECT_EQ(told(options, last), joined({"markup <think>\nreasoning a\n", told_f}));
  options.calls_in_reasoning = CallsInReasoning::keep;
  EXPECT_EQ(told(options, last), joined({"markup <think>\nreasoning a", call_f, never_closed}));
  const std::string quoted = joined({"<think>a", call_f, "b"});
  EXPECT_EQ(told(options, quoted),
            joined({"markup <think>\nreasoning a", call_f, "b", never_closed}));
  options.calls_in_reasoning = CallsInReasoning::settle;
  EXPECT_EQ(told(options, quoted),
            joined({"markup <think>\nreasoning a", call_f, "b", never_closed}));
  options.calls_in_reasoning = CallsInReasoning::end;
  EXPECT_EQ(told(options, quoted),
            joined({"markup <think>\nreasoning a\n", told_f, "\ncontent b"}));
  options.calls_in_reasoning = CallsInReasoning::extract;
  EXPECT_EQ(told(options, quoted),
            joined({"markup <think>\nreasoning a\n", told_f, "\nreasoning b", never_closed}));
}

TEST(families, an_unclosed_call_is_as_asked) {
  Options options = hermes;
  const std::string_view text = R"(<tool_call>{"name":"f"})";
  const std::string content = joined({"content ", text});
  EXPECT_EQ(told(options, text), "tool_call call_0 f{}");
  options.unclosed_call = UnclosedCall::text;
  EXPECT_EQ(told(options, text), "notice unclosed_call\n" + content);
  options.unclosed_call = UnclosedCall::error;
  EXPECT_EQ(told(options, text), content + "\ntool_call_error unclosed");
}

TEST(families, pieces_come_as_they_are_known) {
  Reader reader = *Reader::make({.dialect = "mistral", .incremental = true});
  std::span<const Event> events = reader.feed("[TOOL_CALLS]f[CALL_ID]x1[ARGS]{");
  ASSERT_GE(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::tool_call_start);
  EXPECT_EQ(events[0].name, "f");
  EXPECT_EQ(events[0].id, "x1");
  reader.reset();
  EXPECT_EQ(told(reader, R"([TOOL_CALLS]f{"a":1})"),
            "tool_call_start call_0 f\ntool_call_delta {\"a\":1}\ntool_call call_0 f{\"a\":1}");
}

TEST(families, other_options_reach_the_reader) {
  const std::string_view single = "<tool_call>{'name':'f','arguments':{'n':1}}</tool_call>";
  EXPECT_EQ(told(hermes, single), told_f);
  EXPECT_TRUE(contains(told(Options{.dialect = "hermes", .strict_json = true}, single),
                       "tool_call_error invalid_json"));
  EXPECT_EQ(told(Options{.dialect = "hermes", .ignore_case = true}, "<Think>a</THINK>b"),
            "markup <Think>\nreasoning a\nmarkup </THINK>\ncontent b");
  EXPECT_EQ(told(Options{.dialect = "hermes", .markdown_code = MarkdownCode::all}, "`<think>` a"),
            "content `\nnotice quoted\ncontent <think>` a");
  EXPECT_EQ(told(Options{.dialect = "hermes", .drop = {"<|im_end|>", "</s>"}},
                 "a<|im_end|><think>b</s>c"),
            "content a\nmarkup <|im_end|><think>\nreasoning b\nmarkup </s>\n"
            "reasoning c\nnotice unclosed_reasoning");
}

TEST(families, a_whole_answer_is_a_message) {
  const Rules rules = *Rules::make(hermes);
  const Message message = read(joined({"<think>a</think>b", call_f, "c"}), rules);
  EXPECT_EQ(testing::as_json(message),
            R"({"content":"bc","reasoning":"a","tool_calls":[{"index":0,"id":"call_0","name":"f",)"
            R"("arguments":"{\"n\":1}","raw":"{\"name\":\"f\",\"arguments\":{\"n\":1}}",)"
            R"("is_closed":true,"start":17,"end":72}],"finish_reason":"tool_calls"})");
  EXPECT_EQ(testing::as_json(read("", rules)), R"({"content":"","finish_reason":"stop"})");
}

TEST(families, a_text_is_fed_until_its_end) {
  Reader reader = *Reader::make(hermes);
  reader.feed("a<");
  EXPECT_EQ(reader.finish().size(), 1U);
  EXPECT_TRUE(reader.finish().empty());
  EXPECT_EQ(reader.error(), nullptr);
}

TEST(families, reset_forgets_the_stream) {
  Reader reader = *Reader::make(hermes);
  told(reader, joined({"<think>a</think>b", call_f, "<think>c<tool_call>"}));
  reader.reset();
  EXPECT_EQ(reader.stats().bytes_fed, 0U);
  // Neither in reasoning, nor has any been closed; calls count from 0, bytes as well.
  EXPECT_EQ(told(reader, joined({"a</think>", call_f})),
            joined({"content a\nnotice stray_close\ncontent </think>\n", told_f}));
  reader.reset();
  const std::span<const Event> events = reader.feed(call_f);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].span.start, 0U);
}

TEST(families, a_reader_can_be_moved) {
  Reader first = *Reader::make(hermes);
  first.feed("<think>a");
  Reader second = std::move(first);
  EXPECT_EQ(told(second, "b</think>"), "reasoning b\nmarkup </think>");
  first = *Reader::make({.dialect = "none"});
  EXPECT_EQ(told(first, "<think>"), "content <think>");
}

TEST(families, figures_tell_what_was_done) {
  Reader reader = *Reader::make(hermes);
  std::uint64_t events = reader.feed("a<think>b").size();
  events += reader.feed("</thi").size();
  EXPECT_EQ(reader.stats().bytes_fed, 14U);
  EXPECT_GT(reader.stats().bytes_held, 0U);
  events += reader.finish().size();
  const Stats stats = reader.stats();
  EXPECT_EQ(stats.bytes_held, 0U);
  EXPECT_GE(stats.bytes_held_max, 5U);
  EXPECT_GE(stats.bytes_examined, 14U);
  EXPECT_EQ(stats.events, events);
  EXPECT_EQ(stats.limit_hits, 0U);
}

TEST(families, a_limit_stops_the_reader_which_gives_what_was_held) {
  Options options = hermes;
  options.limits.max_held_bytes = 12;
  const std::string text = joined({"a", call_f});
  EXPECT_TRUE(contains(told(options, text), "tool_call_error too_large"));
  options.limits.on_limit = OnLimit::stop;
  Reader reader = *Reader::make(options);
  const auto events = reader.feed(text);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.back().kind, EventKind::stopped);
  ASSERT_NE(reader.error(), nullptr);
  EXPECT_EQ(reader.error()->code, Code::limit_exceeded);
  EXPECT_TRUE(reader.finish().empty());
  EXPECT_EQ(reader.stats().limit_hits, 1U);
  const Message message = read(text, *Rules::make(options));
  ASSERT_TRUE(message.stopped);
  EXPECT_EQ(message.stopped->code, Code::max_held_bytes);
  EXPECT_EQ(message.stopped->text, reader.error()->message);
  EXPECT_EQ(message.content, text.substr(0, message.content.size()));
  EXPECT_GE(message.content.size(), 1 + options.limits.max_held_bytes);
}

}  // namespace
}  // namespace tagstream

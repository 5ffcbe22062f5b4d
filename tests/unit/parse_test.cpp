#include "support/options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "cli/nearest.hpp"
#include "support/as_json.hpp"

namespace tagstream {
namespace {

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
                          event.kind == EventKind::tool_call_delta || event.kind == EventKind::markup;
    if (!is_delta || event.kind != last_) {
      if (!text_.empty()) text_ += '\n';
      text_ += to_string(event.kind);
      text_ += ' ';
    }
    last_ = event.kind;
    if (is_delta) {
      text_ += event.text;
    } else if (event.kind == EventKind::notice) {
      text_ += to_string(event.code);
    } else if (event.kind == EventKind::tool_call_error) {
      text_ += to_string(event.call()->error());
    } else if (event.call() != nullptr) {
      text_ += ids_.id(*event.call()) + ' ' + std::string(event.call()->tool()) +
               std::string(event.call()->arguments());
    }
  }

  CallIds ids_;
  std::string text_;
  EventKind last_ = EventKind::notice;
};

// What a reader tells of one text in pieces of `size` bytes.
std::string told(Reader& parser, std::string_view text, std::size_t size = ~std::size_t{0}) {
  Told told;
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(std::min(size, rest.size())))
    told.add(parser.feed(rest.substr(0, size)));
  told.add(parser.finish());
  return told.text();
}

std::string told(const Options& options, std::string_view text) {
  Reader parser = *Reader::make(options);
  std::string whole = told(parser, text);
  parser.reset();
  EXPECT_EQ(told(parser, text, 1), whole);
  return whole;
}

std::string error_of(const Options& options) {
  const auto made = Rules::make(options);
  if (made) return "";
  EXPECT_EQ(made.error().code, Errc::bad_option);
  EXPECT_EQ(made.error().offset, 0U);
  return made.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

const Options hermes{.dialect = "hermes"};

// A call of f with an argument, and the same as told.
constexpr std::string_view call_f = R"(<tool_call>{"name":"f","arguments":{"n":1}}</tool_call>)";
constexpr std::string_view told_f = R"(tool-call call_0 f{"n":1})";

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (std::string_view part : parts) text += part;
  return text;
}

TEST(parse_rules, a_token_to_drop_that_opens_something_is_refused_in_any_case_that_opens_it) {
  const auto make = [](const char* token, bool ignore_case) {
    return bool(
        Rules::make({.dialect = "hermes", .drop = {token}, .ignore_case = ignore_case}));
  };
  for (const bool ignore_case : {false, true}) {
    EXPECT_FALSE(make("<think>", ignore_case));
    EXPECT_FALSE(make("<tool_call>", ignore_case));
    EXPECT_TRUE(make("<thin>", ignore_case));
    EXPECT_EQ(make("<Think>", ignore_case), !ignore_case);
    EXPECT_EQ(make("<TOOL_CALL>", ignore_case), !ignore_case);
  }
}

TEST(parse, options_that_say_nothing_or_too_much_are_refused) {
  EXPECT_EQ(error_of({}), "neither a dialect nor a reasoning or tool format is named");
  const char* both = "a dialect and a reasoning or tool format are named";
  EXPECT_EQ(error_of({.dialect = "hermes", .reasoning_of = "think"}), both);
  EXPECT_EQ(error_of({.dialect = "hermes", .calls_of = "jamba"}), both);
  EXPECT_EQ(error_of({.dialect = "hermes"}), "");
  EXPECT_EQ(error_of({.reasoning_of = "think"}), "");
  EXPECT_EQ(error_of({.calls_of = "jamba"}), "");
  EXPECT_EQ(error_of({.reasoning_of = "think", .calls_of = "jamba"}), "");
  EXPECT_EQ(error_of({.reasoning_of = "none", .calls_of = "none"}), "");
  EXPECT_EQ(error_of({.dialect = "none"}), "");
}

TEST(parse, unknown_names_are_named) {
  EXPECT_EQ(error_of({.dialect = "hermess"}), "there is no dialect 'hermess'");
  EXPECT_EQ(error_of({.reasoning_of = "thinkk"}), "there is no dialect 'thinkk'");
  EXPECT_EQ(error_of({.reasoning_of = "think", .calls_of = "jambaa"}),
            "there is no dialect 'jambaa'");
}

TEST(parse, names_may_be_aliases_in_any_case_with_either_dash) {
  for (const char* name : {"qwen25", "QWEN25", "nemotron-json", "Nemotron_Json"}) {
    EXPECT_EQ(told(Options{.dialect = name}, call_f), told_f) << name;
    EXPECT_EQ(told(Options{.calls_of = name}, call_f), told_f) << name;
    EXPECT_EQ(told(Options{.reasoning_of = name}, "<think>a</think>b"),
              "markup <think>\nreasoning-delta a\nmarkup </think>\ncontent-delta b");
  }
}

TEST(parse, options_that_can_t_be_are_refused) {
  const char* nowhere = "start_in_reasoning: there is no reasoning to be in";
  EXPECT_EQ(error_of({.dialect = "jamba", .start_in_reasoning = true}), nowhere);
  EXPECT_EQ(error_of({.calls_of = "hermes", .start_in_reasoning = true}), nowhere);
  EXPECT_EQ(error_of({.dialect = "hermes", .start_in_reasoning = true}), "");
  EXPECT_EQ(error_of({.dialect = "auto", .start_in_reasoning = true}),
            "start_in_reasoning: dialect auto can't know what will close the reasoning: name the "
            "family, or give the end of the prompt");
  EXPECT_EQ(error_of({.dialect = "hermes", .drop = {"a", ""}}), "a token to drop is empty");
  EXPECT_EQ(error_of({.dialect = "hermes", .tools = json_of({{"f", {}}, {"f", {}}})}),
            "there are two schemas for the tool 'f'");
  const auto with_choice = [](ToolChoice choice, const char* tool, bool only, const char* schema) {
    Options options{.dialect = "hermes", .tool_choice = tool};
    options.only_offered = only;
    if (*schema != 0) options.schemas = {{schema, {}}};
    return error_of(options);
  };
  EXPECT_EQ(with_choice(ToolChoice::named, "", false, ""), "the tool choice names no tool");
  EXPECT_EQ(with_choice(ToolChoice::required, "f", false, ""),
            "the tool 'f' is named, but not chosen");
  EXPECT_EQ(with_choice(ToolChoice::automatic, "", true, ""), "only_offered: no tool is offered");
  EXPECT_EQ(with_choice(ToolChoice::named, "f", true, "g"),
            "the tool 'f' is chosen, but not offered");
  EXPECT_EQ(with_choice(ToolChoice::named, "f", true, "f"), "");
  EXPECT_EQ(with_choice(ToolChoice::named, "f", false, "g"),
            "the tool 'f' is chosen, but not offered");
  EXPECT_EQ(with_choice(ToolChoice::named, "get_wether", false, "get_weather"),
            "the tool 'get_wether' is chosen, but not offered (did you mean 'get_weather'?)");
  EXPECT_EQ(with_choice(ToolChoice::named, "f", false, ""), "");
}

TEST(parse, rules_keep_the_options_and_serve_many_parsers) {
  const Rules rules = *Rules::make({.dialect = "QWEN25", .drop = {"x"}});
  EXPECT_EQ(rules.options().dialect, "QWEN25");
  EXPECT_EQ(rules.options().drop.size(), 1U);
  Reader a(rules);
  Reader b(rules);
  a.feed("<think>");
  EXPECT_EQ(told(b, "axb"), "content-delta a\nmarkup x\ncontent-delta b");
  EXPECT_EQ(told(a, "axb"), "reasoning-delta a\nmarkup x\nreasoning-delta b");
}

TEST(parse, text_reasoning_and_calls_come_in_order) {
  EXPECT_EQ(told(hermes, joined({"a\n<think>b</think>c", call_f, "d"})),
            joined({"content-delta a\n\nmarkup <think>\nreasoning-delta b\nmarkup </think>\n"
                    "content-delta c\n",
                    told_f, "\ncontent-delta d"}));
}

TEST(parse, nothing_of_a_call_leaves_before_its_closer) {
  Reader parser = *Reader::make(hermes);
  EXPECT_TRUE((parser.feed(call_f.substr(0, call_f.size() - 1))).empty());
  EXPECT_GT(parser.stats().bytes_held, 0U);
  const std::span<const Event> events = parser.feed(">");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::tool_call);
  EXPECT_EQ(events[0].span.start, 0U);
  EXPECT_EQ(events[0].span.end, call_f.size());
  EXPECT_EQ(parser.stats().bytes_held, 0U);
}

TEST(parse, reasoning_leaves_at_once) {
  Reader parser = *Reader::make(hermes);
  parser.feed("<think>");
  const std::span<const Event> events = parser.feed("a<");
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::reasoning);
  EXPECT_EQ(events[0].text, "a");
}

TEST(parse, it_starts_in_reasoning_if_asked) {
  const Options options{.reasoning_of = "think", .start_in_reasoning = true};
  EXPECT_EQ(told(options, "a</think>b"), "reasoning-delta a\nmarkup </think>\ncontent-delta b");
  EXPECT_EQ(told(Options{.dialect = "think_forced"}, "a</think>b"),
            "reasoning-delta a\nmarkup </think>\ncontent-delta b");
}

// Where the reasoning begins that a text has ended in; -1: nowhere.
int unclosed(Reader& parser, std::string_view text) {
  told(parser, text);
  return static_cast<int>(parser.unclosed_reasoning().value_or(~std::uint64_t{0}));
}

TEST(parse, reasoning_that_never_closes_is_known) {
  Reader parser = *Reader::make({.dialect = "qwen3"});
  const auto at = [&](std::string_view text) {
    parser.reset();
    return unclosed(parser, text);
  };
  EXPECT_EQ(at("a\n<think>b"), 2);
  EXPECT_EQ(at("<think>"), 0);
  EXPECT_EQ(at("<think>a</think>b\n<think>c</thi"), 18);
  EXPECT_EQ(at("<think>a</think>b"), -1);
  EXPECT_EQ(at("a"), -1);
  EXPECT_EQ(at("<thi"), -1);
  EXPECT_EQ(at("<think>a<tool_call>{\"name\":\"f\"}</tool_call>"), -1);
  EXPECT_EQ(at("<think>a<tool_call>{\"name\":\"f\"}</tool_call>b"), 0);

  parser.reset();
  parser.feed("<think>a");
  EXPECT_FALSE(parser.unclosed_reasoning());  // it may still be closed
  parser.reset();
  EXPECT_TRUE(parser.prime("<think>a"));
  EXPECT_EQ(unclosed(parser, "b"), 0);
  parser.reset();
  EXPECT_TRUE(parser.prime("<think>a"));
  EXPECT_EQ(unclosed(parser, "b</think>c\n<think>d"), 11);

  Reader forced = *Reader::make({.dialect = "deepseek_r1"});
  EXPECT_EQ(unclosed(forced, "a"), 0);
  Reader header = *Reader::make({.dialect = "gpt_oss"});
  EXPECT_EQ(unclosed(header, "<|channel|>analysis<|message|>a"), 0);
  header.reset();
  EXPECT_EQ(unclosed(header, "<|channel|>analysis<|message|>a<|end|>"), -1);
}

TEST(parse, reasoning_is_content_if_asked) {
  EXPECT_EQ(told(Options{.calls_of = "hermes"},
                 joined({"<think>", call_f, " no</think>b"})),
            joined({"content-delta <think>", call_f, " no</think>b"}));
}

TEST(parse, a_call_in_open_reasoning_is_as_asked) {
  Options options = hermes;
  const std::string last = joined({"<think>a", call_f});
  EXPECT_EQ(told(options, last), joined({"markup <think>\nreasoning-delta a\n", told_f}));
  options.calls_in_reasoning = CallsInReasoning::keep;
  EXPECT_EQ(told(options, last), joined({"markup <think>\nreasoning-delta a", call_f}));
  const std::string quoted = joined({"<think>a", call_f, "b"});
  EXPECT_EQ(told(options, quoted), joined({"markup <think>\nreasoning-delta a", call_f, "b"}));
  options.calls_in_reasoning = CallsInReasoning::settle;
  EXPECT_EQ(told(options, quoted), joined({"markup <think>\nreasoning-delta a", call_f, "b"}));
  options.calls_in_reasoning = CallsInReasoning::end;
  EXPECT_EQ(told(options, quoted),
            joined({"markup <think>\nreasoning-delta a\n", told_f, "\ncontent-delta b"}));
  options.calls_in_reasoning = CallsInReasoning::extract;
  EXPECT_EQ(told(options, quoted),
            joined({"markup <think>\nreasoning-delta a\n", told_f, "\nreasoning-delta b"}));
}

TEST(parse, an_unclosed_call_is_as_asked) {
  Options options = hermes;
  const std::string_view text = R"(<tool_call>{"name":"f"})";
  const std::string content = joined({"content-delta ", text});
  EXPECT_EQ(told(options, text), "notice unclosed-call\n" + content);
  options.unclosed_call = UnclosedCall::call;
  EXPECT_EQ(told(options, text), "tool-call call_0 f{}");
  options.unclosed_call = UnclosedCall::error;
  EXPECT_EQ(told(options, text), content + "\ntool-error unclosed");
}

TEST(parse, pieces_come_as_they_are_known) {
  Reader parser = *Reader::make({.dialect = "mistral", .incremental = true});
  std::span<const Event> events = parser.feed("[TOOL_CALLS]f[CALL_ID]x1[ARGS]{");
  ASSERT_GE(events.size(), 1U);
  EXPECT_EQ(events[0].kind, EventKind::tool_call_start);
  EXPECT_EQ(events[0].call()->tool(), "f");
  EXPECT_EQ(events[0].call()->id(), "x1");
  parser.reset();
  EXPECT_EQ(told(parser, R"([TOOL_CALLS]f{"a":1})"),
            "tool-call-start call_0 f\ntool-call-delta {\"a\":1}\ntool-call call_0 f{\"a\":1}");
}

TEST(parse, other_options_reach_the_reader) {
  const std::string_view single = "<tool_call>{'name':'f','arguments':{'n':1}}</tool_call>";
  EXPECT_EQ(told(hermes, single), told_f);
  EXPECT_TRUE(contains(told(Options{.dialect = "hermes", .strict_json = true}, single),
                       "tool-error invalid-json"));
  EXPECT_EQ(told(Options{.dialect = "hermes", .ignore_case = true}, "<Think>a</THINK>b"),
            "markup <Think>\nreasoning-delta a\nmarkup </THINK>\ncontent-delta b");
  EXPECT_EQ(told(Options{.dialect = "hermes", .markdown_code = MarkdownCode::all}, "`<think>` a"),
            "content-delta `<think>` a");
  EXPECT_EQ(told(Options{.dialect = "hermes", .drop = {"<|im_end|>", "</s>"}},
                 "a<|im_end|><think>b</s>c"),
            "content-delta a\nmarkup <|im_end|><think>\nreasoning-delta b\nmarkup </s>\n"
            "reasoning-delta c");
}

TEST(parse, a_whole_answer_is_a_message) {
  const Rules rules = *Rules::make(hermes);
  const Message message = *read(joined({"<think>a</think>b", call_f, "c"}), rules);
  EXPECT_EQ(testing::as_json(message),
            R"({"content":"bc","reasoning_content":"a","tool_calls":[{"id":"call_0",)"
            R"("type":"function","function":{"name":"f","arguments":"{\"n\":1}"}}]})");
  EXPECT_EQ(testing::as_json(*read("", rules)),
            R"({"content":"","reasoning_content":"","tool_calls":[]})");
}

TEST(parse, events_as_json_have_an_id_if_asked) {
  Call call;
  CallDetail detail;
  call.set({.tool = "f"}, detail);
  CallIds ids;
  Event event;
  event.kind = EventKind::tool_call_start;
  event.element = &call;
  EXPECT_EQ(testing::as_json(event), R"({"kind":"tool-call-start","index":0,"name":"f"})");
  EXPECT_EQ(testing::as_json(event, &ids),
            R"({"kind":"tool-call-start","index":0,"id":"call_0","name":"f"})");
  event.kind = EventKind::tool_call;
  EXPECT_EQ(testing::as_json(event, &ids),
            R"({"kind":"tool-call","name":"f","id":"call_0","content":"","index":0,)"
            R"("startIndex":0,"endIndex":0,"isClosed":false})");
  call.has_started = true;
  EXPECT_EQ(testing::as_json(event, &ids).substr(0, 23), R"({"kind":"tool-call-end")");
  event = Event();
  event.kind = EventKind::stopped;
  EXPECT_EQ(testing::as_json(event, &ids), "");
  event.kind = EventKind::reasoning;
  event.text = "a\n";
  EXPECT_EQ(testing::as_json(event), R"({"kind":"reasoning-delta","delta":"a\n"})");
}

TEST(parse, a_text_is_fed_until_its_end) {
  Reader parser = *Reader::make(hermes);
  parser.feed("a<");
  EXPECT_EQ(parser.finish().size(), 1U);
  EXPECT_TRUE(parser.finish().empty());
  EXPECT_EQ(parser.error(), nullptr);
}

TEST(parse, reset_forgets_the_stream) {
  Reader parser = *Reader::make(hermes);
  told(parser, joined({"<think>a</think>b", call_f, "<think>c<tool_call>"}));
  parser.reset();
  EXPECT_EQ(parser.stats().bytes_fed, 0U);
  // Neither in reasoning, nor has any been closed; calls count from 0, bytes as well.
  EXPECT_EQ(told(parser, joined({"a</think>", call_f})),
            joined({"content-delta a</think>\n", told_f}));
  parser.reset();
  const std::span<const Event> events = parser.feed(call_f);
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].element->start(), 0U);
}

TEST(parse, a_parser_can_be_moved) {
  Reader first = *Reader::make(hermes);
  first.feed("<think>a");
  Reader second = std::move(first);
  EXPECT_EQ(told(second, "b</think>"), "reasoning-delta b\nmarkup </think>");
  first = *Reader::make({.dialect = "none"});
  EXPECT_EQ(told(first, "<think>"), "content-delta <think>");
}

TEST(parse, figures_tell_what_was_done) {
  Reader parser = *Reader::make(hermes);
  std::uint64_t events = parser.feed("a<think>b").size();
  events += parser.feed("</thi").size();
  EXPECT_EQ(parser.stats().bytes_fed, 14U);
  EXPECT_GT(parser.stats().bytes_held, 0U);
  events += parser.finish().size();
  const Stats stats = parser.stats();
  EXPECT_EQ(stats.bytes_held, 0U);
  EXPECT_GE(stats.bytes_held_max, 5U);
  EXPECT_GE(stats.bytes_examined, 14U);
  EXPECT_EQ(stats.events, events);
  EXPECT_EQ(stats.limit_hits, 0U);
}

TEST(parse, a_limit_stops_the_reader_which_gives_what_was_held) {
  Options options = hermes;
  options.limits.max_held_bytes = 12;
  const std::string text = joined({"a", call_f});
  EXPECT_TRUE(contains(told(options, text), "tool-error too-large"));
  options.limits.on_limit = OnLimit::stop;
  Reader parser = *Reader::make(options);
  const auto events = parser.feed(text);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.back().kind, EventKind::stopped);
  ASSERT_NE(parser.error(), nullptr);
  EXPECT_EQ(parser.error()->code, Errc::limit_exceeded);
  EXPECT_TRUE(parser.finish().empty());
  EXPECT_EQ(parser.stats().limit_hits, 1U);
  const auto whole = read(text, *Rules::make(options));
  ASSERT_FALSE(whole);
  EXPECT_EQ(whole.error().code, Errc::limit_exceeded);
}

TEST(parse, names_close_to_an_unknown_one_are_found) {
  using Names = std::vector<std::string_view>;
  EXPECT_EQ(cli::close_names("hermess"), Names{"hermes"});
  EXPECT_EQ(cli::close_names("Jamba2"), Names{"jamba"});
  EXPECT_EQ(cli::close_names("glm-4"), (Names{"glm45", "glm46", "glm", "glm47", "glm5"}));
  EXPECT_EQ(cli::close_names("nothing at all"), Names{});
  EXPECT_EQ(cli::close_names(""), Names{});
  EXPECT_EQ(cli::close_names("x"), Names{});
  EXPECT_EQ(cli::close_names("harm"), Names{"harmony"});
  EXPECT_EQ(cli::close_names("longcat_flash_chat"), Names{"longcat"});
  EXPECT_EQ(cli::close_names(std::string(100000, 'a')), Names{});
  EXPECT_LE(cli::close_names("kimi").size(), 6U);
}

}  // namespace
}  // namespace tagstream

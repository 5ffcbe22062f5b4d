#include "dialects/own_rules.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/reader.hpp"

namespace tagstream {
namespace {

constexpr std::array actions{Action::hide,    Action::record, Action::unwrap, Action::reasoning,
                             Action::thought, Action::call,   Action::drop};

// "tag NAME", "pair OPEN CLOSE", "line LINE", "literal TEXT", or the sentence that says why not.
std::string meaning(Action action, std::string_view text) {
  const Result<OwnRule> rule = read_rule(action, text);
  if (!rule) {
    EXPECT_EQ(rule.error().code, Code::bad_option);
    return rule.error().message;
  }
  EXPECT_EQ(rule->action, action);
  if (!rule->name.empty()) {
    EXPECT_EQ(rule->open + rule->close + rule->line, "");
    return "tag " + rule->name;
  }
  if (!rule->line.empty()) {
    EXPECT_EQ(rule->open + rule->close, "");
    return "line " + rule->line;
  }
  if (action == Action::drop) {
    EXPECT_EQ(rule->close, "");
    return "literal " + rule->open;
  }
  return "pair " + rule->open + ' ' + rule->close;
}

std::string hidden(std::string_view text) { return meaning(Action::hide, text); }
std::string called(std::string_view text) { return meaning(Action::call, text); }

TEST(own_rules, each_action_is_called_as_its_list) {
  constexpr std::array<std::string_view, 7> words{"hide",    "record", "unwrap", "reasoning",
                                                  "thought", "call",   "drop"};
  for (std::size_t i = 0; i < actions.size(); ++i) EXPECT_EQ(word_of(actions[i]), words[i]);
}

TEST(own_rules, a_name_is_the_tag_whatever_its_capitals) {
  for (const Action action : actions) {
    if (action == Action::drop) continue;
    for (const char* const name : {"think", "Think", "THINK", "REASONING", "ANSWER", "NAME", "KEY",
                                   "a.b-c:d_1", "1", "_", "é", "a.."}) {
      EXPECT_EQ(meaning(action, name), "tag " + std::string(name));
    }
  }
}

TEST(own_rules, two_markers_with_an_ellipsis_or_three_dots_between_are_a_pair) {
  EXPECT_EQ(hidden("[THINK]…[/THINK]"), "pair [THINK] [/THINK]");
  EXPECT_EQ(hidden("[THINK]...[/THINK]"), "pair [THINK] [/THINK]");
  EXPECT_EQ(hidden("BEGIN…END"), "pair BEGIN END");
  EXPECT_EQ(hidden("BEGIN...END"), "pair BEGIN END");
  EXPECT_EQ(hidden("|…|"), "pair | |");
  EXPECT_EQ(hidden("<think…>"), "pair <think >");
  EXPECT_EQ(hidden("a b … c\nd"), "pair a b   c\nd");
  EXPECT_EQ(hidden("[REASONING]…[/ANSWER]"), "pair [REASONING] [/ANSWER]");
  EXPECT_EQ(hidden("NAME(…)"), "pair NAME( )");
  EXPECT_EQ(hidden("..…."), "pair .. .");
}

TEST(own_rules, a_backslash_takes_its_meaning_from_the_dots_after_it) {
  EXPECT_EQ(hidden("Thinking\\...…\\...done thinking."), "pair Thinking... ...done thinking.");
  EXPECT_EQ(hidden("Thinking\\......\\...done"), "pair Thinking... ...done");
  EXPECT_EQ(hidden("a\\……b"), "pair a… b");
  EXPECT_EQ(hidden("a\\\\…b"), "pair a\\ b");
  EXPECT_EQ(hidden("a\\\\\\……b"), "pair a\\… b");
  EXPECT_EQ(hidden("\\a\\…\\b\\"),
            "hide: `\\a\\…\\b\\` is neither the name of a tag (`think`), nor "
            "two markers with one `...` between them "
            "(`[THINK]...[/THINK]`)");
  EXPECT_EQ(hidden("\\a…\\b\\"), "pair \\a \\b\\");
  EXPECT_EQ(hidden("\\\\…x"), "pair \\ x");
}

TEST(own_rules, two_tags_of_one_name_mean_that_tag) {
  for (const Action action : actions) {
    if (action == Action::drop) continue;
    EXPECT_EQ(meaning(action, "<think>…</think>"), "tag think");
    EXPECT_EQ(meaning(action, "<think>...</think>"), "tag think");
  }
  EXPECT_EQ(hidden("<a\\...b>…</a\\...b>"), "tag a...b");
  EXPECT_EQ(hidden("<think>…</Think>"), "pair <think> </Think>");
  EXPECT_EQ(hidden("<think>…</thin>"), "pair <think> </thin>");
  EXPECT_EQ(hidden("<think >…</think>"), "pair <think > </think>");
  EXPECT_EQ(hidden("<a b>…</a b>"), "pair <a b> </a b>");
  EXPECT_EQ(hidden("<>…</>"), "pair <> </>");
}

TEST(own_rules, a_backslash_before_dots_makes_them_part_of_a_name) {
  EXPECT_EQ(hidden("a\\…b"), "tag a…b");
  EXPECT_EQ(hidden("a\\...b"), "tag a...b");
}

TEST(own_rules, a_call_with_the_word_NAME_is_a_line) {
  constexpr std::string_view json = "<tool>{\"name\": \"NAME\", \"arguments\": ARGUMENTS}</tool>";
  EXPECT_EQ(called(json), "line " + std::string(json));
  EXPECT_EQ(called("[[NAME(KEY=PYTHON, ...)]]"), "line [[NAME(KEY=PYTHON, ...)]]");
  EXPECT_EQ(called("<NAME>PARAMETER...</NAME>\n<KEY>VALUE</KEY>"),
            "line <NAME>PARAMETER...</NAME>\n<KEY>VALUE</KEY>");
  EXPECT_EQ(called("[CALL]…[/CALL]"), "pair [CALL] [/CALL]");
  EXPECT_EQ(called("[NAMES]…"), "pair [NAMES] ");
  EXPECT_EQ(hidden("<tool>NAME…</tool>"), "pair <tool>NAME </tool>");
}

TEST(own_rules, the_line_of_a_call_says_nothing_of_reasoning_and_content) {
  EXPECT_EQ(called("Thought: REASONING\\nAction: NAME(ARGUMENTS)").substr(0, 6), "call: ");
  EXPECT_EQ(called("<t>REASONING</t>\n<tool>NAME\\nARGUMENTS</tool>"),
            "call: REASONING stands in the line of a call: `<t>REASONING</t>`; give all of it as "
            "`format`");
  EXPECT_EQ(called("<a>REASONING</a>NAME"),
            "call: REASONING stands in the line of a call: `<a>REASONING</a>NAME`; give all of it "
            "as `format`");
  EXPECT_EQ(called("<t>ANSWER</t>\n<tool>NAME\\nARGUMENTS</tool>"),
            "call: ANSWER stands in the line of a call: `<t>ANSWER</t>`; give all of it as "
            "`format`");
  EXPECT_EQ(called("<t>NAME\\nSTRING</t>\n- a string is CONTENT"),
            "line <t>NAME\\nSTRING</t>\n- a string is CONTENT");
}

// ## Only a `call` may lack its closing marker
//
// Rule: Rules of your own.
// Source: ours.
// Code: `dialects/own_rules.cpp: read_rule`.
//
// `[CALL]…` ends with its value. A call whose two markers are equal is an error.
TEST(own_rules, only_a_call_may_have_no_closing_marker) {
  EXPECT_EQ(called("[TOOL]…"), "pair [TOOL] ");
  EXPECT_EQ(called("[TOOL]..."), "pair [TOOL] ");
  for (const Action action : actions) {
    if (action == Action::call || action == Action::drop) continue;
    EXPECT_EQ(meaning(action, "[T]…"),
              std::string(word_of(action)) +
                  ": nothing closes `[T]`: only a call may have no closing marker");
  }
  EXPECT_EQ(called("|…|"), "call: the opening and the closing marker of a call are both `|`");
}

TEST(own_rules, what_is_none_of_the_forms_is_an_error_that_names_them) {
  const std::string forms =
      "the name of a tag (`think`), nor two markers with one `...` between "
      "them (`[THINK]...[/THINK]`)";
  for (const char* const text :
       {"a b", "-a", "<a>b", "<a></a>", "…", "…b", "...b", "a…b…c", "a...b…c", "[THINK]"}) {
    EXPECT_EQ(hidden(text), "hide: `" + std::string(text) + "` is neither " + forms);
    EXPECT_EQ(called(text), "call: `" + std::string(text) + "` is neither " + forms +
                                ", nor a line with NAME in it that looks like the call");
  }
  for (const Action action : actions) {
    EXPECT_EQ(meaning(action, ""), std::string(word_of(action)) + ": the value is empty");
  }
}

TEST(own_rules, a_tag_in_place_of_its_name_is_an_error_that_says_the_name) {
  for (const Action action : actions) {
    if (action == Action::drop) continue;
    for (const char* const text : {"<a>", "</a>", "<a/>", "<a", "<a x=\"1\">"}) {
      EXPECT_EQ(meaning(action, text),
                std::string(word_of(action)) + ": a tag name has no brackets; did you mean `a`?");
    }
  }
}

TEST(own_rules, several_names_in_one_rule_are_an_error_that_says_them) {
  for (const Action action : actions) {
    if (action == Action::drop) continue;
    EXPECT_EQ(meaning(action, "a, b"),
              std::string(word_of(action)) +
                  ": `a, b` is more than one name: give each by itself; did you mean `a` and `b`?");
  }
}

TEST(own_rules, what_is_dropped_is_a_literal) {
  for (const char* const text : {"<|im_end|>", "think", "a…b", "...", "\\...", "NAME", " "}) {
    EXPECT_EQ(meaning(Action::drop, text), "literal " + std::string(text));
  }
}

// All markers of up to five of what counts: also where it stands at the seam.
TEST(own_rules, between_gives_back_both_markers_whatever_they_hold) {
  const std::vector<std::string> pieces{"\\", ".", "…", "a", "\xE2\x80", "\xA6"};
  std::vector<std::string> markers{""};
  for (std::size_t first = 0, length = 0; length < 4; ++length) {
    const std::size_t last = markers.size();
    for (std::size_t i = first; i < last; ++i) {
      for (const std::string& piece : pieces) markers.push_back(markers[i] + piece);
    }
    first = last;
  }
  const std::vector<std::string> few{"a",     ".", "..",  "...",  "\\",
                                     "\\...", "…", "…\\", "\xA6", "\\\\…"};
  const auto check = [](const std::string& open, const std::string& close) {
    const std::string text = between(open, close);
    const Result<OwnRule> rule = read_rule(Action::hide, text);
    ASSERT_TRUE(rule) << text << ": " << rule.error().message;
    ASSERT_EQ(*rule, (OwnRule{.action = Action::hide, .open = open, .close = close})) << text;
    ASSERT_EQ(text_of(*rule), text);
  };
  for (const std::string& marker : markers) {
    if (marker.empty()) continue;
    for (const std::string& other : few) {
      check(marker, other);
      check(other, marker);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(own_rules, are_written_as_they_are_read) {
  for (const Action action : actions) {
    for (const char* const text : {"think", "[T]…[/T]", "Thinking\\...…\\...done"}) {
      const Result<OwnRule> rule = read_rule(action, text);
      ASSERT_TRUE(rule);
      EXPECT_EQ(text_of(*rule), text);
      EXPECT_EQ(*read_rule(action, text_of(*rule)), *rule);
    }
  }
  const OwnRule dotted = *read_rule(Action::hide, "<a\\...b>…</a\\...b>");
  EXPECT_EQ(*read_rule(Action::hide, text_of(dotted)), dotted);
  const OwnRule line = *read_rule(Action::call, "<t>NAME\\nARGUMENTS</t>");
  EXPECT_EQ(*read_rule(Action::call, text_of(line)), line);
}

TEST(own_rules, of_options_come_list_by_list) {
  const Options options{.hide = {"a", "b"},
                        .record = {"c"},
                        .unwrap = {"d"},
                        .reasoning = {"e"},
                        .thought = {"f"},
                        .call = {"g"},
                        .drop = {"h"}};
  std::string text;
  for (const OwnRule& rule : *own_rules(options)) {
    text += std::string(word_of(rule.action)) + ' ' + text_of(rule) + '\n';
  }
  EXPECT_EQ(text, "hide a\nhide b\nrecord c\nunwrap d\nreasoning e\nthought f\ncall g\ndrop h\n");
  EXPECT_EQ(own_rules({.hide = {"a"}, .unwrap = {"b c"}}).error().message.substr(0, 14),
            "unwrap: `b c` ");
}

// ---- which of them stand side by side --------------------------------------------------------

std::string error_of(const Options& options) {
  const auto made = Rules::make(options);
  if (made) return "";
  EXPECT_EQ(made.error().code, Code::bad_option);
  return made.error().message;
}

// ## Two rules for one tag or one opening marker are an error
//
// Rule: Rules of your own.
// Source: ours.
// Code: `dialects/own_rules.cpp: two_for_one`, `lex/rules.cpp: there are two rules for`.
//
// Two equal rules of `drop` are none.
TEST(own_rules, two_for_one_tag_are_refused) {
  const auto two = [](std::string_view a, std::string_view b) {
    return "there are two rules for `a`: `" + std::string(a) + "` and `" + std::string(b) +
           "`; give one of them";
  };
  EXPECT_EQ(error_of({.hide = {"a"}, .record = {"a"}}), two("hide", "record"));
  EXPECT_EQ(error_of({.hide = {"a", "b", "a"}}),
            "there are two rules for `a`: both `hide`; give one of them");
  EXPECT_EQ(error_of({.hide = {"a"}, .call = {"a"}}), two("hide", "call"));
  EXPECT_EQ(error_of({.reasoning = {"a"}, .thought = {"a"}}), two("reasoning", "thought"));
  EXPECT_EQ(error_of({.hide = {"a"}, .reasoning = {"<a>…</a>"}}), two("hide", "reasoning"));
  EXPECT_EQ(error_of({.hide = {"<a>…</b>"}, .unwrap = {"a"}}), two("hide", "unwrap"));
  EXPECT_EQ(error_of({.hide = {"a"}, .call = {"<a>NAME ARGUMENTS</a>"}}), two("hide", "call"));
  EXPECT_EQ(error_of({.hide = {"a"}, .call = {"<a=NAME>ARGUMENTS</a>"}}),
            "there are two rules for `a`");
  EXPECT_EQ(error_of({.call = {"<a>NAME ARGUMENTS</a>", "a"}}),
            "there are two rules for `a`: both `call`; give one of them");
  EXPECT_EQ(error_of({.hide = {"b"}, .unwrap = {"a"}}), "");
  EXPECT_EQ(error_of({.hide = {"<a>…</b>", "b"}}), "");
  EXPECT_EQ(error_of({.dialect = "qwen3", .hide = {"think"}, .thought = {"think"}}),
            "there are two rules for `think`: `hide` and `thought`; give one of them");
}

TEST(own_rules, names_that_differ_in_case_are_one_when_case_is_ignored) {
  Options options{.hide = {"a", "A"}};
  EXPECT_TRUE(Rules::make(options));
  options.ignore_case = true;
  EXPECT_EQ(error_of(options), "there are two rules for `a`: both `hide`; give one of them");
  EXPECT_EQ(error_of({.hide = {"<A>…x"}, .unwrap = {"a"}, .ignore_case = true}),
            "there are two rules for `a`: `hide` and `unwrap`; give one of them");
  EXPECT_EQ(error_of({.hide = {"<A>…x", "<a>…y"}, .ignore_case = true}), "");
}

TEST(own_rules, two_for_one_opening_marker_are_refused) {
  EXPECT_EQ(
      error_of({.hide = {"[…]"}, .record = {"[…)"}}),
      "there are two rules for the opening marker `[`: `hide` and `record`; give one of them");
  EXPECT_EQ(error_of({.reasoning = {"[…]"}, .call = {"[…"}}),
            "there are two rules for the opening marker `[`: `reasoning` and `call`; give one of "
            "them");
  EXPECT_EQ(error_of({.hide = {"[T]…[/T]"}, .call = {"[T]NAME ARGUMENTS[/T]"}}),
            "there are two rules for the opening marker `[T]`");
}

TEST(own_rules, a_line_of_a_call_stands_beside_rules_for_other_tags) {
  EXPECT_EQ(error_of({.reasoning = {"x"}, .call = {"<x><y>NAME ARGUMENTS</y></x>"}}), "");
  EXPECT_EQ(error_of({.hide = {"<x>…END"}, .call = {"<x=NAME>ARGUMENTS</x>"}}), "");
  EXPECT_EQ(error_of({.call = {"<p=KEY>VALUE</p>\n<x=NAME>PARAMETER...</x>",
                               "<p=KEY>VALUE</p>\n<y=NAME>PARAMETER...</y>"}}),
            "");
  EXPECT_EQ(error_of({.call = {"<k>KEY</k><v>VALUE</v>\n<x>NAME PARAMETER...</x>",
                               "<k>KEY</k><v>VALUE</v>\n<y>NAME PARAMETER...</y>"}}),
            "");
}

TEST(own_rules, hidden_sections_may_share_a_closing_marker) {
  EXPECT_EQ(error_of({.hide = {"<|a|>…<|end|>", "<|b|>…<|end|>"}}), "");
  EXPECT_EQ(error_of({.record = {"<|a|>…<|end|>"}, .unwrap = {"<|b|>…<|end|>"}}),
            "there are two rules for the closing marker `<|end|>`");
}

TEST(own_rules, a_call_that_nothing_closes_ends_with_its_value) {
  const Message message =
      read(R"(a [TOOL]{"name":"f","arguments":{"x":1}} b)", {.call = {"[TOOL]…"}}).value();
  EXPECT_EQ(message.content, "a  b");
  ASSERT_EQ(message.tool_calls.size(), 1U);
  EXPECT_EQ(message.tool_calls[0].arguments, R"({"x":1})");
}

TEST(own_rules, the_line_of_a_call_reads_what_looks_like_it) {
  const Options options{.call = {"<use>NAME\\nARGUMENTS</use>"}};
  const Message message = read("a <use>f\n{\"x\": 1}</use> b", options).value();
  EXPECT_EQ(message.content, "a  b");
  ASSERT_EQ(message.tool_calls.size(), 1U);
  EXPECT_EQ(message.tool_calls[0].name, "f");
  EXPECT_EQ(message.tool_calls[0].arguments, R"({"x": 1})");
  const Options two{.call = {"<use>NAME\\nARGUMENTS</use>", "[[NAME(KEY=PYTHON, ...)]]", "tool"}};
  const Message all = read("<use>f\n{}</use>[[g(a=1)]]<tool>{\"name\":\"h\"}</tool>", two).value();
  ASSERT_EQ(all.tool_calls.size(), 3U);
  EXPECT_EQ(all.tool_calls[0].name, "f");
  EXPECT_EQ(all.tool_calls[1].name, "g");
  EXPECT_EQ(all.tool_calls[2].name, "h");
}

}  // namespace
}  // namespace tagstream

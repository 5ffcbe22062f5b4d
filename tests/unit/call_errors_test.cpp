#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tagstream/reader.hpp"

/// The sentences of errors about calls, and where each shows.
namespace tagstream {
namespace {

Options of_tool() {
  Options options;
  options.call = {"tool"};
  return options;
}

// The last error or notice about a call, with its offset: "11: nothing names the tool". The text is
// cut into pieces of `size` bytes.
std::string last_sentence(std::string_view text, const Options& options, std::size_t size) {
  Reader reader = *Reader::make(options);
  std::string sentence;
  const auto look = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      if (event.kind != EventKind::tool_call_error && event.kind != EventKind::notice) continue;
      sentence = std::to_string(event.offset) + ": " + std::string(event.text);
    }
  };
  for (; !text.empty(); text.remove_prefix(std::min(size, text.size()))) {
    look(reader.feed(text.substr(0, size)));
  }
  look(reader.finish());
  return sentence;
}

// The same for every cutting that is tried.
std::string sentence_of(std::string_view text, const Options& options = of_tool()) {
  const std::string whole = last_sentence(text, options, text.size());
  for (const std::size_t size : {1U, 3U}) {
    EXPECT_EQ(last_sentence(text, options, size), whole) << text << ", in pieces of " << size;
  }
  return whole;
}

// ## The sentence of an error quotes the keys, the string or the tool that it is about
//
// Rule: Events and bytes.
// Source: ours: what a caller must tell the model to mend.
// Code: `body/call_list.cpp: about_nameless`, `body/call_list.cpp: about_unknown`,
// `frame/call_sentences.hpp: open_string`.
//
// `missing_name` names the first four keys of the object, or the key whose value is not a name. The
// sentence about a string that does not end in the call, or in the input, quotes how it begins. The
// sentence of `unknown_tool` names the tool, and the first four that are offered. Each name, key or
// string is quoted with at most 40 bytes.
TEST(call_errors, names_the_keys_where_a_name_was_looked_for) {
  EXPECT_EQ(sentence_of(R"(<tool>{"nmae":"f","arguments":{"name":"g"}}</tool>)"),
            "6: nothing names the tool: the keys are `nmae`, `arguments`");
  EXPECT_EQ(sentence_of(R"(<tool>{"x":1}</tool>)"),
            "6: nothing names the tool: the only key is `x`");
  EXPECT_EQ(sentence_of("<tool>{}</tool>"), "6: nothing names the tool: the object is empty");
  EXPECT_EQ(sentence_of(R"(<tool>{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}</tool>)"),
            "6: nothing names the tool: the keys are `a`, `b`, `c`, `d` and 2 more");
  EXPECT_EQ(sentence_of(R"(<tool>{'x':True,}</tool>)"),
            "6: nothing names the tool: the only key is `x`");
  EXPECT_EQ(sentence_of(R"(<tool>[{"name":"f"},{"x":1}]</tool>)"),
            "20: nothing names the tool: the only key is `x`");
  EXPECT_EQ(sentence_of("<tool>[5]</tool>"), "7: nothing names the tool");
}

TEST(call_errors, names_a_tool_that_is_not_offered_and_those_that_are) {
  Options options = of_tool();
  options.only_offered = true;
  options.tools = R"([{"name":"g"}])";
  EXPECT_EQ(sentence_of(R"(<tool>{"name":"f","arguments":{}}</tool>)", options),
            "14: no tool `f` is offered; the only one is `g`");
  options.tools = R"([{"name":"b"},{"name":"a"},{"name":"c"},{"name":"d"},{"name":"e"}])";
  const std::string name(300, 'f');
  EXPECT_EQ(sentence_of(R"(<tool>{"name":")" + name + R"(","arguments":{}}</tool>)", options),
            "14: no tool `" + name.substr(0, 40) +
                "`... is offered; there are `a`, `b`, `c`, `d` and 1 more");
}

TEST(call_errors, names_what_has_two_values_or_is_left_out) {
  EXPECT_EQ(sentence_of(R"(<tool name="f"><a>1</a><b>2</b><a>3</a></tool>)"),
            "31: `a` is given twice, with two values");
  EXPECT_EQ(sentence_of(R"(<tool name="f" a="1"><a>2</a></tool>)"),
            "21: `a` is given twice, with two values");
  EXPECT_EQ(sentence_of(R"(<tool name="f" a="1" a="2"/>)"),
            "0: `a` is given twice, with two values");
  EXPECT_EQ(sentence_of(R"(<tool name="f" type="function">{"a":1}</tool>)"),
            "0: `type` is no argument: it is left out");
  EXPECT_EQ(sentence_of(R"(<tool>{"name":"f","arguments":{},"extra":1,"more":2}</tool>)"),
            "0: `extra` is no argument: it is left out");
  const std::string key(100, 'k');
  EXPECT_EQ(sentence_of("<tool>{\"name\":\"f\",\"arguments\":{},\"" + key + "\":1}</tool>"),
            "0: `" + key.substr(0, 40) + "`... is no argument: it is left out");
}

TEST(call_errors, names_the_key_whose_value_is_no_name) {
  EXPECT_EQ(sentence_of(R"(<tool>{"name":5,"args":{}}</tool>)"),
            "14: nothing names the tool: the value of `name` is not a name");
  EXPECT_EQ(sentence_of(R"(<tool>{"name":"","tool":"f"}</tool>)"),
            "14: nothing names the tool: the value of `name` is not a name");
  EXPECT_EQ(sentence_of(R"(<tool>{"tool":{"name":"f"}}</tool>)"),
            "14: nothing names the tool: the value of `tool` is not a name");
  EXPECT_EQ(sentence_of(R"(<tool>{"function":{"name":5}}</tool>)"),
            "26: nothing names the tool: the value of `name` is not a name");
}

TEST(call_errors, names_the_keys_of_the_function_that_should_be_named) {
  EXPECT_EQ(sentence_of(R"(<tool>{"x":0,"function":{"arguments":{"y":1},"id":2},"z":3}</tool>)"),
            "24: nothing names the tool: in `function` the keys are `arguments`, `id`");
  EXPECT_EQ(sentence_of(R"(<tool>{"function":{}}</tool>)"),
            "18: nothing names the tool: in `function` there is no key");
}

TEST(call_errors, cuts_long_keys_and_shows_control_bytes) {
  const std::string long_key(39, 'k');
  EXPECT_EQ(sentence_of("<tool>{\"" + long_key + "\xC3\xA9\":1}</tool>"),
            "6: nothing names the tool: the only key is `" + long_key + "`...");
  EXPECT_EQ(sentence_of("<tool>{\"a\n\tb\":1}</tool>"),
            "6: nothing names the tool: the only key is `a\\n\\x09b`");
}

TEST(call_errors, names_a_string_that_runs_through_the_closing_tag) {
  Options options = of_tool();
  options.bad_calls = BadCalls::hide;
  EXPECT_EQ(sentence_of(R"(<tool>{"c":"oops}</tool> mid <b a="x">)", options),
            "11: the string `\"oops}` never ends");
  EXPECT_EQ(
      sentence_of(R"(<tool>{"c":"01234567890123456789012345678901234567890}</tool> "x)", options),
      "11: the string `\"012345678901234567890123456789012345678`... never ends");
}

TEST(call_errors, names_a_string_in_which_the_input_ends) {
  EXPECT_EQ(sentence_of(R"(<tool>{"name":"f","arguments":{"c":"oops}</tool> mid)"),
            "0: the input ends inside a call, in the string `\"oops}</tool> mid`");
  Options options = of_tool();
  options.unclosed_call = UnclosedCall::error;
  EXPECT_EQ(sentence_of(R"(<tool>{"name":"f","arguments":{"c":"oops)", options),
            "40: the input ends inside the call, in the string `\"oops`");
  EXPECT_EQ(sentence_of(R"(<tool>{"name":"f","arguments":{"c":"oops"})", options),
            "42: the input ends inside the call");
}

}  // namespace
}  // namespace tagstream

#include "machine/machine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "support/options.hpp"

namespace tagstream {
namespace {

// A machine for a family of models, and the rules that must outlive it.
class Model {
 public:
  explicit Model(Options options) : Model(*Rules::make(std::move(options))) {}
  explicit Model(Rules rules) : rules_(std::move(rules)), machine_(*rules_.program()) {}

  // Reads a chunk. True if a short one that begins nothing would be passed on as it is after it.
  bool is_plain_after(std::string_view chunk) {
    kind_ = EventKind::stopped;
    for (const Event& event : machine_.feed(chunk)) kind_ = event.kind;
    return machine_.is_plain();
  }
  [[nodiscard]] EventKind last_kind() const { return kind_; }

 private:
  Rules rules_;
  Machine machine_;
  EventKind kind_ = EventKind::stopped;
};

TEST(machine, reasoning_is_plain_before_the_first_visible_text) {
  Model model({.dialect = "qwen3"});
  EXPECT_TRUE(model.is_plain_after("<think>"));
  EXPECT_TRUE(model.is_plain_after("abc"));
  EXPECT_TRUE(model.is_plain_after(" def"));
  EXPECT_EQ(model.last_kind(), EventKind::reasoning);
  EXPECT_TRUE(Model({.dialect = "qwen3"}).is_plain_after("<think>abc"));
  EXPECT_TRUE(Model({.dialect = "qwen3"}).is_plain_after("\n <think>abc"));
}

TEST(machine, reasoning_that_the_prompt_has_opened_is_plain) {
  Model model({.dialect = "qwen3", .start_in_reasoning = true});
  EXPECT_FALSE(model.is_plain_after(" "));  // the opener may be repeated here
  EXPECT_TRUE(model.is_plain_after("abc"));
}

TEST(machine, text_is_plain_from_its_first_byte_on) {
  Model model({.dialect = "qwen3"});
  EXPECT_FALSE(model.is_plain_after(""));
  EXPECT_FALSE(model.is_plain_after("\n "));  // what must come first may come yet
  EXPECT_TRUE(model.is_plain_after("abc"));
  EXPECT_TRUE(model.is_plain_after("def"));
  EXPECT_EQ(model.last_kind(), EventKind::content);
  EXPECT_TRUE(Model({.dialect = "qwen3"}).is_plain_after("<think>abc</think>def"));
}

TEST(machine, nothing_is_plain_while_a_tag_is_unfinished) {
  Model model({.dialect = "qwen3"});
  EXPECT_FALSE(model.is_plain_after("<thi"));
  EXPECT_FALSE(model.is_plain_after("nk"));
  EXPECT_TRUE(model.is_plain_after(">abc"));
  EXPECT_FALSE(model.is_plain_after(" </th"));
  EXPECT_TRUE(model.is_plain_after("x"));
  EXPECT_TRUE(model.is_plain_after("</think>def"));
  EXPECT_FALSE(model.is_plain_after(" <tool_c"));
  EXPECT_FALSE(model.is_plain_after("all>{"));
  EXPECT_FALSE(model.is_plain_after("\"name\":\"f\",\"arguments\":{}}</tool_call>"));
  EXPECT_FALSE(model.is_plain_after(" "));  // after a call reasoning may begin, blanks aside
  EXPECT_TRUE(model.is_plain_after("ghi"));
  EXPECT_FALSE(model.is_plain_after("\xC3"));  // the rest of a code point
  EXPECT_TRUE(model.is_plain_after("\xA9"));
}

TEST(machine, the_inside_of_a_string_in_a_call_is_plain) {
  for (const bool is_incremental : {false, true}) {
    const auto model_of = [&](const char* rule) {
      return Model({.call = {rule}, .incremental = is_incremental});
    };
    Model json = model_of("t");
    EXPECT_FALSE(json.is_plain_after(R"(<t>{"name":"f","arguments":{"a":)"));
    EXPECT_TRUE(json.is_plain_after(R"("x)"));
    EXPECT_TRUE(json.is_plain_after("yz"));
    EXPECT_FALSE(json.is_plain_after("\\"));
    EXPECT_TRUE(json.is_plain_after("n"));
    EXPECT_EQ(json.is_plain_after("\xC3"), !is_incremental);  // half a character is not given
    EXPECT_TRUE(json.is_plain_after("\xA9"));
    EXPECT_FALSE(json.is_plain_after(R"(")"));
    Model code = model_of("<t>NAME(KEY=PYTHON, ...)</t>");
    EXPECT_FALSE(code.is_plain_after("<t>f(a="));
    EXPECT_TRUE(code.is_plain_after("'x"));
    EXPECT_FALSE(code.is_plain_after("'"));
    Model xml = model_of("t");
    EXPECT_FALSE(xml.is_plain_after("<t><f><a"));
    EXPECT_TRUE(xml.is_plain_after(">x"));
    EXPECT_FALSE(xml.is_plain_after("y<"));
    EXPECT_TRUE(xml.is_plain_after(" z"));
    Model text = model_of("<t: NAME>\\nSTRING\\n</t>");
    EXPECT_TRUE(text.is_plain_after("<t: f>\nx"));
    EXPECT_FALSE(text.is_plain_after("</"));
  }
}

TEST(machine, reasoning_closes_in_a_call_however_it_is_cut) {
  const Rules rules = *Rules::make({.format = R"([T]REASONING[/T]
      <c name="NAME">PARAMETER...</c>
      <p name="KEY">VALUE</p>)"});
  for (std::size_t size = 1; size != 12; ++size) {
    Reader parser(rules);
    std::string content;
    std::string reasoning;
    for (std::string_view text = R"([T]a <c name="f"><p name="k">one two[/T] three)"; !text.empty();
         text.remove_prefix(std::min(size, text.size()))) {
      for (const Event& event : parser.feed(text.substr(0, size))) {
        if (event.kind == EventKind::content) content += event.text;
        if (event.kind == EventKind::reasoning) reasoning += event.text;
      }
    }
    EXPECT_EQ(content, " three") << "in pieces of " << size;
    EXPECT_EQ(reasoning, R"(a <c name="f"><p name="k">one two)") << "in pieces of " << size;
  }
}

TEST(machine, where_code_is_looked_for_what_opens_none_is_plain) {
  Model model({.dialect = "qwen3", .markdown_code = MarkdownCode::all});
  EXPECT_TRUE(model.is_plain_after("abc"));
  EXPECT_TRUE(model.is_plain_after(" def"));
  EXPECT_EQ(model.last_kind(), EventKind::content);
  EXPECT_TRUE(model.is_plain_after(".\n"));
  EXPECT_TRUE(model.is_plain_after("  "));
  EXPECT_FALSE(model.is_plain_after("~"));  // a fence may begin here
  EXPECT_TRUE(model.is_plain_after("- x"));
  EXPECT_TRUE(model.is_plain_after("~"));
  EXPECT_TRUE(model.is_plain_after(" `"));  // only a tag would wait
  EXPECT_TRUE(model.is_plain_after("code"));
  EXPECT_FALSE(model.is_plain_after("<think>"));
  EXPECT_FALSE(model.is_plain_after("`"));  // it may be two
  EXPECT_TRUE(model.is_plain_after(" and\n"));
  EXPECT_TRUE(model.is_plain_after("\n<think>a\n"));  // no code in there
}

TEST(machine, plain_feeds_give_one_event_each_with_its_own_place) {
  const Rules rules = *Rules::make({.dialect = "qwen3"});
  Machine machine(*rules.program());
  machine.feed("abc");
  std::uint64_t place = 3;
  for (const std::string_view chunk : {"de", "f g ", "h", "more than sixteen bytes"}) {
    const std::span<const Event> events = machine.feed(chunk);
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].kind, EventKind::content);
    EXPECT_EQ(events[0].span, (Span{place, place + chunk.size()}));
    EXPECT_EQ(events[0].text.data(), chunk.data());
    EXPECT_EQ(events[0].text.size(), chunk.size());
    place += chunk.size();
  }
  EXPECT_EQ(machine.stats().bytes_fed, place);
  EXPECT_EQ(machine.stats().events, 5U);
  const std::span<const Event> events = machine.feed("\n<think>x");
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].text, "\n");
  EXPECT_EQ(events[1].kind, EventKind::markup);
  EXPECT_EQ(events[2].kind, EventKind::reasoning);
  EXPECT_EQ(events[2].text, "x");
}

}  // namespace
}  // namespace tagstream

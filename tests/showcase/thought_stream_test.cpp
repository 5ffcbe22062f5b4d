// Thoughts and text, in the order in which the model writes them.
//
// A thought is written in one of three ways: as the body of `<thinking>`, as its attribute, or as
// the attribute of a tag that closes itself. Attributes may also say its type and the model's
// confidence. A thought comes as one event when it is complete; the text around it leaves at once
// and unchanged.
//
// In each test: the text, and the lines that a thought stream has for it. Thoughts are the event
// objects of thought streams; the text between them is in brackets.
#include "showcase/every_cut.hpp"

namespace tagstream::showcase {
namespace {

using Lines = std::vector<std::string>;

// Collects the lines. Pieces of text that follow each other are one.
class Collected {
 public:
  void add(std::span<const Event> events) {
    for (const Event& event : events) {
      if (event.kind == EventKind::content) {
        text_ += event.text;
      } else if (event.kind == EventKind::thought) {
        end_text();
        to_thought_stream(lines_.emplace_back(), event, "7", "c");
      }
    }
  }
  Lines lines() {
    end_text();
    return lines_;
  }

 private:
  void end_text() {
    if (!text_.empty()) lines_.push_back('[' + text_ + ']');
    text_.clear();
  }

  Lines lines_;
  std::string text_;
};

Lines lines_of_snapshots(const std::vector<std::string>& texts) {
  Snapshots snapshots;
  Reader reader = Reader::make({.thought = {"thinking"}}).value();
  Collected collected;
  for (const std::string& text : texts) collected.add(reader.feed(snapshots.feed(text).value()));
  collected.add(reader.finish());
  return collected.lines();
}

// The text so far after each piece.
std::vector<std::string> snapshots_of(std::string_view text, const Cuts& cuts) {
  std::vector<std::string> texts;
  for (const std::size_t cut : cuts) texts.emplace_back(text.substr(0, cut));
  texts.emplace_back(text);
  return texts;
}

const Options thinking{.thought = {"thinking"}};

void expect(std::string_view text, const Lines& lines, const Options& options = thinking) {
  const Rules rules = Rules::make(options).value();
  for (const Cuts& cuts : every_cut(text)) {
    Collected collected;
    read_in_pieces(text, rules, cuts,
                   [&](std::span<const Event> events) { collected.add(events); });
    EXPECT_EQ(collected.lines(), lines) << to_text(cuts);
  }
}

// ---- three ways to write a thought -------------------------------------------------------------

TEST(thought_stream, a_thought_may_be_the_body_of_its_tag) {
  expect("<thinking>Add the numbers.</thinking>",
         {R"({"kind":"thought-stream","taskId":"7","contextId":"c","thoughtType":"reasoning",)"
          R"("thought":"Add the numbers.","metadata":{"verbosity":"normal"}})"});
}

TEST(thought_stream, a_thought_may_be_an_attribute) {
  expect(R"(<thinking thought="Add them." thought_type="planning" confidence="0.7"></thinking>)",
         {R"({"kind":"thought-stream","taskId":"7","contextId":"c","thoughtType":"reasoning",)"
          R"("thought":"Add them.","metadata":{"verbosity":"normal","thoughtType":"planning",)"
          R"("confidence":0.7}})"});
}

TEST(thought_stream, a_thought_may_be_an_attribute_of_a_tag_that_closes_itself) {
  expect(R"(<thinking thought="Add them." thought_type="planning" confidence="0.7"/>)",
         {R"({"kind":"thought-stream","taskId":"7","contextId":"c","thoughtType":"reasoning",)"
          R"("thought":"Add them.","metadata":{"verbosity":"normal","thoughtType":"planning",)"
          R"("confidence":0.7}})"});
}

// The lines of the tests below, in short.
std::string thought(std::string_view text, std::string_view more_metadata = {}) {
  return R"({"kind":"thought-stream","taskId":"7","contextId":"c","thoughtType":"reasoning",)"
         R"("thought":")" +
         std::string(text) + R"(","metadata":{"verbosity":"normal")" + std::string(more_metadata) +
         "}}";
}

// ---- order -------------------------------------------------------------------------------------

TEST(thought_stream, text_before_the_thought_and_after_it_come_in_this_order) {
  expect("Let me see. <thinking>2 + 2</thinking>It is 4.",
         {"[Let me see. ]", thought("2 + 2"), "[It is 4.]"});
}

TEST(thought_stream, several_thoughts_come_in_the_order_of_the_text) {
  expect("<thinking>one</thinking>a<thinking thought=\"two\"/><thinking>three</thinking>b",
         {thought("one"), "[a]", thought("two", R"(,"confidence":0.5)"), thought("three"), "[b]"});
}

TEST(thought_stream, text_without_thoughts_is_text) {
  expect("Just 1 < 2 and <b>text</b>.", {"[Just 1 < 2 and <b>text</b>.]"});
}

// ---- type and confidence -----------------------------------------------------------------------

TEST(thought_stream, confidence_is_one_half_where_it_is_missing) {
  expect(R"(<thinking thought="x" thought_type="planning"/>)",
         {thought("x", R"(,"thoughtType":"planning","confidence":0.5)")});
}

TEST(thought_stream, confidence_is_one_half_where_it_is_no_number_from_0_to_1) {
  for (const std::string value : {"high", "", "1.5", "-1", "70%"}) {
    expect("<thinking thought=\"x\" confidence=\"" + value + "\"/>",
           {thought("x", R"(,"confidence":0.5)")});
  }
}

TEST(thought_stream, confidence_may_be_0_or_1) {
  expect(R"(<thinking thought="x" confidence="0"/>)", {thought("x", R"(,"confidence":0)")});
  expect(R"(<thinking thought="x" confidence="1"/>)", {thought("x", R"(,"confidence":1)")});
}

TEST(thought_stream, a_type_is_said_only_where_it_is_written) {
  expect(R"(<thinking thought="x" confidence="0.9"/>)", {thought("x", R"(,"confidence":0.9)")});
}

TEST(thought_stream, other_attributes_mean_nothing) {
  expect(R"(<thinking thought_id="t1">x</thinking>)", {thought("x")});
  expect(R"(<thinking thought_id="t1" thought="x"/>)", {thought("x", R"(,"confidence":0.5)")});
}

TEST(thought_stream, type_and_confidence_may_go_with_a_body) {
  expect(R"(<thinking thought_type="reflection" confidence="0.9">so</thinking>)",
         {thought("so", R"(,"thoughtType":"reflection","confidence":0.9)")});
}

TEST(thought_stream, an_attribute_and_a_body_are_two_lines_of_one_thought) {
  expect(R"(<thinking thought="first">then</thinking>)",
         {thought(R"(first\nthen)", R"(,"confidence":0.5)")});
}

TEST(thought_stream, angle_brackets_in_an_attribute_do_not_end_the_tag) {
  expect(R"(<thinking thought="4 < 5 > 3, </thinking>"/>yes)",
         {thought("4 < 5 > 3, </thinking>", R"(,"confidence":0.5)"), "[yes]"});
}

TEST(thought_stream, entities_are_decoded_in_attributes_and_nowhere_else) {
  expect(R"(<thinking thought="4 &lt; 5 &amp; &quot;so&quot;"/>)",
         {thought(R"(4 < 5 & \"so\")", R"(,"confidence":0.5)")});
  expect("<thinking>4 &lt; 5</thinking>", {thought("4 &lt; 5")});
}

// ---- blanks ------------------------------------------------------------------------------------

TEST(thought_stream, blanks_around_a_thought_are_not_part_of_it_and_those_of_the_text_stay) {
  expect("a <thinking>\n  t\n</thinking> b", {"[a ]", thought("t"), "[ b]"});
}

TEST(thought_stream, a_thought_of_blanks_alone_is_none) {
  expect("a<thinking> \n </thinking>b", {"[ab]"});
  expect("a<thinking></thinking>b<thinking/>c<thinking thought=\" \"/>d", {"[abcd]"});
}

// ---- what is nested, mentioned or broken -------------------------------------------------------

TEST(thought_stream, tags_in_a_thought_are_its_text) {
  expect("<thinking>call <tool>{}</tool></thinking>ok", {thought("call <tool>{}</tool>"), "[ok]"});
}

TEST(thought_stream, thoughts_nest) {
  expect("<thinking>a<thinking>b</thinking>c</thinking>d",
         {thought("a<thinking>b</thinking>c"), "[d]"});
}

TEST(thought_stream, a_tag_that_is_only_mentioned_does_not_swallow_the_text) {
  expect("<thinking>I think in <thinking>.</thinking>The answer.",
         {thought("I think in <thinking>."), "[The answer.]"});
}

TEST(thought_stream, longer_names_are_other_tags) {
  expect("<thinkingX>a</thinkingX>", {"[<thinkingX>a</thinkingX>]"});
}

TEST(thought_stream, a_tag_that_the_text_ends_in_is_text) {
  expect("Hello <thin", {"[Hello <thin]"});
  expect(R"(Hello <thinking thought="x)", {R"([Hello <thinking thought="x])"});
}

TEST(thought_stream, a_closing_tag_that_closes_nothing_is_text) {
  expect("a</thinking>b", {"[a</thinking>b]"});
}

TEST(thought_stream, a_thought_that_is_never_closed_says_so) {
  expect("a<thinking>still th", {"[a]", thought("still th", R"(,"isClosed":false)")});
}

TEST(thought_stream, the_tag_can_be_chosen) {
  expect("<think>a</think><thinking>b", {thought("a"), "[<thinking>b]"}, {.thought = {"think"}});
  expect("[T]a[/T]b", {thought("a"), "[b]"}, {.thought = {"[T]…[/T]"}});
}

// ---- when it comes -----------------------------------------------------------------------------

TEST(thought_stream, text_leaves_at_once_and_a_thought_when_its_closing_tag_is_complete) {
  Reader reader = Reader::make(thinking).value();
  EXPECT_EQ(content_of(reader.feed("Hello <think")), "Hello ");
  EXPECT_TRUE(reader.feed("ing>2 + 2</thinking").empty());
  const auto events = reader.feed(">It is");
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].kind, EventKind::thought);
  EXPECT_EQ(events[0].text, "2 + 2");
  EXPECT_EQ(events[1].content(), "It is");
  EXPECT_EQ(content_of(reader.feed(" 4 < 5.")), " 4 < 5.");
}

TEST(thought_stream, a_thought_may_also_be_shown_while_it_is_open) {
  Reader reader = Reader::make({.thought = {"thinking"}, .incremental = true}).value();
  const auto open = reader.feed("<thinking>2 +");
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(open[0].kind, EventKind::thought_delta);
  EXPECT_EQ(open[0].text, "2 +");
  const auto closed = reader.feed(" 2</thinking>");
  ASSERT_EQ(closed.size(), 2U);
  EXPECT_EQ(closed[0].kind, EventKind::thought_delta);
  EXPECT_EQ(closed[0].text, " 2");
  EXPECT_EQ(closed[1].kind, EventKind::thought);
  EXPECT_EQ(closed[1].text, "2 + 2");
}

// ---- snapshots: the whole text so far, each time -----------------------------------------------

TEST(thought_stream, a_server_may_send_the_whole_text_so_far_each_time) {
  EXPECT_EQ(lines_of_snapshots({"Let", "Let me see. <thi", "Let me see. <thinking>2 +",
                                "Let me see. <thinking>2 + 2</thinking>It is 4."}),
            (Lines{"[Let me see. ]", thought("2 + 2"), "[It is 4.]"}));
}

TEST(thought_stream, snapshots_say_the_same_wherever_they_end) {
  const std::string text = R"(a<thinking thought="b > c"/>d <thinking> e </thinking>f)";
  for (const Cuts& cuts : every_cut(text)) {
    EXPECT_EQ(lines_of_snapshots(snapshots_of(text, cuts)),
              (Lines{"[a]", thought("b > c", R"(,"confidence":0.5)"), "[d ]", thought("e"), "[f]"}))
        << to_text(cuts);
  }
}

TEST(thought_stream, a_snapshot_that_says_nothing_new_adds_nothing) {
  EXPECT_EQ(lines_of_snapshots({"", "a", "a", "ab"}), (Lines{"[ab]"}));
}

TEST(thought_stream, a_snapshot_that_does_not_go_on_is_refused_and_the_next_counts) {
  Snapshots snapshots;
  EXPECT_EQ(snapshots.feed("Hello").value(), "Hello");
  const auto other = snapshots.feed("Help!");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, Code::snapshot_mismatch);
  EXPECT_EQ(other.error().offset, 3U);
  EXPECT_EQ(snapshots.feed("Hello you").value(), " you");
}

}  // namespace
}  // namespace tagstream::showcase

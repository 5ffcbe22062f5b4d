#include "support/options.hpp"

#include <gtest/gtest.h>


namespace tagstream {
namespace {

std::string error_of(std::vector<Rule> rules) {
  const auto made = Rules::make({.rules = std::move(rules)});
  return made ? "" : made.error().message;
}

TEST(rule, helpers_fill_in_action_and_names) {
  EXPECT_EQ(hide("a"), (Rule{Action::hide, "a", "", ""}));
  EXPECT_EQ(unwrap("a"), (Rule{Action::unwrap, "a", "", ""}));
  EXPECT_EQ(record("a"), (Rule{Action::record, "a", "", ""}));
  EXPECT_EQ(hide_between("[", "]"), (Rule{Action::hide, "", "[", "]"}));
  EXPECT_EQ(unwrap_between("[", "]"), (Rule{Action::unwrap, "", "[", "]"}));
  EXPECT_EQ(record_between("[", "]"), (Rule{Action::record, "", "[", "]"}));
  EXPECT_EQ(call("a"), (Rule{Action::call, "a", "", "", CallBody::automatic}));
  EXPECT_EQ(call_between("[", "]", CallBody::raw),
            (Rule{Action::call, "", "[", "]", CallBody::raw}));
}

TEST(rule, a_filter_refuses_calls) {
  EXPECT_EQ(error_of({hide("a"), call("b")}),
            "a filter reads no calls, but there is a rule for 'b'");
}

TEST(rule, a_name_that_no_tag_can_have_is_refused) {
  EXPECT_EQ(error_of({hide("")}), "a tag name is empty");
  EXPECT_EQ(error_of({hide("a b")}).substr(0, 25), "'a b' is not a tag name: ");
  EXPECT_EQ(error_of({hide("-a")}).substr(0, 24), "'-a' is not a tag name: ");
  EXPECT_EQ(error_of({hide("<a>")}).substr(0, 25), "'<a>' is not a tag name: ");
  EXPECT_EQ(error_of({hide("a.b-c:d_1"), hide("1"), hide("\xC3\xA9")}), "");
}

TEST(rule, two_rules_for_one_name_are_refused) {
  EXPECT_EQ(error_of({hide("a"), record("a")}), "there are two rules for 'a'");
}

TEST(rule, names_that_differ_in_case_are_one_when_case_is_ignored) {
  Options options{.hide = {"a", "A"}};
  EXPECT_TRUE(Rules::make(options));
  options.ignore_case = true;
  EXPECT_FALSE(Rules::make(options));
}

TEST(rule, an_empty_marker_is_refused) {
  EXPECT_EQ(error_of({hide_between("", "]")}), "the opening marker that belongs to ']' is empty");
  EXPECT_EQ(error_of({hide_between("[", "")}), "the closing marker that belongs to '[' is empty");
}

TEST(rule, two_rules_for_one_opening_marker_are_refused) {
  EXPECT_EQ(error_of({hide_between("[", "]"), record_between("[", ")")}),
            "there are two rules for the opening marker '['");
}

TEST(rule, hidden_sections_may_share_a_closing_marker) {
  EXPECT_EQ(error_of({hide_between("<|a|>", "<|end|>"), hide_between("<|b|>", "<|end|>")}), "");
  EXPECT_EQ(error_of({record_between("<|a|>", "<|end|>"), unwrap_between("<|b|>", "<|end|>")}),
            "there are two rules for the closing marker '<|end|>'");
}

TEST(rule, one_with_a_name_and_markers_is_refused) {
  EXPECT_EQ(error_of({Rule{Action::hide, "a", "[", "]"}}), "the rule for 'a' has markers too");
}

}  // namespace
}  // namespace tagstream

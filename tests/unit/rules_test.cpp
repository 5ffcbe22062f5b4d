#include "lex/rules.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tagstream {
namespace {

RuleSet compiled(const std::vector<RuleParts>& rules) {
  RuleSet set;
  const auto made = set.compile(rules, {}, {});
  EXPECT_TRUE(made) << made.error().message;
  return set;
}

// `count` rules of one role. All bytes of their names and markers: `bytes`.
struct Many {
  std::vector<RuleParts> rules;
  std::size_t bytes = 0;

  Many(Role role, std::size_t count, bool has_markers) {
    for (std::size_t i = 0; i < count; ++i) {
      RuleParts& rule = rules.emplace_back();
      rule.role = role;
      const std::string number = std::to_string(1000000 + i);
      if (has_markers) {
        rule.opens = {'[' + number + ']'};
        rule.closes = {"[/" + number + ']'};
      } else {
        rule.name = 't' + number;
      }
      bytes += has_markers ? 19 : 8;
    }
  }
};

TEST(rules, cost_a_few_steps_for_each_byte_of_their_names_and_markers) {
  for (const Role role : {Role::hide, Role::unwrap, Role::record, Role::call}) {
    for (const bool has_markers : {false, true}) {
      for (const std::size_t count : {2000U, 4000U, 8000U}) {
        const Many many(role, count, has_markers);
        EXPECT_LE(compiled(many.rules).steps, 6 * many.bytes) << count;
      }
    }
  }
}

TEST(rules, of_reasoning_cost_a_few_steps_beside_many_calls) {
  for (const std::size_t count : {2000U, 4000U, 8000U}) {
    Many many(Role::call, count, true);
    for (std::size_t i = 0; i < count; ++i) {
      RuleParts& rule = many.rules.emplace_back();
      rule.emitted_as = EmittedAs::reasoning;
      rule.name = 'r' + std::to_string(1000000 + i);
      many.bytes += 8;
    }
    EXPECT_LE(compiled(many.rules).steps, 6 * many.bytes) << count;
  }
}

// A call counts in reasoning, so what begins it may begin a token there.
TEST(rules, know_what_may_begin_a_token_in_a_body) {
  RuleParts reasoning;
  reasoning.emitted_as = EmittedAs::reasoning;
  reasoning.opens = {"(think)"};
  reasoning.closes = {"/think)"};
  RuleParts call;
  call.role = Role::call;
  call.opens = {"[call]"};
  call.closes = {"{end}"};
  RuleParts other;
  other.opens = {"~~"};
  other.closes = {"##"};
  const RuleSet set = compiled({reasoning, call, other});
  std::string begin;
  for (int byte = 0; byte < 256; ++byte) {
    if (set.rules[0].body_bytes.has(static_cast<unsigned char>(byte))) {
      begin += static_cast<char>(byte);
    }
  }
  EXPECT_EQ(begin, "(/[");
  RuleParts tag_call;
  tag_call.role = Role::call;
  tag_call.name = "call";
  EXPECT_TRUE(compiled({reasoning, tag_call}).rules[0].body_bytes.has('<'));
}

// ## A tag of 4 GiB or more is content, whatever the limits say
//
// Rule: Limits.
// Source: ours: places in a tag have 32 bits.
// Code: `lex/rules.cpp: clipped`.
TEST(rules, no_limit_allows_a_tag_of_4_gib) {
  RuleSet::Settings settings;
  settings.limits.max_tag_bytes = Limits::none;
  RuleSet set;
  const auto made = set.compile({}, settings, {});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(set.limits.max_tag_bytes, 0xffffffffU);
}

}  // namespace
}  // namespace tagstream

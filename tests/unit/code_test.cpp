#include "tagstream/code.hpp"

#include <gtest/gtest.h>

#include <array>
#include <utility>

namespace tagstream {
namespace {

TEST(code, each_has_its_number_and_the_word_of_its_enumerator) {
  constexpr std::array<std::pair<Code, const char*>, 34> codes = {{
      {Code::none, "none"},
      {Code::invalid_json, "invalid_json"},
      {Code::missing_name, "missing_name"},
      {Code::bad_arguments, "bad_arguments"},
      {Code::empty, "empty"},
      {Code::unclosed, "unclosed"},
      {Code::too_large, "too_large"},
      {Code::not_allowed, "not_allowed"},
      {Code::unknown_tool, "unknown_tool"},
      {Code::max_held_bytes, "max_held_bytes"},
      {Code::unclosed_call, "unclosed_call"},
      {Code::unclosed_reasoning, "unclosed_reasoning"},
      {Code::not_a_call, "not_a_call"},
      {Code::family, "family"},
      {Code::unknown_key, "unknown_key"},
      {Code::fed_after_finish, "fed_after_finish"},
      {Code::looks_like_sse, "looks_like_sse"},
      {Code::limit_exceeded, "limit_exceeded"},
      {Code::bad_option, "bad_option"},
      {Code::snapshot_mismatch, "snapshot_mismatch"},
      {Code::stray_close, "stray_close"},
      {Code::incomplete_tag, "incomplete_tag"},
      {Code::tool_definition, "tool_definition"},
      {Code::quoted, "quoted"},
      {Code::reasoning_as_content, "reasoning_as_content"},
      {Code::mention, "mention"},
      {Code::after_limit, "after_limit"},
      {Code::unclosed_section, "unclosed_section"},
      {Code::unclosed_thought, "unclosed_thought"},
      {Code::reopened, "reopened"},
      {Code::half_closer, "half_closer"},
      {Code::max_tag_bytes, "max_tag_bytes"},
      {Code::max_attributes, "max_attributes"},
      {Code::other_role, "other_role"},
  }};
  for (std::size_t number = 0; number < codes.size(); ++number) {
    EXPECT_EQ(static_cast<std::size_t>(codes[number].first), number);
    EXPECT_STREQ(to_string(codes[number].first), codes[number].second);
  }
  EXPECT_STREQ(to_string(static_cast<Code>(codes.size())), "unknown");
}

}  // namespace
}  // namespace tagstream

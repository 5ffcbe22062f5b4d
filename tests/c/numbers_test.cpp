#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>

#include "tagstream.h"
#include "tagstream/code.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/event.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/options.hpp"

/// Enumerators have one number in C and C++, and so has each dialect.
namespace tagstream {
namespace {

#define SAME(in_c, in_cpp) static_assert(static_cast<int>(in_c) == static_cast<int>(in_cpp))

SAME(TAGSTREAM_OK, Code::none);
SAME(TAGSTREAM_LIMIT_EXCEEDED, Code::limit_exceeded);
SAME(TAGSTREAM_BAD_OPTION, Code::bad_option);
SAME(TAGSTREAM_SNAPSHOT_MISMATCH, Code::snapshot_mismatch);
static_assert(TAGSTREAM_NULL_POINTER > std::numeric_limits<std::underlying_type_t<Code>>::max());

SAME(TAGSTREAM_CONTENT, EventKind::content);
SAME(TAGSTREAM_REASONING, EventKind::reasoning);
SAME(TAGSTREAM_SECTION_START, EventKind::section_start);
SAME(TAGSTREAM_SECTION_DELTA, EventKind::section_delta);
SAME(TAGSTREAM_SECTION_END, EventKind::section_end);
SAME(TAGSTREAM_TOOL_CALL_START, EventKind::tool_call_start);
SAME(TAGSTREAM_TOOL_CALL_DELTA, EventKind::tool_call_delta);
SAME(TAGSTREAM_TOOL_CALL, EventKind::tool_call);
SAME(TAGSTREAM_TOOL_CALL_ERROR, EventKind::tool_call_error);
SAME(TAGSTREAM_THOUGHT, EventKind::thought);
SAME(TAGSTREAM_MARKUP, EventKind::markup);
SAME(TAGSTREAM_NOTICE, EventKind::notice);
SAME(TAGSTREAM_STOPPED, EventKind::stopped);
SAME(TAGSTREAM_THOUGHT_DELTA, EventKind::thought_delta);

SAME(TAGSTREAM_CODE_NONE, Code::none);
SAME(TAGSTREAM_CODE_INVALID_JSON, Code::invalid_json);
SAME(TAGSTREAM_CODE_MISSING_NAME, Code::missing_name);
SAME(TAGSTREAM_CODE_BAD_ARGUMENTS, Code::bad_arguments);
SAME(TAGSTREAM_CODE_EMPTY, Code::empty);
SAME(TAGSTREAM_CODE_UNCLOSED, Code::unclosed);
SAME(TAGSTREAM_CODE_TOO_LARGE, Code::too_large);
SAME(TAGSTREAM_CODE_NOT_ALLOWED, Code::not_allowed);
SAME(TAGSTREAM_CODE_UNKNOWN_TOOL, Code::unknown_tool);
SAME(TAGSTREAM_CODE_MAX_HELD_BYTES, Code::max_held_bytes);
SAME(TAGSTREAM_CODE_UNCLOSED_CALL, Code::unclosed_call);
SAME(TAGSTREAM_CODE_UNCLOSED_REASONING, Code::unclosed_reasoning);
SAME(TAGSTREAM_CODE_REASONING_AS_CONTENT, Code::reasoning_as_content);
SAME(TAGSTREAM_CODE_NOT_A_CALL, Code::not_a_call);
SAME(TAGSTREAM_CODE_FAMILY, Code::family);
SAME(TAGSTREAM_CODE_UNKNOWN_KEY, Code::unknown_key);
SAME(TAGSTREAM_CODE_FED_AFTER_FINISH, Code::fed_after_finish);
SAME(TAGSTREAM_CODE_LOOKS_LIKE_SSE, Code::looks_like_sse);
SAME(TAGSTREAM_CODE_LIMIT_EXCEEDED, Code::limit_exceeded);
SAME(TAGSTREAM_CODE_BAD_OPTION, Code::bad_option);
SAME(TAGSTREAM_CODE_SNAPSHOT_MISMATCH, Code::snapshot_mismatch);
SAME(TAGSTREAM_CODE_STRAY_CLOSE, Code::stray_close);
SAME(TAGSTREAM_CODE_INCOMPLETE_TAG, Code::incomplete_tag);
SAME(TAGSTREAM_CODE_TOOL_DEFINITION, Code::tool_definition);
SAME(TAGSTREAM_CODE_QUOTED, Code::quoted);

SAME(TAGSTREAM_OPTION_TEXT, OptionInfo::Type::text);
SAME(TAGSTREAM_OPTION_LIST, OptionInfo::Type::list);
SAME(TAGSTREAM_OPTION_BOOLEAN, OptionInfo::Type::boolean);
SAME(TAGSTREAM_OPTION_CHOICE, OptionInfo::Type::choice);
SAME(TAGSTREAM_OPTION_NUMBER, OptionInfo::Type::number);

// No number of C++ is missing in C, whose last one this is.
template <class Enum>
void expect_last(std::uint32_t last, const char* (*word)(std::uint32_t)) {
  std::uint32_t count = 0;
  while (std::string_view(to_string(static_cast<Enum>(count))) != "unknown") {
    EXPECT_STREQ(word(count), to_string(static_cast<Enum>(count)));
    ++count;
  }
  EXPECT_EQ(count, last + 1) << to_string(static_cast<Enum>(count - 1));
  EXPECT_EQ(word(count), nullptr);
  EXPECT_EQ(word(~std::uint32_t{0}), nullptr);
}

TEST(c_numbers, every_number_of_cpp_has_its_word_in_c) {
  expect_last<EventKind>(TAGSTREAM_THOUGHT_DELTA, tagstream_event_kind_word);
  expect_last<Code>(TAGSTREAM_CODE_REASONING_AS_CONTENT, tagstream_code_word);
}

std::string_view view(tagstream_string text) { return {text.data, text.size}; }

void expect_same(tagstream_option_infos in_c, std::span<const OptionInfo> infos) {
  ASSERT_EQ(in_c.size, infos.size());
  for (std::size_t i = 0; i < infos.size(); ++i) {
    const tagstream_option_info& info = *tagstream_option_info_at(in_c, i);
    EXPECT_EQ(view(info.name), infos[i].name);
    EXPECT_EQ(view(info.sentence), infos[i].sentence);
    EXPECT_EQ(view(info.default_value), infos[i].default_value);
    EXPECT_EQ(info.type, static_cast<std::uint8_t>(infos[i].type));
    ASSERT_EQ(info.value_count, infos[i].values.size());
    for (std::size_t j = 0; j < info.value_count; ++j) {
      EXPECT_EQ(view(info.values[j]), infos[i].values[j]);
    }
  }
}

TEST(c_numbers, options_are_those_of_cpp) {
  expect_same(tagstream_list_options(), option_infos());
  expect_same(tagstream_list_extract_options(), extract_option_infos());
}

TEST(c_numbers, dialects_are_those_of_cpp) {
  ASSERT_EQ(tagstream_dialect_count(), dialects().size());
  for (std::size_t i = 0; i < dialects().size(); ++i) {
    const Dialect& dialect = dialects()[i];
    const tagstream_string name = tagstream_dialect_name(i);
    const tagstream_string text = tagstream_dialect_text(i);
    EXPECT_EQ(std::string_view(name.data, name.size), dialect.name());
    EXPECT_EQ(std::string_view(text.data, text.size), dialect.text());
    std::size_t found = 0;
    EXPECT_TRUE(tagstream_find_dialect(name.data, name.size, &found));
    EXPECT_EQ(found, i);
  }
}

}  // namespace
}  // namespace tagstream

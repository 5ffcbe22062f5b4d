#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>

#include "describe/codes.hpp"
#include "describe/events.hpp"
#include "tagstream.h"
#include "tagstream/code.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/event.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/offsets.hpp"
#include "tagstream/options.hpp"
#include "tagstream/wire/delta.hpp"
#include "tagstream/wire/stream_reader.hpp"

/// Statuses have the numbers of codes, and options and dialects are those of C++. fields_test.cpp
/// looks at the other enumerators.
namespace tagstream {
namespace {

#define SAME(in_c, in_cpp) static_assert(static_cast<int>(in_c) == static_cast<int>(in_cpp))

SAME(TAGSTREAM_OK, Code::none);
SAME(TAGSTREAM_LIMIT_EXCEEDED, Code::limit_exceeded);
SAME(TAGSTREAM_BAD_OPTION, Code::bad_option);
SAME(TAGSTREAM_SNAPSHOT_MISMATCH, Code::snapshot_mismatch);
static_assert(TAGSTREAM_NULL_POINTER > std::numeric_limits<std::underlying_type_t<Code>>::max());

SAME(TAGSTREAM_PIECE_TEXT, wire::PieceKind::text);
SAME(TAGSTREAM_PIECE_REASONING, wire::PieceKind::reasoning);
SAME(TAGSTREAM_PIECE_TOOL_CALL_START, wire::PieceKind::tool_call_start);
SAME(TAGSTREAM_PIECE_TOOL_CALL_DELTA, wire::PieceKind::tool_call_delta);
SAME(TAGSTREAM_PIECE_FINISH, wire::PieceKind::finish);
SAME(TAGSTREAM_PIECE_ERROR, wire::PieceKind::error);
SAME(TAGSTREAM_PIECE_BROKEN, wire::PieceKind::broken);
SAME(TAGSTREAM_PIECE_END, wire::PieceKind::end);
SAME(TAGSTREAM_CODE_POINTS, OffsetUnit::code_points);
SAME(TAGSTREAM_UTF16, OffsetUnit::utf16);
SAME(TAGSTREAM_SSE, wire::Framing::sse);
SAME(TAGSTREAM_NDJSON, wire::Framing::ndjson);
SAME(TAGSTREAM_REASONING_CONTENT_FIELD, wire::ReasoningField::reasoning_content);
SAME(TAGSTREAM_REASONING_FIELD, wire::ReasoningField::reasoning);
SAME(TAGSTREAM_BOTH_REASONING_FIELDS, wire::ReasoningField::both);

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
  expect_last<EventKind>(std::uint32_t{describe::event_kinds.size() - 1},
                         tagstream_event_kind_word);
  expect_last<Code>(std::uint32_t{std::size(describe::codes)}, tagstream_code_word);
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

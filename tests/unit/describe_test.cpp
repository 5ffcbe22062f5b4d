#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/choice_words.hpp"
#include "describe/codes.hpp"
#include "describe/events.hpp"
#include "describe/flags.hpp"
#include "describe/parts.hpp"

/// The tables of what crosses a door are whole.
namespace tagstream::describe {
namespace {

TEST(describe, each_kind_has_a_row_of_its_number) {
  ASSERT_EQ(event_kinds.size(), words_of<EventKind>.size());
  for (std::size_t i = 0; i < event_kinds.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(event_kinds[i].kind), i);
    std::set<EventField> fields;
    for (const KindField& one : event_kinds[i].used()) fields.insert(one.field);
    EXPECT_EQ(fields.size(), event_kinds[i].field_count) << to_string(event_kinds[i].kind);
  }
}

TEST(describe, each_field_belongs_to_some_kind) {
  std::set<EventField> used;
  for (const KindInfo& kind : event_kinds) {
    for (const KindField& one : kind.used()) used.insert(one.field);
  }
  EXPECT_EQ(used.size(), std::size(event_fields));
}

TEST(describe, each_flag_has_a_row_of_its_bit) {
  Event event;
  event.set_flags(~std::uint32_t{0});
  std::uint32_t all = 0;
  for (std::size_t i = 0; i < std::size(event_flags); ++i) {
    EXPECT_EQ(static_cast<std::uint32_t>(event_flags[i].flag), std::uint32_t{1} << i);
    all |= static_cast<std::uint32_t>(event_flags[i].flag);
  }
  EXPECT_EQ(event.flags(), all);
}

// `has_index` says whether there is an index, which JSON has or leaves out.
TEST(describe, each_flag_but_one_is_a_field) {
  for (const FlagInfo& flag : event_flags) {
    std::string type;
    for (const EventFieldInfo& field : event_fields) {
      if (field.name == std::string_view(flag.name)) type = field.type;
    }
    EXPECT_EQ(type, flag.flag == EventFlag::has_index ? "" : "boolean") << flag.name;
  }
}

TEST(describe, each_code_has_a_row_and_says_where_it_occurs) {
  EXPECT_EQ(std::size(codes) + 1, words_of<Code>.size());
  for (const CodeInfo& code : codes) {
    std::string_view rest = code.of;
    while (!rest.empty()) {
      const std::string_view word = rest.substr(0, rest.find(", "));
      EXPECT_TRUE(word == "Error" || word == "tree" || find_word<EventKind>(word)) << word;
      rest.remove_prefix(word.size() == rest.size() ? rest.size() : word.size() + 2);
    }
  }
}

TEST(describe, the_flags_of_a_part_are_those_of_its_event) {
  Event event;
  event.is_repaired = true;
  event.is_truncated = true;  // which a call does not have
  ToolCall call;
  copy_flags(call, event);
  EXPECT_FALSE(call.is_closed);
  EXPECT_TRUE(call.is_repaired);
  EXPECT_EQ(flags_of(call), static_cast<std::uint32_t>(EventFlag::is_repaired));
}

TEST(describe, a_field_of_a_part_is_read_by_its_row) {
  Notice notice{Code::family, "a sentence", 3};
  std::string names;
  each_field<Notice>([&](auto row) {
    names += std::string(row.name) + ' ';
    if constexpr (std::is_same_v<typename decltype(row)::Type, std::uint64_t>) {
      EXPECT_EQ(row.of(notice), 3U);
    }
  });
  EXPECT_EQ(names, "code text offset name ");
}

}  // namespace
}  // namespace tagstream::describe

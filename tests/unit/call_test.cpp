#include "tagstream/event.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace tagstream {
namespace {

TEST(call, error_codes_have_words) {
  EXPECT_STREQ(to_string(Code::none), "none");
  EXPECT_STREQ(to_string(Code::invalid_json), "invalid-json");
  EXPECT_STREQ(to_string(Code::missing_name), "missing-name");
  EXPECT_STREQ(to_string(Code::bad_arguments), "bad-arguments");
  EXPECT_STREQ(to_string(Code::empty), "empty");
  EXPECT_STREQ(to_string(Code::unclosed), "unclosed");
  EXPECT_STREQ(to_string(Code::too_large), "too-large");
  EXPECT_STREQ(to_string(Code::not_allowed), "not-allowed");
  EXPECT_STREQ(to_string(Code::unknown_tool), "unknown-tool");
}

void expect(const Call& call, const CallFields& fields) {
  const bool is_error = fields.error != Code::none;
  EXPECT_EQ(call.span(), fields.span);
  EXPECT_EQ(call.index(), fields.index);
  EXPECT_EQ(call.tool(), fields.tool);
  EXPECT_EQ(call.id(), fields.id);
  EXPECT_EQ(call.arguments(), is_error ? "" : fields.arguments);
  EXPECT_EQ(call.error(), fields.error);
  EXPECT_EQ(call.offset(), is_error ? fields.offset : 0);
  EXPECT_EQ(call.message(), is_error ? fields.message : "");
}

TEST(call, says_nothing_at_first) {
  Call call;
  static_cast<Element&>(call) = Element(3, "<tool>", 4);
  expect(call, {});
}

TEST(call, says_what_it_was_given_with_a_detail_or_without) {
  const std::string_view text = "{} and more";
  const std::string long_id(10'000, 'i');
  const Code code = Code::empty;
  const struct {
    CallFields fields;
    bool has_room;
  } all[] = {
      {{}, true},
      {{.span = {3, 9}, .index = 5}, true},
      {{.span = {8, 8}, .index = 5}, true},
      {{.span = {3, 9}, .error = code, .offset = 7, .message = "a sentence"}, true},
      {{.span = {4, 4}, .error = code, .offset = 7, .message = "a sentence"}, true},
      {{.span = {4, 9}}, false},
      {{.tool = text.substr(3, 3)}, false},
      {{.id = long_id}, false},
      {{.arguments = text.substr(0, 2)}, false},
      {{.span = {4, 9}, .index = 6, .tool = "f", .id = "i", .arguments = "{}"}, false},
      {{.span = {4, 9}, .error = code, .offset = 7, .message = "a sentence"}, false},
      {{.index = 1, .error = code, .offset = 7, .message = "a sentence"}, false},
      {{.tool = "f", .error = code, .offset = 7, .message = "a sentence"}, false},
      {{.id = "i", .error = code, .offset = 7, .message = "a sentence"}, false},
  };
  Call call;
  static_cast<Element&>(call) = Element(3, "<tool>", 4);
  for (const auto& [fields, has_room] : all) {
    CallDetail detail;
    call.set(fields, detail);
    expect(call, fields);
    EXPECT_EQ(call.has_room_for(fields), has_room);
    if (!has_room) continue;
    call.set(fields);
    expect(call, fields);
  }
}

TEST(call, says_nothing_before_it_is_set) { expect(Call(), {}); }

// A gap in the addresses: nothing is read there.
TEST(call, a_name_may_be_longer_than_4_gib) {
  if constexpr (sizeof(std::size_t) < 8) return;
  const std::string_view name("f", static_cast<std::size_t>(std::uint64_t{5} << 30));
  Call call;
  CallDetail detail;
  call.set({.tool = name, .id = "i"}, detail);
  EXPECT_EQ(call.tool().size(), name.size());
  EXPECT_EQ(call.tool().data(), name.data());
  EXPECT_EQ(call.id(), "i");
}

// They stand in what is left free at the end of the element.
TEST(call, keeps_its_flags_where_its_element_is_set) {
  Call call;
  call.set({.error = Code::empty, .offset = 7, .message = "a sentence"});
  call.has_index = call.has_started = call.is_repaired = call.is_recovered = true;
  Element& element = call;
  element = Element(3, "<tool>", 4);
  EXPECT_EQ(call.name(), "tool");
  EXPECT_TRUE(call.has_index && call.has_started && call.is_repaired && call.is_recovered);
  EXPECT_EQ(call.error(), Code::empty);
  call.has_index = call.has_started = call.is_repaired = call.is_recovered = false;
  EXPECT_EQ(call.raw_tag(), "<tool>");
  EXPECT_FALSE(call.is_implied_open());
}

TEST(call, is_the_element_of_its_events_and_of_no_others) {
  const Call call{};
  Event event;
  event.element = &call;
  for (const EventKind kind :
       {EventKind::tool_call_start, EventKind::tool_call_delta, EventKind::tool_call, EventKind::tool_call_error}) {
    event.kind = kind;
    EXPECT_EQ(event.call(), &call);
  }
  for (const EventKind kind : {EventKind::content, EventKind::reasoning, EventKind::section_start,
                               EventKind::section_delta, EventKind::section_end, EventKind::markup,
                               EventKind::notice, EventKind::stopped}) {
    event.kind = kind;
    EXPECT_EQ(event.call(), nullptr);
  }
}

}  // namespace
}  // namespace tagstream

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "c/handles.hpp"
#include "support/guarded_chunk.hpp"

/// Events of a program that was compiled with an older or a newer header are shorter or longer: the
/// library steps by their `stride`.
namespace tagstream::testing {
namespace {

constexpr std::string_view answer =
    "<thought thought_type=plan>2 + 2</thought>\n<think>So.</think>It is 4.<tool_call>{\"name\": "
    "\"f\", "
    "\"arguments\": {}}</tool_call><tool_call>!</tool_call><b x=1>r</b>";
constexpr std::string_view read_by =
    R"({"dialect": "hermes", "record": ["b"], "thought": ["thought"]})";

CReader new_reader() {
  tagstream_reader* reader = nullptr;
  EXPECT_EQ(tagstream_reader_new(read_by.data(), read_by.size(), &reader, nullptr), TAGSTREAM_OK);
  return CReader(reader);
}

// The message that events of `stride` bytes give. Nothing may be read after the last of them.
std::string message_of(std::size_t stride) {
  const CReader reader = new_reader();
  const CMessage message(tagstream_message_new());
  const auto add = [&](const tagstream_events& events) {
    std::string bytes(events.size * stride, '\xAA');
    for (std::size_t i = 0; i < events.size; ++i) {
      std::memcpy(bytes.data() + i * stride, tagstream_event_at(events, i),
                  std::min(stride, sizeof(tagstream_event)));
    }
    const GuardedChunk guarded(bytes);
    const void* const data = guarded.view().data();
    tagstream_message_add(message.get(),
                          {static_cast<const tagstream_event*>(data), events.size, stride});
  };
  add(tagstream_feed(reader.get(), answer.data(), answer.size()));
  add(tagstream_finish(reader.get()));
  tagstream_message_finish(message.get());
  std::size_t size = 0;
  return taken(tagstream_message_json(message.get(), &size));
}

TEST(c_growth, newer_events_are_longer) {
  const std::string today = message_of(sizeof(tagstream_event));
  EXPECT_NE(today.find("\"confidence\":0.5"), std::string::npos) << today;
  EXPECT_EQ(message_of(sizeof(tagstream_event) + 8), today);
  EXPECT_EQ(message_of(2 * sizeof(tagstream_event)), today);
}

// Without `confidence`, the thought is as one without attributes.
TEST(c_growth, older_events_are_shorter) {
  std::string older = message_of(sizeof(tagstream_event));
  const std::string_view newest = "\"confidence\":0.5,";
  older.erase(older.find(newest), newest.size());
  EXPECT_EQ(message_of(offsetof(tagstream_event, confidence)), older);
}

TEST(c_growth, an_older_section_has_its_attributes) {
  const CReader reader = new_reader();
  const tagstream_events events = tagstream_feed(reader.get(), answer.data(), answer.size());
  const tagstream_event* section = nullptr;
  for (std::size_t i = 0; i < events.size; ++i) {
    if (tagstream_event_at(events, i)->kind == TAGSTREAM_SECTION_END) {
      section = tagstream_event_at(events, i);
    }
  }
  ASSERT_NE(section, nullptr);
  std::string bytes(offsetof(tagstream_event, id), '\0');
  std::memcpy(bytes.data(), section, bytes.size());
  const GuardedChunk guarded(bytes);
  const void* const data = guarded.view().data();
  std::array<tagstream_attribute, 2> attributes{};
  EXPECT_EQ(tagstream_event_attributes(static_cast<const tagstream_event*>(data), attributes.data(),
                                       attributes.size()),
            1U);
  EXPECT_EQ(to_view(attributes[0].name), "x");
}

}  // namespace
}  // namespace tagstream::testing

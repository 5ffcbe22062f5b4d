#include "tagstream/snapshots.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/guarded_chunk.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {
namespace {

TEST(snapshots, give_what_is_new) {
  Snapshots snapshots;
  EXPECT_EQ(*snapshots.feed("a"), "a");
  EXPECT_EQ(*snapshots.feed("abc"), "bc");
  EXPECT_EQ(*snapshots.feed("abc"), "");
  EXPECT_EQ(*snapshots.feed("abcd"), "d");
}

TEST(snapshots, of_nothing_are_allowed) {
  Snapshots snapshots(0);
  EXPECT_EQ(*snapshots.feed(""), "");
  EXPECT_FALSE(snapshots.feed("a"));
}

TEST(snapshots, give_a_part_of_the_text_that_was_fed) {
  Snapshots snapshots;
  const std::string text = "ab";
  EXPECT_EQ(snapshots.feed(std::string_view(text).substr(0, 1)).value().data(), text.data());
  EXPECT_EQ(snapshots.feed(text).value().data(), text.data() + 1);
}

TEST(snapshots, keep_a_temporary_string) {
  Snapshots snapshots;
  const std::string first(100, 'a');
  ASSERT_TRUE(snapshots.feed(std::string(first)));
  const Result<std::string_view> added = snapshots.feed(first + std::string(200, 'b'));
  ASSERT_TRUE(added);
  EXPECT_EQ(*added, std::string(200, 'b'));  // the address sanitizer looks on
  EXPECT_EQ(snapshots.feed(std::string(first)).error().offset, 100U);
  EXPECT_EQ(*snapshots.feed(first + std::string(201, 'b')), "b");
}

TEST(snapshots, need_nothing_of_the_last_text) {
  const std::string text = "one two three";
  Snapshots snapshots;
  for (std::size_t size = 1; size <= text.size(); ++size) {
    const testing::GuardedChunk chunk(std::string_view(text).substr(0, size));
    EXPECT_EQ(*snapshots.feed(chunk.view()), text.substr(size - 1, 1));
  }
}

TEST(snapshots, stand_before_any_reader) {
  Snapshots snapshots;
  Reader reader = *Reader::make({.hide = {"think"}});
  std::string visible;
  const auto show = [&visible](std::span<const Event> events) {
    for (const Event& event : events) {
      if (event.kind == EventKind::content) visible += event.text;
    }
  };
  for (const char* text : {"So", "So <thi", "So <think>2", "So <think>2</think>four"}) {
    show(reader.feed(*snapshots.feed(text)));
  }
  show(reader.finish());
  EXPECT_EQ(visible, "So four");
}

// Each beginning of `text` that is known, against each snapshot that differs from it at one byte.
TEST(snapshots, that_differ_name_the_first_byte_and_change_nothing) {
  const std::string text = "a <thinking>one</thinking> \xC3\xA9";
  for (std::size_t known = 1; known <= text.size(); ++known) {
    Snapshots snapshots;
    ASSERT_TRUE(snapshots.feed(std::string_view(text).substr(0, known)));
    for (std::size_t at = 0; at < known; ++at) {
      std::string other(text);
      other[at] = '\x01';
      for (const std::size_t size : {at + 1, known, text.size()}) {
        const auto added = snapshots.feed(std::string_view(other).substr(0, size));
        ASSERT_FALSE(added) << known << ' ' << at << ' ' << size;
        EXPECT_EQ(added.error().code, Code::snapshot_mismatch);
        EXPECT_EQ(added.error().offset, at);
        EXPECT_FALSE(added.error().message.empty());
        ASSERT_FALSE(snapshots.feed(other.substr(0, size))) << "a temporary";
      }
    }
    EXPECT_EQ(*snapshots.feed(text), text.substr(known));
  }
}

TEST(snapshots, that_are_shorter_differ_where_they_end) {
  const std::string text = "one two";
  for (std::size_t known = 1; known <= text.size(); ++known) {
    Snapshots snapshots;
    ASSERT_TRUE(snapshots.feed(std::string_view(text).substr(0, known)));
    for (std::size_t size = 0; size < known; ++size) {
      const auto added = snapshots.feed(std::string_view(text).substr(0, size));
      ASSERT_FALSE(added);
      EXPECT_EQ(added.error().code, Code::snapshot_mismatch);
      EXPECT_EQ(added.error().offset, size);
    }
    EXPECT_EQ(*snapshots.feed(text), text.substr(known));
  }
}

TEST(snapshots, have_a_limit_that_counts_their_bytes) {
  Snapshots snapshots(3);
  EXPECT_EQ(*snapshots.feed("a"), "a");
  for (const std::string_view text : {"abcd", "abcde", "Xbcd"}) {
    const auto added = snapshots.feed(text);
    ASSERT_FALSE(added);
    EXPECT_EQ(added.error().code, Code::limit_exceeded);
    EXPECT_EQ(added.error().offset, 3U);
  }
  EXPECT_EQ(*snapshots.feed("abc"), "bc");  // what the refused ones had is not lost
}

TEST(snapshots, begin_anew_after_reset) {
  Snapshots snapshots;
  ASSERT_TRUE(snapshots.feed("abc"));
  snapshots.reset();
  EXPECT_EQ(*snapshots.feed("xy"), "xy");
  EXPECT_EQ(snapshots.stats().bytes_fed, 2U);
}

TEST(snapshots, count_each_text_in_full_and_compare_it_once) {
  Snapshots snapshots;
  const std::string text(1000, 'x');
  std::uint64_t fed = 0;
  std::uint64_t compared = 0;
  for (std::size_t size = 0; size <= text.size(); size += 10) {
    fed += size;
    compared += size - (size == 0 ? 0 : 10);
    ASSERT_TRUE(snapshots.feed(std::string_view(text).substr(0, size)));
  }
  EXPECT_EQ(snapshots.stats().bytes_fed, fed);
  EXPECT_EQ(snapshots.stats().bytes_examined, compared);
  EXPECT_EQ(snapshots.stats().bytes_held, text.size());
  EXPECT_EQ(snapshots.stats().bytes_held_max, text.size());
  EXPECT_FALSE(snapshots.feed(text.substr(0, 7) + "y"));
  EXPECT_EQ(snapshots.stats().bytes_fed, fed + 8);
  EXPECT_LE(snapshots.stats().bytes_examined, compared + 2 * 8);
}

}  // namespace
}  // namespace tagstream

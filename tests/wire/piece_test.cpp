#include "tagstream/wire/piece.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace tagstream::wire {
namespace {

TEST(piece, each_word_stands_for_one_thing) {
  std::set<std::string> words;
  for (int i = 0; i <= static_cast<int>(Api::ollama); ++i) {
    EXPECT_TRUE(words.insert(to_string(static_cast<Api>(i))).second);
  }
  words.clear();
  for (int i = 0; i <= static_cast<int>(PieceKind::end); ++i) {
    EXPECT_TRUE(words.insert(to_string(static_cast<PieceKind>(i))).second);
  }
  EXPECT_FALSE(words.contains(""));
}

TEST(piece, reasons_to_finish_are_openai_s) {
  EXPECT_EQ(openai_finish_reason("end_turn"), "stop");
  EXPECT_EQ(openai_finish_reason("MAX_TOKENS"), "length");
  EXPECT_EQ(openai_finish_reason("tool_use"), "tool_calls");
  EXPECT_EQ(openai_finish_reason("SAFETY"), "content_filter");
  EXPECT_EQ(openai_finish_reason("stop"), "stop");
  EXPECT_EQ(openai_finish_reason("something new"), "something new");
}

}  // namespace
}  // namespace tagstream::wire

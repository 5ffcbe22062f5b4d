#include "formats/call_body.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace tagstream {
namespace {

TEST(call_body, each_has_its_row) {
  EXPECT_EQ(body_info(CallBody::automatic).word, "auto");
  EXPECT_EQ(body_info(CallBody::json).word, "json");
  EXPECT_EQ(body_info(CallBody::json_lines).word, "json_lines");
  EXPECT_EQ(body_info(CallBody::json_by_name).word, "json_by_name");
  EXPECT_EQ(body_info(CallBody::name_then_json).word, "name_then_json");
  EXPECT_EQ(body_info(CallBody::arguments).word, "arguments");
  EXPECT_EQ(body_info(CallBody::xml).word, "xml");
  EXPECT_EQ(body_info(CallBody::pythonic).word, "pythonic");
  EXPECT_EQ(body_info(CallBody::text).word, "text");
  EXPECT_TRUE(body_info(CallBody::name_then_json).takes_name);
  EXPECT_TRUE(body_info(CallBody::json).may_lead);
  std::set<std::string_view> words;
  for (const BodyInfo& info : bodies) {
    EXPECT_EQ(&body_info(info.body), &info);
    EXPECT_FALSE(info.word.empty());
    EXPECT_TRUE(words.insert(info.word).second) << info.word;
  }
}

}  // namespace
}  // namespace tagstream

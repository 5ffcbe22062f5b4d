#include "tagstream/wire/writer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tagstream::wire {
namespace {

// tests/golden/wire/writers.md shows whole answers.

TEST(writer, each_choice_has_its_role_once) {
  OpenAiWriter writer;
  std::string out;
  const Delta delta{DeltaKind::content, 0, "a", {}, {}};
  writer.write(out, {&delta, 1}, 1);
  EXPECT_NE(out.find(R"("index":1,"delta":{"role":"assistant","content":""})"), out.npos);
  out.clear();
  writer.write(out, {&delta, 1}, 1);
  EXPECT_EQ(out.find("role"), out.npos);
  writer.write(out, {&delta, 1}, 0);
  EXPECT_NE(out.find("role"), out.npos);
}

TEST(writer, text_is_escaped_and_valid) {
  OpenAiWriter writer;
  std::string out;
  const Delta delta{DeltaKind::content, 0, "\"\n\xFF", {}, {}};
  writer.write(out, {&delta, 1});
  EXPECT_NE(out.find("{\"content\":\"\\\"\\n\xEF\xBF\xBD\"}"), out.npos);
}

TEST(writer, errors_are_in_each_shape) {
  std::string out;
  OpenAiWriter().error(out, "too bad");
  EXPECT_EQ(out,
            "data: {\"error\":{\"message\":\"too bad\",\"type\":\"upstream_error\",\"param\":null,"
            "\"code\":null}}\n\n");
  out.clear();
  AnthropicWriter().error(out, "too bad");
  EXPECT_EQ(out,
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\","
            "\"message\":\"too bad\"}}\n\n");
}

TEST(writer, done_is_the_last_event) {
  std::string out;
  OpenAiWriter().end(out);
  EXPECT_EQ(out, "data: [DONE]\n\n");
}

}  // namespace
}  // namespace tagstream::wire

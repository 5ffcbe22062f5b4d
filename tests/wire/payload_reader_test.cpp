#include "tagstream/wire/payload_reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tagstream::wire {
namespace {

std::string text_of(std::span<const Piece> pieces) {
  std::string text;
  for (const Piece& piece : pieces) {
    text += std::string(to_string(piece.kind)) + "(" + std::string(piece.text) + ")";
  }
  return text;
}

TEST(payload_reader, pieces_of_several_payloads_stay) {
  PayloadReader reader;
  reader.read(R"({"choices":[{"delta":{"content":"a"}}]})", 1);
  EXPECT_EQ(text_of(reader.read_more(R"({"choices":[{"delta":{"content":"b"}}]})", 2)),
            "text(a)text(b)");
  EXPECT_EQ(reader.read_more("", 3)[1].offset, 2U);
  EXPECT_EQ(text_of(reader.read(R"({"choices":[{"text":"c"}]})")), "text(c)");
}

TEST(payload_reader, whatever_is_not_a_payload_says_nothing_or_is_broken) {
  PayloadReader reader;
  for (const char* nothing :
       {"", " \n", "{}", "[]", "[1]", "1", "null", "true", "\"text\"", R"({"choices":null})",
        R"({"choices":[1,null,[],"x"]})", R"({"choices":[{"index":-1,"delta":null}]})",
        R"({"choices":[{"delta":{"tool_calls":[null,{"function":1}]}}]})",
        R"({"candidates":[{"content":{"parts":[7,{"functionCall":{}}]}}]})",
        R"({"type":"content_block_delta"})", R"({"type":"content_block_start","content_block":{}})",
        R"({"contentBlockDelta":{"delta":{"toolUse":{"input":"{}"}}}})",
        R"({"message":"x","done":true,"done":false})"}) {
    for (const Piece& piece : reader.read(nothing)) {
      EXPECT_EQ(piece.kind, PieceKind::finish) << nothing;  // "done":true
    }
  }
  for (const char* broken : {"{", "}", "oops", "{\"choices\":[tru]}", "\"", "[DONE] x", "{} {}"}) {
    EXPECT_EQ(text_of(reader.read(broken)), "broken(the payload is not JSON)") << broken;
  }
  EXPECT_EQ(text_of(reader.read(std::string(5000, '['))), "broken(the payload is not JSON)");
}

TEST(payload_reader, a_string_may_hold_any_escape) {
  PayloadReader reader;
  EXPECT_EQ(
      text_of(reader.read(R"({"choices":[{"delta":{"content":"\u00e9\"\\\n\ud83d\ude00"}}]})")),
      "text(\u00e9\"\\\n\U0001F600)");
}

TEST(payload_reader, reset_forgets_the_end_the_calls_and_the_snapshots) {
  PayloadReader reader({Api::automatic, true});
  const char* const call = R"({"choices":[{"delta":{"content":"a",)"
                           R"("tool_calls":[{"index":0,"function":{"name":"f"}}]}}]})";
  EXPECT_EQ(reader.read(call).size(), 2U);
  EXPECT_EQ(reader.read(call).size(), 0U);
  reader.read("[DONE]");
  reader.reset();
  EXPECT_EQ(reader.read(call).size(), 2U);
}

TEST(payload_reader, long_integers_in_any_place_are_read) {
  PayloadReader reader;
  const std::string digits(40, '7');
  EXPECT_EQ(text_of(reader.read("{\"a\":[" + digits + ",-" + digits + "],\"b\":" + digits +
                                ",\"c\":\"" + digits + "\",\"choices\":[{\"text\":\"" + digits +
                                "\"}],\"d\":1" + digits + ".5e3}")),
            "text(" + digits + ")");
  EXPECT_EQ(text_of(reader.read("{\"a\":0" + digits + "}")), "broken(the payload is not JSON)");
}

}  // namespace
}  // namespace tagstream::wire

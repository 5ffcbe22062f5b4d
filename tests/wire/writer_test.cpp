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

TEST(writer, native_calls_whose_pieces_mix_are_blocks) {
  AnthropicWriter writer;
  std::string out;
  const Delta deltas[] = {{DeltaKind::tool_call_start, 0, {}, "x", "f", true},
                          {DeltaKind::tool_call_start, 1, {}, "y", "g", true},
                          {DeltaKind::tool_call_delta, 0, "{\"a\":", {}, {}, true},
                          {DeltaKind::tool_call_delta, 1, "{}", {}, {}, true},
                          {DeltaKind::content, 0, "t", {}, {}},
                          {DeltaKind::tool_call_delta, 0, "1}", {}, {}, true}};
  writer.write(out, deltas);
  writer.finish(out, "tool_calls");
  std::size_t at = 0;
  for (const char* part :
       {R"("text":"t")", R"("index":1,"content_block":{"type":"tool_use","id":"x","name":"f")",
        R"("index":1,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"})",
        R"("index":2,"content_block":{"type":"tool_use","id":"y","name":"g")",
        R"("index":2,"delta":{"type":"input_json_delta","partial_json":"{}"})",
        R"("stop_reason":"tool_use")"}) {
    at = out.find(part, at);
    ASSERT_NE(at, out.npos) << part << " in " << out;
  }
}

TEST(writer, native_calls_that_a_client_cannot_read_are_left_out) {
  for (const char* arguments : {"{\"a\": tru", "[1]", "null", "  ", "\xEF\xBB\xBF{}"}) {
    for (const bool has_another : {false, true}) {
      AnthropicWriter writer;
      std::string out;
      const Delta broken[] = {{DeltaKind::tool_call_start, 0, {}, "x", "f", true},
                              {DeltaKind::tool_call_delta, 0, arguments, {}, {}, true}};
      const Delta another[] = {{DeltaKind::tool_call_start, 1, {}, "y", "g", true},
                               {DeltaKind::tool_call_delta, 1, "{}", {}, {}, true}};
      writer.write(out, broken);
      if (has_another) writer.write(out, another);
      writer.finish(out, "tool_calls");
      EXPECT_EQ(out.find(R"("name":"f")"), out.npos) << out;
      EXPECT_EQ(out.find(R"("name":"g")") != out.npos, has_another) << out;
      const char* const reason = has_another ? "tool_use" : "end_turn";
      EXPECT_NE(out.find(std::string(R"("stop_reason":")") + reason), out.npos) << out;
    }
  }
}

TEST(writer, done_is_the_last_event) {
  std::string out;
  OpenAiWriter().end(out);
  EXPECT_EQ(out, "data: [DONE]\n\n");
}

TEST(writer, a_message_of_anthropic_has_a_block_for_each_part) {
  Message message;
  message.reasoning = "Hm.";
  message.content = "Yes";
  ToolCall& call = message.tool_calls.emplace_back();
  call.id = "x";
  call.name = "f";
  call.arguments = R"({"a":1})";
  message.tool_calls.push_back(call);
  message.tool_calls[1].arguments = "{";  // a server's, cut off
  std::string out;
  to_anthropic_json(out, message, "tool_calls", {.id = "m", .model = "o"});
  EXPECT_EQ(out, R"({"id":"m","type":"message","role":"assistant","model":"o","content":[)"
                 R"({"type":"thinking","thinking":"Hm.","signature":""},)"
                 R"({"type":"text","text":"Yes"},)"
                 R"({"type":"tool_use","id":"x","name":"f","input":{"a":1}}],)"
                 R"("stop_reason":"tool_use","stop_sequence":null,)"
                 R"("usage":{"input_tokens":0,"output_tokens":0}})");
  for (const char* const arguments : {"{", "[]", R"("a")", "oops"}) {
    out.clear();
    message.tool_calls.resize(1);
    message.tool_calls[0].arguments = arguments;
    to_anthropic_json(out, message, "tool_calls");
    EXPECT_EQ(out.find("tool_use"), out.npos) << out;
    EXPECT_NE(out.find(R"("stop_reason":"end_turn")"), out.npos) << out;
  }
  out.clear();
  to_anthropic_json(out, {}, {});
  EXPECT_NE(out.find(R"("content":[],"stop_reason":null,)"), out.npos) << out;
}

}  // namespace
}  // namespace tagstream::wire

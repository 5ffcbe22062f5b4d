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

TEST(payload_reader, the_end_may_have_blanks_around_it) {
  for (const char* end : {"[DONE]", " [DONE]", "[DONE]\r", "[DONE] \r\n"}) {
    PayloadReader reader;
    EXPECT_EQ(text_of(reader.read(end)), "end()") << end;
  }
}

TEST(payload_reader, whatever_is_not_a_payload_says_nothing_or_is_broken) {
  PayloadReader reader;
  for (const char* nothing :
       {"", " \n", "{}", "[]", "[1]", "1", "null", "true", "\"text\"", R"({"choices":null})",
        R"({"choices":[1,null,[],"x"]})", R"({"choices":[{"index":1,"delta":null}]})",
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
  const char* const call =
      R"({"choices":[{"delta":{"content":"a",)"
      R"("tool_calls":[{"index":0,"function":{"name":"f","arguments":"1"}}]}}]})";
  EXPECT_EQ(reader.read(call).size(), 3U);
  EXPECT_EQ(reader.read(call).size(), 1U);  // the arguments go on
  reader.read("[DONE]");
  reader.reset();
  EXPECT_EQ(reader.read(call).size(), 3U);
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

// If each element was looked for from the first one on, this would hang.
TEST(payload_reader, many_elements_take_time_in_proportion) {
  PayloadReader reader;
  std::string elements = "{}";
  for (int i = 0; i < 300000; ++i) elements += ",{}";
  for (const char* const begin :
       {"{\"candidates\":[", "{\"candidates\":[{\"content\":{\"parts\":[",
        "{\"type\":\"message\",\"content\":[", "{\"done\":false,\"message\":{\"tool_calls\":[",
        "{\"output\":{\"message\":{\"content\":["}) {
    std::string payload = begin + elements;
    std::string open(begin);
    for (auto c = open.rbegin(); c != open.rend(); ++c) {
      if (*c == '[') payload += ']';
      if (*c == '{') payload += '}';
    }
    for (const Piece& piece : reader.read(payload)) EXPECT_EQ(piece.kind, PieceKind::finish);
  }
}

// These run on both readers of JSON.
TEST(payload_reader, what_is_json_is_read) {
  PayloadReader reader;
  for (const char* value :
       {"0", "-0", "1.5e+3", "2E-7", "true", "false", "null", "{ }", "[ ]", "[[],{\"a\":[{}]}]",
        R"("\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00")", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"",
        "{\"a\" : 1 , \"b\" :\t[ 1 , 2 ]\r\n}"}) {
    const std::string json = " {\"v\":" + std::string(value) + ",\"choices\":[{\"text\":\"a\"}]}\n";
    EXPECT_EQ(text_of(reader.read(json)), "text(a)") << value;
  }
}

TEST(payload_reader, arguments_are_text_whether_they_come_as_a_string_or_as_an_object) {
  const std::string string = R"("{\"a\": [1]}")";
  const std::string object = R"({"a": [1]})";
  for (const std::string& value : {string, object}) {
    for (const std::string& json :
         {R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x","function":{"name":"f",)"
          R"("arguments":)" +
              value + "}}]}}]}",
          R"({"choices":[{"delta":{"function_call":{"name":"f","arguments":)" + value + "}}}]}",
          R"({"message":{"tool_calls":[{"function":{"name":"f","arguments":)" + value +
              R"(}}]},"done":false})"}) {
      PayloadReader reader;
      const auto pieces = reader.read(json);
      ASSERT_EQ(pieces.size(), 2U) << json;
      EXPECT_EQ(pieces[0].name, "f");
      EXPECT_EQ(pieces[1].text, object) << json;
    }
  }
}

TEST(payload_reader, the_number_of_a_choice_does_not_wrap) {
  for (const char* number : {"1024", "4294967296", "-1", "99999999999999999999", "1.5", "1e999"}) {
    PayloadReader reader;
    EXPECT_EQ(text_of(reader.read(R"({"choices":[{"index":)" + std::string(number) +
                                  R"(,"delta":{"content":"a"}}]})")),
              "broken(there are too many choices)")
        << number;
  }
}

TEST(payload_reader, arguments_of_responses_are_text_whatever_they_are) {
  const std::string item =
      R"({"type":"function_call","call_id":"x","name":"f","arguments":{"a": [1]}})";
  for (const std::string& json :
       {R"({"object":"response","output":[{"type":"reasoning"},)" + item + "]}",
        R"({"type":"response.output_item.done","output_index":0,"item":)" + item + "}"}) {
    PayloadReader reader;
    const auto pieces = reader.read(json);
    ASSERT_EQ(pieces.size(), 2U) << json;
    EXPECT_EQ(pieces[1].text, R"({"a": [1]})") << json;
  }
  PayloadReader reader;
  reader.read(R"({"type":"response.output_item.added","output_index":0,"item":)" + item + "}");
  const auto pieces = reader.read(
      R"({"type":"response.function_call_arguments.done","output_index":0,"arguments":{"b":1}})");
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[1].text, R"({"b":1})");
}

TEST(payload_reader, the_parts_of_a_snapshot_are_one) {
  for (const char* const part : {R"([{"text":"a"},{"text":"b"}])", R"([{"text":"ab"}])",
                                 R"([{"text":"T","thought":true},{"text":"ab"}])"}) {
    PayloadReader reader({Api::gemini, true});
    const std::string json = R"({"candidates":[{"content":{"parts":)" + std::string(part) + "}}]}";
    EXPECT_TRUE(text_of(reader.read(json)).ends_with("text(ab)")) << part;
    EXPECT_EQ(text_of(reader.read(json)), "") << part;
    EXPECT_EQ(
        text_of(reader.read(R"({"candidates":[{"content":{"parts":[{"text":"a"},{"text":"bc"}]},)"
                            R"("finishReason":"STOP"}]})")),
        "text(c)finish(STOP)")
        << part;
  }
}

TEST(payload_reader, what_is_kept_of_calls_is_bounded) {
  PayloadReader reader;
  const std::string long_name(std::size_t{1} << 20, 'n');
  std::size_t calls = 0;
  for (int i = 0; i < 66; ++i) {
    const auto pieces =
        reader.read(R"({"choices":[{"delta":{"tool_calls":[{"index":)" + std::to_string(i) +
                        R"(,"function":{"name":")" + long_name + R"(","arguments":"{}"}}]}}]})",
                    7);
    ASSERT_FALSE(pieces.empty());
    if (pieces[0].kind == PieceKind::tool_call_start) ++calls;
    if (pieces[0].kind == PieceKind::broken) {
      EXPECT_EQ(text_of(pieces), "broken(there are too many calls)");
      EXPECT_EQ(pieces[0].offset, 7U);
    }
  }
  EXPECT_EQ(calls, 63U);
  EXPECT_EQ(text_of(reader.read(R"({"choices":[{"delta":{"content":"a"}}]})")), "text(a)");
}

TEST(payload_reader, a_call_without_a_name_is_reported_where_it_began) {
  PayloadReader reader;
  reader.read(R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x"}]}}]})", 1);
  reader.read(R"({"choices":[{"delta":{"tool_calls":[{"index":0,"id":"x",)"
              R"("function":{"arguments":"{}"}}]}}]})",
              3);
  const auto pieces = reader.read("[DONE]", 9);
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[0].offset, 3U);
}

// Deltas of tool calls to the pieces of calls that they make.
std::string calls_of(std::initializer_list<const char*> deltas) {
  PayloadReader reader;
  std::string all;
  const auto see = [&](std::span<const Piece> pieces) {
    for (const Piece& piece : pieces) {
      if (piece.kind == PieceKind::broken) all += "broken(" + std::string(piece.text) + ")";
      if (piece.kind == PieceKind::tool_call_start) {
        all += std::to_string(piece.index) + "=" + std::string(piece.id) + ":" +
               std::string(piece.name) + "(";
      }
      if (piece.kind == PieceKind::tool_call_delta) {
        all += std::to_string(piece.index) + "<" + std::string(piece.text);
      }
    }
  };
  for (const std::string delta : deltas) {
    see(reader.read(R"({"choices":[{"delta":{"tool_calls":[)" + delta + "]}}]}"));
  }
  reader.clear();
  see(reader.finish());
  return all;
}

TEST(payload_reader, the_id_and_the_name_of_a_call_may_come_apart) {
  const char* const id = R"({"index":0,"id":"x","function":{"arguments":""}})";
  const char* const name = R"({"index":0,"function":{"name":"f"}})";
  const char* const more = R"({"index":0,"function":{"name":"oo"}})";
  const char* const body = R"({"index":0,"function":{"arguments":"{}"}})";
  EXPECT_EQ(calls_of({id, name, body}), "0=x:f(0<{}");
  EXPECT_EQ(calls_of({id, name, more, body}), "0=x:foo(0<{}");
  const char* const again = R"({"index":0,"id":"x","function":{"name":"f"}})";
  const char* const with_body = R"({"index":0,"function":{"name":"f","arguments":"{}"}})";
  EXPECT_EQ(calls_of({id, name, again, body, name}), "0=x:f(0<{}");
  EXPECT_EQ(calls_of({id, name, with_body, with_body}), "0=x:f(0<{}0<{}");
  const char* const no_body = R"({"index":0,"function":{"name":"f","arguments":""}})";
  EXPECT_EQ(calls_of({id, no_body, no_body, body}), "0=x:f(0<{}") << "the server says it again";
  EXPECT_EQ(calls_of({id, name, name, body}), "0=x:ff(0<{}") << "two halves that are equal";
  EXPECT_EQ(calls_of({name, id, body}), "0=x:f(0<{}");
  EXPECT_EQ(calls_of({id, body, name}), "0=x:f(0<{}");
  EXPECT_EQ(calls_of({id, name}), "0=x:f(");
  EXPECT_EQ(calls_of({id, body}), "broken(a call has no name)");
  EXPECT_EQ(calls_of({id, body, R"({"index":0,"id":"y","function":{"name":"g"}})"}),
            "broken(a call has no name)0=y:g(");
  EXPECT_EQ(calls_of({id, R"({"index":1,"id":"y","function":{"name":"g"}})", name, body}),
            "0=x:f(0<{}1=y:g(");
  EXPECT_EQ(calls_of({R"({"id":"x","function":{}})", R"({"function":{"name":"f"}})",
                      R"({"function":{"arguments":"{}"}})"}),
            "0=x:f(0<{}");
}

TEST(payload_reader, what_is_not_json_is_broken) {
  PayloadReader reader;
  for (const char* value :
       {"",    "01", "+1",      "1.",       ".5",          "1e",     "-",    "nul",   "nulll",
        "'a'", "a",  "\"a",     "\"\\x\"",  "\"\\u12g4\"", "\"\n\"", "[1,]", "[1 2]", "[",
        "]",   "[}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",  "{a:1}",  "1,",   "1}"}) {
    const std::string json = "{\"choices\":[{\"text\":\"a\"}],\"v\":" + std::string(value) + "}";
    EXPECT_EQ(text_of(reader.read(json)), "broken(the payload is not JSON)") << value;
  }
}

TEST(payload_reader, bytes_that_are_not_utf8_are_replaced) {
  PayloadReader reader;
  for (const char* bytes : {"\x80", "\xC0\xAF", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80",
                            "\xF4\x90\x80\x80", "\xF8\x80\x80\x80"}) {
    const std::string json = "{\"choices\":[{\"text\":\"a" + std::string(bytes) + "z\"}]}";
    const std::string text = text_of(reader.read(json));
    EXPECT_TRUE(text.starts_with("text(a\xEF\xBF\xBD")) << bytes << ": " << text;
    EXPECT_TRUE(text.ends_with("\xEF\xBF\xBDz)")) << bytes << ": " << text;
  }
}

TEST(payload_reader, escapes_say_what_they_mean) {
  PayloadReader reader;
  const std::string json =
      R"({"choices":[{"text":"\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\uD83D\uDE00 z"}]})";
  EXPECT_EQ(text_of(reader.read(json)),
            "text(\"\\/\b\f\n\r\tA\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 z)");
}

}  // namespace
}  // namespace tagstream::wire

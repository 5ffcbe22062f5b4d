#include "tagstream/json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "support/as_json.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/extract.hpp"
#include "support/options.hpp"
#include "tagstream/message.hpp"

namespace tagstream {
namespace {

// What another library writes, and the program wrote before this one could.
std::string reference(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string written(std::string_view text) {
  std::string json;
  JsonWriter(json).value(text);
  return json;
}

template <class... Values>
std::string as_json(const Values&... values) {
  std::string json;
  to_json(json, values...);
  return json;
}

TEST(json, the_writer_sets_commas) {
  std::string out = "> ";
  JsonWriter json(out);
  json.begin_object().field("a", 1).field("b", "x").key("c").begin_array();
  json.value(true).null().begin_object().end_object().begin_array().end_array();
  json.end_array().key("d").raw("[1]").field("e", false).end_object();
  EXPECT_EQ(out, R"(> {"a":1,"b":"x","c":[true,null,{},[]],"d":[1],"e":false})");
}

TEST(json, numbers) {
  std::string out;
  JsonWriter json(out);
  json.value(std::numeric_limits<std::uint64_t>::max());
  json.value(std::numeric_limits<std::int64_t>::min()).value(0U).value(-7);
  EXPECT_EQ(out, "18446744073709551615,-9223372036854775808,0,-7");
  out.clear();
  JsonWriter real(out);
  real.value(0.0).value(0.5).value(1.0).value(0.7).value(0.0001).value(0.00001).value(-2.5);
  real.value(100000.0).value(1e16).value(NAN).value(INFINITY);
  EXPECT_EQ(out, "0,0.5,1,0.7,0.0001,1e-05,-2.5,100000,1e+16,null,null");
}

TEST(json, strings_are_valid_whatever_the_bytes) {
  // The first and last bytes of each class that UTF-8 and JSON tell apart.
  const std::string bytes(
      "\x00\x1f\x20\"\\\n\x7f\x80\x8f\x90\x9f\xa0\xbf\xc0\xc2\xdf\xe0\xe1\xed\xef\xf0\xf1\xf4\xf5"
      "\xff",
      25);
  for (const char a : bytes) {
    for (const char b : bytes) {
      for (const char c : bytes) {
        for (const char d : bytes) {
          const std::string text{a, b, c, d};
          ASSERT_EQ(written(text), reference(text));
        }
      }
    }
  }
  for (unsigned byte = 0; byte < 256; ++byte) {
    const std::string text(1, static_cast<char>(byte));
    EXPECT_EQ(written(text), reference(text));
    EXPECT_EQ(written("a" + text + "z"), reference("a" + text + "z"));
  }
  EXPECT_EQ(written(""), R"("")");
}

TEST(json, keys_are_strings_too) {
  std::string out;
  JsonWriter(out).begin_object().field("a\"\xff", 1).end_object();
  EXPECT_EQ(out, "{\"a\\\"\xEF\xBF\xBD\":1}");
}

TEST(json, events_of_a_filter) {
  Reader filter = *Reader::make({.hide = {"a"}, .unwrap = {"b"}});
  std::string lines;
  const auto add = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      if (to_json(lines, event)) lines += '\n';
    }
  };
  add(filter.feed("x<b>\xff</b><a k=\"v\" f>y"));
  add(filter.finish());
  const std::string tag = R"("tagName":"a","attributes":[{"name":"k","value":"v","hasValue":true},)"
                          R"({"name":"f","value":"","hasValue":false}])";
  EXPECT_EQ(lines,
            "{\"kind\":\"content-delta\",\"delta\":\"x\"}\n"
            "{\"kind\":\"content-delta\",\"delta\":\"\xEF\xBF\xBD\"}\n"
            "{\"kind\":\"section-start\"," +
                tag + ",\"startIndex\":9,\"impliedOpen\":false}\n" +
                "{\"kind\":\"section-delta\",\"delta\":\"y\"}\n"
                "{\"kind\":\"section-end\"," +
                tag +
                ",\"content\":\"y\",\"startIndex\":9,\"endIndex\":21,\"isClosed\":false,"
                "\"impliedOpen\":false}\n");
}

TEST(json, what_is_not_printed_adds_nothing) {
  std::string out = "before";
  Event event;
  for (const EventKind kind : {EventKind::markup, EventKind::stopped}) {
    event.kind = kind;
    EXPECT_FALSE(to_json(out, event));
    EXPECT_FALSE(result_to_json(out, event));
  }
  ThoughtEvent thought;
  for (const ThoughtEventKind kind : {ThoughtEventKind::markup, ThoughtEventKind::stopped}) {
    thought.kind = kind;
    EXPECT_FALSE(to_json(out, thought));
  }
  EXPECT_EQ(out, "before");
}

TEST(json, calls_have_an_id_if_asked) {
  Event event;
  Call call;
  CallDetail detail;
  call.set({.tool = "f", .arguments = "{}"}, detail);
  event.kind = EventKind::tool_call;
  event.element = &call;
  event.is_closed = true;
  const std::string fields =
      R"("content":"","index":0,"startIndex":0,"endIndex":0,"isClosed":true})";
  EXPECT_EQ(as_json(event), R"({"kind":"tool-call","name":"f","arguments":"{}",)" + fields);
  CallIds ids;
  std::string out;
  EXPECT_TRUE(to_json(out, event, &ids));
  EXPECT_EQ(out, R"({"kind":"tool-call","name":"f","arguments":"{}","id":"call_0",)" + fields);
  out.clear();
  EXPECT_TRUE(result_to_json(out, event));
  EXPECT_EQ(out, R"({"name":"f","arguments":"{}",)" + fields);
  call.has_started = true;
  EXPECT_EQ(as_json(event).substr(0, 23), R"({"kind":"tool-call-end")");
}

TEST(json, a_message) {
  const auto rules = *Rules::make({.dialect = "hermes"});
  const Message message = *read(
      "<think>r</think>c<tool_call>{\"name\":\"f\"}</tool_call><tool_call>{\"name\":\"g\"}"
      "</tool_call>",
      rules);
  EXPECT_EQ(as_json(message),
            R"({"content":"c","reasoning_content":"r","tool_calls":[{"id":"call_0",)"
            R"("type":"function","function":{"name":"f","arguments":"{}"}},{"id":"call_1",)"
            R"("type":"function","function":{"name":"g","arguments":"{}"}}]})");
  EXPECT_EQ(as_json(Message()), R"({"content":"","reasoning_content":"","tool_calls":[]})");
}

TEST(json, a_thought) {
  ThoughtEvent event{.kind = ThoughtEventKind::thought,
                     .has_attributes = true,
                     .has_type = true,
                     .is_truncated = true,
                     .confidence = 0.25,
                     .text = "t",
                     .type = "plan"};
  std::string out;
  EXPECT_TRUE(to_json(out, event, "1\"", "2"));
  EXPECT_EQ(out, R"({"kind":"thought-stream","taskId":"1\"","contextId":"2",)"
                 R"("thoughtType":"reasoning","thought":"t","metadata":{"verbosity":"normal",)"
                 R"("thoughtType":"plan","confidence":0.25,"isClosed":false,"isTruncated":true}})");
}

TEST(json, of_tags_leaves_out_the_content_of_deep_ones) {
  const Tree tree = Extractor().extract("<a><b><c>x</c></b></a>");
  std::string json;
  for (TagJson parts(*tree.find("a"), 2); parts.next(json);) {
  }
  EXPECT_NE(json.find(R"("name":"b","attributes":[],"content":"<c>x</c>")"), json.npos);
  EXPECT_NE(json.find(R"("name":"c","attributes":[],"rawTag":"<c>")"), json.npos);
}

TEST(json, a_tag_and_its_parts) {
  const Tree tree = Extractor().extract("<a k=v><b/>x<c>y</c></a>");
  const std::string whole = as_json(*tree.find("a"));
  EXPECT_EQ(nlohmann::json::parse(whole)["children"].size(), 2U);
  EXPECT_EQ(nlohmann::json::parse(whole)["children"][1]["content"], "y");
  TagJson parts(*tree.find("a"));
  std::string joined;
  std::size_t count = 0;
  for (bool goes_on = true; goes_on; ++count) {
    std::string part;
    goes_on = parts.next(part);
    joined += part;
  }
  EXPECT_EQ(joined, whole);
  EXPECT_EQ(count, 4U);  // three elements, and the end
  std::string flat;
  flat_to_json(flat, *tree.find("c"), true, 10);
  EXPECT_EQ(flat, R"({"index":12,"parent":10,"depth":2,"name":"c","attributes":[],"content":"y",)"
                  R"("startIndex":12,"endIndex":20,"contentStart":15,"contentEnd":16,)"
                  R"("isClosed":true,"isSelfClosing":false})");
}

TEST(json, a_deep_tag_needs_no_stack) {
  constexpr std::size_t depth = 3000;
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += "<a>";
  const Tree tree = Extractor().extract(std::string_view(text));
  const std::string json = as_json(*tree.find("a"));
  EXPECT_TRUE(json.ends_with(std::string("]}]}]}")));
  EXPECT_TRUE(nlohmann::json::accept(json));
}

TEST(json, a_row_of_the_table_has_all_fields) {
  const nlohmann::json kimi = nlohmann::json::parse(testing::as_json(*find_dialect("kimi_vl")));
  EXPECT_EQ(kimi["name"], "kimi");
  EXPECT_EQ(kimi["aliases"], nlohmann::json({"kimi_vl"}));
  EXPECT_EQ(kimi["text"], std::string(find_dialect("kimi")->text()));
  EXPECT_TRUE(kimi["sources"].is_array());
  EXPECT_EQ(kimi["inferences"].size(), inferences(*find_dialect("kimi")).size());
  EXPECT_EQ(kimi.size(), 5U);
  const nlohmann::json none = nlohmann::json::parse(testing::as_json(*find_dialect("none")));
  EXPECT_EQ(none["text"], "");
  EXPECT_EQ(none["inferences"], nlohmann::json::array());
}

TEST(json, rows_of_the_table_and_figures) {
  for (const Dialect& row : dialects()) {
    EXPECT_TRUE(nlohmann::json::accept(as_json(row))) << row.name();
  }
  EXPECT_EQ(as_json(Stats{1, 2, 3, 4, 5, 6}),
            R"({"bytesFed":1,"bytesExamined":2,"bytesHeld":3,"bytesHeldMax":4,"events":5,)"
            R"("limitHits":6})");
}

}  // namespace
}  // namespace tagstream

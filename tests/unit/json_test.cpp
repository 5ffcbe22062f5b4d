#include "tagstream/json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "json/json_writer.hpp"
#include "print/tag_json.hpp"
#include "support/as_json.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/message.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {
namespace {

// The JSON of another library, and of the program before this one wrote its own.
std::string reference(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string written(std::string_view text) {
  std::string json;
  JsonWriter(json).value(text);
  return json;
}

using testing::as_json;

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

// Each event of a text, a line each.
std::string lines_of(Reader& reader, std::string_view text, CallIds* ids = nullptr) {
  std::string lines;
  const auto add = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      to_json(lines, event, ids);
      lines += '\n';
    }
  };
  add(reader.feed(text));
  add(reader.finish());
  return lines;
}

TEST(json, events_of_sections) {
  Reader reader = *Reader::make({.hide = {"a"}, .record = {"c"}, .unwrap = {"b"}});
  const std::string attributes = R"("attributes":[{"name":"k","value":"v","has_value":true},)"
                                 R"({"name":"f","value":"","has_value":false}])";
  EXPECT_EQ(lines_of(reader, "x<b>\xff</b><c k=\"v\" f>y</c><a k=\"v\" f>z"),
            "{\"kind\":\"content\",\"text\":\"x\",\"start\":0,\"end\":1}\n"
            "{\"kind\":\"markup\",\"text\":\"<b>\",\"start\":1,\"end\":4}\n"
            "{\"kind\":\"content\",\"text\":\"\xEF\xBF\xBD\",\"start\":4,\"end\":5}\n"
            "{\"kind\":\"markup\",\"text\":\"</b>\",\"start\":5,\"end\":9}\n"
            "{\"kind\":\"content\",\"text\":\"<c k=\\\"v\\\" f>y</c>\",\"start\":9,\"end\":25}\n"
            "{\"kind\":\"section_end\",\"name\":\"c\",\"raw_tag\":\"<c k=\\\"v\\\" f>\"," +
                attributes +
                ",\"text\":\"y\",\"offset\":9,\"is_closed\":true,\"is_recorded\":true,"
                "\"start\":25,\"end\":25}\n"
                "{\"kind\":\"section_start\",\"name\":\"a\",\"raw_tag\":\"<a k=\\\"v\\\" f>\"," +
                attributes +
                ",\"start\":25,\"end\":36}\n"
                "{\"kind\":\"section_delta\",\"name\":\"a\",\"text\":\"z\","
                "\"start\":36,\"end\":37}\n"
                "{\"kind\":\"section_end\",\"name\":\"a\",\"raw_tag\":\"<a k=\\\"v\\\" f>\","
                "\"offset\":25,\"is_closed\":false,\"start\":37,\"end\":37}\n"
                "{\"kind\":\"notice\",\"code\":\"unclosed_section\","
                "\"text\":\"the section `a` never closed\",\"offset\":25,\"name\":\"a\","
                "\"start\":37,\"end\":37}\n");
}

TEST(json, events_of_calls) {
  Reader reader = *Reader::make({.call = {"tool"}, .incremental = true});
  const std::string_view text = R"(<tool>{"name":"f","arguments":{}}</tool><tool>!</tool>)";
  const std::string without = lines_of(reader, text);
  const Message message = read(text, reader.rules());
  const std::string sentence = nlohmann::json(message.tool_call_errors.at(0).text).dump();
  EXPECT_EQ(without,
            R"({"kind":"tool_call_start","index":0,"name":"f"})"
            "\n"
            R"({"kind":"tool_call_delta","index":0,"name":"f","text":"{}"})"
            "\n"
            R"({"kind":"tool_call","index":0,"name":"f","arguments":"{}",)"
            R"("raw":"{\"name\":\"f\",\"arguments\":{}}","is_closed":true,"has_started":true,)"
            R"("start":0,"end":40})"
            "\n"
            R"({"kind":"content","text":"<tool>!</tool>","start":40,"end":54})"
            "\n"
            R"({"kind":"tool_call_error","code":"invalid_json","text":)" +
                sentence +
                R"(,"offset":46,"raw":"!","is_closed":true,"start":54,"end":54})"
                "\n");
  CallIds ids;
  reader.reset();
  const std::string with = lines_of(reader, text, &ids);
  EXPECT_NE(with.find(R"("kind":"tool_call_start","index":0,"id":"call_0","name":"f"})"),
            with.npos);
  EXPECT_NE(with.find(R"("kind":"tool_call","index":0,"id":"call_0","name":"f",)"), with.npos);
}

// A model makes the name, and the pieces are as many as the bytes of the arguments.
TEST(json, pieces_of_a_call_do_not_repeat_a_long_name) {
  Reader reader = *Reader::make({.call = {"tool"}, .incremental = true});
  const auto size_of = [&](const std::string& text) {
    reader.reset();
    std::size_t size = 0;
    for (const char& byte : text) {
      std::string lines;
      for (const Event& event : reader.feed(std::string_view(&byte, 1))) to_json(lines, event);
      size += lines.size();
    }
    return size + lines_of(reader, "").size();
  };
  const auto call = [](std::size_t name, std::size_t arguments) {
    return R"(<tool>{"name":")" + std::string(name, 'n') + R"(","arguments":{"a":")" +
           std::string(arguments, 'x') + "\"}}</tool>";
  };
  EXPECT_LT(size_of(call(4000, 4000)), 64U * call(4000, 4000).size());
  EXPECT_GT(size_of(call(256, 100)), 100U * 256) << "a name of this length is in each piece";
}

TEST(json, an_event_of_each_kind_is_one_object_that_says_its_kind) {
  for (std::uint8_t number = 0; number <= static_cast<std::uint8_t>(EventKind::thought_delta);
       ++number) {
    Event event;
    event.kind = static_cast<EventKind>(number);
    const nlohmann::json json = nlohmann::json::parse(as_json(event));
    EXPECT_EQ(json["kind"], to_string(event.kind));
    for (const auto& [key, value] : json.items()) {
      EXPECT_EQ(key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), key.npos) << key;
    }
  }
}

TEST(json, what_an_error_knows_is_printed) {
  Event error;
  error.kind = EventKind::tool_call_error;
  error.code = Code::not_allowed;
  error.text = "a sentence";
  error.raw = "{}";
  error.offset = 7;
  error.span = {5, 9};
  EXPECT_EQ(as_json(error), R"({"kind":"tool_call_error","code":"not_allowed","text":"a sentence",)"
                            R"("offset":7,"raw":"{}","is_closed":false,"start":5,"end":9})");
  error.name = "f";
  error.index = 3;
  error.is_closed = error.has_index = error.has_started = error.is_recovered = true;
  EXPECT_EQ(as_json(error),
            R"({"kind":"tool_call_error","code":"not_allowed","text":"a sentence","offset":7,)"
            R"("name":"f","raw":"{}","index":3,"is_closed":true,"is_recovered":true,)"
            R"("has_started":true,"start":5,"end":9})");
}

TEST(json, notices_stops_and_pieces_of_thoughts) {
  Event event;
  event.code = Code::fed_after_finish;
  event.text = "a sentence";
  event.span = {5, 5};
  event.offset = 4;
  const std::string fields =
      R"("code":"fed_after_finish","text":"a sentence","offset":4,"start":5,"end":5})";
  event.kind = EventKind::notice;
  EXPECT_EQ(as_json(event), R"({"kind":"notice",)" + fields);
  event.kind = EventKind::stopped;
  EXPECT_EQ(as_json(event), R"({"kind":"stopped",)" + fields);
  event = {};
  event.kind = EventKind::thought_delta;
  event.text = "a\n";
  EXPECT_EQ(as_json(event), R"({"kind":"thought_delta","text":"a\n"})");
  event.kind = EventKind::reasoning;
  event.span = {1, 3};
  EXPECT_EQ(as_json(event), R"({"kind":"reasoning","text":"a\n","start":1,"end":3})");
}

TEST(json, calls_have_an_id_if_asked) {
  Event event;
  event.kind = EventKind::tool_call;
  event.name = "f";
  event.text = "{}";
  event.has_index = event.is_closed = true;
  const std::string fields =
      R"("name":"f","arguments":"{}","raw":"","is_closed":true,"start":0,"end":0})";
  EXPECT_EQ(as_json(event), R"({"kind":"tool_call","index":0,)" + fields);
  CallIds ids;
  std::string out;
  to_json(out, event, &ids);
  EXPECT_EQ(out, R"({"kind":"tool_call","index":0,"id":"call_0",)" + fields);
  event.id = "x";
  EXPECT_EQ(as_json(event), R"({"kind":"tool_call","index":0,"id":"x",)" + fields);
}

TEST(json, a_message) {
  const auto rules = *Rules::make({.dialect = "hermes"});
  const Message message = read(
      "<think>r</think>c<tool_call>{\"name\":\"f\"}</tool_call><tool_call>{\"name\":\"g\"}"
      "</tool_call>",
      rules);
  EXPECT_EQ(as_json(message),
            R"({"content":"c","reasoning":"r","tool_calls":[{"index":0,"id":"call_0",)"
            R"("name":"f","arguments":"{}","raw":"{\"name\":\"f\"}","is_closed":true,)"
            R"("start":17,"end":52},)"
            R"({"index":1,"id":"call_1","name":"g","arguments":"{}","raw":"{\"name\":\"g\"}",)"
            R"("is_closed":true,"start":52,"end":87}],"finish_reason":"tool_calls"})");
  EXPECT_EQ(as_json(Message()), R"({"content":"","finish_reason":null})");
  std::string out;
  to_openai_json(out, message);
  EXPECT_EQ(
      out,
      R"({"role":"assistant","content":"c","reasoning_content":"r","tool_calls":[{"id":"call_0",)"
      R"("type":"function","function":{"name":"f","arguments":"{}"}},{"id":"call_1",)"
      R"("type":"function","function":{"name":"g","arguments":"{}"}}]})");
  out.clear();
  to_openai_json(out, Message());
  EXPECT_EQ(out, R"({"role":"assistant","content":""})");
  out.clear();
  to_openai_json(out, read("<tool_call>{\"name\":\"f\"}</tool_call>\n", rules));
  EXPECT_EQ(out.substr(0, 35), R"({"role":"assistant","content":null,)");
}

TEST(json, all_of_a_message) {
  Message message;
  message.content = "c";
  message.reasoning_closed = false;
  message.reasoning = "r";
  message.tool_call_errors.push_back({Code::empty, "s", "f", "raw", 3});
  message.tool_call_errors.push_back({Code::empty, "s", "", "", 4});
  Section& section = message.sections.emplace_back();
  section.name = "t";
  section.raw_tag = "<t a=b>";
  section.content = "x";
  section.span = {5, 9};
  section.is_implied_open = section.is_recorded = section.is_truncated = true;
  message.thoughts.push_back({"y", "plan", 0.25, {1, 2}, true, false, true});
  message.notices.push_back({Code::not_a_call, "n", 7});
  message.stopped = Notice{Code::max_held_bytes, "m", 8};
  message.set_cut_off();
  EXPECT_EQ(as_json(message),
            R"({"content":"c","reasoning":"r","reasoning_closed":false,"tool_call_errors":[)"
            R"({"code":"empty","text":"s","offset":3,"name":"f","raw":"raw"},)"
            R"({"code":"empty","text":"s","offset":4}],)"
            R"("sections":[{"name":"t","raw_tag":"<t a=b>",)"
            R"("attributes":[{"name":"a","value":"b","has_value":true}],"content":"x",)"
            R"("is_closed":false,"is_recorded":true,"is_implied_open":true,"is_truncated":true,)"
            R"("start":5,"end":9}],"thoughts":[{"text":"y","thought_type":"plan",)"
            R"("confidence":0.25,"has_attributes":true,"is_closed":false,"is_truncated":true,)"
            R"("start":1,"end":2}],"notices":[{"code":"not_a_call","text":"n","offset":7}],)"
            R"("finish_reason":"length",)"
            R"("stopped":{"code":"max_held_bytes","text":"m","offset":8}})");
}

TEST(json, a_thought) {
  Event event;
  event.kind = EventKind::thought;
  event.text = "t";
  event.thought_type = "plan";
  event.confidence = 0.25;
  event.has_attributes = event.is_truncated = true;
  event.span = {1, 9};
  EXPECT_EQ(as_json(event), R"({"kind":"thought","text":"t","thought_type":"plan",)"
                            R"("confidence":0.25,"has_attributes":true,"is_closed":false,)"
                            R"("is_truncated":true,"start":1,"end":9})");
  std::string out;
  to_thought_stream(out, event, "1\"", "2");
  EXPECT_EQ(out, R"({"kind":"thought-stream","taskId":"1\"","contextId":"2",)"
                 R"("thoughtType":"reasoning","thought":"t","metadata":{"verbosity":"normal",)"
                 R"("thoughtType":"plan","confidence":0.25,"isClosed":false,"isTruncated":true}})");
}

TEST(json, of_tags_leaves_out_the_content_of_deep_ones) {
  const Tree tree = extract("<a><b><c>x</c></b></a>");
  std::string json;
  for (TagJson parts(*tree.find("a"), 2); parts.next(json);) {
  }
  EXPECT_NE(json.find(R"("name":"b","attributes":[],"content":"<c>x</c>")"), json.npos);
  EXPECT_NE(json.find(R"("name":"c","attributes":[],"raw_tag":"<c>")"), json.npos);
}

TEST(json, of_a_tree_has_its_tags_and_what_is_odd) {
  const Tree tree = extract("<a>1</a><b>2</b></c></d>");
  EXPECT_EQ(as_json(tree), "{\"tags\":[" + as_json(tree[0]) + ',' + as_json(tree[1]) +
                               "],\"diagnostics\":[" + as_json(tree.diagnostics()[0]) + ',' +
                               as_json(tree.diagnostics()[1]) + "]}");
  EXPECT_EQ(as_json(Tree()), R"({"tags":[],"diagnostics":[]})");
  std::string deep;
  for (int i = 0; i < 17; ++i) deep += "<a>";
  const std::string json = as_json(extract(deep));
  std::size_t contents = 0;
  for (std::size_t at = json.find(R"("content":)"); at != json.npos;
       at = json.find(R"("content":)", at + 1)) {
    ++contents;
  }
  EXPECT_EQ(contents, 16U);
}

TEST(json, of_a_guess) {
  const Guess guess{.dialects = {find_dialect("qwen3"), find_dialect("hermes")},
                    .is_certain = true,
                    .evidence = {"1 call", "</think>"},
                    .starts_in_reasoning = false};
  EXPECT_EQ(as_json(guess),
            R"({"dialects":["qwen3","hermes"],"is_certain":true,"evidence":["1 call","</think>"],)"
            R"("starts_in_reasoning":false})");
}

TEST(json, a_tag_and_its_parts) {
  const Tree tree = extract("<a k=v><b/>x<c>y</c></a>");
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
                  R"("start":12,"end":20,"content_start":15,"content_end":16,)"
                  R"("is_closed":true,"is_self_closing":false})");
}

TEST(json, a_deep_tag_needs_no_stack) {
  constexpr std::size_t depth = 3000;
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += "<a>";
  const Tree tree = extract(std::string_view(text));
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
  EXPECT_EQ(kimi["evidence"], nlohmann::json::array());
  EXPECT_EQ(kimi["inferences"].size(), inferences(*find_dialect("kimi")).size());
  EXPECT_EQ(kimi.size(), 6U);
  const nlohmann::json none = nlohmann::json::parse(testing::as_json(*find_dialect("none")));
  EXPECT_EQ(none["text"], "  - likely models: translategemma\n");
  EXPECT_EQ(none["inferences"], nlohmann::json::array());
}

TEST(json, rows_of_the_table_and_figures) {
  for (const Dialect& row : dialects()) {
    EXPECT_TRUE(nlohmann::json::accept(as_json(row))) << row.name();
  }
  EXPECT_EQ(as_json(Stats{1, 2, 3, 4, 5, 6}),
            R"({"bytes_fed":1,"bytes_examined":2,"bytes_held":3,"bytes_held_max":4,"events":5,)"
            R"("limit_hits":6})");
}

}  // namespace
}  // namespace tagstream

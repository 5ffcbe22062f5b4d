#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/options.hpp"
#include "tagstream/json.hpp"

/// The output stays in proportion to the input: nothing that a text says once is copied into each
/// of many events.
namespace tagstream::testing {
namespace {

constexpr std::size_t most = 64;  // bytes for each byte that is read

/// A text: `unit` many times between `prefix` and `suffix`.
struct Shape {
  const char* name;
  Options options;
  std::string prefix;
  std::string unit;
  std::string suffix;

  [[nodiscard]] std::string text(std::size_t count) const {
    std::string all = prefix;
    for (std::size_t i = 0; i < count; ++i) all += unit;
    return all + suffix;
  }
};

std::vector<Shape> shapes() {
  const std::string name(20'000, 'n');
  const std::string id(250, 'i');
  const Options tool = {.call = {"tool"}};
  const Options hidden = {.call = {"tool"}, .bad_calls = BadCalls::hide};
  const Options pieces = {.call = {"tool", "f"}, .incremental = true};
  const Options elements = {.call = {"f"}};
  const Options listed = {
      .call = {"f"},
      .tools = R"([{"name":"f","parameters":{"properties":{"t":{"type":"array"}}}}])"};
  Options strict = tool;
  strict.strict_json = true;
  const auto named = [](const std::string& one) { return "<tool name=\"" + one + "\">"; };
  return {
      {"a name and a list", tool, named(name) + "[5", R"(,{"name":"x"})", "]</tool>"},
      {"a name, hidden", hidden, named(name) + "[5", R"(,{"name":"x"})", "]</tool>"},
      {"a name, errors and calls", tool, named(name) + "[5",
       R"(,{"name":"x"},{"name":"f","args":{}})", "]</tool>"},
      {"a name as long as it counts", tool, named(name.substr(0, 256)) + "[5",
       R"(,{"name":"x"},{"name":"f","args":{}})", "]</tool>"},
      {"a name in pieces", pieces, R"(<tool>{"name":")" + name + R"(","args":{"a":")", "x ",
       "\"}}</tool>"},
      {"a short name in pieces", pieces,
       R"(<tool>{"name":")" + name.substr(0, 256) + R"(","args":{"a":")", "x ", "\"}}</tool>"},
      {"an id and a list", tool, "<tool id=\"" + id + "\">[5", R"(,{"name":"f"},5)", "]</tool>"},
      {"an attribute and a list", tool, "<tool a=\"" + name + "\">[5", R"(,{"name":"f"})",
       "]</tool>"},
      {"an attribute's name and a list", tool, "<tool " + name + "=\"1\">[5", R"(,{"name":"f"})",
       "]</tool>"},
      {"attributes around functions", tool, "<tool " + name + "=\"1\">", R"(<invoke name="f"/>)",
       "</tool>"},
      {"keys that are left out", tool, "<tool>[5", R"(,{"name":"f","args":{},"x":1})", "]</tool>"},
      {"a key that is left out", tool, "",
       R"(<tool>{"name":"f","args":{},")" + name + R"(":1}</tool>)", ""},
      {"calls", tool, "<tool>[5", R"(,{"name":"f"})", "]</tool>"},
      {"errors", tool, "<tool>[5", R"(,{},{"name":"f"})", "]</tool>"},
      {"bad arguments", tool, "<tool>[5", R"(,{"name":"f","args":1})", "]</tool>"},
      {"not strict", strict, "<tool>[5", R"(,{'name':'f'})", "]</tool>"},
      {"empty tags", tool, "", "<tool/>", ""},
      {"empty calls", tool, "", "<tool></tool>", ""},
      {"openers", tool, "", "<tool>", ""},
      {"calls that are tags", elements, "", "<f/>", ""},
      {"calls with an attribute", elements, "", "<f a=b />", ""},
      {"one parameter again", elements, "<f>", "<a>1</a>", "</f>"},
      {"one parameter with other values", elements, "<f><a>0</a>", "<a>1</a>", "</f>"},
      {"a parameter with a long name again", elements, "",
       "<f><" + name + ">1</" + name + "><" + name + ">2</" + name + "></f>", ""},
      {"a list", listed, "<f>", "<t>1</t>", "</f>"},
      {"control bytes", elements, "<f><a>", "\x01", "</a></f>"},
      {"attributes", elements, "<f", " a=\"1\"", "/>"},
      {"a section", {.hide = {"h"}}, "<h a=\"" + name + "\">", "x</ h", "</h>"},
      {"sections", {.record = {"h"}}, "", "<h/>", ""},
  };
}

TEST(amplification, events_and_messages) {
  for (const Shape& shape : shapes()) {
    const std::size_t count = std::clamp<std::size_t>(40'000 / shape.unit.size(), 1, 8'000);
    const std::string text = shape.text(count);
    const Rules rules = *Rules::make(shape.options);
    const std::size_t room = most * text.size() + 4096;
    for (const std::size_t size : {text.size(), std::size_t{64}}) {
      Reader reader(rules);
      std::size_t written = 0;
      std::string json;
      const auto add = [&](std::span<const Event> events) {
        for (const Event& event : events) {
          json.clear();
          to_json(json, event);
          written += json.size() + 1;
        }
      };
      for (std::size_t at = 0; at < text.size(); at += size)
        add(reader.feed(std::string_view(text).substr(at, size)));
      add(reader.finish());
      EXPECT_LE(written, room) << shape.name << ", pieces of " << size << ": "
                               << written / text.size() << " for each byte";
    }
    std::string message;
    to_json(message, tagstream::read(text, rules));
    EXPECT_LE(message.size(), room)
        << shape.name << ", a message: " << message.size() / text.size() << " for each byte";
  }
}

}  // namespace
}  // namespace tagstream::testing

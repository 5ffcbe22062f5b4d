#include "tagstream/write.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/family.hpp"
#include "json/json_writer.hpp"
#include "options/read_back.hpp"
#include "support/cuts.hpp"
#include "support/options.hpp"
#include "support/sampling.hpp"
#include "tagstream/json.hpp"
#include "write/message_writer.hpp"

/// A format reads what it has written: the same reasoning, content and calls.
namespace tagstream::testing {
namespace {

using notation::Family;
using notation::Picks;

constexpr std::string_view tools_json = R"([
  {"name": "search_flights", "parameters": {"type": "object", "properties": {
    "from": {"type": "string"}, "to": {"type": "string"}, "adults": {"type": "integer"},
    "cabin": {"type": "string", "enum": ["economy", "business"]},
    "flexible": {"type": "boolean"}}}},
  {"name": "create_event", "parameters": {"type": "object", "properties": {
    "title": {"type": "string"}, "start": {"type": "object", "properties": {
      "day": {"type": "string"}, "hour": {"type": "integer"}}},
    "guests": {"type": "array", "items": {"type": "string"}}, "price": {"type": "number"}}}},
  {"name": "edit_file", "parameters": {"type": "object", "properties": {
    "path": {"type": "string"}, "line": {"type": "integer"}, "text": {"type": "string"}}}},
  {"name": "bash", "parameters": {"type": "object", "properties": {
    "command": {"type": "string"}}}}])";

ToolCall call_of(std::string tool, std::string arguments) {
  ToolCall call;
  call.name = std::move(tool);
  call.arguments = std::move(arguments);
  return call;
}

Message message_of(std::string reasoning, std::string content, std::vector<ToolCall> calls) {
  Message message;
  message.reasoning = std::move(reasoning);
  message.content = std::move(content);
  message.tool_calls = std::move(calls);
  return message;
}

const ToolCall command = call_of("bash", R"({"command": "ls -l \"a b\" | wc"})");

// Calls as models make them.
std::vector<ToolCall> three_calls() {
  return {
      call_of("search_flights", R"({"from": "Zürich", "to": "São Paulo", "adults": 2,)"
                                R"( "cabin": "economy", "flexible": true})"),
      call_of("create_event", R"({"title": "Tea at \"Anna's\", 5 pm",)"
                              R"( "start": {"day": "2026-05-01", "hour": 17},)"
                              R"( "guests": ["Bo", "Cy"], "price": 12.5})"),
      call_of("edit_file", R"({"path": "src/a.c", "line": 7,)"
                           R"( "text": "if (a < b && c[0] > 1) {\n\tputs(\"x\\n\");\n}"})"),
  };
}

std::string as_json(const Message& message) {
  std::string json;
  to_json(json, message);
  return json;
}

Family family_of(const Dialect& row) { return *notation::read_family(row.text()); }

Rules rules_of(const Dialect& row, std::string_view tools, bool is_incremental = false) {
  Options options;
  options.dialect = row.name();
  options.tools = tools;
  options.incremental = is_incremental;
  return *Rules::make(options);
}
Rules rules_of(const Dialect& row, bool has_schemas) {
  return rules_of(row, has_schemas ? tools_json : std::string_view());
}

// The law. The library has its own judge, which these tests must not use.
bool is_same(const Message& wanted, const Message& read) {
  if (wanted.reasoning != read.reasoning) return false;
  if (wanted.content != read.content || !read.tool_call_errors.empty()) return false;
  if (wanted.tool_calls.size() != read.tool_calls.size()) return false;
  for (std::size_t i = 0; i < read.tool_calls.size(); ++i) {
    if (wanted.tool_calls[i].name != read.tool_calls[i].name) return false;
    const auto parsed = [](const ToolCall& call) { return nlohmann::json::parse(call.arguments); };
    if (parsed(wanted.tool_calls[i]) != parsed(read.tool_calls[i])) return false;
  }
  return true;
}

void expect_same(const Message& wanted, const Message& read, const std::string& text,
                 std::string_view name) {
  EXPECT_EQ(difference(wanted, read), Difference::none) << name << '\n'
                                                        << text << "\nis read as\n"
                                                        << as_json(read);
}

// Whole, and in two pieces, cut at every byte.
void expect_read(const Message& wanted, const std::string& text, const Rules& rules,
                 std::string_view name) {
  expect_same(wanted, tagstream::read(text, rules), text, name);
  Reader parser(rules);
  for (std::size_t cut = 1; cut < text.size(); ++cut) {
    parser.reset();
    Message read;
    for_each_piece(text, {cut}, [&](std::string_view piece) {
      read.add(parser.feed(piece));
      return true;
    });
    read.add(parser.finish());
    if (is_same(wanted, read)) continue;
    ADD_FAILURE() << "cut at byte " << cut;
    return expect_same(wanted, read, text, name);
  }
}

// Written by the alternatives that `picks` says, or not at all.
std::optional<std::string> written_by(const Family& family, const Message& message,
                                      const Picks& picks) {
  const ToWrite views(message);
  notation::MessageToWrite to_write = views.message();
  to_write.starts_in_reasoning = family.has(notation::Option::starts_in_reasoning);
  Picks taken = picks;
  Result<std::string> text = notation::write_message(family, to_write, taken);
  if (!text || taken.call != picks.call) return std::nullopt;
  return *std::move(text);
}

TEST(write, calls_are_read_back) {
  std::vector<ToolCall> calls = three_calls();
  calls.push_back(command);
  std::size_t families = 0;
  for (const Dialect& row : dialects()) {
    if (notation::alternatives(family_of(row)).call == 0) continue;
    ++families;
    const Rules rules = rules_of(row, true);
    for (const ToolCall& call : calls) {
      const Message message = message_of({}, {}, {call});
      const Result<std::string> text = write(message, rules);
      ASSERT_TRUE(text) << row.name() << ": " << text.error().message;
      expect_read(message, *text, rules, row.name());
    }
  }
  EXPECT_GE(families, 66U);
}

// The writer alone says what is read: `write` need not take another alternative.
TEST(write, the_first_alternative_will_do) {
  for (const Dialect& row : dialects()) {
    const Family family = family_of(row);
    if (notation::alternatives(family).call == 0) continue;
    const Rules rules = rules_of(row, true);
    for (const ToolCall& call : three_calls()) {
      const Message message = message_of({}, {}, {call});
      const ToWrite views(message);
      notation::MessageToWrite to_write = views.message();
      to_write.starts_in_reasoning = family.has(notation::Option::starts_in_reasoning);
      Picks picks;
      const Result<std::string> text = notation::write_message(family, to_write, picks);
      ASSERT_TRUE(text) << row.name() << ": " << text.error().message;
      expect_same(message, tagstream::read(*text, rules), *text, row.name());
    }
  }
}

TEST(write, each_alternative_is_read_back) {
  std::size_t count = 0;
  for (const Dialect& row : dialects()) {
    const Family family = family_of(row);
    const Picks most = notation::alternatives(family);
    const Rules rules = rules_of(row, true);
    const Message message = message_of({}, {}, {command});
    for (std::size_t way = 0; way < most.call; ++way) {
      for (std::size_t wrapper = 0; wrapper < std::max<std::size_t>(most.wrapper, 1); ++wrapper) {
        const auto text = written_by(family, message, {.wrapper = wrapper, .call = way});
        ASSERT_TRUE(text) << row.name() << ' ' << way;
        expect_read(message, *text, rules, row.name());
        ++count;
      }
    }
  }
  EXPECT_GE(count, 101U);
}

// Where calls begin with a bracket or a name, they count only if nothing stands before them.
bool takes_content(std::string_view name) {
  return name != "json" && name != "pythonic" && name != "toolace" && name != "llama4_pythonic";
}

TEST(write, a_message_is_read_back) {
  for (const Dialect& row : dialects()) {
    const Picks most = notation::alternatives(family_of(row));
    Message message;
    if (most.reasoning != 0) message.reasoning = "Let me see.";
    if (most.call != 0) message.tool_calls = three_calls();
    if (most.call == 0 || takes_content(row.name())) message.content = "I look.";
    const Rules rules = rules_of(row, true);
    const Result<std::string> text = write(message, rules);
    ASSERT_TRUE(text) << row.name() << ": " << text.error().message;
    expect_read(message, *text, rules, row.name());
  }
}

TEST(write, without_schemas_what_would_change_is_refused) {
  std::size_t written = 0;
  std::size_t refused = 0;
  std::vector<ToolCall> calls = three_calls();
  calls.push_back(command);
  for (const Dialect& row : dialects()) {
    if (notation::alternatives(family_of(row)).call == 0) continue;
    const Rules rules = rules_of(row, false);
    for (const ToolCall& call : calls) {
      const Message message = message_of({}, {}, {call});
      const Result<std::string> text = write(message, rules);
      text ? ++written : ++refused;
      if (text) {
        expect_same(message, tagstream::read(*text, rules), *text, row.name());
      } else {
        EXPECT_NE(text.error().message.find("without a schema"), std::string::npos)
            << row.name() << ' ' << call.name << ": " << text.error().message;
      }
    }
  }
  EXPECT_GT(written, 3 * refused);
}

TEST(write, each_row_stands_its_trial) {
  for (const Dialect& row : dialects()) {
    Options options;
    options.dialect = row.name();
    options.tools = json_of(tools_to_try());
    const std::optional<Error> error = try_format(family_of(row), *Rules::make(options));
    EXPECT_FALSE(error) << row.name() << ": " << error->message;
  }
}

// ---- hostile values --------------------------------------------------------------------------

class Hostile {
 public:
  Hostile(const Family& family, std::mt19937_64& random) : random_(random) {
    pieces_ = {"a",    " ",    "\n", "\t",   "\"",  "\\",   "'",    "`",   "<",         ">",
               "</",   "/>",   "[",  "]",    "{",   "}",    "(",    ")",   ",",         ":",
               ";",    "=",    "|",  "é",    "｜",  "🙂", "0",    "-1",  "1.",        "e5",
               "x>",   "```",  "&",  "&lt;", "<b>", "</b>", "<!--", "]]>", "<![CDATA[", "null",
               "true", "None", "{}", "[]",   "\\n", "\x01", "item", "all"};
    plain_ = pieces_.size();
    for (const notation::Line& line : family.lines) {
      for (const notation::Template& way : line.ways) add(way);
    }
  }

  std::string text(std::size_t most) {
    std::string text;
    for (std::size_t count = below(most + 1); count > 0; --count) text += pieces_[pick()];
    return text;
  }

  std::string object(std::size_t most) {
    std::string out;
    JsonWriter json(out);
    json.begin_object();
    for (std::size_t count = below(most + 1); count > 0; --count) {
      json.key(key());
      put_value(json, 2);
    }
    json.end_object();
    return out;
  }

  std::size_t below(std::size_t size) { return random_() % size; }

  /// The tools of all messages, and one whose parameters have names out of the family's markers and
  /// of other tools.
  std::string tools() {
    std::string out;
    JsonWriter json(out);
    json.begin_object();
    json.key("name");
    json.value("odd");
    json.key("parameters");
    json.begin_object();
    json.key("properties");
    json.begin_object();
    for (std::size_t count = below(4); count > 0; --count) {
      static constexpr const char* others[] = {"bash", "odd", "index", "name", "id", "type"};
      odd_keys_.push_back(below(2) == 0 ? others[below(std::size(others))] : text(2));
      json.key(odd_keys_.back());
      json.raw(below(2) == 0 ? R"({"type": "string"})" : R"({"type": "integer"})");
    }
    json.end_object();
    json.end_object();
    json.end_object();
    return std::string(tools_json.substr(0, tools_json.size() - 1)) + ", " + out + ']';
  }

 private:
  // Its stretches of text, and parts of these.
  void add(notation::View way) {
    for (const notation::Leaf& leaf : notation::leaves(way)) {
      const std::string& stretch = leaf.text;
      if (stretch.empty()) continue;
      pieces_.push_back(stretch);
      pieces_.push_back(stretch.substr(0, stretch.size() - 1));
      pieces_.push_back(stretch.substr(1));
    }
  }

  // Of markers there are many in some families: half of the pieces are plain.
  std::size_t pick() { return below(below(2) == 0 ? plain_ : pieces_.size()); }

  std::string key() {
    static constexpr const char* known[] = {"from", "to",   "adults", "title",   "start", "guests",
                                            "path", "line", "text",   "command", "day",   "hour"};
    if (!odd_keys_.empty() && below(4) == 0) return odd_keys_[below(odd_keys_.size())];
    return below(8) == 0 ? text(2) : known[below(std::size(known))];
  }

  void put_value(JsonWriter& json, int depth) {
    switch (below(depth > 0 ? 8 : 6)) {
      case 0: json.value(below(100000)); break;
      case 1: json.raw(below(2) == 0 ? "1e5" : "-0.50"); break;
      case 2: json.value(below(2) == 0); break;
      case 3: below(3) == 0 ? json.null() : json.value("plain words"); break;
      case 6:
        json.begin_object();
        for (std::size_t count = below(3); count > 0; --count) {
          json.key(key());
          put_value(json, depth - 1);
        }
        json.end_object();
        break;
      case 7:
        json.begin_array();
        for (std::size_t count = below(3); count > 0; --count) put_value(json, depth - 1);
        json.end_array();
        break;
      default: json.value(text(4)); break;
    }
  }

  std::mt19937_64& random_;
  std::vector<std::string> pieces_;
  std::size_t plain_ = 0;  // pieces that are of no family
  std::vector<std::string> odd_keys_;
};

Message hostile_message(Hostile& hostile) {
  static constexpr const char* tools[] = {"search_flights", "create_event", "edit_file", "bash",
                                          "odd"};
  Message message;
  const bool is_tame = hostile.below(2) == 0;
  if (hostile.below(3) == 0) message.reasoning = is_tame ? "Let me see." : hostile.text(5);
  if (hostile.below(3) == 0) message.content = is_tame ? "I look." : hostile.text(5);
  for (std::size_t count = hostile.below(4); count > 0; --count) {
    const std::string tool = hostile.below(10) == 0 ? hostile.text(2) : tools[hostile.below(5)];
    message.tool_calls.push_back(call_of(tool, hostile.object(3)));
  }
  return message;
}

// Read in pieces of random sizes.
Message read_in_pieces(std::string_view text, const Rules& rules, std::mt19937_64& random) {
  Reader parser(rules);
  Message read;
  for_each_piece(text, cut_randomly(text.size(), random), [&](std::string_view piece) {
    read.add(parser.feed(piece));
    return true;
  });
  read.add(parser.finish());
  return read;
}

TEST(write, whatever_is_written_is_read_back) {
  std::uint64_t written = 0;
  std::uint64_t all = 0;
  for_each_seed(1, 40000, [&](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    const Dialect& row = dialects()[seed % dialects().size()];
    Hostile hostile(family_of(row), random);
    const std::string tools = hostile.below(4) == 0 ? std::string() : hostile.tools();
    const Rules rules = rules_of(row, tools);
    const Rules incremental = rules_of(row, tools, true);
    for (std::uint64_t i = 0; i < texts_per_seed; ++i) {
      const Message message = hostile_message(hostile);
      const Result<std::string> text = write(message, rules);
      ++all;
      if (!text && text.error().message.empty()) return std::string("refused without a sentence");
      if (!text) continue;
      ++written;
      for (const Rules* by : {&rules, &incremental}) {
        const Message read = read_in_pieces(*text, *by, random);
        if (is_same(message, read)) continue;
        return std::string(row.name()) + ": " + as_json(message) + "\nis written\n" + *text +
               "\nand read\n" + as_json(read);
      }
    }
    return std::string();
  });
  EXPECT_GT(written, all / 4);
}

}  // namespace
}  // namespace tagstream::testing

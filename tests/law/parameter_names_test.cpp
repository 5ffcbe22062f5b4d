#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/family.hpp"
#include "support/cuts.hpp"
#include "support/options.hpp"
#include "support/sampling.hpp"
#include "tagstream/json.hpp"
#include "tagstream/write.hpp"
#include "write/message_writer.hpp"

/// Parameters whose names mean something else in the format: a word of its markers, an attribute,
/// the name of another tool or of the tool itself. A call has the arguments that the model wrote,
/// each of them once, and no others.
namespace tagstream::testing {
namespace {

bool has_calls(const Dialect& row) {
  return notation::alternatives(*notation::read_family(row.text())).call != 0;
}

// The words of the lines of a row, but for its placeholders, and words that any format may use.
std::set<std::string> words_of(const Dialect& row) {
  std::set<std::string> words{"id", "index", "name", "type", "tool", "key", "string", "arguments"};
  std::string word;
  for (const char c : std::string(row.text()) + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
      continue;
    }
    const bool begins = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0;
    const bool is_placeholder = word.find_first_of("abcdefghijklmnopqrstuvwxyz") == word.npos;
    if (begins && !is_placeholder && word != "a") words.insert(word);
    word.clear();
  }
  return words;
}

// The arguments, or null if a key stands twice. A parser alone would take the last of the two.
nlohmann::json arguments_of(const ToolCall& call) {
  std::size_t keys = 0;
  const auto count = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json&) {
    if (depth == 1 && event == nlohmann::json::parse_event_t::key) ++keys;
    return true;
  };
  nlohmann::json read = nlohmann::json::parse(call.arguments, count, false);
  return read.is_object() && read.size() == keys ? read : nlohmann::json();
}

bool is_same(const Message& wanted, const Message& read) {
  if (wanted.tool_calls.size() != read.tool_calls.size() || !read.notices.empty()) return false;
  for (std::size_t i = 0; i < read.tool_calls.size(); ++i) {
    if (wanted.tool_calls[i].name != read.tool_calls[i].name) return false;
    if (arguments_of(wanted.tool_calls[i]) != arguments_of(read.tool_calls[i])) return false;
  }
  return true;
}

void expect_read(const Message& wanted, const std::string& text, const Rules& rules,
                 const std::string& what) {
  const auto expect_same = [&](const Message& read) {
    std::string json;
    to_json(json, read);
    EXPECT_TRUE(is_same(wanted, read)) << what << '\n' << text << "\nis read as\n" << json;
    return is_same(wanted, read);
  };
  if (!expect_same(tagstream::read(text, rules))) return;
  Reader reader(rules);
  for (std::size_t cut = 1; cut < text.size(); ++cut) {
    if (!is_sampled_cut(cut)) continue;
    reader.reset();
    Message read;
    for_each_piece(text, {cut}, [&](std::string_view piece) {
      read.add(reader.feed(piece));
      return true;
    });
    read.add(reader.finish());
    if (!expect_same(read)) return;
  }
}

// Two calls, so that what counts the calls counts to two.
Message two_calls(const std::string& tool, const std::string& arguments) {
  Message message;
  for (int i = 0; i < 2; ++i) {
    ToolCall& call = message.tool_calls.emplace_back();
    call.name = tool;
    call.arguments = arguments;
  }
  return message;
}

Message one_call(const std::string& tool, const std::string& arguments) {
  Message message = two_calls(tool, arguments);
  message.tool_calls.pop_back();
  return message;
}

TEST(parameter_names, words_of_the_format) {
  std::size_t written = 0;
  for (const Dialect& row : dialects()) {
    if (!has_calls(row)) continue;
    for (const std::string& word : words_of(row)) {
      Options options;
      options.dialect = row.name();
      options.tools = R"([{"name":"seek","parameters":{"properties":{"a":{"type":"string"},")" +
                      word + R"(":{"type":"integer"}}}}])";
      const Rules rules = *Rules::make(options);
      const std::string given = '"' + word + R"(":5)";
      const std::array<std::string, 3> all{R"({"a":"x"})", R"({"a":"x",)" + given + '}',
                                           '{' + given + R"(,"a":"x"})"};
      for (const std::string& arguments : all) {
        // Some formats write one call alone.
        Message message = two_calls("seek", arguments);
        Result<std::string> text = write(message, rules);
        if (!text) text = write(message = one_call("seek", arguments), rules);
        const std::string what = std::string(row.name()) + ' ' + arguments;
        // In minimax_m3 these parameters are written as the markers of calls are.
        const bool may_be_refused = row.name() == "minimax_m3" && arguments != all[0] &&
                                    (word == "invoke" || word == "tool_call");
        EXPECT_TRUE(text || may_be_refused) << what << ": " << text.error().message;
        if (text) expect_read(message, *text, rules, what);
        if (text) ++written;
      }
    }
  }
  EXPECT_GE(written, 6000U);
}

TEST(parameter_names, names_of_tools) {
  constexpr std::string_view tools = R"([
    {"name":"search","parameters":{"properties":{"text":{"type":"string"}}}},
    {"name":"files","parameters":{"properties":{"search":{"type":"string"}}}},
    {"name":"edit","parameters":{"properties":{"text":{"type":"string"},"edit":{"type":"string"},
      "search":{"type":"string"},"files":{"type":"integer"}}}}])";
  const std::array<std::string_view, 7> all{
      R"({"text":"b","search":"a"})",
      R"({"search":"a","text":"b"})",
      R"({"edit":"a"})",
      R"({"edit":"a","text":"b","search":"c","files":7})",
      R"({"text":"","edit":"x y","files":7})",
      R"({"text":"see edit and search","search":"a < b","edit":""})",
      R"({"files":1,"edit":"<b>x</b>\n","search":"\n"})",
  };
  for (const Dialect& row : dialects()) {
    if (!has_calls(row)) continue;
    Options options;
    options.dialect = row.name();
    options.tools = tools;
    const Rules rules = *Rules::make(options);
    for (const std::string_view arguments : all) {
      const Message message = one_call("edit", std::string(arguments));
      const Result<std::string> text = write(message, rules);
      const std::string what = std::string(row.name()) + ' ' + std::string(arguments);
      // In composer a value ends with its line.
      const bool may_be_refused = row.name() == "composer" && arguments == all.back();
      ASSERT_TRUE(text || may_be_refused) << what << ": " << text.error().message;
      if (text) expect_read(message, *text, rules, what);
    }
  }
}

}  // namespace
}  // namespace tagstream::testing

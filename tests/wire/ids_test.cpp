// One call has one id, whoever reads the answer, and however it is cut.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "support/cuts.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/message.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/wire/delta.hpp"
#include "tagstream/write.hpp"

namespace tagstream::wire {
namespace {

using Ids = std::vector<std::string>;
constexpr std::uint64_t seed = 5;

ToolCall call_of(const char* name, const char* id) {
  ToolCall call;
  call.name = name;
  call.arguments = R"({"a":"1"})";
  call.id = id;
  return call;
}

// Answers of a dialect: calls with ids, without, with the same id, and a call that fails after its
// start.
std::vector<std::string> answers_of(const Dialect& row) {
  std::vector<std::string> answers;
  const Rules rules = *Rules::make({.dialect = std::string(row.name())});
  for (const char* id : {"", "0", "functions.f:0", "abcdefghi"}) {
    Message message;
    message.tool_calls = {call_of("f", id), call_of("g", id)};
    if (const auto text = write(message, rules)) {
      answers.push_back(*text);
      answers.push_back(*text + *text);
      answers.push_back(text->substr(0, text->size() / 3) + *text);
    }
  }
  return answers;
}

const std::vector<std::pair<const char*, const char*>> odd_answers = {
    {"mistral", R"([TOOL_CALLS] [{"name": "f", "arguments": {}, "id": "abcdefghi"}])"},
    {"mistral", "[TOOL_CALLS]f[CALL_ID]abcdefghi[ARGS]{}[TOOL_CALLS]g[CALL_ID]abcdefghi[ARGS]{}"},
    {"hermes", R"(<tool_call>{"name":"f","arguments":{"a": oops}}</tool_call>)"
               R"(<tool_call>{"name":"g","arguments":{}}</tool_call>)"},
    {"hermes", R"(<tool_call>{"id":"0","name":"f","arguments":{"a": oops}}</tool_call>)"
               R"(<tool_call>{"id":"0","name":"g","arguments":{}}</tool_call>)"},
    {"hermes", R"(<tool_call>{"name":"f","arguments":{},"id":"x"}</tool_call>)"
               R"(<tool_call>{"id":"x","name":"g","arguments":{}}</tool_call>)"},
    {"hermes", R"(<tool_call>[{"name":"f","arguments":{}},{"name":"g"},{"n":1}]</tool_call>)"},
    {"hermes", R"(<tool_call>{"arguments":{},"id":"x","name":"f"}</tool_call>)"}};

// The ids that each reader of the answer gives.
struct Given {
  Ids message;                                  // `Message` of the stream
  std::map<std::uint32_t, std::string> events;  // as `to_json` writes them, at the first event
  Ids clients;                                  // those of calls that did not fail
};

Given given(const Rules& rules, const std::string& text, std::size_t size) {
  const Options& options = rules.options();
  Reader reader(rules);
  Message message(CallIds(options.id_style, options.id_seed));
  CallIds ids(options.id_style, options.id_seed);
  DeltaBuilder builder(options.id_seed, nullptr, options.id_style);
  Given all;
  std::map<std::uint32_t, std::string> sent;
  std::vector<std::uint32_t> ended;
  const auto see = [&](std::span<const Event> events) {
    message.add(events);
    std::vector<std::uint32_t> started;
    for (const Event& event : events) {
      const bool is_call = event.kind == EventKind::tool_call;
      if (!is_call && event.kind != EventKind::tool_call_start) continue;
      const std::string id = ids.id(event);
      EXPECT_EQ(all.events.try_emplace(event.index, id).first->second, id) << text;
      if (is_call) ended.push_back(event.index);
    }
    for (const Delta& delta : builder.add(events)) {
      if (delta.kind == DeltaKind::tool_call_start) sent[delta.index] = delta.id;
    }
  };
  testing::for_each_piece(text, testing::cut_by_size(text.size(), size), [&](std::string_view one) {
    see(reader.feed(one));
    return true;
  });
  see(reader.finish());
  for (const ToolCall& call : message.tool_calls) all.message.push_back(call.id);
  for (const std::uint32_t index : ended) all.clients.push_back(sent[index]);
  return all;
}

void check(const Options& options, const std::string& text) {
  const Rules rules = *Rules::make(options);
  Ids want;
  for (const ToolCall& call : read(text, rules).tool_calls) want.push_back(call.id);
  for (const std::size_t size : {std::size_t{1}, std::size_t{3}, text.size()}) {
    const Given all = given(rules, text, size);
    ASSERT_EQ(all.message, want) << options.dialect << ", pieces of " << size << ": " << text;
    for (const ToolCall& call : read(text, rules).tool_calls) {
      ASSERT_EQ(all.events.at(call.index), call.id) << options.dialect << ": " << text;
    }
    if (options.id_style == IdStyle::openai) {
      ASSERT_EQ(all.clients, want) << options.dialect << ", pieces of " << size << ": " << text;
    }
  }
}

TEST(ids, are_those_of_the_whole_answer_in_each_cutting_and_for_clients) {
  std::size_t answers = 0;
  const auto check_all = [&](std::string_view dialect, const std::string& text) {
    ++answers;
    for (const IdStyle style : {IdStyle::counted, IdStyle::openai, IdStyle::mistral}) {
      for (const bool incremental : {false, true}) {
        Options options{.dialect = std::string(dialect)};
        options.incremental = incremental;
        options.id_style = style;
        options.id_seed = seed;
        check(options, text);
      }
    }
  };
  for (const auto& [dialect, text] : odd_answers) check_all(dialect, text);
  for (const Dialect& row : dialects()) {
    for (const std::string& text : answers_of(row)) check_all(row.name(), text);
  }
  EXPECT_GT(answers, 300U);
}

}  // namespace
}  // namespace tagstream::wire

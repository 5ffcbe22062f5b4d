// Eight threads share rules, and each reads what one thread alone has read, cut in its own way.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tagstream/tagstream.hpp"

namespace tagstream {
namespace {

constexpr unsigned threads = 8;
constexpr unsigned rounds = 4;

// Calls `work(number)` in eight threads at once, and waits for them.
template <class Work>
void in_threads(Work work) {
  std::vector<std::thread> all;
  for (unsigned number = 0; number < threads; ++number) all.emplace_back(work, number);
  for (std::thread& one : all) one.join();
}

// Feeds `text` in pieces of 1 to 16 bytes, other ones for each `seed`.
template <class Feed>
void feed_in_pieces(std::string_view text, unsigned seed, Feed feed) {
  std::minstd_rand random(seed + 1);
  while (!text.empty()) {
    const std::size_t size = std::min<std::size_t>(text.size(), 1 + random() % 16);
    feed(text.substr(0, size));
    text.remove_prefix(size);
  }
}

std::string as_text(const Message& message) {
  std::string json;
  to_json(json, message);
  return json;
}

std::string read_in_pieces(std::string_view text, const Rules& rules, unsigned seed) {
  Reader reader(rules);
  Message message;
  feed_in_pieces(text, seed, [&](std::string_view piece) { message.add(reader.feed(piece)); });
  message.finish(reader.finish());
  return as_text(message);
}

// The texts of models of many families, one after the other: each dialect finds something in it.
std::string answer() {
  std::string text = "<think>Shall I?</think>Yes, `<b>` it is.\n";
  text += R"(<tool_call>{"name": "f", "arguments": {"a": "<\u00e9>", "b": [1, null]}}</tool_call>)";
  text +=
      "<tool_call>\n<function=g>\n<parameter=path>\nx < y\n</parameter>\n</function>\n</tool_call>";
  text += R"([TOOL_CALLS][{"name": "h", "arguments": {}}]<hidden>a <b>c</b></hidden>)";
  text += R"(<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary )";
  text += R"(to=functions.f<|message|>{"a": 1}<|call|>[get(x=1, y='two')] <function=f>{"b": )";
  return text + text + text;
}

TEST(threads, share_the_rules_of_each_dialect) {
  const std::string text = answer();
  for (const Dialect& row : dialects()) {
    const Rules rules = *Rules::make({.dialect = std::string(row.name())});
    const std::string want = as_text(read(text, rules));
    std::array<bool, threads> same{};
    in_threads([&](unsigned number) {
      same[number] = true;
      for (unsigned round = 0; round < rounds; ++round) {
        same[number] &= read_in_pieces(text, rules, number * rounds + round) == want;
      }
    });
    for (const bool is_same : same) EXPECT_TRUE(is_same) << row.name();
  }
}

TEST(threads, share_rules_of_one_s_own) {
  const std::string text = answer();
  const Rules rules = *Rules::make({.hide = {"think", "hidden"},
                                    .record = {"function"},
                                    .unwrap = {"b"},
                                    .markdown_code = MarkdownCode::all});
  const std::string want = as_text(read(text, rules));
  std::array<bool, threads> same{};
  in_threads([&](unsigned number) { same[number] = read_in_pieces(text, rules, number) == want; });
  for (const bool is_same : same) EXPECT_TRUE(is_same);
}

TEST(threads, share_options_of_extract) {
  const std::string text = answer();
  const ExtractOptions options;
  const auto all_tags = [&] {
    const Tree tree = *extract(std::string_view(text), options);
    std::string json;
    for (const Tag tag : tree.tags()) to_json(json, tag);
    return json;
  };
  const std::string want = all_tags();
  std::array<bool, threads> same{};
  in_threads([&](unsigned number) { same[number] = all_tags() == want; });
  for (const bool is_same : same) EXPECT_TRUE(is_same);
}

// Nothing has been made before: the first use of all that is made once falls together.
TEST(threads, make_rules_at_once) {
  const std::string text = answer();
  std::array<std::string, threads> seen;
  in_threads([&](unsigned number) {
    for (const std::string_view name : {"hermes", "harmony", "qwen3_coder", "auto"}) {
      const Rules rules = *Rules::make({.dialect = std::string(name)});
      seen[number] += read_in_pieces(text, rules, number);
    }
  });
  for (const std::string& one : seen) EXPECT_EQ(one, seen[0]);
}

}  // namespace
}  // namespace tagstream

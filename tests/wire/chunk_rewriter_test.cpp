#include "tagstream/wire/chunk_rewriter.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace tagstream::wire {
namespace {

// rewriter_test.cpp and tests/golden/wire/rewrite.md show what comes of streams. Here: what a host
// that has objects in place of bytes is told.

ChunkRewriter made(RewriteOptions options = {}) {
  return ChunkRewriter(*Rules::make({.dialect = "hermes"}), std::move(options));
}

ChunkChoice choice(std::string_view text, std::uint32_t index = 0) {
  ChunkChoice its;
  its.index = index;
  its.text = text;
  its.add_field("index", FieldHolds::other);
  its.add_field("delta", FieldHolds::object);
  its.add_delta_field("content", text.empty() ? FieldHolds::nothing : FieldHolds::text);
  return its;
}

ChunkChoice ended(std::string_view text, std::string_view reason) {
  ChunkChoice its = choice(text);
  its.finish_reason = reason;
  its.add_field("finish_reason", FieldHolds::text);
  return its;
}

// A word for each output: `3` a chunk, `3.1` a part of one, `3 waits`, `=text` with another text,
// `+text` a delta.
std::vector<std::string> words(std::span<const ChunkOutput> outputs) {
  std::vector<std::string> all;
  for (const ChunkOutput& one : outputs) {
    std::string word = std::to_string(one.number);
    if (one.part) word += '.' + std::to_string(*one.part);
    if (one.kind == ChunkOutput::Kind::waits) word += " waits";
    if (one.kind == ChunkOutput::Kind::delta) {
      word = '+' + std::string(one.delta.text) + std::string(one.delta.name);
    }
    for (const ChoiceEdit& edit : one.edits) {
      if (edit.text) word += " =" + std::string(*edit.text);
      if (edit.finish_reason) word += " ends " + std::string(*edit.finish_reason);
      for (const CallEdit& call : edit.calls) {
        word += " call " + std::to_string(call.place);
        if (call.index) word += " #" + std::to_string(*call.index);
      }
    }
    all.push_back(word);
  }
  return all;
}

// Feeds chunks, which are counted from 1.
class Fed {
 public:
  explicit Fed(RewriteOptions options = {}) : rewriter_(made(std::move(options))) {}

  std::vector<std::string> operator()(const std::vector<ChunkChoice>& choices,
                                      bool says_more = false, std::size_t bytes = 100) {
    Chunk chunk;
    chunk.number = ++number_;
    chunk.bytes = bytes;
    chunk.choices = choices;
    chunk.says_more = says_more;
    return words(rewriter_.feed(chunk));
  }
  ChunkRewriter& rewriter() { return rewriter_; }

 private:
  ChunkRewriter rewriter_;
  std::uint64_t number_ = 0;
};

using Words = std::vector<std::string>;

TEST(chunk_rewriter, a_chunk_with_nothing_to_read_goes_out_as_it_is) {
  Fed fed;
  EXPECT_EQ(fed({choice("rain")}), Words{"1"});
  EXPECT_EQ(fed({choice("")}), Words{"2"});
  EXPECT_EQ(fed({}), Words{"3"});
  EXPECT_EQ(fed({ended("", "stop")}), Words{"4"});
}

TEST(chunk_rewriter, what_is_read_comes_as_deltas_and_held_text_is_dropped) {
  Fed fed;
  EXPECT_EQ(fed({choice("<thi")}), Words());
  EXPECT_EQ(fed({choice("nk>a")}), Words{"+a"});
  EXPECT_EQ(fed({choice("</think>b<tool")}), Words{"3 =b"});
  EXPECT_EQ(fed({choice("_call>{\"name\":\"f\",\"arguments\":{}}</tool_call>")}),
            Words({"+f", "+{}"}));
  EXPECT_EQ(fed({ended("c", "stop")}), Words({"5 ends tool_calls"}));
}

TEST(chunk_rewriter, a_chunk_that_says_more_goes_out_without_its_text) {
  Fed fed;
  EXPECT_EQ(fed({choice("a <tool_c")}, true), Words{"1 =a "});
  ChunkChoice with_role = choice("al");
  with_role.add_delta_field("role", FieldHolds::text);
  EXPECT_EQ(fed({with_role}), Words{"2 ="});
}

TEST(chunk_rewriter, what_a_client_joins_waits_for_the_text_before_it) {
  Fed fed;
  EXPECT_EQ(fed({choice("a <tool_c")}), Words{"1 =a "});
  ChunkChoice call = choice("");
  call.calls = {{0, "id"}};
  call.add_delta_field("tool_calls", FieldHolds::other);
  EXPECT_EQ(fed({call}), Words{"2 waits"});
  EXPECT_EQ(fed({}), Words{"3 waits"});
  EXPECT_EQ(fed.rewriter().stats().bytes_held, 7U + 200U);
  EXPECT_EQ(fed({choice("all>{\"name\":\"f\",\"arguments\":{}}</tool_call>")}),
            Words({"+f", "+{}", "2 call 0 #1", "3"}));
  EXPECT_EQ(fed.rewriter().stats().bytes_held, 0U);
}

// They were lost: of a content that is no string nothing is read.
TEST(chunk_rewriter, a_content_of_parts_waits_too_and_is_not_dropped) {
  Fed fed;
  EXPECT_EQ(fed({choice("<tool_c")}), Words());
  ChunkChoice parts;
  parts.add_delta_field("content", FieldHolds::other);
  EXPECT_EQ(fed({parts}), Words{"2 waits"});
  EXPECT_EQ(words(fed.rewriter().finish()), Words({"+<tool_c", "2"}));
}

TEST(chunk_rewriter, what_waits_is_bounded) {
  Fed fed({.max_event_bytes = 150});
  fed({choice("<tool_c")});
  EXPECT_EQ(fed({}), Words{"2 waits"});
  EXPECT_EQ(fed({}), Words({"3 waits", "2", "3"}));
}

TEST(chunk_rewriter, choices_part_where_one_may_have_to_wait_or_comes_twice) {
  Fed fed;
  EXPECT_EQ(fed({choice("a"), choice("b", 1)}), Words{"1"});
  EXPECT_EQ(fed({choice("a"), choice("b")}), Words({"2.0", "2.1"}));
  EXPECT_EQ(fed({choice("c"), choice("<too", 1)}), Words{"3 ="});
  EXPECT_EQ(fed({choice("d"), choice("l", 1)}, true), Words({"4.0", "4.1 ="}));
}

TEST(chunk_rewriter, after_an_error_and_after_the_end_all_passes) {
  Fed fed;
  fed({choice("<think")});
  Chunk error;
  error.number = 2;
  error.add_field("error", FieldHolds::object);
  EXPECT_EQ(words(fed.rewriter().feed(error)), Words({"+<think", "2"}));
  EXPECT_TRUE(fed.rewriter().is_at_end());
  Chunk more;
  more.number = 3;
  const std::vector<ChunkChoice> choices = {choice("<think>a")};
  more.choices = choices;
  EXPECT_EQ(words(fed.rewriter().feed(more)), Words{"3"});
  fed.rewriter().reset();
  EXPECT_EQ(words(fed.rewriter().feed(more)), Words{"+a"});
  EXPECT_EQ(words(fed.rewriter().finish()), Words());
  EXPECT_TRUE(fed.rewriter().is_at_end());
}

TEST(chunk_rewriter, fields_say_what_a_chunk_is) {
  const auto chunk = [](std::string_view key, FieldHolds holds, std::string_view text = {}) {
    Chunk its;
    its.add_field(key, holds, text);
    return std::pair(its.says_more, its.is_error);
  };
  EXPECT_EQ(chunk("id", FieldHolds::text, "c"), std::pair(false, false));
  EXPECT_EQ(chunk("usage", FieldHolds::nothing), std::pair(false, false));
  EXPECT_EQ(chunk("usage", FieldHolds::object), std::pair(true, false));
  EXPECT_EQ(chunk("error", FieldHolds::text, "no"), std::pair(true, true));
  EXPECT_EQ(chunk("error", FieldHolds::other), std::pair(true, false));
  EXPECT_EQ(chunk("object", FieldHolds::text, "error"), std::pair(false, true));
  EXPECT_EQ(chunk("type", FieldHolds::text, "error"), std::pair(true, true));
  ChunkChoice completion;
  completion.is_completion = true;
  completion.add_field("text", FieldHolds::text);
  EXPECT_FALSE(completion.says_more);
  completion.add_field("logprobs", FieldHolds::object);
  EXPECT_TRUE(completion.says_more);
}

TEST(chunk_rewriter, a_call_that_failed_is_told_once) {
  Fed fed;
  fed({choice("<tool_call>{oops}</tool_call>")});
  EXPECT_EQ(fed.rewriter().take_tool_call_errors().size(), 1U);
  EXPECT_TRUE(fed.rewriter().take_tool_call_errors().empty());
}

}  // namespace
}  // namespace tagstream::wire

#include "tagstream/wire/delta.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "support/cuts.hpp"
#include "support/options.hpp"

namespace tagstream::wire {
namespace {

struct Built {
  std::string content;
  std::string reasoning;
  std::map<std::uint32_t, std::string> names;
  std::map<std::uint32_t, std::string> ids;
  std::map<std::uint32_t, std::string> arguments;
};

void see(Built& built, std::span<const Delta> deltas) {
  for (const Delta& delta : deltas) {
    switch (delta.kind) {
      case DeltaKind::content: built.content += delta.text; break;
      case DeltaKind::reasoning: built.reasoning += delta.text; break;
      case DeltaKind::tool_call_start:
        EXPECT_FALSE(built.names.contains(delta.index)) << "a call begins once";
        EXPECT_FALSE(delta.id.empty());
        built.names[delta.index] = delta.name;
        built.ids[delta.index] = delta.id;
        break;
      case DeltaKind::tool_call_delta:
        EXPECT_TRUE(built.names.contains(delta.index)) << "its start comes first";
        EXPECT_FALSE(delta.text.empty());
        built.arguments[delta.index] += delta.text;
        break;
    }
  }
}

Built build(DeltaBuilder& builder, const std::string& text, const testing::Cuts& cuts,
            bool incremental) {
  Reader parser = *Reader::make({.dialect = "hermes", .incremental = incremental});
  Built built;
  testing::for_each_piece(text, cuts, [&](std::string_view piece) {
    see(built, builder.add(parser.feed(piece)));
    return true;
  });
  see(built, builder.add(parser.finish()));
  see(built, builder.finish());
  return built;
}

const std::string two_calls =
    "<think>Hm.</think>So "
    "<tool_call>{\"name\":\"f\",\"arguments\":{\"a\":{\"b\":\"}\"}}}</tool_call>"
    "<tool_call>{\"name\":\"g\"}</tool_call>";

TEST(delta, calls_come_the_same_however_the_text_is_cut) {
  for (const bool incremental : {false, true}) {
    for (const testing::Cuts& cuts : testing::all_small_cuts(two_calls.size())) {
      DeltaBuilder builder(1);
      const Built built = build(builder, two_calls, cuts, incremental);
      ASSERT_EQ(built.content, "So ");
      ASSERT_EQ(built.reasoning, "Hm.");
      ASSERT_EQ(built.names, (std::map<std::uint32_t, std::string>{{0, "f"}, {1, "g"}}));
      ASSERT_EQ(built.arguments,
                (std::map<std::uint32_t, std::string>{{0, R"({"a":{"b":"}"}})"}, {1, "{}"}}));
      ASSERT_EQ(builder.finish_reason("stop"), "tool_calls");
      ASSERT_TRUE(builder.take_tool_call_errors().empty());
    }
  }
}

TEST(delta, a_call_that_fails_after_its_start_never_becomes_whole) {
  const std::string text =
      "<tool_call>{\"name\":\"f\",\"arguments\":{\"x\":{\"y\":1}}, oops</tool_call>";
  for (const testing::Cuts& cuts : testing::all_small_cuts(text.size())) {
    DeltaBuilder builder(1);
    const Built built = build(builder, text, cuts, true);
    ASSERT_EQ(built.arguments.at(0), "{\"x\":{\"y\":1}{{\"{");
    ASSERT_EQ(builder.finish_reason("stop"), "stop");
    const std::vector<ChoiceToolCallError> errors = builder.take_tool_call_errors();
    ASSERT_EQ(errors.size(), 1U);
    EXPECT_TRUE(errors[0].has_started);
    EXPECT_EQ(errors[0].code, Code::invalid_json);
    EXPECT_EQ(errors[0].name, "f");
    EXPECT_TRUE(builder.take_tool_call_errors().empty()) << "each is given once";
  }
}

TEST(delta, the_arguments_of_a_call_that_fails_are_never_empty) {
  const std::string text = "a<tool_call>{\"name\":\"f\", oops</tool_call>";
  for (const testing::Cuts& cuts : testing::all_small_cuts(text.size())) {
    DeltaBuilder builder(1);
    const Built built = build(builder, text, cuts, true);
    ASSERT_EQ(built.names, (std::map<std::uint32_t, std::string>{{0, "f"}}));
    ASSERT_EQ(built.arguments.at(0), "{{\"{");
  }
}

TEST(delta, a_call_that_is_cut_off_is_not_called) {
  DeltaBuilder builder(1);
  const Built built =
      build(builder, "<tool_call>{\"name\":\"f\",\"arguments\":{\"x\":1}", {}, true);
  EXPECT_EQ(built.arguments.at(0), "{\"x\":1{{\"{");
  EXPECT_EQ(builder.finish_reason("length"), "length");
  EXPECT_EQ(builder.finish_reason(""), "stop");
  EXPECT_FALSE(builder.has_calls());
}

TEST(delta, ids_differ_between_answers_and_in_one) {
  std::set<std::string> ids;
  for (int turn = 0; turn < 50; ++turn) {
    DeltaBuilder builder;
    for (const auto& [index, id] : build(builder, two_calls, {}, false).ids) ids.insert(id);
  }
  EXPECT_EQ(ids.size(), 100U);
  DeltaBuilder builder(1);
  const std::string same = "<tool_call>{\"name\":\"f\",\"id\":\"a\"}</tool_call>";
  const Built built = build(builder, same + same, {}, false);
  EXPECT_EQ(built.ids.at(0), "a");
  EXPECT_TRUE(built.ids.at(1).starts_with("call_"));
}

TEST(delta, own_calls_follow_after_native_ones) {
  DeltaBuilder builder(1);
  const auto index = [&](std::uint32_t one) { return *builder.native_call({one, {}}).index; };
  EXPECT_EQ(index(0), 0U);
  EXPECT_EQ(index(2), 2U);
  EXPECT_EQ(build(builder, two_calls, {}, false).names,
            (std::map<std::uint32_t, std::string>{{3, "f"}, {4, "g"}}));
  EXPECT_EQ(index(2), 2U);
  EXPECT_EQ(index(3), 5U);
  EXPECT_EQ(index(3), 5U);
}

const std::string call_a = "<tool_call>{\"name\":\"f\",\"id\":\"a\"}</tool_call>";

TEST(delta, an_own_call_does_not_have_the_id_of_a_native_one) {
  DeltaBuilder builder(1);
  EXPECT_EQ(builder.native_call({0, "a"}).id, "a");
  EXPECT_TRUE(build(builder, call_a, {}, false).ids.at(1).starts_with("call_"));
  EXPECT_EQ(builder.native_call({0, "a"}).id, "a");
}

TEST(delta, a_native_index_that_no_answer_comes_to_is_none) {
  DeltaBuilder builder;
  EXPECT_EQ(builder.native_call({4294967295U, "a"}).index, std::nullopt);
  EXPECT_EQ(builder.native_call({0, "b"}).index, 1U) << "who joins the pieces has counted one";
  EXPECT_EQ(builder.native_call({(1U << 20) - 1, "c"}).index, (1U << 20) - 1);
}

TEST(delta, a_native_call_that_comes_later_makes_room) {
  DeltaBuilder builder(1);
  EXPECT_EQ(build(builder, call_a, {}, false).ids.at(0), "a");
  const std::string given(builder.native_call({0, "a"}).id);
  EXPECT_TRUE(given.starts_with("call_"));
  EXPECT_EQ(builder.native_call({0, {}}).id, "");
  EXPECT_EQ(builder.native_call({0, "a"}).id, given) << "some repeat it in each piece";
  EXPECT_EQ(builder.native_call({1, "b"}).id, "b");
}

TEST(delta, a_native_call_without_an_index_counts) {
  DeltaBuilder builder(1);
  EXPECT_FALSE(builder.native_call({std::nullopt, "a"}).index);
  EXPECT_FALSE(builder.native_call({std::nullopt, {}}).index);
  const Built built = build(builder, call_a, {}, false);
  EXPECT_TRUE(built.ids.at(1).starts_with("call_"));
}

TEST(delta, choices_share_what_ids_there_are) {
  const auto taken = std::make_shared<TakenIds>();
  DeltaBuilder one(1, taken);
  DeltaBuilder other(2, taken);
  EXPECT_EQ(build(one, call_a, {}, false).ids.at(0), "a");
  EXPECT_TRUE(build(other, call_a, {}, false).ids.at(0).starts_with("call_"));
}

TEST(delta, ids_have_the_style_that_was_asked_for) {
  const std::string call = R"(<tool_call>{"name":"f","arguments":{}}</tool_call>)";
  const auto size_of_id = [&](IdStyle style) {
    DeltaBuilder builder(1, nullptr, style);
    return build(builder, call, {}, false).ids.at(0).size();
  };
  EXPECT_EQ(size_of_id(IdStyle::mistral), 9U);
  EXPECT_EQ(size_of_id(IdStyle::openai), std::string("call_").size() + 24);
  EXPECT_EQ(size_of_id(IdStyle::counted), std::string("call_").size() + 24);  // not `call_0`
}

TEST(delta, native_pieces_become_deltas) {
  DeltaBuilder builder(1);
  Built built;
  Piece piece;
  piece.kind = PieceKind::reasoning;
  piece.text = "Hm.";
  see(built, builder.add(piece));
  for (const std::uint32_t call : {0U, 1U}) {
    piece = {};
    piece.kind = PieceKind::tool_call_start;
    piece.index = call;
    piece.id = call == 0 ? "a" : "";
    piece.name = "f";
    see(built, builder.add(piece));
  }
  piece.kind = PieceKind::tool_call_delta;
  piece.index = 0;
  piece.text = "{\"x\":1}";
  see(built, builder.add(piece));
  see(built, builder.finish());
  see(built, builder.finish());
  EXPECT_EQ(built.reasoning, "Hm.");
  EXPECT_EQ(built.ids.at(0), "a");
  EXPECT_EQ(built.arguments, (std::map<std::uint32_t, std::string>{{0, "{\"x\":1}"}, {1, "{}"}}));
  EXPECT_EQ(builder.finish_reason("tool_use"), "tool_calls");
}

}  // namespace
}  // namespace tagstream::wire

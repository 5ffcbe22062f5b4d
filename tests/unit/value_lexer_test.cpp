// Internal: JSON, and what models write for it. The arguments of calls in code:
// call_arguments_test.

#include "json/value_lexer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tagstream {
namespace {

using Status = JsonLexer::Status;

// Reads whole and byte by byte, which must agree.
JsonLexer scanned(std::string_view text) {
  JsonLexer whole(json_like);
  whole.feed(text);
  JsonLexer pieces(json_like);
  for (char byte : text) pieces.feed({&byte, 1});
  EXPECT_EQ(whole.status(), pieces.status()) << text;
  EXPECT_EQ(whole.offset(), pieces.offset()) << text;
  EXPECT_EQ(whole.spelling().is_repaired, pieces.spelling().is_repaired) << text;
  return whole;
}

TEST(value_lexer, accepts_json) {
  for (const char* text : {"{}",
                           "[]",
                           " \n{ }",
                           "{\"a\":1}",
                           "[1,2]",
                           "[-0]",
                           "[0.5]",
                           "[1e5]",
                           "[1E+5]",
                           "[1e-05]",
                           "[-12.25e3]",
                           "[true,false,null]",
                           "[[[]]]",
                           "{\"a\":{\"b\":[{}]}}",
                           "[\"\"]",
                           "[\"\\\"\"]",
                           "[\"\\u00e9\\n\\/\\b\\f\\r\\t\\\\\"]",
                           "[\"\\ud800\"]",
                           "[\"</tool>\"]",
                           "{\"\":\"\"}",
                           "[\"\xff\"]",
                           "[ 1 , 2 ]",
                           "{ \"a\" : 1 , \"b\" : 2 }",
                           "[\"'\"]"}) {
    const JsonLexer lexer = scanned(text);
    EXPECT_EQ(lexer.status(), Status::complete) << text;
    EXPECT_EQ(lexer.offset(), std::string_view(text).size()) << text;
    EXPECT_FALSE(lexer.spelling().is_repaired) << text;
  }
}

TEST(value_lexer, follows_the_spellings_that_models_write) {
  for (const char* text :
       {"{'a':1}", "['a']", "[True]", "[False]", "[None]", "[1,]", "{\"a\":1,}", "[()]", "[(1,)]",
        "[(1,2)]", "[(1 , 2 , )]", "[((1,),[(),()])]", "{\"a\":({},{})}", "[\"it\\'s\"]",
        "{\"it\\'s\":1}", "['it\\'s']", "['\"']", "[\"a\",'b']", "{'a':{'b':None,},}"}) {
    const JsonLexer lexer = scanned(text);
    EXPECT_EQ(lexer.status(), Status::complete) << text;
    EXPECT_TRUE(lexer.spelling().is_repaired) << text;
  }
}

struct Failure {
  const char* text;
  std::uint64_t offset;
};

TEST(value_lexer, stops_at_the_byte_that_cannot_stand_there) {
  for (const Failure& failure : {Failure{"x", 0},
                                 Failure{"1", 0},
                                 Failure{"\"a\"", 0},
                                 Failure{"{1}", 1},
                                 Failure{"{,}", 1},
                                 Failure{"[,]", 1},
                                 Failure{"{\"a\"}", 4},
                                 Failure{"{\"a\":}", 5},
                                 Failure{"[1 2]", 3},
                                 Failure{"[01]", 2},
                                 Failure{"[1.]", 3},
                                 Failure{"[.5]", 1},
                                 Failure{"[-]", 2},
                                 Failure{"[+1]", 1},
                                 Failure{"[1e]", 3},
                                 Failure{"[1e+]", 4},
                                 Failure{"[tru]", 4},
                                 Failure{"[truex]", 5},
                                 Failure{"[nul]", 4},
                                 Failure{"[NaN]", 2},
                                 Failure{"[1,,2]", 3},
                                 Failure{"[}", 1},
                                 Failure{"{]", 1},
                                 Failure{"[1}", 2},
                                 Failure{"{a:1}", 1},
                                 Failure{"[\"\\x\"]", 3},
                                 Failure{"[\"\\u12g4\"]", 6},
                                 Failure{"[(1)]", 3},
                                 Failure{"[(1]", 3},
                                 Failure{"[1)", 2},
                                 Failure{"[(,)]", 2},
                                 Failure{"[(1,}", 4},
                                 Failure{"(1,)", 0},
                                 Failure{"{\"a\":1 \"b\":2}", 7},
                                 Failure{"[//]", 1},
                                 Failure{"[undefined]", 1},
                                 Failure{"{\"a\" 1}", 5},
                                 Failure{"[1]x", 3}}) {
    const JsonLexer lexer = scanned(failure.text);
    const bool has_ended = lexer.status() == Status::complete;
    EXPECT_TRUE(has_ended || lexer.status() == Status::failed) << failure.text;
    EXPECT_EQ(lexer.offset(), failure.offset) << failure.text;
  }
}

TEST(value_lexer, waits_for_more) {
  for (const char* text : {"", " ", "{", "[", "{\"a", "{\"a\"", "{\"a\":", "[1", "[t", "[\"\\",
                           "[\"\\u1", "[[]", "{\"a\":1,"}) {
    EXPECT_EQ(scanned(text).status(), Status::open) << text;
  }
}

TEST(value_lexer, notes_raw_control_bytes_in_strings) {
  EXPECT_TRUE(scanned("[\"a\nb\"]").spelling().has_raw_line_end);
  EXPECT_FALSE(scanned("[\"a\nb\"]").spelling().has_raw_control);
  EXPECT_TRUE(scanned("[\"a\tb\"]").spelling().has_raw_control);
  EXPECT_FALSE(scanned("[\"\\t\"]").spelling().has_raw_control);
}

TEST(value_lexer, knows_when_it_is_in_a_string) {
  EXPECT_TRUE(scanned("{\"a").in_string());
  EXPECT_TRUE(scanned("{\"a\\").in_string());
  EXPECT_TRUE(scanned("{\"a\\u0").in_string());
  EXPECT_FALSE(scanned("{\"a\"").in_string());
  EXPECT_FALSE(scanned("{").in_string());
}

TEST(value_lexer, tells_keys_and_values_with_their_depth) {
  JsonLexer lexer(json_like);
  std::string told;
  lexer.feed("{\"a\":1,\"b\":[2]}",
             [&](JsonLexer::Mark mark, std::size_t depth, std::uint64_t offset) {
               const char* const name = mark == JsonLexer::Mark::key           ? "key "
                                        : mark == JsonLexer::Mark::value_begin ? "begin "
                                                                               : "end ";
               told += name + std::to_string(depth) + "@" + std::to_string(offset) + " ";
             });
  EXPECT_EQ(told,
            "begin 0@0 key 1@4 begin 1@5 end 1@6 key 1@10 begin 1@11 begin 2@12 end 2@13 "
            "end 1@14 end 0@15 ");
}

TEST(value_lexer, depth_costs_a_bit) {
  const std::string text(1000000, '[');
  JsonLexer lexer(json_like);
  EXPECT_EQ(lexer.feed(text), Status::open);
  EXPECT_EQ(lexer.depth(), 1000000U);
  EXPECT_EQ(lexer.feed(std::string(1000000, ']')), Status::complete);
}

}  // namespace
}  // namespace tagstream

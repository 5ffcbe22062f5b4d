// Internal: the arguments of calls that look like code, and what they are as JSON.

#include "body/code_arguments.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "body/keywords.hpp"

namespace tagstream {
namespace {

using Status = CodeLexer::Status;

constexpr PythonicShape python{};
constexpr PythonicShape braces{.quote = "<q>"};
constexpr PythonicShape one_byte{.quote = "|"};

// The JSON, or where it fails: "!7"; cut off: with "…" after it. In every two pieces the same.
std::string read(const PythonicShape& shape, std::string_view text) {
  std::string first;
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    CodeLexer lexer = arguments_lexer(shape);
    std::string json;
    JsonCopy copy;
    copy.write_to(json);
    for (const std::string_view piece : {text.substr(0, cut), text.substr(cut)}) {
      if (lexer.status() == Status::open) lexer.feed(piece, CodeLexer::NoSink(), &copy);
    }
    if (lexer.status() == Status::failed) json = '!' + std::to_string(lexer.offset());
    if (lexer.status() == Status::open) json += "…";
    if (cut == 0) first = json;
    EXPECT_EQ(json, first) << text << " cut at " << cut;
  }
  return first;
}
std::string value(std::string_view text) {
  const std::string json = read(python, "(a=" + std::string(text) + ")");
  return json.substr(0, 5) == R"({"a":)" ? json.substr(5, json.size() - 6) : json;
}

TEST(call_arguments, brackets) {
  EXPECT_EQ(read(python, "()"), "{}");
  EXPECT_EQ(read(python, "( a = 1 ,\n b=[ ] , )"), R"({"a":1,"b":[]})");
  EXPECT_EQ(read(python, "(a=1)x"), R"({"a":1})");
  EXPECT_EQ(read(python, "(a=1"), R"({"a":1…)");
  EXPECT_EQ(read(python, "{}"), "!0");
  EXPECT_EQ(read(python, "(a=1}"), "!4");
  EXPECT_EQ(read(python, "(,)"), "!1");
  EXPECT_EQ(read(python, "(a)"), "!2");
  EXPECT_EQ(read(python, "(1)"), "!1");
  EXPECT_EQ(read(python, "(a:1)"), "!2");
  EXPECT_EQ(read(python, "(\"a\"=1)"), "!1");
  EXPECT_EQ(read(python, "(a=1 b=2)"), "!5");
}

// The distance from change to change grows, beyond the bytes that are copied ahead.
TEST(call_arguments, changes_at_all_distances) {
  std::string text = "(";
  std::string marked = "{";
  std::string json = "{";
  std::string marked_json = "{";
  for (std::size_t size = 0; size < 100; size += 9) {
    const std::string x(size, 'x');
    const std::string n = std::to_string(size);
    text += "a" + n + "='" + x + "', b" + n + "=[True, (1, ), .5], c" + n + "=r'\\d" + x + "', d" +
            n + "=\"\"\"it's \"" + x + "\" \"\"\" , e" + n + "={'k': 1_000,}, ";
    json += "\"a" + n + "\":\"" + x + "\",\"b" + n + "\":[true,[1],0.5],\"c" + n + "\":\"\\\\d" +
            x + "\",\"d" + n + "\":\"it's \\\"" + x + "\\\" \",\"e" + n + "\":{\"k\":1000},";
    marked += "a" + n + ":<q>\"" + x + "<q>,b" + n + ":word" + x + ",";
    marked_json += "\"a" + n + "\":\"\\\"" + x + "\",\"b" + n + "\":\"word" + x + "\",";
  }
  text += "z=None)";
  json += "\"z\":null}";
  marked += "z:1}";
  marked_json += "\"z\":1}";
  EXPECT_EQ(read(python, text), json);
  EXPECT_EQ(read(braces, marked), marked_json);
}

TEST(call_arguments, values) {
  EXPECT_EQ(value("[1, (2,), {'k': (), \"l\": {}}]"), R"([1,[2],{"k":[],"l":{}}])");
  EXPECT_EQ(value("True"), "true");
  EXPECT_EQ(value("null"), "null");
  EXPECT_EQ(value("(1)"), "!5");
  EXPECT_EQ(value("{1: 2}"), "!4");
  EXPECT_EQ(value("{k: 2}"), "!4");
  EXPECT_EQ(value("{'k'=2}"), "!7");
  EXPECT_EQ(value("Truer"), "!7");
  EXPECT_EQ(value("Tru"), "!6");
  EXPECT_EQ(value("g()"), "!3");
  EXPECT_EQ(value("[1,,2]"), "!6");
}

TEST(call_arguments, numbers) {
  EXPECT_EQ(value("1_000"), "1000");
  EXPECT_EQ(value(".5"), "0.5");
  EXPECT_EQ(value("-.5e1"), "-0.5e1");
  EXPECT_EQ(value("5."), "5.0");
  EXPECT_EQ(value("5.e3"), "5.0e3");
  EXPECT_EQ(value("+7"), "7");
  EXPECT_EQ(value("123456789012345678901234567890"), "123456789012345678901234567890");
  EXPECT_EQ(value("."), "!4");
  EXPECT_EQ(value(".e1"), "!4");
  EXPECT_EQ(value("+-1"), "!4");
  EXPECT_EQ(value("1__0"), "!5");
  EXPECT_EQ(value("1_"), "!5");
  EXPECT_EQ(value("0_0"), "!5");
  EXPECT_EQ(value("007"), "!4");
  EXPECT_EQ(value("- 1"), "-1");
  EXPECT_EQ(value("+\n.5"), "0.5");
  EXPECT_EQ(value("- - 1"), "!5");
  EXPECT_EQ(value("1e- 2"), "!6");
  EXPECT_EQ(value("1e"), "!5");
  EXPECT_EQ(value("2+3"), "!4");
}

TEST(call_arguments, numbers_of_other_bases) {
  EXPECT_EQ(value("0x1F"), "31");
  EXPECT_EQ(value("-0XfF"), "-255");
  EXPECT_EQ(value("- 0o17"), "-15");
  EXPECT_EQ(value("[0b101,0B_1_0]"), "[5,2]");
  EXPECT_EQ(value("0xFFFFFFFFFFFFFFFF"), "18446744073709551615");
  EXPECT_EQ(value("0x10000000000000000"), "!21");
  EXPECT_EQ(value("0x"), "!5");
  EXPECT_EQ(value("0x_"), "!6");
  EXPECT_EQ(value("0x1_"), "!7");
  EXPECT_EQ(value("0x__1"), "!6");
  EXPECT_EQ(value("0xg"), "!5");
  EXPECT_EQ(value("0o8"), "!5");
  EXPECT_EQ(value("0b12"), "!6");
  EXPECT_EQ(value("0b1.5"), "!6");
  EXPECT_EQ(value("0"), "0");
  EXPECT_EQ(value("0.5"), "0.5");
  EXPECT_EQ(read(braces, "{k:0x10,l:- 1}"), R"({"k":"0x10","l":"- 1"})");
}

// Whether one has come is asked for where the call is complete.
TEST(call_arguments, keywords_that_are_given_twice) {
  const auto repeated = [](std::string_view text) {
    Keywords keywords;
    CodeLexer lexer = arguments_lexer(python);
    lexer.feed(text, [&](CodeLexer::Mark mark, std::size_t depth, std::uint64_t end) {
      const std::uint64_t begin = lexer.strings().begin;
      if (mark != CodeLexer::Mark::key || depth != 1) return;
      keywords.add(text.substr(begin, end - begin), begin);
    });
    EXPECT_EQ(lexer.status(), Status::complete) << text;
    return keywords.repeated();
  };
  EXPECT_EQ(repeated("(a=1, b=2, ab=3, ba=4)"), 0U);
  EXPECT_EQ(repeated("(a=1, b=2, a=3, b=4)"), 11U);
  EXPECT_EQ(repeated("(a=1, a=2, a=3)"), 6U);
  EXPECT_EQ(repeated("(a={'k': 1, 'k': 2}, k=3)"), 0U);
}

TEST(call_arguments, strings) {
  EXPECT_EQ(value(R"("a'b")"), R"("a'b")");
  EXPECT_EQ(value(R"('a"b')"), R"("a\"b")");
  EXPECT_EQ(value(R"('')"), R"("")");
  EXPECT_EQ(value(R"('''a''b'c''')"), R"("a''b'c")");
  EXPECT_EQ(value(R"("""a""b"c""")"), R"("a\"\"b\"c")");
  EXPECT_EQ(value(R"(r"\d\"")"), R"("\\d\\\"")");
  EXPECT_EQ(value(R"(R'\n')"), R"("\\n")");
  EXPECT_EQ(value("'a\n\t\x01'"), R"("a\n\t\u0001")");
  EXPECT_EQ(value(R"("\x41\u00e9\U0001F600\101\0\78")"), R"("\u0041\u00e9😀\u0041\u0000\u00078")");
  EXPECT_EQ(value(R"("\a\b\f\n\r\t\v\\\'\"\/\d")"), R"("\u0007\b\f\n\r\t\u000b\\'\"\\/\\d")");
  EXPECT_EQ(value("\"a\\\nb\\\r\nc\\\rd\""), R"("abcd")");
  EXPECT_EQ(value(R"("\xg")"), "!6");
  EXPECT_EQ(value(R"("\U00110000")"), "!13");
  EXPECT_EQ(value(R"("\N{DASH}")"), "!5");
  EXPECT_EQ(value(R"(b"x")"), "!3");
  EXPECT_EQ(value(R"("a" "b")"), "!7");
}

TEST(call_arguments, delimiters) {
  EXPECT_EQ(read(braces, R"({k:<q>a "b" <q \n<q>,l : 2})"), R"({"k":"a \"b\" <q \\n","l":2})");
  EXPECT_EQ(read(braces, "{<q>k<q>:<q><q>,\"l\":\"\\n\"}"), R"({"k":"","l":"\n"})");
  EXPECT_EQ(read(braces, "(k=1,l:[true,{m:null,}],)"), R"({"k":1,"l":[true,{"m":null}]})");
  EXPECT_EQ(read(one_byte, "{k:|a|,|l|:||}"), R"({"k":"a","l":""})");
  EXPECT_EQ(read(braces, "{k:<p>}"), "!4");
  EXPECT_EQ(read(braces, "{k=1}"), "!2");
  EXPECT_EQ(read(braces, "{k:'a'}"), R"({"k":"a"})");
}

TEST(call_arguments, strings_without_delimiters) {
  EXPECT_EQ(read(braces, "{k: New York ,l:12:30,m:-1.,n:None}"),
            R"({"k":"New York","l":"12:30","m":-1.0,"n":null})");
  EXPECT_EQ(read(braces, "{k:12<q>}"), R"({"k":"12"})");
  EXPECT_EQ(read(braces, "{k:[a,b:c]}"), R"({"k":["a","b:c"]})");
  EXPECT_EQ(read(braces, "{k:see: it works<q>}"), R"({"k":"see: it works"})");
  EXPECT_EQ(read(braces, "{k:1 l:2}"), "!8");  // a comma is missing
  EXPECT_EQ(read(braces, "{k:Oslo country:Norway}"), "!22");
  EXPECT_EQ(read(braces, "{k:[1 2]}"), "!7");
  EXPECT_EQ(read(braces, "{k:[New York]}"), "!12");
  EXPECT_EQ(read(braces, "{k:a{b}"), "!4");
  EXPECT_EQ(read(braces, "{k:,}"), "!3");
  EXPECT_EQ(read(braces, "{k:a<x}"), "!5");
  EXPECT_EQ(read(braces, "{k:" + std::string(1024, 'a') + "}"),
            R"({"k":")" + std::string(1024, 'a') + "\"}");
  EXPECT_EQ(read(braces, "{k:" + std::string(1025, 'a') + "}"), "!1027");
}

TEST(call_arguments, says_where_strings_are) {
  CodeLexer lexer = arguments_lexer(python);
  lexer.feed("(a='x', b=r\"y");
  EXPECT_TRUE(lexer.is_at_string());
  EXPECT_EQ(lexer.strings().begin, 10U);
  EXPECT_EQ(lexer.strings().end, 6U);
  EXPECT_EQ(lexer.inside(), '"');
  lexer.feed("\" ");
  EXPECT_TRUE(lexer.is_at_string());
  lexer.feed(",");
  EXPECT_FALSE(lexer.is_at_string());
  EXPECT_EQ(lexer.inside(), '\0');
  EXPECT_FALSE(lexer.spelling().is_repaired);
}

}  // namespace
}  // namespace tagstream

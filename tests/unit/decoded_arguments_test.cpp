#include "body/decoded_arguments.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace tagstream {
namespace {

const std::vector<std::string> names = {"a", "tool"};

std::string decoded(std::string_view arguments, std::string_view tool = "f") {
  std::string out;
  DecodedArguments(names, tool).feed(arguments, out);
  return out;
}

TEST(decoded_arguments, only_strings_of_named_parameters) {
  EXPECT_EQ(decoded(R"({"a":"&lt;&gt;&amp;&quot;&apos;"})"), R"({"a":"<>&\"'"})");
  EXPECT_EQ(decoded(R"({"b":"&lt;", "a" : "&#65;&#x42;"})"), R"({"b":"&lt;", "a" : "AB"})");
  EXPECT_EQ(decoded(R"({"a":["&lt;"],"b":{"a":"&lt;"}})"), R"({"a":["&lt;"],"b":{"a":"&lt;"}})");
  EXPECT_EQ(decoded(R"({"&lt;":"a","\u0061":"&lt;"})"), R"({"&lt;":"a","\u0061":"<"})");
  EXPECT_EQ(decoded(R"({"b":"&lt;","c":"a,\"&lt;"})", "tool"), R"({"b":"<","c":"a,\"<"})");
  EXPECT_EQ(decoded("{}"), "{}");
}

TEST(decoded_arguments, what_is_no_entity_stays) {
  for (const char* const text :
       {R"({"a":"&nbsp; &lt & ; &&#0;&#xD800;&;"})", R"({"a":"\\u0026lt; \u0027lt; \n&"})",
        R"({"a":"&aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa;"})"}) {
    EXPECT_EQ(decoded(text), text);
  }
  EXPECT_EQ(decoded(R"({"a":"&&lt;&l&gt;"})"), R"({"a":"&<&l>"})");
  EXPECT_EQ(decoded(R"({"a":"&#0000000000000000000000000065;"})"), R"({"a":"A"})");
}

TEST(decoded_arguments, an_escape_may_be_an_ampersand) {
  EXPECT_EQ(decoded(R"({"a":"\u0026lt;\u0026\u0026amp;\u0026x"})"), R"({"a":"<\u0026&\u0026x"})");
}

TEST(decoded_arguments, what_decodes_to_a_control_byte_is_escaped) {
  EXPECT_EQ(decoded(R"({"a":"&#10;&#92;"})"), R"({"a":"\n\\"})");
}

TEST(decoded_arguments, are_the_same_in_every_cutting) {
  const std::string text =
      R"({"b":"&lt;","a":"x &lt; \u0026gt;\\&am&amp; &","c":{"a":"&lt;"},"a":"&#x41;"})";
  const std::string whole = decoded(text);
  for (std::size_t size = 1; size < text.size(); ++size) {
    DecodedArguments pieces(names, "f");
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += size) {
      pieces.feed(std::string_view(text).substr(at, size), out);
      EXPECT_TRUE(whole.starts_with(out)) << out;
    }
    EXPECT_EQ(out, whole);
  }
}

}  // namespace
}  // namespace tagstream

#include "tagstream/wire/record_reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace tagstream::wire {
namespace {

// The text, what is kept, or what is wrong.
std::string read(const std::string& pointer, const std::string& record,
                 std::vector<std::string> keep = {}) {
  RecordReader reader = *RecordReader::make({pointer, std::move(keep)});
  if (!reader.read(record)) return reader.problem();
  return reader.kept() + std::string(reader.text());
}

TEST(record_reader, a_pointer_leads_to_the_text) {
  EXPECT_EQ(read("/text", R"({"text":"a\n\u00e9"})"), "a\n\u00e9");
  EXPECT_EQ(read("", R"("a")"), "a");
  EXPECT_EQ(read("/m/1/c", R"({"m":[{},{"c":"a"}]})"), "a");
  EXPECT_EQ(read("/m/-/c", R"({"m":[{},{"c":"a"}]})"), "a");
  EXPECT_EQ(read("/a~1b/~0", R"({"a/b":{"~":"a"}})"), "a");
  EXPECT_EQ(read("/", R"({"":"a"})"), "a");
}

TEST(record_reader, what_is_wrong_is_said) {
  EXPECT_EQ(read("/text", "oops"), "the record is not JSON");
  EXPECT_EQ(read("/text", ""), "the record is not JSON");
  EXPECT_EQ(read("/text", R"({"text":"a"}})"), "the record is not JSON");
  for (const char* record : {"{}", R"({"text":1})", R"({"text":null})", "[]", "7", R"("text")"}) {
    EXPECT_EQ(read("/text", record), "no text at /text");
  }
  EXPECT_EQ(read("/m/-", R"({"m":[]})"), "no text at /m/-");
  EXPECT_EQ(read("", "{}"), "no text at its top");
}

TEST(record_reader, what_is_there_instead_is_said) {
  const auto found = [](const std::string& pointer, std::string_view record) {
    RecordReader reader = *RecordReader::make({pointer, {}});
    EXPECT_FALSE(reader.read(record)) << record;
    return reader.found();
  };
  EXPECT_EQ(found("/text", R"({"id":1,"model":2})"), "has id, model");
  EXPECT_EQ(found("/text", R"({"text":7})"), "has a number there");
  EXPECT_EQ(found("/text", R"({"text":null})"), "has null there");
  EXPECT_EQ(found("/m/0/text", R"({"m":[{"role":1}]})"), "has role at /m/0");
  EXPECT_EQ(found("/m/1", R"({"m":[{"role":1}]})"), "has a list at /m");
  EXPECT_EQ(found("/text", "[1]"), "is a list");
  EXPECT_EQ(found("/text", "{}"), "is an object");
  EXPECT_EQ(found("", "5"), "is a number");
  EXPECT_EQ(found("/text", "oops"), "");
  EXPECT_EQ(found("/text", R"({"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1})"),
            "has a, b, c, d, e, f, g, h and others");
  EXPECT_EQ(found("/text", "{\"" + std::string(50, 'k') + "\":1}"),
            "has " + std::string(40, 'k') + "...");
}

TEST(record_reader, fields_are_kept_as_they_are_written) {
  EXPECT_EQ(read("/t", R"({"id": 123456789012345678901, "t":"a", "m": {"x":[1.10, "]"]} , "z":1})",
                 {"id", "m", "none", "/m/x/0", "/m/x/-"}),
            R"("id":123456789012345678901,"m":{"x":[1.10, "]"]},"0":1.10,"-":"]",a)");
}

TEST(record_reader, a_byte_order_mark_and_words_of_python_hinder_nothing) {
  EXPECT_EQ(read("/t", "\xEF\xBB\xBF{\"n\":[NaN, -Infinity],\"t\":\"a\"}", {"n"}),
            "\"n\":[NaN, -Infinity],a");
}

TEST(record_reader, pointers_are_checked) {
  EXPECT_EQ(RecordReader::make({"text", {}}).error().message,
            "a JSON Pointer begins with `/`: text");
  EXPECT_FALSE(RecordReader::make({"/a~", {}}));
  EXPECT_FALSE(RecordReader::make({"/a~2", {}}));
  EXPECT_FALSE(RecordReader::make({"", {"/~"}}));
}

TEST(record_reader, paths_are_pointers_in_other_words) {
  EXPECT_EQ(*pointer_of_path(".text"), "/text");
  EXPECT_EQ(*pointer_of_path("."), "");
  EXPECT_EQ(*pointer_of_path(".m[0].c[-1]"), "/m/0/c/-");
  EXPECT_EQ(*pointer_of_path("[2]"), "/2");
  EXPECT_EQ(*pointer_of_path(".a/b~c"), "/a~1b~0c");
  for (const char* path :
       {"text", "..", ".a.", ".a[", ".a[]", ".a[x]", ".a[0", ".a[-2]", ".a]b["}) {
    EXPECT_FALSE(pointer_of_path(path)) << path;
  }
}

}  // namespace
}  // namespace tagstream::wire

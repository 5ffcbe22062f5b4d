#include "tagstream/wire/native_call.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace tagstream::wire {
namespace {

// `code: sentence`, or the arguments of a call that counts.
std::string end_of(std::string_view arguments, bool is_cut_off = false) {
  std::string its(arguments);
  const auto fault = finish_native_call(its, is_cut_off);
  return fault ? std::string(to_string(fault->code)) + ": " + fault->text : its;
}

TEST(native_call, counts_with_an_object) {
  EXPECT_EQ(end_of(R"({"a":1})"), R"({"a":1})");
  EXPECT_EQ(end_of(R"( {"a":1} )", true), R"( {"a":1} )");
  EXPECT_EQ(end_of(""), "{}");
}

TEST(native_call, names_the_byte_at_which_it_fails) {
  EXPECT_EQ(end_of("{'a':1}"), "invalid_json: unexpected `'` in the arguments, byte 1 of them");
  EXPECT_EQ(end_of("{`"), "invalid_json: unexpected `` ` `` in the arguments, byte 1 of them");
  EXPECT_EQ(end_of("{\x01"), "invalid_json: unexpected byte 0x01 in the arguments, byte 1 of them");
  EXPECT_EQ(end_of("\xEF\xBB\xBF{}"),
            "invalid_json: unexpected byte 0xef in the arguments, byte 0 of them");
  EXPECT_EQ(end_of(R"({"a":1)"), "invalid_json: the arguments end too early, byte 6 of them");
  EXPECT_EQ(end_of(" "), "invalid_json: the arguments end too early, byte 1 of them");
}

TEST(native_call, is_none_with_another_value) {
  for (const char* value : {"[1]", "null", "\"{}\"", "1"}) {
    EXPECT_EQ(end_of(value), "bad_arguments: the arguments are not a JSON object") << value;
  }
}

TEST(native_call, says_that_it_is_cut_off) {
  EXPECT_EQ(end_of("", true), "unclosed: the call is cut off, byte 0 of its arguments");
  EXPECT_EQ(end_of(R"({"a)", true), "unclosed: the call is cut off, byte 3 of its arguments");
}

}  // namespace
}  // namespace tagstream::wire

#include <string>
#include <string_view>

#include "heap.hpp"
#include "tagstream/guess.hpp"

/// The heap that a guess takes: a fixed amount, whatever the length of the answer.
namespace tagstream::testing {
namespace {

std::size_t peak_of_guess(std::string_view text) {
  const HeapWatch heap;
  static_cast<void>(guess_answer(text));
  return heap.peak();
}

TEST(guess_memory, does_not_grow_with_the_answer) {
  static_cast<void>(guess_answer("x"));  // the rules of all rows are made once
  for (const char* const unit :
       {"word ", "<think>", "<tool_call>{\"name\":\"f\",\"arguments\":{}}</tool_call>",
        "<tool_call>{\"a\":\"", "[f(),", "\x01"}) {
    std::string text;
    while (text.size() < mebibyte) text += unit;
    const std::size_t peak = peak_of_guess(text);
    EXPECT_LT(peak, 64 * mebibyte) << unit;
    while (text.size() < 6 * mebibyte) text += unit;
    EXPECT_LT(peak_of_guess(text), peak + slack_bytes) << unit;
  }
}

}  // namespace
}  // namespace tagstream::testing

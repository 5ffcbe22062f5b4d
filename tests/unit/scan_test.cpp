#include "scan/scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace tagstream {
namespace {

const char* naive_string_stop(std::string_view text, char quote) {
  const char* const end = text.data() + text.size();
  return std::find_if(text.data(), end, [quote](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == quote || c == '\\';
  });
}

// Each length, each place of a first stop, a second one right after it, and bytes beside what
// stops.
TEST(scan, string_stop_is_where_a_byte_by_byte_search_finds_it) {
  constexpr std::size_t longest = 150;
  const std::string_view others = "\x20\x7f\x80\xff!#[]&(";
  for (const char quote : {'"', '\''}) {
    for (const char stop : {quote, '\\', '\0', '\x1f', '\n'}) {
      for (std::size_t size = 0; size <= longest; ++size) {
        std::string text;
        while (text.size() < size) text += others[text.size() * 7 % others.size()];
        std::replace(text.begin(), text.end(), quote, 'x');
        for (std::size_t at = 0; at <= size; ++at) {
          std::string with = text;
          if (at < size) with[at] = stop;
          if (at + 1 < size) with[at + 1] = quote;
          const std::string_view view = with;
          ASSERT_EQ(scan::find_string_stop(view.data(), view.data() + size, quote) - view.data(),
                    naive_string_stop(view, quote) - view.data())
              << "size " << size << ", stop at " << at;
        }
      }
    }
  }
}

}  // namespace
}  // namespace tagstream

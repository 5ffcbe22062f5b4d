#pragma once

#include <cstddef>
#include <string_view>

namespace tagstream::wire {

/// Follows the brackets of a JSON object that comes in pieces, to its end. A bracket in a string
/// does not count.
class ObjectEnd {
 public:
  /// Looks at more of the text.
  void see(std::string_view text) {
    for (const char c : text) {
      if (is_in_string_) {
        is_in_string_ = c != '"' || is_escaped_;
        is_escaped_ = c == '\\' && !is_escaped_;
      } else if (c == '"') {
        is_in_string_ = true;
      } else if (c == '{' || c == '[') {
        ++depth_;
      } else if ((c == '}' || c == ']') && depth_ > 0 && --depth_ == 0) {
        has_ended_ = true;
      }
    }
  }

  /// True if the object has ended, and nothing else is open.
  [[nodiscard]] bool is_complete() const { return has_ended_ && depth_ == 0; }

 private:
  std::size_t depth_ = 0;
  bool is_in_string_ = false;
  bool is_escaped_ = false;
  bool has_ended_ = false;
};

}  // namespace tagstream::wire

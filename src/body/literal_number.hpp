#pragma once

// Follows one number as Python writes it, and says what it is as JSON: 1_000, .5, 5., +1, -2e3.

#include <string>

#include "json/json_number.hpp"

namespace tagstream {

class LiteralNumber {
 public:
  /// True if a number may begin with `byte`.
  [[nodiscard]] static constexpr bool begins_with(char byte) {
    return JsonNumber::begins_with(byte) || byte == '+' || byte == '.';
  }
  /// True if `byte` goes on with it; else nothing changes.
  /// @param json  where the bytes are appended that are final; may be null
  bool take(char byte, std::string* json);
  /// True if it is one as it stands.
  [[nodiscard]] bool may_end() const;
  /// It ends. Precondition: it may.
  void end(std::string* json) const;

 private:
  bool pass(char byte, std::string* json);

  JsonNumber number_;
  char last_ = 0;           // byte that came
  bool has_begun_ = false;  // as JSON
  bool needs_fraction_ = false;
};

}  // namespace tagstream

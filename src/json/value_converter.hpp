#pragma once

// Converts a value to JSON, piece by piece. Each byte is looked at once, and what was appended
// never changes.
//
//   `{'a': Tr` and `ue,}`      `{"a": tr`, then `ue}`

#include <string>
#include <string_view>

#include "json/value_lexer.hpp"

namespace tagstream {

template <class Lexer>
class ValueConverter {
 public:
  /// @param lexer  has read nothing yet
  explicit ValueConverter(const Lexer& lexer) : lexer_(lexer) {}

  /// Appends as much of the JSON as is certain after `piece`.
  void feed(std::string_view piece, std::string& out) {
    copy_.write_to(out);
    lexer_.feed_to(copy_, piece);
  }

 private:
  Lexer lexer_;
  JsonCopy copy_;
};

}  // namespace tagstream

#pragma once

// Converts a value to JSON, piece by piece or as a whole. Each byte is looked at once, and what was
// appended never changes.
//
//   ValueConverter of `{'a': Tr` and `ue,}`      `{"a": tr`, then `ue}`
//   append_json of `{'a': True,}`                `{"a": true}`

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

/// Appends `text` as JSON. Returns false, and appends nothing, unless the whole text is one value
/// of `dialect`, `json_like` or `json_like_value`.
/// @param strict       also refuses a text that is not `JsonSpelling::is_strict`
/// @param is_repaired  set to true if the text had to be converted, else left alone
bool append_json(std::string& out, std::string_view text, const ValueDialect& dialect, bool strict,
                 bool& is_repaired);

}  // namespace tagstream

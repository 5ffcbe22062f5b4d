#pragma once

// Errors in JSON that people write: options, tools and messages. The options {"hide":} end in the
// error "not JSON at line 1, column 9", with the offset 8: that is the byte `}`.

#include <optional>
#include <string>
#include <string_view>

#include "tagstream/error.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream {

/// The place of the byte after `before`, as "line 3, column 7". Both numbers begin at 1. A column
/// is a code point, so "é" is one column and two bytes.
[[nodiscard]] std::string line_and_column(std::string_view before);

/// The error for a text that is not JSON. `offset` is the first byte that can't stand there.
[[nodiscard]] Error not_json(std::string_view json, std::size_t offset);

/// The error for a key of the root that is there twice: "hide: given twice at line 1, column
/// 15". Null if there is none, or if the root is not an object.
[[nodiscard]] std::optional<Error> key_twice(std::string_view json, const JsonTree& tree);

/// Collects the first fault of a JSON text; later ones are dropped.
class Complaint {
 public:
  explicit Complaint(const JsonTree& tree) : tree_(tree) {}

  void say(std::string what, JsonTree::Id where);

  /// Says "expected ..., not a string" of `value` if `is_so` is false. Returns `is_so`.
  bool expect(std::string_view expected, bool is_so, JsonTree::Id value);

  /// The fault. Its message ends with the place, a JSON pointer: "expected a call, not null:
  /// /tool_calls/0".
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  /// The byte of the message at which the place begins.
  [[nodiscard]] std::size_t place_at() const { return place_at_; }

 private:
  const JsonTree& tree_;
  std::optional<Error> error_;
  std::size_t place_at_ = 0;
};

}  // namespace tagstream

#pragma once

// What is wrong with JSON that people write, and where.

#include <optional>
#include <string>
#include <string_view>

#include "tagstream/error.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream {

/// "line 3, column 7", both from 1, of what follows `before`; columns count code points.
[[nodiscard]] std::string line_and_column(std::string_view before);

/// That `json` is not JSON from the byte at `offset` on.
[[nodiscard]] Error not_json(std::string_view json, std::size_t offset);

/// The first thing that is wrong with a text.
class Complaint {
 public:
  explicit Complaint(const JsonTree& tree) : tree_(tree) {}

  void say(std::string what, JsonTree::Id where);

  /// True if `value` is as expected.
  bool expect(std::string_view expected, bool is_so, JsonTree::Id value);

  /// Its message ends with a JSON pointer.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  /// Where in the message that begins.
  [[nodiscard]] std::size_t place_at() const { return place_at_; }

 private:
  const JsonTree& tree_;
  std::optional<Error> error_;
  std::size_t place_at_ = 0;
};

}  // namespace tagstream

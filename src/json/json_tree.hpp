#pragma once

// A JSON text as a tree of values: for what people write by hand, not for what models do. What
// JSON does not have is refused. Flat storage: nothing recurses, whatever the depth.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream {

class JsonTree {
 public:
  /// A value, by its place in order of beginning. The root is 0.
  using Id = std::uint32_t;
  static constexpr Id root = 0;
  enum class Kind : std::uint8_t { object, array, string, number, boolean, null };

  /// Reads `text`, which must outlive the tree.
  /// @return  nothing, or the offset of the byte that cannot stand where it does
  /// @cost    O(n log n), for n bytes
  std::optional<std::size_t> read(std::string_view text);

  /// Number of values.
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] Kind kind(Id value) const;
  [[nodiscard]] bool is(Id value, Kind kind_) const { return kind(value) == kind_; }
  /// As written, quotes included.
  [[nodiscard]] std::string_view literal(Id value) const;
  /// The text of a string, decoded. Precondition: it is one.
  [[nodiscard]] std::string text(Id value) const;
  [[nodiscard]] bool is_true(Id value) const { return literal(value) == "true"; }
  [[nodiscard]] std::size_t offset(Id value) const { return nodes_[value].begin; }

  struct Member {
    Id around;
    std::string_view key;  ///< decoded; empty in an array
    Id value;
  };
  /// What is in an object, sorted by key, the last of the same key last; what is in an array, in
  /// its order. Empty for other values.
  [[nodiscard]] std::span<const Member> members(Id value) const;
  /// The value under `key`, the last one; nothing if it is absent, or `object` is not one.
  [[nodiscard]] std::optional<Id> find(Id object, std::string_view key) const;
  /// The value that a JSON pointer, such as "/a/0", leads to from `from`.
  [[nodiscard]] std::optional<Id> follow(Id from, std::string_view pointer) const;
  /// The pointer from the root to `value`; empty for the root.
  [[nodiscard]] std::string pointer_to(Id value) const;

 private:
  struct Node {
    std::size_t begin;
    std::size_t end;
    Id member;  // its place among the members
  };
  class Reader;

  std::string_view text_;
  std::vector<Node> nodes_;
  std::vector<Member> members_;   // of all values but the root, by what is around them
  std::deque<std::string> keys_;  // those that had to be decoded
};

}  // namespace tagstream

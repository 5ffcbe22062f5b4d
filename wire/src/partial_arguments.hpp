#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream::wire {

/// The arguments of a call that come value by value, as Gemini sends them. Each value has its
/// place: a JSON Path such as "$.items[0].name" or "$['a name']".
///
///   PartialArguments all;
///   all.add_string("$.city", "Os");
///   all.add_string("$.city", "lo");
///   all.add_literal("$.days", "2");
///   all.to_json()                      // {"city":"Oslo","days":2}
class PartialArguments {
 public:
  PartialArguments() : nodes_(1) {}

  /// Adds a string, or a further part of one. Returns false, as `add_literal` does, if there is no
  /// such place, or if it holds another value.
  bool add_string(std::string_view path, std::string_view text);

  /// Adds a number, true, false or null, given as JSON.
  bool add_literal(std::string_view path, std::string_view json);

  /// All arguments so far, as a JSON object.
  [[nodiscard]] std::string to_json() const;

 private:
  enum class Kind : std::uint8_t { unknown, object, array, string, literal };
  struct Node {
    Kind kind = Kind::unknown;
    std::string text;                                     // string, literal
    std::vector<std::pair<std::string, std::size_t>> in;  // object, array: in their order
    std::map<std::string, std::size_t, std::less<>> by_key;
  };
  Node* at(std::string_view path);
  std::size_t child(std::size_t node, std::string_view key, bool is_index);

  std::vector<Node> nodes_;  // the first one is the root
};

}  // namespace tagstream::wire

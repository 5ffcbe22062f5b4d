#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream::wire {

/// Arguments of a call that come value by value, each with its place in them: a JSON Path, as
/// "$.items[0].name" or "$['a name']".
class PartialArguments {
 public:
  PartialArguments() : nodes_(1) {}

  /// A string, or more of it. False, also below: there is no such place, or it holds something
  /// else.
  bool add_string(std::string_view path, std::string_view text);

  /// A number, true, false or null, as JSON.
  bool add_literal(std::string_view path, std::string_view json);

  /// All of them, as JSON.
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

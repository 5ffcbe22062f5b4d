#pragma once

// Decodes the entities in a call's arguments that are strings. The arguments come as JSON,
// whatever the body is written in, and may come piece by piece. With `decode_entities:
// ["command"]`:
//
//   {"command":"a &amp;&amp; b","note":"&lt;"}      {"command":"a && b","note":"&lt;"}
//   {"command":["&lt;"]}                            unchanged: the argument is not a string
//
// An entity that is not complete waits: after `"a &am` the text so far is `"a `.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream {

class DecodedArguments {
 public:
  /// @param names  of tools and parameters; they outlive the object
  /// @param tool   of the call: if it is one of the names, the strings of all parameters count
  DecodedArguments(const std::vector<std::string>& names, std::string_view tool);

  /// Appends the next bytes of the arguments, as far as they are certain.
  void feed(std::string_view piece, std::string& out);

 private:
  enum class Place : unsigned char {
    structure,
    key,     // of an argument
    other,   // a string that stays as it is
    string,  // a string that is decoded
    escape,  // in such a string, after a backslash
    entity,  // in such a string, after `&`
  };

  void read_structure(char byte);
  void read_string(char byte, std::string& out);
  void read_escape(char byte, std::string& out);
  void begin_entity(std::string_view written);
  void read_entity(char byte, std::string& out);
  void give_back(std::string& out);
  [[nodiscard]] bool is_named(std::string_view name) const;

  const std::vector<std::string>* names_;
  std::string key_;      // of the argument, as written
  std::string written_;  // the open escape, or the open entity as written
  std::string entity_;   // the open entity
  std::size_t depth_ = 0;
  Place place_ = Place::structure;
  bool is_tool_named_ = false;
  bool is_key_next_ = false;     // the next string is the key of an argument
  bool is_after_slash_ = false;  // in a key, or in a string that stays as it is
};

}  // namespace tagstream

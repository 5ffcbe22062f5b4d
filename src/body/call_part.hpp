#pragma once

// The result of a body: one part for each call or error in it.
//
//   {"name": "f", "arguments": {"a": True}}      name f, arguments {"a": true}, is_repaired
//   {"x": 1}                                     error missing_name, offset of the brace

#include <cstdint>
#include <string>
#include <string_view>

#include "body/tag_arguments.hpp"
#include "tagstream/event.hpp"

namespace tagstream {

class SchemaTable;
struct XmlShape;

/// Views into the body live as long as the body's bytes stay in memory. Views of converted text
/// live as long as the `KeptStrings` that the caller gave.
struct CallPart {
  std::uint64_t begin = 0;  // of its own text: an element of an array, or a function
  std::uint64_t end = 0;
  Code error = Code::none;
  std::uint64_t offset = 0;  // error
  const char* message = "";  // error
  std::string_view name;
  std::string_view arguments;
  std::string_view id;
  bool is_repaired = false;
  bool has_unknown_key = false;  // a value holds a tag whose key the schema lacks
  const char* left_out =
      nullptr;  // a sentence about what is no argument; null: nothing is left out
};

/// The facts of a call that do not come from its body: from its opening tag, from the text before
/// the arguments, and from the options.
struct CallHead {
  std::string name{};  // empty: only the body can name the call
  std::string id{};    // of the first call in the body
  static constexpr std::uint64_t in_body = ~std::uint64_t{0};
  std::uint64_t name_at = in_body;  // where the name stands, or should stand
  std::uint64_t end = 0;            // end of the attributes after a marker; the body begins there
  /// The opening tag, until its attributes are arguments or left out. Empty if it has none
  /// but the name.
  std::string tag{};
  std::string second_name{};        // a name in the opening tag that does not count
  TagArguments tag_arguments{};     // of `tag`
  const XmlShape* shape = nullptr;  // of `tag`
  std::string_view tag_tool{};      // the tool that the tag around an object names
  std::string_view string_is{};     // the argument that arguments in a string are
  bool strict = false;
  bool needs_both = false;               // an item without both name and arguments is not a call
  bool lacks_opener = false;             // an object with other keys than a call's is not a call
  const SchemaTable* offered = nullptr;  // only these tools may be called; null: any
  const SchemaTable* schemas = nullptr;  // of the tools that are known

  /// True if a tool of this name may be called.
  [[nodiscard]] bool offers(std::string_view tool) const;
  [[nodiscard]] std::uint64_t name_at_or(std::uint64_t body) const {
    return name_at != in_body ? name_at : body;
  }
};

/// The longest id, and the longest name in front of a body, in bytes.
inline constexpr std::size_t max_id_bytes = 256;

/// The news of a call that is still open, for callers that want its arguments piece by piece. Views
/// live until the next request; views into the body live as long as its bytes stay in memory.
struct CallProgress {
  std::string_view name;  // empty: not known yet
  std::string_view id;
  std::string_view fresh;   // the arguments that have become certain since the last request
  bool is_in_body = false;  // `fresh` lies in the body
};

}  // namespace tagstream

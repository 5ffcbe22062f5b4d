#pragma once

// What the body of a call has come to: one part for each call or error in it.
//
//   {"name": "f", "arguments": {"a": True}}      name f, arguments {"a": true}, is_repaired
//   {"x": 1}                                     error missing_name, offset of the brace

#include <cstdint>
#include <string>
#include <string_view>

#include "tagstream/event.hpp"

namespace tagstream {

class SchemaTable;

/// Views live as long as the body stays in memory, those of converted text as long as `owned`.
struct CallPart {
  std::uint64_t begin = 0;  // its own text: an element of an array, a function
  std::uint64_t end = 0;
  Code error = Code::none;
  std::uint64_t offset = 0;  // error
  const char* message = "";  // error
  std::string_view name;
  std::string_view arguments;
  std::string_view id;
  bool is_repaired = false;
  bool has_unknown_key = false;  // a value holds an opening tag whose key the schema lacks
};

/// What the opening tag, what stands before the arguments, and the options say of a call.
struct CallHead {
  std::string name{};  // empty: nothing names it
  std::string id{};    // of the first call in the body
  static constexpr std::uint64_t in_body = ~std::uint64_t{0};
  std::uint64_t name_at = in_body;  // where the name stands, or should
  std::uint64_t end = 0;            // of the attributes after a marker, which are not of the body
  std::string tag{};                // with attributes that are arguments (R370); mostly empty
  bool strict = false;
  bool needs_both = false;               // what has no name and arguments of its own is not a call
  bool lacks_opener = false;             // another key than those of a call: it is none
  const SchemaTable* offered = nullptr;  // only these tools may be called; null: any

  /// True if a tool of this name may be called.
  [[nodiscard]] bool offers(std::string_view tool) const;
  [[nodiscard]] std::uint64_t name_at_or(std::uint64_t body) const {
    return name_at != in_body ? name_at : body;
  }
};

/// What is longer than this is not an id.
inline constexpr std::size_t max_id_bytes = 256;

/// What has become known of a call that is still open, for those who want its arguments as they
/// come. Views live until it is asked again, those into the body as long as that is in memory.
struct CallProgress {
  std::string_view name;  // empty: not known yet
  std::string_view id;
  std::string_view fresh;   // what has become known of the arguments since it was asked last
  bool is_in_body = false;  // `fresh` lies in the body
};

}  // namespace tagstream

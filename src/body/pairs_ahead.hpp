#pragma once

// Before a body whose first byte may begin a name: whether pairs of keys and values follow.
//
// A word may begin anything. It is a call's name (R76) if a key stands after it, the separator, or
// the call's closing tag: `f` in <tool_call>f <arg_key>k</arg_key>... and in
// <tool_call>f</tool_call>.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_part.hpp"
#include "formats/xml_shape.hpp"

namespace tagstream {

class PairsAhead {
 public:
  enum class Status : std::uint8_t {
    open,
    follow,
    alone,  ///< the closing tag follows the word
    none,
  };

  /// Resumable at any byte, each byte once.
  /// @param begin     of the body, the same each time. Precondition: the segment holds all from
  ///                  there
  /// @param call_tag  the name of the call's tag; empty for a marker
  Status read(const BodyInput& input, std::uint64_t begin, const XmlShape& shape,
              std::string_view call_tag, bool ignore_case);

 private:
  /// The name and the blanks after it.
  static constexpr std::size_t longest = 2 * max_id_bytes;

  Status step(char byte, const XmlShape& shape, std::string_view call_tag, bool ignore_case);

  std::uint64_t at_ = 0;   // read up to here
  std::size_t size_ = 0;   // of the tag after the name; 0: it has not begun
  std::uint8_t fits_ = 0;  // a bit for each key, separator and closing tag that it may be
};

}  // namespace tagstream

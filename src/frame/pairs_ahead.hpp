#pragma once

// Looks ahead in a body that begins with a word, to find out whether the word is a call's name and
// pairs of keys and values follow.
//
// The word is a name if a key, the separator or the call's closing tag follows it: `f` in
// <tool_call>f <arg_key>k</arg_key>... and in <tool_call>f</tool_call>.
//
// In <tool_call>f <b>... the `b` shows that `f` is not a name. That is why this class compares byte
// by byte: `XmlBody` would read the tag to its end first, and hold these bytes (L4).

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
    follow,  ///< a key or the separator follows the word: pairs follow
    alone,   ///< the call's closing tag follows the word
    object,  ///< an object follows the word
    none,
  };

  /// Reads to the end of the segment, or to the byte that decides. It can go on at any byte, and
  /// reads each once.
  /// @param begin     the beginning of the body, the same each time. Precondition: the segment
  ///                  holds all bytes from there on
  /// @param call_tag  the name of the call's tag; empty for a marker
  Status read(const BodyInput& input, std::uint64_t begin, const XmlShape& shape,
              std::string_view call_tag, bool ignore_case);

 private:
  /// The name and the blanks after it.
  static constexpr std::size_t longest = 2 * max_id_bytes;

  Status step(char byte, const XmlShape& shape, std::string_view call_tag, bool ignore_case);

  std::uint64_t at_ = 0;   // read up to here
  std::size_t size_ = 0;   // bytes read of the tag after the name; 0: it has not begun
  std::uint8_t fits_ = 0;  // a bit for each word of `step` that begins with these bytes
};

}  // namespace tagstream

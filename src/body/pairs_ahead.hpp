#pragma once

// Before a body whose first byte may begin a name: whether pairs of keys and values follow.
//
// A word alone may be anything. It is a call's name if a key stands after it, or the separator.

#include <cstddef>
#include <cstdint>

#include "body/body_reader.hpp"
#include "body/call_part.hpp"
#include "formats/xml_shape.hpp"

namespace tagstream {

class PairsAhead {
 public:
  enum class Status : std::uint8_t { open, follow, none };

  /// Resumable at any byte, each byte once.
  /// @param begin  of the body, the same each time. Precondition: the segment holds all from there
  Status read(const BodyInput& input, std::uint64_t begin, const XmlShape& shape, bool ignore_case);

 private:
  /// The name and the blanks after it.
  static constexpr std::size_t longest = 2 * max_id_bytes;

  Status step(char byte, const XmlShape& shape, bool ignore_case);

  std::uint64_t at_ = 0;   // read up to here
  std::size_t size_ = 0;   // of the tag after the name; 0: it has not begun
  std::uint8_t fits_ = 0;  // a bit for each key and separator that it may still be
};

}  // namespace tagstream

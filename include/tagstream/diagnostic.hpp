#pragma once

#include <cstdint>
#include <string>

#include "tagstream/code.hpp"

namespace tagstream {

/// A remark on a text, reported beside its tags: an unclosed, stray or unfinished tag.
struct Diagnostic {
  Code kind = Code::unclosed;  ///< or `stray_close`, `incomplete_tag`
  std::uint64_t offset = 0;    ///< of the tag's '<', in bytes from the start of the stream
  std::uint64_t line = 1;      ///< counted from 1; LF, CR and CRLF end a line
  std::uint64_t column = 1;    ///< counted from 1, in code points
  std::string name;            ///< the tag's name as written, as far as it is in the text
};

}  // namespace tagstream

#pragma once

#include <cstdint>
#include <string>

namespace tagstream {

/// What is odd about a text, reported beside its tags.
enum class DiagnosticKind : std::uint8_t {
  unclosed = 0,        ///< an element whose closing tag never came
  stray_close = 1,     ///< a closing tag that closes nothing; it is content
  incomplete_tag = 2,  ///< the text ends inside a tag; it is content
};

/// The word used for `kind` in output, for example "stray_close".
[[nodiscard]] const char* to_string(DiagnosticKind kind) noexcept;

struct Diagnostic {
  DiagnosticKind kind = DiagnosticKind::unclosed;
  std::uint64_t offset = 0;  ///< of the tag's '<', in bytes from the start of the stream
  std::uint64_t line = 1;    ///< counted from 1; LF, CR and CRLF end a line
  std::uint64_t column = 1;  ///< counted from 1, in code points
  std::string name;          ///< as written, as far as it goes
};

}  // namespace tagstream

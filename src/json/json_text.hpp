#pragma once

// JSON as text: decodes and writes strings.
//
//   decode_json_string(R"("a\nb\u0041")")      a, a line end, bA
//   append_json_string(out, "say \"x\"")       "say \"x\"", with its quotes

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tagstream {

/// The value of a string literal of JSON that `ValueLexer` has accepted, its quotes (single or
/// double) included. Half of a surrogate pair becomes U+FFFD; other bytes stay, valid UTF-8 or not.
[[nodiscard]] std::string decode_json_string(std::string_view literal);
/// Writes the value of the literal to `out`, which has room for `literal.size()` bytes.
/// @return  how many bytes were written
std::size_t decode_json_string(std::string_view literal, char* out);

/// The offset of the first `\uXXXX` in a JSON text that is half of a surrogate pair without its
/// other half; nothing if there is none.
[[nodiscard]] std::optional<std::size_t> half_pair_in(std::string_view json);

/// Appends `bytes` as the inside of a JSON string: `"`, `\` and control bytes become escapes, all
/// other bytes stay, valid UTF-8 or not.
void append_json_escaped(std::string& out, std::string_view bytes);

/// Appends `bytes` as a JSON string, with quotes around it.
void append_json_string(std::string& out, std::string_view bytes);

}  // namespace tagstream

#pragma once

// Text directly after a call may be a part of that call, or another call without its opening
// marker. It is text, but its first bytes are known, so that a notice can say so:
//
//   </function>\n<parameter=b>2</parameter>     qwen3_coder: the call was closed too early
//   {"name": "f", …}, {"name": "g", …}          llama3_json: a comma where `;` stands
//   [TOOL_CALLS]f[ARGS]{}g[ARGS]{}              mistral: a marker is missing before g

#include <cstdint>
#include <string_view>

#include "lex/rules.hpp"

namespace tagstream {

/// In the order of what is known: more bytes may make `undecided` either of the others.
enum class PartSign : std::uint8_t { no, undecided, yes };

/// The longest text that is looked at, in bytes.
inline constexpr std::uint64_t longest_part_sign = 64;

/// Tells whether a part of a call of this rule begins at the beginning of `text`.
/// @param is_all  no bytes will follow `text`
[[nodiscard]] PartSign sign_of_part(const CompiledRule& rule, std::string_view text, bool is_all);

}  // namespace tagstream

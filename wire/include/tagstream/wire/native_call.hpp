#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tagstream/event.hpp"

namespace tagstream::wire {

/// Why a call that a server has parsed itself is not a call.
struct NativeCallFault {
  Code code = Code::none;  ///< `unclosed`, `invalid_json` or `bad_arguments`
  std::size_t place = 0;   ///< the byte of the arguments at which they fail; 0 for bad_arguments
  std::string text;        ///< one plain sentence
};

/// Says what is wrong with the arguments of a call that a server has parsed itself: they must be a
/// JSON object, and nothing is repaired. Arguments that are empty become `{}`, as the tool has no
/// parameters, but not if the answer was cut off.
/// @param arguments   all pieces of them, joined
/// @param is_cut_off  the answer has broken off, or has reached its limit of tokens
/// @return  nothing if the call counts
/// @source docs/wire.md
[[nodiscard]] std::optional<NativeCallFault> finish_native_call(std::string& arguments,
                                                                bool is_cut_off);

}  // namespace tagstream::wire

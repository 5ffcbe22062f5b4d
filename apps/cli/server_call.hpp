#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tagstream/wire/native_call.hpp"

namespace tagstream::cli {

/// A call that a server has parsed itself.
struct ServerCall {
  std::string id;
  std::string name;
  std::string arguments;
  std::uint64_t offset = 0;                      ///< of its event
  std::uint32_t index = 0;                       ///< known at the end, as is the fault
  std::optional<wire::NativeCallFault> fault{};  ///< it does not count
};

}  // namespace tagstream::cli

#pragma once

// Says which dialect was meant by a name that no row has.
//
//   dialect_meant("hermess", true)    "; did you mean `hermes`?"
//   dialect_meant("hf", true)         ": it stands for the response_template of a model, …"

#include <string>
#include <string_view>

namespace tagstream {

/// The end of a message about an unknown dialect; empty if no name is near.
/// @param may_be_auto  `auto` may have been meant
[[nodiscard]] std::string dialect_meant(std::string_view name, bool may_be_auto);

}  // namespace tagstream

#pragma once

// Names of models.

#include <string>
#include <string_view>

namespace tagstream {

/// The known name that `name`, without what stands before its last `/`, was most likely meant to
/// be; empty if none is near.
[[nodiscard]] std::string nearest_model(std::string_view name);

}  // namespace tagstream

#pragma once

#include <optional>
#include <string_view>

#include "support/extract_seen.hpp"
#include "tagstream/extract.hpp"

/// A second opinion on `extract` and `inner`: whole text, no cleverness, nothing from the engine.
namespace tagstream::testing {

[[nodiscard]] SeenTree model_extract(std::string_view text, const ExtractOptions& options);

[[nodiscard]] std::optional<std::string_view> model_inner(std::string_view text,
                                                          std::string_view name,
                                                          bool ignore_case = false);

}  // namespace tagstream::testing

#pragma once

#include <memory>

#include "lane.hpp"
#include "tagstream/extract.hpp"

namespace tagstream::cli {

/// inner.
/// @param is_record  one object a line, whatever the arguments say
[[nodiscard]] std::unique_ptr<Lane> make_inner_lane(const Extractor& extractor,
                                                    const LaneSetup& setup, bool is_record);

}  // namespace tagstream::cli

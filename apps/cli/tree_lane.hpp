#pragma once

#include <memory>

#include "lane.hpp"
#include "tagstream/extract.hpp"

namespace tagstream::cli {

/// extract.
/// @param is_record  one object a line, whatever the arguments say
[[nodiscard]] std::unique_ptr<Lane> make_tree_lane(const Extractor& extractor,
                                                   const LaneSetup& setup, bool is_record);

/// extract --write-to.
[[nodiscard]] std::unique_ptr<Lane> make_writing_lane(const Extractor& extractor,
                                                      const LaneSetup& setup);

}  // namespace tagstream::cli

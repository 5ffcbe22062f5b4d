#pragma once

#include <memory>

#include "lane.hpp"
#include "tagstream/thought.hpp"

namespace tagstream::cli {

/// thoughts. With --snapshots a text is lines, each a JSON string with all of it so far.
/// @param is_record  one object, whatever the arguments say
[[nodiscard]] std::unique_ptr<Lane> make_thought_lane(ThoughtReader reader, const LaneSetup& setup,
                                                      bool is_record);

}  // namespace tagstream::cli

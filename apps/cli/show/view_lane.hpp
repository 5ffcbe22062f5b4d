#pragma once

#include <memory>

#include "event_lane.hpp"

namespace tagstream::cli {

/// Shows an answer to a person.
[[nodiscard]] std::unique_ptr<Lane> make_view_lane(MakeReader make_reader, const LaneSetup& setup);

}  // namespace tagstream::cli

#pragma once

#include <functional>
#include <memory>

#include "event_lane.hpp"
#include "show/sight.hpp"

namespace tagstream::cli {

using MakeSight = std::function<std::unique_ptr<Sight>()>;

/// Shows an answer to a person.
/// @param remark  the first thing that is shown; empty: nothing
[[nodiscard]] std::unique_ptr<Lane> make_view_lane(MakeReader make_reader, MakeSight make_sight,
                                                   const LaneSetup& setup,
                                                   std::string_view remark = {});

}  // namespace tagstream::cli

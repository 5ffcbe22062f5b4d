#pragma once

#include <functional>
#include <memory>

#include "io/input.hpp"
#include "lane.hpp"

namespace tagstream::cli {

/// Makes what reads one answer after the other; may be asked by several threads at once.
/// `is_record`: one object for each answer is wanted.
using MakeLane = std::function<std::unique_ptr<Lane>(const LaneSetup& setup, bool is_record)>;

/// The part that is the same in every command: opens the files, takes the answers out of them,
/// gives them to lanes, and says how it went. Gives the exit code.
/// @param on_open  is called with each file, before it is read
[[nodiscard]] int run_lanes(Arguments& arguments, const MakeLane& make_lane,
                            const std::function<void(const Input&)>& on_open = {});

}  // namespace tagstream::cli

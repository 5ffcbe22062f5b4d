#pragma once

#include <functional>
#include <memory>

#include "show/sight.hpp"
#include "show/way.hpp"

namespace tagstream::cli {

/// @param setup  has the arguments of the way that was chosen
using MakeSight = std::function<std::unique_ptr<Sight>(const LaneSetup& setup)>;

/// What is shown, and how.
struct ViewSpec {
  Way way{};           ///< how the answer is read, unless `choose` says it
  ChooseWay choose{};  ///< if given: nothing is shown before so much has come that it can be asked
  MakeSight make_sight = make_plain_sight;
  Shape shape = Shape::plain;
  bool refuses_problems = false;  ///< --strict: all that is shown as a problem
};

/// Shows an answer to a person.
[[nodiscard]] std::unique_ptr<Lane> make_view_lane(ViewSpec spec, const LaneSetup& setup);

}  // namespace tagstream::cli

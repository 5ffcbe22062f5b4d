#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lanes.hpp"
#include "show/sight.hpp"

namespace tagstream::cli {

/// How an answer is read, and what is said of that.
struct Way {
  std::shared_ptr<const Arguments> arguments;
  std::optional<Rules> rules;
  std::string remark;  ///< goes before all that is shown; empty: nothing
};

/// Chooses by an answer, or by its beginning.
/// @param is_whole  it is all of the answer
using ChooseWay = std::function<Way(std::string_view text, bool is_whole)>;

/// The way that the arguments ask for; auto if they name nothing. Throws Failure.
[[nodiscard]] Way asked_way(const Arguments& arguments);

/// The way for an answer of which the arguments say nothing: as the family that it fits best, or as
/// the tags <tool> and <thinking> where these find more.
[[nodiscard]] Way guessed_way(const Arguments& arguments, std::string_view text, bool is_whole);

/// True if attributes of that name make a tag a thought.
[[nodiscard]] bool is_of_thought(std::string_view attribute);

/// True if the arguments name a dialect or a rule.
[[nodiscard]] bool says_what(const Arguments& arguments);

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

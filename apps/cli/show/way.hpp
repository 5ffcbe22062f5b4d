#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "lanes.hpp"

namespace tagstream::cli {

/// How an answer is read, and what is said of that.
struct Way {
  std::shared_ptr<const Arguments> arguments;
  MakeReader make_reader;
  std::string remark;  ///< goes before all that is shown; empty: nothing
};

/// Chooses by an answer, or by its beginning.
/// @param is_whole  it is all of the answer
using ChooseWay = std::function<Way(std::string_view text, bool is_whole)>;

/// The way that the arguments ask for: a family or tags. Throws Failure.
[[nodiscard]] Way asked_way(const Arguments& arguments);

/// The way for an answer of which the arguments say nothing: as the family that it fits best, or as
/// the tags that `tools` and `thoughts` read where these find more.
[[nodiscard]] Way guessed_way(const Arguments& arguments, std::string_view text, bool is_whole);

/// True if attributes of that name make a tag a thought.
[[nodiscard]] bool is_of_thought(std::string_view attribute);

/// True if the arguments name a family.
[[nodiscard]] bool has_family(const Arguments& arguments);
/// True if they name tags.
[[nodiscard]] bool has_tags(const Arguments& arguments);

}  // namespace tagstream::cli

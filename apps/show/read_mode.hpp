#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "processors.hpp"
#include "show/viewer.hpp"

namespace tagstream::cli {

/// How an answer is read, and the remark about it.
struct ReadMode {
  std::shared_ptr<const Arguments> arguments;
  std::optional<Rules> rules;
  std::string remark;  ///< goes before all that is shown; empty: nothing
};

/// Chooses the mode from an answer or its beginning.
/// @param is_whole  `text` is the whole answer
using ChooseMode = std::function<ReadMode(std::string_view text, bool is_whole)>;

/// The mode that the arguments ask for (`asked_rules`). Throws Failure.
[[nodiscard]] ReadMode asked_mode(const Arguments& arguments);

/// The mode for an answer if the arguments name nothing (`guessed_rules`). Throws Failure.
[[nodiscard]] ReadMode guessed_mode(const Arguments& arguments, std::string_view text,
                                    bool is_whole);

/// True if the arguments name a dialect or a rule.
[[nodiscard]] bool says_what(const Arguments& arguments);

/// Refuses a file that does not exist and has the name of a dialect, if the arguments name neither
/// a dialect nor a rule. Throws Failure.
void check_no_dialect(const Arguments& arguments);

/// @param setup  has the arguments of the mode that was chosen
using MakeViewer = std::function<std::unique_ptr<Viewer>(const ProcessorSetup& setup)>;

/// The things that `show` shows, and how.
struct ShowSpec {
  ReadMode mode{};      ///< how the answer is read, unless `choose` says it
  ChooseMode choose{};  ///< if given: nothing is shown before so much has come that it can be asked
  MakeViewer make_viewer = make_plain_viewer;
  Shape shape = Shape::plain;
  bool refuses_problems = false;  ///< --strict: all that is shown as a problem
};

/// Shows an answer to a person.
[[nodiscard]] std::unique_ptr<Processor> make_show_processor(ShowSpec spec,
                                                             const ProcessorSetup& setup);

}  // namespace tagstream::cli

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/options.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {

/// A change of options with which more is found in a text.
///
/// For the text "So `<think>2</think>` four." and `hide` = `think`: the option `markdown_code` with
/// the value `off`, which finds a section.
struct Advice {
  /// An option by its name, and the value that `Options::set` takes. Empty: the default.
  struct Change {
    std::string option;
    std::string value;
    friend bool operator==(const Change&, const Change&) = default;
  };
  std::vector<Change> changes;  ///< all of them together; other options stay as they are
  /// The kinds of events that only the changed options give: of tool_call, tool_call_error (also
  /// for a call that is cut off), reasoning, thought, section_end; with `unwrap` or `drop` markup.
  std::vector<EventKind> finds;

  friend bool operator==(const Advice&, const Advice&) = default;
};

/// Says which other options find something in a text that these rules do not find. Each advice was
/// tried: the text was read with it, and each kind of event that the rules find is found, too. If
/// there are several, each is meant to be used alone; the first changes least. Empty: nothing that
/// is tried here finds more.
///
/// Tried are, one after the other until something is found:
/// - other values of single options, such as `markdown_code` = `off` or `ignore_case`
/// - all of a dialect of which only the reasoning or the calls were asked for
/// - tags as tools, for a dialect whose calls have the tool's name
/// - the dialect that `guess_answer` finds
///
/// A misspelt name of your own is not noticed.
///
/// Only the first 64 KiB of the text are read. Of a longer text only what is certain by then
/// counts.
/// @cost  reads these bytes up to 15 times, and if no single option helps once more for each
///        dialect: for a person who asks why nothing was found, not for each answer
[[nodiscard]] std::vector<Advice> advise(std::string_view text, const Rules& rules);
/// As above, by options, which are compiled first. @error as `Rules::make`
[[nodiscard]] Result<std::vector<Advice>> advise(std::string_view text, const Options& options);

}  // namespace tagstream

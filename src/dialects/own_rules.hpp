#pragma once

// Rules that somebody has written in options, read: `hide: ["think"]` and the like.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/options.hpp"

namespace tagstream {

/// What a reader does with an element: the lists of `Options`.
enum class Action : std::uint8_t { hide, record, unwrap, reasoning, thought, call, drop };

/// The word for `action`: the name of its list.
[[nodiscard]] std::string_view word_of(Action action);

/// A rule: one of a tag's name, a pair of markers, and a line that looks like the call.
struct OwnRule {
  Action action = Action::hide;
  std::string name{};   ///< of the tag
  std::string open{};   ///< a marker; of `drop` the literal
  std::string close{};  ///< may equal `open`; empty of `drop`, and of a call that its value ends
  std::string line{};   ///< of a call, in the notation of dialects

  friend bool operator==(const OwnRule&, const OwnRule&) = default;
};

/// Reads what stands in the list of `action`. Dots make a pair of markers before they make a name:
/// `a...b` is a pair, though `.` may stand in a tag's name.
/// @error bad_option — it is none of the three; the sentence names them
[[nodiscard]] Result<OwnRule> read_rule(Action action, std::string_view text);

/// All rules of these options, list by list.
/// @error bad_option — as `read_rule`
[[nodiscard]] Result<std::vector<OwnRule>> own_rules(const Options& options);

/// The rule as it is written in options.
[[nodiscard]] std::string text_of(const OwnRule& rule);

}  // namespace tagstream

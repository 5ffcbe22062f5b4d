#pragma once

// Reads the rules that a user has written in options.
//
//   hide: ["think"]             name `think`
//   hide: ["[A]...[/A]"]        open `[A]`, close `[/A]`
//   call: ["[CALL]..."]         open `[CALL]`; the value ends the call
//   drop: ["<eos>"]             open `<eos>`

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"
#include "tagstream/options.hpp"

namespace tagstream {

/// The act of a reader on an element. Each action has a list of rules in `Options`.
enum class Action : std::uint8_t { hide, record, unwrap, reasoning, thought, call, drop };

/// The word for `action`: the name of its list.
[[nodiscard]] std::string_view word_of(Action action);

/// A rule: the name of a tag, or one or two markers, or a line that looks like the call.
struct OwnRule {
  Action action = Action::hide;
  std::string name{};   ///< the name of a tag; empty for the other forms
  std::string open{};   ///< the opening marker; of `drop` the literal
  std::string close{};  ///< may equal `open`; empty of `drop`, and of a call that its value ends
  std::string line{};   ///< the line of a call, in the notation of dialects

  friend bool operator==(const OwnRule&, const OwnRule&) = default;
};

/// Reads one rule from the list of `action`. Dots make a pair of markers before they make a name:
/// `a...b` is a pair, though `.` may stand in a tag's name.
/// @error bad_option — the text has none of the three forms; the sentence names them
[[nodiscard]] Result<OwnRule> read_rule(Action action, std::string_view text);

/// Reads all rules of these options, list by list in the order of `Action`.
/// @error bad_option — as `read_rule`; two rules are for one tag or opening marker
[[nodiscard]] Result<std::vector<OwnRule>> own_rules(const Options& options);

/// The rule as a user writes it in options; `read_rule` of that text gives the rule again.
[[nodiscard]] std::string text_of(const OwnRule& rule);

}  // namespace tagstream

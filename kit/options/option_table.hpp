#pragma once

// Options by name, for `Options` and `ExtractOptions`. Each option is one line of a table. The line
//
//   limit<O, &Limits::max_tag_bytes>("max_tag_bytes", "a longer tag is text", "64K")
//
// accepts `64K`, `64k` and `65536`, which are one value, and `none`. Its `get` writes that value as
// `64K`, and 65537 as `65537`. Its `set` refuses `4T`: "max_tag_bytes: `4T` is neither a number,
// such as 4096 or 64K, nor `none`".

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bad_option.hpp"
#include "base/choice_words.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "options/json_complaint.hpp"
#include "options/other_names.hpp"
#include "tagstream/json_tree.hpp"
#include "tagstream/options.hpp"

namespace tagstream {

/// One option of a struct of options.
template <class Of>
struct Option {
  OptionInfo info;
  /// Sets the option and returns an empty string. If `value` is refused, returns the reason,
  /// without the option's name, and the option keeps its value.
  std::string (*set)(Of&, std::string_view value) = nullptr;
  /// The option's value, in a spelling that `set` accepts. A list has one entry a line.
  std::string (*get)(const Of&) = nullptr;
};

/// All options, in the order of `Options`.
[[nodiscard]] const std::vector<Option<Options>>& option_table();

namespace option {

/// The sentence about a value that is none of the words: "`texd` is none of text, stop; did you
/// mean `text`?".
inline std::string no_such_word(std::string_view value,
                                const std::vector<std::string_view>& words) {
  std::string list;
  for (std::string_view word : words) list += (list.empty() ? "" : ", ") + std::string(word);
  return in_backticks(value) + " is none of " + list + did_you_mean(nearest_word(value, words));
}

/// The words of the enumerators `choices`. Without `choices`: the words of all enumerators.
template <class Enum, Enum... choices>
std::vector<std::string_view> words() {
  if constexpr (sizeof...(choices) != 0) return {to_string(choices)...};
  return {words_of<Enum>.begin(), words_of<Enum>.end()};
}

template <class Enum>
std::string set_choice(Enum& member, std::string_view value,
                       const std::vector<std::string_view>& choices) {
  if (std::find(choices.begin(), choices.end(), value) == choices.end()) {
    return no_such_word(value, choices);
  }
  member = *find_word<Enum>(value);
  return {};
}

inline std::string set_boolean(bool& member, std::string_view value) {
  if (value != "true" && value != "false") return in_backticks(value) + " is not true or false";
  member = value == "true";
  return {};
}

/// Reads a number of bytes, or another count. A unit K, M or G, in either case, multiplies it by
/// 1024, 1024^2 or 1024^3. `none` is accepted only if `may_be_none`.
template <class Number>
std::string set_number(Number& member, std::string_view value, bool may_be_none) {
  if (value == "none" && may_be_none) {
    member = Number(Limits::none);
    return {};
  }
  std::uint64_t number = 0;
  const char* const end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  unsigned shift = 0;
  std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  if (unit.size() == 1) {
    const std::size_t place = std::string_view("KMG").find(unit[0] & ~0x20);
    if (place != std::string_view::npos) shift = 10 * (static_cast<unsigned>(place) + 1);
  }
  const bool is_number = rest != value.data() && (unit.empty() || shift != 0);
  if (!is_number) {
    return in_backticks(value) + (may_be_none
                                      ? " is neither a number, such as 4096 or 64K, nor `none`"
                                      : " is not a number, such as 4096 or 64K");
  }
  const bool is_too_large = error != std::errc() || number > (~std::uint64_t{0} >> shift);
  if (is_too_large) return in_backticks(value) + " is too large";
  number <<= shift;
  if (!std::in_range<Number>(number)) {  // it has 32 bits
    if (!may_be_none) return in_backticks(value) + " is too large";
    number = std::uint64_t{Limits::none};  // never reached, so no limit
  }
  member = static_cast<Number>(number);
  return {};
}

/// Writes a number with the largest unit that divides it: 65536 is `64K`, and 65537 is `65537`.
inline std::string text_of_number(std::uint64_t number, bool may_be_none) {
  if (may_be_none && number == std::uint64_t{Limits::none}) return "none";
  std::size_t unit = 0;
  while (number != 0 && number % 1024 == 0 && unit < 3) {
    number /= 1024;
    ++unit;
  }
  std::string text = std::to_string(number);
  if (unit != 0) text += "KMG"[unit - 1];
  return text;
}

// ---- lines of a table ------------------------------------------------------------------------

template <class Of, std::string Of::*member>
Option<Of> text(std::string_view name, std::string_view sentence) {
  return {{name, OptionInfo::Type::text, sentence},
          [](Of& options, std::string_view value) {
            options.*member = std::string(value);
            return std::string();
          },
          [](const Of& options) { return options.*member; }};
}
template <class Of, std::string Of::*member>
Option<Of> bytes(std::string_view name, std::string_view sentence) {
  Option<Of> line = text<Of, member>(name, sentence);
  line.info.type = OptionInfo::Type::bytes;
  return line;
}
/// @param words  what is accepted beside a JSON value; other words may be accepted as well
template <class Of, std::string Of::*member>
Option<Of> json(std::string_view name, std::string_view sentence,
                std::vector<std::string_view> words = {}) {
  Option<Of> line = text<Of, member>(name, sentence);
  line.info.type = OptionInfo::Type::json;
  line.info.values = std::move(words);
  return line;
}
template <class Of, std::vector<std::string> Of::*member>
Option<Of> list(std::string_view name, std::string_view sentence) {
  return {{name, OptionInfo::Type::list, sentence},
          [](Of& options, std::string_view value) {
            (options.*member).emplace_back(value);
            return std::string();
          },
          [](const Of& options) {
            std::string lines;
            for (const std::string& one : options.*member) lines += one + '\n';
            return lines;
          }};
}
template <class Of, std::vector<std::string> Of::*member>
Option<Of> rules(std::string_view name, std::string_view sentence) {
  Option<Of> line = list<Of, member>(name, sentence);
  line.info.type = OptionInfo::Type::rules;
  return line;
}
template <class Of, bool Of::*member>
Option<Of> boolean(std::string_view name, std::string_view sentence) {
  return {{name, OptionInfo::Type::boolean, sentence, Of().*member ? "true" : "false"},
          [](Of& options, std::string_view value) { return set_boolean(options.*member, value); },
          [](const Of& options) { return std::string(options.*member ? "true" : "false"); }};
}
template <class Of, auto member>
using TypeOf = std::remove_reference_t<decltype(std::declval<Of&>().*member)>;
/// @param choices  the words that are accepted, the default first; without them all enumerators are
///                 accepted, in their order
template <class Of, auto member, TypeOf<Of, member>... choices>
Option<Of> choice(std::string_view name, std::string_view sentence) {
  using Enum = TypeOf<Of, member>;
  return {{name, OptionInfo::Type::choice, sentence, to_string(Of().*member),
           words<Enum, choices...>()},
          [](Of& options, std::string_view value) {
            return set_choice(options.*member, value, words<Enum, choices...>());
          },
          [](const Of& options) { return std::string(to_string(options.*member)); }};
}
template <class Of, auto member>
Option<Of> number(std::string_view name, std::string_view sentence, std::string_view usual) {
  return {
      {name, OptionInfo::Type::number, sentence, usual},
      [](Of& options, std::string_view value) { return set_number(options.*member, value, false); },
      [](const Of& options) { return text_of_number(options.*member, false); }};
}
template <class Of, std::size_t Limits::*member>
Option<Of> limit(std::string_view name, std::string_view sentence, std::string_view usual) {
  return {{name, OptionInfo::Type::size, sentence, usual},
          [](Of& options, std::string_view value) {
            return set_number(options.limits.*member, value, true);
          },
          [](const Of& options) { return text_of_number(options.limits.*member, true); }};
}

// ---- setting ---------------------------------------------------------------------------------

template <class Of>
const Option<Of>* find(const std::vector<Option<Of>>& table, std::string_view name) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Option<Of>& one) { return one.info.name == name; });
  return found == table.end() ? nullptr : &*found;
}

/// @error bad_option — no option has this name, or it does not accept `value`; the message names
///                     the nearest name or word: "there is no option `hid`; did you mean `hide`?"
template <class Of>
std::optional<Error> set(Of& options, const std::vector<Option<Of>>& table, std::string_view name,
                         std::string_view value) {
  if (const Option<Of>* const found = find(table, name)) {
    const std::string problem = found->set(options, value);
    if (problem.empty()) return std::nullopt;
    return bad_option(std::string(name) + ": " + problem);
  }
  std::vector<std::string_view> names;
  for (const Option<Of>& one : table) names.push_back(one.info.name);
  Error unknown = bad_option("there is no option " + in_backticks(name) + name_meant(name, names));
  unknown.option = name;
  return unknown;
}

/// One entry of a list option, from JSON. A string is the entry itself. An array of two strings is
/// a pair of markers: ["[A]", "[/A]"] is the entry `[A]...[/A]`. Any other value gives null.
inline std::optional<std::string> entry_of(const JsonTree& tree, JsonTree::Id value) {
  using Kind = JsonTree::Kind;
  if (tree.is(value, Kind::string)) return std::string(tree.text(value));
  const auto open = tree.element(value, 0);
  const auto close = tree.element(value, 1);
  const bool is_pair = close && !tree.element(value, 2) && tree.is(*open, Kind::string) &&
                       tree.is(*close, Kind::string);
  if (!is_pair) return std::nullopt;
  return between(tree.text(*open), tree.text(*close));
}

/// Appends the entries of a JSON array to a list option.
template <class Of>
std::optional<Error> set_list(Of& options, const Option<Of>& option, const JsonTree& tree,
                              JsonTree::Id array) {
  for (const JsonTree::Member& part : tree.members(array)) {
    const std::optional<std::string> entry = entry_of(tree, part.value);
    if (!entry) {
      return bad_option(std::string(option.info.name) + ": " +
                        in_backticks(tree.literal(part.value)) +
                        " is neither a string nor two of them");
    }
    const std::string problem = option.set(options, *entry);
    if (!problem.empty()) return bad_option(std::string(option.info.name) + ": " + problem);
  }
  return std::nullopt;
}

/// Sets one option from a JSON value. Numbers and booleans are set by their text. An object or
/// array is kept as text where the option takes JSON.
template <class Of>
std::optional<Error> set_value(Of& options, const std::vector<Option<Of>>& table,
                               std::string_view name, const JsonTree& tree, JsonTree::Id value) {
  using Kind = JsonTree::Kind;
  using Type = OptionInfo::Type;
  const Option<Of>* const found = find(table, name);
  if (found == nullptr) return set(options, table, name, "");
  const Type type = found->info.type;
  if (tree.is(value, Kind::null)) {
    if (type == Type::size) found->set(options, "none");
    return std::nullopt;
  }
  if (tree.is(value, Kind::string)) return set(options, table, name, tree.text(value));
  const bool is_list = type == Type::list || type == Type::rules;
  if (is_list && tree.is(value, Kind::array)) return set_list(options, *found, tree, value);
  if (is_list || type == Type::text || type == Type::bytes) {
    return bad_option(
        std::string(name) + ": " + in_backticks(tree.literal(value)) +
        (is_list ? " is neither a string nor a list of strings" : " is not a string"));
  }
  return set(options, table, name, tree.literal(value));
}

/// Sets the options that are the keys of a JSON object. The first fault ends the reading; options
/// before it in the object stay set.
template <class Of>
std::optional<Error> set_json(Of& options, const std::vector<Option<Of>>& table,
                              std::string_view json) {
  JsonTree tree;
  if (const auto wrong = tree.read(json)) return not_json(json, *wrong);
  if (!tree.is(JsonTree::root, JsonTree::Kind::object)) {
    return bad_option("the options are not a JSON object");
  }
  if (auto twice = key_twice(json, tree)) return twice;
  for (const JsonTree::Member& member : tree.members(JsonTree::root)) {
    if (auto error = set_value(options, table, member.key, tree, member.value)) return error;
  }
  return std::nullopt;
}

}  // namespace option

}  // namespace tagstream

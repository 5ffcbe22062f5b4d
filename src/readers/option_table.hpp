#pragma once

// Options by name: for `Options` and `ExtractOptions`. A table has one line an option.

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

#include "base/choice_words.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "json/json_tree.hpp"
#include "readers/json_complaint.hpp"
#include "tagstream/options.hpp"

namespace tagstream {

/// One option of a struct of options.
template <class Of>
struct Option {
  OptionInfo info;
  /// Sets it. The sentence that says why not, without the option's name; empty: it is set.
  std::string (*set)(Of&, std::string_view value) = nullptr;
  /// What it is, as `set` takes it; of a list one line each.
  std::string (*get)(const Of&) = nullptr;
};

/// All options, in the order of `Options`.
[[nodiscard]] const std::vector<Option<Options>>& option_table();

namespace option {

inline std::string meant(std::string_view value, const std::vector<std::string_view>& words) {
  const std::string_view nearest = nearest_word(value, words);
  return nearest.empty() ? "" : ": perhaps " + in_backticks(nearest) + " is meant";
}

inline std::string listed(const std::vector<std::string_view>& words) {
  std::string list;
  for (std::string_view word : words) list += (list.empty() ? "" : ", ") + std::string(word);
  return list;
}

template <class Enum>
std::vector<std::string_view> words() {
  return {words_of<Enum>.begin(), words_of<Enum>.end()};
}

template <class Enum>
std::string set_choice(Enum& member, std::string_view value) {
  const std::optional<Enum> found = find_word<Enum>(value);
  if (found) member = *found;
  return found ? ""
               : in_backticks(value) + " is none of " + listed(words<Enum>()) +
                     meant(value, words<Enum>());
}

inline std::string set_boolean(bool& member, std::string_view value) {
  if (value != "true" && value != "false") return in_backticks(value) + " is not true or false";
  member = value == "true";
  return {};
}

/// A number of bytes or the like; K, M and G are 1024, its square and its cube.
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
  const bool is_number = error == std::errc() && (unit.empty() || shift != 0);
  if (!is_number) {
    return in_backticks(value) + " is no number" +
           (may_be_none ? ", as 4096 or 64K, nor none" : "");
  }
  if (number > (~std::uint64_t{0} >> shift)) return in_backticks(value) + " is too large";
  member = static_cast<Number>(number << shift);
  return {};
}

/// With a unit where that is exact.
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
template <class Of, bool Of::*member>
Option<Of> boolean(std::string_view name, std::string_view sentence) {
  return {{name, OptionInfo::Type::boolean, sentence, Of().*member ? "true" : "false"},
          [](Of& options, std::string_view value) { return set_boolean(options.*member, value); },
          [](const Of& options) { return std::string(options.*member ? "true" : "false"); }};
}
template <class Of, auto member>
Option<Of> choice(std::string_view name, std::string_view sentence) {
  using Enum = std::remove_reference_t<decltype(std::declval<Of&>().*member)>;
  return {{name, OptionInfo::Type::choice, sentence, to_string(Of().*member), words<Enum>()},
          [](Of& options, std::string_view value) { return set_choice(options.*member, value); },
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
  return {{name, OptionInfo::Type::number, sentence, usual},
          [](Of& options, std::string_view value) {
            return set_number(options.limits.*member, value, true);
          },
          [](const Of& options) { return text_of_number(options.limits.*member, true); }};
}

// ---- setting ---------------------------------------------------------------------------------

/// @error bad_option — no such option, or value; the nearest is named
template <class Of>
std::optional<Error> set(Of& options, const std::vector<Option<Of>>& table, std::string_view name,
                         std::string_view value) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Option<Of>& one) { return one.info.name == name; });
  if (found != table.end()) {
    const std::string problem = found->set(options, value);
    if (problem.empty()) return std::nullopt;
    return Error{Errc::bad_option, 0, std::string(name) + ": " + problem};
  }
  std::vector<std::string_view> names;
  for (const Option<Of>& one : table) names.push_back(one.info.name);
  return Error{Errc::bad_option, 0,
               "there is no option " + in_backticks(name) + meant(name, names)};
}

/// Sets what a JSON object says.
template <class Of>
std::optional<Error> set_json(Of& options, const std::vector<Option<Of>>& table,
                              std::string_view json) {
  using Kind = JsonTree::Kind;
  JsonTree tree;
  if (const auto wrong = tree.read(json)) return not_json(json, *wrong);
  if (!tree.is(JsonTree::root, Kind::object)) {
    return Error{Errc::bad_option, 0, "options are a JSON object"};
  }
  const auto is_pair = [&](JsonTree::Id value) {
    const auto parts = tree.members(value);
    return parts.size() == 2 && tree.is(parts[0].value, Kind::string) &&
           tree.is(parts[1].value, Kind::string);
  };
  for (const JsonTree::Member& member : tree.members(JsonTree::root)) {
    const auto found = std::find_if(table.begin(), table.end(), [&](const Option<Of>& one) {
      return one.info.name == member.key;
    });
    const bool is_list = found != table.end() && found->info.type == OptionInfo::Type::list;
    const bool is_text = found != table.end() && found->info.type == OptionInfo::Type::text;
    const bool takes_json = member.key == "tools" || member.key == "tool_choice";
    const auto set_one = [&](std::string_view value) {
      return set(options, table, member.key, value);
    };
    std::optional<Error> error;
    const JsonTree::Id value = member.value;
    if (tree.is(value, Kind::null)) {
      if (found == table.end()) {
        error = set_one("none");
      } else if (found->info.type == OptionInfo::Type::number) {
        found->set(options, "none");  // one that is no limit stays what it is by default
      }
    } else if (tree.is(value, Kind::string)) {
      error = set_one(tree.text(value));
    } else if (is_list && tree.is(value, Kind::array)) {
      for (const JsonTree::Member& part : tree.members(value)) {
        if (error) break;
        if (tree.is(part.value, Kind::string)) {
          error = set_one(tree.text(part.value));
        } else if (tree.is(part.value, Kind::array) && is_pair(part.value)) {
          const auto pair = tree.members(part.value);
          error = set_one(between(tree.text(pair[0].value), tree.text(pair[1].value)));
        } else {
          error = Error{Errc::bad_option, 0,
                        std::string(member.key) + ": " + in_backticks(tree.literal(part.value)) +
                            " is neither a string nor two of them"};
        }
      }
    } else if ((is_list || is_text) && !takes_json) {
      error = Error{Errc::bad_option, 0,
                    std::string(member.key) + ": " + in_backticks(tree.literal(value)) +
                        " is no string" + (is_list ? ", nor a list of them" : "")};
    } else {
      error = set_one(tree.literal(value));
    }
    if (error) return error;
  }
  return std::nullopt;
}

}  // namespace option

}  // namespace tagstream

#pragma once

// What commands and their options are: data. Parsing, --help, the manual and the completions are
// all made from the tables (tables.cpp).

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "arguments.hpp"

namespace tagstream::cli {

/// What an option stores, and where.
struct Target {
  enum class Kind { flag, text, texts, pairs, number, choice };
  Kind kind = Kind::flag;
  /// Takes the values, which are as many as the kind needs; of several the last one counts, but for
  /// texts and pairs. False: a word that is not one of the choices.
  bool (*store)(Arguments& arguments, const std::vector<std::string>& values) = nullptr;
  /// Puts a number where it belongs.
  void (*store_number)(Arguments& arguments, std::size_t number) = nullptr;
  std::vector<std::string_view> (*words)() = nullptr;  ///< of a choice
  std::size_t least = 0;                               ///< of a number
};

/// One row of a table.
struct Option {
  std::string_view group{};     ///< its heading in --help; empty: a word that is not an option
  std::string_view flag{};      ///< as it is written, or the name of the word
  std::string_view value{};     ///< what --help calls the value; empty: none, or the choices
  Target target{};              ///< into<&Arguments::field>
  std::string_view sentence{};  ///< what --help says of it
  std::string_view not_with{};  ///< options that it excludes, blanks between
  std::string_view needs{};     ///< the option that it goes with; of several, one of them
  std::string_view alias{};     ///< another way to write it
  std::string_view no_dash{};   ///< a value may not be "-": why
};

/// How a common option differs in one command.
struct Fit {
  std::string_view flag;
  std::string_view sentence;  ///< empty: the command does not have it
};

/// The group of options that --help does not list: `tagstream help inputs` does.
inline constexpr std::string_view inputs_group = "Inputs";

/// A word after `tagstream`.
struct Command {
  std::string_view name;
  std::string_view summary;   ///< one line for `tagstream help`
  std::string_view synopsis;  ///< what may follow the name
  std::string_view about;     ///< a sentence or two, in lines
  std::string_view example;   ///< a command line after "$ ", and what it prints
  std::string_view ending;    ///< exit codes, and what else to know; in lines
  std::span<const Option> own;
  bool has_common = true;     ///< it has the common options, too
  std::span<const Fit> fits;  ///< but for these
  int (*run)(Arguments& arguments) = nullptr;
};

/// All commands, in the order of `tagstream help`.
[[nodiscard]] std::span<const Command> commands();

/// The command of that name. Throws Failure, with the nearest one, if there is none.
[[nodiscard]] const Command& find_command(std::string_view name);

/// All options of a command, in the order of its --help.
[[nodiscard]] std::vector<Option> options_of(const Command& command);

/// What --help calls the value: `NAME`, `OPEN CLOSE`, `text|error`; empty for a switch.
[[nodiscard]] std::string value_of_option(const Option& option);

// ---- how fields become targets ---------------------------------------------------------------

template <class T>
struct WithoutOptional {
  using type = T;
};
template <class T>
struct WithoutOptional<std::optional<T>> {
  using type = T;
};

template <auto... Path>
auto& field_of(Arguments& arguments) {
  return (arguments.*....*Path);
}

/// Calls `see(value, word)` for each enumerator, in their order: what comes after has no word.
template <class E, class See>
void for_each_word(See see) {
  const std::string_view none = to_string(static_cast<E>(0xFF));
  for (unsigned i = 0;; ++i) {
    const std::string_view word = to_string(static_cast<E>(i));
    if (word == none) return;
    see(static_cast<E>(i), word);
  }
}

template <std::size_t least, auto... Path>
constexpr Target make_target() {
  using Values = const std::vector<std::string>&;
  using Field = std::remove_reference_t<decltype(field_of<Path...>(std::declval<Arguments&>()))>;
  using Value = typename WithoutOptional<Field>::type;
  Target target;
  target.least = least;
  if constexpr (std::is_same_v<Value, bool>) {
    target.kind = Target::Kind::flag;
    target.store = [](Arguments& arguments, Values) { return field_of<Path...>(arguments) = true; };
  } else if constexpr (std::is_same_v<Value, std::string>) {
    target.kind = Target::Kind::text;
    target.store = [](Arguments& arguments, Values values) {
      field_of<Path...>(arguments) = values.back();
      return true;
    };
  } else if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
    target.kind = Target::Kind::texts;
    target.store = [](Arguments& arguments, Values values) {
      field_of<Path...>(arguments) = values;
      return true;
    };
  } else if constexpr (std::is_same_v<Value, Pairs>) {
    target.kind = Target::Kind::pairs;
    target.store = [](Arguments& arguments, Values values) {
      for (std::size_t i = 0; i + 1 < values.size(); i += 2) {
        field_of<Path...>(arguments).emplace_back(values[i], values[i + 1]);
      }
      return true;
    };
  } else if constexpr (std::is_same_v<Value, std::size_t>) {
    target.kind = Target::Kind::number;
    target.store_number = [](Arguments& arguments, std::size_t number) {
      field_of<Path...>(arguments) = number;
    };
  } else {
    target.kind = Target::Kind::choice;
    target.words = [] {
      std::vector<std::string_view> words;
      for_each_word<Value>([&](Value, std::string_view word) { words.push_back(word); });
      return words;
    };
    target.store = [](Arguments& arguments, Values values) {
      bool is_known = false;
      for_each_word<Value>([&](Value value, std::string_view word) {
        if (word != values.back()) return;
        field_of<Path...>(arguments) = value;
        is_known = true;
      });
      return is_known;
    };
  }
  return target;
}

/// A field of `Arguments`, or of something in it: into<&Arguments::parse, &ParseOptions::drop>.
template <auto... Path>
inline constexpr Target into = make_target<0, Path...>();

/// The same for a number that must not be less than `least`.
template <std::size_t least, auto... Path>
inline constexpr Target at_least = make_target<least, Path...>();

}  // namespace tagstream::cli

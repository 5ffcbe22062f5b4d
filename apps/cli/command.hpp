#pragma once

// Commands and their options, as data. Parsing, --help, the manual and the completions are all made
// from the tables in tables.cpp. A row for `--chunk-size N` has the flag, the name of its value, a
// sentence for --help, and a target: the field of `Arguments` that the value goes to.

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "arguments.hpp"
#include "options/option_table.hpp"

namespace tagstream::cli {

/// Puts the values of an option into a field of `Arguments`.
struct Target {
  bool has_value = true;   ///< false: a switch
  bool has_words = false;  ///< all words that are left over are its values
  /// Returns what is wrong with the values; empty if nothing is. The last value counts, except for
  /// a list.
  std::string (*store)(Arguments& arguments, const std::vector<std::string>& values) = nullptr;
  std::vector<std::string_view> (*words)() = nullptr;  ///< of a choice
};

/// One row of a table.
struct Option {
  std::string_view group{};     ///< its heading in --help; empty: a word that is not an option
  std::string_view flag{};      ///< the option as it is written, or the name of the word
  std::string_view value{};     ///< the value's name in --help; empty: no value, or the choices
  Target target{};              ///< into<&Arguments::field>
  std::string_view sentence{};  ///< the sentence in --help
  std::string_view not_with{};  ///< the options that it excludes, with blanks between
  std::string_view needs{};     ///< the options of which one must be given as well
  std::string_view no_dash{};   ///< a value may not be "-": why
  /// Whose option it is. The library sets its own options, and `target` is unused then; `file` is
  /// the text of one of them, in a file.
  enum class Of { program, reading, trees, file };
  Of of = Of::program;
  const OptionInfo* info = nullptr;  ///< of the library's
  std::string_view negation{};       ///< of these: what says false
  std::string_view also{};           ///< another way to write the flag: --quiet of -q

  [[nodiscard]] bool is_switch() const {
    return info != nullptr ? info->type == OptionInfo::Type::boolean : !target.has_value;
  }
  /// The words that the option takes as its value; empty if it takes any.
  [[nodiscard]] std::vector<std::string_view> words() const {
    if (info != nullptr) return info->values;
    return target.words != nullptr ? target.words() : std::vector<std::string_view>();
  }
};

/// The sentence of a shared option in one command.
struct Fit {
  std::string_view flag;
  std::string_view sentence;
};

/// The group of options that `tagstream help inputs` lists instead of --help.
inline constexpr std::string_view inputs_group = "Inputs";
/// The word after `tagstream help` that is not a command.
inline constexpr std::string_view inputs_topic = "inputs";

/// A command: a word after `tagstream`.
struct Command {
  std::string_view name;
  std::string_view summary;   ///< one line for `tagstream help`
  std::string_view synopsis;  ///< what may follow the name
  std::string_view about;     ///< a sentence or two, in lines
  std::string_view example;   ///< a command line after "$ ", and what it prints
  std::string_view ending;    ///< exit codes and other facts, in lines
  std::span<const Option> own;
  /// The options of the library that the command has, with blanks between them; "all", and then
  /// those that it does not have.
  std::string_view of_reading{};
  std::string_view of_trees{};
  bool has_common = true;  ///< the command has the common options as well
  /// The command whose --help lists most options of this one: its own --help lists only those that
  /// differ. Empty: it lists all.
  std::string_view like{};
  std::span<const Fit> fits{};  ///< but for these
  int (*run)(Arguments& arguments) = nullptr;
};

/// The text of `tagstream help`: one screen.
[[nodiscard]] std::string overview();

/// All commands, in the order of `tagstream help`.
[[nodiscard]] std::span<const Command> commands();

/// The command with this name. Throws Failure, which names the nearest command, if there is none.
/// @param topic  may have been meant as well; empty: none
[[nodiscard]] const Command& find_command(std::string_view name, std::string_view topic = {});

/// Says which command has an option: " (tagstream read has it)". Empty if none has it.
[[nodiscard]] std::string command_with(std::string_view flag);

/// All options of a command, in the order of its --help.
[[nodiscard]] std::vector<Option> options_of(const Command& command);

/// The options that the command's --help lists: without those that another command lists
/// (`Command::like`), and without those about inputs.
[[nodiscard]] std::vector<Option> listed_options(const Command& command);
/// The lines of --help that say where the other options are listed; empty if there are none.
[[nodiscard]] std::string others_listed(const Command& command);
/// Options about inputs, which `tagstream help inputs` lists.
[[nodiscard]] std::vector<Option> input_options();

/// Reads the words after a command's name into `Arguments`. Returns false if they ask for help.
/// Throws Failure, with one line, for words that the command can't take.
[[nodiscard]] bool read_words(const Command& command, const std::vector<std::string>& words,
                              Arguments& arguments);

// ---- running commands ------------------------------------------------------------------------

// Each of these runs one command, whose words have been read. It returns the program's exit code,
// or throws Failure or ClosedPipe.

int extract_command(Arguments& arguments);
int inner_command(Arguments& arguments);
int read_command(Arguments& arguments);
int filter_command(Arguments& arguments);
int show_command(Arguments& arguments);
int write_command(Arguments& arguments);
int dialects_command(Arguments& arguments);
int guess_command(Arguments& arguments);
int help_command(Arguments& arguments);
int completions_command(Arguments& arguments);

// ---- how fields become targets ---------------------------------------------------------------

/// The words of an enumeration, in the order of its enumerators. The first number without a word
/// ends the list.
template <class Enum>
std::vector<std::string_view> words_of_choice() {
  std::vector<std::string_view> words;
  const std::string_view none = to_string(static_cast<Enum>(0xFF));
  for (unsigned i = 0; to_string(static_cast<Enum>(i)) != none; ++i) {
    words.emplace_back(to_string(static_cast<Enum>(i)));
  }
  return words;
}

/// Reads a number such as 64, 4K or 1G. Returns what is wrong with it, or that it is less than
/// `least`.
[[nodiscard]] std::string read_number(std::size_t& number, const std::string& text,
                                      std::size_t least);

template <class T>
T without_optional(const T&);
template <class T>
T without_optional(const std::optional<T>&);

template <std::size_t least, auto field_of>
constexpr Target make_target() {
  using Value = decltype(without_optional(std::declval<Arguments&>().*field_of));
  constexpr bool is_switch = std::is_same_v<Value, bool>;
  constexpr bool is_list = std::is_same_v<Value, std::vector<std::string>>;
  Target target{!is_switch, is_list};
  target.store = [](Arguments& arguments, const std::vector<std::string>& values) {
    auto& field = arguments.*field_of;
    std::string problem;
    if constexpr (is_switch) {
      field = true;
    } else if constexpr (is_list) {
      field = values;
    } else if constexpr (std::is_same_v<Value, std::size_t>) {
      std::size_t number = 0;
      problem = read_number(number, values.back(), least);
      field = number;
    } else if constexpr (std::is_enum_v<Value>) {
      const std::vector<std::string_view> words = words_of_choice<Value>();
      const auto word = std::find(words.begin(), words.end(), values.back());
      if (word == words.end()) return option::no_such_word(values.back(), words);
      field = static_cast<Value>(word - words.begin());
    } else {
      field = values.back();
    }
    return problem;
  };
  if constexpr (std::is_enum_v<Value>) target.words = words_of_choice<Value>;
  return target;
}

/// The target for a field of `Arguments`: into<&Arguments::from>.
template <auto field_of>
inline constexpr Target into = make_target<0, field_of>();

/// The target for a number that must be at least `least`.
template <std::size_t least, auto field_of>
inline constexpr Target at_least = make_target<least, field_of>();

}  // namespace tagstream::cli

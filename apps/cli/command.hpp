#pragma once

// Commands and their options, as data. Parsing, --help, the manual and the completions are all made
// from the tables in tables.cpp. A row for `--chunk-size N` has the flag, the name of its value, a
// sentence for --help, and a target: the field of `Arguments` that the value goes to.

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "arguments.hpp"

namespace tagstream::cli {

/// The values that a command line gives to an option.
struct Given {
  const std::vector<std::string>& words;  ///< the last one counts, except for texts
  std::size_t number = 0;                 ///< the value, if the option takes a number
};

/// Stores the value of an option in a field of `Arguments`.
struct Target {
  enum class Kind { flag, text, texts, number, choice };
  Kind kind = Kind::flag;
  /// Returns false if the word is not one of the choices.
  bool (*store)(Arguments& arguments, const Given& given) = nullptr;
  std::vector<std::string_view> (*words)() = nullptr;  ///< of a choice
  std::size_t least = 0;                               ///< of a number
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
  /// Whose option it is. The library sets its own options, and `target` is unused then.
  enum class Of { program, reading, trees };
  Of of = Of::program;
  const OptionInfo* info = nullptr;  ///< of the library's
  std::string_view negation{};       ///< of these: what says false

  [[nodiscard]] bool is_switch() const {
    return info != nullptr ? info->type == OptionInfo::Type::boolean
                           : target.kind == Target::Kind::flag;
  }
  /// The words that the option takes as its value; empty if it takes any.
  [[nodiscard]] std::vector<std::string_view> words() const {
    if (info != nullptr) return info->values;
    return target.kind == Target::Kind::choice ? target.words() : std::vector<std::string_view>();
  }
};

/// The sentence of a shared option in one command.
struct Fit {
  std::string_view flag;
  std::string_view sentence;
};

/// The group of options that `tagstream help inputs` lists instead of --help.
inline constexpr std::string_view inputs_group = "Inputs";

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

/// All commands, in the order of `tagstream help`.
[[nodiscard]] std::span<const Command> commands();

/// The command with this name. Throws Failure, which names the nearest command, if there is none.
[[nodiscard]] const Command& find_command(std::string_view name);

/// All options of a command, in the order of its --help.
[[nodiscard]] std::vector<Option> options_of(const Command& command);

/// The options that the command's --help lists: without those that another command lists
/// (`Command::like`), and without those about inputs.
[[nodiscard]] std::vector<Option> listed_options(const Command& command);
/// The lines of --help that say where the other options are listed; empty if there are none.
[[nodiscard]] std::string others_listed(const Command& command);
/// Options about inputs, which `tagstream help inputs` lists.
[[nodiscard]] std::vector<Option> input_options();

/// The value's name in --help: `NAME`, `text|stop`; empty for a switch.
[[nodiscard]] std::string value_of_option(const Option& option);

/// Reads the words after a command's name into `Arguments`. Returns false if they ask for help.
/// Throws Failure, with one line, for words that the command can't take.
[[nodiscard]] bool read_words(const Command& command, const std::vector<std::string>& words,
                              Arguments& arguments);

/// The size in `text`, such as 64, 4K, 16M or 1G; K, M and G are KiB, MiB and GiB. Throws Failure,
/// which names `option`, if it is no size or less than `least`.
[[nodiscard]] std::size_t parse_size(const std::string& text, std::size_t least,
                                     std::string_view option);

// ---- running commands ------------------------------------------------------------------------

// Each of these runs one command, whose words have been read. It returns the program's exit code,
// or throws Failure or ClosedPipe.

/// Runs `--explain`. Throws Failure for options that ask for another form of output.
int print_explained(const Arguments& arguments, const Rules& rules);

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

template <class T>
struct WithoutOptional {
  using type = T;
};
template <class T>
struct WithoutOptional<std::optional<T>> {
  using type = T;
};

/// Calls `see(value, word)` for each enumerator, in their order. The first number without a word
/// ends the loop.
template <class E, class See>
void for_each_word(See see) {
  const std::string_view none = to_string(static_cast<E>(0xFF));
  for (unsigned i = 0;; ++i) {
    const std::string_view word = to_string(static_cast<E>(i));
    if (word == none) return;
    see(static_cast<E>(i), word);
  }
}

template <class E>
std::vector<std::string_view> words_of() {
  std::vector<std::string_view> words;
  for_each_word<E>([&](E, std::string_view word) { words.push_back(word); });
  return words;
}

/// Stores values in fields of the type T, or of std::optional<T>: `put` gets the field.
template <class T>
struct Store {
  static constexpr Target::Kind kind = std::is_same_v<T, bool>          ? Target::Kind::flag
                                       : std::is_same_v<T, std::string> ? Target::Kind::text
                                       : std::is_same_v<T, std::vector<std::string>>
                                           ? Target::Kind::texts
                                       : std::is_same_v<T, std::size_t> ? Target::Kind::number
                                                                        : Target::Kind::choice;

  template <class Field>
  static bool put(Field& field, const Given& given) {
    bool is_known = true;
    if constexpr (kind == Target::Kind::flag) field = true;
    if constexpr (kind == Target::Kind::text) field = given.words.back();
    if constexpr (kind == Target::Kind::texts) field = given.words;
    if constexpr (kind == Target::Kind::number) field = given.number;
    if constexpr (kind == Target::Kind::choice) {
      is_known = false;
      for_each_word<T>([&](T value, std::string_view word) {
        if (word != given.words.back()) return;
        field = value;
        is_known = true;
      });
    }
    return is_known;
  }
};

template <std::size_t least, auto... Path>
constexpr Target make_target() {
  using Field = std::remove_reference_t<decltype((std::declval<Arguments&>().*....*Path))>;
  using Value = typename WithoutOptional<Field>::type;
  Target target{Store<Value>::kind,
                [](Arguments& arguments, const Given& given) {
                  return Store<Value>::put((arguments.*....*Path), given);
                },
                nullptr, least};
  if constexpr (Store<Value>::kind == Target::Kind::choice) target.words = words_of<Value>;
  return target;
}

/// The target for a field of `Arguments`, or for a field inside one: into<&Arguments::from>.
template <auto... Path>
inline constexpr Target into = make_target<0, Path...>();

/// The target for a number that must be at least `least`.
template <std::size_t least, auto... Path>
inline constexpr Target at_least = make_target<least, Path...>();

}  // namespace tagstream::cli

// Writes scripts that complete commands, options and their words in bash, zsh and fish, from the
// tables.
#include <fmt/core.h>

#include "help.hpp"
#include "tagstream/dialect.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

// The values that an option can be completed with.
struct Values {
  std::string words;  // blanks between; empty: nothing is known
  bool are_files = false;
  bool are_given = true;  // false: a switch
};

void add_word(std::string& words, std::string_view word) {
  words += fmt::format("{}{}", words.empty() ? "" : " ", word);
}

Values values_of(const Option& option) {
  Values values;
  values.are_given = !option.is_switch();
  values.are_files = option.value == "FILE";
  values.words = joined(option.words(), " ");
  if (option.value == "DIALECT") {
    if (option.flag == "--dialect") add_word(values.words, "auto");
    for (const Dialect& row : dialects()) {
      add_word(values.words, row.name());
      for (const std::string_view alias : row.aliases()) add_word(values.words, alias);
    }
  }
  if (option.value == "COMMAND") {
    for (const Command& command : commands()) add_word(values.words, command.name);
  }
  return values;
}

// `text` in single quotes; `quote` is the shell's spelling of a single quote inside them.
std::string quoted(std::string_view text, std::string_view quote) {
  return "'" + replaced(text, {{'\'', quote}}) + "'";
}

// ---- bash ------------------------------------------------------------------------------------

constexpr std::string_view bash_begin = R"(# Completes the words of tagstream in bash.

_tagstream() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words='' files=''
  COMPREPLY=()
  if [[ $word == = ]]; then word=''; elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD == 1)); then before=''; fi
  case "${COMP_WORDS[1]} $before" in
)";

constexpr std::string_view bash_end = R"(  esac
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  elif [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  fi
}

complete -F _tagstream tagstream
)";

std::string bash_case(std::string_view pattern, const Values& values) {
  const std::string then =
      values.are_files ? "files=yes" : fmt::format("words={}", quoted(values.words, "'\\''"));
  return fmt::format("    {}) {} ;;\n", pattern, then);
}

std::string for_bash() {
  std::string cases;
  std::string names = "--help --version";
  for (const Command& command : commands()) {
    add_word(names, command.name);
    std::string flags = "--help";
    Values rest;
    for (const Option& option : options_of(command)) {
      const Values values = values_of(option);
      if (option.group.empty()) {
        if (values.are_files || !values.words.empty()) rest = values;
        continue;
      }
      add_word(flags, option.flag);
      if (!option.negation.empty()) add_word(flags, option.negation);
      if (!values.are_given) continue;
      cases += bash_case(fmt::format("'{} {}'", command.name, option.flag), values);
    }
    cases += fmt::format("    '{} '*)\n", command.name);
    cases += fmt::format("      if [[ $word == -* ]]; then words='{}'\n", flags);
    if (rest.are_files) cases += "      else files=yes\n";
    if (!rest.words.empty()) cases += fmt::format("      else words='{}'\n", rest.words);
    cases += "      fi ;;\n";
  }
  const std::string first = fmt::format("    *' ') words='{}' ;;\n", names);
  return std::string(bash_begin) + first + cases + std::string(bash_end);
}

// ---- zsh -------------------------------------------------------------------------------------

std::string zsh_escaped(std::string_view text) {
  return replaced(text, {{'[', "\\["}, {']', "\\]"}, {':', "\\:"}, {'\\', "\\\\"}});
}

// ":NAME:action" for each value.
std::string zsh_values(const Option& option, const Values& values) {
  const std::string action = values.are_files       ? "_files"
                             : values.words.empty() ? std::string(" ")
                                                    : fmt::format("({})", values.words);
  return fmt::format(":{}:{}", option.value.empty() ? "word" : option.value, action);
}

std::string zsh_option(const Option& option) {
  const Values values = values_of(option);
  if (option.group.empty()) {
    return quoted((option.flag == "FILE" ? "*" : "") + zsh_values(option, values), "'\\''");
  }
  std::string spec = fmt::format("*{}[{}]", option.flag, zsh_escaped(option.sentence));
  if (values.are_given) spec += zsh_values(option, values);
  spec = quoted(spec, "'\\''");
  if (!option.negation.empty()) {
    const std::string not_that =
        fmt::format("*{}[not: {}]", option.negation, zsh_escaped(option.sentence));
    spec += " \\\n        " + quoted(not_that, "'\\''");
  }
  return spec;
}

std::string for_zsh() {
  std::string text =
      "#compdef tagstream\n"
      "\n"
      "# Completes the words of tagstream in zsh.\n"
      "_tagstream() {\n"
      "  local -a commands=(\n";
  for (const Command& command : commands()) {
    const std::string entry = fmt::format("{}:{}", command.name, zsh_escaped(command.summary));
    text += fmt::format("    {}\n", quoted(entry, "'\\''"));
  }
  text +=
      "  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $words[1] in\n";
  for (const Command& command : commands()) {
    text += fmt::format("    {})\n      _arguments '--help[what it can do]'", command.name);
    for (const Option& option : options_of(command)) text += " \\\n        " + zsh_option(option);
    text += "\n      ;;\n";
  }
  return text + "  esac\n}\n\n_tagstream \"$@\"\n";
}

// ---- fish ------------------------------------------------------------------------------------

std::string fish_values(const Values& values) {
  if (values.are_files) return " -r -F";
  if (!values.words.empty()) return fmt::format(" -x -a {}", quoted(values.words, "\\'"));
  return values.are_given ? " -x" : "";
}

std::string fish_option(const Command& command, const Option& option) {
  std::string line =
      fmt::format("complete -c tagstream -n '__fish_seen_subcommand_from {}'", command.name);
  const Values values = values_of(option);
  if (option.group.empty()) {
    if (values.are_files) return line + " -F\n";
    return values.words.empty() ? "" : line + fish_values(values) + '\n';
  }
  const auto of = [&](std::string_view flag, const std::string& sentence) {
    const bool is_long = flag.starts_with("--");
    return fmt::format("{} -{} {}{} -d {}\n", line, is_long ? 'l' : 's',
                       flag.substr(is_long ? 2 : 1), fish_values(values), quoted(sentence, "\\'"));
  };
  const std::string sentence(option.sentence);
  if (option.negation.empty()) return of(option.flag, sentence);
  return of(option.flag, sentence) + of(option.negation, "not: " + sentence);
}

std::string for_fish() {
  std::string text =
      "# Completes the words of tagstream in fish.\n"
      "complete -c tagstream -f\n";
  for (const Command& command : commands()) {
    text += fmt::format("complete -c tagstream -n __fish_use_subcommand -a {} -d {}\n",
                        command.name, quoted(command.summary, "\\'"));
  }
  for (const Command& command : commands()) {
    for (const Option& option : options_of(command)) text += fish_option(command, option);
  }
  return text;
}

}  // namespace

std::string completions(Shell shell) {
  switch (shell) {
    case Shell::bash: return for_bash();
    case Shell::zsh: return for_zsh();
    case Shell::fish: break;
  }
  return for_fish();
}

}  // namespace tagstream::cli

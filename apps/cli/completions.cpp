// Completes words in a shell. `tagstream completions bash` writes a script, which asks
// `tagstream completions words -- read --dialect her` at each Tab, and gets the line `hermes`.
#include "command.hpp"
#include "io/output.hpp"
#include "tagstream/dialect.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view for_bash = R"(# Completes the words of tagstream in bash.
_tagstream() {
  local IFS=$'\n' words word=${COMP_WORDS[COMP_CWORD]}
  if words=$("$1" completions words -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); then
    mapfile -t COMPREPLY < <([[ -z $words ]] || cut -f 1 <<<"$words")
  else
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "${word#=}")
  fi
}
complete -F _tagstream tagstream
)";

constexpr std::string_view for_zsh = R"(#compdef tagstream
# Completes the words of tagstream in zsh.
_tagstream() {
  local lines
  local -a all
  if lines=$($words[1] completions words -- "${(@)words[2,CURRENT]}" 2>/dev/null); then
    [[ -n $lines ]] || return 1
    all=("${(@f)${${lines//:/\\:}//$'\t'/:}}")
    _describe word all
  else
    _files
  fi
}
_tagstream "$@"
)";

constexpr std::string_view for_fish = R"(# Completes the words of tagstream in fish.
function __tagstream
    set -l words (commandline -opc)
    $words[1] completions words -- $words[2..-1] (commandline -ct) 2>/dev/null
    or __fish_complete_path (commandline -ct)
end
complete -c tagstream -f -a '(__tagstream)'
)";

// The words that may stand in one place, each with its sentence.
class Candidates {
 public:
  /// @param begin  the part of the word that is typed already
  /// @param kept   the part before it that each candidate begins with: `--nesting=`
  Candidates(std::string_view begin, std::string_view kept) : begin_(begin), kept_(kept) {}

  void add(std::string_view word, std::string_view sentence = {}) {
    if (!word.starts_with(begin_)) return;
    lines_.append(kept_).append(word);
    if (!sentence.empty()) lines_.append("\t").append(sentence);
    lines_ += '\n';
  }
  void add_commands() {
    for (const Command& command : commands()) add(command.name, command.summary);
  }
  /// The values of an option, or of a word that is not an option.
  void add_values(const Option& option) {
    are_files_ = are_files_ || option.value == "FILE";
    for (const std::string_view word : option.words()) add(word);
    if (option.value == "COMMAND") {
      add_commands();
      add(inputs_topic, "what else can be read: streams, records, many files");
    }
    if (option.value != "DIALECT") return;
    if (option.flag == "--dialect") add("auto");
    for (const Dialect& row : dialects()) {
      add(row.name());
      for (const std::string_view alias : row.aliases()) add(alias);
    }
  }
  /// Prints the words. The exit code 1 says that the name of a file may stand there as well.
  [[nodiscard]] int print() const {
    return cli::print(lines_, are_files_ ? exit_nothing_found : exit_done);
  }

 private:
  std::string_view begin_;
  std::string_view kept_;
  std::string lines_;
  bool are_files_ = false;
};

// Prints what may stand in the place of the last word.
int complete(std::vector<std::string> words) {
  if (words.empty()) words.emplace_back();
  std::string_view last = words.back();
  std::string_view before = words.size() > 2 ? std::string_view(words[words.size() - 2]) : "";
  std::string_view kept;
  if (last == "=") {  // a word of its own in bash, before the value
    last = {};
  } else if (before == "=" && words.size() > 3) {
    before = words[words.size() - 3];
  } else if (const std::size_t sign = last.find('=');
             last.starts_with("--") && sign < last.size()) {
    before = last.substr(0, sign);
    kept = last.substr(0, sign + 1);
    last.remove_prefix(sign + 1);
  }
  Candidates candidates(last, kept);
  if (words.size() == 1) {
    candidates.add_commands();
    for (const std::string_view flag : {"--help", "--version"}) candidates.add(flag);
    return candidates.print();
  }
  const std::vector<Option> options = options_of(find_command(words[0]));
  for (const Option& option : options) {
    const bool is_it = !option.group.empty() && option.flag == before && !option.is_switch();
    if (!is_it) continue;
    candidates.add_values(option);
    return candidates.print();
  }
  const bool is_option = last.starts_with('-');
  if (is_option) candidates.add("--help");
  for (const Option& option : options) {
    if (option.group.empty() == is_option) continue;
    if (!is_option) {
      candidates.add_values(option);
      continue;
    }
    candidates.add(option.flag, option.sentence);
    if (!option.also.empty()) candidates.add(option.also, std::string(option.sentence));
    if (!option.negation.empty()) {
      candidates.add(option.negation, "not: " + std::string(option.sentence));
    }
  }
  return candidates.print();
}

}  // namespace

int completions_command(Arguments& arguments) {
  if (!arguments.shell)
    throw Failure(exit_usage, "completions needs the name of a shell: bash, zsh or fish");
  if (*arguments.shell != Shell::words && !arguments.files.empty())
    throw Failure(exit_usage, "unexpected word after SHELL: " + arguments.files[0]);
  switch (*arguments.shell) {
    case Shell::bash: return print(for_bash);
    case Shell::zsh: return print(for_zsh);
    case Shell::fish: return print(for_fish);
    case Shell::words: break;
  }
  return complete(arguments.files);
}

}  // namespace tagstream::cli

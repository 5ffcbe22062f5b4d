// The tables of commands and options. An option of the program is one row here and one field of
// Arguments. The library's own options come from the library's table.
#include <fmt/core.h>

#include <algorithm>
#include <deque>

#include "command.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

template <class Enum, std::size_t size>
const char* word_of(Enum value, const char* const (&words)[size]) {
  const auto i = static_cast<std::size_t>(value);
  return i < size ? words[i] : "unknown";
}

using A = Arguments;

// ---- those of the library --------------------------------------------------------------------

// Options whose text can also be read from a file: --tools-file. `-` is not such a file.
constexpr std::string_view in_files = "format tools prompt_tail";
constexpr std::string_view no_standard_input = "`-` is for the text alone: give the name of a file";

// Each group begins with an option.
struct Group {
  std::string_view first;
  std::string_view heading;
};
constexpr Group groups[] = {
    {"dialect", "Dialect"},
    {"hide", "Rules (each may be repeated; TAG is a name, or two markers: '[A]...[/A]')"},
    {"tools", "Tools"},
    {"prompt_tail", "Where the answer begins"},
    {"unclosed_section", "What is broken or odd"},
    {"incremental", "What comes out"},
    {"names", "Tags"},
    {"max_tag_bytes", "Limits (a number, 4K, 16M, 1G, or none)"},
};

std::string_view value_of(const OptionInfo& info) {
  if (info.name == "dialect" || info.name.ends_with("_of")) return "DIALECT";
  if (info.name == "model") return "MODEL";
  if (info.name == "start_inside") return "TAG";
  switch (info.type) {
    case OptionInfo::Type::text:
    case OptionInfo::Type::bytes: return "TEXT";
    case OptionInfo::Type::json: return info.values.empty() ? "JSON" : "CHOICE";
    case OptionInfo::Type::list: return info.name == "drop" ? "TEXT" : "NAME";
    case OptionInfo::Type::rules: return "TAG";
    case OptionInfo::Type::number:
    case OptionInfo::Type::size: return "N";
    case OptionInfo::Type::boolean:
    case OptionInfo::Type::choice: break;
  }
  return {};
}

// Options that choose the dialect: only one of them may be given, so each excludes those after it.
std::string_view not_with_of(const OptionInfo& info) {
  if (info.name == "dialect") {
    return "--model --format --format-file --reasoning-of --calls-of";
  }
  if (info.name == "model") return "--format --format-file --reasoning-of --calls-of";
  if (info.name == "format") return "--reasoning-of --calls-of";
  return {};
}

// A row for each option of the library, in its order, and a second one for its file: --tools-file
// after --tools.
std::vector<Option> make_rows(std::span<const OptionInfo> infos, Option::Of of) {
  static std::deque<std::string> kept;
  const auto keep = [](std::string text) -> std::string_view {
    return kept.emplace_back(std::move(text));
  };
  std::vector<Option> options;
  std::string_view heading;
  for (const OptionInfo& info : infos) {
    for (const Group& group : groups) {
      if (group.first == info.name) heading = group.heading;
    }
    const bool is_switch = info.type == OptionInfo::Type::boolean;
    std::string sentence(info.sentence);
    const bool says_default = info.type == OptionInfo::Type::number ||
                              info.type == OptionInfo::Type::size || info.default_value == "true";
    if (says_default) sentence += " (" + std::string(info.default_value) + ")";
    const std::string_view flag = keep(flag_of(info.name));
    options.push_back({.group = heading,
                       .flag = flag,
                       .value = value_of(info),
                       .sentence = keep(std::move(sentence)),
                       .not_with = not_with_of(info),
                       .of = of,
                       .info = &info,
                       .negation = is_switch ? keep(flag_of("no_" + std::string(info.name))) : ""});
    if (!has_word(in_files, info.name)) continue;
    options.push_back({.group = heading,
                       .flag = keep(fmt::format("{}-file", flag)),
                       .value = "FILE",
                       .sentence = "the same, from FILE",
                       .not_with = keep(fmt::format("{} {}", flag, not_with_of(info))),
                       .no_dash = no_standard_input,
                       .of = Option::Of::file,
                       .info = &info});
  }
  return options;
}

// Adds the rows of options that a command has.
void add_rows(std::vector<Option>& options, const std::vector<Option>& all,
              std::string_view which) {
  const bool are_listed = !which.starts_with("all");
  for (const Option& option : all) {
    if (has_word(which, option.info->name) == are_listed) options.push_back(option);
  }
}

// ---- what commands share ---------------------------------------------------------------------

constexpr std::string_view reading = "Reading";
constexpr std::string_view inputs = inputs_group;
constexpr std::string_view result = "Result";

// "jsonl:/pointer" counts as one of the words.
constexpr Target from_target = [] {
  Target target = into<&A::from>;
  target.store = [](A& arguments, const std::vector<std::string>& values) {
    constexpr std::string_view jsonl = "jsonl:";
    const std::string& word = values.back();
    arguments.has_from = true;
    if (!word.starts_with(jsonl)) {
      const bool is_known = into<&A::from>.store(arguments, values).empty();
      return is_known ? ""
                      : option::no_such_word(word, {"text", "sse", "ndjson", "jsonl:/POINTER"});
    }
    arguments.from = InputForm::jsonl;
    arguments.pointer = word.substr(jsonl.size());
    return std::string();
  };
  return target;
}();

constexpr Option quiet_row{.group = result,
                           .flag = "-q",
                           .target = into<&A::quiet>,
                           .sentence = "no notes on standard error, only errors",
                           .also = "--quiet"};

constexpr Option common[] = {
    {reading, "--from", "text|sse|ndjson|jsonl:/POINTER", from_target, "form of the input"},
    {reading, "--chunk-size", "N", at_least<1, &A::chunk_size>, "feed N bytes at a time"},
    {reading, "--no-finish", "", into<&A::no_finish>,
     "do not end the input: what is held is not printed"},
    {inputs, "--api", "", into<&A::api>, "whose events the stream has"},
    {inputs, "--snapshots", "", into<&A::snapshots>,
     "each event has all text so far; with --from text each line is a JSON string"},
    {inputs, "--field", "PATH", into<&A::field>,
     "the text of each record, as a path: .messages[0].text"},
    {inputs, "--keep", "NAME", into<&A::keep>, "copy this field of a record; may be repeated"},
    {inputs, "-j", "N", at_least<1, &A::jobs>, "read records on N threads"},
    {inputs, "--max-event-bytes", "N", at_least<1, &A::max_event_bytes>,
     "a longer event is an error (1M; a snapshot: 64M, a record: 256M)"},
    {inputs, "-H", "", into<&A::with_filename>,
     "name the file with each result (the default for several)", "--no-filename"},
    {inputs, "--no-filename", "", into<&A::no_filename>, "never name it"},
    {inputs, "-l", "", into<&A::list>, "only list the files in which something is found"},
    {result, "-e", "", into<&A::fail_if_nothing>, "exit 1 if nothing was found"},
    {result, "--strict", "", into<&A::strict>, "exit 3 for what is broken or never closes (below)"},
    quiet_row,
    {result, "--stats", "", into<&A::stats>, "figures as JSON on standard error at the end"},
    {result, "--color", "", into<&A::color>, "of error messages"},
};

constexpr Option file_row{"", "FILE", "FILE", into<&A::files>,
                          "the text, of several one after the other; - or none: standard input"};
constexpr Option options_row{"Options in a file", "--options", "FILE", into<&A::options_file>,
                             "options as a JSON object; one given beside it counts instead"};

// ---- extract, inner --------------------------------------------------------------------------

constexpr std::string_view tree_output = "Output (--json, unless one of these is given)";
constexpr std::string_view files = "Files";

constexpr Option extract_table[] = {
    file_row,
    options_row,
    {tree_output, "--json", "", into<&A::json>, "one object: tags, diagnostics",
     "--events --flat --pretty"},
    {tree_output, "--events", "", into<&A::events>, "one top-level tag a line, as they come",
     "--flat --pretty"},
    {tree_output, "--flat", "", into<&A::flat>, "one tag of any depth a line", "--pretty"},
    {.group = tree_output,
     .flag = "--content",
     .target = into<&A::content>,
     .sentence = "the content of every tag (else of those down to depth 16; with --flat of none)"},
    {tree_output, "--pretty", "", into<&A::pretty>, "an outline for people, and what is odd"},
    {files, "--write-to", "DIR", into<&A::write_to>, "write contents to files in DIR",
     "--json --events --flat --pretty", "--path-from"},
    {files, "--path-from", "ATTRIBUTE", into<&A::path_from>, "which attribute names the file", "",
     "--write-to"},
    {files, "--force", "", into<&A::force>, "overwrite files that exist", "", "--write-to"},
};

constexpr Fit extract_fits[] = {
    {"--last", "only the last closed top-level tag of each name"},
    {"-e", "exit 1 if there is no tag"},
    {"--strict", "exit 3 if there is any diagnostic"},
    {"--color", "of errors and --pretty"},
};

constexpr Option inner_table[] = {
    {"", "NAME", "NAME", into<&A::name>, "the name of a tag"},
    file_row,
    options_row,
    {"Output", "--text", "", into<&A::text>, "the bytes and a line end (of records objects)",
     "--json"},
    {"Output", "--json", "", into<&A::json>, "one object: content, start, end; or null"},
};

constexpr Fit inner_fits[] = {
    {"--last", "the last closed element, not the first one"},
    {"-e", "always on: exit 1 if nothing was found"},
    {"--strict", "exit 3 if there is any diagnostic of NAME"},
};

// ---- read, filter, show ----------------------------------------------------------------------

constexpr std::string_view read_output =
    "Output (as show on a terminal, else --events; of records --json)";
constexpr std::string_view chunks = "Shapes of others";

constexpr Option to_row{chunks, "--to", "", into<&A::to>,
                        "their stream; with --json the message of openai or anthropic"};
constexpr Option sections_row{
    .group = read_output,
    .flag = "--sections",
    .value = "FILE",
    .target = into<&A::sections_file>,
    .sentence = "--text, and each section as JSON in FILE",
    .not_with = "--json --events --to",
    .no_dash = "the text goes to standard output: give the name of a file"};
constexpr Option text_row{.group = read_output,
                          .flag = "--text",
                          .target = into<&A::text>,
                          .sentence = "the content alone; of records as objects",
                          .not_with = "--json --events --to"};
constexpr Option explain_row{read_output,
                             "--explain",
                             "",
                             into<&A::explain>,
                             "the rules and options in force, each default named; no text is read",
                             "--text --events --json --to --sections --raw --html"};

constexpr Option read_table[] = {
    file_row,
    options_row,
    text_row,
    {read_output, "--events", "", into<&A::events>, "one event a line, as they come",
     "--json --to"},
    {read_output, "--json", "", into<&A::json>, "the message, as one object"},
    {read_output, "--summary", "", into<&A::summary>, "counts of calls, errors and notices",
     "--text --events --json --to --sections -l"},
    sections_row,
    explain_row,
    to_row,
    {chunks, "--reasoning-field", "", into<&A::reasoning_field>,
     "the field of the reasoning in openai's"},
    {chunks, "--task-id", "ID", into<&A::task_id>, "taskId of each thought"},
    {chunks, "--context-id", "ID", into<&A::context_id>, "contextId of each thought"},
};

constexpr Option filter_table[] = {
    file_row, options_row, text_row, sections_row, explain_row,
};

constexpr std::string_view show_output = "Output (the text for people, unless one is given)";

constexpr Option show_table[] = {
    file_row,
    options_row,
    {show_output, "--raw", "", into<&A::raw>,
     "the raw stream as well, beside it; held text stands out there", "--html"},
    {show_output, "--pace", "MS", into<&A::pace>, "wait MS milliseconds after each piece", "",
     "--raw"},
    {.group = show_output,
     .flag = "--html",
     .value = "FILE",
     .target = into<&A::html_file>,
     .sentence = "write a page to look at in a browser",
     .no_dash = "no page goes to standard output: give the name of a file"},
    explain_row,
};

constexpr Fit show_fits[] = {
    {"--chunk-size", "feed N bytes at a time (a file with --raw: 8)"},
    {"--strict", "exit 3 for a problem or a misplaced tag"},
    {"--color", "of headings and error messages"},
};

// ---- what reads no text ----------------------------------------------------------------------

constexpr Option write_table[] = {
    {"", "FILE", "FILE", into<&A::name>, "a message as JSON; - or none: standard input"},
    options_row,
};

constexpr Fit write_fits[] = {
    {"--dialect", "the family that is to write it"},
    {"--model", "the model that is to write it"},
};

constexpr std::string_view output = "Output (--text, unless another one is given)";
constexpr std::string_view of_grammar = "Grammar (holds a model to calls as NAME writes them)";

constexpr Option dialects_table[] = {
    {"", "NAME", "DIALECT", into<&A::name>, "only this row", "--format --format-file"},
    {"Import", "--import", "FILE", into<&A::import_file>,
     "the format that this response_template describes", "--json --grammar"},
    {of_grammar, "--grammar", "", into<&A::grammar>, "the grammar, in this language", "--json",
     "--tools --tools-file"},
    {output, "--text", "", into<&A::text>, "for people: a table, or the text of NAME", "--json"},
    {output, "--json", "", into<&A::json>, "one object: dialects, or NAME alone"},
};

constexpr std::string_view instead = "Instead of FILE";

constexpr Fit guess_fits[] = {
    {"--model", "the dialect of the model of this name"},
};

constexpr Option guess_table[] = {
    {"", "FILE", "FILE", into<&A::files>, "answers of a model; - or none: standard input",
     "--template --model"},
    {instead, "--template", "FILE", into<&A::template_file>, "the dialect of this chat template",
     "--model"},
    {output, "--text", "", into<&A::text>, "for people", "--json"},
    {output, "--json", "", into<&A::json>,
     "one object: dialects, is_certain, evidence, starts_in_reasoning"},
};

constexpr Option help_table[] = {
    {"", "COMMAND", "COMMAND", into<&A::name>, "its options"},
    {output, "--text", "", into<&A::text>, "for people", "--json"},
    {output, "--json", "", into<&A::json>, "one object: commands, inputs, or COMMAND alone"},
};

constexpr Option completions_table[] = {
    {"", "SHELL", "", into<&A::shell>, "whose completions are to be written"},
    {"", "WORD", "WORD", into<&A::files>, "words of a command line"},
};

// ---- the commands ----------------------------------------------------------------------------

constexpr Command all_commands[] = {
    {.name = "read",
     .summary = "what a model wrote: content, reasoning, calls, sections",
     .synopsis = "--dialect DIALECT|RULE... [OPTION]... [FILE]...",
     .about = "Reads by a dialect, by rules, or by both. Without FILE: standard input.\n",
     .example =
         "$ echo '<think>2 + 2</think>It is 4.' | tagstream read --dialect qwen3 --json\n"
         "{\"content\":\"It is 4.\\n\",\"reasoning\":\"2 + 2\",\"finish_reason\":\"stop\"}\n",
     .ending = "exit: 0 done, 1 nothing found (-e), 2 bad arguments or unusable file,\n"
               "      3 a broken call, a call given back as text, a misplaced tag, a section,\n"
               "      a thought or reasoning left open (--strict), 4 a limit (--on-limit stop)\n"
               "On a terminal control bytes are shown as \\x1b, marks of direction as \\u202e.\n",
     .own = read_table,
     .of_reading = "all",
     .run = read_command},
    {.name = "filter",
     .summary = "the content alone: read --text",
     .synopsis = "--dialect DIALECT|RULE... [OPTION]... [FILE]...",
     .about = "Prints the content alone, as read --text. Without FILE: standard input.\n",
     .example = "$ echo 'So <think>2 + 2</think>four.' | tagstream filter --hide think\n"
                "So four.\n",
     .ending = "exit: 0 done, 1 nothing found (-e), 2 bad arguments or unusable file,\n"
               "      3 a broken call, a call given back as text, a misplaced tag, a section,\n"
               "      a thought or reasoning left open (--strict), 4 a limit (--on-limit stop)\n",
     .own = filter_table,
     .of_reading = "all but incremental id_style id_seed",
     .like = "read",
     .run = filter_command},
    {.name = "extract",
     .summary = "every tag, as a tree",
     .synopsis = "[OPTION]... [FILE]...",
     .about = "Prints every tag of the text as a tree. Without FILE: standard input.\n",
     .example = "$ echo 'A <b x=\"1\">c <d>e</d></b>' | tagstream extract --pretty\n"
                "<b x=\"1\">  2..25\n"
                "  <d>  13..21  e\n",
     .ending = "exit: 0 done, 1 no tag (-e), 2 bad arguments or unusable file,\n"
               "      3 diagnostics (--strict)\n",
     .own = extract_table,
     .of_trees = "all",
     .fits = extract_fits,
     .run = extract_command},
    {.name = "inner",
     .summary = "what stands in the first element of a name, or in the last one",
     .synopsis = "NAME [OPTION]... [FILE]...",
     .about = "Prints what stands in the first element of that name, nested tags included.\n"
              "Without FILE: standard input.\n",
     .example = "$ echo 'So <b>x <b>y</b></b>.' | tagstream inner b\n"
                "x <b>y</b>\n",
     .ending = "exit: 0 done, 1 no such element or never closed, 2 bad arguments or file,\n"
               "      3 diagnostics (--strict)\n",
     .own = inner_table,
     .of_trees = "all but names max_depth",
     .like = "extract",
     .fits = inner_fits,
     .run = inner_command},
    {.name = "show",
     .summary = "the same as read, for people: headings, calls in lines, problems",
     .synopsis = "[OPTION]... [FILE]...",
     .about = "Shows reasoning and calls apart, as they come. Without FILE: standard input.\n"
              "Without a dialect or rule, the dialect is guessed.\n",
     .example = "$ echo '<think>2 + 2</think>It is 4.' | tagstream show --dialect think\n"
                "reasoning\n"
                "│ 2 + 2\n"
                "\n"
                "It is 4.\n",
     .ending = "As wide as the terminal, or as COLUMNS says. Control bytes are shown as \\x1b.\n"
               "exit: 0 done, 1 nothing found (-e), 2 usage or file, 3 a problem or a misplaced\n"
               "      tag (--strict), 4 a limit (--on-limit stop)\n",
     .own = show_table,
     .of_reading = "all but bad_calls incremental id_style id_seed",
     .like = "read",
     .fits = show_fits,
     .run = show_command},
    {.name = "write",
     .summary = "a message as a model family writes it",
     .synopsis = "--dialect DIALECT [OPTION]... [FILE]",
     .about = "Writes reasoning, content and calls so that read finds the same message.\n"
              "FILE is what read --json prints, or a message of chat completions.\n",
     .example = "$ echo '{\"reasoning\": \"2 + 2\", \"content\": \"It is 4.\"}' |\n"
                "    tagstream write --dialect qwen3\n"
                "<think>2 + 2</think>It is 4.\n",
     .ending = "exit: 0 done, 2 bad arguments or file, or the family can't write the message\n",
     .own = write_table,
     .of_reading = "dialect model format tools start_in_reasoning",
     .has_common = false,
     .fits = write_fits,
     .run = write_command},
    {.name = "dialects",
     .summary = "the families that read knows, as text",
     .synopsis = "[NAME] [OPTION]...",
     .about = "Lists the dialects. With NAME or a format: its text and what follows from it.\n",
     .example = "$ tagstream dialects think\n",
     .ending = "exit: 0 done, 2 bad arguments, 3 a part could not be imported\n",
     .own = dialects_table,
     .of_reading = "format tools start_in_reasoning",
     .has_common = false,
     .run = dialects_command},
    {.name = "guess",
     .summary = "which dialect an answer, a chat template or a model has",
     .synopsis = "[FILE... | --template FILE | --model MODEL] [OPTION]",
     .about = "Says which dialect a text, template or model has, how sure that is, and why.\n",
     .example = "$ tagstream guess --model Qwen/Qwen3-8B\n"
                "qwen3: certain\n"
                "- evidence: qwen3\n",
     .ending = "exit: 0 done, 1 the dialect is not known, 2 bad arguments or unusable file\n",
     .own = guess_table,
     .of_reading = "model",
     .has_common = false,
     .fits = guess_fits,
     .run = guess_command},
    {.name = "help",
     .summary = "what tagstream can do; help COMMAND: what COMMAND can do",
     .synopsis = "[COMMAND | inputs] [OPTION]",
     .about = "Prints what tagstream can do, or what COMMAND can do.\n",
     .example = "$ tagstream help inputs\n",
     .ending = "exit: 0 done, 2 bad arguments or unwritable output\n",
     .own = help_table,
     .has_common = false,
     .run = help_command},
    {.name = "completions",
     .summary = "a script that completes these words in a shell",
     .synopsis = "SHELL | words -- WORD...",
     .about = "Prints a script that completes commands, options and their words.\n"
              "SHELL is bash, zsh or fish. The script calls `completions words`, which prints\n"
              "the words that may stand in place of the last WORD.\n",
     .example = "$ source <(tagstream completions bash)\n",
     .ending = "exit: 0 done, 1 the name of a file may stand there as well (words),\n"
               "      2 bad arguments or unwritable output\n",
     .own = completions_table,
     .has_common = false,
     .run = completions_command},
};

}  // namespace

const char* to_string(InputForm form) noexcept {
  return word_of(form, {"text", "sse", "ndjson", "jsonl"});
}
const char* to_string(Owner owner) noexcept {
  return word_of(owner, {"openai", "anthropic", "thought_stream"});
}
const char* to_string(GrammarLanguage language) noexcept {
  return word_of(language, {"lark", "gbnf"});
}
const char* to_string(Shell shell) noexcept {
  return word_of(shell, {"bash", "zsh", "fish", "words"});
}
const char* to_string(ColorChoice choice) noexcept {
  return word_of(choice, {"auto", "always", "never"});
}

std::span<const Command> commands() { return all_commands; }

std::vector<Option> options_of(const Command& command) {
  std::vector<Option> options;
  const auto own = std::find_if(command.own.begin(), command.own.end(),
                                [](const Option& one) { return !one.group.empty(); });
  options.assign(command.own.begin(), own);
  static const std::vector<Option> of_reading = make_rows(option_infos(), Option::Of::reading);
  static const std::vector<Option> of_trees = make_rows(extract_option_infos(), Option::Of::trees);
  if (!command.of_reading.empty()) add_rows(options, of_reading, command.of_reading);
  if (!command.of_trees.empty()) add_rows(options, of_trees, command.of_trees);
  options.insert(options.end(), own, command.own.end());
  if (command.has_common) options.insert(options.end(), std::begin(common), std::end(common));
  for (const Fit& fit : command.fits) {
    const auto option = std::find_if(options.begin(), options.end(),
                                     [&](const Option& one) { return one.flag == fit.flag; });
    option->sentence = fit.sentence;
  }
  return options;
}

std::vector<Option> listed_options(const Command& command) {
  std::vector<Option> options = options_of(command);
  std::vector<Option> others;
  if (!command.like.empty()) others = options_of(find_command(command.like));
  std::erase_if(options, [&](const Option& option) {
    const auto is_it = [&](const Option& other) {
      return other.flag == option.flag && other.sentence == option.sentence;
    };
    return option.group == inputs_group || std::any_of(others.begin(), others.end(), is_it);
  });
  return options;
}

std::string others_listed(const Command& command) {
  std::string text;
  if (!command.like.empty()) {
    text += fmt::format("It takes most options of {0}, too: tagstream {0} --help\n", command.like);
  }
  if (&command == &commands()[0]) {
    text +=
        "Of words such as auto|all|off the first is the default (--to has none)\n"
        "A flag without a value can be taken back: --trim, --no-trim\n";
  }
  if (command.has_common) text += "Other inputs, several files: tagstream help inputs\n";
  return text;
}

std::vector<Option> input_options() {
  std::vector<Option> options;
  for (const Option& option : common) {
    if (option.group == inputs_group) options.push_back(option);
  }
  return options;
}

}  // namespace tagstream::cli

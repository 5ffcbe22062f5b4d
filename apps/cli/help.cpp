// Texts for help. All of them are made from the tables, so they always list the options that exist.
#include <fmt/core.h>

#include <utility>

#include "base/bad_option.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "io/output.hpp"
#include "io/terminal.hpp"
#include "json/json_writer.hpp"
#include "options/other_names.hpp"
#include "tagstream/version.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

// The column at which descriptions start. After a longer option they follow after two spaces, or on
// the next line.
constexpr std::size_t description_column = 34;
constexpr std::size_t continued_column = 9;
constexpr std::size_t columns = 79;
constexpr std::size_t format_column = 18;  // of the sentences about formats

// The words of --from, and what they stand for.
struct InputFormat {
  std::string_view words;
  std::string_view sentence;
};
constexpr InputFormat input_formats[] = {
    {"text", "what a model wrote, as it is"},
    {"sse, ndjson",
     "what a server streams: OpenAI, Anthropic, Gemini, Bedrock, Ollama; native reasoning and "
     "calls are shown as such"},
    {"jsonl:/POINTER",
     "records: each line is JSON, its text where the pointer says (/text, /messages/0/content; "
     "/messages/-/content: the last)"},
};

// Facts about inputs, in lines.
constexpr std::string_view about_inputs =
    "Files packed by gzip or zstd are unpacked: text if the file's name ends in .gz or\n"
    ".zst, other formats by their first bytes.\n"
    "A record without a text is named on standard error; if all are, the exit code is 2.\n";

constexpr std::string_view inputs_example =
    "tagstream read --dialect qwen3 --from jsonl:/text -j 2 answers.jsonl.zst\n";

// Adds a sentence to a line that ends at `column`. Words that have no room stand below that column.
std::string with_sentence(std::string line, std::string_view sentence, std::size_t column) {
  while (column + columns_of(sentence) > columns) {
    const std::size_t end = sentence.rfind(' ', columns - column);
    line.append(sentence.substr(0, end)).append("\n").append(column, ' ');
    sentence.remove_prefix(end + 1);
  }
  return line.append(sentence) + '\n';
}

// The value's name: `NAME`, `text|stop`; empty for a switch.
std::string value_of_option(const Option& option) {
  return option.value.empty() ? joined(option.words(), "|") : std::string(option.value);
}

std::string option_line(const Option& option) {
  std::string line = fmt::format("  {}", option.flag);
  if (!option.also.empty()) line += fmt::format(", {}", option.also);
  const std::string value = value_of_option(option);
  if (!value.empty()) line += ' ' + value;
  for (std::size_t begin = 0; line.size() - begin > columns;) {  // many words: between two of them
    const std::size_t bar = line.rfind('|', begin + columns - 1);
    if (bar == line.npos || bar <= begin) break;
    begin = bar + 2;
    line.insert(bar + 1, '\n' + std::string(continued_column, ' '));
  }
  if (line.size() + 2 <= description_column) {
    line.resize(description_column, ' ');
  } else if (line.size() + 2 + option.sentence.size() <= columns) {
    return fmt::format("{}  {}\n", line, option.sentence);
  } else {
    line += '\n' + std::string(description_column, ' ');
  }
  return with_sentence(std::move(line), option.sentence, description_column);
}

void write_options(JsonWriter& json, const std::vector<Option>& options) {
  json.key("options").begin_array();
  for (const Option& option : options) {
    if (option.group.empty()) continue;
    json.begin_object().field("group", option.group).field("flag", option.flag);
    if (!option.also.empty()) json.field("also", option.also);
    if (!option.negation.empty()) json.field("negation", option.negation);
    const std::string value = value_of_option(option);
    if (!value.empty()) json.field("value", value);
    json.field("sentence", option.sentence).end_object();
  }
  json.end_array();
}

std::string indented(std::string_view lines) {
  std::string text;
  while (!lines.empty()) text += fmt::format("  {}\n", take_part(lines, '\n'));
  return text;
}

// The text of `tagstream help inputs`: the inputs that all reading commands can read.
std::string inputs_help() {
  std::string text =
      "Commands that read take these, too.\n"
      "\n"
      "usage: tagstream COMMAND ... --from FORM [OPTION]... [FILE]...\n"
      "\n"
      "forms:\n";
  for (const InputFormat& one : input_formats) {
    text += with_sentence(fmt::format("  {:<16}", one.words), one.sentence, format_column);
  }
  text += "\noptions:\n";
  for (const Option& option : input_options()) text += option_line(option);
  return text + fmt::format("\n{}\nexample:\n  $ {}", about_inputs, inputs_example);
}

// The text of a command's --help.
std::string option_help(const Command& command) {
  std::string text =
      fmt::format("usage: tagstream {} {}\n{}\n", command.name, command.synopsis, command.about);
  std::string_view group;
  for (const Option& option : listed_options(command)) {
    if (option.group.empty()) continue;
    if (option.group != group) text += fmt::format("{}:\n", option.group);
    group = option.group;
    text += option_line(option);
  }
  const std::string others = others_listed(command);
  text += others;
  if (!group.empty() || !others.empty()) text += '\n';
  return text + fmt::format("example:\n{}{}", indented(command.example), command.ending);
}

void describe_command(JsonWriter& json, const Command& command) {
  json.begin_object().field("name", command.name).field("summary", command.summary);
  json.field("synopsis", command.synopsis).field("about", command.about);
  write_options(json, listed_options(command));
  json.field("others", others_listed(command)).field("example", command.example);
  json.field("ending", command.ending).end_object();
}

void describe_inputs(JsonWriter& json) {
  json.begin_object().key("formats").begin_array();
  for (const InputFormat& one : input_formats) {
    json.begin_object().field("format", one.words).field("sentence", one.sentence).end_object();
  }
  json.end_array();
  write_options(json, input_options());
  json.field("about", about_inputs).field("example", inputs_example).end_object();
}

// All commands and their options, of which scripts/reference.py makes docs/cli.md and the page for
// man(1); or those of one command.
std::string as_json(const std::optional<std::string>& name) {
  std::string text;
  JsonWriter json(text);
  if (name == inputs_topic) {
    describe_inputs(json);
  } else if (name) {
    describe_command(json, find_command(*name, inputs_topic));
  } else {
    json.begin_object().key("commands").begin_array();
    for (const Command& command : commands()) describe_command(json, command);
    json.end_array().key(inputs_topic);
    describe_inputs(json);
    json.end_object();
  }
  return text + '\n';
}

}  // namespace

std::string overview() {
  std::string text =
      "tagstream reads the structure in what language models write, as it streams.\n"
      "usage: tagstream COMMAND [OPTION]... [FILE]..., or tagstream --version\n"
      "commands:\n";
  for (const Command& command : commands()) {
    text += fmt::format("  {:<12}{}\n", command.name, command.summary);
  }
  text +=
      "\n"
      "FILE is read as it comes; without FILE, or with -, standard input. What servers\n"
      "stream, JSON lines and packed files are read, too: tagstream help inputs\n"
      "\n"
      "example:\n"
      "  $ echo 'So <think>2 + 2</think>four.' | tagstream filter --hide think\n"
      "  So four.\n"
      "\n"
      "exit: 0 done, 1 nothing found (inner; -e), 2 bad arguments or unusable file,\n"
      "      3 broken or never closed (--strict), 4 a limit (--on-limit stop)\n";
  return text;
}

const Command& find_command(std::string_view name, std::string_view topic) {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  names.insert(names.end(), {"--help", "--version"});
  if (!topic.empty()) names.push_back(topic);
  const bool is_option = name.starts_with('-');
  std::string hint = command_with(name.substr(0, name.find('=')));
  if (hint.empty()) hint = name_meant(name, names);
  if (hint.empty()) hint = " (try `tagstream help`)";
  throw Failure(exit_usage, fmt::format("unknown {}: {}{}", is_option ? "option" : "command",
                                        in_short(name), hint));
}

int help_command(Arguments& arguments) {
  if (arguments.json) return print(as_json(arguments.name));
  if (!arguments.name) return print(overview());
  if (*arguments.name == inputs_topic) return print(inputs_help());
  return print(option_help(find_command(*arguments.name, inputs_topic)));
}

}  // namespace tagstream::cli

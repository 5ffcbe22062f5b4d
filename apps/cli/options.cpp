// Reads the command line by the tables. `filter -eH --hide=a --trim x.txt` gives -e, -H and --trim
// the value "true", --hide the value `a`, and FILE the value `x.txt`.
#include "command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/bad_option.hpp"
#include "base/text.hpp"
#include "io/input.hpp"
#include "json/json_writer.hpp"
#include "options/json_complaint.hpp"
#include "options/other_names.hpp"
#include "tagstream/json_tree.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

[[noreturn]] void refuse(const std::string& what, std::string_view where) {
  throw Failure(exit_usage, said_with_place(what, where));
}

// A row of the table, and what the command line gives to it.
struct Entry {
  Option option;
  std::vector<std::string> values;  // "true" and "false" for a switch

  [[nodiscard]] bool is_given() const { return !values.empty(); }
  [[nodiscard]] bool is_word() const { return option.group.empty(); }
  [[nodiscard]] bool is_called(std::string_view name) const {
    return !is_word() && (option.flag == name || option.negation == name || option.also == name);
  }
};

bool has_option(const Command& command, std::string_view flag) {
  const std::vector<Option> options = options_of(command);
  return std::any_of(options.begin(), options.end(), [&](const Option& option) {
    return !option.group.empty() && !flag.empty() &&
           (option.flag == flag || option.negation == flag || option.also == flag);
  });
}

// True for an option of any command.
bool is_flag(std::string_view word) {
  return word.starts_with('-') && (word == "--help" || !command_with(word).empty());
}

// Gives each word to the row that it belongs to, and returns those that belong to none. Returns
// nothing if the words ask for help.
std::optional<std::vector<std::string>> hand_out(std::vector<std::string> words,
                                                 std::vector<Entry>& entries) {
  std::vector<std::string> rest;
  bool has_options = true;  // false after `--`
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string word = words[i];
    const bool is_option = has_options && word.size() > 1 && word.front() == '-';
    if (is_option && word == "--") {
      has_options = false;
      continue;
    }
    if (is_option && (word == "--help" || word == "-h")) return std::nullopt;
    const bool is_long = word.starts_with("--");
    const std::size_t name_end = std::min(is_long ? word.find('=') : 2, word.size());
    const std::string name = word.substr(0, name_end);
    const auto entry = std::find_if(entries.begin(), entries.end(), [&](const Entry& one) {
      if (is_option) return one.is_called(name);
      return one.is_word() && (!one.is_given() || one.option.target.has_words);
    });
    // `-json` is no `-j son`.
    const bool lacks_dash =
        !is_long && is_option && std::any_of(entries.begin(), entries.end(), [&](const Entry& one) {
          return one.is_called('-' + word);
        });
    const bool has_more = name_end < word.size();
    if (entry == entries.end() || lacks_dash) {
      rest.push_back(word);
    } else if (!is_option) {
      entry->values.push_back(word);
    } else if (entry->option.is_switch()) {
      if (has_more && is_long)
        refuse(
            fmt::format("a value is given to a switch; leave it out{}{}",
                        entry->option.negation.empty() ? "" : ", or give ", entry->option.negation),
            name);
      entry->values.emplace_back(name == entry->option.negation ? "false" : "true");
      if (has_more) words[i--] = '-' + word.substr(name_end);  // `-eH` is `-e -H`
    } else if (has_more) {
      entry->values.push_back(word.substr(is_long ? name_end + 1 : name_end));
    } else if (i + 1 < words.size() && !is_flag(words[i + 1])) {
      entry->values.push_back(words[++i]);
    } else {
      refuse("a value is missing", name);
    }
  }
  return rest;
}

// Sets an option of the library, once for each value: the last one counts, unless it is a list.
void set(const Option& option, const std::vector<std::string>& values, Arguments& arguments) {
  for (const std::string& value : values) {
    const std::size_t begin = std::min(value.find_first_not_of(" \t\r\n"), value.size());
    const bool has_bracket = value[begin] == '{' || value[begin] == '[';
    const bool is_json = option.info->type == OptionInfo::Type::json && option.info->values.empty();
    if (is_json && !has_bracket && JsonTree().read(value)) {
      refuse(fmt::format("{} is not JSON ({}-file reads a file)", in_backticks(value), option.flag),
             option.flag);
    }
    const std::vector<std::string_view> forms = words_of_choice<InputForm>();
    if (option.info->name == "format" &&
        std::find(forms.begin(), forms.end(), value) != forms.end()) {
      refuse("this is a form of the input, not a format; did you mean `--from " + value + "`?",
             option.flag);
    }
    const std::optional<Error> error = option.of == Option::Of::trees
                                           ? arguments.extract.set(option.info->name, value)
                                           : arguments.options.set(option.info->name, value);
    if (error) throw Failure(exit_usage, said_of_option({}, error->message));
  }
}

void store(const Option& option, const std::vector<std::string>& values, Arguments& arguments) {
  const Target& target = option.target;
  if (!option.no_dash.empty() && values.back() == "-") {
    refuse(std::string(option.no_dash), option.flag);
  }
  if (!option.group.empty() && values.back().empty()) {
    if (option.value == "FILE") refuse("the name of the file is empty", option.flag);
    const bool may_be_empty =
        option.info == nullptr || option.info->type == OptionInfo::Type::bytes;
    if (!may_be_empty) refuse("the value is empty", option.flag);
  }
  if (option.of == Option::Of::file) {
    arguments.text_files[option.info->name] = values.back();
    return;
  }
  if (option.info != nullptr) return set(option, values, arguments);
  const std::string problem = target.store(arguments, values);
  if (!problem.empty()) refuse(problem, option.flag);
}

// Refuses options that exclude each other, or that need another one.
void check_company(const std::vector<Entry>& entries) {
  for (const Entry& one : entries) {
    if (!one.is_given()) continue;
    bool has_needed = one.option.needs.empty();
    for (const Entry& other : entries) {
      if (!other.is_given()) continue;
      if (has_word(one.option.not_with, other.option.flag)) {
        throw Failure(exit_usage, exclude_each_other(one.option.flag, other.option.flag));
      }
      has_needed = has_needed || has_word(one.option.needs, other.option.flag);
    }
    if (has_needed) continue;
    throw Failure(exit_usage, fmt::format("{} needs {}", one.option.flag,
                                          replaced(one.option.needs, {{' ', " or "}})));
  }
}

constexpr std::string_view output_forms = "--text --events --json --to";
constexpr std::string_view forms_for_people = "--flat --pretty";

// Refuses a form of output that the command does not have. The message names the forms that it has,
// or the command like it that has this one.
[[noreturn]] void refuse_form(std::string_view form, const std::vector<Entry>& entries,
                              const Command& command) {
  std::vector<std::string_view> others;
  for (const Entry& entry : entries) {
    const std::string_view flag = entry.option.flag;
    if (has_word(output_forms, flag) || has_word(forms_for_people, flag)) others.push_back(flag);
  }
  std::string message = fmt::format("{} has no {}", command.name, form);
  if (!others.empty()) message += ", only " + joined(others, ", ");
  for (const Command& other : commands()) {
    const bool is_like = other.name == command.like || other.like == command.name;
    if (is_like && has_option(other, form)) {
      message += fmt::format(": tagstream {} has it", other.name);
    }
  }
  if (message.ends_with(form)) message += ": text is its only output";
  throw Failure(exit_usage, message);
}

// Refuses words that are left over: unknown options, or more words than the command takes.
void check_rest(const std::vector<std::string>& rest, const std::vector<Entry>& entries,
                const Command& command) {
  std::vector<std::string_view> flags = {"--help"};
  std::string_view last_word;
  for (const Entry& entry : entries) {
    (entry.is_word() ? last_word : flags.emplace_back()) = entry.option.flag;
    if (!entry.option.negation.empty()) flags.push_back(entry.option.negation);
    if (!entry.option.also.empty()) flags.push_back(entry.option.also);
  }
  std::string extra;
  for (const std::string& word : rest) {
    if (word.size() > 1 && word.front() == '-') {
      const std::string name = word.substr(0, word.find('='));
      if (has_word(output_forms, name)) refuse_form(name, entries, command);
      const bool is_name = (command.name == "dialects" && name == "--dialect") ||
                           (command.name == "inner" && has_word("--name --names --tag", name));
      const auto is_longer = [&](std::string_view flag) { return flag.starts_with(name); };
      std::string hint;
      if (is_name) {
        hint = fmt::format(" (give the name alone: tagstream {} NAME)", command.name);
      } else {
        hint = command_with(name);
        if (hint.empty() || std::any_of(flags.begin(), flags.end(), is_longer)) {
          hint += name_meant(name, flags);
        }
      }
      refuse("unknown option", in_short(word) + hint);
    }
    if (extra.empty()) extra = word;
  }
  if (!extra.empty()) refuse(fmt::format("unexpected word after {}", last_word), in_short(extra));
}

bool exclude(const Option& a, const Option& b) {
  return a.flag == b.flag || has_word(a.not_with, b.flag) || has_word(b.not_with, a.flag);
}

// The JSON object in --options without the options that the words beside it give, and without those
// that these exclude.
// @param left  gets the names of the others
std::string without_given(const std::string& json, const std::vector<Entry>& entries,
                          std::vector<std::string>& left) {
  const auto is_given = [&](std::string_view name) {
    const std::string flag = flag_of(name);
    const auto of_file = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
      return entry.option.flag == flag;
    });
    return of_file != entries.end() &&
           std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) {
             return entry.is_given() && exclude(entry.option, of_file->option);
           });
  };
  JsonTree tree;
  const bool is_object = !tree.read(json) && tree.is(JsonTree::root, JsonTree::Kind::object);
  if (!is_object || key_twice(json, tree)) return json;  // which is refused as it stands
  std::string rest;
  JsonWriter writer(rest);
  writer.begin_object();
  for (const JsonTree::Member& member : tree.members(JsonTree::root)) {
    if (is_given(member.key)) continue;
    writer.key(member.key).raw(tree.literal(member.value));
    left.emplace_back(member.key);
  }
  writer.end_object();
  return rest;
}

}  // namespace

std::string command_with(std::string_view flag) {
  for (const Command& command : commands()) {
    if (has_option(command, flag)) return fmt::format(" (tagstream {} has it)", command.name);
  }
  return {};
}

bool read_words(const Command& command, const std::vector<std::string>& words,
                Arguments& arguments) {
  std::vector<Entry> entries;
  for (const Option& option : options_of(command)) entries.push_back({option, {}});
  const std::optional<std::vector<std::string>> rest = hand_out(words, entries);
  if (!rest) return false;
  check_rest(*rest, entries, command);
  check_company(entries);
  for (const bool is_file_of_all : {true, false}) {  // the words beside the file count more
    for (const Entry& entry : entries) {
      if (!entry.is_given() || (entry.option.flag == "--options") != is_file_of_all) continue;
      store(entry.option, entry.values, arguments);
    }
    if (!is_file_of_all || arguments.options_file.empty()) continue;
    const std::string json =
        without_given(read_all(arguments.options_file), entries, arguments.in_options_file);
    const auto take = [&]<class Of>(Of& options, Result<Of> read) {
      if (!read)
        throw Failure(exit_usage, said_of_file(arguments.options_file, read.error().message));
      options = *std::move(read);
    };
    if (command.of_trees.empty()) take(arguments.options, Options::from_json(json));
    if (!command.of_trees.empty()) take(arguments.extract, ExtractOptions::from_json(json));
  }
  read_text_files(arguments);
  return true;
}

std::string read_number(std::size_t& number, const std::string& text, std::size_t least) {
  std::string problem = option::set_number(number, text, false);
  if (problem.empty() && number < least) {
    problem = fmt::format("{} is too small, give at least {}", number, least);
  }
  return problem;
}

}  // namespace tagstream::cli

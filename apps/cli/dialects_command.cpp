#include <fmt/core.h>

#include <array>
#include <span>

#include "base/bad_option.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "command.hpp"
#include "dialects/find_dialect.hpp"
#include "dialects/notation.hpp"
#include "io/input.hpp"
#include "io/output.hpp"
#include "io/terminal.hpp"
#include "json/json_writer.hpp"
#include "tagstream/grammar.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/json.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

using Cells = std::array<std::string, 4>;

// The first line of a format with this placeholder, shortened if it is long.
std::string line_with(std::string_view text, std::string_view word) {
  constexpr std::size_t most = 48;
  notation::Items items(text);
  for (notation::Item item; items.next(item);) {
    if (item.is_option || item.text.find(word) == item.text.npos) continue;
    if (item.text.size() <= most) return std::string(item.text);
    std::size_t end = most;
    while (is_utf8_continuation(item.text[end])) --end;
    return std::string(item.text.substr(0, end)) + "...";
  }
  return "-";
}

std::string lines_of(std::string_view text) {
  std::string lines;
  notation::Items items(text);
  for (notation::Item item; items.next(item);)
    lines += fmt::format("  {}{}\n", item.is_option ? "- " : "", item.text);
  return lines;
}

Cells cells_of(const Dialect& row) {
  return {std::string(row.name()), line_with(row.text(), "REASONING"),
          line_with(row.text(), "NAME"), joined(row.aliases(), " ")};
}

// A table of all dialects, one in each line: name, reasoning, first call and aliases, cut to fit.
std::string dialect_table() {
  std::vector<Cells> rows = {{"NAME", "REASONING", "CALLS", "ALIASES"}};
  for (const Dialect& row : dialects()) rows.push_back(cells_of(row));
  rows.push_back({"auto", "by markers of their own", "by markers of their own", ""});
  Cells widest;
  for (const Cells& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (columns_of(row[i]) > columns_of(widest[i])) widest[i] = row[i];
    }
  }
  std::string text;
  for (const Cells& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line.append(row[i]).append(columns_of(widest[i]) - columns_of(row[i]) + 2, ' ');
    }
    text.append(trimmed_back(line)) += '\n';
  }
  return text;
}

// A format and the inferences from it, for people.
std::string format_as_text(std::string_view format, std::span<const std::string> inferences) {
  std::string text = lines_of(format);
  if (!inferences.empty()) text += "What follows from it:\n";
  for (const std::string& one : inferences) text += fmt::format("- {}\n", one);
  return text;
}

// A dialect with its names, its lines and the inferences from them, for people. The sentence about
// evidence is a comment: the whole output is a format, too.
std::string dialect_as_text(const Dialect& row) {
  const std::vector<std::string_view> aliases = row.aliases();
  const bool is_untried = !row.text().empty() && !is_tried(row);
  return fmt::format("{}{}{}:\n{}{}", row.name(), aliases.empty() ? "" : ", ",
                     joined(aliases, ", "),
                     is_untried ? "# Not tried on answers of a model yet.\n" : "",
                     format_as_text(row.text(), inferences(row)));
}

// One object, with a row a line.
std::string rows_json() {
  std::string json;
  for (const Dialect& row : dialects()) {
    json += json.empty() ? "{\"dialects\":[\n" : ",\n";
    to_json(json, row);
  }
  return json + "\n]}\n";
}

std::string of_own(const Arguments& arguments, const std::string& format) {
  const Result<std::vector<std::string>> all = inferences(format);
  if (!all) throw Failure(exit_usage, said_of_option(arguments, all.error().message));
  if (!arguments.json) return format_as_text(format, *all);
  std::string text;
  JsonWriter json(text);
  json.begin_object().field("text", format).key("inferences").begin_array();
  for (const std::string& one : *all) json.value(one);
  json.end_array().end_object();
  return text + '\n';
}

constexpr std::string_view about_auto =
    "auto\n"
    "- Has no text of its own: it reads the markers that only some families write, and says which\n"
    "  family it met.\n"
    "- Where the family is known, name it. What auto does not read: docs/which_family.md\n";

void note_each(std::string_view what, const std::vector<std::string>& all) {
  std::string notes;
  for (const std::string& one : all)
    notes += fmt::format("tagstream: {}{}\n", what, printable(one));
  static_cast<void>(write_error(notes));
}

int import_format(const std::string& path) {
  std::vector<std::string> left_out;
  print(in_file(path,
                [&](std::string_view json) { return import_response_template(json, &left_out); }));
  note_each("left out is ", left_out);
  return left_out.empty() ? exit_done : exit_malformed;
}

const Dialect& row_of(const std::string& name) {
  if (const Dialect* const row = find_dialect(name)) return *row;
  if (name == "auto") {
    throw Failure(exit_usage, "`auto` is made from all dialects and has no text of its own: NAME");
  }
  const bool has_blanks = find_dialect(trimmed(name)) != nullptr;
  if (!has_blanks && !guess_model(name).dialects.empty()) {
    throw Failure(exit_usage, fmt::format("there is no dialect `{}`: NAME; it is the name of a "
                                          "model: tagstream guess --model NAME",
                                          name));
  }
  throw Failure(
      exit_usage,
      fmt::format("there is no dialect `{}`: NAME{} (tagstream dialects lists them)", name,
                  has_blanks ? did_you_mean(trimmed(name)) : dialect_meant(name, false)));
}

int print_grammar(const Arguments& arguments) {
  const Options& options = arguments.options;
  if (options.format.empty() && !arguments.name) {
    throw Failure(exit_usage, "--grammar needs a family: give NAME, --format or --format-file");
  }
  Options named = options;
  if (options.format.empty()) named.dialect = row_of(*arguments.name).name();
  const auto make = arguments.grammar == GrammarLanguage::lark ? lark_grammar : gbnf_grammar;
  std::vector<std::string> not_constrained;
  const Result<std::string> grammar = make(named, &not_constrained);
  if (!grammar) throw Failure(exit_usage, said_of_option(arguments, grammar.error().message));
  note_each("", not_constrained);
  return print(*grammar);
}

}  // namespace

int dialects_command(Arguments& arguments) {
  if (!arguments.import_file.empty()) return import_format(arguments.import_file);
  if (arguments.grammar) return print_grammar(arguments);
  if (!arguments.options.tools.empty()) throw Failure(exit_usage, "--tools needs --grammar");
  if (arguments.options.start_in_reasoning) {
    throw Failure(exit_usage, "--start-in-reasoning needs --grammar");
  }
  const std::string& format = arguments.options.format;
  if (!format.empty()) return print(of_own(arguments, format));
  if (!arguments.name) return print(arguments.json ? rows_json() : dialect_table());
  if (*arguments.name == "auto" && !arguments.json) return print(about_auto);
  const Dialect& row = row_of(*arguments.name);
  if (!arguments.json) return print(dialect_as_text(row));
  std::string json;
  to_json(json, row);
  return print(json + '\n');
}

}  // namespace tagstream::cli

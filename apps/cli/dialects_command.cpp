#include <fmt/core.h>

#include "base/bad_option.hpp"
#include "command.hpp"
#include "dialect_text.hpp"
#include "dialects/find_dialect.hpp"
#include "io/input.hpp"
#include "io/output.hpp"
#include "io/terminal.hpp"
#include "json/json_writer.hpp"
#include "tagstream/grammar.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/json.hpp"

namespace tagstream::cli {

namespace {

// One object, with a row a line.
std::string rows_json() {
  std::string json;
  for (const Dialect& row : dialects()) {
    json += json.empty() ? "{\"dialects\":[\n" : ",\n";
    to_json(json, row);
  }
  return json + "\n]}\n";
}

std::string of_all(const Arguments& arguments) {
  if (arguments.json) return rows_json();
  return arguments.markdown ? dialects_markdown() : dialect_table();
}

std::string of_one(const Dialect& row, const Arguments& arguments) {
  if (!arguments.json) return arguments.markdown ? dialect_as_markdown(row) : dialect_as_text(row);
  std::string json;
  to_json(json, row);
  return json + '\n';
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
    "- No row: reads what each family writes by markers of its own, and says which family it met.\n"
    "- What it does not read: docs/which-family.md. A row is better where the family is known.\n";

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
  note_each("left out: ", left_out);
  return left_out.empty() ? exit_done : exit_malformed;
}

const Dialect& row_of(const std::string& name) {
  if (const Dialect* const row = find_dialect(name)) return *row;
  if (name == "auto") {
    throw Failure(exit_usage, "`auto` is made from all dialects and has no text of its own: NAME");
  }
  throw Failure(exit_usage,
                fmt::format("there is no dialect `{}`: NAME{} (tagstream dialects lists them)",
                            name, dialect_meant(name, false)));
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
  if (!format.empty() && arguments.name) {
    throw Failure(exit_usage, exclude_each_other("NAME", "--format"));
  }
  if (!format.empty()) return print(of_own(arguments, format));
  if (!arguments.name) return print(of_all(arguments));
  if (*arguments.name == "auto" && !arguments.json && !arguments.markdown) return print(about_auto);
  return print(of_one(row_of(*arguments.name), arguments));
}

}  // namespace tagstream::cli

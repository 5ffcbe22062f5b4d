#include <fmt/core.h>

#include "command.hpp"
#include "dialect_text.hpp"
#include "io/input.hpp"
#include "io/output.hpp"
#include "io/terminal.hpp"
#include "nearest.hpp"
#include "run.hpp"
#include "tagstream/grammar.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/json.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

// A row a line.
std::string rows_json() {
  std::string json;
  for (const Dialect& row : dialects()) {
    json += json.empty() ? "[\n" : ",\n";
    to_json(json, row);
  }
  return json + "\n]\n";
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

std::string of_own(const std::string& format, bool is_json) {
  const std::vector<std::string> all = value_of(inferences(format));
  if (!is_json) return format_as_text(format, all);
  std::string text;
  JsonWriter json(text);
  json.begin_object().field("text", format).key("inferences").begin_array();
  for (const std::string& one : all) json.value(one);
  json.end_array().end_object();
  return text + '\n';
}

constexpr std::string_view about_auto =
    "auto\n"
    "- No row: reads what each family writes by markers of its own, and says which family it met.\n"
    "- What it does not read: docs/which-family.md. A row is better where the family is known.\n";

std::string as_text(const DialectGuess& answer) {
  if (answer.rows.empty()) return "not known\n";
  std::string text = fmt::format("{}: {}\n", answer.rows[0]->name(), to_string(answer.sure));
  const auto add = [&](std::string_view what, const std::string& words) {
    if (!words.empty()) text += fmt::format("- {}: {}\n", what, words);
  };
  const std::span<const Dialect* const> alike = std::span(answer.rows).subspan(1);
  add("evidence", joined(answer.evidence, ", ", shown_marker));
  add("as good", joined(alike, ", ", [](const Dialect* row) { return row->name(); }));
  return text;
}

std::string as_json(const DialectGuess& answer) {
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("dialect");
  answer.rows.empty() ? json.null() : json.value(answer.rows[0]->name());
  json.field("sure", to_string(answer.sure)).key("asGood").begin_array();
  for (std::size_t i = 1; i < answer.rows.size(); ++i) json.value(answer.rows[i]->name());
  json.end_array().key("evidence").begin_array();
  for (const std::string& one : answer.evidence) json.value(one);
  json.end_array().end_object();
  return text + '\n';
}

DialectGuess answer_of(const Arguments& arguments) {
  if (!arguments.model.empty()) {
    const ModelGuess guess = find_model(arguments.model);
    if (guess.row == nullptr) return {};
    DialectGuess answer;
    answer.rows = {guess.row};
    answer.sure = guess.sure;
    answer.evidence = {std::string(guess.pattern)};
    if (guess.starts_in_reasoning) answer.evidence.emplace_back("its prompts open the reasoning");
    return answer;
  }
  const bool is_template = !arguments.template_file.empty();
  DialectGuess answer = is_template ? guess_template(read_all(arguments.template_file))
                                    : guess_dialect(read_all(arguments.guess_file));
  if (answer.starts_in_reasoning) {
    answer.evidence.emplace_back("it starts in reasoning (--start-in-reasoning)");
  }
  return answer;
}

int import_format(const std::string& path) {
  const ImportedFormat imported = in_file(path, import_response_template);
  print(imported.text);
  std::string notes;
  for (const std::string& one : imported.left_out) {
    notes += fmt::format("tagstream: left out: {}\n", printable(one));
  }
  static_cast<void>(write_error(notes));
  return notes.empty() ? exit_done : exit_malformed;
}

int print_grammar(const Arguments& arguments) {
  std::string format = arguments.parse.format;
  if (format.empty()) {
    if (!arguments.name)
      throw Failure(exit_usage, "say of which family: NAME, --format or its file");
    const Dialect* const row = find_dialect(*arguments.name);
    if (row == nullptr) throw Failure(exit_usage, unknown_dialect(*arguments.name, "NAME"));
    format = row->text();
  }
  const GrammarOptions options{*arguments.grammar, arguments.parse.start_in_reasoning};
  const Grammar grammar = in_file(arguments.tools_file, [&](const std::string& tools) {
    return make_grammar(format, tools, options);
  });
  std::string notes;
  for (const std::string& one : grammar.not_constrained) {
    notes += fmt::format("tagstream: {}\n", printable(one));
  }
  static_cast<void>(write_error(notes));
  return print(grammar.text);
}

}  // namespace

int dialects_command(Arguments& arguments) {
  if (!arguments.import_file.empty()) return import_format(arguments.import_file);
  const bool asks =
      !arguments.model.empty() || !arguments.guess_file.empty() || !arguments.template_file.empty();
  if (asks) {
    const DialectGuess answer = answer_of(arguments);
    return print(arguments.json ? as_json(answer) : as_text(answer),
                 answer.rows.empty() ? exit_nothing_found : exit_done);
  }
  add_format(arguments);
  if (arguments.grammar) return print_grammar(arguments);
  if (!arguments.parse.format.empty()) {
    return print(of_own(arguments.parse.format, arguments.json));
  }
  if (!arguments.name) return print(of_all(arguments));
  if (*arguments.name == "auto" && !arguments.json && !arguments.markdown) return print(about_auto);
  const Dialect* const row = find_dialect(*arguments.name);
  if (row == nullptr) throw Failure(exit_usage, unknown_dialect(*arguments.name, "NAME"));
  return print(of_one(*row, arguments));
}

}  // namespace tagstream::cli

#include <fmt/core.h>

#include "command.hpp"
#include "io/input.hpp"
#include "io/output.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/json.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

// A marker in one line: a line end in it is `\n`.
std::string shown_marker(std::string_view marker) { return replaced(marker, {{'\n', "\\n"}}); }

std::string as_text(const Guess& answer) {
  if (answer.dialects.empty()) return "not known\n";
  std::string text =
      fmt::format("{}: {}\n", answer.dialects[0]->name(), answer.is_certain ? "certain" : "likely");
  const auto add = [&](std::string_view what, const std::string& words) {
    if (!words.empty()) text += fmt::format("- {}: {}\n", what, words);
  };
  const std::span<const Dialect* const> alike = std::span(answer.dialects).subspan(1);
  add("evidence", joined(answer.evidence, ", ", shown_marker));
  if (answer.starts_in_reasoning) text += "- it starts in reasoning: --start-in-reasoning\n";
  add("as good", joined(alike, ", ", [](const Dialect* row) { return row->name(); }));
  return text;
}

std::string as_json(const Guess& answer) {
  std::string text;
  to_json(text, answer);
  return text + '\n';
}

Guess of_text(const Arguments& arguments) {
  const bool is_template = !arguments.template_file.empty();
  const std::string file = arguments.files.empty() ? "-" : arguments.files[0];
  Guess answer = is_template ? guess_template(read_all(arguments.template_file))
                             : guess_answer(read_all(file));
  return answer;
}

}  // namespace

int guess_command(Arguments& arguments) {
  const std::string& model = arguments.options.model;
  const bool has_file = !arguments.files.empty();
  if (arguments.files.size() > 1) throw Failure(exit_usage, "one FILE at a time: FILE");
  if (has_file && !model.empty())
    throw Failure(exit_usage, "only one of them at a time: FILE and --model");
  if (has_file && !arguments.template_file.empty()) {
    throw Failure(exit_usage, "only one of them at a time: FILE and --template");
  }
  const Guess answer = model.empty() ? of_text(arguments) : guess_model(model);
  return print(arguments.json ? as_json(answer) : as_text(answer),
               answer.dialects.empty() ? exit_nothing_found : exit_done);
}

}  // namespace tagstream::cli

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "base/bad_option.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "format_hint.hpp"
#include "guess/models.hpp"
#include "io/input.hpp"
#include "io/output.hpp"
#include "io/terminal.hpp"
#include "missed.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/json.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

std::string as_text(const Guess& answer) {
  if (answer.dialects.empty()) return {};
  std::string text =
      fmt::format("{}: {}\n", answer.dialects[0]->name(), answer.is_certain ? "certain" : "likely");
  const auto add = [&](std::string_view what, const std::string& words) {
    if (!words.empty()) text += fmt::format("- {}: {}\n", what, words);
  };
  const std::span<const Dialect* const> alike = std::span(answer.dialects).subspan(1);
  add("evidence", joined(answer.evidence, ", ", in_one_line));
  if (answer.starts_in_reasoning) text += "- it starts in reasoning: --start-in-reasoning\n";
  add("as good", joined(alike, ", ", [](const Dialect* row) { return row->name(); }));
  return text;
}

// Prints the guess. If nothing is known, says `nothing` on standard error. Returns the exit code.
int print(const Guess& guess, std::string_view nothing, bool as_json, Output& output) {
  if (as_json) {
    std::string json;
    to_json(json, guess);
    output.line(json);
  } else {
    output.text(as_text(guess));
  }
  output.flush();
  if (!guess.dialects.empty()) return exit_done;
  write_message(nothing);
  return exit_nothing_found;
}

// @param where  the name of the file in messages; empty: it needs none
int print_guess_of(const std::string& file, const std::string& where, bool as_json,
                   Output& output) {
  if (!guess_model(file).dialects.empty() && access(file.c_str(), F_OK) != 0) {
    throw Failure(exit_usage, fmt::format("no such file: {0}; did you mean `--model {0}`?", file));
  }
  const std::string text = read_all(file);
  // Lines of JSON may be calls.
  const Guess guess = is_stream(looks_like(text)) ? Guess() : guess_answer(text);
  const std::string nothing = guess.dialects.empty() ? nothing_guessed(text) : "";
  return print(guess, said_with_place(nothing, where), as_json, output);
}

}  // namespace

int guess_command(Arguments& arguments) {
  Output output;
  if (const std::string& model = arguments.options.model; !model.empty()) {
    const bool is_dialect = find_dialect(model) != nullptr;
    std::string hint = is_dialect ? fmt::format(": it is a dialect: --dialect {}", model)
                                  : did_you_mean(nearest_model(model));
    if (hint.empty()) hint = ": guess FILE, an answer of it, or --template FILE may tell";
    const std::string nothing =
        fmt::format("no dialect is known for the model `{}`{}", model, hint);
    return print(guess_model(model), nothing, arguments.json, output);
  }
  if (const std::string& file = arguments.template_file; !file.empty()) {
    return print(guess_template(read_all(file)), "no dialect is known for this chat template",
                 arguments.json, output);
  }
  std::vector<std::string> files = arguments.files;
  if (files.empty()) files.emplace_back("-");
  int code = exit_done;
  for (const std::string& file : files) {
    const bool is_named = files.size() > 1;
    if (is_named) output.set_file(file);
    try {
      const int its = print_guess_of(file, is_named ? file : "", arguments.json, output);
      code = std::max(code, its);
    } catch (const Failure& failure) {
      if (!is_named) throw;
      write_message(failure.what());
      code = std::max<int>(code, failure.code());
    }
  }
  return code;
}

}  // namespace tagstream::cli

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>

#include "base/bad_option.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "guess/models.hpp"
#include "io/input.hpp"
#include "io/output.hpp"
#include "io/terminal.hpp"
#include "missed.hpp"
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

// The guess, and the message for the case that nothing is known.
struct Answer {
  Guess guess;
  std::string nothing;
};

Answer answer_of_file(const std::string& file) {
  if (!guess_model(file).dialects.empty() && access(file.c_str(), F_OK) != 0) {
    throw Failure(exit_usage, fmt::format("no such file: {0}; did you mean `--model {0}`?", file));
  }
  const std::string text = read_all(file);
  Guess guess = guess_answer(text);
  std::string nothing = guess.dialects.empty() ? nothing_guessed(text) : "";
  return {std::move(guess), std::move(nothing)};
}

// Prints the answer, and says on standard error if nothing is known. Returns the exit code.
int print(const Answer& answer, bool as_json, Output& output, const std::string& where) {
  if (as_json) {
    std::string json;
    to_json(json, answer.guess);
    output.line(json);
  } else {
    output.text(as_text(answer.guess));
  }
  output.flush();
  if (!answer.guess.dialects.empty()) return exit_done;
  write_message(said_with_place(answer.nothing, where));
  return exit_nothing_found;
}

}  // namespace

int guess_command(Arguments& arguments) {
  Output output;
  if (const std::string& model = arguments.options.model; !model.empty()) {
    std::string hint = did_you_mean(nearest_model(model));
    if (hint.empty()) hint = ": guess FILE, an answer of it, or --template FILE may tell";
    return print(
        {guess_model(model), fmt::format("no dialect is known for the model `{}`{}", model, hint)},
        arguments.json, output, {});
  }
  if (const std::string& file = arguments.template_file; !file.empty()) {
    return print({guess_template(read_all(file)), "no dialect is known for this chat template"},
                 arguments.json, output, {});
  }
  std::vector<std::string> files = arguments.files;
  if (files.empty()) files.emplace_back("-");
  int code = exit_done;
  for (const std::string& file : files) {
    const bool is_named = files.size() > 1;
    if (is_named) output.set_file(file);
    try {
      code =
          std::max(code, print(answer_of_file(file), arguments.json, output, is_named ? file : ""));
    } catch (const Failure& failure) {
      if (!is_named) throw;
      write_message(failure.what());
      code = std::max<int>(code, failure.code());
    }
  }
  return code;
}

}  // namespace tagstream::cli

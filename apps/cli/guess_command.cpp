#include <fmt/core.h>
#include <unistd.h>

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

Answer answer_to(const Arguments& arguments) {
  if (const std::string& model = arguments.options.model; !model.empty()) {
    return {guess_model(model), fmt::format("no dialect is known for the model `{}`{}", model,
                                            did_you_mean(nearest_model(model)))};
  }
  if (const std::string& file = arguments.template_file; !file.empty()) {
    return {guess_template(read_all(file)), "no dialect is known for this chat template"};
  }
  const std::string file = arguments.name.value_or("-");
  if (!guess_model(file).dialects.empty() && access(file.c_str(), F_OK) != 0) {
    throw Failure(exit_usage, fmt::format("no such file: {0}: did you mean `--model {0}`?", file));
  }
  const std::string text = read_all(file);
  Guess guess = guess_answer(text);
  std::string nothing = guess.dialects.empty() ? nothing_guessed(text) : "";
  return {std::move(guess), std::move(nothing)};
}

}  // namespace

int guess_command(Arguments& arguments) {
  const Answer answer = answer_to(arguments);
  const bool is_known = !answer.guess.dialects.empty();
  std::string text;
  if (arguments.json) {
    to_json(text, answer.guess);
    text += '\n';
  } else {
    text = as_text(answer.guess);
  }
  const int code = print(text, is_known ? exit_done : exit_nothing_found);
  if (!is_known) {
    static_cast<void>(write_error(fmt::format("tagstream: {}\n", printable(answer.nothing))));
  }
  return code;
}

}  // namespace tagstream::cli

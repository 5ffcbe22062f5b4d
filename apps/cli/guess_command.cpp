#include <fmt/core.h>
#include <unistd.h>

#include "base/bad_option.hpp"
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

// A marker in one line, with `\n` for a line end.
std::string shown_marker(std::string_view marker) { return replaced(marker, {{'\n', "\\n"}}); }

std::string as_text(const Guess& answer) {
  if (answer.dialects.empty()) return {};
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
  const std::string file = arguments.files.empty() ? "-" : arguments.files[0];
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
  const std::string& model = arguments.options.model;
  const bool has_file = !arguments.files.empty();
  if (arguments.files.size() > 1) throw Failure(exit_usage, "more than one FILE: guess takes one");
  if (has_file && !model.empty()) throw Failure(exit_usage, exclude_each_other("FILE", "--model"));
  if (has_file && !arguments.template_file.empty()) {
    throw Failure(exit_usage, exclude_each_other("FILE", "--template"));
  }
  const Answer answer = answer_to(arguments);
  const bool is_known = !answer.guess.dialects.empty();
  const std::string text = arguments.json ? as_json(answer.guess) : as_text(answer.guess);
  const int code = print(text, is_known ? exit_done : exit_nothing_found);
  if (!is_known) {
    static_cast<void>(write_error(fmt::format("tagstream: {}\n", printable(answer.nothing))));
  }
  return code;
}

}  // namespace tagstream::cli

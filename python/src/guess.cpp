#include "tagstream/guess.hpp"

#include <nanobind/nanobind.h>

#include <string_view>

#include "bind.hpp"
#include "names.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

Members certainties("Certainty");

nb::object model_guess(nb::handle object) {
  const Input name(object);
  const ModelGuess guess = find_model(name.view());
  nb::object dialect = guess.row == nullptr ? nb::none() : to_str(guess.row->name(), Mode::str);
  return type_named("ModelGuess")(dialect, certainties[guess.sure],
                                  to_str(guess.pattern, Mode::str), guess.starts_in_reasoning);
}

nb::object to_object(const DialectGuess& guess) {
  nb::list names;
  for (const Dialect* row : guess.rows) names.append(to_str(row->name(), Mode::str));
  nb::list evidence;
  for (std::string_view one : guess.evidence) evidence.append(to_str(one, Mode::bytes));
  return type_named("DialectGuess")(nb::tuple(names), certainties[guess.sure], nb::tuple(evidence),
                                    guess.starts_in_reasoning);
}

// The text is read once for each row, so even a short one takes long.
template <DialectGuess (*guess)(std::string_view)>
nb::object guessed(nb::handle object) {
  const Input text(object);
  const std::string_view view = text.view();
  return to_object(unlocked(keeps_lock + 1, [view] { return guess(view); }));
}

}  // namespace

void bind_guess(nb::module_& module) {
  module.def(
      "find_model", &model_guess, nb::arg("name"),
      nb::sig("def find_model(name: str | typing_extensions.Buffer) -> "
              "tagstream._types.ModelGuess"),
      "The family of the model called `name`, as hubs, servers and files name it. A model that was "
      "made from another one, or whose family writes in several ways, is only likely.");
  module.def(
      "guess_dialect", &guessed<guess_dialect>, nb::arg("answer"),
      nb::sig("def guess_dialect(answer: str | typing_extensions.Buffer) -> "
              "tagstream._types.DialectGuess"),
      "The family for an answer of a model: each reads it, and those are the best that leave no "
      "marker unread and find the most calls.");
  module.def("guess_template", &guessed<guess_template>, nb::arg("chat_template"),
             nb::sig("def guess_template(chat_template: str | typing_extensions.Buffer) -> "
                     "tagstream._types.DialectGuess"),
             "The family for a chat template, by the literals that it holds.");
}

}  // namespace tagstream::python

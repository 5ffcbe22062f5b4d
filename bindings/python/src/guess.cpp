#include "tagstream/guess.hpp"

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "bind.hpp"
#include "names.hpp"
#include "options.hpp"
#include "tagstream/advise.hpp"
#include "tagstream/json.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

nb::object to_object(const Guess& guess) {
  nb::list names;
  for (const Dialect* row : guess.dialects) names.append(to_str(row->name(), Mode::str));
  nb::list evidence;
  for (std::string_view one : guess.evidence) evidence.append(to_str(one, Mode::bytes));
  return type_named("Guess")(nb::tuple(names), guess.is_certain, nb::tuple(evidence),
                             guess.starts_in_reasoning);
}

// Guesses without the interpreter's lock: an answer is read once for each dialect, so even a short
// one takes long.
template <Guess (*guess)(std::string_view)>
nb::object guessed(nb::handle object) {
  const Input text(object);
  const std::string_view view = text.view();
  return to_object(unlocked(keeps_lock + 1, [view] { return guess(view); }));
}

// The advice as a tuple of objects.
nb::object advised(const nb::args& arguments, const nb::kwargs& keywords) {
  const nb::object object = first_of(arguments, "no text: advise takes it first, without a name");
  const Rules rules = make_rules(after_first(arguments), keywords).rules;
  const Input text(object);
  const std::string_view view = text.view();
  static Words kinds;
  nb::list all;
  for (const Advice& advice :
       unlocked(keeps_lock + 1, [&] { return tagstream::advise(view, rules); })) {
    nb::list finds;
    for (const EventKind kind : advice.finds) finds.append(kinds[kind]);
    const nb::object json =
        nb::module_::import_("json").attr("loads")(to_str(to_json(advice), Mode::str));
    all.append(type_named("Advice")(json["options"], nb::tuple(finds)));
  }
  return nb::tuple(all);
}

}  // namespace

void bind_guess(nb::module_& module) {
  module.def(
      "guess_model", &guessed<guess_model>, nb::arg("name"),
      nb::sig("def guess_model(name: str | typing_extensions.Buffer) -> "
              "tagstream._types.Guess"),
      "The family of the model called `name`, as hubs, servers and files name it. A model that was "
      "made from another one, or whose family writes in several ways, is only likely.");
  module.def(
      "guess_answer", &guessed<guess_answer>, nb::arg("answer"),
      nb::sig("def guess_answer(answer: str | typing_extensions.Buffer) -> "
              "tagstream._types.Guess"),
      "The family for an answer of a model: each reads it, and those are the best that leave no "
      "marker unread and find the most calls.");
  module.def("guess_template", &guessed<guess_template>, nb::arg("chat_template"),
             nb::sig("def guess_template(chat_template: str | typing_extensions.Buffer) -> "
                     "tagstream._types.Guess"),
             "The family for a chat template, by the literals that it holds.");
  const std::string words = with_options(
      "Other options with which more is found in a text: `read(text, **{**options, "
      "**advice.options})`. Each was tried on the text. Reads its first 64 KiB up to 15 times, and "
      "perhaps once more for each dialect.");
  module.def("advise", &advised,
             nb::sig("def advise(text: str | typing_extensions.Buffer, rules: Rules = ..., /, "
                     "**options: typing_extensions.Unpack[tagstream._options.Options]) -> "
                     "tuple[tagstream._types.Advice, ...]"),
             words.c_str());
}

}  // namespace tagstream::python

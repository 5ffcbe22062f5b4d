#include <nanobind/nanobind.h>

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/choice_words.hpp"
#include "bind.hpp"
#include "dialects/dialects_that_write.hpp"
#include "dialects/family.hpp"
#include "events.hpp"
#include "names.hpp"
#include "options.hpp"
#include "options/option_table.hpp"
#include "tagstream/diagnostic.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/message.hpp"
#include "tagstream/version.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

nb::object dialect_names() {
  nb::list names;
  for (const Dialect& row : dialects()) names.append(to_str(row.name(), Mode::str));
  return nb::tuple(names);
}

template <class Words>
nb::tuple strings(const Words& words) {
  nb::list list;
  for (const auto& word : words) list.append(to_str(word, Mode::str));
  return nb::tuple(list);
}

nb::object dialect_named(nb::handle object) {
  const Input name(object);
  const Dialect* const row = find_dialect(name.view());
  if (row == nullptr) {
    std::vector<std::string_view> names;
    for (const Dialect& one : dialects()) names.push_back(one.name());
    raise(PyExc_ValueError, "there is no dialect `" + std::string(name.view()) + '`' +
                                did_you_mean(nearest_word(name.view(), names)) +
                                " (tagstream.dialects() lists them)");
  }
  return type_named("Dialect")(to_str(row->name(), Mode::str), strings(row->aliases()),
                               to_str(row->text(), Mode::str), strings(row->sources()),
                               strings(row->evidence()), strings(inferences(*row)));
}

// A line of a format. The parts are texts and words of the notation in turns.
nb::object format_line(const nb::list& parts) {
  std::vector<std::string> kept;
  for (const nb::handle part : parts) kept.push_back(to_bytes(part, Mode::str));
  const std::vector<std::string_view> views(kept.begin(), kept.end());
  return to_str(notation::line_of(views), Mode::str);
}

nb::object dialects_that_write(nb::handle format) {
  const Input text(format);
  nb::list names;
  for (const Dialect* row : notation::dialects_that_write(text.view()))
    names.append(to_str(row->name(), Mode::str));
  return nb::tuple(names);
}

template <class Enum>
nb::object words() {
  nb::list list;
  for (const char* word : words_of<Enum>) list.append(nb::str(word));
  return list;
}

// A built-in function that calls one of nanobind's. `inspect` finds no signature of the latter.
PyObject* forward(PyObject* function, PyObject* arguments, PyObject* keywords) {
  return PyObject_Call(function, arguments, keywords);
}

struct Definition {
  std::string name;
  std::string words;
  PyMethodDef method;
};

nb::object with_signature(nb::handle function, nb::handle signature) {
  static std::deque<Definition> kept;  // Python points into them
  Definition& one = kept.emplace_back();
  one.name = to_bytes(function.attr("__name__"), Mode::str);
  one.words = one.name + to_bytes(signature, Mode::str) + "\n--\n\n" +
              to_bytes(function.attr("__nb_signature__")[0][1], Mode::str);
  one.method = {one.name.c_str(), reinterpret_cast<PyCFunction>(forward),
                METH_VARARGS | METH_KEYWORDS, one.words.c_str()};
  const nb::str module("tagstream");
  PyObject* const made = PyCFunction_NewEx(&one.method, function.ptr(), module.ptr());
  if (made == nullptr) throw nb::python_error();
  return nb::steal(made);
}

nb::object all_words() {
  nb::dict all;
  all["EventKind"] = words<EventKind>();
  all["Code"] = words<Code>();
  return all;
}

}  // namespace

}  // namespace tagstream::python

NB_MODULE(_core, module) {
  using namespace tagstream::python;
  module.doc() = "The library, as Python sees it. Import tagstream instead.";
  bind_rules(module);
  bind_events(module);
  bind_readers(module);
  bind_message(module);
  bind_tree(module);
  bind_columns(module);
  bind_rewriter(module);
  bind_guess(module);
  bind_wire(module);
  bind_methods(module);
  module.def("dialects", &dialect_names, nb::sig("def dialects() -> tuple[str, ...]"),
             "The names of the model families, sorted.");
  module.def("dialect", &dialect_named, nb::arg("name"),
             nb::sig("def dialect(name: str | typing_extensions.Buffer) -> "
                     "tagstream._types.Dialect"),
             "The model family with this name or alias: what it writes, as the text of a format.");
  module.def("_format_line", &format_line, nb::arg("parts"),
             nb::sig("def _format_line(parts: list[str]) -> str"),
             "A line of a format, of text that stands for itself and words such as NAME in turns.");
  module.def("_dialects_that_write", &dialects_that_write, nb::arg("format"),
             nb::sig("def _dialects_that_write(format: str) -> tuple[str, ...]"),
             "The dialects that have all lines of the format, the nearest first.");
  module.def("version", &tagstream::version, nb::sig("def version() -> str"),
             "The version of the library.");
  module.def("_with_signature", &with_signature,
             nb::sig("def _with_signature(function: object, signature: str, /) -> typing.Any"),
             "The function, with a signature that inspect finds.");
  module.def("_words", &all_words, nb::sig("def _words() -> dict[str, list[str]]"),
             "The words of the enums, for tests.");
  module.def("_warn_of_leaks", &nb::set_leak_warnings,
             nb::sig("def _warn_of_leaks(is_on: bool, /) -> None"),
             "Whether nanobind says at the end what is still there.");
  module.def(
      "_nothing", [](nb::handle, nb::handle) {},
      nb::sig("def _nothing(a: object, b: object, /) -> None"),
      "Does nothing: what a call costs, for benchmarks.");
}

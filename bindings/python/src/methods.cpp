#include <nanobind/nanobind.h>

#include <array>
#include <cstddef>
#include <deque>
#include <string>
#include <utility>

#include "bind.hpp"
#include "text.hpp"

namespace tagstream::python {

namespace {

constexpr std::size_t most = 64;
std::array<PyObject*, most> nanobinds;  // of the methods with these numbers; their classes own them

// Calls nanobind's method with the argument, or without one if it is null.
template <std::size_t Number>
PyObject* call(PyObject* self, PyObject* argument) {
  return PyObject_CallFunctionObjArgs(nanobinds[Number], self, argument, nullptr);
}

template <std::size_t... Number>
constexpr std::array<PyCFunction, most> calls(std::index_sequence<Number...> /*all*/) {
  return {call<Number>...};
}

struct Definition {
  std::string name;
  std::string words;
  PyMethodDef method;
};

// The parameter of `def feed(self, chunk: str | Buffer, /) -> list[Event]`; empty if there is none.
std::string parameter_of(const std::string& signature) {
  const std::string before = "(self, ";
  const std::size_t at = signature.find(before);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + before.size();
  return signature.substr(begin, signature.find(':', begin) - begin);
}

// `inspect` finds no signature of nanobind's methods. So those without an underscore get a method
// of Python's own before them. All of them take nothing, or one argument without its name.
void sign_methods(nb::handle cls) {
  static constexpr auto functions = calls(std::make_index_sequence<most>{});
  static std::deque<Definition> kept;  // Python points into them
  nb::list own;
  nb::dict members;
  members.update(cls.attr("__dict__"));
  for (const auto& [key, value] : members) {
    Definition one;
    one.name = to_bytes(key, Mode::str);
    if (one.name.starts_with('_') || !nb::hasattr(value, "__nb_signature__")) continue;
    const nb::object overloads = value.attr("__nb_signature__");
    std::string typed;
    std::string parameter;
    for (const nb::handle overload : overloads) {
      const std::string signature = to_bytes(overload[0], Mode::str).substr(4);  // behind `def `
      if (typed.empty()) parameter = parameter_of(signature);
      typed += "\n" + signature;
    }
    const nb::object sentence = overloads[0][1];
    one.words = one.name + (parameter.empty() ? "($self, /)" : "($self, " + parameter + ", /)") +
                "\n--\n\n" + (sentence.is_none() ? "" : to_bytes(sentence, Mode::str) + "\n") +
                typed;
    const std::size_t number = kept.size();
    if (number == most) nb::raise("there are more than %zu methods", most);
    Definition& last = kept.emplace_back(std::move(one));
    last.method = {last.name.c_str(), functions[number], parameter.empty() ? METH_NOARGS : METH_O,
                   last.words.c_str()};
    PyObject* const made =
        PyDescr_NewMethod(reinterpret_cast<PyTypeObject*>(cls.ptr()), &last.method);
    if (made == nullptr) throw nb::python_error();
    nanobinds[number] = value.ptr();
    own.append(value);
    nb::setattr(cls, key, nb::steal(made));
  }
  nb::setattr(cls, "_of_nanobind", nb::tuple(own));
}

// For what makes the stubs: nanobind's methods know the types.
void unsign_methods(nb::handle cls) {
  for (const nb::handle method : cls.attr("_of_nanobind"))
    nb::setattr(cls, method.attr("__name__"), method);
  nb::delattr(cls, "_of_nanobind");
}

}  // namespace

void bind_methods(nb::module_& module) {
  module.def("_sign_methods", &sign_methods, nb::sig("def _sign_methods(cls: type, /) -> None"),
             "Gives the methods of a class signatures that inspect finds.");
  module.def("_unsign_methods", &unsign_methods,
             nb::sig("def _unsign_methods(cls: type, /) -> None"), "Takes them away again.");
}

}  // namespace tagstream::python

#include "names.hpp"

#include <map>
#include <string>

namespace tagstream::python {

nb::handle type_named(const char* name) {
  static auto* const known = new std::map<std::string, nb::object>();  // outlives the interpreter
  nb::object& type = (*known)[name];
  if (!type.is_valid()) type = nb::module_::import_("tagstream._types").attr(name);
  return type;
}

void Words::load(std::size_t index, const char* word) {
  if (index >= words_.size()) words_.resize(index + 1);
  words_[index] = PyUnicode_InternFromString(word);
  if (words_[index] == nullptr) throw nb::python_error();
}

nb::object to_span(const Span& span, const Offsets& offsets) {
  static const nb::handle type = type_named("Span");
  return type(offsets(span.start), offsets(span.end));
}

nb::object to_attributes(const std::vector<Attribute>& attributes, Mode mode) {
  static const nb::handle type = type_named("Attribute");
  nb::list list;
  for (const Attribute& one : attributes) {
    nb::object value = one.has_value ? to_str(one.value, mode) : nb::none();
    list.append(type(to_str(one.name, mode), value));
  }
  return type_named("Attributes")(list);
}

std::string name_of(nb::handle name) {
  if (!PyUnicode_Check(name.ptr())) throw nb::type_error("the name is not a str");
  return to_bytes(name, Mode::str);
}

nb::object to_value(Code code, Mode) {
  static auto* const codes = new Words();  // outlives the interpreter
  return (*codes)[code];
}

namespace {

[[noreturn]] void throw_it(nb::handle exception) {
  PyErr_SetObject(exception.type().ptr(), exception.ptr());
  throw nb::python_error();
}

}  // namespace

void raise(const Error& error, const Offsets& offsets, nb::object message_so_far) {
  if (error.code == Code::bad_option) raise_option(error.option, error.message);
  const nb::object sentence = to_str(error.message, Mode::str);
  const nb::object exception =
      error.code == Code::limit_exceeded
          ? type_named("LimitError")(sentence, offsets(error.offset), message_so_far)
          : type_named("SnapshotError")(sentence, offsets(error.offset));
  throw_it(exception);
}

void raise_option(std::string_view option, std::string_view sentence) {
  throw_it(type_named("OptionError")(to_str(sentence, Mode::str), to_str(option, Mode::str)));
}

void raise_unknown_option(std::string_view option, std::string_view sentence) {
  const nb::object exception = nb::borrow(PyExc_TypeError)(to_str(sentence, Mode::str));
  exception.attr("option") = to_str(option, Mode::str);
  throw_it(exception);
}

// nanobind's own exceptions accept only UTF-8 without a zero byte, so the exception is set by hand.
void raise(nb::handle type, std::string_view sentence) {
  PyErr_SetObject(type.ptr(), to_str(sentence, Mode::str).ptr());
  throw nb::python_error();
}

void forgive(nb::handle expected) {
  if (PyErr_Occurred() == nullptr) return;
  if (PyErr_ExceptionMatches(expected.ptr()) == 0) throw nb::python_error();
  PyErr_Clear();
}

std::optional<std::size_t> size_of(nb::handle value) {
  if (PyBool_Check(value.ptr())) return std::nullopt;
  const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
  if (!number.is_valid()) {
    forgive(PyExc_TypeError);
    return std::nullopt;
  }
  const std::size_t size = PyLong_AsSize_t(number.ptr());
  if (PyErr_Occurred() == nullptr) return size;
  forgive(PyExc_OverflowError);
  return std::nullopt;
}

nb::object to_repr(const char* name, const nb::dict& fields) {
  std::string text = std::string(name) + '(';
  const char* separator = "";
  for (auto [key, value] : fields) {
    text += separator + to_bytes(key, Mode::str) + '=';
    text += to_bytes(nb::repr(value), Mode::str);
    separator = ", ";
  }
  return to_str(text + ')', Mode::str);
}

}  // namespace tagstream::python

#include "text.hpp"

#include <string>

namespace tagstream::python {

namespace {

const char* errors_of(Mode mode) { return mode == Mode::str ? "surrogatepass" : "surrogateescape"; }

std::string_view view_of(nb::handle bytes) {
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(bytes.ptr(), &data, &size) != 0) throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

nb::object encoded(nb::handle str, const char* errors) {
  return nb::steal(PyUnicode_AsEncodedString(str.ptr(), "utf-8", errors));
}

}  // namespace

Input::Input(nb::handle object) {
  if (PyUnicode_Check(object.ptr())) {
    Py_ssize_t size = 0;
    if (const char* data = PyUnicode_AsUTF8AndSize(object.ptr(), &size)) {
      owner_ = nb::borrow(object);
      view_ = {data, static_cast<std::size_t>(size)};
      return;
    }
    PyErr_Clear();  // a lone surrogate
    owner_ = encoded(object, "surrogatepass");
    if (!owner_.is_valid()) throw nb::python_error();
    view_ = view_of(owner_);
    return;
  }
  mode_ = Mode::bytes;
  if (PyBytes_CheckExact(object.ptr())) {
    owner_ = nb::borrow(object);
  } else {  // the buffer may change while it is read, so it is copied
    nb::object buffer = nb::steal(PyMemoryView_FromObject(object.ptr()));
    if (!buffer.is_valid()) {
      PyErr_Clear();
      const std::string type = nb::str(object.type().attr("__name__")).c_str();
      throw nb::type_error(("text is a str, or bytes or another buffer, and not " + type).c_str());
    }
    owner_ = nb::steal(PyBytes_FromObject(buffer.ptr()));
    if (!owner_.is_valid()) throw nb::python_error();
  }
  view_ = view_of(owner_);
}

nb::object to_str(std::string_view text, Mode mode) {
  const auto size = static_cast<Py_ssize_t>(text.size());
  PyObject* str = PyUnicode_DecodeUTF8(text.data(), size, errors_of(mode));
  if (str == nullptr && mode == Mode::str) {
    PyErr_Clear();
    str = PyUnicode_DecodeUTF8(text.data(), size, errors_of(Mode::bytes));
  }
  if (str == nullptr) throw nb::python_error();
  return nb::steal(str);
}

std::string to_bytes(nb::handle str, Mode mode) {
  Py_ssize_t size = 0;
  if (const char* data = PyUnicode_AsUTF8AndSize(str.ptr(), &size)) {
    return {data, static_cast<std::size_t>(size)};
  }
  PyErr_Clear();
  nb::object bytes = encoded(str, errors_of(mode));
  if (!bytes.is_valid()) {
    PyErr_Clear();
    bytes = encoded(str, "surrogatepass");
  }
  if (!bytes.is_valid()) throw nb::python_error();
  return std::string(view_of(bytes));
}

}  // namespace tagstream::python

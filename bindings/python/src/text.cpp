#include "text.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace tagstream::python {

namespace {

const char* errors_of(Mode mode) { return mode == Mode::str ? "surrogatepass" : "surrogateescape"; }

bool is_ascii(std::string_view text) {
  const char* at = text.data();
  std::size_t left = text.size();
  std::uint64_t seen = 0;
  for (; left >= 8; left -= 8, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    seen |= word;
  }
  for (; left > 0; --left, ++at) seen |= static_cast<std::uint64_t>(*at & 0x80);
  return (seen & 0x8080808080808080U) == 0;
}

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

void CodePoints::add(std::string_view chunk) {
  if (size_ == 0 && is_ascii(chunk)) {
    ascii_ += chunk.size();
    return;
  }
  if (size_ == 0) {
    const auto first = std::find_if(chunk.begin(), chunk.end(), [](char c) { return c < 0; });
    const auto before = static_cast<std::size_t>(first - chunk.begin());
    ascii_ += before;
    chunk.remove_prefix(before);
    before_.push_back(0);
  }
  for (const char c : chunk) {
    if (size_ % 64 == 0) starts_.push_back(0);
    const bool is_start = (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    starts_.back() |= static_cast<std::uint64_t>(is_start) << (size_ % 64);
    if (++size_ % 512 == 0) {
      std::uint64_t count = before_.back();
      for (std::size_t i = starts_.size() - 8; i < starts_.size(); ++i) {
        count += static_cast<std::uint64_t>(std::popcount(starts_[i]));
      }
      before_.push_back(count);
    }
  }
}

std::uint64_t CodePoints::before(std::uint64_t offset) const {
  if (offset <= ascii_) return offset;
  const std::uint64_t at = offset - ascii_;
  std::uint64_t count = ascii_ + before_[at / 512];
  for (std::uint64_t i = at / 512 * 8; i < at / 64; ++i) {
    count += static_cast<std::uint64_t>(std::popcount(starts_[i]));
  }
  if (at % 64 == 0) return count;
  const std::uint64_t mask = (std::uint64_t{1} << (at % 64)) - 1;
  return count + static_cast<std::uint64_t>(std::popcount(starts_[at / 64] & mask));
}

}  // namespace tagstream::python

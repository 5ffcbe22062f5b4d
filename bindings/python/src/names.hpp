#pragma once

#include <nanobind/nanobind.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "describe/parts.hpp"
#include "tagstream/attribute.hpp"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/limits.hpp"
#include "text.hpp"

/// Makes objects of the classes that the Python part of the package defines: tuples and
/// exceptions. `EventKind::content` becomes `tagstream.EventKind.CONTENT`.
namespace tagstream::python {

/// A class or function of `tagstream._types`, looked up once and never released.
[[nodiscard]] nb::handle type_named(const char* name);

/// The words of an enum as `str`: the same objects as the constants of its class in Python, since
/// both are interned.
class Words {
 public:
  template <class E>
  nb::object operator[](E value) {
    const auto index = static_cast<std::size_t>(value);
    if (index >= words_.size() || words_[index] == nullptr) load(index, to_string(value));
    return nb::borrow(words_[index]);
  }

 private:
  void load(std::size_t index, const char* word);

  std::vector<PyObject*> words_;  // by enumerator, up to the largest one used so far
};

[[nodiscard]] nb::object to_span(const Span& span, const Offsets& offsets = {});
[[nodiscard]] nb::object to_attributes(const std::vector<Attribute>& attributes, Mode mode);
/// The bytes of a name, which is a str.
[[nodiscard]] std::string name_of(nb::handle name);

// ---- parts -----------------------------------------------------------------------------------

/// A value of a part as Python has it.
[[nodiscard]] nb::object to_value(Code code, Mode mode);
[[nodiscard]] inline nb::object to_value(std::string_view text, Mode mode) {
  return to_str(text, mode);
}
[[nodiscard]] inline nb::object to_value(const Span& span, Mode) { return to_span(span); }
[[nodiscard]] inline nb::object to_value(const std::vector<Attribute>& attributes, Mode mode) {
  return to_attributes(attributes, mode);
}
template <std::integral T>
[[nodiscard]] nb::object to_value(T value, Mode) {
  return nb::cast(value);
}
[[nodiscard]] inline nb::object to_value(double value, Mode) { return nb::float_(value); }
template <describe::HasFields Part>
[[nodiscard]] nb::object to_value(const Part& part, Mode mode);
template <class T>
[[nodiscard]] nb::object to_value(const std::optional<T>& value, Mode mode) {
  return value ? to_value(*value, mode) : nb::none();
}
template <class Part>
[[nodiscard]] nb::object to_value(const std::vector<Part>& parts, Mode mode) {
  nb::list list;
  for (const Part& part : parts) list.append(to_value(part, mode));
  return nb::tuple(list);
}

/// The tuple of `tagstream._types` with the name of a part, and with its fields by their names.
template <describe::HasFields Part>
nb::object to_value(const Part& part, Mode mode) {
  nb::dict keywords;
  describe::each_field<Part>([&](auto row) { keywords[row.name] = to_value(row.of(part), mode); });
  return type_named(describe::name_of<Part>)(**keywords);
}

/// Throws the exception for an error: OptionError, LimitError or SnapshotError.
/// @param message_so_far  for a LimitError: the message of the text read before
[[noreturn]] void raise(const Error& error, const Offsets& offsets = {},
                        nb::object message_so_far = nb::none());

/// Throws OptionError. @param option  the name of the option that is wrong; may be empty
[[noreturn]] void raise_option(std::string_view option, std::string_view sentence);

/// Throws TypeError for an option that does not exist. The exception has its name as `option`.
[[noreturn]] void raise_unknown_option(std::string_view option, std::string_view sentence);

/// Throws an exception with this sentence, which may have any bytes.
[[noreturn]] void raise(nb::handle type, std::string_view sentence);

/// Clears the current exception if it is of the type `expected`, so that the caller can throw a
/// better one. Any other exception, such as KeyboardInterrupt, is thrown again.
void forgive(nb::handle expected);

/// The value as a size; null if it is not an integer in that range.
[[nodiscard]] std::optional<std::size_t> size_of(nb::handle value);

/// `Name(field=value, ...)`
[[nodiscard]] nb::object to_repr(const char* name, const nb::dict& fields);

}  // namespace tagstream::python

#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/attribute.hpp"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/limits.hpp"
#include "text.hpp"

/// What the Python part of the package defines and this part makes: enums, tuples, exceptions.
namespace tagstream::python {

/// A class or function of `tagstream._types`. It stays for ever.
[[nodiscard]] nb::handle type_named(const char* name);

/// The members of a StrEnum of `tagstream._types`, by the words of the enumerators.
class Members {
 public:
  explicit Members(const char* enum_name) : name_(enum_name) {}

  template <class E>
  nb::object operator[](E value) {
    const auto index = static_cast<std::size_t>(value);
    if (index >= members_.size() || members_[index] == nullptr) load(index, to_string(value));
    return nb::borrow(members_[index]);
  }

 private:
  void load(std::size_t index, const char* word);

  const char* name_;
  std::vector<PyObject*> members_;  // as many as have been asked for
};

[[nodiscard]] nb::object to_span(const Span& span, const Offsets& offsets = {});
[[nodiscard]] nb::object to_attributes(const std::vector<Attribute>& attributes, Mode mode);
/// The bytes of a name, which is a str.
[[nodiscard]] std::string name_of(nb::handle name);
[[nodiscard]] nb::object to_stats(const Stats& stats);

/// The exception for it: ValueError, LimitError or SnapshotError.
/// @param message_so_far  of a LimitError: what had been read
[[noreturn]] void raise(const Error& error, const Offsets& offsets = {},
                        nb::object message_so_far = nb::none());

/// The same for a sentence of our own, which may quote any text.
[[noreturn]] void raise(nb::handle type, std::string_view sentence);

/// Forgets that a value is of the wrong kind, for a sentence of our own. What else was raised, such
/// as KeyboardInterrupt, says nothing about the value, and goes on.
void forgive(nb::handle expected);

/// The number, if it is one that can be a size.
[[nodiscard]] std::optional<std::size_t> size_of(nb::handle value);

/// `Name(field=value, ...)`
[[nodiscard]] nb::object to_repr(const char* name, const nb::dict& fields);

}  // namespace tagstream::python

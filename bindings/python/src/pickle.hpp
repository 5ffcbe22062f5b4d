#pragma once

#include <nanobind/nanobind.h>

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "describe/field.hpp"
#include "tagstream/event.hpp"

/// Converts values to tuples of plain Python values and back, for `pickle` and `copy`. One function
/// `fields(archive, value)` for each type of value serves both directions: with a Packer it writes
/// the fields, with an Unpacker it reads them.
namespace tagstream::python {

namespace nb = nanobind;

/// The fields of a part of a message are those of its table, in its order.
template <class Archive, describe::HasFields Part>
void fields(Archive& archive, Part& part) {
  describe::each_field<Part>([&](auto row) {
    if constexpr (row.is_stored) archive(part.*row.member);
  });
}

/// Writes fields.
class Packer {
 public:
  template <class... Fields>
  void operator()(Fields&... values) {
    (add(values), ...);
  }
  [[nodiscard]] nb::tuple state() const { return nb::tuple(list_); }

 private:
  void add(bool value) { list_.append(nb::bool_(value)); }
  void add(double value) { list_.append(nb::float_(value)); }
  template <class T>
  void add(std::optional<T>& value) {
    value ? add(*value) : list_.append(nb::none());
  }
  void add(std::integral auto value) { list_.append(nb::int_(value)); }
  void add(const std::string& value) { list_.append(nb::bytes(value.data(), value.size())); }
  void add(const nb::object& value) { list_.append(value.is_valid() ? value : nb::none()); }
  void add(const Span& span) { (*this)(span.start, span.end); }
  template <describe::HasFields Part>
  void add(Part& part) {
    Packer packer;
    fields(packer, part);
    list_.append(packer.state());
  }
  template <class E>
  requires std::is_enum_v<E>
  void add(E value) { add(static_cast<int>(value)); }
  template <class T>
  void add(std::vector<T>& values) {
    nb::list list;
    for (T& value : values) {
      Packer packer;
      fields(packer, value);
      list.append(packer.state());
    }
    list_.append(nb::tuple(list));
  }

  nb::list list_;
};

/// Reads fields.
class Unpacker {
 public:
  explicit Unpacker(nb::tuple state) : state_(std::move(state)) {}

  template <class... Fields>
  void operator()(Fields&... values) {
    (take(values), ...);
  }

 private:
  nb::object next() {
    if (at_ == state_.size()) throw nb::value_error("this pickle is of another version");
    return state_[at_++];
  }
  template <class T>
  requires std::is_arithmetic_v<T>
  void take(T& value) { value = nb::cast<T>(next()); }
  template <class E>
  requires std::is_enum_v<E>
  void take(E& value) { value = static_cast<E>(nb::cast<int>(next())); }
  template <class T>
  void take(std::optional<T>& value) {
    const nb::object given = next();
    if (given.is_none()) return;
    if constexpr (describe::HasFields<T>) {
      Unpacker unpacker(nb::cast<nb::tuple>(given));
      fields(unpacker, value.emplace());
    } else {
      value = nb::cast<T>(given);
    }
  }
  void take(std::string& value) {
    const auto bytes = nb::cast<nb::bytes>(next());
    value.assign(bytes.c_str(), bytes.size());
  }
  void take(nb::object& value) {
    value = next();
    if (value.is_none()) value.reset();
  }
  void take(Span& span) { (*this)(span.start, span.end); }
  template <class T>
  void take(std::vector<T>& values) {
    for (nb::handle one : nb::cast<nb::tuple>(next())) {
      Unpacker unpacker(nb::cast<nb::tuple>(one));
      fields(unpacker, values.emplace_back());
    }
  }

  nb::tuple state_;
  std::size_t at_ = 0;
};

/// Replaces each lone surrogate in the texts of a value by U+FFFD. JSON would have three of them,
/// one for each byte that stands for the surrogate.
class Mender {
 public:
  template <class... Fields>
  void operator()(Fields&... values) {
    (mend(values), ...);
  }

 private:
  template <class T>
  void mend(T&) {}
  void mend(std::string& text) {
    for (std::size_t at = text.find('\xED'); at != text.npos; at = text.find('\xED', at + 1)) {
      const bool is_surrogate = at + 1 < text.size() && (text[at + 1] & 0xE0) == 0xA0;
      if (is_surrogate) text.replace(at, 3, "\xEF\xBF\xBD");
    }
  }
  template <describe::HasFields Part>
  void mend(std::optional<Part>& part) {
    if (part) fields(*this, *part);
  }
  template <class T>
  void mend(std::vector<T>& values) {
    for (T& value : values) fields(*this, value);
  }
};

/// Makes values of a bound class picklable. `after` is called for each unpickled value.
template <class T, class Class, class After>
void make_picklable(Class& bound, After after) {
  bound.def(
      "__getstate__",
      [](const T& self) {
        T copy = self;
        Packer packer;
        fields(packer, copy);
        return packer.state();
      },
      nb::sig("def __getstate__(self) -> tuple[object, ...]"));
  bound.def(
      "__setstate__",
      [after](T* self, nb::tuple state) {
        T value;
        Unpacker unpacker(std::move(state));
        fields(unpacker, value);
        after(value);
        new (self) T(std::move(value));
      },
      nb::sig("def __setstate__(self, state: tuple[object, ...], /) -> None"));
}

template <class T, class Class>
void make_picklable(Class& bound) {
  make_picklable<T>(bound, [](T&) {});
}

/// Makes an immutable object its own copy: `copy` and `deepcopy` return the object itself.
template <class Class>
void make_own_copy(Class& bound, const std::string& name) {
  // nanobind keeps the pointers only while it defines the function.
  const std::string copy = "def __copy__(self) -> " + name;
  const std::string deepcopy = "def __deepcopy__(self, memo: object, /) -> " + name;
  bound.def(
      "__copy__", [](nb::object self) { return self; }, nb::sig(copy.c_str()));
  bound.def(
      "__deepcopy__", [](nb::object self, nb::handle) { return self; }, nb::sig(deepcopy.c_str()));
}

}  // namespace tagstream::python

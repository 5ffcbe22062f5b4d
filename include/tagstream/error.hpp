#pragma once

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <variant>

#include "tagstream/code.hpp"

namespace tagstream {

/// A failure: its kind, its place, and one plain sentence.
struct Error {
  Code code = Code::bad_option;  ///< which kind of failure
  std::uint64_t offset = 0;  ///< bytes from the start of the stream; of a wrong option, from the
                             ///< start of its value, if that is a format or JSON, else 0
  std::string message;       ///< one line, without a full stop at its end
  std::string option{};      ///< the option that is wrong, if it is one: the message begins
                             ///< with this name and a colon
};

/// A value or an `Error`. The names are those of `std::expected`, which gcc 12 lacks in C++20.
template <class T>
class [[nodiscard]] Result {
 public:
  /// A function can return a value or an error; both convert to a result.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  /// True if there is a value.
  explicit operator bool() const noexcept { return has_value(); }
  /// As `operator bool`.
  [[nodiscard]] bool has_value() const noexcept { return state_.index() == 0; }

  /// The value. If there is none, the program ends: the error's sentence goes to standard error.
  [[nodiscard]] T& value() & {
    must();
    return **this;
  }
  [[nodiscard]] const T& value() const& {
    must();
    return **this;
  }
  [[nodiscard]] T value() && {
    must();
    return *std::move(*this);
  }
  [[nodiscard]] T value() const&& {
    must();
    return *std::move(*this);
  }

  /// The value, or `otherwise` if there is none.
  template <class U>
  [[nodiscard]] T value_or(U&& otherwise) const& {
    return has_value() ? **this : static_cast<T>(std::forward<U>(otherwise));
  }
  template <class U>
  [[nodiscard]] T value_or(U&& otherwise) && {
    return has_value() ? *std::move(*this) : static_cast<T>(std::forward<U>(otherwise));
  }

  /// Precondition: there is a value.
  [[nodiscard]] T& operator*() & { return *checked(std::get_if<0>(&state_)); }
  [[nodiscard]] const T& operator*() const& { return *checked(std::get_if<0>(&state_)); }
  /// The value of a temporary, by value, since a reference would not outlive the temporary.
  [[nodiscard]] T operator*() && { return std::move(*checked(std::get_if<0>(&state_))); }
  [[nodiscard]] T operator*() const&& { return *checked(std::get_if<0>(&state_)); }
  /// A member of the value. Precondition: there is a value.
  [[nodiscard]] T* operator->() & { return checked(std::get_if<0>(&state_)); }
  [[nodiscard]] const T* operator->() const& { return checked(std::get_if<0>(&state_)); }
  const T* operator->() const&& = delete;  // the pointer would outlive the value

  /// Precondition: there is no value.
  [[nodiscard]] const Error& error() const& { return *checked(std::get_if<1>(&state_)); }
  [[nodiscard]] Error error() && { return std::move(*checked(std::get_if<1>(&state_))); }
  [[nodiscard]] Error error() const&& { return *checked(std::get_if<1>(&state_)); }

 private:
  template <class P>
  static P* checked(P* pointer) {
    assert(pointer != nullptr);
    return pointer;
  }

  // std::expected throws here; this library does not.
  void must() const {
    if (has_value()) return;
#ifndef __wasm__  // a module prints nothing: it would need a function of its host
    std::fprintf(stderr, "tagstream: %s\n", error().message.c_str());
#endif
    std::abort();
  }

  std::variant<T, Error> state_;
};

}  // namespace tagstream

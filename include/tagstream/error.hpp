#pragma once

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace tagstream {

/// What went wrong. The numbers are stable: values are only ever appended.
enum class Errc : std::uint8_t {
  limit_exceeded = 1,     ///< a limit with `LimitPolicy::error` was reached; the reader has stopped
  bad_option = 2,         ///< the options contradict each other or name something impossible
  finished = 3,           ///< `feed` was called after `finish`; call `reset` first
  snapshot_mismatch = 4,  ///< a snapshot does not begin with the one before
};

/// The word used for `code` in messages and JSON, for example "limit-exceeded".
[[nodiscard]] const char* to_string(Errc code) noexcept;

/// A failure: its kind, where in the stream it happened, and one plain sentence.
struct Error {
  Errc code = Errc::bad_option;
  std::uint64_t offset = 0;  ///< bytes from the start of the stream; 0 for option errors
  std::string message;       ///< one line without a final full stop
};

/// A value or an `Error`. The names are those of `std::expected`, which gcc 12 lacks in C++20.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  /// True if there is a value.
  explicit operator bool() const noexcept { return state_.index() == 0; }

  /// Precondition: there is a value.
  [[nodiscard]] T& operator*() & { return *checked(std::get_if<0>(&state_)); }
  [[nodiscard]] const T& operator*() const& { return *checked(std::get_if<0>(&state_)); }
  /// Of a temporary, by value: `for (const Event& event : *filter.feed(chunk))` is safe.
  [[nodiscard]] T operator*() && { return std::move(*checked(std::get_if<0>(&state_))); }
  [[nodiscard]] T* operator->() { return checked(std::get_if<0>(&state_)); }
  [[nodiscard]] const T* operator->() const { return checked(std::get_if<0>(&state_)); }

  /// Precondition: there is no value.
  [[nodiscard]] const Error& error() const { return *checked(std::get_if<1>(&state_)); }

 private:
  template <class P>
  static P* checked(P* pointer) {
    assert(pointer != nullptr);
    return pointer;
  }

  std::variant<T, Error> state_;
};

}  // namespace tagstream

#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tagstream/offsets.hpp"

/// Converts Python's text to bytes and back.
///
///   str     becomes UTF-8, a lone surrogate three bytes; offsets count code points
///   bytes   are not changed; bytes that are not UTF-8 come out as surrogate escapes; offsets count
///           bytes
///
/// For "é<b>" the tag <b> is at 1 in a str, and at 2 in bytes.
namespace tagstream::python {

namespace nb = nanobind;

enum class Mode : std::uint8_t { unset, str, bytes };

/// The UTF-8 of a `str`, or the bytes of an object with a buffer. It keeps the object alive.
class Input {
 public:
  /// Throws TypeError if the object is neither.
  explicit Input(nb::handle object);

  [[nodiscard]] std::string_view view() const { return view_; }
  [[nodiscard]] Mode mode() const { return mode_; }
  /// The object that keeps the text alive.
  [[nodiscard]] const nb::object& owner() const { return owner_; }

 private:
  nb::object owner_;
  std::string_view view_;
  Mode mode_ = Mode::str;
};

/// The text as a `str`. It accepts any bytes.
[[nodiscard]] nb::object to_str(std::string_view text, Mode mode);

/// The bytes of a `str` that `to_str` has made. It is the inverse of `to_str`.
[[nodiscard]] std::string to_bytes(nb::handle str, Mode mode);

/// Converts byte offsets to the caller's units.
class Offsets {
 public:
  Offsets() = default;
  Offsets(Mode mode, const TextOffsets& points) : points_(mode == Mode::str ? &points : nullptr) {}
  [[nodiscard]] std::uint64_t operator()(std::uint64_t offset) const {
    return points_ == nullptr ? offset : points_->of(offset);
  }

 private:
  const TextOffsets* points_ = nullptr;
};

/// Guards a reader, which belongs to one thread at a time. A finalizer that runs meanwhile may not
/// use the reader either.
class Turn {
 public:
  /// Throws RuntimeError if the reader is in use.
  explicit Turn(bool& is_busy) : is_busy_(is_busy) {
    if (is_busy_) throw std::runtime_error("a reader belongs to one thread at a time");
    is_busy_ = true;
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { is_busy_ = false; }

 private:
  bool& is_busy_;
};

/// Texts longer than this are read without the interpreter's lock.
inline constexpr std::size_t keeps_lock = 4096;

/// Runs `work`. If there are more than `keeps_lock` bytes, it runs without the interpreter's lock.
template <class Work>
decltype(auto) unlocked(std::size_t bytes, Work work) {
  if (bytes <= keeps_lock) return work();
  nb::gil_scoped_release released;
  return work();
}

}  // namespace tagstream::python

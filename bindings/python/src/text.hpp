#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// How Python's text comes in and goes out.
///
///   str     UTF-8 inside, lone surrogates as three bytes; offsets count code points
///   bytes   as they are; what is not UTF-8 comes out as surrogate escapes; offsets count bytes
namespace tagstream::python {

namespace nb = nanobind;

enum class Mode : std::uint8_t { unset, str, bytes };

/// The UTF-8 of a `str`, or the bytes of anything that has a buffer. It keeps alive what it views.
class Input {
 public:
  /// Throws TypeError if it is neither.
  explicit Input(nb::handle object);

  [[nodiscard]] std::string_view view() const { return view_; }
  [[nodiscard]] Mode mode() const { return mode_; }
  /// Who keeps the text alive.
  [[nodiscard]] const nb::object& owner() const { return owner_; }

 private:
  nb::object owner_;
  std::string_view view_;
  Mode mode_ = Mode::str;
};

/// The text as a `str`. It never fails because of its bytes.
[[nodiscard]] nb::object to_str(std::string_view text, Mode mode);

/// The bytes of a `str` that `to_str` has made.
[[nodiscard]] std::string to_bytes(nb::handle str, Mode mode);

/// Code points before each byte of a text. Nothing is stored for what is ASCII alone; after that
/// one bit for each byte, and one number for each 512.
class CodePoints {
 public:
  void add(std::string_view chunk);
  void reset() { *this = CodePoints(); }

  /// Code points before the byte `offset`, which is at most what has been added.
  [[nodiscard]] std::uint64_t before(std::uint64_t offset) const;

 private:
  std::uint64_t ascii_ = 0;            // bytes before the first one that is not ASCII
  std::uint64_t size_ = 0;             // bytes after those
  std::vector<std::uint64_t> starts_;  // a bit for each byte: a code point begins here
  std::vector<std::uint64_t> before_;  // starts before each 512 of them
};

/// Turns byte offsets into those that the caller counts in.
class Offsets {
 public:
  Offsets() = default;
  Offsets(Mode mode, const CodePoints& points) : points_(mode == Mode::str ? &points : nullptr) {}
  [[nodiscard]] std::uint64_t operator()(std::uint64_t offset) const {
    return points_ == nullptr ? offset : points_->before(offset);
  }

 private:
  const CodePoints* points_ = nullptr;
};

/// One reader belongs to one thread at a time; a finalizer may not use it either.
class Turn {
 public:
  /// Throws RuntimeError if it is someone's turn.
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

/// Runs `work`, without the interpreter's lock if there are many bytes to read.
template <class Work>
decltype(auto) unlocked(std::size_t bytes, Work work) {
  if (bytes <= keeps_lock) return work();
  nb::gil_scoped_release released;
  return work();
}

}  // namespace tagstream::python

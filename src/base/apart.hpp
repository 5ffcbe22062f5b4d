#pragma once

// A value that is allocated apart from its owner, so that an owner without it stays small. It is
// copied with its owner.
//
//   Apart<Line> line;              empty: line == nullptr
//   line.make();                   a new Line
//   Apart<Line> other = line;      another Line with the same content

#include <cstddef>
#include <memory>
#include <utility>

namespace tagstream {

template <class T>
class Apart {
 public:
  Apart() = default;
  Apart(const Apart& other) : value_(other.value_ ? std::make_unique<T>(*other.value_) : nullptr) {}
  Apart(Apart&&) noexcept = default;
  Apart& operator=(const Apart& other) {
    if (this != &other) *this = Apart(other);
    return *this;
  }
  Apart& operator=(Apart&&) noexcept = default;
  ~Apart() = default;

  /// Makes a value in the place of the one that was there.
  template <class... Arguments>
  T& make(Arguments&&... arguments) {
    value_ = std::make_unique<T>(std::forward<Arguments>(arguments)...);
    return *value_;
  }
  void reset() { value_.reset(); }
  /// Gives the value away, and leaves this object empty.
  [[nodiscard]] std::unique_ptr<T> take() { return std::move(value_); }

  [[nodiscard]] T* get() const { return value_.get(); }
  [[nodiscard]] T& operator*() const { return *value_; }
  [[nodiscard]] T* operator->() const { return value_.get(); }
  [[nodiscard]] friend bool operator==(const Apart& apart, std::nullptr_t) {
    return apart.value_ == nullptr;
  }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace tagstream

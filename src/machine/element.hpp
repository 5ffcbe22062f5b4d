#pragma once

// The opening tag or marker of a section, while the section is open.
//
//   <file name="a.c">      name() is `file`, raw() is the whole tag
//   [THINK]                name() and raw() are the marker
//   opened by the prompt   name() is the name, raw() is empty

#include <cstdint>
#include <string_view>

#include "tagstream/event.hpp"

namespace tagstream {

class Element {
 public:
  Element() = default;
  /// An opening tag as written, whose name is the `name_size` bytes after its '<'.
  Element(std::uint64_t start, std::string_view raw, std::uint32_t name_size)
      : start_(start), text_(raw), name_size_(name_size) {}
  /// A marker.
  Element(std::uint64_t start, std::string_view marker) : start_(start), text_(marker) {}
  /// An element that the prompt has opened. `name` must outlive it.
  static Element implied(std::string_view name) {
    Element element(0, name);
    element.is_implied_ = true;
    return element;
  }

  [[nodiscard]] std::uint64_t start() const { return start_; }
  [[nodiscard]] std::string_view name() const {
    return name_size_ == 0 ? text_ : text_.substr(1, name_size_);
  }
  /// The tag or marker as written; empty if the prompt has opened the element.
  [[nodiscard]] std::string_view raw() const { return is_implied_ ? std::string_view() : text_; }
  /// The same element with its text in `copy`, which has the same bytes.
  [[nodiscard]] Element in(std::string_view copy) const {
    Element element = *this;
    element.text_ = copy;
    return element;
  }
  /// Fills in the event's name, raw tag and `is_implied_open`.
  void describe(Event& event) const {
    event.name = name();
    event.raw = raw();
    event.is_implied_open = is_implied_;
  }

 private:
  std::uint64_t start_ = 0;
  std::string_view text_;
  std::uint32_t name_size_ = 0;  // 0: a marker, or implied
  bool is_implied_ = false;
};

}  // namespace tagstream

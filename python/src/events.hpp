#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <span>
#include <string>

#include "tagstream/event.hpp"
#include "tagstream/event.hpp"
#include "tagstream/thought.hpp"
#include "text.hpp"

/// Events that own what they say.
namespace tagstream::python {

/// An opening tag or marker. Its texts are made when they are asked for.
struct PyElement {
  PyElement() = default;
  PyElement(const Element& element, const Offsets& offsets, Mode its_mode);

  /// A view of this one, as the library has it.
  [[nodiscard]] Element element() const;
  [[nodiscard]] AttributeRange attributes() const { return element().attributes(); }

  std::uint64_t start = 0;
  std::string text;  // the tag or marker; the name of what the prompt has opened
  std::uint32_t name_size = 0;
  bool is_implied = false;
  Mode mode = Mode::str;

  /// The same, whatever it was read from.
  friend bool operator==(const PyElement& a, const PyElement& b) {
    return a.start == b.start && a.text == b.text && a.name_size == b.name_size &&
           a.is_implied == b.is_implied;
  }
};

struct PyCall : PyElement {
  PyCall() = default;
  PyCall(const Call& call, const Offsets& offsets, Mode its_mode);

  /// A view of this one, as the library has it; part of it stands in `detail`.
  [[nodiscard]] Call call(CallDetail& detail) const;

  Span span;
  std::string tool, arguments, id, message;
  std::uint64_t index = 0;
  std::uint64_t offset = 0;
  Code error = Code::none;
  bool has_index = false;
  bool has_started = false;
  bool is_repaired = false;
  bool is_recovered = false;

  friend bool operator==(const PyCall&, const PyCall&) = default;
};

struct PyEvent {
  EventKind kind = EventKind::content;
  Code code = Code::none;
  bool is_closed = false;
  bool is_truncated = false;
  bool is_recorded = false;
  Mode mode = Mode::str;
  Span span;
  nb::object text;
  nb::object element;  // an Element, a Call, or not set
};

struct PyThoughtEvent {
  ThoughtEventKind kind = ThoughtEventKind::content_delta;
  Code code = Code::none;
  bool has_attributes = false;
  bool has_type = false;
  bool is_closed = false;
  bool is_truncated = false;
  double confidence = 0.5;
  Span span;
  nb::object text;
  nb::object type;  // or not set
};

/// The call that an event spoke of last. The pieces of one call share it.
class LastCall {
 public:
  [[nodiscard]] nb::object share(const Call& call, const Offsets& offsets, Mode mode);

 private:
  nb::object object_;
};

/// Copies of the events, as a list. They may be gone after that.
[[nodiscard]] nb::object to_list(std::span<const Event> events, const Offsets& offsets, Mode mode,
                                 LastCall& last);
[[nodiscard]] nb::object to_list(std::span<const ThoughtEvent> events, const Offsets& offsets,
                                 Mode mode);

void bind_events(nb::module_& module);

}  // namespace tagstream::python

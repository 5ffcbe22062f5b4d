#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <string>

#include "tagstream/event.hpp"
#include "text.hpp"

/// Events that own their strings.
namespace tagstream::python {

/// An event for Python. Its span and offset are in the caller's units: code points or bytes.
class PyEvent {
 public:
  PyEvent() = default;
  PyEvent(const Event& event, Mode mode);

  [[nodiscard]] const Event& event() const { return event_; }  ///< `text` may be missing
  [[nodiscard]] Mode mode() const { return mode_; }
  [[nodiscard]] nb::object text() const;
  [[nodiscard]] nb::object str(std::string_view text) const { return to_str(text, mode_); }

  /// The event in the form of the library. @param text  gets the bytes that the event points to
  [[nodiscard]] Event view(std::string& text) const;

 private:
  Event event_;                               // points into `bytes_`
  std::shared_ptr<const std::string> bytes_;  // null: the event has no strings
  nb::object text_;                           // the text of a piece; else made on request
  Mode mode_ = Mode::str;
};

void bind_events(nb::module_& module);

}  // namespace tagstream::python

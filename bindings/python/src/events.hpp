#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <string>

#include "tagstream/event.hpp"
#include "text.hpp"

/// Events that own what they say.
namespace tagstream::python {

/// An event. Its span and offset are the caller's already.
class PyEvent {
 public:
  PyEvent() = default;
  PyEvent(const Event& event, Mode mode, bool is_native = false);

  [[nodiscard]] const Event& event() const { return event_; }  ///< `text` may be missing
  [[nodiscard]] Mode mode() const { return mode_; }
  [[nodiscard]] bool is_native() const { return is_native_; }
  [[nodiscard]] nb::object text() const;
  [[nodiscard]] nb::object str(std::string_view text) const { return to_str(text, mode_); }

  /// As the library has it. @param text  keeps what the event views
  [[nodiscard]] Event view(std::string& text) const;

 private:
  Event event_;                               // it views `bytes_`
  std::shared_ptr<const std::string> bytes_;  // null: there is nothing
  nb::object text_;                           // of pieces of text; else it is made when asked for
  Mode mode_ = Mode::str;
  bool is_native_ = false;
};

void bind_events(nb::module_& module);

}  // namespace tagstream::python

#pragma once

#include <nanobind/nanobind.h>

#include "tagstream/message.hpp"
#include "text.hpp"

namespace tagstream::python {

/// A message for Python. Its offsets are in the caller's units; its mode is that of its first
/// event.
struct PyMessage {
  Message message;
  Mode mode = Mode::unset;
};

}  // namespace tagstream::python

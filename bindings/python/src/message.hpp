#pragma once

#include <nanobind/nanobind.h>

#include "tagstream/message.hpp"
#include "text.hpp"

namespace tagstream::python {

/// A message. Its offsets are the caller's already; its mode is that of its first event.
struct PyMessage {
  Message message;
  Mode mode = Mode::unset;
};

}  // namespace tagstream::python

#pragma once

#include <nanobind/nanobind.h>

/// The parts of the module.
namespace tagstream::python {

namespace nb = nanobind;

void bind_readers(nb::module_& module);
void bind_message(nb::module_& module);
void bind_tree(nb::module_& module);
void bind_columns(nb::module_& module);
void bind_rewriter(nb::module_& module);
void bind_guess(nb::module_& module);
void bind_wire(nb::module_& module);
void bind_methods(nb::module_& module);

}  // namespace tagstream::python

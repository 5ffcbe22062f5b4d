#pragma once

#include <nanobind/nanobind.h>

/// The parts of the module, and what they share.
namespace tagstream::python {

namespace nb = nanobind;

void bind_readers(nb::module_& module);
void bind_message(nb::module_& module);
void bind_tree(nb::module_& module);
void bind_columns(nb::module_& module);
void bind_rewriter(nb::module_& module);
void bind_guess(nb::module_& module);

/// Compiled rules, given as such or as options; of a filter or a tool reader the list of rules may
/// stand first. Defined for the three kinds that there are.
template <class Rules, class Options>
[[nodiscard]] Rules make_rules(const nb::args& arguments, const nb::kwargs& keywords);

}  // namespace tagstream::python

#include <nanobind/nanobind.h>

#include "bind.hpp"
#include "events.hpp"
#include "names.hpp"
#include "options.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/version.hpp"

namespace tagstream::python {

namespace {

nb::object dialect_names() {
  nb::list names;
  for (const Dialect& row : dialects()) names.append(to_str(row.name, Mode::str));
  return nb::tuple(names);
}

}  // namespace

}  // namespace tagstream::python

NB_MODULE(_core, module) {
  using namespace tagstream::python;
  module.doc() = "The library, as Python sees it. Import tagstream instead.";
  bind_rules(module);
  bind_events(module);
  bind_readers(module);
  bind_message(module);
  bind_tree(module);
  bind_columns(module);
  module.def("dialects", &dialect_names, nb::sig("def dialects() -> tuple[str, ...]"),
             "The names of the model families, sorted.");
  module.def("version", &tagstream::version, nb::sig("def version() -> str"),
             "The version of the library.");
  module.def(
      "_nothing", [](nb::handle, nb::handle) {},
      nb::sig("def _nothing(a: object, b: object, /) -> None"),
      "Does nothing: what a call costs, for benchmarks.");
}

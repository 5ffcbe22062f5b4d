#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "readers/extractor.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/options.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/wire/rewriter.hpp"

/// Options as keyword arguments. Names, values and sentences are those of the library's table.
namespace tagstream::python {

namespace nb = nanobind;

/// What was given: names and values as `Options::set` takes them, one more for each part of a list.
using Given = std::vector<std::pair<std::string, std::string>>;

/// Compiled options, and what they were given as: so they can be pickled and compared.
struct PyRules {
  Rules rules;
  std::shared_ptr<const Given> given;
};

/// Throws TypeError for a keyword that there is not, ValueError for a value that can't be. Options
/// that were given a short time ago are not compiled again.
[[nodiscard]] PyRules make_rules(const nb::kwargs& keywords);
/// The same, or compiled rules as the one argument without a name.
[[nodiscard]] PyRules make_rules(const nb::args& arguments, const nb::kwargs& keywords);

[[nodiscard]] Extractor make_extractor(const nb::kwargs& keywords);

/// Takes out the options of a rewriter that no reader has.
[[nodiscard]] nb::kwargs take_options(const nb::kwargs& keywords, wire::RewriteOptions& options);

/// A number that is not negative; `Limits::none` for None.
[[nodiscard]] std::size_t read_size(const char* name, nb::handle value);

/// `words`, and under it these options, a line each.
[[nodiscard]] std::string with_options(const std::string& words,
                                       std::span<const OptionInfo> infos = option_infos());

void bind_rules(nb::module_& module);

}  // namespace tagstream::python

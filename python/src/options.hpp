#pragma once

#include <nanobind/nanobind.h>

#include "tagstream/extract.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/parse.hpp"
#include "tagstream/thought.hpp"
#include "readers/tokenizer.hpp"
#include "tagstream/tool.hpp"
#include "tagstream/wire/rewriter.hpp"

/// Options as keyword arguments, by the library's names; those of `Limits` beside them.
namespace tagstream::python {

namespace nb = nanobind;

/// Throws TypeError for a keyword that there is not, ValueError for a value that can't be.
void read_options(const nb::kwargs& keywords, FilterOptions& options);
void read_options(const nb::kwargs& keywords, ToolOptions& options);
void read_options(const nb::kwargs& keywords, ParseOptions& options);
void read_options(const nb::kwargs& keywords, ThoughtOptions& options);
void read_options(const nb::kwargs& keywords, ExtractOptions& options);
void read_options(const nb::kwargs& keywords, TokenizerOptions& options);

/// A number that is not negative; `Limits::none` for None.
[[nodiscard]] std::size_t read_size(const char* name, nb::handle value);

/// Reads those that are for a rewriter, and gives back the others.
[[nodiscard]] nb::kwargs take_options(const nb::kwargs& keywords, wire::RewriteOptions& options);

/// The list of rules that a filter or a tool reader may be given without its keyword.
[[nodiscard]] std::vector<Rule> read_rules(nb::handle list);

void bind_rules(nb::module_& module);

}  // namespace tagstream::python

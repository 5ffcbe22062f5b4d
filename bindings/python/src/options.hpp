#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/extract.hpp"
#include "tagstream/options.hpp"
#include "tagstream/reader.hpp"
#include "tagstream/wire/rewriter.hpp"

/// Options as keyword arguments: `Reader(dialect="qwen3", hide=["x"])`. Names, values and sentences
/// are those of the library's table.
namespace tagstream::python {

namespace nb = nanobind;

/// The options that were given: names and values for `Options::set`, one pair for each entry of a
/// list.
using Given = std::vector<std::pair<std::string, std::string>>;

/// Compiled options, with the names and values that were given, so that they can be pickled and
/// compared.
struct PyRules {
  Rules rules;
  std::shared_ptr<const Given> given;
};

/// Compiles options. Throws TypeError for an unknown keyword, and OptionError for a wrong value.
/// The same options, if used a short time ago, are not compiled again.
[[nodiscard]] PyRules make_rules(const nb::kwargs& keywords);
/// As above; compiled rules may also be given as the only positional argument.
[[nodiscard]] PyRules make_rules(const nb::args& arguments, const nb::kwargs& keywords);

[[nodiscard]] Extractor make_extractor(const nb::kwargs& keywords);

/// The first positional argument. Throws TypeError with the sentence `missing` if there is none.
[[nodiscard]] nb::object first_of(const nb::args& arguments, const char* missing);
/// The positional arguments after it.
[[nodiscard]] nb::args after_first(const nb::args& arguments);
/// Throws TypeError if there are positional arguments. @param option  the name of an option that
/// the first one may be meant for. @param usual  a value for it, as Python writes it
void refuse_unnamed(const nb::args& arguments, const char* option, const char* usual);

/// Finds the content of the first element of a name.
class Inner {
 public:
  /// Throws ValueError if `name` is not a tag name, and what `make_extractor` throws.
  Inner(nb::handle name, const nb::kwargs& keywords);

  /// The content; null if there is no such element. A view into `text`.
  [[nodiscard]] std::optional<std::string_view> read(std::string_view text);

 private:
  Extractor extractor_;
  Tree tree_;
};

/// Moves the options that only a rewriter has into `options`. Returns the other keywords.
[[nodiscard]] nb::kwargs take_options(const nb::kwargs& keywords, wire::RewriteOptions& options);

/// A number, or text such as "64K"; `Limits::none` for None.
[[nodiscard]] std::size_t read_size(const char* name, nb::handle value);

/// `words`, followed by one line for each of these options: a docstring.
[[nodiscard]] std::string with_options(const std::string& words,
                                       std::span<const OptionInfo> infos = option_infos());

void bind_rules(nb::module_& module);

}  // namespace tagstream::python

#include "options/own_format.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "base/bad_option.hpp"
#include "dialects/inferences.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

// The rules that follow from the lines of the format, one sentence each, as for a built-in dialect.
// The format is tried first, so a format that is refused elsewhere is refused here, too.
Result<std::vector<std::string>> inferences(std::string_view format) {
  const auto tried = format_tried(format);
  if (!tried) return bad_option("format: " + tried.error().message, tried.error().offset);
  return inferences_of(**tried);
}

}  // namespace tagstream

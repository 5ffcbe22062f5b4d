#include "readers/own_format.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "dialects/inferences.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

// As for a dialect: what follows from the lines, one sentence each.
Result<std::vector<std::string>> inferences(std::string_view format) {
  const auto tried = format_tried(format);
  if (!tried) return Error{Code::bad_option, 0, "format: " + tried.error().message};
  return inferences_of(**tried);
}

}  // namespace tagstream

// What follows from a format of your own. It is tried first, as before it reads.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/inferences.hpp"
#include "machine/program.hpp"
#include "readers/read_back.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/parse.hpp"

namespace tagstream {

Result<std::vector<std::string>> inferences(std::string_view format) {
  ParseOptions options{.format = std::string(format)};
  options.schemas = tools_to_try();  // a format whose tags are the tools' names needs some
  const Result<ParseRules> rules = ParseRules::make(std::move(options));
  if (!rules) return rules.error();
  return inferences_of(*rules->program()->format);
}

}  // namespace tagstream

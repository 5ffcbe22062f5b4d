// What follows from a format of your own, which is tried as it is when it is read by.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dialects/format_of.hpp"
#include "dialects/inferences.hpp"
#include "readers/read_back.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/parse.hpp"

namespace tagstream {

Result<std::vector<std::string>> inferences(std::string_view format) {
  ParseOptions options{.format = std::string(format)};
  options.schemas = tools_to_try();
  const Result<ParseRules> rules = ParseRules::make(std::move(options));
  if (!rules) return rules.error();
  const Result<notation::Family> family = notation::read_own_family(format);
  if (!family) return family.error();
  const Result<std::shared_ptr<const FamilyFormat>> made = format_of(*family);
  if (!made) return made.error();
  return inferences_of(**made);
}

}  // namespace tagstream

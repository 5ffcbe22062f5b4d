#include "options/family_behind.hpp"

#include <string>

#include "base/bad_option.hpp"
#include "dialects/format_of.hpp"

namespace tagstream {

// A format comes before a dialect, but checked options never have both. `auto` is refused with
// "dialect auto reads many formats and writes none: name one".
Result<notation::Family> family_behind(const Options& options, std::string_view none) {
  if (!options.format.empty()) return notation::read_own_family(options.format);
  if (const Dialect* const row = find_dialect(options.dialect)) return family_of(*row);
  return bad_option(options.dialect == "auto"
                        ? "dialect auto reads many formats and writes none: name one"
                        : std::string(none));
}

}  // namespace tagstream

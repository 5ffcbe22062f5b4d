#pragma once

#include <string>
#include <vector>

#include "formats/family_format.hpp"

namespace tagstream {

/// Sentences about what a reader does by this format, beyond what its lines show. For a format with
/// the line `ANSWER<eos>` one of them is "Taken out wherever it stands in text: `<eos>`."
[[nodiscard]] std::vector<std::string> inferences_of(const FamilyFormat& format);

}  // namespace tagstream

#pragma once

// What `auto` reads: what the families write by markers of their own. Where several write different
// bodies between the same tags, the body's first bytes decide.

#include <vector>

#include "formats/family_format.hpp"

namespace tagstream {

struct AutoFormats {
  ReasoningFormat reasoning{};  ///< what headers say
  ToolFormat tools{};           ///< what headers say
  std::vector<ReasoningFormat> spans{};
  std::vector<ToolFormat> calls{};
  WordList drop{};  ///< beside those of the spans
};

/// @lifetime the program's
[[nodiscard]] const AutoFormats& auto_formats();

}  // namespace tagstream

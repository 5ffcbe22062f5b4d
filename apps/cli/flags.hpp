#pragma once

#include <string>
#include <string_view>

namespace tagstream::cli {

/// The flag of an option of the library: `--max-tag-bytes` for `max_tag_bytes`.
[[nodiscard]] std::string flag_of(std::string_view option);

/// A sentence of the library with options named as flags: `--tools`, not `tools`.
[[nodiscard]] std::string with_flags(std::string_view sentence);

}  // namespace tagstream::cli

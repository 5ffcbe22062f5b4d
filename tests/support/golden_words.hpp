#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "tagstream/error.hpp"

namespace tagstream::testing {

/// The words of a golden case, read as the program reads those after `tagstream command`.
/// @error bad_option — what the program would say
Result<cli::Arguments> read_golden_words(std::string_view command,
                                         const std::vector<std::string>& words);

/// The schemas in a file. @error bad_option — there is no such file, or as `read_schemas`
Result<std::vector<ToolSchema>> schemas_in_file(const std::string& file);

}  // namespace tagstream::testing

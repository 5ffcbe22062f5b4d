#pragma once

#include "arguments.hpp"

namespace tagstream::cli {

// What commands do, once their words have been read. Each gives the program's exit code, or throws
// Failure or ClosedPipe.

int extract_command(Arguments& arguments);
int inner_command(Arguments& arguments);
int filter_command(Arguments& arguments);
int tools_command(Arguments& arguments);
int thoughts_command(Arguments& arguments);
int parse_command(Arguments& arguments);
int show_command(Arguments& arguments);
int dialects_command(Arguments& arguments);
int help_command(Arguments& arguments);
int completions_command(Arguments& arguments);

}  // namespace tagstream::cli

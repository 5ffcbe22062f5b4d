#pragma once

#include <string>

#include "body/schema_table.hpp"
#include "formats/call_body.hpp"
#include "tagstream/policy.hpp"

namespace tagstream {

/// How calls are read; outlives the readers.
struct CallPolicy {
  struct Options {
    BadCalls bad_calls = BadCalls::hide;
    bool strict_json = false;
    bool incremental = false;
    ToolChoice tool_choice = ToolChoice::automatic;
    std::string tool_name{};
    bool no_parallel = false;
    bool only_offered = false;
  };
  Options options;
  SchemaTable schemas;
};

}  // namespace tagstream

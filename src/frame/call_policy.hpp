#pragma once

#include <string>

#include "body/schema_table.hpp"
#include "formats/call_body.hpp"
#include "tagstream/policy.hpp"

namespace tagstream {

/// The options for calls, and the tools that were offered. A policy outlives its readers. With
/// `strict_json` the body `{'name': 'f'}` is the error `invalid_json`; without it, a call. With
/// `only_offered` a call of a tool that is not in `schemas` is the error `unknown_tool`.
struct CallPolicy {
  struct Options {
    BadCalls bad_calls = BadCalls::hide;
    bool strict_json = false;
    bool incremental = false;
    ToolChoice tool_choice = ToolChoice::automatic;
    std::string tool_name{};
    bool no_parallel = false;
    bool only_offered = false;
    std::vector<std::string> decoded{};  // parameters and tools whose arguments have entities
  };
  Options options;
  SchemaTable schemas;
};

}  // namespace tagstream

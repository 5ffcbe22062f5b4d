#pragma once

#include <string>

#include "tagstream/event.hpp"
#include "tagstream/json.hpp"
#include "tagstream/message.hpp"

namespace tagstream::testing {

/// Returns the JSON that `to_json` would append to a string. Example: as_json(event, &ids).
template <class... Values>
std::string as_json(const Values&... values) {
  std::string json;
  to_json(json, values...);
  return json;
}

}  // namespace tagstream::testing

#pragma once

#include <string>

#include "tagstream/event.hpp"
#include "tagstream/json.hpp"
#include "tagstream/message.hpp"

namespace tagstream::testing {

/// What `to_json` appends, as a string of its own: as_json(event, &ids).
template <class... Values>
std::string as_json(const Values&... values) {
  std::string json;
  to_json(json, values...);
  return json;
}

}  // namespace tagstream::testing

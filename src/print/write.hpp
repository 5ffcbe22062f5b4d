#pragma once

#include <span>

#include "json/json_writer.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream {

/// The field `attributes` of an event or a tag.
/// Of `<b x="1" y>` it is
/// [{"name":"x","value":"1","has_value":true},{"name":"y","value":"","has_value":false}].
///
inline void write_attributes(JsonWriter& json, std::span<const Attribute> attributes) {
  json.key("attributes").begin_array();
  for (const Attribute& attribute : attributes) {
    json.begin_object().field("name", attribute.name).field("value", attribute.value);
    json.field("has_value", attribute.has_value).end_object();
  }
  json.end_array();
}

}  // namespace tagstream

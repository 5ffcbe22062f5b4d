#pragma once

#include <span>

#include "json/json_writer.hpp"
#include "tagstream/attribute.hpp"
#include "tagstream/message.hpp"

namespace tagstream {

/// Writes the fields of a section, as they stand in a message.
void write_section(JsonWriter& json, const Section& section);

/// Writes the field `attributes` of an event or a tag. For `<b x="1" y>` its value is
///
///   [{"name":"x","value":"1","has_value":true},{"name":"y","value":"","has_value":false}]
///
/// An attribute without `=` has no value, so `has_value` is false.
inline void write_attributes(JsonWriter& json, std::span<const Attribute> attributes) {
  json.key("attributes").begin_array();
  for (const Attribute& attribute : attributes) {
    json.begin_object().field("name", attribute.name).field("value", attribute.value);
    json.field("has_value", attribute.has_value).end_object();
  }
  json.end_array();
}

}  // namespace tagstream

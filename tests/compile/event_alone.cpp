// Links, and does what it says: event.hpp needs no header beside it.
#include "tagstream/event.hpp"

int main() {
  tagstream::Event event;
  event.kind = tagstream::EventKind::section_start;
  event.name = "think";
  event.raw = "<think effort='a &amp; b'>";
  const bool has_attribute = event.attributes().size() == 1 &&
                             event.attribute("effort") == "a &amp; b" &&
                             tagstream::decode_entities(*event.attribute("effort")) == "a & b";
  const bool has_words = tagstream::to_string(event.kind) == std::string_view("section_start") &&
                         tagstream::to_string(event.code) == std::string_view("none");
  return has_attribute && has_words && tagstream::quotes_only(event) ? 0 : 1;
}

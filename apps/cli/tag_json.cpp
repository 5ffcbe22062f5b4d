#include "tag_json.hpp"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "event_json.hpp"

namespace tagstream::cli {

namespace {

// The siblings that are still to be written inside an element whose JSON is open.
struct Level {
  TagRange::iterator next;
  TagRange::iterator end;
  bool is_first = true;
};

Level children_of(const Tag& tag) { return {tag.children().begin(), tag.children().end()}; }

const char* to_word(bool is_true) { return is_true ? "true" : "false"; }

void append_names(std::string& target, const Tag& tag) {
  target += R"("name":)";
  target += json_string(tag.name());
  target += R"(,"attributes":)";
  target += attributes_json(tag.attributes());
}

void append_places(std::string& target, const Tag& tag) {
  fmt::format_to(std::back_inserter(target),
                 R"(,"startIndex":{},"endIndex":{},"contentStart":{},"contentEnd":{})"
                 R"(,"isClosed":{},"isSelfClosing":{})",
                 tag.start_index(), tag.end_index(), tag.content_start(), tag.content_end(),
                 to_word(tag.is_closed()), to_word(tag.is_self_closing()));
}

// All but the children and what ends the object.
void append_start(std::string& target, const Tag& tag) {
  target += '{';
  append_names(target, tag);
  target += R"(,"content":)";
  target += json_string(tag.content());
  target += R"(,"rawTag":)";
  target += json_string(tag.raw_tag());
  append_places(target, tag);
  target += R"(,"children":[)";
}

}  // namespace

void append_tag_json(std::string& target, const Tag& tag, const Spill& spill) {
  append_start(target, tag);
  std::vector<Level> open = {children_of(tag)};
  while (!open.empty()) {
    Level& level = open.back();
    if (level.next == level.end) {
      target += "]}";
      open.pop_back();
      continue;
    }
    const Tag child = *level.next++;
    if (!level.is_first) target += ',';
    level.is_first = false;
    append_start(target, child);
    spill(target);
    open.push_back(children_of(child));
  }
  spill(target);
}

std::string tag_json(const Tag& tag) {
  std::string json;
  append_tag_json(json, tag, [](std::string&) {});
  return json;
}

std::string flat_json(const Tag& tag, bool with_content, std::size_t indices_before) {
  const auto parent = tag.parent();
  std::string json = fmt::format(R"({{"index":{},"parent":)", tag.index() + indices_before);
  json += parent ? fmt::to_string(parent->index() + indices_before) : "null";
  json += fmt::format(R"(,"depth":{},)", tag.depth());
  append_names(json, tag);
  if (with_content) {
    json += R"(,"content":)";
    json += json_string(tag.content());
  }
  append_places(json, tag);
  return json + '}';
}

std::string diagnostic_json(const Diagnostic& diagnostic) {
  return fmt::format(R"({{"kind":"{}","offset":{},"line":{},"column":{},"name":{}}})",
                     to_string(diagnostic.kind), diagnostic.offset, diagnostic.line,
                     diagnostic.column, json_string(diagnostic.name));
}

}  // namespace tagstream::cli

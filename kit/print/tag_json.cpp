#include "print/tag_json.hpp"

#include <utility>

#include "print/write.hpp"
#include "tagstream/json.hpp"

// Writes a tag as JSON in one of two forms: with its children inside, or flat, one line for each
// tag, which names its parent by index. The flat lines of `A <b x="1">c <d>e</d></b>` begin
//
//   {"index":0,"parent":null,"depth":1,"name":"b",...
//   {"index":1,"parent":0,"depth":2,"name":"d",...
//
// and the first ends with "start":2,"end":25,"content_start":11,"content_end":21, its places in
// bytes, then `is_closed` and `is_self_closing`.

namespace tagstream {

namespace {

void write_names(JsonWriter& json, const Tag& tag) {
  json.field("name", tag.name());
  write_attributes(json, tag.attributes());
}

void write_places(JsonWriter& json, const Tag& tag) {
  json.field("start", tag.start()).field("end", tag.end());
  json.field("content_start", tag.content_start()).field("content_end", tag.content_end());
  json.field("is_closed", tag.is_closed()).field("is_self_closing", tag.is_self_closing());
}

}  // namespace

TagJson::TagJson(const Tag& tag, std::size_t max_content_depth)
    : tag_(tag), max_content_depth_(max_content_depth) {}

// Writes the object of `tag` up to the `[` of its list of children, which stays open.
void TagJson::begin(std::string& out, const Tag& tag) {
  JsonWriter json(out);
  json.begin_object();
  write_names(json, tag);
  if (tag.depth() <= max_content_depth_) json.field("content", tag.content());
  json.field("raw_tag", tag.raw_tag());
  write_places(json, tag);
  json.key("children").begin_array();
  open_.push_back({tag.children()});
}

// Writes one element more at each call. For <b><d/></b> the three calls append
// `{"name":"b",...,"children":[`, `{"name":"d",...,"children":[` and `]}]}`; the last one returns
// false. The open elements are a list, so that a tree of any depth needs no recursion.
bool TagJson::next(std::string& out) {
  if (!has_begun_) {
    has_begun_ = true;
    begin(out, tag_);
    return true;
  }
  while (!open_.empty()) {
    Level& level = open_.back();
    if (level.next != level.tags.size()) {
      if (level.next != 0) out += ',';
      const Tag child = level.tags[level.next++];
      if (level.next == level.tags.size()) level = {};  // deep trees are of single children
      begin(out, child);
      return true;
    }
    out += "]}";
    open_.pop_back();
  }
  return false;
}

void to_json(std::string& out, const Tag& tag) {
  TagJson json(tag);
  while (json.next(out)) {
  }
}

// {"tags":[...],"diagnostics":[...]}, the tags with their children inside.
void to_json(std::string& out, const Tree& tree) {
  const char* separator = "";
  out += R"({"tags":[)";
  for (const Tag& tag : tree.tags()) {
    out += std::exchange(separator, ",");
    for (TagJson json(tag, deepest_content); json.next(out);) {
    }
  }
  separator = "";
  out += R"(],"diagnostics":[)";
  for (const Diagnostic& diagnostic : tree.diagnostics()) {
    out += std::exchange(separator, ",");
    to_json(out, diagnostic);
  }
  out += "]}";
}

// With 10 indices before, the first tag of this tree has the index 10: the lines of several trees
// then number on.
void flat_to_json(std::string& out, const Tag& tag, bool with_content, std::size_t indices_before) {
  const auto parent = tag.parent();
  JsonWriter json(out);
  json.begin_object().field("index", tag.index() + indices_before).key("parent");
  if (parent) {
    json.value(parent->index() + indices_before);
  } else {
    json.null();
  }
  json.field("depth", tag.depth());
  write_names(json, tag);
  if (with_content) json.field("content", tag.content());
  write_places(json, tag);
  json.end_object();
}

void to_json(std::string& out, const Diagnostic& diagnostic) {
  JsonWriter json(out);
  json.begin_object().field("kind", to_string(diagnostic.kind));
  json.field("offset", diagnostic.offset).field("line", diagnostic.line);
  json.field("column", diagnostic.column).field("name", diagnostic.name).end_object();
}

}  // namespace tagstream

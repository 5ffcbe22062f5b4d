#include "partial_arguments.hpp"

#include "edits.hpp"
#include "json/json_writer.hpp"

namespace tagstream::wire {

namespace {

// The values ("$.a[0]", "x"), ("$.a[0]", "y") and ("$.b", 1) make {"a":["xy"],"b":1}.

constexpr std::size_t max_depth = 64;  // a longer path is refused

struct Step {
  std::string_view key;
  bool is_index = false;
};

// Takes the first step off a path: ".name", "[0]" or "['name']". Returns false if the path does not
// begin with a step.
bool take_step(std::string_view& path, Step& step) {
  if (path.starts_with('.')) {
    const std::size_t end = std::min(path.find_first_of(".[", 1), path.size());
    step = {path.substr(1, end - 1), false};
    path.remove_prefix(end);
    return !step.key.empty();
  }
  if (!path.starts_with('[') || path.size() < 3) return false;
  const char quote = path[1];
  const bool is_name = quote == '\'' || quote == '"';
  const std::size_t begin = is_name ? 2 : 1;
  const std::size_t end = is_name ? path.find(quote, begin) : path.find(']', begin);
  const std::size_t next = is_name ? end + 1 : end;
  if (end == path.npos || next >= path.size() || path[next] != ']') return false;
  step = {path.substr(begin, end - begin), !is_name};
  path.remove_prefix(next + 1);
  return true;
}

}  // namespace

bool PartialArguments::add_string(std::string_view path, std::string_view text) {
  Node* const node = at(path);
  if (node == nullptr || (node->kind != Kind::unknown && node->kind != Kind::string)) return false;
  node->kind = Kind::string;
  node->text += text;
  return true;
}

bool PartialArguments::add_literal(std::string_view path, std::string_view json) {
  Node* const node = at(path);
  if (node == nullptr || node->kind != Kind::unknown) return false;
  node->kind = Kind::literal;
  node->text = json;
  return true;
}

// Follows a path from the root, and makes the nodes that are missing. Null if the path is wrong.
PartialArguments::Node* PartialArguments::at(std::string_view path) {
  if (!path.starts_with('$')) return nullptr;
  path.remove_prefix(1);
  std::size_t node = 0;
  std::size_t depth = 0;
  while (!path.empty()) {
    Step step;
    if (++depth > max_depth || !take_step(path, step)) return nullptr;
    node = child(node, step.key, step.is_index);
    if (node == 0) return nullptr;
  }
  return node == 0 ? nullptr : &nodes_[node];
}

// The number of a child, which is made if it is missing. 0, the number of the root, if there can be
// no such child: the parent is of another kind, or elements before it are missing.
std::size_t PartialArguments::child(std::size_t node, std::string_view key, bool is_index) {
  const Kind kind = is_index ? Kind::array : Kind::object;
  Node& parent = nodes_[node];
  if (parent.kind == Kind::unknown && (node != 0 || !is_index)) parent.kind = kind;
  if (parent.kind != kind) return 0;
  if (is_index) {
    const auto index = small_number(key);
    if (!index || *index > parent.in.size()) return 0;  // elements come in their order
    if (*index < parent.in.size()) return parent.in[*index].second;
    parent.in.emplace_back(std::string(), nodes_.size());
  } else {
    const auto known = parent.by_key.find(key);
    if (known != parent.by_key.end()) return known->second;
    parent.by_key.emplace(key, nodes_.size());
    parent.in.emplace_back(key, nodes_.size());
  }
  nodes_.emplace_back();  // `parent` is no more
  return nodes_.size() - 1;
}

// Nothing recurses: the open objects and arrays are a list. A node without a value becomes null.
std::string PartialArguments::to_json() const {
  struct Open {
    const Node* node;
    std::size_t next;
  };
  std::string text;
  JsonWriter json(text);
  std::vector<Open> open{{&nodes_[0], 0}};
  json.begin_object();
  while (!open.empty()) {
    auto& [parent, next] = open.back();
    const bool is_array = parent->kind == Kind::array;
    if (next == parent->in.size()) {
      is_array ? json.end_array() : json.end_object();
      open.pop_back();
      continue;
    }
    const auto& [key, index] = parent->in[next++];
    const Node& node = nodes_[index];
    if (!is_array) json.key(key);
    switch (node.kind) {
      case Kind::unknown: json.null(); break;
      case Kind::string: json.value(node.text); break;
      case Kind::literal: json.raw(node.text); break;
      case Kind::object:
      case Kind::array:
        node.kind == Kind::array ? json.begin_array() : json.begin_object();
        open.push_back({&node, 0});
        break;
    }
  }
  return text;
}

}  // namespace tagstream::wire

#include "body/nested_value.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/sort.hpp"
#include "base/text.hpp"
#include "body/schema_table.hpp"
#include "body/typed_value.hpp"
#include "json/json_text.hpp"
#include "lex/grammar.hpp"

namespace tagstream {
namespace {

// Values of minimax_m3 and their JSON; the prefix before each tag is left out here:
//
//   <size>large</size><lid><open>no</open></lid>     {"size":"large","lid":{"open":"no"}}
//   <egg>a</egg><egg>b</egg><salt>c</salt>           {"egg":["a","b"],"salt":"c"}
//   <item>a</item>                                   ["a"]
//   beat <eggs>two</eggs> well                       {"$text":"beat  well","eggs":"two"}

constexpr std::uint32_t nobody = ~std::uint32_t{0};

struct Node {
  std::string_view name;
  std::uint32_t parent = nobody;
  std::string text;
  std::size_t begin = 0;  // of the text inside the tag
  std::size_t end = 0;
  std::vector<std::uint32_t> children;
};

struct Tag {
  std::string_view name;
  std::size_t size = 0;  // of the whole tag; 0: there is no tag
  bool closes = false;
};

// `<name>` or `</name>` at the beginning of `text`.
Tag tag_at(std::string_view text) {
  Tag tag;
  std::size_t at = 1;
  if (text.empty() || text[0] != '<') return {};
  if (text.size() > 1 && text[1] == '/') {
    tag.closes = true;
    ++at;
  }
  const std::size_t begin = at;
  while (at < text.size() && is_name_byte(text[at])) ++at;
  if (at == begin || at == text.size() || text[at] != '>') return {};
  tag.name = text.substr(begin, at - begin);
  tag.size = at + 1;
  return tag;
}

std::vector<Node> nodes_of(std::string_view text, std::string_view prefix, bool& all_close) {
  const std::size_t size = text.size();
  std::vector<Node> nodes(1);
  nodes[0].end = size;
  std::uint32_t open = 0;
  while (!text.empty()) {
    const std::size_t found = std::min(text.find(prefix), text.size());
    nodes[open].text += text.substr(0, found);
    text.remove_prefix(found);
    if (text.empty()) break;
    const Tag tag = tag_at(text.substr(prefix.size()));
    const bool is_stray = tag.closes && (open == 0 || nodes[open].name != tag.name);
    if (tag.size == 0 || is_stray) {
      nodes[open].text += text.substr(0, prefix.size());
      text.remove_prefix(prefix.size());
      continue;
    }
    if (tag.closes) nodes[open].end = size - text.size();
    text.remove_prefix(prefix.size() + tag.size);
    if (tag.closes) {
      open = nodes[open].parent;
      continue;
    }
    const auto index = static_cast<std::uint32_t>(nodes.size());
    nodes[open].children.push_back(index);
    nodes.push_back({tag.name, open, {}, size - text.size(), size, {}});
    open = index;
  }
  all_close = open == 0;
  return nodes;
}

// Moves children of one name next to each other. The names keep the order of their first children:
// `a b a` becomes `a a b`.
void group(const std::vector<Node>& nodes, std::vector<std::uint32_t>& children) {
  std::vector<std::pair<std::string_view, std::uint32_t>> sorted;
  for (const std::uint32_t child : children) sorted.emplace_back(nodes[child].name, child);
  sort_items(sorted);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order;  // the first of its name, itself
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || sorted[i].first != sorted[i - 1].first) first = sorted[i].second;
    order.emplace_back(first, sorted[i].second);
  }
  sort_items(order);
  for (std::size_t i = 0; i < order.size(); ++i) children[i] = order[i].second;
}

/// Writes the nodes without recursion: the parts that are still to be written stand on a stack.
class Writer {
 public:
  Writer(std::string& out, std::string_view text, std::string_view prefix, std::vector<Node>& nodes,
         const NestedType& type)
      : out_(out), text_(text), prefix_(prefix), nodes_(nodes), strict_(type.strict) {
    if (type.tool != nullptr) insides_.emplace(*type.tool);
    tasks_.push_back({.schema = type.value});
  }

  // Writes the root, and returns true if a value was converted from a spelling that JSON does not
  // have. The next part to be written is on top of the stack: for `{"a":[1,2]}` these are a key,
  // `[`, two nodes with `,` between them, `]` and `}`.
  bool write() {
    while (!tasks_.empty()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      if (task.word != nullptr) {
        out_ += task.word;
      } else if (task.is_key) {
        append_json_string(out_, nodes_[task.node].name);
        out_ += ':';
      } else {
        write_node(nodes_[task.node], task.schema);
      }
    }
    return is_repaired_;
  }

 private:
  struct Task {
    std::uint32_t node = 0;
    const char* word = nullptr;
    bool is_key = false;
    const ParameterSchema* schema = nullptr;  // of the node
  };

  [[nodiscard]] const ParameterSchema* item(const ParameterSchema* schema) {
    return insides_ ? insides_->item(schema) : nullptr;
  }
  [[nodiscard]] const ParameterSchema* property(const ParameterSchema* schema, const Node& node) {
    return insides_ ? insides_->property(schema, node.name) : nullptr;
  }

  // True if the node becomes an array. Precondition: it has children, and no text beside them.
  [[nodiscard]] bool is_list(const Node& node, const ParameterSchema* schema) {
    const Node& first = nodes_[node.children[0]];
    const bool has_one_name =
        std::all_of(node.children.begin(), node.children.end(),
                    [&](std::uint32_t child) { return nodes_[child].name == first.name; });
    if (!has_one_name) return false;
    const ValueTypes types = schema == nullptr ? ValueTypes::none : schema->types;
    const bool may_be_object = has(types, ValueTypes::object);
    if (has(types, ValueTypes::array)) return !may_be_object || first.name == "item";
    return first.name == "item" && !(may_be_object && property(schema, first) != nullptr);
  }

  // A value that is a string by the schema stays as it is, tags included.
  void write_node(Node& node, const ParameterSchema* schema) {
    const ValueTypes types = schema == nullptr ? ValueTypes::none : schema->types;
    std::vector<std::uint32_t>& children = node.children;
    if (children.empty() || types == ValueTypes::string) {
      const std::string_view text = text_.substr(node.begin, node.end - node.begin);
      is_repaired_ = append_typed_value(out_, text, types, strict_) || is_repaired_;
      note_text(text);
      return;
    }
    const bool has_text = !trimmed(node.text).empty();
    const std::size_t first_task = tasks_.size();
    if (!has_text && is_list(node, schema)) {
      list(children, 0, children.size(), item(schema));
    } else {
      group(nodes_, children);
      out_ += '{';
      if (has_text) {
        out_ += "\"$text\":";
        append_json_string(out_, node.text);
        out_ += ',';
        note_text(node.text);
      }
      std::size_t at = 0;
      while (at < children.size()) {
        std::size_t end = at + 1;
        while (end < children.size() && nodes_[children[end]].name == nodes_[children[at]].name) {
          ++end;
        }
        if (at != 0) tasks_.push_back({0, ","});
        tasks_.push_back({children[at], nullptr, true});
        const ParameterSchema* const known = property(schema, nodes_[children[at]]);
        if (end == at + 1) {
          tasks_.push_back({.node = children[at], .schema = known});
        } else {
          const bool is_array = known != nullptr && has(known->types, ValueTypes::array);
          list(children, at, end, is_array ? item(known) : known);
        }
        at = end;
      }
      tasks_.push_back({0, "}"});
    }
    std::reverse(tasks_.begin() + static_cast<std::ptrdiff_t>(first_task), tasks_.end());
  }

  // A prefix that is text.
  void note_text(std::string_view text) {
    is_repaired_ = is_repaired_ || text.find(prefix_) != text.npos;
  }

  void list(const std::vector<std::uint32_t>& children, std::size_t at, std::size_t end,
            const ParameterSchema* element) {
    tasks_.push_back({0, "["});
    for (std::size_t i = at; i < end; ++i) {
      if (i != at) tasks_.push_back({0, ","});
      tasks_.push_back({.node = children[i], .schema = element});
    }
    tasks_.push_back({0, "]"});
  }

  std::string& out_;
  std::string_view text_;
  std::string_view prefix_;
  std::vector<Node>& nodes_;
  std::optional<InsideTable> insides_;
  bool strict_;
  bool is_repaired_ = false;
  std::vector<Task> tasks_;
};

}  // namespace

bool append_nested_value(std::string& out, std::string_view text, std::string_view prefix,
                         const NestedType& type) {
  bool all_close = false;
  std::vector<Node> nodes = nodes_of(text, prefix, all_close);
  const bool is_repaired = Writer(out, text, prefix, nodes, type).write();
  return is_repaired || !all_close;
}

}  // namespace tagstream

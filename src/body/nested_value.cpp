#include "body/nested_value.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/text.hpp"
#include "json/json_text.hpp"
#include "lex/grammar.hpp"

namespace tagstream {
namespace {

constexpr std::uint32_t nobody = ~std::uint32_t{0};

struct Node {
  std::string_view name;
  std::uint32_t parent = nobody;
  std::string text;
  std::vector<std::uint32_t> children;
};

struct Tag {
  std::string_view name;
  std::size_t size = 0;  // of all of it; 0: it is not one
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

std::vector<Node> nodes_of(std::string_view text, std::string_view prefix) {
  std::vector<Node> nodes(1);
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
    text.remove_prefix(prefix.size() + tag.size);
    if (tag.closes) {
      open = nodes[open].parent;
      continue;
    }
    const auto index = static_cast<std::uint32_t>(nodes.size());
    nodes[open].children.push_back(index);
    nodes.push_back({tag.name, open, {}, {}});
    open = index;
  }
  return nodes;
}

// Those of one name side by side, in the order in which the names come first.
void group(const std::vector<Node>& nodes, std::vector<std::uint32_t>& children) {
  std::vector<std::uint32_t> sorted = children;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return nodes[a].name < nodes[b].name; });
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order;  // the first of its name, itself
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i == 0 || nodes[sorted[i]].name != nodes[sorted[i - 1]].name) first = sorted[i];
    order.emplace_back(first, sorted[i]);
  }
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) children[i] = order[i].second;
}

/// Writes the nodes, with what is still to be written on a stack of its own.
class Writer {
 public:
  Writer(std::string& out, std::vector<Node>& nodes) : out_(out), nodes_(nodes) {}

  void write() {
    tasks_.push_back({0, nullptr});
    while (!tasks_.empty()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      if (task.word != nullptr) {
        out_ += task.word;
      } else if (task.is_key) {
        append_json_string(out_, nodes_[task.node].name);
        out_ += ':';
      } else {
        write_node(nodes_[task.node]);
      }
    }
  }

 private:
  struct Task {
    std::uint32_t node = 0;
    const char* word = nullptr;
    bool is_key = false;
  };

  void write_node(Node& node) {
    std::vector<std::uint32_t>& children = node.children;
    if (children.empty()) {
      append_json_string(out_, node.text);
      return;
    }
    const bool has_text = !trimmed(node.text).empty();
    const std::size_t first_task = tasks_.size();
    const bool is_list =
        !has_text && std::all_of(children.begin(), children.end(),
                                 [&](std::uint32_t child) { return nodes_[child].name == "item"; });
    if (is_list) {
      list(children, 0, children.size());
    } else {
      group(nodes_, children);
      out_ += '{';
      if (has_text) {
        out_ += "\"$text\":";
        append_json_string(out_, node.text);
        out_ += ',';
      }
      std::size_t at = 0;
      while (at < children.size()) {
        std::size_t end = at + 1;
        while (end < children.size() && nodes_[children[end]].name == nodes_[children[at]].name) {
          ++end;
        }
        if (at != 0) tasks_.push_back({0, ","});
        tasks_.push_back({children[at], nullptr, true});
        if (end == at + 1) {
          tasks_.push_back({children[at]});
        } else {
          list(children, at, end);
        }
        at = end;
      }
      tasks_.push_back({0, "}"});
    }
    std::reverse(tasks_.begin() + static_cast<std::ptrdiff_t>(first_task), tasks_.end());
  }

  void list(const std::vector<std::uint32_t>& children, std::size_t at, std::size_t end) {
    tasks_.push_back({0, "["});
    for (std::size_t i = at; i < end; ++i) {
      if (i != at) tasks_.push_back({0, ","});
      tasks_.push_back({children[i]});
    }
    tasks_.push_back({0, "]"});
  }

  std::string& out_;
  std::vector<Node>& nodes_;
  std::vector<Task> tasks_;
};

}  // namespace

void append_nested_value(std::string& out, std::string_view text, std::string_view prefix) {
  std::vector<Node> nodes = nodes_of(text, prefix);
  Writer(out, nodes).write();
}

}  // namespace tagstream

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/guarded_chunk.hpp"
#include "support/seen.hpp"
#include "tagstream/extract.hpp"

namespace tagstream::testing {

/// An owned copy of one tag of a tree.
struct SeenTag {
  static constexpr std::size_t no_parent = ~std::size_t{0};

  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::uint64_t content_start = 0;
  std::uint64_t content_end = 0;
  std::string name{};
  std::string raw_tag{};
  std::string content{};
  std::size_t depth = 1;
  std::size_t parent = no_parent;  ///< counted over all tags of the text
  bool is_closed = false;
  bool is_self_closing = false;

  friend bool operator==(const SeenTag&, const SeenTag&) = default;
};

struct SeenDiagnostic {
  Code kind = Code::unclosed;
  std::uint64_t offset = 0;
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  std::string name;

  friend bool operator==(const SeenDiagnostic&, const SeenDiagnostic&) = default;
};

/// All tags of a text in the order of their opening tags, and the diagnostics of the text.
struct SeenTree {
  std::vector<SeenTag> tags;
  std::vector<SeenDiagnostic> diagnostics{};

  friend bool operator==(const SeenTree&, const SeenTree&) = default;
};

/// Appends the tags of `tree` to those of `seen`. A stream gives several trees for one text.
inline void append(SeenTree& seen, const Tree& tree) {
  const std::size_t first = seen.tags.size();
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const tagstream::Tag tag = tree[i];
    const auto parent = tag.parent();
    SeenTag copy{.start = tag.start(),
                 .end = tag.end(),
                 .content_start = tag.content_start(),
                 .content_end = tag.content_end(),
                 .name = std::string(tag.name()),
                 .raw_tag = std::string(tag.raw_tag()),
                 .content = std::string(tag.content()),
                 .depth = tag.depth()};
    if (parent) copy.parent = first + parent->index();
    copy.is_closed = tag.is_closed();
    copy.is_self_closing = tag.is_self_closing();
    seen.tags.push_back(std::move(copy));
  }
  for (const Diagnostic& one : tree.diagnostics()) {
    seen.diagnostics.push_back({one.kind, one.offset, one.line, one.column, std::string(one.name)});
  }
}

[[nodiscard]] inline SeenTree to_seen(const Tree& tree) {
  SeenTree seen;
  append(seen, tree);
  return seen;
}

/// Walks through the tree in every way that `Tree` offers. Returns a description of the first
/// difference; empty if every way leads to the same tags.
[[nodiscard]] inline std::string check_walk(const Tree& tree) {
  // In order of opening: each tag is the next child of its parent.
  struct Siblings {
    std::vector<tagstream::Tag> tags;
    std::size_t next = 0;
  };
  std::vector<Siblings> children(tree.size());
  Siblings top{tree.tags()};
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const tagstream::Tag tag = tree[i];
    if (tag.index() != i) return "tag " + std::to_string(i) + " has another index";
    const auto parent = tag.parent();
    const std::size_t depth = parent ? parent->depth() + 1 : 1;
    if (tag.depth() != depth) return "the depth of tag " + std::to_string(i);
    if (parent && parent->index() >= i) return "tag " + std::to_string(i) + " precedes its parent";
    Siblings& all = parent ? children[parent->index()] : top;
    const bool is_next = all.next < all.tags.size() && all.tags[all.next++].index() == i;
    if (!is_next) return "tag " + std::to_string(i) + " is not the next child";
    children[i].tags = tag.children();
  }
  if (top.next != top.tags.size()) return "more top-level tags than tags without a parent";
  for (const Siblings& all : children) {
    if (all.next != all.tags.size()) return "more children than tags with that parent";
  }
  return {};
}

/// One line per tag, indented by depth, then one per diagnostic; for failure messages.
[[nodiscard]] inline std::string to_text(const SeenTree& seen) {
  std::string out;
  for (const SeenTag& tag : seen.tags) {
    out += std::string(2 * tag.depth, ' ') + escaped(tag.raw_tag) + span_text(tag.start, tag.end);
    out += " content" + span_text(tag.content_start, tag.content_end) + ' ' + escaped(tag.content);
    if (tag.parent != SeenTag::no_parent) out += " in " + std::to_string(tag.parent);
    if (!tag.is_closed) out += " unclosed";
    if (tag.is_self_closing) out += " self-closing";
    out += '\n';
  }
  for (const SeenDiagnostic& one : seen.diagnostics) {
    out += std::string(to_string(one.kind)) + " at " + std::to_string(one.offset) + " (" +
           std::to_string(one.line) + ':' + std::to_string(one.column) + ") " + escaped(one.name) +
           '\n';
  }
  return out;
}

/// Resets `stream`, feeds it `text` in pieces, and returns the tags that it gives. Each piece is
/// overwritten and freed after its feed. `failure` is set if `check_walk` finds a fault in a tree.
[[nodiscard]] inline SeenTree read_stream(std::string_view text, ExtractStream& stream,
                                          const Cuts& cuts, std::string& failure) {
  SeenTree seen;
  const auto take = [&](const Tree& tree) {
    append(seen, tree);
    if (failure.empty()) failure = check_walk(tree);
  };
  stream.reset();
  for_each_piece(text, cuts, [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    take(stream.feed(chunk.view()));
    return true;
  });
  take(stream.finish());
  return seen;
}

}  // namespace tagstream::testing

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/attribute.hpp"
#include "tagstream/diagnostic.hpp"

namespace tagstream {

class Tag;
struct Node;

/// The tags of a text: flat storage, with light views on it.
///
/// Copying or moving a tree is linear in its tags or constant; nothing recurses, whatever the
/// depth.
/// @source docs/extract.md
class Tree {
 public:
  Tree() noexcept;
  Tree(const Tree& other);
  Tree(Tree&& other) noexcept;
  Tree& operator=(const Tree& other);
  Tree& operator=(Tree&& other) noexcept;
  ~Tree();

  /// The tags that stand in no other, in order. @cost O(number of them)
  [[nodiscard]] std::vector<Tag> tags() const&;
  std::vector<Tag> tags() && = delete;  // views on a tree that is gone
  /// Number of tags, all depths.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// The tag of that index, counted in order of opening. Precondition: index < size().
  [[nodiscard]] Tag operator[](std::size_t index) const&;
  Tag operator[](std::size_t index) && = delete;

  /// The first tag of that name, depth-first; nothing if there is none. @cost O(size())
  [[nodiscard]] std::optional<Tag> find(std::string_view name) const&;
  std::optional<Tag> find(std::string_view name) && = delete;
  /// All tags of that name, depth-first. @cost O(size())
  [[nodiscard]] std::vector<Tag> find_all(std::string_view name) const&;
  std::vector<Tag> find_all(std::string_view name) && = delete;

  /// What is odd about the text, in order of the offsets. @cost O(number of them); they are copies
  [[nodiscard]] std::vector<Diagnostic> diagnostics() const;

  /// The text that the tags point into.
  [[nodiscard]] std::string_view text() const& { return text_; }
  std::string_view text() && = delete;
  /// Where that text begins in its stream.
  [[nodiscard]] std::uint64_t text_begin() const { return text_begin_; }

  /// A copy that owns its text: it lives as long as one likes. @cost O(size() + text().size())
  [[nodiscard]] Tree with_own_text() const&;
  /// Of a temporary: only the text is copied.
  [[nodiscard]] Tree with_own_text() &&;

 private:
  friend class Tag;
  friend class TreeBuilder;
  struct Storage;  // what the views of a tree point to
  [[nodiscard]] std::string_view slice(std::uint64_t from, std::uint64_t to) const;
  [[nodiscard]] std::vector<Tag> siblings(std::size_t first, std::size_t last) const;
  Storage& storage();
  void own(std::string&& text);
  void swap(Tree& other) noexcept;

  std::unique_ptr<Storage> storage_;  // null: no tags, no diagnostics
  std::size_t size_ = 0;
  std::string_view text_;
  std::uint64_t text_begin_ = 0;  // offset of the first byte of the text
  bool ignore_case_ = false;
};

/// One tag of a tree. A view: it lives as long as the tree stays where it is, and its text.
class Tag {
 public:
  /// As written.
  [[nodiscard]] std::string_view name() const;
  /// Those of the opening tag, decoded when asked for.
  [[nodiscard]] std::vector<Attribute> attributes() const { return attributes_of(raw_tag()); }
  /// The value of the first attribute of that name; nothing if it is absent.
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view name) const {
    return attribute_of(raw_tag(), name, tree_->ignore_case_);
  }
  /// The raw bytes between the tags, nested markup included.
  [[nodiscard]] std::string_view content() const;
  /// The opening tag as written.
  [[nodiscard]] std::string_view raw_tag() const;
  /// Where the opening tag begins. Offsets are bytes of the text, or of the stream.
  [[nodiscard]] std::uint64_t start() const;
  /// One past the closing tag, or where the element ends without one.
  [[nodiscard]] std::uint64_t end() const;
  /// Where the raw content begins, and where it ends.
  [[nodiscard]] std::uint64_t content_start() const;
  [[nodiscard]] std::uint64_t content_end() const;
  /// The closing tag is there, or needs none.
  [[nodiscard]] bool is_closed() const;
  /// It is written `<name/>`.
  [[nodiscard]] bool is_self_closing() const;
  /// 1 for a top-level tag.
  [[nodiscard]] std::size_t depth() const;
  /// Its place in order of opening.
  [[nodiscard]] std::size_t index() const { return index_; }
  /// The tag it stands in; nothing for a top-level tag.
  [[nodiscard]] std::optional<Tag> parent() const;
  /// The tags that stand directly in it, in order. @cost O(number of them)
  [[nodiscard]] std::vector<Tag> children() const;

 private:
  friend class Tree;
  Tag(const Tree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
  [[nodiscard]] const Node& node() const;

  const Tree* tree_;
  std::uint32_t index_;
};

}  // namespace tagstream

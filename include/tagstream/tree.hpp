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

/// The tags of a text, in flat storage. `Tag` is a small view on it.
///
/// Copying a tree is linear in its tags, and moving it is constant. No function recurses, whatever
/// the depth of the tags.
/// @source docs/extract.md
class Tree {
 public:
  Tree() noexcept;
  Tree(const Tree& other);
  Tree(Tree&& other) noexcept;
  Tree& operator=(const Tree& other);
  Tree& operator=(Tree&& other) noexcept;
  ~Tree();

  /// The top-level tags, in order. @cost O(number of top-level tags)
  [[nodiscard]] std::vector<Tag> tags() const&;
  std::vector<Tag> tags() const&& = delete;  // the views would outlive the tree
  /// The number of tags of all depths.
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// The tag with this index, in the order of opening tags. Precondition: index < size().
  [[nodiscard]] Tag operator[](std::size_t index) const&;
  Tag operator[](std::size_t index) const&& = delete;

  /// The first tag of this name in the order of opening tags; null if there is none. @cost
  /// O(size())
  [[nodiscard]] std::optional<Tag> find(std::string_view name) const&;
  std::optional<Tag> find(std::string_view name) const&& = delete;
  /// All tags of this name, in the order of opening tags. @cost O(size())
  [[nodiscard]] std::vector<Tag> find_all(std::string_view name) const&;
  std::vector<Tag> find_all(std::string_view name) const&& = delete;

  /// The remarks on the text, in the order of their offsets. @cost O(number of them); they are
  /// copies
  [[nodiscard]] std::vector<Diagnostic> diagnostics() const;

  /// The text that the tags point into.
  [[nodiscard]] std::string_view text() const& { return text_; }
  std::string_view text() const&& = delete;
  /// The offset of that text in its stream.
  [[nodiscard]] std::uint64_t text_start() const { return text_start_; }

  /// A copy that owns its text, so that it needs no other memory. @cost O(size() + text().size())
  [[nodiscard]] Tree with_own_text() const&;
  /// As above, for a temporary tree, of which only the text is copied.
  [[nodiscard]] Tree with_own_text() &&;

 private:
  friend class Tag;
  friend class TreeBuilder;
  struct Storage;  // the data that tags are views on
  [[nodiscard]] std::string_view slice(std::uint64_t from, std::uint64_t to) const;
  [[nodiscard]] std::vector<Tag> siblings(std::size_t first, std::size_t last) const;
  Storage& storage();
  void own(std::string&& text);
  void swap(Tree& other) noexcept;

  std::unique_ptr<Storage> storage_;  // null: no tags, no diagnostics
  std::size_t size_ = 0;
  std::string_view text_;
  std::uint64_t text_start_ = 0;  // offset of the first byte of the text
  bool ignore_case_ = false;
};

/// One tag of a tree. It is a view: it lives as long as the tree and its text, if the tree is not
/// moved.
class Tag {
 public:
  /// The name as written.
  [[nodiscard]] std::string_view name() const;
  /// The attributes of the opening tag. They are read from its text on each call.
  [[nodiscard]] std::vector<Attribute> attributes() const { return attributes_of(raw_tag()); }
  /// The value of the first attribute of this name; null if there is none.
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view name) const {
    return attribute_of(raw_tag(), name, tree_->ignore_case_);
  }
  /// The raw bytes between the tags, nested markup included.
  [[nodiscard]] std::string_view content() const;
  /// The opening tag as written.
  [[nodiscard]] std::string_view raw_tag() const;
  /// The offset of the opening tag. Offsets are bytes of the text, or of the stream.
  [[nodiscard]] std::uint64_t start() const;
  /// One past the closing tag, or the end of an element without one.
  [[nodiscard]] std::uint64_t end() const;
  /// The offset of the raw content, and one past its last byte.
  [[nodiscard]] std::uint64_t content_start() const;
  [[nodiscard]] std::uint64_t content_end() const;
  /// True if the closing tag is there, or none is needed.
  [[nodiscard]] bool is_closed() const;
  /// True if the tag is written `<name/>`.
  [[nodiscard]] bool is_self_closing() const;
  /// The depth; 1 for a top-level tag.
  [[nodiscard]] std::size_t depth() const;
  /// The index in the order of opening tags.
  [[nodiscard]] std::size_t index() const { return index_; }
  /// The tag around it; null for a top-level tag.
  [[nodiscard]] std::optional<Tag> parent() const;
  /// The tags directly inside it, in order. @cost O(number of them)
  [[nodiscard]] std::vector<Tag> children() const;

 private:
  friend class Tree;
  Tag(const Tree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
  [[nodiscard]] const Node& node() const;

  const Tree* tree_;
  std::uint32_t index_;
};

}  // namespace tagstream

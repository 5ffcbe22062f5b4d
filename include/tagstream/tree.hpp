#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagstream/attribute.hpp"
#include "tagstream/diagnostic.hpp"

namespace tagstream {

namespace detail {

/// One element, as offsets into the text. Nodes stand in order of opening (pre-order), so the
/// children of a node follow it, up to `subtree_end`.
struct Node {
  /// The `close_size` of an element that closes itself; no closing tag is that short.
  static constexpr std::uint32_t self_closing = 1;

  std::uint64_t start = 0;  ///< of the opening tag
  std::uint64_t content_end = 0;
  std::uint32_t raw_size = 0;    ///< of the opening tag
  std::uint32_t close_size = 0;  ///< of the closing tag; 0 if none came
  std::uint32_t name_size = 0;
  std::uint32_t parent = ~std::uint32_t{0};
  std::uint32_t subtree_end = 0;  ///< index after the last descendant
  std::uint32_t depth = 1;

  [[nodiscard]] std::uint64_t end() const {
    return content_end + (close_size == self_closing ? 0 : close_size);
  }
};

}  // namespace detail

class Tag;
class TagRange;

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

  /// The tags that stand in no other, in order.
  [[nodiscard]] TagRange tags() const&;
  TagRange tags() && = delete;  // views on a tree that is gone
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
  [[nodiscard]] Tree with_own_text() const;

 private:
  friend class Tag;
  friend class TagRange;
  friend class TreeBuilder;
  friend class Extractor;
  struct Storage;  // what the views of a tree point to
  [[nodiscard]] std::string_view slice(std::uint64_t from, std::uint64_t to) const {
    return text_.substr(static_cast<std::size_t>(from - text_begin_),
                        static_cast<std::size_t>(to - from));
  }
  Storage& storage();
  void own(std::string&& text);
  void swap(Tree& other) noexcept;

  std::unique_ptr<Storage> storage_;     // null: no tags, no diagnostics
  const detail::Node* nodes_ = nullptr;  // in the storage
  std::size_t size_ = 0;
  std::string_view text_;
  std::uint64_t text_begin_ = 0;  // offset of the first byte of the text
  bool ignore_case_ = false;
};

/// One tag of a tree. A view: it lives as long as the tree stays where it is, and its text.
class Tag {
 public:
  [[nodiscard]] std::string_view name() const {
    return tree_->slice(node().start + 1, node().start + 1 + node().name_size);
  }
  [[nodiscard]] AttributeRange attributes() const { return AttributeRange(raw_tag()); }
  /// The value of the first attribute of that name; nothing if it is absent.
  [[nodiscard]] std::optional<std::string_view> attribute(std::string_view name) const {
    return attributes().find(name, tree_->ignore_case_);
  }
  /// The raw bytes between the tags, nested markup included.
  [[nodiscard]] std::string_view content() const {
    return tree_->slice(content_start(), content_end());
  }
  /// The opening tag as written.
  [[nodiscard]] std::string_view raw_tag() const {
    return tree_->slice(node().start, node().start + node().raw_size);
  }
  [[nodiscard]] std::uint64_t start() const { return node().start; }
  /// One past the closing tag, or where the element ends without one.
  [[nodiscard]] std::uint64_t end() const { return node().end(); }
  [[nodiscard]] std::uint64_t content_start() const { return node().start + node().raw_size; }
  [[nodiscard]] std::uint64_t content_end() const { return node().content_end; }
  [[nodiscard]] bool is_closed() const { return node().close_size != 0; }
  [[nodiscard]] bool is_self_closing() const {
    return node().close_size == detail::Node::self_closing;
  }
  /// 1 for a top-level tag.
  [[nodiscard]] std::size_t depth() const { return node().depth; }
  /// Its place in order of opening.
  [[nodiscard]] std::size_t index() const { return index_; }
  /// The tag it stands in; nothing for a top-level tag.
  [[nodiscard]] std::optional<Tag> parent() const;
  [[nodiscard]] TagRange children() const;

 private:
  friend class Tree;
  friend class TagRange;
  Tag(const Tree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
  [[nodiscard]] const detail::Node& node() const { return tree_->nodes_[index_]; }

  const Tree* tree_;
  std::uint32_t index_;
};

/// Siblings, in order.
class TagRange {
 public:
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Tag;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Tag;

    iterator() = default;
    Tag operator*() const { return Tag(tree_, index_); }
    iterator& operator++() {
      index_ = tree_->nodes_[index_].subtree_end;
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const iterator& a, const iterator& b) { return a.index_ == b.index_; }

   private:
    friend class TagRange;
    iterator(const Tree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
    const Tree* tree_ = nullptr;
    std::uint32_t index_ = 0;
  };

  TagRange() = default;
  [[nodiscard]] iterator begin() const { return {tree_, first_}; }
  [[nodiscard]] iterator end() const { return {tree_, last_}; }
  [[nodiscard]] bool empty() const { return first_ == last_; }

 private:
  friend class Tree;
  friend class Tag;
  friend class TreeBuilder;
  TagRange(const Tree* tree, std::uint32_t first, std::uint32_t last)
      : tree_(tree), first_(first), last_(last) {}
  const Tree* tree_ = nullptr;
  std::uint32_t first_ = 0;
  std::uint32_t last_ = 0;
};

}  // namespace tagstream

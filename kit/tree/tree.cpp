#include "tagstream/tree.hpp"

#include <utility>

#include "base/text.hpp"
#include "tree/storage.hpp"

// A tree is a list of nodes in order of their beginnings, each with the index after its last
// descendant. `<a>1<b/>2<b>3</b></a>`:
//
//   0  a  0..21    depth 1    subtree_end 3
//   1  b  4..8     depth 2    subtree_end 2
//   2  b  9..17    depth 2    subtree_end 3
//
// The children of `a` begin at index 1. The next sibling of node 1 is its subtree_end, 2; that of
// node 2 is 3, the end. Names, contents and tags are slices of the text, made on request.

namespace tagstream {

Tree::Tree() noexcept = default;
Tree::~Tree() = default;

Tree::Tree(const Tree& other)
    : size_(other.size_),
      text_(other.text_),
      text_start_(other.text_start_),
      ignore_case_(other.ignore_case_) {
  if (other.storage_ == nullptr) return;
  Storage& mine = storage();
  mine.nodes.assign(other.storage_->nodes.view());
  mine.findings.assign(other.storage_->findings.view());
  if (other.storage_->is_owner) own(std::string(other.text_));
}

Tree::Tree(Tree&& other) noexcept : Tree() { swap(other); }

Tree& Tree::operator=(const Tree& other) {
  Tree(other).swap(*this);
  return *this;
}

Tree& Tree::operator=(Tree&& other) noexcept {
  Tree(std::move(other)).swap(*this);
  return *this;
}

void Tree::swap(Tree& other) noexcept {
  storage_.swap(other.storage_);
  std::swap(size_, other.size_);
  std::swap(text_, other.text_);
  std::swap(text_start_, other.text_start_);
  std::swap(ignore_case_, other.ignore_case_);
}

Tree::Storage& Tree::storage() {
  if (storage_ == nullptr) storage_ = std::make_unique<Storage>();
  return *storage_;
}

void Tree::own(std::string&& text) {
  Storage& mine = storage();
  mine.owned = std::move(text);
  mine.is_owner = true;
  text_ = mine.owned;
}

Tree Tree::with_own_text() const& {
  Tree copy(*this);
  copy.own(std::string(text_));
  return copy;
}

Tree Tree::with_own_text() && {
  if (storage_ == nullptr || !storage_->is_owner) own(std::string(text_));
  return std::move(*this);
}

std::string_view Tree::slice(std::uint64_t from, std::uint64_t to) const {
  return text_.substr(static_cast<std::size_t>(from - text_start_),
                      static_cast<std::size_t>(to - from));
}

// The nodes in [first, last) that are inside no other node of this range. From node 1 of
// `<a><b/><c/></a>`: b, and then the node at the `subtree_end` of b, which is c.
std::vector<Tag> Tree::siblings(std::size_t first, std::size_t last) const {
  std::vector<Tag> tags;
  for (std::size_t i = first; i < last; i = storage_->nodes.view()[i].subtree_end) {
    tags.push_back(Tag(this, static_cast<std::uint32_t>(i)));
  }
  return tags;
}

std::vector<Tag> Tree::tags() const& { return siblings(0, size_); }

Tag Tree::operator[](std::size_t index) const& { return {this, static_cast<std::uint32_t>(index)}; }

std::optional<Tag> Tree::find(std::string_view name) const& {
  for (std::size_t i = 0; i < size(); ++i) {
    if (same_name((*this)[i].name(), name, ignore_case_)) return (*this)[i];
  }
  return std::nullopt;
}

std::vector<Tag> Tree::find_all(std::string_view name) const& {
  std::vector<Tag> found;
  for (std::size_t i = 0; i < size(); ++i) {
    if (same_name((*this)[i].name(), name, ignore_case_)) found.push_back((*this)[i]);
  }
  return found;
}

const Node& Tag::node() const { return tree_->storage_->nodes.view()[index_]; }

std::string_view Tag::name() const {
  const std::uint64_t begin = node().start + 1;
  return tree_->slice(begin, begin + node().name_size);
}

std::string_view Tag::content() const { return tree_->slice(content_start(), content_end()); }
std::string_view Tag::raw_tag() const { return tree_->slice(start(), content_start()); }
std::uint64_t Tag::start() const { return node().start; }
std::uint64_t Tag::end() const { return node().end(); }
std::uint64_t Tag::content_start() const { return node().start + node().raw_size; }
std::uint64_t Tag::content_end() const { return node().content_end; }
bool Tag::is_closed() const { return node().close_size != 0; }
bool Tag::is_self_closing() const { return node().close_size == Node::self_closing; }
std::size_t Tag::depth() const { return node().depth; }

std::optional<Tag> Tag::parent() const {
  if (node().depth == 1) return std::nullopt;
  return Tag(tree_, node().parent);
}

std::vector<Tag> Tag::children() const { return tree_->siblings(index_ + 1, node().subtree_end); }

std::vector<Diagnostic> Tree::diagnostics() const {
  std::vector<Diagnostic> all;
  if (storage_ == nullptr) return all;
  all.reserve(storage_->findings.size());
  for (std::size_t i = 0; i < storage_->findings.size(); ++i) {
    const Finding& found = storage_->findings[i];
    const std::uint64_t name = found.offset + found.name_at;
    all.push_back({found.kind, found.offset, found.line, found.column,
                   std::string(slice(name, name + found.name_size))});
  }
  return all;
}

}  // namespace tagstream

#include "tagstream/tree.hpp"

#include "lex/grammar.hpp"

namespace tagstream {

TagRange Tree::tags() const& { return {this, 0, static_cast<std::uint32_t>(nodes_.size())}; }

Tag Tree::operator[](std::size_t index) const& { return {this, static_cast<std::uint32_t>(index)}; }

bool Tree::matches(std::string_view a, std::string_view b) const {
  if (!ignore_case_ || a.size() != b.size()) return a == b;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (fold(a[i]) != fold(b[i])) return false;
  }
  return true;
}

std::optional<Tag> Tree::find(std::string_view name) const& {
  for (std::size_t i = 0; i < size(); ++i) {
    if (matches((*this)[i].name(), name)) return (*this)[i];
  }
  return std::nullopt;
}

std::vector<Tag> Tree::find_all(std::string_view name) const& {
  std::vector<Tag> found;
  for (std::size_t i = 0; i < size(); ++i) {
    if (matches((*this)[i].name(), name)) found.push_back((*this)[i]);
  }
  return found;
}

std::optional<Tag> Tag::parent() const {
  if (node().depth == 1) return std::nullopt;
  return Tag(tree_, node().parent);
}

TagRange Tag::children() const { return {tree_, index_ + 1, node().subtree_end}; }

}  // namespace tagstream

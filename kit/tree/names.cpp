#include "tree/names.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace tagstream {

// The byte of a name at `at`. Beyond the end it is NUL, which no name contains.
// The names `a`, `b` and `ab`. `a` is 0x61 and `b` 0x62: they first differ in bit 0x02 of byte 0.
// `a` and `ab` differ in byte 1, where `a` reads as NUL: bit 0x40 of `b`.
//
//   byte 0, bit 0x02  ── 0: byte 1, bit 0x40  ── 0: a
//                     │                       └─ 1: ab
//                     └─ 1: b
//
// A search for `ac` tests two bits, which lead to `ab`; the comparison shows that `ac` is missing.
unsigned char NameTable::byte_of(std::string_view name, std::uint32_t at) const {
  if (at >= name.size()) return 0;
  return static_cast<unsigned char>(ignore_case_ ? fold(name[at]) : name[at]);
}

// The only name that can be equal to `name`. Precondition: the table is not empty.
NameTable::Id NameTable::closest(std::string_view name) {
  path_.clear();
  Link link = root_;
  while ((link & leaf) == 0) {
    path_.push_back(link);
    const Inner& node = inner_[link];
    if (node.at > name.size()) return node.sample;  // all names below are longer, and agree so far
    ++examined_;
    link = node.next[(byte_of(name, node.at) & node.bit) != 0 ? 1 : 0];
  }
  return link & ~leaf;
}

// The index of the first byte that differs. If the names are equal: the size of the longer one plus
// 1.
std::uint32_t NameTable::first_difference(std::string_view a, std::string_view stored) {
  const auto longest = static_cast<std::uint32_t>(std::max(a.size(), stored.size()));
  std::uint32_t at = 0;
  while (at < longest &&
         byte_of(a, at) == (at < stored.size() ? static_cast<unsigned char>(stored[at]) : 0)) {
    ++at;
  }
  examined_ += std::min<std::uint64_t>(at + 1, a.size());
  return at == longest ? longest + 1 : at;
}

NameTable::Id NameTable::find(std::string_view name) {
  if (names_.empty()) return none;
  const Id id = closest(name);
  const std::string_view stored = text_of(id);
  if (stored.size() != name.size()) return none;
  return first_difference(name, stored) > name.size() ? id : none;
}

NameTable::Id NameTable::append(std::string_view name) {
  names_.push_back({pool_.size(), static_cast<std::uint32_t>(name.size())});
  for (std::uint32_t at = 0; at < name.size(); ++at) {
    pool_.push_back(static_cast<char>(byte_of(name, at)));
  }
  return static_cast<Id>(names_.size() - 1);
}

NameTable::Id NameTable::add(std::string_view name) {
  if (names_.empty()) {
    root_ = leaf;
    return append(name);
  }
  const Id id = closest(name);
  const std::uint32_t at = first_difference(name, text_of(id));
  if (at > std::max<std::size_t>(name.size(), text_of(id).size())) return id;

  const unsigned char mine = byte_of(name, at);
  const unsigned char other = byte_of(text_of(id), at);
  unsigned char bit = 0x80;
  while (((mine ^ other) & bit) == 0) bit = static_cast<unsigned char>(bit >> 1);
  const bool is_set = (mine & bit) != 0;

  // The new node goes above the first one on the path that tests a later bit.
  std::size_t depth = 0;
  while (depth < path_.size()) {
    const Inner& node = inner_[path_[depth]];
    if (node.at > at || (node.at == at && node.bit < bit)) break;
    ++depth;
  }
  const Link below = depth < path_.size() ? path_[depth] : (id | leaf);
  const Id added = append(name);
  Inner node{at, bit, id, {below, below}};
  node.next[is_set ? 1 : 0] = added | leaf;
  const auto link = static_cast<Link>(inner_.size());
  inner_.push_back(node);
  if (depth == 0) {
    root_ = link;
  } else {
    Inner& above = inner_[path_[depth - 1]];
    above.next[above.next[0] == below ? 0 : 1] = link;
  }
  return added;
}

void NameTable::release() {
  clear();
  inner_ = {};
  names_ = {};
  path_ = {};
  pool_ = {};
}

void NameTable::clear() {
  inner_.clear();
  names_.clear();
  pool_.clear();
  root_ = 0;
}

}  // namespace tagstream

#include "tree/open_elements.hpp"

// The open elements, the innermost last, and for each name its innermost open element. After
// `<a><b><a>` the closing tag `</b>` finds place 1 without a search. The inner <a> at place 2 ends
// there, unclosed.
namespace tagstream {

OpenElements::OpenElements(const std::vector<std::string>& first_names, bool ignore_case)
    : first_names_(&first_names), names_(ignore_case) {
  forget_names();
}

void OpenElements::forget_names() {
  names_.clear();
  for (const std::string& name : *first_names_) names_.add(name);
  innermost_.clear();
  innermost_.resize(names_.size(), no_place);
}

// Forgetting adds the first names again. It happens only after as many other names have come, so
// the total cost stays linear.
void OpenElements::forget_many_names() {
  constexpr std::size_t many = 4096;
  if (names_.size() > many + 2 * first_names_->size()) forget_names();
}

NameTable::Id OpenElements::add_name(std::string_view name) {
  const NameTable::Id id = names_.add(name);
  if (id >= innermost_.size()) innermost_.push_back(no_place);
  return id;
}

// After `<a><b><a>` the name `a` has place 2 as its innermost, whose `outer` is place 0.
void OpenElements::push(NodeIndex node, NameTable::Id name) {
  const auto place = static_cast<Place>(elements_.size());
  elements_.push_back({node, name, innermost_[name]});
  innermost_[name] = place;
}

void OpenElements::pop() {
  innermost_[elements_.back().name] = elements_.back().outer;
  elements_.pop_back();
}

void OpenElements::drop_nodes(NodeIndex count) {
  for (Element& element : elements_.view()) element.node -= count;
}

void OpenElements::release() {
  elements_ = {};
  innermost_ = {};
  names_.release();
}

}  // namespace tagstream

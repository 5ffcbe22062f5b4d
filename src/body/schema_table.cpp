#include "body/schema_table.hpp"

#include <algorithm>

namespace tagstream {

SchemaTable::SchemaTable(const std::vector<ToolSchema>& schemas) : tools_(schemas) {
  auto by_name = [](const auto& a, const auto& b) { return a.name < b.name; };
  std::stable_sort(tools_.begin(), tools_.end(), by_name);
  for (ToolSchema& tool : tools_) {
    std::stable_sort(tool.parameters.begin(), tool.parameters.end(), by_name);
    for (InsideSchema& inside : tool.insides) {
      std::stable_sort(inside.properties.begin(), inside.properties.end(), by_name);
    }
  }
}

namespace {

template <class Named>
const Named* find_named(const std::vector<Named>& list, std::string_view name) {
  const auto at = std::lower_bound(list.begin(), list.end(), name,
                                   [](const Named& a, std::string_view b) { return a.name < b; });
  return at != list.end() && at->name == name ? &*at : nullptr;
}

}  // namespace

const std::string* SchemaTable::twice() const {
  const auto found =
      std::adjacent_find(tools_.begin(), tools_.end(),
                         [](const ToolSchema& a, const ToolSchema& b) { return a.name == b.name; });
  return found == tools_.end() ? nullptr : &found->name;
}

const ToolSchema* SchemaTable::find(std::string_view tool) const {
  const ToolSchema* found = find_named(tools_, tool);
  return found != nullptr ? found : find_named(tools_, std::string_view());
}

const ParameterSchema* SchemaTable::find(const ToolSchema& tool, std::string_view name) {
  return find_named(tool.parameters, name);
}

template <class Say>
const ParameterSchema* InsideTable::find(std::uint32_t inside, Say say) {
  if (is_seen_.empty()) is_seen_.resize(tool_->insides.size());
  open_.assign(1, inside);
  std::vector<std::uint32_t> seen;
  const ParameterSchema* found = nullptr;
  while (!open_.empty() && found == nullptr) {
    const std::uint32_t index = open_.back();
    open_.pop_back();
    if (index >= is_seen_.size() || is_seen_[index]) continue;
    is_seen_[index] = true;
    seen.push_back(index);
    const InsideSchema& one = tool_->insides[index];
    found = say(one);
    open_.insert(open_.end(), one.parts.rbegin(), one.parts.rend());
  }
  for (std::uint32_t index : seen) is_seen_[index] = false;
  return found;
}

const ParameterSchema* InsideTable::property(const ParameterSchema* value, std::string_view name) {
  if (value == nullptr || value->inside == ParameterSchema::nothing) return nullptr;
  const ParameterSchema* const own = find(
      value->inside, [&](const InsideSchema& one) { return find_named(one.properties, name); });
  return own != nullptr
             ? own
             : find(value->inside, [](const InsideSchema& one) { return says(one.other); });
}

const ParameterSchema* InsideTable::item(const ParameterSchema* value) {
  if (value == nullptr || value->inside == ParameterSchema::nothing) return nullptr;
  return find(value->inside, [](const InsideSchema& one) { return says(one.item); });
}

const ParameterSchema* InsideTable::says(const ParameterSchema& one) {
  const bool is_something = one.types != ValueTypes::none || one.inside != ParameterSchema::nothing;
  return is_something ? &one : nullptr;
}

}  // namespace tagstream

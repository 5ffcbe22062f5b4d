#include "body/schema_table.hpp"

#include <algorithm>

namespace tagstream {

SchemaTable::SchemaTable(const std::vector<ToolSchema>& schemas) : tools_(schemas) {
  auto by_name = [](const auto& a, const auto& b) { return a.name < b.name; };
  std::stable_sort(tools_.begin(), tools_.end(), by_name);
  for (ToolSchema& tool : tools_) {
    std::stable_sort(tool.parameters.begin(), tool.parameters.end(), by_name);
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

}  // namespace tagstream

#include "body/schema_table.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/sort.hpp"

namespace tagstream {

namespace {

// Schemas by name. A tool `fly` with "from": {"type": "object", "properties": {"lat": {"type":
// "number"}}} has the parameter `from`, of type object, and one *inside*: the types of the values
// in `from`. A value `<lat>1</lat>` inside `from` is then the number 1.
bool says_something(const ParameterSchema& one) {
  return one.types != ValueTypes::none || one.inside != ParameterSchema::nothing;
}

// Copies the parts of each inside into it, so that a look-up costs the same however many parts
// there are. Parts come from `allOf` and `$ref`: {"allOf": [{"properties": {"a": ...}}, {"$ref":
// "#/$defs/B"}]}. Many insides that share many parts would need much more memory than the schema,
// so there is a budget; beyond it parts are not copied, and look-ups search the first of them.
class PartMerger {
 public:
  explicit PartMerger(std::vector<InsideSchema>& insides)
      : insides_(insides), merged_(insides.size()), is_seen_(insides.size()) {
    for (const InsideSchema& one : insides) budget_ += spare * size_of(one);
  }

  void merge_all() {
    for (std::uint32_t i = 0; i < insides_.size(); ++i) {
      if (!insides_[i].parts.empty()) merge(i);
    }
    for (std::uint32_t i : done_) insides_[i] = std::move(merged_[i]);
  }

 private:
  static constexpr std::size_t spare = 16;

  static std::size_t size_of(const InsideSchema& one) {
    return 1 + one.properties.size() + one.parts.size();
  }

  void merge(std::uint32_t index) {
    if (!find_parts(index)) return;
    InsideSchema& to = merged_[index];
    for (std::uint32_t i : order_) {
      const InsideSchema& from = insides_[i];
      to.properties.insert(to.properties.end(), from.properties.begin(), from.properties.end());
      if (!says_something(to.other)) to.other = from.other;
      if (!says_something(to.item)) to.item = from.item;
    }
    auto& all = to.properties;
    sort_items(all, [](const auto& a, const auto& b) { return a.name < b.name; });
    all.erase(std::unique(all.begin(), all.end(),
                          [](const auto& a, const auto& b) { return a.name == b.name; }),
              all.end());
    done_.push_back(index);
  }

  // Fills `order_` with an inside and its parts, in the order in which they count. Returns false if
  // the budget is used up.
  bool find_parts(std::uint32_t index) {
    order_.clear();
    std::vector<std::uint32_t> open(1, index);
    while (!open.empty() && budget_ != 0) {
      const std::uint32_t i = open.back();
      open.pop_back();
      if (i >= insides_.size() || is_seen_[i]) continue;
      is_seen_[i] = true;
      order_.push_back(i);
      const InsideSchema& one = insides_[i];
      budget_ -= std::min(budget_, size_of(one));
      open.insert(open.end(), one.parts.rbegin(), one.parts.rend());
    }
    for (std::uint32_t i : order_) is_seen_[i] = false;
    return open.empty();
  }

  std::vector<InsideSchema>& insides_;
  std::vector<InsideSchema> merged_;
  std::vector<std::uint32_t> done_;
  std::vector<std::uint32_t> order_;
  std::vector<bool> is_seen_;
  std::size_t budget_ = std::size_t{1} << 16;
};

}  // namespace

SchemaTable::SchemaTable(const std::vector<ToolSchema>& schemas) : tools_(schemas) {
  auto by_name = [](const auto& a, const auto& b) { return a.name < b.name; };
  sort_items(tools_, by_name);
  for (ToolSchema& tool : tools_) {
    sort_items(tool.parameters, by_name);
    for (InsideSchema& inside : tool.insides) {
      sort_items(inside.properties, by_name);
    }
    PartMerger(tool.insides).merge_all();
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

// A schema without a name is for each tool that has no schema of its own.
const ToolSchema* SchemaTable::find(std::string_view tool) const {
  const ToolSchema* const found = find_named(tools_, tool);
  if (found != nullptr || tools_.empty()) return found;
  return tools_.front().name.empty() ? &tools_.front() : nullptr;  // the tools are sorted
}

bool SchemaTable::has(std::string_view tool) const {
  return !tool.empty() && find_named(tools_, tool) != nullptr;
}

std::string_view SchemaTable::tool_of_tag(std::string_view tag) const {
  if (has(tag)) return tag;
  const std::size_t colon = tag.rfind(':');
  if (colon == tag.npos) return {};
  const std::string_view last = tag.substr(colon + 1);
  return has(last) ? last : std::string_view();
}

const ParameterSchema* SchemaTable::find(const ToolSchema& tool, std::string_view name) {
  return find_named(tool.parameters, name);
}

SchemaTable::OfText SchemaTable::argument_of_text(std::string_view tool,
                                                  std::string_view otherwise) const {
  const ToolSchema* const known = find(tool);
  if (known == nullptr) return {otherwise, ValueTypes::string};
  const bool has_one = known->parameters.size() == 1;
  const std::string_view name = has_one ? std::string_view(known->parameters[0].name) : otherwise;
  const ParameterSchema* const one = find(*known, name);
  const bool says_more = one != nullptr && one->types != ValueTypes::none;
  return {name, says_more ? one->types : ValueTypes::string};
}

// A schema that is beyond the budget of PartMerger is hostile. Of its parts a look-up searches the
// first ones only, so that a look-up costs little however many there are.
constexpr std::size_t most_parts = 2048;

template <class Say>
const ParameterSchema* InsideTable::find(std::uint32_t inside, Say say) {
  if (is_seen_.empty()) is_seen_.resize(tool_->insides.size());
  open_.assign(1, inside);
  std::vector<std::uint32_t> seen;
  const ParameterSchema* found = nullptr;
  while (!open_.empty() && found == nullptr && seen.size() < most_parts) {
    const std::uint32_t index = open_.back();
    open_.pop_back();
    if (index >= is_seen_.size() || is_seen_[index]) continue;
    is_seen_[index] = true;
    seen.push_back(index);
    const InsideSchema& one = tool_->insides[index];
    found = say(one);
    const std::size_t taken = std::min(one.parts.size(), most_parts);
    open_.insert(open_.end(), one.parts.rend() - static_cast<std::ptrdiff_t>(taken),
                 one.parts.rend());
  }
  for (std::uint32_t index : seen) is_seen_[index] = false;
  return found;
}

// In `fly`, whose parameter `from` is {"lat": number}, the `lat` inside has a type, too.
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
  return says_something(one) ? &one : nullptr;
}

}  // namespace tagstream

// JSON schemas in, sets of types out. Nothing recurses: a text may nest as deep as it likes.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "json/json_tree.hpp"
#include "readers/json_complaint.hpp"
#include "tagstream/schema.hpp"

namespace tagstream {

namespace {

using Id = JsonTree::Id;
using Kind = JsonTree::Kind;

constexpr std::string_view reference_key = "$ref";

// The types of schemas. Each schema is looked at once; then a type goes from a schema to all that
// refer to it or have it as an alternative. A schema has seven types at most, so this is linear.
class SchemaTypes {
 public:
  SchemaTypes(const JsonTree& tree, std::size_t values, Complaint& complaint)
      : tree_(tree), complaint_(complaint), types_(values), is_seen_(values) {}

  // Looks at `schema`; `around` is what its references mean.
  void add(Id schema, Id around) {
    std::vector<Id> open;
    const auto consider = [&](Id id) {
      if (!is_seen_[id]) open.push_back(id);
      is_seen_[id] = true;
    };
    consider(schema);
    while (!open.empty() && !complaint_.error()) {
      const Id id = open.back();
      open.pop_back();
      if (tree_.is(id, Kind::boolean)) continue;  // fits all or nothing
      if (!complaint_.expect("a schema", tree_.is(id, Kind::object), id)) return;
      types_[id] = own_types(id);
      for (const Id part : parts_of(id, around)) {
        edges_.push_back({part, id});
        consider(part);
      }
    }
  }

  // Call it once, after all that is added.
  void settle() {
    std::sort(edges_.begin(), edges_.end(), is_before);
    std::vector<Id> changed;
    for (const Edge& edge : edges_) changed.push_back(edge.part);
    while (!changed.empty()) {
      const Id part = changed.back();
      changed.pop_back();
      const auto [first, last] =
          std::equal_range(edges_.begin(), edges_.end(), Edge{part, 0}, is_before);
      for (auto edge = first; edge != last; ++edge) {
        const ValueTypes types = types_[edge->whole] | types_[part];
        if (types == types_[edge->whole]) continue;
        types_[edge->whole] = types;
        changed.push_back(edge->whole);
      }
    }
  }

  [[nodiscard]] ValueTypes of(Id schema) const { return types_[schema]; }

 private:
  struct Edge {
    Id part;
    Id whole;
  };
  static bool is_before(const Edge& a, const Edge& b) { return a.part < b.part; }

  // What a schema refers to, and its alternatives.
  std::vector<Id> parts_of(Id schema, Id around) {
    std::vector<Id> parts;
    const auto reference = tree_.find(schema, reference_key);
    if (reference && tree_.is(*reference, Kind::string)) {
      const std::string text = tree_.text(*reference);
      const auto definition = text.starts_with("#/")
                                  ? tree_.follow(around, std::string_view(text).substr(1))
                                  : std::nullopt;
      if (definition) parts.push_back(*definition);
    }
    for (const char* key : {"anyOf", "oneOf", "allOf"}) {
      const auto list = tree_.find(schema, key);
      if (!list) continue;
      if (!complaint_.expect("a list of schemas", tree_.is(*list, Kind::array), *list)) break;
      for (const JsonTree::Member& member : tree_.members(*list)) parts.push_back(member.value);
    }
    return parts;
  }

  ValueTypes own_types(Id schema) {
    const auto type = tree_.find(schema, "type");
    ValueTypes types = type ? named_types(*type) : implied_types(schema);
    if (const auto nullable = tree_.find(schema, "nullable")) {
      complaint_.expect("true or false", tree_.is(*nullable, Kind::boolean), *nullable);
      if (tree_.is_true(*nullable)) types = types | ValueTypes::null;
    }
    return types;
  }

  ValueTypes named_types(Id type) {
    if (tree_.is(type, Kind::string)) return value_type(tree_.text(type));
    complaint_.expect("a string or a list of strings", tree_.is(type, Kind::array), type);
    ValueTypes types = ValueTypes::none;
    for (const JsonTree::Member& word : tree_.members(type)) {
      if (!complaint_.expect("a string", tree_.is(word.value, Kind::string), word.value)) break;
      types = types | value_type(tree_.text(word.value));
    }
    return types;
  }

  // What a schema means that names no type.
  ValueTypes implied_types(Id schema) {
    ValueTypes types = ValueTypes::none;
    const auto add_value = [&](Id value) {
      types = types | ValueTypes::string;
      if (tree_.is(value, Kind::null)) types = types | ValueTypes::null;
    };
    if (const auto values = tree_.find(schema, "enum")) {
      complaint_.expect("a list of values", tree_.is(*values, Kind::array), *values);
      types = types | ValueTypes::string;
      for (const JsonTree::Member& member : tree_.members(*values)) add_value(member.value);
    }
    if (const auto value = tree_.find(schema, "const")) add_value(*value);
    if (tree_.find(schema, "items")) types = types | ValueTypes::array;
    const bool is_object =
        tree_.find(schema, "properties") || tree_.find(schema, "additionalProperties");
    return is_object ? types | ValueTypes::object : types;
  }

  const JsonTree& tree_;
  Complaint& complaint_;
  std::vector<ValueTypes> types_;  // of each value
  std::vector<bool> is_seen_;
  std::vector<Edge> edges_;
};

class SchemaReader {
 public:
  explicit SchemaReader(const JsonTree& tree)
      : tree_(tree), complaint_(tree), types_(tree, tree.size(), complaint_) {}

  Result<std::vector<ToolSchema>> read() {
    read_text();
    if (complaint_.error()) return *complaint_.error();
    types_.settle();
    for (const Open& open : open_) {
      tools_[open.tool].parameters[open.parameter].types = types_.of(open.schema);
    }
    return std::move(tools_);
  }

 private:
  // A parameter whose types are known at the end.
  struct Open {
    std::size_t tool;
    std::size_t parameter;
    Id schema;
  };

  void read_text() {
    constexpr Id root = JsonTree::root;
    if (tree_.is(root, Kind::array)) return read_list(root);
    const bool is_object = tree_.is(root, Kind::object);
    if (!complaint_.expect("a list of tools, a tool or a schema", is_object, root)) return;
    if (const auto tools = tree_.find(root, "tools")) return read_list(*tools);
    if (tree_.find(root, "function") || tree_.find(root, "name")) return read_tool(root);
    if (!is_schema_of_object(root)) {
      return complaint_.say("no tool in it, and no schema of an object", root);
    }
    tools_.emplace_back();
    read_parameters(root);
  }

  void read_list(Id list) {
    complaint_.expect("a list of tools", tree_.is(list, Kind::array), list);
    for (const JsonTree::Member& tool : tree_.members(list)) {
      if (complaint_.error()) return;
      read_tool(tool.value);
    }
  }

  void read_tool(Id tool) {
    if (!complaint_.expect("a tool", tree_.is(tool, Kind::object), tool)) return;
    if (const auto function = tree_.find(tool, "function")) {
      tool = *function;
      if (!complaint_.expect("an object", tree_.is(tool, Kind::object), tool)) return;
    }
    const auto name = tree_.find(tool, "name");
    if (!name) return complaint_.say("a tool has no name", tool);
    if (!complaint_.expect("a string", tree_.is(*name, Kind::string), *name)) return;
    tools_.push_back({tree_.text(*name), {}});
    if (tools_.back().name.empty()) return complaint_.say("the name is empty", *name);
    for (const char* key : {"parameters", "input_schema", "inputSchema"}) {
      const auto parameters = tree_.find(tool, key);
      if (!parameters || tree_.is(*parameters, Kind::null)) continue;
      return read_parameters(*parameters);
    }
  }

  bool is_schema_of_object(Id schema) {
    const auto type = tree_.find(schema, "type");
    return tree_.find(schema, "properties") || (type && tree_.literal(*type) == "\"object\"");
  }

  // Those of the last tool.
  void read_parameters(Id schema) {
    if (!complaint_.expect("a schema", tree_.is(schema, Kind::object), schema)) return;
    const auto properties = tree_.find(schema, "properties");
    if (!properties) return;
    const bool is_object = tree_.is(*properties, Kind::object);
    if (!complaint_.expect("an object of schemas", is_object, *properties)) return;
    std::vector<ParameterSchema>& parameters = tools_.back().parameters;
    const auto members = tree_.members(*properties);
    for (std::size_t i = 0; i < members.size() && !complaint_.error(); ++i) {
      const bool is_last = i + 1 == members.size() || members[i + 1].key != members[i].key;
      if (!is_last) continue;  // of the same key the last one counts
      open_.push_back({tools_.size() - 1, parameters.size(), members[i].value});
      parameters.push_back({std::string(members[i].key), ValueTypes::none});
      types_.add(members[i].value, schema);
    }
  }

  const JsonTree& tree_;
  Complaint complaint_;
  SchemaTypes types_;
  std::vector<ToolSchema> tools_;
  std::vector<Open> open_;
};

}  // namespace

Result<std::vector<ToolSchema>> read_schemas(std::string_view json) {
  JsonTree tree;
  if (const auto at = tree.read(json)) return not_json(json, *at);
  return SchemaReader(tree).read();
}

}  // namespace tagstream

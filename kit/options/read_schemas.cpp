// Turns JSON schemas into sets of types. No function recurses, so the text may nest to any depth.
// These properties of a tool give the types beside them:
//
//   "a": {"$ref": "#/$defs/n"}                                 integer, if $defs/n says so
//   "b": {"anyOf": [{"type": "integer"}, {"type": "string"}]}  integer or string
//   "c": {"enum": ["1", "2"]}                                  string
//
// So glm45, whose values stand without quotes, reads 1 as the number 1 for `a` and `b`, and as the
// string "1" for `c`.
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "body/schema.hpp"
#include "options/json_complaint.hpp"
#include "options/schema_types.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream {

namespace {

using Id = JsonTree::Id;
using Kind = JsonTree::Kind;

class SchemaReader {
 public:
  explicit SchemaReader(const JsonTree& tree)
      : tree_(tree), complaint_(tree), types_(tree, tree.size(), complaint_) {}

  Result<std::vector<ToolSchema>> read() {
    read_text();
    if (complaint_.error()) return *complaint_.error();
    for (const Open& open : open_) types_.add_inside(open.schema, open.around);
    types_.settle();
    for (auto open = open_.begin(); open != open_.end();) {
      ToolSchema& tool = tools_[open->tool];
      Insides insides(tree_, types_, open->around);
      for (const std::size_t index = open->tool; open != open_.end() && open->tool == index;
           ++open) {
        ParameterSchema& parameter = tool.parameters[open->parameter];
        const std::string name = std::exchange(parameter.name, {});
        parameter = insides.of(open->schema);
        parameter.name = name;
      }
      tool.insides = insides.take();
    }
    return std::move(tools_);
  }

 private:
  // A parameter whose types are not known yet: `settle` spreads them when all schemas are read.
  struct Open {
    std::size_t tool;
    std::size_t parameter;
    Id schema;
    Id around;
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

  // Reads the parameters of the last tool: the properties of the schema, and those of the
  // schemas that it refers to or has as alternatives. If several of them have a property of one
  // name, the schema's own counts. Of two in one object the last counts.
  void read_parameters(Id schema) {
    if (tree_.is(schema, Kind::boolean)) return;  // fits all or nothing
    if (!complaint_.expect("a schema", tree_.is(schema, Kind::object), schema)) return;
    const auto own = tree_.find(schema, "properties");
    const bool is_object = !own || tree_.is(*own, Kind::object) || tree_.is(*own, Kind::null);
    if (!complaint_.expect("an object of schemas", is_object, own.value_or(schema))) return;
    std::map<std::string_view, Id> found;
    std::vector<Id> parts{schema};
    std::set<Id> seen{schema};
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::map<std::string_view, Id> more;
      if (const auto properties = types_.object_in(parts[i], "properties")) {
        for (const JsonTree::Member& one : tree_.members(*properties)) more[one.key] = one.value;
      }
      for (const char* key : {"additionalProperties", "patternProperties"}) {
        const auto others = tree_.find(parts[i], key);
        const bool is_said = others && !tree_.is(*others, Kind::null);
        if (is_said && tree_.literal(*others) != "false") tools_.back().allows_others = true;
      }
      if (const auto required = tree_.find(parts[i], "required")) {
        for (const JsonTree::Member& one : tree_.members(*required)) {
          if (tree_.is(one.value, Kind::string)) {
            tools_.back().required.push_back(tree_.text(one.value));
          }
        }
      }
      found.merge(more);
      for (const Id part : types_.parts_of(parts[i], schema)) {
        if (tree_.is(part, Kind::object) && seen.insert(part).second) parts.push_back(part);
      }
    }
    std::vector<ParameterSchema>& parameters = tools_.back().parameters;
    for (const auto& [name, value] : found) {
      if (complaint_.error()) return;
      open_.push_back({tools_.size() - 1, parameters.size(), value, schema});
      parameters.push_back({std::string(name), ValueTypes::none});
      types_.add(value, schema);
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

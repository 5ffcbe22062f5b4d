#include "support/options.hpp"

#include <array>
#include <cassert>

#include "json/json_writer.hpp"

namespace tagstream::testing {

void set_rules(Options& options, const std::vector<Rule>& rules) {
  const std::array lists{&options.hide,    &options.record, &options.unwrap, &options.reasoning,
                         &options.thought, &options.call,   &options.drop};
  for (auto* list : lists) list->clear();
  for (const Rule& rule : rules) {
    lists[static_cast<std::size_t>(rule.action)]->push_back(text_of(rule));
  }
}

Options with_rules(const std::vector<Rule>& rules, Options options) {
  set_rules(options, rules);
  return options;
}

std::vector<Rule> rules_of(const Options& options) {
  Result<std::vector<Rule>> rules = own_rules(options);
  assert(rules);
  return *std::move(rules);
}

namespace {

struct TypeWord {
  ValueTypes type;
  std::string_view word;
};
constexpr std::array types{
    TypeWord{ValueTypes::null, "null"},     TypeWord{ValueTypes::integer, "integer"},
    TypeWord{ValueTypes::number, "number"}, TypeWord{ValueTypes::boolean, "boolean"},
    TypeWord{ValueTypes::object, "object"}, TypeWord{ValueTypes::array, "array"},
    TypeWord{ValueTypes::string, "string"},
};

void write_schema(JsonWriter& json, const ParameterSchema& schema) {
  json.begin_object();
  if (schema.types != ValueTypes::none) {
    json.key("type").begin_array();
    for (const TypeWord& one : types) {
      if (has(schema.types, one.type)) json.value(one.word);
    }
    json.end_array();
  }
  if (schema.inside != ParameterSchema::nothing) {
    json.field("$ref", "#/$defs/i" + std::to_string(schema.inside));
  }
  json.end_object();
}

void write_properties(JsonWriter& json, const std::vector<ParameterSchema>& all) {
  json.key("properties").begin_object();
  for (const ParameterSchema& one : all) {
    json.key(one.name);
    write_schema(json, one);
  }
  json.end_object();
}

void write_parameters(JsonWriter& json, const ToolSchema& tool) {
  json.begin_object().field("type", "object");
  write_properties(json, tool.parameters);
  if (tool.allows_others) json.field("additionalProperties", true);
  if (!tool.insides.empty()) {
    json.key("$defs").begin_object();
    for (std::size_t i = 0; i < tool.insides.size(); ++i) {
      const InsideSchema& inside = tool.insides[i];
      json.key("i" + std::to_string(i)).begin_object();
      if (!inside.properties.empty()) write_properties(json, inside.properties);
      if (!(inside.other == ParameterSchema{})) {
        json.key("additionalProperties");
        write_schema(json, inside.other);
      }
      if (!(inside.item == ParameterSchema{})) {
        json.key("items");
        write_schema(json, inside.item);
      }
      if (!inside.parts.empty()) {
        json.key("allOf").begin_array();
        for (const std::uint32_t part : inside.parts) {
          json.begin_object().field("$ref", "#/$defs/i" + std::to_string(part)).end_object();
        }
        json.end_array();
      }
      json.end_object();
    }
    json.end_object();
  }
  json.end_object();
}

}  // namespace

std::string json_of(const std::vector<ToolSchema>& tools) {
  if (tools.empty()) return {};
  std::string text;
  JsonWriter json(text);
  if (tools.size() == 1 && tools[0].name.empty()) {
    write_parameters(json, tools[0]);
    return text;
  }
  json.begin_array();
  for (const ToolSchema& tool : tools) {
    json.begin_object().field("name", tool.name).key("parameters");
    write_parameters(json, tool);
    json.end_object();
  }
  json.end_array();
  return text;
}

std::vector<ToolSchema> tools_in(const Options& options) {
  if (options.tools.empty()) return {};
  Result<std::vector<ToolSchema>> tools = read_schemas(options.tools);
  assert(tools);
  return *std::move(tools);
}

}  // namespace tagstream::testing

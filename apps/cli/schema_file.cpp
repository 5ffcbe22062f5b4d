// JSON schemas in, sets of types out. Nothing recurses: a file may nest as deep as it likes.
#include "schema_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "reading.hpp"

namespace tagstream::cli {

namespace {

using Json = nlohmann::json;

// What is wrong with a file, and where.
struct Misfit {
  std::string what;
  std::string pointer;
};

const char* kind_of(const Json& value) {
  switch (value.type()) {
    case Json::value_t::object: return "an object";
    case Json::value_t::array: return "a list";
    case Json::value_t::string: return "a string";
    case Json::value_t::boolean: return "true or false";
    case Json::value_t::null: return "null";
    default: return "a number";
  }
}

// A key, as it stands in a JSON pointer.
void append_escaped(std::string& pointer, std::string_view key) {
  for (const char byte : key) {
    if (byte == '~') {
      pointer += "~0";
    } else if (byte == '/') {
      pointer += "~1";
    } else {
      pointer += byte;
    }
  }
}

class SchemaReader {
 public:
  explicit SchemaReader(const Json& file) { places_.push_back({&file, root, {}}); }

  // Throws Misfit.
  std::vector<ToolSchema> read() {
    if (at(root).is_array()) return read_list(root);
    if (!at(root).is_object()) fail("a list of tools, a tool or a schema", root);
    if (const auto tools = find(root, "tools")) return read_list(*tools);
    if (find(root, "function") || find(root, "name")) return {read_tool(root)};
    if (!is_schema_of_object(root)) {
      throw Misfit{"no tool in it, and no schema of an object", pointer_to(root)};
    }
    return {{"", read_parameters(root)}};
  }

 private:
  // A value of the file: an index into places_.
  using Id = std::size_t;
  static constexpr Id root = 0;
  static constexpr std::size_t most_references = 64;

  struct Place {
    const Json* value;
    Id around;
    std::string step;  // from there to here
  };

  [[nodiscard]] const Json& at(Id id) const { return *places_[id].value; }

  Id add(const Json& value, Id around, std::string step) {
    places_.push_back({&value, around, std::move(step)});
    return places_.size() - 1;
  }

  // The value under a key; nothing if it is absent. Precondition: `around` is an object.
  std::optional<Id> find(Id around, const char* key) {
    const auto found = at(around).find(key);
    if (found == at(around).end()) return std::nullopt;
    return add(*found, around, key);
  }

  std::vector<Id> elements(Id list) {
    std::vector<Id> ids;
    for (const Json& value : at(list)) ids.push_back(add(value, list, std::to_string(ids.size())));
    return ids;
  }

  std::vector<ToolSchema> read_list(Id list) {
    if (!at(list).is_array()) fail("a list of tools", list);
    std::vector<ToolSchema> tools;
    for (const Id tool : elements(list)) tools.push_back(read_tool(tool));
    return tools;
  }

  ToolSchema read_tool(Id tool) {
    if (!at(tool).is_object()) fail("a tool", tool);
    if (const auto function = find(tool, "function")) {
      tool = *function;
      if (!at(tool).is_object()) fail("an object", tool);
    }
    const auto name = find(tool, "name");
    if (!name) throw Misfit{"a tool has no name", pointer_to(tool)};
    if (!at(*name).is_string()) fail("a string", *name);
    ToolSchema schema{at(*name).get<std::string>(), {}};
    if (schema.name.empty()) throw Misfit{"the name is empty", pointer_to(*name)};
    for (const char* key : {"parameters", "input_schema", "inputSchema"}) {
      const auto parameters = find(tool, key);
      if (!parameters || at(*parameters).is_null()) continue;
      schema.parameters = read_parameters(*parameters);
      break;
    }
    return schema;
  }

  bool is_schema_of_object(Id schema) {
    const auto type = find(schema, "type");
    return find(schema, "properties") || (type && at(*type) == "object");
  }

  std::vector<ParameterSchema> read_parameters(Id schema) {
    if (!at(schema).is_object()) fail("a schema", schema);
    parameters_ = &at(schema);
    const auto properties = find(schema, "properties");
    if (!properties) return {};
    if (!at(*properties).is_object()) fail("an object of schemas", *properties);
    std::vector<ParameterSchema> parameters;
    for (const auto& [name, value] : at(*properties).items()) {
      const std::size_t before = places_.size();
      parameters.push_back({name, types_of(add(value, *properties, name))});
      places_.erase(places_.begin() + static_cast<std::ptrdiff_t>(before), places_.end());
    }
    return parameters;
  }

  // All types that a schema or one of its alternatives names.
  ValueTypes types_of(Id schema) {
    ValueTypes types = ValueTypes::none;
    std::vector<Id> open{schema};
    std::size_t references = 0;  // a definition may refer to itself
    while (!open.empty()) {
      const Id id = open.back();
      open.pop_back();
      if (at(id).is_boolean()) continue;  // fits all or nothing
      if (!at(id).is_object()) fail("a schema", id);
      types = types | own_types(id);
      const Json* const definition = definition_of(id);
      if (definition != nullptr && ++references <= most_references) {
        open.push_back(add(*definition, id, "$ref"));
      }
      for (const char* key : {"anyOf", "oneOf", "allOf"}) {
        const auto list = find(id, key);
        if (!list) continue;
        if (!at(*list).is_array()) fail("a list of schemas", *list);
        const std::vector<Id> alternatives = elements(*list);
        open.insert(open.end(), alternatives.begin(), alternatives.end());
      }
    }
    return types;
  }

  // What a "$ref" within the tool's own schema refers to; null if there is no such thing.
  const Json* definition_of(Id schema) {
    const auto reference = find(schema, "$ref");
    if (!reference || !at(*reference).is_string()) return nullptr;
    const auto& text = at(*reference).get_ref<const std::string&>();
    if (text.rfind("#/", 0) != 0) return nullptr;
    try {
      return &parameters_->at(Json::json_pointer(text.substr(1)));
    } catch (const Json::exception&) {
      return nullptr;
    }
  }

  ValueTypes own_types(Id schema) {
    const auto type = find(schema, "type");
    ValueTypes types = type ? named_types(*type) : implied_types(schema);
    if (const auto nullable = find(schema, "nullable")) {
      if (!at(*nullable).is_boolean()) fail("true or false", *nullable);
      if (at(*nullable).get<bool>()) types = types | ValueTypes::null;
    }
    return types;
  }

  ValueTypes named_types(Id type) {
    if (at(type).is_string()) return value_type(at(type).get_ref<const std::string&>());
    if (!at(type).is_array()) fail("a string or a list of strings", type);
    ValueTypes types = ValueTypes::none;
    for (const Id word : elements(type)) {
      if (!at(word).is_string()) fail("a string", word);
      types = types | value_type(at(word).get_ref<const std::string&>());
    }
    return types;
  }

  // What a schema means that names no type.
  ValueTypes implied_types(Id schema) {
    ValueTypes types = ValueTypes::none;
    if (const auto values = find(schema, "enum")) {
      if (!at(*values).is_array()) fail("a list of values", *values);
      types = types | ValueTypes::string;
      if (std::any_of(at(*values).begin(), at(*values).end(),
                      [](const Json& value) { return value.is_null(); })) {
        types = types | ValueTypes::null;
      }
    }
    if (const auto value = find(schema, "const")) {
      types = types | ValueTypes::string;
      if (at(*value).is_null()) types = types | ValueTypes::null;
    }
    if (at(schema).contains("items")) types = types | ValueTypes::array;
    if (at(schema).contains("properties") || at(schema).contains("additionalProperties")) {
      types = types | ValueTypes::object;
    }
    return types;
  }

  [[noreturn]] void fail(std::string_view expected, Id id) const {
    throw Misfit{fmt::format("expected {}, not {}", expected, kind_of(at(id))), pointer_to(id)};
  }

  [[nodiscard]] std::string pointer_to(Id id) const {
    if (id == root) return "the top level";
    std::vector<Id> way;
    for (; id != root; id = places_[id].around) way.push_back(id);
    std::string pointer;
    for (auto step = way.rbegin(); step != way.rend(); ++step) {
      pointer += '/';
      append_escaped(pointer, places_[*step].step);
    }
    return pointer;
  }

  const Json* parameters_ = nullptr;  // the schema being read
  std::vector<Place> places_;
};

// Takes nothing but the place of the first error.
struct ErrorFinder : nlohmann::json_sax<Json> {
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t bytes_read, const std::string& last,
                   const Json::exception&) override {
    read = bytes_read;
    last_token = last;
    return false;
  }

  std::size_t read = 0;
  std::string last_token;
};

// The offset of the value that can't stand where it does, or of the byte that spoils one.
std::size_t error_offset(const std::string& text) {
  ErrorFinder finder;
  Json::sax_parse(text, &finder);
  const std::size_t read = std::min(std::max<std::size_t>(finder.read, 1), text.size() + 1);
  const std::size_t size = finder.last_token.size();
  return size <= read && Json::accept(finder.last_token) ? read - size : read - 1;
}

// "line 3, column 7", both from 1; columns count code points.
std::string line_and_column(std::string_view text) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n")) {
      ++line;
      column = 1;
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++column;
    }
  }
  return fmt::format("line {}, column {}", line, column);
}

}  // namespace

Result<std::vector<ToolSchema>> read_schemas(const std::string& json_text,
                                             const std::string& file_name) {
  const Json file = Json::parse(json_text, nullptr, false);
  if (file.is_discarded()) {
    const auto before = std::string_view(json_text).substr(0, error_offset(json_text));
    return Error{Errc::bad_option, before.size(),
                 fmt::format("not JSON: {}: {}", file_name, line_and_column(before))};
  }
  try {
    return SchemaReader(file).read();
  } catch (const Misfit& misfit) {
    return Error{Errc::bad_option, 0,
                 fmt::format("{}: {}: {}", misfit.what, file_name, misfit.pointer)};
  }
}

std::vector<ToolSchema> read_schema_file(const std::string& path) {
  const CommonArguments as_it_comes;
  return value_of(read_schemas(Reading(path, as_it_comes).read_all(), path));
}

}  // namespace tagstream::cli

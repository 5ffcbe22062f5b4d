#include "support/xml_writer.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "support/formats.hpp"
#include "support/model_value.hpp"

namespace tagstream::testing {
namespace {

/// A key always has the same types.
struct Kind {
  std::string_view key;
  ValueTypes types;
  std::string_view word;
};
constexpr std::array kinds = {
    Kind{"k", ValueTypes::string, "string"},      Kind{"x-y", ValueTypes::string, "str"},
    Kind{"city", ValueTypes::none, ""},           Kind{"naïve", ValueTypes::none, ""},
    Kind{"count", ValueTypes::integer, "int"},    Kind{"ratio", ValueTypes::number, "float"},
    Kind{"open", ValueTypes::boolean, "boolean"}, Kind{"list", ValueTypes::array, "array"},
    Kind{"map", ValueTypes::object, "dict"},      Kind{"maybe", ValueTypes::null, "null"},
};

const std::vector<std::string_view> ascii_names = {"f", "get_weather", "a.b"};

std::string_view pick(const std::vector<std::string_view>& list, Random& random) {
  return list[random() % list.size()];
}
bool is_often(Random& random) { return random() % 4 != 0; }

// ---- values ------------------------------------------------------------------------------------

std::string without_end(std::string_view open) {
  return std::string(xml_tag_name(open).empty() ? open : open.substr(0, open.size() - 1));
}

/// The openers of a parameter.
std::vector<std::string> openers_of(const XmlShape& shape) {
  std::vector<std::string> openers;
  for (const XmlShape::Marks* marks : {&shape.parameters, &shape.keys}) {
    for (const XmlMark& mark : *marks) {
      if (mark.is_given()) openers.push_back(without_end(mark.open));
    }
  }
  return openers;
}

/// True if a parameter may begin inside `value`: at the start of a line, or, in some families, at
/// any place.
bool may_open(const XmlShape& shape, const std::string& value) {
  const std::string text = (shape.name_is_value ? "\n" : " ") + value;
  if (shape.tag_is_key && (text.find("\n<") != text.npos || text.find("\r<") != text.npos))
    return true;
  for (const std::string& opener : openers_of(shape)) {
    for (std::size_t at = text.find(opener); at != text.npos; at = text.find(opener, at + 1)) {
      const char before = text[at - 1];
      if (shape.openers_end_values || before == '\n' || before == '\r') return true;
    }
  }
  return false;
}

/// Pieces that may stand in a value. Among them are openers and closers of this family, followed
/// by text after which they do not count.
std::vector<std::string> pieces_of(const CallFormat& format, const ToolFormat& tools) {
  std::vector<std::string> pieces = {
      "a",     "b ",         "\n",           "x < y", "<",        ">",       "\"",
      "\\",    "é",          "🦀",         "<b>",   "</b>",     "  ",      "\t",
      "\r\n",  "{\"k\":1}",  "null",         "12",    "</",       "'",       "=",
      "&amp;", "<parameter", "</parameter.", "<arg_", "<think>.", "\x01",    "</tool_call>.",
      "<|",    "|>",         "]<]",          "[>[",   "<![CDAT.", "<invoke", "<tool_call>.",
  };
  const XmlShape& shape = *format.shape;
  // Where the key is the rest of a line, that would be the parameter `.`.
  if (!shape.key_is_head) {
    for (const std::string& opener : openers_of(shape)) pieces.push_back(opener + " .");
  }
  for (const XmlShape::Marks* marks : {&shape.parameters, &shape.keys, &shape.values}) {
    for (const XmlMark& mark : *marks) {
      if (mark.is_given()) pieces.push_back(std::string(mark.close) + '.');
    }
  }
  // Between such lines a closing marker counts wherever it stands.
  if (!shape.key_is_head) {
    for (const WordList* words : {&format.close, &tools.wrap_close}) {
      for (std::string_view word : *words) pieces.push_back(marker_of(word, "f") + '.');
    }
  }
  if (shape.prefix.empty() && !shape.tag_is_key) return pieces;
  for (const Kind& kind : kinds) {
    pieces.push_back(std::string(shape.prefix) + "</" + std::string(kind.key) + ">.");
  }
  return pieces;
}

std::string random_text(const CallFormat& format, const ToolFormat& tools, Random& random) {
  const std::vector<std::string> pieces = pieces_of(format, tools);
  for (;;) {
    std::string value;
    for (std::uint64_t i = random() % 12; i > 0; --i) value += pieces[random() % pieces.size()];
    if (!may_open(*format.shape, value)) return value;
  }
}

/// Fills in a random text, and the JSON value that the text is by its type.
void fill_value(XmlArgument& argument, ValueTypes types, Random& random) {
  auto is = [&](ValueTypes one) { return types == one; };
  const std::string digits = std::to_string(static_cast<int>(random() % 2000) - 1000);
  if (is(ValueTypes::integer)) {
    const bool is_long = random() % 2 == 0 && digits != "0";  // no zeros in front
    argument.text = argument.json = digits + (is_long ? "00000000000000000001" : "");
  } else if (is(ValueTypes::number)) {
    argument.text = argument.json = digits + ".50";
  } else if (is(ValueTypes::boolean)) {
    argument.json = random() % 2 == 0 ? "true" : "false";
    argument.text = argument.json;
  } else if (is(ValueTypes::array)) {
    argument.text = argument.json = R"([ 1,"</b>",{"a":null}])";
  } else if (is(ValueTypes::object)) {
    argument.text = argument.json = R"({"b" : [)" + digits + R"(], "a":"é <x>"})";
  } else {
    argument.text = argument.json = "null";
  }
}

/// Fills in nested tags, and the JSON value that they stand for.
void write_nested(XmlArgument& argument, const CallFormat& format, const ToolFormat& tools,
                  int depth, Random& random) {
  const std::string prefix(format.shape->prefix);
  const std::string gap = random() % 2 == 0 ? "\n" : "";
  const std::uint64_t form = depth == 0 ? 0 : random() % 3;
  if (form == 0) {
    argument.text = "leaf";
    while (random() % 2 != 0) argument.text += pick({" ", "é", "</a>", "<b>", "\n", "\""}, random);
    argument.json = quoted_json(argument.text);
    return;
  }
  const bool is_list = form == 1;
  std::string text = gap;
  std::string json;
  auto add = [&](const std::string& name, XmlArgument& part) {
    write_nested(part, format, tools, depth - 1, random);
    text += prefix + '<' + name + '>' + part.text + prefix + "</" + name + '>' + gap;
  };
  for (const std::string name : {"a", "bé", "c-d"}) {
    XmlArgument part;
    add(is_list ? "item" : name, part);
    json += json.empty() ? "" : ",";
    if (!is_list) json += quoted_json(name) + ':';
    if (is_list || random() % 3 != 0) {
      json += part.json;
    } else {
      XmlArgument other;
      add(name, other);
      json += '[' + part.json + ',' + other.json + ']';
    }
    if (random() % 3 == 0) break;
  }
  argument.text = text;
  argument.json = (is_list ? '[' : '{') + json + (is_list ? ']' : '}');
}

XmlArgument random_argument(const Kind& kind, const CallFormat& format, const ToolFormat& tools,
                            Random& random) {
  XmlArgument argument;
  argument.key = kind.key;
  argument.types = kind.types;
  argument.word = kind.word;
  argument.says_type = random() % 2 == 0;
  const bool is_text = kind.types == ValueTypes::string || kind.types == ValueTypes::none;
  if (!format.shape->prefix.empty() && kind.types == ValueTypes::object && random() % 2 == 0) {
    argument.is_nested = true;
    write_nested(argument, format, tools, 3, random);
    if (argument.text.find(format.shape->prefix) != std::string::npos) return argument;
    argument.is_nested = false;
  }
  if (!is_text && is_often(random)) {
    fill_value(argument, kind.types, random);
    return argument;
  }
  argument.text = is_text ? random_text(format, tools, random) : "a dozen";  // it does not fit
  argument.json = quoted_json(argument.text);
  return argument;
}

// ---- writing -----------------------------------------------------------------------------------

/// `open` with the attributes after the tag's name or the literal, and with the end of the tag.
std::string with_attributes(std::string_view open, const std::string& attributes,
                            const XmlShape& shape) {
  const bool is_tag = !xml_tag_name(open).empty();
  return without_end(open) + attributes + (is_tag ? ">" : std::string(shape.head_end));
}

std::string attribute(std::string_view name, std::string_view value) {
  return ' ' + std::string(name) + "=\"" + std::string(value) + '"';
}

std::string write_pair(const XmlShape& shape, const XmlArgument& argument, Random& random) {
  const std::size_t i = shape.keys[1].is_given() ? random() % 2 : 0;
  const std::string gap = random() % 2 == 0 ? "\n" : "";
  std::string out(shape.keys[i].open);
  out += argument.key + std::string(shape.keys[i].close);
  if (!shape.keys[i].close.empty()) out += gap;
  if (shape.type.is_given() && argument.says_type && !argument.word.empty()) {
    out += std::string(shape.type.open) + argument.word + std::string(shape.type.close) + gap;
  }
  return out + std::string(shape.values[i].open) + argument.text +
         std::string(shape.values[i].close);
}

std::string write_keyed(const XmlShape& shape, const XmlArgument& argument, Random& random) {
  const std::size_t i = shape.parameters[1].is_given() ? random() % 2 : 0;
  const XmlMark& mark = shape.parameters[i];
  if (shape.key_is_head) {
    return std::string(mark.open) + argument.key + '\n' + argument.text + '\n';
  }
  if (shape.name_is_value) {
    return with_attributes(mark.open, '=' + argument.key, shape) + '\n' + argument.text + '\n' +
           std::string(mark.close);
  }
  std::string attributes = attribute(shape.key_attribute, argument.key);
  if (argument.says_type && !argument.word.empty()) {
    const bool is_string = argument.types == ValueTypes::string;
    if (!shape.type_attribute.empty()) attributes += attribute(shape.type_attribute, argument.word);
    if (!shape.string_attribute.empty()) {
      attributes += attribute(shape.string_attribute, is_string ? "true" : "false");
    }
  }
  const bool is_section = shape.takes_cdata && random() % 2 == 0;
  return with_attributes(mark.open, attributes, shape) + (is_section ? "<![CDATA[" : "") +
         argument.text + (is_section ? "]]>" : "") + std::string(mark.close);
}

}  // namespace

std::string write_xml_parameter(const XmlShape& shape, const XmlArgument& argument,
                                Random& random) {
  if (shape.values[0].is_given()) return write_pair(shape, argument, random);
  if (shape.prefix.empty() && !shape.tag_is_key) return write_keyed(shape, argument, random);
  const std::string prefix(shape.prefix);
  const std::string_view line = shape.trims_line_ends ? "\n" : "";  // a value may have its own
  return prefix + '<' + argument.key + '>' + std::string(line) + argument.text + std::string(line) +
         prefix + "</" + argument.key + '>';
}

XmlCall random_xml_call(const CallFormat& format, const ToolFormat& tools, Random& random) {
  std::vector<std::string_view> names = ascii_names;
  if (!format.names_tag) names.emplace_back("füge");
  XmlCall call{std::string(pick(names, random)), {}};
  std::set<std::string> keys;  // one that comes again with another value is no call
  for (const Kind& kind : kinds) {
    while (random() % 3 == 0) {
      XmlArgument one = random_argument(kind, format, tools, random);
      // Where a line end closes a value, none can be its last byte.
      const bool is_lost = format.shape->key_is_head && !one.text.empty() &&
                           std::string_view("\r\n").find(one.text.back()) != std::string_view::npos;
      if (is_lost) continue;
      if (keys.insert(one.key).second) call.arguments.push_back(std::move(one));
    }
  }
  return call;
}

std::string write_xml_call(const CallFormat& format, const XmlCall& call, Random& random) {
  const XmlShape& shape = *format.shape;
  // Where a line end closes a value, another one would be part of the value.
  const std::string gap = random() % 2 == 0 && !shape.key_is_head ? "\n" : "";
  std::string out = marker_of(*format.open.begin(), call.tool);
  if (format.names_tag) {
    // nothing else says it
  } else if (shape.name_first) {
    out += call.tool + std::string(shape.separators[0]) + (shape.key_is_head ? "\n" : "");
  } else if (shape.name_is_value) {
    out = with_attributes(out, '=' + call.tool, shape);
  } else {
    out = with_attributes(out, attribute(shape.name_attribute, call.tool), shape);
  }
  out += gap;
  for (const XmlArgument& one : call.arguments)
    out += write_xml_parameter(shape, one, random) + gap;
  return out + marker_of(*format.close.begin(), call.tool);
}

bool quotes_markers(const CallFormat& format, const ToolFormat& tools, const XmlCall& call) {
  const XmlShape& shape = *format.shape;
  std::vector<std::string> markers;
  const auto add = [&](std::string_view word) {
    if (word.empty()) return;
    markers.push_back(without_end(word));
    const std::string_view name = xml_tag_name(word);
    if (name.empty()) return;
    markers.push_back("</" + std::string(name));
    markers.push_back("</" + std::string(name.substr(name.rfind(':') + 1)));  // a slip
  };
  const XmlShape::Marks type{{shape.type}};
  for (const XmlShape::Marks& marks : {shape.parameters, shape.keys, shape.values, type}) {
    for (const XmlMark& mark : marks) {
      add(mark.open);
      add(mark.close);
    }
  }
  std::vector<const WordList*> around{&tools.wrap_open, &tools.wrap_close};
  for (const CallFormat& one : tools.calls) around.insert(around.end(), {&one.open, &one.close});
  for (const WordList* const words : around) {
    for (const std::string_view word : *words) {
      if (!format.names_tag) add(word);
    }
  }
  for (const std::string_view word : shape.separators) add(word);
  if (format.names_tag) {
    for (const std::string_view name : ascii_names) add('<' + std::string(name) + '>');
  }
  return std::any_of(call.arguments.begin(), call.arguments.end(), [&](const XmlArgument& one) {
    const bool has_tags = !shape.prefix.empty() && one.text.find(shape.prefix) != std::string::npos;
    const bool has_own =
        shape.tag_is_key && std::any_of(kinds.begin(), kinds.end(), [&](const Kind& kind) {
          const std::string key(kind.key);
          return one.text.find("</" + key) != one.text.npos ||
                 one.text.find('<' + key) != one.text.npos;
        });
    return has_tags || has_own ||
           std::any_of(markers.begin(), markers.end(), [&](const std::string& marker) {
             return one.text.find(marker) != std::string::npos;
           });
  });
}

std::string arguments_of(const XmlCall& call, const XmlShape& shape, bool has_schema) {
  std::string json = "{";
  const bool may_say =
      shape.type.is_given() || !shape.type_attribute.empty() || !shape.string_attribute.empty();
  for (const XmlArgument& one : call.arguments) {
    const bool is_typed = has_schema || one.is_nested || (may_say && one.says_type);
    json += (json.size() > 1 ? "," : "") + quoted_json(one.key) + ':';
    json += is_typed ? one.json : quoted_json(one.text);
  }
  return json + '}';
}

std::vector<ToolSchema> xml_tools(const CallFormat& format) {
  std::vector<ToolSchema> tools;
  if (!format.names_tag) return tools;
  for (const std::string_view name : ascii_names) tools.push_back({std::string(name), {}});
  return tools;
}

std::vector<ToolSchema> xml_schemas(const CallFormat& format) {
  ToolSchema all;
  for (const Kind& kind : kinds) {
    if (kind.types != ValueTypes::none)
      all.parameters.push_back({std::string(kind.key), kind.types});
  }
  if (!format.names_tag) return {all};
  std::vector<ToolSchema> tools = xml_tools(format);
  for (ToolSchema& tool : tools) tool.parameters = all.parameters;
  return tools;
}

}  // namespace tagstream::testing

#include "grammar/values.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "json/json_text.hpp"
#include "write/written_value.hpp"

namespace tagstream::grammar {

namespace {

// Makes rules for values. The schema `{"type": "object", "properties": {"city": …, "days": …},
// "required": ["city"]}` gives
//
//   value_arguments: "{" BLANKS? "\"city\":" BLANKS? QUOTED
//                    ("," BLANKS? "\"days\":" BLANKS? INTEGER)? BLANKS? "}"
//
// Members come in the order of the schema. If none is required, any of them may be the first:
// `list` says how.

using Form = Style::Form;
using Id = JsonTree::Id;
using Kind = JsonTree::Kind;

constexpr std::array scalar_types{ValueTypes::null, ValueTypes::boolean, ValueTypes::integer,
                                  ValueTypes::number};

// The types in both sets. Each integer is a number, so {"type": "number"} takes 1 and 1.5.
ValueTypes common(ValueTypes types, ValueTypes mask) {
  if (has(types, ValueTypes::number)) types = types | ValueTypes::integer;
  return static_cast<ValueTypes>(static_cast<unsigned>(types) & static_cast<unsigned>(mask));
}

CodePoints digits() { return CodePoints::range('0', '9'); }

// At most 19 digits, as the largest 64-bit numbers have. No leading zero, as in JSON.
Node integer_body() {
  return sequence({optional(literal("-")),
                   choice({literal("0"), sequence({one_of(CodePoints::range('1', '9')),
                                                   repeat(one_of(digits()), 0, 18)})})});
}

Node number_body() {
  Node fraction = sequence({literal("."), repeat(one_of(digits()), 1, 20)});
  Node exponent = sequence({one_of(CodePoints::of("eE")), optional(one_of(CodePoints::of("+-"))),
                            repeat(one_of(digits()), 1, 2)});
  return sequence({integer_body(), optional(std::move(fraction)), optional(std::move(exponent))});
}

// The name of a rule for the value of `key`: `value_my_key` for `My-Key`, as rules have names of
// small letters, digits and `_`.
std::string name_of(std::string_view key) {
  std::string name = "value_";
  for (const char c : key) {
    const bool is_capital = c >= 'A' && c <= 'Z';
    const bool fits = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    name += is_capital ? static_cast<char>(c - 'A' + 'a') : fits ? c : '_';
  }
  return name;
}

std::string json_string(std::string_view text) {
  std::string json;
  append_json_string(json, text);
  return json;
}

}  // namespace

// One rule for each name: the first body that is given counts.
Node Values::token(std::string_view name, Node body) {
  const auto found = tokens_.find(std::string(name));
  if (found != tokens_.end()) return reference(found->second);
  const RuleId rule = rules_.add(name, std::move(body), true);
  tokens_.emplace(name, rule);
  return reference(rule);
}

// One space, or a line end and up to 40 spaces and tabs. Without a bound, a model that may write
// blanks sometimes never stops.
Node Values::blanks(const Style& style) {
  if (style.form == Form::braces) return {};
  Node line = sequence({literal("\n"), repeat(one_of(CodePoints::of(" \t")), 0, 40)});
  return optional(token("blanks", choice({literal(" "), std::move(line)})));
}

// In braces the text's rule holds the closing mark, so only the opening mark is a literal.
Node Values::string(const Style& style) {
  if (style.form != Form::braces) {
    return reference(rules_.add("quoted", Text{Text::Kind::quoted, {}, style.forbidden}));
  }
  const RuleId text = rules_.add("text", Text{Text::Kind::free, style.close, style.forbidden});
  return sequence({literal(style.open), reference(text)});
}

Node Values::scalar(ValueTypes type, const Style& style) {
  const bool is_python = style.form == Form::python;
  if (type == ValueTypes::null) return literal(is_python ? "None" : "null");
  if (type == ValueTypes::integer) return token("integer", integer_body());
  if (type == ValueTypes::number) return token("number", number_body());
  return choice({literal(is_python ? "True" : "true"), literal(is_python ? "False" : "false")});
}

// A key that would not be read back as itself is impossible, and so is an object that must have it.
Node Values::key(const Property& property, const Style& style) {
  const bool is_braces = style.form == Form::braces;
  const std::string text = is_braces ? property.key : json_string(property.key);
  if (is_free_of(style, text) && (!is_braces || notation::is_plain_word(text))) {
    if (property.schema) schemas_.allow(property.schema->id);
    return literal(text + ':');
  }
  if (property.schema) schemas_.leave_out(property_left_out, property.schema->id);
  return choice({});
}

// A key that the schema does not name. Escapes are forbidden in it: with them, `"\u0061"` would be
// a second spelling of a key `a` that the schema does name.
Node Values::other_key(const std::vector<Property>& named, const Style& style) {
  const CodePoints letters = CodePoints::range('a', 'z') | CodePoints::range('A', 'Z');
  if (style.form == Form::braces) {
    const CodePoints more = letters | digits() | CodePoints::of("_");
    return sequence(
        {token("key", sequence({one_of(letters | CodePoints::of("_")), repeat(one_of(more), 0)})),
         literal(":")});
  }
  Text text{Text::Kind::quoted, {}, style.forbidden};
  text.forbidden.push_back({{CodePoints::of("\\")}});
  for (const Property& one : named) text.forbidden.push_back(pattern_of(json_string(one.key)));
  return sequence({reference(rules_.add("key", std::move(text))), literal(":")});
}

// {"enum": ["x", 1, null]} is `"\"x\"" | "1" | "null"`. A value is left out if it holds a marker at
// which the reader would end it.
Node Values::fixed(const std::vector<Id>& values, const Style& style, ValueTypes mask) {
  std::vector<Node> all;
  for (const Id value : values) {
    if (!has(mask, schemas_.type_of(value))) continue;
    const std::string_view json = schemas_.tree().literal(value);
    std::string text;
    bool is_said = true;
    switch (style.form) {
      case Form::json: notation::append_json_value(text, json); break;
      case Form::python: notation::append_python_value(text, json); break;
      case Form::braces:
        is_said = notation::append_marked_value(text, json, style.open, style.close);
        break;
    }
    if (!is_said || !is_free_of(style, text)) {
      schemas_.leave_out(value_left_out, value);
      continue;
    }
    schemas_.allow(value);
    all.push_back(literal(text));
  }
  return choice(std::move(all));
}

// True if the text holds no pattern that the style forbids.
bool Values::is_free_of(const Style& style, std::string_view text) {
  return style.forbidden.empty() || accepts({Text::Kind::part, {}, style.forbidden}, text);
}

// Scalars and fixed values are written in place. Objects, lists and alternatives become rules of
// their own, one for each schema, style and mask, so that a schema may contain itself. Their bodies
// are written in `finish`.
Node Values::value(std::optional<Schema> schema, const Style& style, std::string_view name,
                   ValueTypes mask) {
  schema = schemas_.resolved(schema);
  if (schema) schemas_.note(*schema);
  const ValueTypes types = schemas_.types(schema);
  const bool has_values = schema && schemas_.values(*schema);
  const bool has_parts = schema && !schemas_.alternatives(*schema).empty();
  const bool is_small =
      schema && !has_parts && !has(types, ValueTypes::object) && !has(types, ValueTypes::array);
  if (has_values || is_small) return body(schema, style, mask);
  const auto [number, is_new_style] = style_numbers_.emplace(style, styles_.size());
  if (is_new_style) styles_.push_back(style);
  const Key key{schema, number->second, mask};
  const auto found = made_.find(key);
  if (found != made_.end()) return reference(found->second);
  const RuleId rule = rules_.add(schema ? name_of(name) : "any");
  made_.emplace(key, rule);
  open_.emplace_back(key, rule);
  return reference(rule);
}

// Fixed values count before alternatives, and alternatives before types.
Node Values::body(std::optional<Schema> schema, const Style& style, ValueTypes mask) {
  if (schema) {
    if (const auto values = schemas_.values(*schema)) return fixed(*values, style, mask);
    const std::vector<Schema> parts = schemas_.alternatives(*schema);
    std::vector<Node> all;
    for (const Schema& part : parts) {
      if (common(schemas_.types(part), mask) == ValueTypes::none) continue;
      all.push_back(value(part, style, "part", mask));
    }
    if (!all.empty()) return choice(std::move(all));
  }
  return of_types(common(schemas_.types(schema), mask), schema, style);
}

// One alternative for each type. An object of no schema has any keys with any values. If numbers
// are allowed, integers need no alternative of their own.
Node Values::of_types(ValueTypes types, std::optional<Schema> schema, const Style& style) {
  std::vector<Node> all;
  if (has(types, ValueTypes::object)) {
    if (schema) {
      all.push_back(object(*schema, style));
    } else {
      Node pair = sequence({other_key({}, style), blanks(style), value({}, style)});
      Node comma = sequence({literal(","), blanks(style)});
      all.push_back(sequence(
          {literal("{"), blanks(style), list({}, comma, pair), blanks(style), literal("}")}));
    }
  }
  if (has(types, ValueTypes::array)) all.push_back(array(schema, style));
  if (has(types, ValueTypes::string)) all.push_back(string(style));
  const bool is_number = has(types, ValueTypes::number);
  for (const ValueTypes type : scalar_types) {
    if (!has(types, type) || (type == ValueTypes::integer && is_number)) continue;
    all.push_back(scalar(type, style));
  }
  return choice(std::move(all));
}

// An object: its properties in order, then other members if the schema allows them.
Node Values::object(Schema schema, const Style& style) {
  std::vector<Member> members;
  const std::vector<Property> properties = schemas_.properties(schema);
  members.reserve(properties.size());
  for (const Property& one : properties) {
    members.push_back(
        {sequence({key(one, style), blanks(style), value(one.schema, style, one.key)}),
         one.is_required});
  }
  Node other;
  const SchemaView::Others others = schemas_.others(schema);
  if (others.may_be) {
    other = sequence({other_key(properties, style), blanks(style), value(others.schema, style)});
  }
  const Node comma = sequence({literal(","), blanks(style)});
  Node inside = list(std::move(members), comma, other);
  if (!inside.empty()) inside = sequence({blanks(style), std::move(inside)});
  return sequence({literal("{"), std::move(inside), blanks(style), literal("}")});
}

// A list. "maxItems": 2 gives `(item ("," item)?)?`, and "minItems": 2 gives `item ("," item)+`.
Node Values::array(std::optional<Schema> schema, const Style& style) {
  const std::optional<Schema> items = schema ? schemas_.items(*schema) : schema;
  const std::uint32_t least = schema ? schemas_.count(*schema, "minItems").value_or(0) : 0;
  const std::uint32_t most =
      schema ? schemas_.count(*schema, "maxItems").value_or(Node::no_limit) : Node::no_limit;
  const Node item = value(items, style, "item");
  const Node comma = sequence({literal(","), blanks(style)});
  Node all;
  if (most != 0) {
    Node more = repeat(sequence({comma, item}), least == 0 ? 0 : least - 1,
                       most == Node::no_limit ? most : most - 1);
    all = sequence({item, std::move(more)});
    if (least == 0) all = optional(std::move(all));
  }
  return sequence({literal("["), blanks(style), std::move(all), blanks(style), literal("]")});
}

// A list of members in their order, with a separator between two. For `a` and `b`, neither of them
// required:
//
//   value_arguments: … ("\"b\":" … | "\"a\":" … rest)?
//   rest: ("," "\"b\":" …)?
//
// `rest` is needed because a comma stands only between two members: after `a` it must come before
// `b`, and it must not come before the first member. If one member is required, no `rest` is
// needed: each member before it brings its own comma after it, each one later a comma before it.
Node Values::list(std::vector<Member> members, const Node& separator, const Node& other) {
  const auto after = [&](const Member& member) {
    Node next = sequence({separator, member.node});
    return member.is_required ? next : optional(std::move(next));
  };
  const Node others = repeat(sequence({separator, other}), 0);
  const Node more = other.empty() ? Node{} : others;
  const auto first = std::find_if(members.begin(), members.end(),
                                  [](const Member& member) { return member.is_required; });
  std::vector<Node> all;
  if (first != members.end()) {
    for (auto one = members.begin(); one != first; ++one) {
      all.push_back(optional(sequence({one->node, separator})));
    }
    all.push_back(first->node);
    for (auto one = first + 1; one != members.end(); ++one) all.push_back(after(*one));
    all.push_back(more);
    return sequence(std::move(all));
  }
  // Any member may be the first. The loop goes from the last member to the first; `rest` is what
  // may follow the member at hand.
  Node rest = more;
  if (!other.empty()) all.push_back(sequence({other, more}));
  for (auto one = members.rbegin(); one != members.rend(); ++one) {
    all.push_back(sequence({one->node, rest}));
    if (one + 1 == members.rend()) break;
    rest = reference(rules_.add("rest", sequence({after(*one), rest})));
  }
  if (all.empty()) return {};
  return optional(choice(std::move(all)));
}

// A body may open more rules, so `open_` grows while the loop runs.
void Values::finish() {
  for (std::size_t i = 0; i < open_.size(); ++i) {
    const auto [key, rule] = open_[i];
    const Style style = styles_[std::get<1>(key)];  // a copy, as `styles_` may grow
    rules_.set_body(rule, body(std::get<0>(key), style, std::get<2>(key)));
  }
}

}  // namespace tagstream::grammar

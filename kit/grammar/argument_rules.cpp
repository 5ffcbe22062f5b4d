#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "grammar/family_rules.hpp"

namespace tagstream::grammar {

namespace {

// Makes the rules for the arguments of one tool. Example: the line of glm45 for a parameter is
// `<arg_key>KEY</arg_key>\n<arg_value>VALUE</arg_value>\n`, and the tool `rain` has a string `city`
// and an integer `days` that is not required. The rules say
//
//   "<arg_key>city</arg_key>\n<arg_value>" TEXT "\n"
//   ("<arg_key>days</arg_key>\n<arg_value>" INTEGER "</arg_value>\n")?
//
// TEXT is any text up to `</arg_value>` without a marker at which the reader would end the value
// earlier: the closer of the call, or `<arg_key` at the beginning of a line. In this file an
// *ender* is such a marker, and a *way* is one alternative of the family's line for a parameter.

using notation::byte_of;
using notation::cut;
using notation::filled;
using notation::has;
using notation::last_word;
using notation::next_word;
using notation::Role;
using notation::value_word;
using notation::Word;
using notation::word_of;

// `types` without the types in `other`.
constexpr ValueTypes without(ValueTypes types, ValueTypes other) {
  return static_cast<ValueTypes>(static_cast<unsigned>(types) & ~static_cast<unsigned>(other));
}

// The words that stand for TYPE in a way, as in kimi_k3's `type="TYPE"`.
struct TypeWord {
  ValueTypes type;
  std::string_view word;
};
constexpr std::array type_words{
    TypeWord{ValueTypes::object, "object"},   TypeWord{ValueTypes::array, "array"},
    TypeWord{ValueTypes::string, "string"},   TypeWord{ValueTypes::boolean, "boolean"},
    TypeWord{ValueTypes::integer, "integer"}, TypeWord{ValueTypes::number, "number"},
    TypeWord{ValueTypes::null, "null"},
};

// True for a way such as `]<]minimax[>[<KEY>VALUE…`: the key is the name of a tag with a prefix
// before it. Objects and lists in the value are then written as such tags, too.
bool nests(std::string_view way) {
  const std::size_t key = way.find(byte_of(Word::key));
  return key > 1 && way[key - 1] == '<' && way.substr(key + 1).starts_with('>');
}

// The prefix before each tag of a way that nests: `]<]minimax[>[`.
std::string_view prefix_of(std::string_view way) {
  return way.substr(0, way.find(byte_of(Word::key)) - 1);
}

// True if the family has this way without the suffixes of its tags as well: `<a:b>KEY</a:b>` beside
// `<a>KEY</a>`. The way with suffixes belongs to calls that are written with them, so the grammar
// leaves it out.
bool is_suffixed(std::string_view way, const std::vector<std::string_view>& all) {
  std::string plain;
  for (const char c : way) {
    const std::size_t colon = plain.rfind(':');
    const bool is_suffix = colon != plain.npos && plain.find_first_of("<> \n", colon) == plain.npos;
    if (c == '>' && is_suffix) plain.resize(colon);
    plain += c;
  }
  return plain != way && std::find(all.begin(), all.end(), plain) != all.end();
}

// The end of a call's template, after its PARAMETER...: `</function>`, or `</NAME>` with NAME in
// it.
std::string_view after_parameters(std::string_view way) {
  std::size_t begin = way.size();
  while (word_of(way[begin - 1]) == Word::none || word_of(way[begin - 1]) == Word::name) --begin;
  return way.substr(begin);
}

// Adds the spellings of a marker to `list`, each once.
void add_patterns(std::vector<Pattern>& list, std::string_view marker) {
  marker = trimmed(marker);
  if (marker.empty()) return;
  for (Pattern& pattern : patterns_of(marker)) {
    if (std::find(list.begin(), list.end(), pattern) == list.end()) {
      list.push_back(std::move(pattern));
    }
  }
}

}  // namespace

ArgumentRules::ArgumentRules(const notation::Family& family, SchemaView& schemas, Rules& rules)
    : ways_(family.ways(Role::parameter)),
      schemas_(schemas),
      rules_(rules),
      values_(schemas, rules) {
  const std::vector<std::string_view> all = ways_;
  std::erase_if(ways_, [&all](std::string_view way) { return is_suffixed(way, all); });
  for (const std::string_view way : all) {
    // A way that is left out still ends values: the reader knows its closer.
    if (is_suffixed(way, all)) add_ender(cut(way, value_word(way)).second);
  }
  for (const std::string_view way : all) {
    if (!nests(way)) openers_.push_back(way.substr(0, next_word(way)));
  }
  for (const std::string_view way : ways_) {
    if (nests(way)) {
      add_ender(prefix_of(way));
      continue;
    }
    // The reader takes an opener with a prefix, such as `<｜DSML｜parameter`, for the beginning of
    // a parameter even inside a value.
    const bool has_prefix =
        way.size() > 1 && way[0] == '<' && static_cast<unsigned char>(way[1]) >= 0x80;
    if (has_prefix || family.has(notation::Option::openers_end_values)) {
      add_ender(way.substr(0, next_word(way)));
    }
  }
  // Two ways that begin alike, `<parameter=KEY>` and `<parameter=KEY><![CDATA[`: a value of the
  // first must not begin with what the second has more, as the reader would take the second way.
  for (const std::string_view way : ways_) {
    const std::string_view before = cut(way, value_word(way)).first;
    for (const std::string_view other : ways_) {
      const std::string_view longer = cut(other, value_word(other)).first;
      if (longer != before && longer.starts_with(before)) add_ender(longer.substr(before.size()));
    }
  }
  add_call_enders(family);
}

// The reader ends a value that lacks its own closer at the closer of the call or of the wrapper. So
// no value may hold one of these.
void ArgumentRules::add_call_enders(const notation::Family& family) {
  if (ways_.empty()) return;
  for (const std::string_view way : family.ways(Role::wrapper)) {
    add_ender(way.substr(last_word(way) + 1));
  }
  for (const std::string_view way : family.ways(Role::call)) {
    if (!has(way, Word::parameter)) continue;
    const std::string_view after = after_parameters(way);
    if (!has(after, Word::name)) {
      add_ender(after);
      continue;
    }
    tags_.push_back(after);  // tags of one name nest, so the opener counts as well
    tags_.push_back(way.substr(0, next_word(way, next_word(way) + 1)));
  }
}

void ArgumentRules::add_ender(std::string_view marker) { add_patterns(family_enders_, marker); }

// Sets the enders for the values of one tool: `</NAME>` is `</rain>` for the tool `rain`.
void ArgumentRules::begin(const Tool& tool) {
  enders_ = family_enders_;
  for (const std::string_view tag : tags_) {
    add_patterns(enders_, filled(tag, Word::name, tool.name));
  }
  element_.forbidden = enders_;
  openers_of_lines_.clear();
  const auto add_line = [this](const std::string& marker) {
    if (trimmed(marker).empty()) return;
    openers_of_lines_.push_back(line_pattern_of(trimmed(marker)));
  };
  for (const std::string_view opener : openers_) {
    if (opener != "<") {
      add_line(std::string(opener));
      continue;
    }
    for (const Property& one : properties(tool)) add_line('<' + one.key + '>');
  }
}

// The enders of any value, and `after`, the closer of this one in all its spellings.
std::vector<Pattern> ArgumentRules::enders_before(std::string_view after) const {
  std::vector<Pattern> all = enders_;
  add_patterns(all, after);
  return all;
}

std::vector<Property> ArgumentRules::properties(const Tool& tool) const {
  const auto schema = schemas_.resolved(tool.parameters);
  return schema ? schemas_.properties(*schema) : std::vector<Property>{};
}

// Refuses a key that can't stand in a tag, before a `=` or as a word. The sentence in `problem_`
// names the key.
bool ArgumentRules::check_key(std::string_view key) {
  const bool fits =
      !key.empty() && key.find_first_of("\"'\\<>{}[]()=:,/ \n\t\r") == std::string_view::npos;
  if (!fits) problem_ = "the format can't write a parameter named `" + std::string(key) + '`';
  return fits;
}

// The node for ARGUMENTS: the whole object as JSON.
Node ArgumentRules::json(const Tool& tool) {
  if (!tool.parameters) return literal("{}");
  return values_.value(tool.parameters, Style{}, "arguments");
}

// The node for ID: 1 to 40 letters, digits, `_` and `-`.
Node ArgumentRules::id() {
  const CodePoints letters = CodePoints::range('a', 'z') | CodePoints::range('A', 'Z');
  const CodePoints all = letters | CodePoints::range('0', '9') | CodePoints::of("_-");
  return values_.token("id", repeat(one_of(all), 1, 40));
}

// The node for INDEX: a number from 0 to 9999, since a grammar can't count calls.
Node ArgumentRules::index() {
  Node body = choice({literal("0"), sequence({one_of(CodePoints::range('1', '9')),
                                              repeat(one_of(CodePoints::range('0', '9')), 0, 3)})});
  return values_.token("index", std::move(body));
}

// True if the tool has one property only, or one called `usual_key`, and that is a string without
// an `enum`; no other property may be required. Such a tool can be called with a text as its body.
bool ArgumentRules::takes_string(const Tool& tool, std::string_view usual_key) const {
  const std::vector<Property> all = properties(tool);
  bool is_found = false;
  for (const Property& one : all) {
    const bool is_it = all.size() == 1 || one.key == usual_key;
    if (!is_it && one.is_required) return false;
    const bool is_text = one.schema && schemas_.types(one.schema) == ValueTypes::string &&
                         !schemas_.values(*one.schema);
    if (is_it && !is_text) return false;
    is_found = is_found || is_it;
  }
  return is_found;
}

// The node for a text that ends at `after`, with `after` itself. Blanks around `after` are layout,
// so only its middle must end the text, and the blanks after it follow as a literal. If `before`
// ends a line, the text begins one, and the opener of a parameter must not begin it.
Node ArgumentRules::text_to(std::string_view before, std::string_view after, bool has_word) {
  const std::size_t begin = after.find_first_not_of(" \n\t\r");
  const std::size_t size =
      begin == after.npos ? after.size() : after.find_last_not_of(" \n\t\r") + 1;
  std::vector<Pattern> forbidden = enders_before(after);
  for (const Pattern& one : openers_of_lines_) {
    if (std::find(forbidden.begin(), forbidden.end(), one) == forbidden.end()) {
      forbidden.push_back(one);
    }
  }
  const bool begins_line = before.ends_with('\n');
  const RuleId text = rules_.add("text", Text{Text::Kind::free, std::string(after.substr(0, size)),
                                              std::move(forbidden), begins_line, has_word});
  return sequence({reference(text), literal(after.substr(size))});
}

// The node for STRING in a call whose body is one text. Blanks alone are no argument, so the text
// has at least one other byte.
Node ArgumentRules::string(const Tool& tool, std::string_view end) {
  begin(tool);
  return text_to({}, end, true);
}

// ---- elements --------------------------------------------------------------------------------

// The node for PARAMETER...: all properties in the order of the schema.
Node ArgumentRules::parameters(const Tool& tool) {
  begin(tool);
  std::vector<Values::Member> members;
  for (const Property& one : properties(tool)) {
    if (!check_key(one.key)) return {};
    members.push_back({parameter(one), one.is_required});
  }
  write_nested();
  return values_.list(std::move(members), {}, {});
}

// One property, by each way that can say it.
Node ArgumentRules::parameter(const Property& property) {
  std::vector<Node> all;
  for (const std::string_view way : ways_) {
    Node node = by_way(way, property);
    if (!node.empty()) all.push_back(std::move(node));
  }
  if (all.empty()) problem_ = "the format can't write the parameter `" + property.key + '`';
  return choice(std::move(all));
}

// A way with STRING says strings, one with JSON all but strings, and one with VALUE any type. If
// the schema allows a string, VALUE is any text: as text, 2 and "2" are the same. The node is empty
// if the property has no type that the way can say.
Node ArgumentRules::by_way(std::string_view way, const Property& property) {
  const Word word = value_word(way);
  const auto [templ_before, templ_after] = cut(way, word);
  const std::string after = filled(templ_after, Word::key, property.key);
  const std::string before = filled(templ_before, Word::key, property.key);
  const ValueTypes types = schemas_.types(property.schema);
  if (nests(way)) return nested(way, property);
  if (word == Word::string) {
    if (!tagstream::has(types, ValueTypes::string)) return {};
    return sequence({literal(before), bare(before, after, property)});
  }
  if (word == Word::value) {
    if (tagstream::has(types, ValueTypes::string)) {
      return sequence({literal(before), bare(before, after, property)});
    }
    return typed(before, after, property, all_types);
  }
  if (types == ValueTypes::string) return {};
  return typed(before, after, property, without(all_types, ValueTypes::string));
}

// The value of a property that may be a string: any text up to `after`, or one of the values of its
// `enum`, written bare.
Node ArgumentRules::bare(std::string_view before, std::string_view after,
                         const Property& property) {
  const auto schema = schemas_.resolved(property.schema);
  const auto fixed = schema ? schemas_.values(*schema) : std::nullopt;
  if (!fixed) {
    if (schema) schemas_.note(*schema);
    return text_to(before, after);
  }
  Style style;
  style.form = Style::Form::braces;
  style.forbidden = enders_before(after);
  style.close = after;
  std::vector<Node> all;
  for (const JsonTree::Id value : *fixed) {
    Node node = values_.fixed({value}, style);
    const bool is_string = schemas_.tree().is(value, JsonTree::Kind::string);
    if (!is_string) node = sequence({std::move(node), literal(after)});
    all.push_back(std::move(node));
  }
  return choice(std::move(all));
}

// A value as JSON. If the way has TYPE, there is one alternative for each type of the schema:
// `type="integer"` with an integer, `type="null"` with `null`.
Node ArgumentRules::typed(std::string_view before, std::string_view after, const Property& property,
                          ValueTypes mask) {
  Style style;
  style.forbidden = enders_before(after);
  if (!has(before, Word::type)) {
    return sequence({literal(before), values_.value(property.schema, style, property.key, mask),
                     literal(after)});
  }
  const auto [head, tail] = cut(before, Word::type);
  const auto schema = schemas_.resolved(property.schema);
  const ValueTypes types = schemas_.types(schema);
  std::vector<Node> all;
  for (const TypeWord& one : type_words) {
    const bool is_integer = one.type == ValueTypes::integer;
    const bool fits = tagstream::has(types, one.type) ||
                      (is_integer && tagstream::has(types, ValueTypes::number));
    if (!fits || !tagstream::has(mask, one.type)) continue;
    Node value = values_.value(schema, style, property.key, one.type);
    all.push_back(sequence({literal(std::string(head) + std::string(one.word) + std::string(tail)),
                            std::move(value), literal(after)}));
  }
  return choice(std::move(all));
}

// A property whose key is a tag: text, or elements for the members of an object or list, or JSON.
// If the schema allows a string beside an object, only text is written: an engine can't tell where
// text ends and elements begin, and a note says so.
Node ArgumentRules::nested(std::string_view way, const Property& property) {
  const std::string prefix(prefix_of(way));
  const std::string opener = prefix + '<' + property.key + '>';
  const std::string closer = prefix + "</" + property.key + '>';
  const Node end = literal(way.substr(way.rfind('>') + 1));
  const ValueTypes types = schemas_.types(property.schema);
  if (tagstream::has(types, ValueTypes::string)) {  // an engine can't tell text from elements
    note_json(property, types);
    return sequence({literal(opener), bare({}, closer, property), end});
  }
  std::vector<Node> all = elements_in(property);
  all.push_back(values_.value(property.schema, element_, property.key));
  return sequence({literal(opener), choice(std::move(all)), literal(closer), end});
}

// One rule for each schema of an object or list that the property may have. Their bodies are made
// later (`write_nested`), so that schemas that contain themselves end.
std::vector<Node> ArgumentRules::elements_in(const Property& property) {
  std::vector<Node> all;
  if (!property.schema) return all;
  const auto schema = schemas_.resolved(property.schema);
  std::vector<Schema> parts;
  if (schema) parts = schemas_.alternatives(*schema);
  if (parts.empty()) parts.push_back(schema.value_or(*property.schema));
  ValueTypes unnamed = ValueTypes::none;
  for (const Schema& one : parts) {
    const auto part = schemas_.resolved(one);
    if (part && (!schemas_.properties(*part).empty() || schemas_.items(*part))) {
      const auto [found, is_new] = nested_.emplace(*part, 0);
      if (is_new) {
        found->second = rules_.add("inside");
        open_nested_.emplace_back(*part, found->second);
      }
      all.push_back(reference(found->second));
      continue;
    }
    unnamed = unnamed | schemas_.types(part);
  }
  note_json(property, unnamed);
  return all;
}

// Notes that an object or list without named members is written as JSON: no grammar can say that
// `<a>` and `</a>`, tags of any name, have the same name.
void ArgumentRules::note_json(const Property& property, ValueTypes types) {
  const bool has_parts =
      tagstream::has(types, ValueTypes::object) || tagstream::has(types, ValueTypes::array);
  if (!has_parts || !property.schema) return;
  schemas_.note("objects and lists are JSON here, as no elements are known", *property.schema);
}

// Writes the bodies of the rules that `elements_in` has opened. A body may open more of them, so
// the list grows while the loop runs. A list has one element at least: none would be no text at
// all.
void ArgumentRules::write_nested() {
  for (std::size_t i = 0; i < open_nested_.size(); ++i) {
    const auto [schema, rule] = open_nested_[i];
    const std::string_view way = trimmed(ways_[0]);
    if (const auto items = schemas_.items(schema)) {
      const std::uint32_t least = schemas_.count(schema, "minItems").value_or(1);
      const std::uint32_t most = schemas_.count(schema, "maxItems").value_or(Node::no_limit);
      const Property item{"item", items, true};
      rules_.set_body(rule, repeat(nested(way, item), std::max(least, 1U), most));
      continue;
    }
    std::vector<Values::Member> members;
    for (const Property& one : schemas_.properties(schema)) {
      if (!check_key(one.key)) return;
      members.push_back({nested(way, one), one.is_required});
    }
    rules_.set_body(rule, values_.list(std::move(members), {}, {}));
  }
  open_nested_.clear();
}

// ---- code ------------------------------------------------------------------------------------

// The node for `KEY=PYTHON, ...`: `city="Oslo", days=2`. For `KEY:<|"|>STRING<|"|>,...` the style
// is braces: strings stand between the marks, other values are JSON without blanks.
Node ArgumentRules::pairs(const Tool& tool, const notation::Pairs& pairs) {
  Style style;
  switch (pairs.values) {
    case notation::Pairs::Values::python: style.form = Style::Form::python; break;
    case notation::Pairs::Values::marked:
      style.form = Style::Form::braces;
      style.open = pairs.open;
      style.close = pairs.close;
      break;
  }
  std::vector<Values::Member> members;
  for (const Property& one : properties(tool)) {
    if (!check_key(one.key)) return {};
    members.push_back({sequence({literal(one.key + std::string(pairs.sign)),
                                 values_.value(one.schema, style, one.key)}),
                       one.is_required});
  }
  return values_.list(std::move(members), literal(pairs.between), {});
}

}  // namespace tagstream::grammar

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "body/typed_value.hpp"
#include "dialects/spelling.hpp"
#include "grammar/family_rules.hpp"
#include "json/json_text.hpp"
#include "write/call_writer.hpp"

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

using notation::cut;
using notation::filled;
using notation::first_text;
using notation::has;
using notation::last_text;
using notation::Role;
using notation::Slot;
using notation::Stand;
using notation::text_in;
using notation::value_word;
using notation::View;
using notation::Word;

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

// The whole text of a part, with its placeholders as words.
std::string with_words(View part) {
  std::string all;
  for (const notation::Leaf& leaf : leaves(part))
    all += leaf.word == Word::none ? leaf.text : std::string(notation::text_of(leaf.word));
  return all;
}

// The slot for KEY in a way.
const Slot& key_in(View way) { return *notation::find(way, Word::key); }

// The prefix before each tag of a way that nests: `]<]minimax[>[`.
std::string prefix_of(View way) {
  std::string opener = first_text(way);
  if (!opener.empty()) opener.pop_back();
  return opener;
}

// True for a way such as `]<]minimax[>[<KEY>VALUE…`: the key is the name of a tag with a prefix
// before it. Objects and lists in the value are then written as such tags, too.
bool nests(View way) {
  const Slot& key = key_in(way);
  return key.stand == Stand::tag && key.after == '>' && !prefix_of(way).empty();
}

// True if the family has this way without the suffixes of its tags as well: `<a:b>KEY</a:b>` beside
// `<a>KEY</a>`. The way with suffixes belongs to calls that are written with them, so the grammar
// leaves it out.
bool is_suffixed(View way, const std::vector<View>& all) {
  const std::string whole = with_words(way);
  std::string plain;
  for (const char c : whole) {
    const std::size_t colon = plain.rfind(':');
    const bool is_suffix = colon != plain.npos && plain.find_first_of("<> \n", colon) == plain.npos;
    if (c == '>' && is_suffix) plain.resize(colon);
    plain += c;
  }
  return plain != whole && std::any_of(all.begin(), all.end(),
                                       [&](View other) { return with_words(other) == plain; });
}

// The pattern of any one of `texts`, up to the size of the shortest: at each place a code point
// that one of them has there. It stands for some other texts as well, and does not grow with their
// number.
Pattern pattern_of_any(const std::vector<std::string>& texts) {
  Pattern all;
  for (const std::string& text : texts) {
    const std::vector<std::uint32_t> points = code_points_of(text);
    all.resize(&text == &texts[0] ? points.size() : std::min(all.size(), points.size()));
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i].set = all[i].set | CodePoints::range(points[i], points[i]);
  }
  return all;
}

// The pattern of a closing tag that may be a slip for `</name>`, and of blanks after it. At
// most two letters of such a tag are wrong. So two letters stand in it together as they do at the
// beginning, in the middle or at the end of the name. Any tag counts if the name is too short for
// that, or is not known.
Pattern slip_of(std::string_view name) {
  name.remove_prefix(name.rfind(':') + 1);
  const Step others{~CodePoints::of("<>"), true};
  Pattern tag = joined(pattern_of("</"), {others});
  const bool is_ascii = std::all_of(name.begin(), name.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (name.size() >= 3 && is_ascii) {
    std::vector<std::string> pairs;
    for (const std::size_t at : {std::size_t{0}, name.size() / 2 - 1, name.size() - 2})
      pairs.emplace_back(name.substr(at, 2));
    tag = joined(joined(std::move(tag), pattern_of_any(pairs)), {others});
  }
  return joined(std::move(tag), {{CodePoints::of(">")}, {CodePoints::of(" \t\r\n\f"), true}});
}

// The patterns of the first tag of a marker, whatever its attributes: of `<invoke name="` that of
// `<invoke` and a blank or `=`. A literal such as `<｜DSML｜invoke` counts whatever follows it.
std::vector<Pattern> beginnings_of(std::string_view marker) {
  if (!marker.starts_with('<')) return {pattern_of(marker)};
  if (const std::size_t end = marker.find('>'); end != marker.npos)
    return patterns_of(marker.substr(0, end + 1));
  const std::string_view name = marker.substr(0, marker.find_first_of(" =", 1));
  const bool is_tag = std::all_of(name.begin() + 1, name.end(), is_ascii_name_byte);
  if (!is_tag) return {pattern_of(name)};
  return {joined(pattern_of(name), {{CodePoints::of(" \t\r\n\f=")}})};
}

// With more properties than this, tools whose parameters are tags share one text (`begin`).
constexpr std::size_t most_own_texts = 8;

// How much of the text after a value ends it: all but the blanks at its end, or blanks alone.
std::size_t ending_of(std::string_view after) {
  const std::size_t last = after.find_last_not_of(" \n\t\r");
  return last == after.npos ? after.size() : last + 1;
}

}  // namespace

ArgumentRules::ArgumentRules(const notation::Family& family, const std::vector<Tool>& tools,
                             SchemaView& schemas, Rules& rules)
    : family_(family),
      markers_(family),
      ways_(family.ways(Role::parameter)),
      schemas_(schemas),
      rules_(rules),
      values_(schemas, rules) {
  const std::vector<View> all = ways_;
  std::erase_if(ways_, [&all](View way) { return is_suffixed(way, all); });
  for (const View way : all) {
    // A way that is left out still ends values: the reader knows its closer.
    if (is_suffixed(way, all)) add_ender(text_in(cut(way, value_word(way)).second));
  }
  for (const View way : all) {
    if (nests(way)) {
      add_ender(prefix_of(way));
    } else {
      add_opener(first_text(way));
    }
  }
  // Two ways that begin alike, `<parameter=KEY>` and `<parameter=KEY><![CDATA[`: a value of the
  // first must not begin with what the second has more, as the reader would take the second way.
  for (const View way : ways_) {
    const std::string before = with_words(cut(way, value_word(way)).first);
    for (const View other : ways_) {
      const std::string longer = with_words(cut(other, value_word(other)).first);
      if (longer != before && longer.starts_with(before)) add_ender(longer.substr(before.size()));
    }
  }
  add_call_enders(family);
  const bool closes_by_tag = std::any_of(ways_.begin(), ways_.end(), [](View way) {
    return trimmed(text_in(cut(way, value_word(way)).second)).starts_with("</");
  });
  if (closes_by_tag) find_followers(tools);
}

// The reader ends a value at the opener of the next parameter, where its key is one of the tool's.
// So no value may hold such an opener, whatever its key: `<parameter=`, `<arg_key>`.
// Where the key is the tag (`<KEY>`), openers count at the beginning of a line alone (`begin`).
void ArgumentRules::add_opener(std::string_view opener) {
  if (opener == "<") keys_are_tags_ = true;
  if (opener.size() < 2) return;
  for (const std::string& one : spellings_of(opener)) {
    for (Pattern& pattern : beginnings_of(one)) family_enders_.add(std::move(pattern));
  }
}

// After a slip for the closing tag of a value the format must go on: with a parameter, whose
// opener no value holds anyway, or with another call, a wrapper or reasoning.
void ArgumentRules::find_followers(const std::vector<Tool>& tools) {
  const auto add = [this](std::string_view marker) {
    if (trimmed(marker).empty()) return;
    for (const std::string& one : spellings_of(trimmed(marker))) {
      for (Pattern& pattern : beginnings_of(one)) followers_.push_back(std::move(pattern));
    }
  };
  for (const View way : family_.ways(Role::reasoning)) {
    const notation::Template templ = notation::headed(way);
    const auto [before, after] = cut(templ, Word::reasoning);
    add(text_in(before));
    add(text_in(after));
  }
  for (const View way : family_.ways(Role::wrapper)) add(first_text(way));
  for (const View way : family_.ways(Role::call)) {
    const std::string opener = first_text(way);
    if (opener != "<") {
      add(opener);
      continue;
    }
    std::vector<std::string> names;
    for (const Tool& tool : tools) names.push_back(tool.name);
    followers_.push_back(joined(pattern_of("<"), pattern_of_any(names)));
  }
}

// Forbids slips for `</name>` with the format going on after them.
void ArgumentRules::add_slips(Patterns& patterns, std::string_view name) const {
  if (followers_.empty()) return;
  const Pattern slip = slip_of(name);
  for (const Pattern& one : followers_) patterns.add(joined(slip, one));
  if (!next_keys_.empty()) patterns.add(joined(slip, next_keys_));
}

// The reader ends a value that lacks its own closer at the closer of the call or of the wrapper. So
// no value may hold one of these.
void ArgumentRules::add_call_enders(const notation::Family& family) {
  if (ways_.empty()) return;
  for (const View way : family.ways(Role::wrapper)) add_ender(last_text(way));
  for (const View way : family.ways(Role::call)) {
    if (!has(way, Word::parameter)) continue;
    const auto [before, after] = cut(way, Word::parameter);
    if (!has(after, Word::name)) {
      add_ender(text_in(after));
      continue;
    }
    tags_.push_back(after);  // tags of one name nest, so the opener counts as well
    tags_.push_back(before);
  }
}

void ArgumentRules::add_ender(std::string_view marker) {
  for (const std::string& one : spellings_of(marker)) family_enders_.add_marker(one);
}

// The marker, and its other spellings.
std::vector<std::string> ArgumentRules::spellings_of(std::string_view marker) const {
  std::vector<std::string> all = notation::others_of(family_, marker);
  all.emplace_back(marker);
  return all;
}

// Sets the enders for the values of one tool: `</NAME>` is `</rain>` for the tool `rain`.
//
// Where `<KEY>` opens a parameter, each value has an end of its own, and none of its lines may
// begin with one of n openers. Written one by one, n values would take n times n patterns. So the
// values of a tool with many properties share the rule of one text, which may hold none of their
// closers.
void ArgumentRules::begin(const Tool& tool) {
  tool_ = tool.name;
  enders_ = family_enders_;
  for (const View tag : tags_) enders_.add_marker(filled(tag, Word::name, tool.name));
  openers_of_lines_ = {};
  next_keys_.clear();
  shared_.clear();
  if (!keys_are_tags_) add_slips(enders_, {});
  element_.forbidden = enders_.list();
  if (!keys_are_tags_) return;
  const std::vector<Property> all = properties(tool);
  std::vector<std::string> keys;
  for (const Property& one : all) {
    openers_of_lines_.add(line_pattern_of('<' + one.key + '>'));
    keys.push_back(one.key);
  }
  next_keys_ = joined(pattern_of("<"), pattern_of_any(keys));
  if (all.size() <= most_own_texts) return;
  Patterns patterns = enders_;
  add_slips(patterns, {});
  for (const Pattern& one : openers_of_lines_.list()) patterns.add(one);
  for (const View way : ways_) {
    const View after = cut(way, value_word(way)).second;
    for (const Property& one : all) patterns.add_marker(filled(after, Word::key, one.key));
  }
  for (const bool begins_line : {false, true}) {
    shared_.push_back({Text{Text::Kind::part, {}, patterns.list(), begins_line}});
  }
}

ArgumentRules::Shared* ArgumentRules::shared_after(std::string_view before) {
  return shared_.empty() ? nullptr : &shared_[before.ends_with('\n') ? 1 : 0];
}

// The enders of any value, and `after`, the closer of this one in all its spellings.
Patterns ArgumentRules::enders_before(std::string_view after) const {
  Patterns all = enders_;
  for (const std::string& one : spellings_of(after)) all.add_marker(one);
  const std::string_view end_of_cdata = "]]>";  // it ends the section, whatever comes after it
  const std::size_t tag = after.find("</");
  if (keys_are_tags_ && tag != after.npos)
    add_slips(all, after.substr(tag + 2, after.find('>', tag) - tag - 2));
  if (trimmed(after).starts_with(end_of_cdata)) {
    all.add(pattern_of(end_of_cdata));
  } else if (tag != after.npos && tag != 0) {  // `]<]minimax[>[</a>`: a reader knows `</a>`, too
    all.add_marker(after.substr(tag));
  }
  return all;
}

std::vector<Property> ArgumentRules::properties(const Tool& tool) const {
  const auto schema = schemas_.resolved(tool.parameters);
  return schema ? schemas_.properties(*schema) : std::vector<Property>{};
}

// True if the reader takes the key for one. If not, `problem` says so.
bool ArgumentRules::check_key(const Slot& slot, std::string_view key) {
  const bool fits = notation::may_write_key(markers_, slot, key);
  if (!fits) say("the format can't write a parameter named " + in_backticks(key));
  return fits;
}

// Keeps the first sentence about a tool.
void ArgumentRules::say(std::string sentence) { problems_.emplace(tool_, std::move(sentence)); }

std::string ArgumentRules::problem(const std::string& tool) const {
  const auto found = problems_.find(tool);
  return found == problems_.end() ? std::string() : found->second;
}

// The node for NAME.
Node ArgumentRules::name(const Tool& tool, const Slot& slot) {
  tool_ = tool.name;
  if (!notation::may_write_name(family_, markers_, slot, tool.name)) {
    say("the format can't write a tool named " + in_backticks(tool.name));
    return choice({});
  }
  if (slot.stand != Stand::json_string) return literal(tool.name);
  std::string escaped;
  append_json_escaped(escaped, tool.name);
  return literal(escaped);
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
                         !schemas_.strings(one.schema);
    if (is_it && !is_text) return false;
    is_found = is_found || is_it;
  }
  return is_found;
}

// The text that ends at `end`, which has no blanks at its ends. If `before` ends a line, the text
// begins one, and the opener of a parameter must not begin it.
Text ArgumentRules::text_before(std::string_view before, std::string_view end,
                                bool has_word) const {
  Patterns forbidden = enders_before(end);
  for (const Pattern& one : openers_of_lines_.list()) forbidden.add(one);
  return {Text::Kind::free, std::string(end), forbidden.list(), before.ends_with('\n'), has_word};
}

// The node for a text that ends at `after`, with `after` itself. Blanks around `after` are layout,
// so only its middle must end the text, and the blanks after it follow as a literal.
Node ArgumentRules::text_to(std::string_view before, std::string_view after, bool has_word) {
  const std::string_view end = after.substr(0, ending_of(after));
  const Node rest = literal(after.substr(end.size()));
  if (Shared* const shared = shared_after(before)) {
    if (!shared->rule) shared->rule = rules_.add("part", shared->text);
    Node whole = sequence({reference(*shared->rule), literal(end)});
    return sequence({reference(rules_.add("text", std::move(whole), true)), rest});
  }
  return sequence({reference(rules_.add("text", text_before(before, end, has_word))), rest});
}

// The node for STRING in a call whose body is one text. Blanks alone are no argument, so the text
// has at least one other byte.
Node ArgumentRules::string(const Tool& tool, std::string_view end) {
  begin(tool);
  shared_.clear();
  return text_to({}, end, true);
}

// ---- elements --------------------------------------------------------------------------------

// The node for PARAMETER...: all properties in the order of the schema.
//
// If no way can say one of the keys, no call of the tool is written by elements: left out, an
// optional argument would be missed by nobody.
Node ArgumentRules::parameters(const Tool& tool) {
  begin(tool);
  std::vector<Values::Member> members;
  bool can_say_all = true;
  for (const Property& one : properties(tool)) {
    can_say_all = can_say_all && std::any_of(ways_.begin(), ways_.end(), [&](View way) {
                    return check_key(key_in(way), one.key);
                  });
    members.push_back({parameter(one), one.is_required});
  }
  write_nested();
  return can_say_all ? values_.list(std::move(members), {}, {}) : choice({});
}

// One property, by each way that can say it.
Node ArgumentRules::parameter(const Property& property) {
  std::vector<Node> all;
  for (const View way : ways_) {
    if (!check_key(key_in(way), property.key)) continue;
    Node node = by_way(way, property);
    if (!node.empty()) all.push_back(std::move(node));
  }
  if (all.empty()) say("the format can't write the parameter " + in_backticks(property.key));
  return choice(std::move(all));
}

// A way with STRING says strings, one with JSON all but strings, and one with VALUE any type. If
// the schema allows a string, VALUE is any text: as text, 2 and "2" are the same. The node is empty
// if the property has no type that the way can say.
Node ArgumentRules::by_way(View way, const Property& property) {
  if (nests(way)) {
    const std::string closing = last_text(way);  // with what follows the parameter
    return sequence({nested(way, property), literal(closing.substr(closing.rfind('>') + 1))});
  }
  const Around texts = around(way, property.key);
  const ValueTypes types = schemas_.types(property.schema);
  switch (value_word(way)) {
    case Word::string:
      return tagstream::has(types, ValueTypes::string) ? string_by(texts, property) : Node{};
    case Word::value:
      return tagstream::has(types, ValueTypes::string) ? bare(texts, property)
                                                       : typed(texts, property, all_types);
    default: break;
  }
  if (types == ValueTypes::string) return {};
  return typed(texts, property, without(all_types, ValueTypes::string));
}

// With the key, and with `string` for TYPE: a way with TYPE writes other types by `typed`.
ArgumentRules::Around ArgumentRules::around(View way, std::string_view key) {
  const auto [before, after] = cut(way, value_word(way));
  std::string opener;
  for (const notation::Leaf& leaf : leaves(before)) {
    opener += leaf.word == Word::key ? key : leaf.word == Word::type ? "string" : leaf.text;
  }
  return {std::move(opener), filled(after, Word::key, key), way};
}

// A string, from `before` to `after`: any text, or one of those in the property's `enum`.
Node ArgumentRules::string_by(const Around& around, const Property& property) {
  const auto& [before, after, way] = around;
  schemas_.note_text(property.schema);
  const auto strings = schemas_.strings(property.schema);
  // `string="true"` and `type="string"` say it; in a CDATA section alone, the schema counts.
  const bool says_string = value_word(way) == Word::string && before.find("string") != before.npos;
  const bool is_typed = !says_string;
  if (!strings) {
    if (is_typed && property.schema && schemas_.limits_others(*property.schema)) {
      schemas_.note("a text that looks like another type is read as one, and not constrained",
                    property.schema->id);
    }
    return sequence({literal(before), text_to(before, after)});
  }
  const std::string_view end = std::string_view(after).substr(0, ending_of(after));
  Shared* const shared = shared_after(before);
  std::unique_ptr<Acceptor> own;
  std::unique_ptr<Acceptor>& acceptor = shared == nullptr ? own : shared->acceptor;
  if (!acceptor) {
    acceptor = std::make_unique<Acceptor>(shared == nullptr ? text_before(before, end, false)
                                                            : shared->text);
  }
  std::vector<Node> all;
  for (const JsonTree::Id value : *strings) {
    const std::string text = schemas_.tree().text(value);
    std::string typed;
    std::string json;
    append_json_string(json, text);
    if (is_typed) append_typed_value(typed, text, schemas_.read_types(property.schema), true);
    const bool is_read = acceptor->accepts(shared == nullptr ? text + std::string(end) : text) &&
                         !notation::loses_line_ends(ways_, way, text) &&
                         (!is_typed || typed == json);
    if (!is_read) {
      schemas_.leave_out(value_left_out, value);
      continue;
    }
    schemas_.allow(value);
    all.push_back(literal(text));
  }
  return sequence({literal(before), choice(std::move(all)), literal(after)});
}

// A value that is written without quotes, and may be a string. If any string is allowed, every
// value of other types is allowed as well: as text, 2 and "2" are the same.
Node ArgumentRules::bare(const Around& around, const Property& property) {
  Node text = string_by(around, property);
  if (!schemas_.strings(property.schema)) return text;
  return choice({std::move(text), typed(around, property, without(all_types, ValueTypes::string))});
}

// A value as JSON. If the way has TYPE, there is one alternative for each type of the schema:
// `type="integer"` with an integer, `type="null"` with `null`.
Node ArgumentRules::typed(const Around& around, const Property& property, ValueTypes mask) {
  const auto& [before, after, way] = around;
  Style style;
  style.forbidden = enders_before(after).list();
  if (!has(way, Word::type)) {
    return sequence({literal(before), values_.value(property.schema, style, property.key, mask),
                     literal(after)});
  }
  const View until_value = cut(way, value_word(way)).first;
  const auto [until_type, after_type] = cut(until_value, Word::type);
  const std::string head = filled(until_type, Word::key, property.key);
  const std::string tail = filled(after_type, Word::key, property.key);
  const auto schema = schemas_.resolved(property.schema);
  const ValueTypes types = schemas_.types(schema);
  std::vector<Node> all;
  for (const TypeWord& one : type_words) {
    const bool is_integer = one.type == ValueTypes::integer;
    const bool fits = tagstream::has(types, one.type) ||
                      (is_integer && tagstream::has(types, ValueTypes::number));
    if (!fits || !tagstream::has(mask, one.type)) continue;
    Node value = values_.value(schema, style, property.key, one.type);
    all.push_back(
        sequence({literal(head + std::string(one.word) + tail), std::move(value), literal(after)}));
  }
  return choice(std::move(all));
}

// A property whose key is a tag: text, or elements for the members of an object or list, or JSON.
// If the schema allows a string beside an object, only text is written: an engine can't tell where
// text ends and elements begin, and a note says so.
Node ArgumentRules::nested(View way, const Property& property) {
  const std::string prefix = prefix_of(way);
  const std::string opener = prefix + '<' + property.key + '>';
  const std::string closer = prefix + "</" + property.key + '>';
  const ValueTypes types = schemas_.types(property.schema);
  if (tagstream::has(types, ValueTypes::string)) {  // an engine can't tell text from elements
    note_json(property, types);
    return bare({opener, closer, way}, property);
  }
  std::vector<Node> all = elements_in(property);
  all.push_back(values_.value(property.schema, element_, property.key));
  return sequence({literal(opener), choice(std::move(all)), literal(closer)});
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
  schemas_.note("objects and lists are JSON here, as no elements are known", property.schema->id);
}

// Writes the bodies of the rules that `elements_in` has opened. A body may open more of them, so
// the list grows while the loop runs. A list has one element at least: none would be no text at
// all.
void ArgumentRules::write_nested() {
  for (std::size_t i = 0; i < open_nested_.size(); ++i) {
    const auto [schema, rule] = open_nested_[i];
    const View way = ways_[0];
    if (const auto items = schemas_.items(schema)) {
      const std::uint32_t least = schemas_.count(schema, "minItems").value_or(1);
      const std::uint32_t most = schemas_.count(schema, "maxItems").value_or(Node::no_limit);
      const Property item{"item", items, true};
      rules_.set_body(rule, repeat(nested(way, item), std::max(least, 1U), most));
      continue;
    }
    std::vector<Values::Member> members;
    for (const Property& one : schemas_.properties(schema)) {
      const bool fits = check_key(key_in(way), one.key);
      members.push_back({fits ? nested(way, one) : choice({}), one.is_required || !fits});
    }
    rules_.set_body(rule, values_.list(std::move(members), {}, {}));
  }
  open_nested_.clear();
}

// ---- code ------------------------------------------------------------------------------------

// The node for `KEY=PYTHON, ...`: `city="Oslo", days=2`. For `KEY:<|"|>STRING<|"|>,...` the style
// is braces: strings stand between the marks, other values are JSON without blanks.
Node ArgumentRules::pairs(const Tool& tool, const notation::Repeat& repeat) {
  const notation::Pairs pairs = notation::pairs_of(repeat);
  tool_ = tool.name;
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
    if (!check_key(key_in(repeat.each), one.key)) return choice({});
    members.push_back(
        {sequence({literal(one.key + pairs.sign), values_.value(one.schema, style, one.key)}),
         one.is_required});
  }
  return values_.list(std::move(members), literal(pairs.between), {});
}

}  // namespace tagstream::grammar

#include "write/call_writer.hpp"

#include <algorithm>
#include <array>

#include "base/name_byte.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "dialects/spelling.hpp"
#include "json/json_text.hpp"
#include "write/written_value.hpp"

namespace tagstream::notation {

namespace {

// The text for each placeholder, where the call is rain({"city": "Oslo", "days": 2}):
//
//   hermes        "arguments": ARGUMENTS         "arguments": {"city": "Oslo", "days": 2}
//   deepseek_v32  STRING of `string="true"`      Oslo
//                 JSON of `string="false"`       2
//   gemma4        KEY:<|"|>STRING<|"|>           city:<|"|>Oslo<|"|>,days:2
//   kimi_k2       functions.NAME:INDEX           functions.rain:0
//
// A call that would not be read back as the same call is refused, with a sentence: "the argument
// `a` of `rain` holds `</arg_value>`, which ends it".
//
// A *way* is one template of several that say the same thing.

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Utf8Sequence sequence = utf8_first(text);
    if (!sequence.is_valid) return false;
    text.remove_prefix(sequence.size);
  }
  return true;
}

// True if the name may stand in markup and code without quotes: it holds no byte that ends a name
// there, and no blanks at its ends. `ra in<` is no bare name: glm45 refuses it, hermes writes it in
// the quotes of JSON.
bool is_bare_name(std::string_view name) {
  for (const char c : name) {
    const bool is_other =
        static_cast<unsigned char>(c) < 0x20 ||
        std::string_view("<>\"'`=()[]{}|,;\\&\x7f").find(c) != std::string_view::npos;
    if (is_other) return false;
  }
  return !name.empty() && trimmed(name) == name && is_utf8(name);
}

// The word for TYPE in a template. 2 is an `integer`; 2.0 and 2e0 are a `number`.
std::string_view type_word(const JsonTree& tree, JsonTree::Id value) {
  switch (tree.kind(value)) {
    case JsonTree::Kind::object: return "object";
    case JsonTree::Kind::array: return "array";
    case JsonTree::Kind::string: return "string";
    case JsonTree::Kind::boolean: return "boolean";
    case JsonTree::Kind::null: return "null";
    case JsonTree::Kind::number: break;
  }
  const bool is_integer = tree.literal(value).find_first_of(".eE") == std::string_view::npos;
  return is_integer ? "integer" : "number";
}

}  // namespace

// ---- what can be said ------------------------------------------------------------------------

// Between tags a key may hold spaces; in an attribute, in code or in a tag's name it must be a
// plain word (`is_plain_word`). In code a name begins with no digit.
bool may_write_key(const Markers& markers, const Slot& slot, std::string_view key) {
  if (!markers.in(key).empty()) return false;
  if (slot.stand == Stand::element) return is_bare_name(key);
  if (slot.stand == Stand::tag && slot.after == '>') return may_name_element(key);
  return is_plain_word(key) && (slot.stand != Stand::code || begins_call_name(key[0]));
}

// Elsewhere than in JSON a name is made of certain bytes: in `<NAME>` the ASCII ones of a tag, in
// an attribute all but `/` at its end, and before a body those of `is_call_name_byte`. In `NAME(`
// and `NAME{` it begins as a name in code does, and `NAME:INDEX` may not be a number. The byte
// after NAME in the template ends the name, unless a blank or a placeholder stands there.
bool may_write_name(const Family& family, const Markers& markers, const Slot& slot,
                    std::string_view name) {
  if (name.empty() || !markers.in(name).empty()) return false;
  if (slot.stand == Stand::json_string) return true;  // it is escaped
  const bool ends_by_byte = slot.after != 0 && !is_blank(slot.after);
  if (!is_bare_name(name) || (ends_by_byte && name.find(slot.after) != name.npos)) return false;
  switch (slot.stand) {
    case Stand::tag:
      return may_name_element(name) && std::all_of(name.begin(), name.end(), is_ascii_name_byte);
    case Stand::tag_value:
    case Stand::attribute: return name.find(' ') == name.npos && !name.ends_with('/');
    default: break;
  }
  const bool may_have_spaces = family.has(Option::names_may_have_spaces);
  for (const char c : name) {
    if (!is_call_name_byte(c) && !(c == ' ' && may_have_spaces)) return false;
  }
  if (slot.stand == Stand::code) return begins_call_name(name[0]);
  return slot.stand != Stand::counted || name.find_first_not_of("0123456789") != name.npos;
}

// True if a reader of this family would take a line end off the value. In a family with a way such
// as `<parameter=KEY>\nVALUE\n</parameter>` the reader takes one line end off both ends of each
// value. Written by that way, the value keeps its own line ends; by a way without them it loses
// one.
bool loses_line_ends(const std::vector<View>& ways, View way, std::string_view value) {
  const auto is_between_lines = [](View one) {
    const Slot& slot = *find(one, value_word(one));
    return slot.before == '\n' && slot.after == '\n';
  };
  const bool has_own =
      value.starts_with('\n') || value.starts_with("\r\n") || value.ends_with('\n');
  return has_own && !is_between_lines(way) &&
         std::any_of(ways.begin(), ways.end(), is_between_lines);
}

// ---- a call ----------------------------------------------------------------------------------

bool CallWriter::refuse(std::string sentence) {
  problem_ = std::move(sentence);
  return false;
}

std::string CallWriter::of_argument(std::string_view key) const {
  return "the argument " + in_backticks(key) + " of " + in_backticks(call_.name);
}

// Of a key that stands twice in the arguments only the last value is kept, as readers of JSON do.
bool CallWriter::take(const CallToWrite& call, std::size_t index) {
  call_ = call;
  index_ = index;
  members_.clear();
  if (call.name.empty()) return refuse("a call has no name: /tool_calls/" + std::to_string(index));
  const auto wrong = tree_.read(call.arguments);
  if (wrong || !tree_.is(JsonTree::root, JsonTree::Kind::object))
    return refuse("the arguments of " + in_backticks(call.name) + " are not a JSON object" + ": " +
                  (wrong ? "byte " + std::to_string(*wrong) + " of " : "") + "/tool_calls/" +
                  std::to_string(index));
  if (half_pair_in(call.arguments))
    return refuse("the arguments of " + in_backticks(call.name) +
                  " hold one half of a surrogate pair, which is not a character: /tool_calls/" +
                  std::to_string(index));
  for (const JsonTree::Member& member : tree_.members(JsonTree::root)) {
    if (tree_.find(JsonTree::root, member.key) == member.value) members_.push_back(member);
  }
  return true;
}

bool CallWriter::append(std::string& out, View templ) {
  begin_ = end_ = out.size();
  return append_nodes(out, templ);
}

bool CallWriter::append_nodes(std::string& out, View templ) {
  for (std::size_t i = 0; i < templ.size(); ++i) {
    const Node& node = templ[i];
    const Repeat* const repeat = node.repeat();
    if (const Literal* const literal = node.literal()) {
      out += literal->text;
    } else if (const Slot* const slot = node.slot()) {
      if (!append_slot(out, *slot, templ.subspan(i + 1))) return false;
    } else if (repeat != nullptr && has(repeat->each, Word::key)) {
      if (!append_pairs(out, *repeat)) return false;
    } else if (!append_nodes(out, node.inside())) {
      return false;
    }
  }
  return true;
}

// Writes what stands for a placeholder. `rest` is what follows it. HEADER stands for nothing.
bool CallWriter::append_slot(std::string& out, const Slot& slot, View rest) {
  switch (slot.word) {
    case Word::name: return append_name(out, slot);
    case Word::id: return append_id(out, slot);
    case Word::index: out += std::to_string(index_); return true;
    case Word::role: out += "assistant"; return true;
    case Word::header: return true;
    default: break;
  }
  begin_ = out.size();
  const bool is_written = slot.word == Word::arguments   ? append_arguments(out, slot)
                          : slot.word == Word::parameter ? append_parameters(out)
                                                         : append_text(out, rest);
  end_ = out.size();
  return is_written;
}

// In `NAME(KEY=PYTHON, ...)` the `(` ends the name, so a name with a `(` is refused. In JSON the
// name is escaped, and may hold any byte but a marker of the format.
bool CallWriter::append_name(std::string& out, const Slot& slot) {
  if (const std::string_view marker = markers_.in(call_.name); !marker.empty())
    return refuse("the name " + in_backticks(call_.name) + " holds " + in_backticks(marker) +
                  ", a marker of the format");
  if (!may_write_name(family_, markers_, slot, call_.name))
    return refuse(format_ + " can't write a tool's name such as " + in_backticks(call_.name));
  if (slot.stand == Stand::json_string) {
    append_json_escaped(out, call_.name);
  } else {
    out += call_.name;
  }
  return true;
}

// A call without an id gets its number in the message as the id: 0, 1, 2.
bool CallWriter::append_id(std::string& out, const Slot& slot) {
  const std::string id = call_.id.empty() ? std::to_string(index_) : std::string(call_.id);
  const std::string_view marker = markers_.in(id);
  if (!marker.empty())
    return refuse("the id " + in_backticks(id) + " holds " + in_backticks(marker) +
                  ", a marker of the format");
  if (slot.stand == Stand::json_string) {
    append_json_escaped(out, id);
    return true;
  }
  // ID stands in JSON without quotes: an id of digits is written as a number, any other as a
  // string.
  const bool is_digits = id.find_first_not_of("0123456789") == id.npos;
  if (slot.stand == Stand::json_value && !is_digits) {
    append_json_string(out, id);
    return true;
  }
  if (!is_bare_name(id)) return refuse(format_ + " can't write an id such as " + in_backticks(id));
  out += id;
  return true;
}

// A marker of the format in the arguments could end the call, so it is refused, even inside a
// string. The loop finds the argument to blame; a marker that spans two arguments has none.
bool CallWriter::append_arguments(std::string& out, const Slot& slot) {
  std::string text;
  append_json_value(text, call_.arguments);
  if (const std::string_view marker = markers_.in(text); !marker.empty()) {
    for (const JsonTree::Member& member : members_) {
      std::string value;
      append_json_value(value, tree_.literal(member.value));
      if (!is_without_marker(value, member.key) || !is_without_marker(member.key, member.key))
        return false;
    }
    return refuse("the arguments of " + in_backticks(call_.name) + " hold " + in_backticks(marker) +
                  ", a marker of the format");
  }
  if (slot.before == '"' && slot.after == '"') {
    append_json_escaped(out, text);  // JSON in a string
  } else {
    out += text;
  }
  return true;
}

// ---- parameters ------------------------------------------------------------------------------

bool CallWriter::append_parameters(std::string& out) {
  for (const JsonTree::Member& member : members_) {
    if (!append_parameter(out, member)) return false;
  }
  return true;
}

// Tries the ways to write a parameter in their order. In deepseek_v32 the string "Oslo" is written
// by the line with STRING, and 2 by the line with JSON. If no way fits, the problem of the first
// way that had one is reported.
bool CallWriter::append_parameter(std::string& out, const JsonTree::Member& member) {
  std::string first_problem;
  for (const View way : parameters_) {
    std::string value;
    problem_.clear();
    const bool is_said =
        is_key(member.key, *find(way, Word::key)) && value_text(value, way, member);
    if (!is_said) {
      if (first_problem.empty()) first_problem = std::move(problem_);
      continue;
    }
    for (const Leaf& leaf : leaves(way)) {
      switch (leaf.word) {
        case Word::none: out += leaf.text; break;
        case Word::key: out += member.key; break;
        case Word::type: out += type_word(tree_, member.value); break;
        default: out += value;
      }
    }
    return true;
  }
  if (!first_problem.empty()) return refuse(std::move(first_problem));
  const char* const what = is_string(member) ? "a string" : "a value that is not a string";
  return refuse(std::string("no line says how ") + what + " is written, as " +
                of_argument(member.key) + " is one");
}

// A string is written raw by VALUE or STRING, any other value as JSON by VALUE or JSON.
bool CallWriter::value_text(std::string& text, View way, const JsonTree::Member& member) {
  const Word word = value_word(way);
  if (is_string(member)) {
    text = tree_.text(member.value);
    return word != Word::json && is_said_by(way, member, text);
  }
  if (word == Word::string) return false;
  // In a way like `]<]minimax[>[<KEY>VALUE…` the key is the tag's name, and so are the keys of
  // objects inside the value: they are written as elements, if all of them can be.
  const Slot& key = *find(way, Word::key);
  const bool nests = key.stand == Stand::tag && key.after == '>';
  const std::string_view json = tree_.literal(member.value);
  const std::string opener = first_text(way);
  const std::string_view prefix = std::string_view(opener).substr(0, nests ? opener.size() - 1 : 0);
  std::string plain;
  append_json_value(plain, json);
  if (nests && append_nested_value(text, json, prefix)) return is_without_marker(plain, member.key);
  text = std::move(plain);
  return is_said_by(way, member, text);
}

// True if `text` can stand in this way without ending early. The text between VALUE and the end of
// the way is its closer; a value that holds it is refused.
bool CallWriter::is_said_by(View way, const JsonTree::Member& member, std::string_view text) {
  const std::string after = filled(cut(way, value_word(way)).second, Word::key, member.key);
  const std::string closer(trimmed(after).empty() ? std::string_view(after) : trimmed(after));
  const bool has_marker = !trimmed(first_text(way)).empty();
  if (closer == "\n" && has_marker) return is_without_marker(text, member.key);
  if (closer == "\n" && text.find(closer) != text.npos)
    return refuse(of_argument(member.key) + " has several lines, and " + format_ + " writes one");
  if (!closer.empty() && text.find(closer) != text.npos)
    return refuse(of_argument(member.key) + " holds " + in_backticks(written(closer)) +
                  ", which ends it");
  if (loses_line_ends(parameters_, way, text))
    return refuse(of_argument(member.key) +
                  " begins or ends with a line end, which is not read as "
                  "its own");
  // In `<![CDATA[VALUE]]></parameter>` the closer is `]]></parameter>`, but `]]>` ends the value.
  const std::string_view close = "]]>";
  if (closer.starts_with(close) && text.find(close) != text.npos)
    return refuse(of_argument(member.key) + " holds " + in_backticks(close) + ", which ends it");
  return is_without_marker(text, member.key);
}

bool CallWriter::is_without_marker(std::string_view text, std::string_view key) {
  const std::string_view marker = markers_.in(text);
  if (marker.empty()) return true;
  return refuse(of_argument(key) + " holds " + in_backticks(marker) + ", a marker of the format");
}

bool CallWriter::is_key(std::string_view key, const Slot& slot) {
  return may_write_key(markers_, slot, key) ||
         refuse(format_ + " can't write the key of " + of_argument(key));
}

// ---- code ------------------------------------------------------------------------------------

// Writes the arguments by `KEY=PYTHON, ...`: `KEY=PYTHON` once for each argument, with `, ` between
// two.
bool CallWriter::append_pairs(std::string& out, const Repeat& repeat) {
  const Pairs pairs = pairs_of(repeat);
  begin_ = out.size();
  for (const JsonTree::Member& member : members_) {
    if (&member != members_.data()) out += pairs.between;
    if (!append_pair(out, *find(repeat.each, Word::key), pairs, member)) return false;
  }
  end_ = out.size();
  return true;
}

// Writes `a=True` by `KEY=PYTHON`, and `a:<|"|>x<|"|>` by `KEY:<|"|>STRING<|"|>`.
bool CallWriter::append_pair(std::string& out, const Slot& key, const Pairs& pairs,
                             const JsonTree::Member& member) {
  if (!is_key(member.key, key)) return false;
  const std::string_view json = tree_.literal(member.value);
  std::string text;
  std::string shown;  // the value without the marks of the format
  switch (pairs.values) {
    case Pairs::Values::python:
      append_python_value(text, json);
      shown = text;
      break;
    case Pairs::Values::marked:
      if (!append_marked_value(text, json, pairs.open, pairs.close))
        return refuse(of_argument(member.key) + " holds " + in_backticks(pairs.close) +
                      " in a string, or a key that " + format_ + " can't write");
      append_json_value(shown, json);
      break;
  }
  if (!is_without_marker(shown, member.key)) return false;
  out.append(member.key).append(pairs.sign).append(text);
  return true;
}

// Writes a call whose body is one text, as `<tool: bash>\nls\n</tool>` of cwm: the call must have
// exactly one argument, a string.
bool CallWriter::append_text(std::string& out, View rest) {
  if (members_.size() != 1 || !is_string(members_[0]))
    return refuse(format_ + " writes calls of one string alone, and " + in_backticks(call_.name) +
                  " has other arguments");
  const std::string text = tree_.text(members_[0].value);
  const std::string after = text_in(rest);
  const std::string_view closer = trimmed(after);
  if (!closer.empty() && text.find(closer) != text.npos)
    return refuse(of_argument(members_[0].key) + " holds " + in_backticks(written(closer)) +
                  ", which ends it");
  if (!is_without_marker(text, members_[0].key)) return false;
  out += text;
  return true;
}

}  // namespace tagstream::notation

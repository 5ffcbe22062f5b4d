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
// A *template* is one alternative of a line, in which each placeholder is one byte (family.hpp). A
// *way* is one template of several that say the same thing.

// True if quotes stand directly around the placeholder at `at`, as around NAME in `"NAME"`.
bool is_in_quotes(std::string_view templ, std::size_t at) {
  return at > 0 && at + 1 < templ.size() && templ[at - 1] == '"' && templ[at + 1] == '"';
}

// True for KEY in `<arg_key>KEY</arg_key>`: the key may hold spaces, as no quote ends it.
bool is_between_tags(std::string_view templ, std::size_t at) {
  return at > 0 && at + 1 < templ.size() && templ[at - 1] == '>' && templ[at + 1] == '<';
}

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

// In `<invoke name="NAME">` no `{` stands before the quotes: they are those of an attribute.
bool is_json_string(std::string_view templ, std::size_t at) {
  return is_in_quotes(templ, at) && templ.substr(0, at).find('{') != templ.npos;
}

// Between tags a key may hold spaces; in an attribute, in code or in a tag's name it must be a
// plain word (`is_plain_word`). In code a name begins with no digit.
bool may_write_key(const Markers& markers, std::string_view templ, std::string_view key) {
  if (!markers.in(key).empty()) return false;
  const std::size_t at = templ.find(byte_of(Word::key));
  if (is_between_tags(templ, at)) return is_bare_name(key);
  const std::string_view after = templ.substr(at + 1);
  const bool is_tag = at > 0 && templ[at - 1] == '<' && after.starts_with('>');
  if (is_tag) return may_name_element(key);
  const bool is_code = after.starts_with('=') && after.substr(1).starts_with(byte_of(Word::python));
  return is_plain_word(key) && (!is_code || begins_call_name(key[0]));
}

// Elsewhere than in JSON a name is made of certain bytes: in `<NAME>` the ASCII ones of a tag, in
// an attribute all but `/` at its end, and before a body those of `is_call_name_byte`. In `NAME(`
// and `NAME{` it begins as a name in code does, and `NAME:INDEX` may not be a number. The byte
// after NAME in the template ends the name, unless a blank or a placeholder stands there.
bool may_write_name(const Family& family, const Markers& markers, std::string_view templ,
                    std::size_t at, std::string_view name) {
  if (name.empty() || !markers.in(name).empty()) return false;
  if (is_json_string(templ, at)) return true;
  const std::string_view rest = templ.substr(at + 1);
  const char next = rest.empty() ? ' ' : rest[0];
  const bool ends_by_byte = word_of(next) == Word::none && !is_blank(next);
  if (!is_bare_name(name) || (ends_by_byte && name.find(next) != name.npos)) return false;
  const char before = at == 0 ? ' ' : templ[at - 1];
  if (before == '<')
    return may_name_element(name) && std::all_of(name.begin(), name.end(), is_ascii_name_byte);
  if (before == '=' || before == '"' || before == '\'') {
    return name.find(' ') == name.npos && !name.ends_with('/');
  }
  const bool may_have_spaces = family.has(Option::names_may_have_spaces);
  for (const char c : name) {
    if (!is_call_name_byte(c) && !(c == ' ' && may_have_spaces)) return false;
  }
  if (next == '(' || next == '{') return begins_call_name(name[0]);
  const bool is_counted = rest.size() > 1 && next == ':' && word_of(rest[1]) == Word::index;
  return !is_counted || name.find_first_not_of("0123456789") != name.npos;
}

// True if a reader of this family would take a line end off the value. In a family with a way such
// as `<parameter=KEY>\nVALUE\n</parameter>` the reader takes one line end off both ends of each
// value. Written by that way, the value keeps its own line ends; by a way without them it loses
// one.
bool loses_line_ends(const std::vector<std::string_view>& ways, std::string_view way,
                     std::string_view value) {
  const auto is_between_lines = [](std::string_view one) {
    const auto [before, after] = cut(one, value_word(one));
    return before.ends_with('\n') && after.starts_with('\n');
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

bool CallWriter::append(std::string& out, std::string_view templ) {
  begin_ = end_ = out.size();
  for (std::size_t at = 0; at < templ.size(); ++at) {
    if (word_of(templ[at]) == Word::none) {
      out += templ[at];
    } else if (!append_word(out, templ, at)) {
      return false;
    }
  }
  return true;
}

// Writes what stands for the placeholder at `at`. `append_pairs` reads further in the template, and
// moves `at` to the last byte that it has read. HEADER and `...` stand for nothing in one call.
bool CallWriter::append_word(std::string& out, std::string_view templ, std::size_t& at) {
  const Word word = word_of(templ[at]);
  switch (word) {
    case Word::name: return append_name(out, templ, at);
    case Word::id: return append_id(out, templ, at);
    case Word::index: out += std::to_string(index_); return true;
    case Word::role: out += "assistant"; return true;
    default: break;
  }
  if (word == Word::header || word == Word::dots) return true;
  begin_ = out.size();
  const bool is_written = word == Word::arguments   ? append_arguments(out, templ, at)
                          : word == Word::parameter ? append_parameters(out)
                          : word == Word::key       ? append_pairs(out, templ, at)
                                                    : append_text(out, templ, at);
  end_ = out.size();
  return is_written;
}

// In `NAME(KEY=PYTHON, ...)` the `(` ends the name, so a name with a `(` is refused. In JSON the
// name is escaped, and may hold any byte but a marker of the format.
bool CallWriter::append_name(std::string& out, std::string_view templ, std::size_t at) {
  if (const std::string_view marker = markers_.in(call_.name); !marker.empty())
    return refuse("the name " + in_backticks(call_.name) + " holds " + in_backticks(marker) +
                  ", a marker of the format");
  if (!may_write_name(family_, markers_, templ, at, call_.name))
    return refuse(format_ + " can't write a tool's name such as " + in_backticks(call_.name));
  is_json_string(templ, at) ? append_json_escaped(out, call_.name) : void(out += call_.name);
  return true;
}

// A call without an id gets its number in the message as the id: 0, 1, 2.
bool CallWriter::append_id(std::string& out, std::string_view templ, std::size_t at) {
  const std::string id = call_.id.empty() ? std::to_string(index_) : std::string(call_.id);
  const std::string_view marker = markers_.in(id);
  if (!marker.empty())
    return refuse("the id " + in_backticks(id) + " holds " + in_backticks(marker) +
                  ", a marker of the format");
  if (is_json_string(templ, at)) {
    append_json_escaped(out, id);
    return true;
  }
  // ID stands in JSON without quotes: an id of digits is written as a number, any other as a
  // string.
  const bool is_digits = id.find_first_not_of("0123456789") == id.npos;
  if (templ.substr(0, at).find("{\"") != templ.npos && !is_digits) {
    append_json_string(out, id);
    return true;
  }
  if (!is_bare_name(id)) return refuse(format_ + " can't write an id such as " + in_backticks(id));
  out += id;
  return true;
}

// A marker of the format in the arguments could end the call, so it is refused, even inside a
// string. The loop finds the argument to blame; a marker that spans two arguments has none.
bool CallWriter::append_arguments(std::string& out, std::string_view templ, std::size_t at) {
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
  if (is_in_quotes(templ, at)) {
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
  for (const std::string_view way : parameters_) {
    std::string value;
    problem_.clear();
    const bool is_said = is_key(member.key, way) && value_text(value, way, member);
    if (!is_said) {
      if (first_problem.empty()) first_problem = std::move(problem_);
      continue;
    }
    for (const char c : way) {
      switch (word_of(c)) {
        case Word::none: out += c; break;
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
bool CallWriter::value_text(std::string& text, std::string_view way,
                            const JsonTree::Member& member) {
  const Word word = value_word(way);
  if (is_string(member)) {
    text = tree_.text(member.value);
    return word != Word::json && is_said_by(way, member, text);
  }
  if (word == Word::string) return false;
  // In a way like `]<]minimax[>[<KEY>VALUE…` the key is the tag's name, and so are the keys of
  // objects inside the value: they are written as elements, if all of them can be.
  const std::size_t key = way.find(byte_of(Word::key));
  const bool nests = key > 0 && way[key - 1] == '<' && way.substr(key + 1).starts_with('>');
  const std::string_view json = tree_.literal(member.value);
  std::string plain;
  append_json_value(plain, json);
  if (nests && append_nested_value(text, json, way.substr(0, key - 1)))
    return is_without_marker(plain, member.key);
  text = std::move(plain);
  return is_said_by(way, member, text);
}

// True if `text` can stand in this way without ending early. The text between VALUE and the end of
// the way is its closer; a value that holds it is refused.
bool CallWriter::is_said_by(std::string_view way, const JsonTree::Member& member,
                            std::string_view text) {
  const std::string_view after = cut(way, value_word(way)).second;
  const std::string closer =
      filled(trimmed(after).empty() ? after : trimmed(after), Word::key, member.key);
  const bool has_marker = !trimmed(cut(way, Word::key).first).empty();
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

bool CallWriter::is_key(std::string_view key, std::string_view templ) {
  return may_write_key(markers_, templ, key) ||
         refuse(format_ + " can't write the key of " + of_argument(key));
}

// ---- code ------------------------------------------------------------------------------------

// Writes the arguments by `KEY=PYTHON, ...`: `KEY=PYTHON` once for each argument, with `, ` between
// two. `at` moves to the `...`.
bool CallWriter::append_pairs(std::string& out, std::string_view templ, std::size_t& at) {
  const Pairs pairs = pairs_at(templ, at);
  at = pairs.end - 1;
  for (const JsonTree::Member& member : members_) {
    if (&member != members_.data()) out += pairs.between;
    if (!append_pair(out, templ, pairs, member)) return false;
  }
  return true;
}

// Writes `a=True` by `KEY=PYTHON`, and `a:<|"|>x<|"|>` by `KEY:<|"|>STRING<|"|>`.
bool CallWriter::append_pair(std::string& out, std::string_view templ, const Pairs& pairs,
                             const JsonTree::Member& member) {
  if (!is_key(member.key, templ)) return false;
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
bool CallWriter::append_text(std::string& out, std::string_view templ, std::size_t at) {
  if (members_.size() != 1 || !is_string(members_[0]))
    return refuse(format_ + " writes calls of one string alone, and " + in_backticks(call_.name) +
                  " has other arguments");
  const std::string text = tree_.text(members_[0].value);
  const std::string_view rest = templ.substr(at + 1);
  const std::string_view closer = trimmed(rest);
  if (!closer.empty() && text.find(closer) != text.npos)
    return refuse(of_argument(members_[0].key) + " holds " + in_backticks(written(closer)) +
                  ", which ends it");
  if (!is_without_marker(text, members_[0].key)) return false;
  out += text;
  return true;
}

}  // namespace tagstream::notation

#include <algorithm>
#include <nlohmann/json.hpp>

#include "support/model_arguments.hpp"
#include "support/model_body.hpp"

// Reads the end of a body: closers that the text cuts off, tokens of the vocabulary, and the marks
// that end a broken body.

namespace tagstream::testing::model {
namespace {

/// True if a tag of this name only says that it holds a call.
bool is_carrier(std::string_view tag) {
  while (!tag.empty()) {
    const std::size_t before = tag.size();
    for (const std::string_view word :
         {"tools", "tool", "functions", "function", "calls", "call", "invokes", "invoke", "actions",
          "action", "uses", "use", "_", "-", "."}) {
      if (!same_name(tag.substr(0, word.size()), word, true)) continue;
      tag.remove_prefix(word.size());
      break;
    }
    if (tag.size() == before) return false;
  }
  return true;
}

/// True if a byte of a closing tag's name has come.
bool has_name_byte(std::string_view rest) {
  return rest.size() > 2 && !trim_blanks(rest.substr(2)).empty();
}

}  // namespace

std::size_t token_end(std::string_view text, std::size_t at, std::size_t longest) {
  const std::string_view rest = text.substr(at, longest);
  const std::size_t end = rest.find('>');
  if (!rest.starts_with('<')) return 0;
  const std::string_view inner = rest.substr(0, end).substr(1);
  if (inner.find('<') != none || std::any_of(inner.begin(), inner.end(), is_blank)) return 0;
  for (const std::string_view bar : {"|", "\xef\xbd\x9c"}) {
    const std::size_t known = std::min(bar.size(), inner.size());
    if (inner.substr(0, known) != bar.substr(0, known)) continue;
    if (end == none) return rest.size() == longest ? 0 : none;
    if (inner.size() > 2 * bar.size() && inner.ends_with(bar)) return at + end + 1;
  }
  return 0;
}

bool is_closer_cut(std::string_view text, std::size_t at, const Opening& opening) {
  const Program& program = opening.program;
  std::string_view rest = text.substr(at);
  if (!rest.starts_with("</") || rest.size() >= program.options.limits.max_tag_bytes) return false;
  rest.remove_prefix(skip_blanks(rest, 2));
  return std::any_of(opening.form.tags.begin(), opening.form.tags.end(), [&](std::string_view tag) {
    const std::string_view begin = tag.substr(0, rest.size());
    const bool is_blank_after = trim_blanks(rest.substr(begin.size())).empty();
    return is_blank_after &&
           same_name(begin, rest.substr(0, begin.size()), program.options.ignore_case);
  });
}

std::size_t end_before_tokens(std::string_view text, std::size_t begin, std::size_t end,
                              const Program& program) {
  const bool takes_tokens = program.options.unclosed_call == UnclosedCall::call;
  const std::size_t longest = program.options.limits.max_tag_bytes;
  bool may_be_cut = true;
  for (;;) {
    while (end > begin && is_blank(text[end - 1])) {
      --end;
      may_be_cut = false;
    }
    const std::size_t at = text.substr(0, end).rfind('<');
    if (at == none || at < begin || !takes_tokens) return end;
    const std::size_t token = token_end(text.substr(0, end), at, longest);
    if (token != end && !(may_be_cut && token == none)) return end;
    end = at;
    may_be_cut = false;
  }
}

bool may_only_close(std::string_view rest, const Opening& opening, std::vector<std::string> tags,
                    const std::vector<std::string>& literals) {
  if (rest == "<") return true;
  const bool is_tag = rest.starts_with("</");
  const bool is_one_call = opening.form.shape != nullptr;
  bool closes = false, opens = false;
  opening.program.for_each_literal([&](const std::string& word, const Hit& hit) {
    const bool is_around = is_tag && is_one_call && hit.mark == Mark::wrap_close;
    if ((hit.form != &opening.form && !is_around) || !word.starts_with(rest)) return;
    closes = closes || is_around || hit.kind == TokenKind::close;
    opens = opens || hit.kind != TokenKind::close;
  });
  if (!is_tag) {
    if (const XmlShape* const shape = opening.form.shape) {
      for (const XmlShape::Marks& marks : {shape->parameters, shape->keys}) {
        for (const XmlMark& mark : marks) opens = opens || mark.open.starts_with(rest);
      }
    }
    return closes && !opens;
  }
  for (const std::string& word : literals) closes = closes || word.starts_with(rest);
  if (closes) return true;
  tags.emplace_back(opening.tag_name);
  (void)opening.program.begins_tag("", [&](const Marker& marker) {
    if (is_one_call && marker.mark == Mark::wrap_close) tags.push_back(marker.tag);
    return false;
  });
  const bool ignore_case = opening.program.options.ignore_case;
  return std::any_of(tags.begin(), tags.end(), [&](const std::string& tag) {
    std::string_view name = rest.substr(skip_blanks(rest, 2));
    const std::size_t sign = name.find('=');
    const CallBody body = opening.form.body;
    const bool is_of_elements = body == CallBody::xml || body == CallBody::automatic;
    if (is_of_elements && sign == tag.size() && name.find('>') == name.npos)
      name = name.substr(0, sign);
    if (tag.empty()) return false;
    if (name.size() < tag.size()) return same_name(name, tag.substr(0, name.size()), ignore_case);
    return same_name(name.substr(0, tag.size()), tag, ignore_case) &&
           trim_blanks(name.substr(tag.size())).empty();
  });
}

bool has_second_name(const Tag& tag, std::string_view word, std::string_view name) {
  return std::any_of(tag.attributes.begin(), tag.attributes.end(), [&](const auto& attribute) {
    const auto& [named, value] = attribute;
    const bool is_name = named.empty() || (!word.empty() && same_name(named, word, true));
    const bool is_doubled = !name.empty() && value.ends_with('=' + std::string(name));
    return is_name && !value.empty() && value != name && !is_doubled;
  });
}

bool says_other(std::string_view closer, std::string_view name) {
  const std::size_t sign = closer.find('=');
  if (sign == closer.npos || !closer.starts_with("</")) return false;
  return trim_blanks(closer.substr(sign + 1, closer.size() - sign - 2)) != name;
}

bool leaves_out(const Tag& tag, const std::vector<std::string_view>& known, std::string_view direct,
                bool ignore_case) {
  std::vector<std::string_view> seen;
  for (const auto& [named, value] : tag.attributes) {
    const std::string_view name = named;
    if (name == "type" || (value.data() == nullptr && name == direct)) continue;
    if (name.empty()) {
      if (known.empty() || direct.empty()) return true;
      continue;
    }
    const bool is_known = std::any_of(known.begin(), known.end(), [&](std::string_view word) {
      return !word.empty() && same_name(name, word, ignore_case);
    });
    const bool is_again = std::any_of(seen.begin(), seen.end(), [&](std::string_view other) {
      return same_name(name, other, ignore_case);
    });
    if (!is_known || is_again) return true;
    seen.push_back(name);
  }
  if (known.empty() || direct.empty()) return false;
  const std::string_view key = tag.find(known[0], ignore_case).value_or("");
  return !key.empty() && key != direct;
}

bool holds_marker(std::string_view text, const Opening& opening, std::vector<std::string> tags,
                  const std::function<bool(std::string_view)>& slip) {
  std::vector<std::string> literals;
  const XmlShape* const shape = opening.form.shape;
  if (shape != nullptr) {
    tags.insert(tags.end(), shape->functions.begin(), shape->functions.end());
    for (const std::string_view word : shape->separators) {
      tags.emplace_back(xml_tag_name(word));
      if (xml_tag_name(word).empty() && !shape->is_lines()) literals.emplace_back(word);
    }
    const XmlShape::Marks type{{shape->type}};
    for (const XmlShape::Marks& marks : {shape->parameters, shape->keys, shape->values, type}) {
      for (const XmlMark& mark : marks) {
        tags.emplace_back(xml_tag_name(mark.open));
        if (!tags.back().empty() || shape->is_lines()) continue;
        literals.emplace_back(mark.open);
        literals.emplace_back(mark.close);
      }
    }
  }
  const auto is_around = [](Mark mark) {
    return mark == Mark::call || mark == Mark::wrap_open || mark == Mark::wrap_close;
  };
  opening.program.for_each_literal([&](const std::string& word, const Hit& hit) {
    const bool is_other = is_around(hit.mark) && (hit.form == nullptr || !hit.form->is_leading);
    if (hit.form == &opening.form || (shape != nullptr && is_other)) literals.push_back(word);
  });
  if (shape != nullptr && shape->head_end.size() > 1) {  // markers are made of tokens
    literals.emplace_back(shape->head_end);
    opening.program.for_each_literal([&](const std::string& word, const Hit& hit) {
      const std::size_t end = hit.form == &opening.form ? word.find('>') : word.npos;
      if (end != word.npos && end != 0) literals.push_back(word.substr(0, end + 1));
    });
  }
  const auto is_tag = [&](std::string_view name) {
    const bool ignore_case = opening.program.options.ignore_case;
    const auto mark = opening.program.mark_of_tag(name);
    return (mark && is_around(*mark)) || is_named(tags, name, ignore_case);
  };
  bool takes_slips = true;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = text.substr(at);
    for (const std::string& word : literals) {
      if (trim_blanks(word).empty()) continue;
      const std::string_view stem = std::string_view(word).substr(0, word.size() - 1);
      const bool is_tag_like = !stem.empty() && word.front() == '<' && word.back() == '>';
      const bool ends_name = is_tag_like && rest.starts_with(stem) &&
                             rest.find_first_of("</= \t\r\n\f", stem.size()) == stem.size();
      if (rest.starts_with(word) || ends_name) return true;
    }
    if (rest[0] != '<') continue;
    const bool closes = rest.substr(1, 1) == "/";
    const std::size_t from = closes ? skip_blanks(rest, 2) : 1;
    std::size_t end = from;
    while (end < rest.size() && is_name_byte(rest[end])) ++end;
    const bool ends_name = end == rest.size() || rest.find_first_of("</>= \t\r\n\f", end) == end;
    if (!ends_name || end == from || rest[from] == '-' || rest[from] == '.') continue;
    const std::string_view name = rest.substr(from, end - from);
    if (is_tag(name)) return true;
    bool has_opener = false;
    for (std::size_t other = 0; other < text.size(); ++other) {
      const std::string_view after = text.substr(other);
      if (!after.starts_with('<' + std::string(name))) continue;
      has_opener =
          has_opener || after.size() == name.size() + 1 || !is_name_byte(after[name.size() + 1]);
    }
    if (!closes || !slip || !takes_slips || !slip(name)) continue;
    if (!has_opener) return true;
    takes_slips = false;
  }
  return false;
}

std::vector<Beside> beside_of(const Tag& tag, const XmlShape* shape, bool is_tool_tag) {
  std::string named = is_tool_tag ? "" : "name";
  if (shape != nullptr && !shape->name_attribute.empty()) named = shape->name_attribute;
  const std::string counted(shape == nullptr ? "" : shape->index_attribute);
  const std::string key(shape == nullptr ? "" : shape->key_attribute);
  std::vector<Beside> list;
  const bool may_be_name = shape != nullptr && shape->name_is_value && shape->is_one_call;
  for (const auto& [name, value] : tag.attributes) {
    if (name.empty() || is_named({named, counted}, name, true)) continue;
    // An attribute without a value has no place at which the value begins.
    const bool has_value = value.data() != nullptr;
    if (!has_value && may_be_name && name == tag.attributes.front().first &&
        tag.attributes.front().second.data() == nullptr) {
      continue;
    }
    const bool needs_schema =
        !has_value || is_named({"id", "tool_call_id", "call_id", "index", "type", key}, name, true);
    list.push_back(
        {std::string(name), has_value ? std::string(value) : "true", needs_schema, has_value});
  }
  return list;
}

bool is_argument(const Beside& one, const Program& program, const std::string& tool) {
  const ParameterSchema* const known = program.parameter_of(tool, one.name);
  if (known == nullptr) return !one.needs_schema;
  return one.has_value || has(known->types, ValueTypes::boolean);
}

bool has_argument(const Opening& opening, const std::string& tool) {
  return std::any_of(opening.beside.begin(), opening.beside.end(),
                     [&](const Beside& one) { return is_argument(one, opening.program, tool); });
}

std::string value_of(const Beside& one, const Program& program, const std::string& tool) {
  const ParameterSchema* const known = program.parameter_of(tool, one.name);
  bool is_repaired = false;
  return typed_json(decode_entities(one.value), known == nullptr ? ValueTypes::none : known->types,
                    program.options.strict_json, is_repaired);
}

void take_arguments(const Opening& opening, BodyItem& item) {
  item.arguments = "{}";
  if (!has_argument(opening, item.name)) return take_attributes(opening, item, true, true);
  if (opening.program.parameter_of(item.name, "id") != nullptr) item.id.clear();
  ModelArguments arguments;
  add_attributes(opening.beside, opening.program, item.name, opening.begin, arguments,
                 item.leaves_out);
  item.arguments = arguments.text() + '}';
  item.is_repaired = true;
  if (arguments.has_failed()) item.set_error(Code::bad_arguments, opening.begin);
}

void add_attributes(const std::vector<Beside>& list, const Program& program,
                    const std::string& tool, std::size_t at, ModelArguments& arguments,
                    bool& leaves_out) {
  for (const Beside& one : list) {
    if (!is_argument(one, program, tool)) {
      leaves_out = leaves_out || !one.is_id();
      continue;
    }
    const ParameterSchema* const known = program.parameter_of(tool, one.name);
    const ParameterSchema* const item = element_of(program.schema_of(tool), known);
    ModelArgument value{value_of(one, program, tool)};
    value.is_list = known != nullptr && has(known->types, ValueTypes::array);
    value.has_lists = item != nullptr && has(item->types, ValueTypes::array);
    value.element =
        typed_json(decode_entities(one.value), item == nullptr ? ValueTypes::none : item->types,
                   program.options.strict_json, value.is_element_repaired);
    arguments.add(one.name, value, at, false);
    arguments.is_repaired = true;
  }
  arguments.settle();
}

void take_attributes(const Opening& opening, BodyItem& item, bool is_one, bool is_of_tag) {
  if (item.error != Code::none) return;
  ModelValue object;
  ModelJson reader(item.arguments, 0);
  if (is_one) reader.read(object);
  std::vector<std::pair<std::string, std::string>> all;
  const auto in_all = [&](const std::string& key) {
    return std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.first == key; });
  };
  bool has_failed = false;
  for (const Beside& one : opening.beside) {
    if (one.is_id()) continue;
    const bool is_known = opening.program.parameter_of(item.name, one.name) != nullptr &&
                          is_argument(one, opening.program, item.name);
    const bool may_be_any = object.members.empty() && is_of_tag && !one.needs_schema;
    if (!is_one || !(is_known || may_be_any)) {
      if (!has_failed) item.leaves_out = true;
      continue;
    }
    const std::string value = value_of(one, opening.program, item.name);
    const auto before = in_all(one.name);
    has_failed = has_failed || (before != all.end() && before->second != value);
    if (before == all.end()) all.emplace_back(one.name, value);
  }
  const std::size_t given = all.size();
  if (given == 0) return;
  std::string json;
  for (const ModelMember& member : object.members) {
    const std::string value(member.value.in(item.arguments));
    const auto attribute = in_all(member.key);
    if (attribute == all.end() || attribute >= all.begin() + static_cast<std::ptrdiff_t>(given)) {
      json += ',' + quoted_json(member.key) + ':' + value;
      continue;
    }
    const bool are_strings = value.starts_with('"') && attribute->second.starts_with('"');
    const bool is_same =
        value == attribute->second ||
        (are_strings && decode_model_string(value) == decode_model_string(attribute->second));
    has_failed = has_failed || !is_same;
  }
  if (has_failed) return item.set_error(Code::bad_arguments, item.begin);
  std::string first;
  for (const auto& [key, value] : all)
    first += (first.empty() ? "{" : ",") + quoted_json(key) + ':' + value;
  item.arguments = first + json + '}';
  item.is_repaired = true;
}

void note_empty(std::string_view text, std::size_t at, const Opening& opening, Body& body) {
  const std::string_view rest = text.substr(at);
  if (!rest.starts_with("</") || !has_name_byte(rest)) return;
  if (!may_only_close(rest, opening, {}, {})) return;
  BodyItem item;
  item.name = body.name.empty() ? opening.name : body.name;
  item.id = body.name.empty() ? opening.id : body.id;
  if (item.name.empty() && is_named_by_tag(opening)) item.name = tag_tool(opening);
  if (item.name.empty()) return;
  item.begin = has_argument(opening, item.name) ? opening.begin : at;
  take_arguments(opening, item);
  if (body.is_named && !opening.is_header) item.name_at = body.name_begin;
  body.all = {item};
  check_items(opening, body.all);
  body.cut_end = at;
  body.is_if_ended = true;
}

bool is_whole(std::string_view rest, const Opening& opening, const std::string& function,
              const std::string& tool, const std::string& arguments) {
  const bool may_be_closer = has_name_byte(rest) && (rest.starts_with("</") || !arguments.empty());
  if (may_be_closer && may_only_close(rest, opening, {function}, {})) return true;
  const ToolSchema* const schema = opening.program.schema_of(tool);
  if (schema == nullptr || schema->required.empty() || arguments.empty()) return false;
  const auto json = nlohmann::json::parse(arguments + '}', nullptr, false);
  return json.is_object() &&
         std::all_of(schema->required.begin(), schema->required.end(),
                     [&](const std::string& name) { return json.contains(name); });
}

std::size_t token_after(std::string_view text, std::size_t at, const Program& program) {
  at = skip_blanks(text, at);
  const std::size_t end = token_end(text, at, program.options.limits.max_tag_bytes);
  return end == 0 || end == none ? none : at;
}

bool is_named_by_tag(const Opening& opening) {
  if (opening.form.tags.empty()) return false;
  if (opening.form.body == CallBody::xml) return opening.form.shape == nullptr;
  return opening.form.body == CallBody::automatic && !is_carrier(opening.tag_name);
}

namespace {
bool is_offered(const Opening& opening, const std::string& word) {
  const auto& tools = opening.program.options.schemas;
  return !word.empty() && std::any_of(tools.begin(), tools.end(),
                                      [&](const ToolSchema& one) { return one.name == word; });
}
std::string last_part(std::string_view tag) {
  return std::string(tag.substr(std::min(tag.rfind(':'), tag.size() - 1) + 1));
}
}  // namespace

std::string tag_tool(const Opening& opening) {
  const std::string tag(opening.tag_name);
  if (is_offered(opening, tag) || tag.find(':') == std::string::npos) return tag;
  return is_offered(opening, last_part(tag)) ? last_part(tag) : tag;
}

std::string tool_of_tag(const Opening& opening) {
  if (opening.form.body != CallBody::automatic || opening.form.tags.empty()) return {};
  if (opening.tag_name.empty()) return {};
  const std::string tag = tag_tool(opening);
  if (is_offered(opening, tag)) return tag;
  const bool has_prefix = tag.find(':') != std::string::npos;
  const bool is_any = opening.program.options.schemas.empty();
  return has_prefix && is_any && !is_carrier(last_part(tag)) ? tag : "";
}

bool ends_broken_body(const Hit& hit) {
  switch (hit.mark) {
    case Mark::call: return hit.kind != TokenKind::close && !hit.form->is_leading;
    case Mark::reasoning_open:
    case Mark::wrap_open:
    case Mark::wrap_close:
    case Mark::header: return true;
    case Mark::hide:
    case Mark::unwrap:
    case Mark::record: return hit.kind != TokenKind::close;
    default: return false;
  }
}

std::optional<Hit> ender_at(std::string_view text, std::size_t at, const Opening& opening) {
  return opening.program.at(text, at, [&](const Hit& hit) {
    const bool is_own = hit.form == &opening.form && hit.kind == TokenKind::close;
    return is_own || ends_broken_body(hit);
  });
}

}  // namespace tagstream::testing::model

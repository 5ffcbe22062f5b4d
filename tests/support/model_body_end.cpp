#include <algorithm>
#include <nlohmann/json.hpp>

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

std::string arguments_of(const Tag& tag, const XmlShape& shape, const Program& program,
                         const std::string& tool) {
  const ToolSchema* const schema = program.schema_of(tool);
  std::string json;
  bool is_repaired = false;
  for (const auto& [name, value] : tag.attributes) {
    const std::string key(name);
    const bool is_parameter = schema != nullptr && program.parameter_of(tool, key) != nullptr;
    const bool is_other = is_named({"name", std::string(shape.name_attribute)}, name, true) ||
                          (!is_parameter && is_named({"id", "tool_call_id", "call_id", "index",
                                                      "type", std::string(shape.key_attribute)},
                                                     name, true));
    // An attribute without a value has no place at which the value begins.
    if (name.empty() || value.data() == nullptr || is_other) continue;
    const ParameterSchema* const known = program.parameter_of(tool, key);
    json += (json.empty() ? "{" : ",") + quoted_json(key) + ':' +
            typed_json(decode_entities(value), known == nullptr ? ValueTypes::none : known->types,
                       program.options.strict_json, is_repaired);
  }
  return json;
}

void take_arguments(const Opening& opening, BodyItem& item) {
  item.arguments = opening.arguments.empty() ? "{}" : opening.arguments + '}';
  item.is_repaired = !opening.arguments.empty();
}

void note_empty(std::string_view text, std::size_t at, const Opening& opening, Body& body) {
  const std::string_view rest = text.substr(at);
  if (!rest.starts_with("</") || !has_name_byte(rest)) return;
  if (!may_only_close(rest, opening, {}, {})) return;
  BodyItem item;
  item.name = body.name.empty() ? opening.name : body.name;
  item.id = body.name.empty() ? opening.id : body.id;
  take_arguments(opening, item);
  if (item.name.empty() && is_named_by_tag(opening)) item.name = opening.tag_name;
  if (item.name.empty()) return;
  item.begin = opening.arguments.empty() ? at : opening.begin;
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

#include "frame/call_opening.hpp"

#include <optional>

#include "base/text.hpp"
#include "body/tag_arguments.hpp"
#include "body/xml/xml_grammar.hpp"
#include "lex/attribute_range.hpp"

namespace tagstream {

namespace {

// The name of the opening tag; empty for a marker. `[C][/C]` with `call: ["[C]...[/C]"]` is
// the error `empty`.
std::string_view tag_name_of(const CallOpening& call) {
  const Match& opener = call.opener;
  if (opener.kind == TokenKind::marker) return {};
  return call.segment.slice(opener.begin, opener.end).substr(opener.name_at, opener.name_size);
}

// muse_spark may write `get_time.get_time` for get_time, if that tool is offered.
std::string_view without_repeated(const SchemaTable& offered, std::string_view name) {
  const std::string_view half = name.substr(0, name.size() / 2);
  const bool is_repeated =
      name.size() > 2 && name.size() % 2 == 1 && name[half.size()] == '.' && name.ends_with(half);
  if (!is_repeated || offered.find(name) != nullptr) return name;
  return offered.find(half) != nullptr ? half : name;
}

/// The attributes of an opening tag that name the tool and the call. Of two with one name the first
/// counts.
struct TagWords {
  std::string_view sign;  // directly after the tag's name
  std::optional<std::string_view> name;
  std::optional<std::string_view> id;
};

TagWords read_tag_words(std::string_view tag, std::string_view name_word, bool ignore_case) {
  TagWords words;
  for (const Attribute& attribute : AttributeRange(tag)) {
    const auto is = [&](std::string_view name) {
      return same_name(attribute.name, name, ignore_case);
    };
    if (attribute.name.empty()) words.sign = attribute.value;
    if (!words.name && !name_word.empty() && is(name_word)) words.name = attribute.value;
    if (!words.id && is("id")) words.id = attribute.value;
  }
  return words;
}

}  // namespace

const XmlShape& no_elements() {
  static const XmlShape shape;
  return shape;
}

BodyPlace place_of(const CallOpening& call) {
  const CompiledRule& rule = call.set.rules[call.opener.rule];
  const CallPolicy::Options& options = call.policy.options;
  return {.set = &call.set,
          .schemas = &call.policy.schemas,
          .shape = rule.call.shape,
          .pythonic = rule.call.pythonic,
          .keys = rule.call.keys,
          .rule = call.opener.rule,
          .format = rule.call.body,
          .is_named = !call.name.empty() && rule.call.body != CallBody::text,
          .begin = call.opener.end - rule.call.shared,
          .call_name = tag_name_of(call),
          .gives_pieces = options.incremental};
}

void take_tag(CallHead& head, const XmlShape& shape, std::string_view tag, std::string_view id) {
  head.shape = &shape;
  head.tag_arguments = TagArguments(shape, tag);
  if (!head.tag_arguments.empty()) head.tag = tag;
  if (id.size() <= max_id_bytes) head.id = id;
  head.second_name = second_name(shape, tag, head.name);
}

// With `call: ["tool", "function"]`:
//
//   <tool name="f" id="7">{"a": 1}</tool>     f: the attribute, and the body is the arguments
//   <function=get_weather>{…}</function>      get_weather: the value after the name
//   <tool name='a&amp;b'>{}</tool>            a&amp;b: entities are not decoded
//
// For a call without a marker, only the names in `head.offered` count.
void read_head_of(const CallOpening& call, CallHead& head) {
  const auto& [policy, set, segment, opener, start, name, purpose] = call;
  const CompiledRule& rule = set.rules[opener.rule];
  head.name = name;
  head.strict = policy.options.strict_json;
  head.needs_both = rule.call.is_tentative;
  head.string_is = rule.call.string_is;
  head.lacks_opener = rule.call.lacks_opener;
  head.schemas = &policy.schemas;
  const bool is_gate = policy.options.only_offered || rule.call.is_tentative;
  if (is_gate && !policy.schemas.empty()) head.offered = &policy.schemas;
  const BodyStart body = body_info(rule.call.body).start;
  if (body == BodyStart::tag || body == BodyStart::either) head.name_at = start;
  if (opener.kind == TokenKind::marker) return;
  const bool is_bare = opener.end - opener.begin == opener.name_at + opener.name_size + 1;
  if (is_bare) return;  // no attributes
  const bool is_xml = rule.call.body == CallBody::xml;
  // If the tag's own name is the tool's name, the attributes do not name it.
  const bool is_name =
      is_xml && rule.call.shape->tag_is_key && rule.call.shape->name_attribute.empty();
  const std::string_view tag = segment.slice(opener.begin, opener.end);
  const XmlShape& shape = is_xml ? *rule.call.shape : no_elements();
  const TagWords words = read_tag_words(tag, name_attribute(shape), set.ignore_case);
  const std::string_view id = words.id.value_or("");
  if (words.name && !is_name) head.name = *words.name;
  if (head.name.empty()) {
    std::string_view sign = is_name ? std::string_view() : words.sign;
    if (sign.empty() && is_xml) sign = name_value(*rule.call.shape, tag);
    head.name = without_doubled(sign, tag_name_of(call), set.ignore_case);
  }
  take_tag(head, shape, tag, id);
  const bool is_of_family =
      is_xml ? rule.call.shape->is_one_call : rule.call.body == CallBody::arguments;
  if (is_of_family && !head.name.empty()) head.name = without_repeated(policy.schemas, head.name);
}

}  // namespace tagstream

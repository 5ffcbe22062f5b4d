#include "support/tool_model_items.hpp"

#include <algorithm>

#include "support/laws.hpp"

namespace tagstream::testing {

/// What names an item.
struct ItemNaming {
  const ModelValue* tried = nullptr;  ///< the value that should
  const ModelValue* name = nullptr;   ///< it does
  const ModelValue* arguments = nullptr;
  std::size_t known_at = 0;  ///< from here on it is certain which value the arguments are
};

namespace {

constexpr std::size_t none = std::string_view::npos;
constexpr std::size_t never = none - 1;

using Keys = std::vector<std::string_view>;
const Keys name_keys = {"name", "tool_name", "tool", "function"};
const Keys argument_keys = {"arguments", "parameters", "args", "input"};
const Keys id_keys = {"id", "tool_call_id", "call_id"};

bool is_one_of(const std::string& key, const Keys& keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

const ModelMember* first_of(const ModelValue& object, const Keys& keys) {
  for (const ModelMember& member : object.members) {
    if (is_one_of(member.key, keys)) return member.value.first == 0 ? nullptr : &member;
  }
  return nullptr;
}

bool is_word(const ModelValue& value) { return value.is_string() && value.end > value.begin + 2; }

ItemNaming naming_of(const ModelValue& item) {
  ItemNaming naming;
  const ModelMember* const member = first_of(item, name_keys);
  const ModelMember* arguments = first_of(item, argument_keys);
  if (member != nullptr) {
    naming.tried = &member->value;
    if (member->key == "function" && member->value.first == '{') {
      const ModelValue& function = member->value;
      const ModelMember* const inner = first_of(function, name_keys);
      if (inner != nullptr) naming.tried = &inner->value;
      if (const auto* own = first_of(function, argument_keys)) {
        arguments = own;
      } else {
        naming.known_at = function.end == 0 ? never : function.end;
      }
      if (inner == nullptr) naming.tried = &function;
      if (inner != nullptr && is_word(inner->value)) naming.name = &inner->value;
    } else if (is_word(member->value)) {
      naming.name = &member->value;
    }
  }
  if (arguments != nullptr) naming.arguments = &arguments->value;
  return naming;
}

bool is_nameless(const ModelValue& element) {
  return element.first != '{' || naming_of(element).name == nullptr;
}

}  // namespace

std::string JsonItems::slice(const ModelValue& value) const {
  return std::string(text_.substr(value.begin, value.end - value.begin));
}

std::vector<const ModelValue*> JsonItems::elements() const {
  std::vector<const ModelValue*> all;
  if (root_.first == '{') all.push_back(&root_);
  for (const ModelValue& element : root_.elements) all.push_back(&element);
  return all;
}

std::string JsonItems::id_of(const ModelValue& item, std::size_t until) const {
  for (const ModelMember& member : item.members) {
    const ModelValue& value = member.value;
    if (!is_one_of(member.key, id_keys) || value.end == 0 || value.end > until) continue;
    const std::string id = model_id(slice(value).substr(value.is_string() ? 2 : 0));
    if (id.empty()) continue;
    if (value.is_number()) return id;
    if (is_word(value)) return decode_model_string(slice(value));
  }
  return tag_id_for(item);
}

/// The id of the opening tag belongs to the first call.
std::string JsonItems::tag_id_for(const ModelValue& item) const {
  for (const ModelValue* const one : elements()) {
    const bool is_call = !opening_.name.empty() || !is_nameless(*one);
    if (is_call) return one == &item ? opening_.id : "";
  }
  return {};
}

// The object in a string; nothing if there is none.
std::optional<ConvertedValue> JsonItems::object_in(const ModelValue& value) const {
  const std::string decoded = decode_model_string(slice(value));
  auto object = convert_value(trim_blanks(decoded));
  if (!object || object->first != '{') return std::nullopt;
  if (opening_.options.strict_json && !object->is_strict) return std::nullopt;
  return object;
}

// False if nothing is certain before the end.
bool JsonItems::may_start() const { return opening_.options.incremental && opening_.name.empty(); }

std::vector<BodyItem> JsonItems::started(std::size_t until) const {
  std::vector<BodyItem> list;
  if (!may_start()) return list;
  for (const ModelValue* const item : elements()) {
    if (item->first != '{') continue;
    const ItemNaming naming = naming_of(*item);
    if (naming.name == nullptr || naming.name->end > until) continue;
    list.push_back(start(*item, naming, until));
  }
  return list;
}

BodyItem JsonItems::start(const ModelValue& item, const ItemNaming& naming,
                          std::size_t until) const {
  BodyItem one;
  one.name = decode_model_string(slice(*naming.name));
  one.begin = item.begin;
  one.end = item.end == 0 ? text_.size() : item.end;
  one.is_started = may_start();
  if (!one.is_started) return one;
  one.start_id = id_of(item, naming.name->end);
  const ModelValue* const value = naming.arguments;
  const bool is_absent = value == nullptr || value->is_null();
  if (is_absent && item.end != 0 && item.end <= until) one.given = "{}";
  if (is_absent || value->begin >= until || naming.known_at > until) return one;
  const std::size_t end = value->end == 0 ? text_.size() : value->end;
  if (value->first == '{') {
    one.given = convert_piece(text_.substr(value->begin, std::min(end, until) - value->begin));
    while (ends_inside_code_point(one.given)) one.given.pop_back();
  } else if (value->is_string() && value->end != 0 && value->end <= until) {
    if (const auto object = object_in(*value)) one.given = object->json;
  }
  return one;
}

std::vector<BodyItem> JsonItems::not_strict() const {
  std::vector<BodyItem> list = started(none);
  if (list.empty()) list.emplace_back();
  for (BodyItem& item : list) {
    item.error = CallErrorCode::invalid_json;
    item.offset = json_.first_spelling;
  }
  return list;
}

std::vector<BodyItem> JsonItems::read() const {
  if (opening_.options.strict_json && json_.first_spelling != none) return not_strict();
  std::vector<BodyItem> list;
  const ModelValue* before = nullptr;
  for (const ModelValue* const element : elements()) {
    const bool is_run = is_nameless(*element) && before != nullptr && is_nameless(*before);
    before = element;
    if (is_run) {
      list.back().end = element->end;
    } else {
      list.push_back(read_item(*element));
    }
  }
  if (list.empty()) {
    list.emplace_back();
    list.back().error = CallErrorCode::empty;
    list.back().offset = root_.begin;
  }
  return list;
}

BodyItem JsonItems::read_item(const ModelValue& item) const {
  const ItemNaming naming = naming_of(item);
  const bool is_named = item.first == '{' && naming.name != nullptr;
  const bool is_own = is_named && naming.arguments != nullptr;
  if (!opening_.name.empty() && !is_own) return read_under_name(item);
  BodyItem one;
  if (is_named) {
    one = start(item, naming, none);
    one.id = id_of(item, none);
    one.is_repaired = json_.is_repaired;
    read_arguments(one, naming.arguments);
    return one;
  }
  one.begin = item.begin;
  one.end = item.end;
  one.error = CallErrorCode::missing_name;
  one.offset = naming.tried == nullptr ? item.begin : naming.tried->begin;
  return one;
}

// The opening tag names the call: the item is its arguments.
BodyItem JsonItems::read_under_name(const ModelValue& item) const {
  BodyItem one;
  one.begin = item.begin;
  one.end = item.end;
  one.name = opening_.name;
  one.id = tag_id_for(item);
  one.is_repaired = json_.is_repaired;
  if (&item == &root_) {
    read_arguments(one, &item);
  } else {
    one.error = CallErrorCode::bad_arguments;
    one.offset = item.begin;
  }
  return one;
}

void JsonItems::read_arguments(BodyItem& one, const ModelValue* value) const {
  one.arguments = "{}";
  if (value != nullptr && value->first == '{') {
    one.arguments = convert_piece(slice(*value));
  } else if (value != nullptr && !value->is_null()) {
    const auto object = value->is_string() ? object_in(*value) : std::nullopt;
    if (!object) {
      one.error = CallErrorCode::bad_arguments;
      one.offset = value->begin;
      return;
    }
    one.arguments = object->json;
    one.is_repaired = one.is_repaired || object->is_repaired;
  }
}

}  // namespace tagstream::testing

#include <algorithm>

#include "support/model_body.hpp"

// Reads the calls and the errors in the value of a JSON body. Example: `[{"name":"f"},1]` holds a
// call of `f` and an item that is not a call.

namespace tagstream::testing::model {
namespace {

constexpr std::size_t never = none - 1;

using Keys = std::vector<std::string_view>;

/// A part of a call, and the keys under which it stands.
struct Part {
  Keys known;
  std::string_view JsonKeys::*own;
};

const Part name_part = {{"name", "tool_name", "tool", "function"}, &JsonKeys::name};
const Part arguments_part = {{"arguments", "parameters", "args", "input", "params"},
                             &JsonKeys::arguments};
const Part id_part = {{"id", "tool_call_id", "call_id"}, &JsonKeys::id};

/// The way in which a key states a part of a call.
enum class Saying {
  nothing,
  first,      ///< it counts as soon as it comes
  otherwise,  ///< it counts at the end of an object without one that counts first
};

Saying saying_of(const std::string& key, const Part& part, const JsonKeys& own) {
  for (const Part* one : {&name_part, &arguments_part, &id_part}) {
    const bool is_own = !key.empty() && key == own.*one->own;
    if (is_own) return one == &part ? Saying::first : Saying::nothing;
  }
  const bool is_known = std::find(part.known.begin(), part.known.end(), key) != part.known.end();
  if (!is_known) return Saying::nothing;
  return (own.*part.own).empty() ? Saying::first : Saying::otherwise;
}

/// True for the object of a function. The object states the name, whatever other keys count first.
bool is_function(const ModelMember& member, const JsonKeys& own) {
  return member.key == "function" && member.value.first == '{' &&
         saying_of(member.key, name_part, own) != Saying::nothing;
}

const ModelMember* first_of(const ModelValue& object, const Part& part, const JsonKeys& own,
                            Saying wanted) {
  for (const ModelMember& member : object.members) {
    const bool is_name = &part == &name_part && is_function(member, own);
    const Saying saying = is_name ? Saying::first : saying_of(member.key, part, own);
    if (saying == wanted) return member.value.first == 0 ? nullptr : &member;
  }
  return nullptr;
}

/// The member, of the item or of its function's object, that counts when the item has ended and no
/// other key has stated the part.
const ModelMember* otherwise_in(const ModelValue& item, const ModelMember* function,
                                const Part& part, const JsonKeys& own) {
  for (const ModelMember& member : item.members) {
    const bool is_inside = &member == function;
    const ModelMember* const found =
        is_inside ? first_of(member.value, part, own, Saying::otherwise) : &member;
    const bool counts = is_inside || saying_of(member.key, part, own) == Saying::otherwise;
    if (found != nullptr && counts) return found->value.first == 0 ? nullptr : found;
  }
  return nullptr;
}

bool is_word(const ModelValue& value) { return value.is_string() && value.end > value.begin + 2; }

/// The member that names an item.
struct Naming {
  const ModelValue* tried = nullptr;  ///< the value that should
  const ModelValue* name = nullptr;   ///< it does
  bool is_late = false;               ///< the end of the item says which value the name is
  bool is_type = false;               ///< the name stands under `type`
  const ModelValue* arguments = nullptr;
  std::size_t known_at = 0;  ///< from here on it is certain which value the arguments are
};

/// @param until  the text is known up to here
Naming naming_of(const ModelValue& item, const JsonKeys& own, std::size_t until) {
  Naming naming;
  const bool is_whole = item.end != 0 && item.end <= until;
  const ModelMember* member = first_of(item, name_part, own, Saying::first);
  const ModelMember* arguments = first_of(item, arguments_part, own, Saying::first);
  const ModelMember* const function =
      member != nullptr && is_function(*member, own) ? member : nullptr;
  if (function != nullptr) {
    naming.tried = &function->value;
    member = first_of(function->value, name_part, own, Saying::first);
    if (const auto* its = first_of(function->value, arguments_part, own, Saying::first)) {
      arguments = its;
    } else {
      naming.known_at = function->value.end == 0 ? never : function->value.end;
    }
  }
  if (member == nullptr && is_whole) {
    member = otherwise_in(item, function, name_part, own);
    naming.is_late = true;
  }
  if (arguments == nullptr && is_whole) {
    arguments = otherwise_in(item, function, arguments_part, own);
  }
  if (member != nullptr) naming.tried = &member->value;
  if (member != nullptr && is_word(member->value)) naming.name = &member->value;
  if (arguments != nullptr) naming.arguments = &arguments->value;
  return naming;
}

class ItemReader {
 public:
  ItemReader(std::string_view text, const Opening& opening, const Body& body)
      : text_(text),
        opening_(opening),
        body_(body),
        is_by_name_(opening.form.body == CallBody::json_by_name),
        is_strict_(opening.program.options.strict_json) {
    const ModelValue* const list = list_in(opening, body);
    if (list != nullptr && body.root.end == 0) return;  // another key may follow
    if (list == nullptr && body.root.first == '{') elements_.push_back(&body.root);
    for (const ModelValue& element : (list != nullptr ? *list : body.root).elements) {
      elements_.push_back(&element);
    }
  }

  /// The list that is the only member of an object; null if there is none.
  static const ModelValue* list_in(const Opening& opening, const Body& body) {
    const std::vector<ModelMember>& members = body.root.members;
    const bool may_be_list = !body.is_named && opening.name.empty() && members.size() == 1;
    if (!may_be_list || members[0].key != "tool_calls") return nullptr;
    return members[0].value.first == '[' ? &members[0].value : nullptr;
  }

  /// The calls and errors in a complete value.
  [[nodiscard]] std::vector<BodyItem> read() const {
    std::vector<BodyItem> list = read_all();
    const auto call = std::find_if(list.begin(), list.end(),
                                   [](const BodyItem& item) { return item.error == Code::none; });
    if (call != list.end()) take_attributes_of(*call, list.size());
    for (auto one = list.begin(); one != list.end(); ++one) {
      if (body_.is_written || is_not_strict() || !has_argument(opening_, one->name)) continue;
      one->given = one->error == Code::none ? one->arguments : "";
      if (one == call) break;
    }
    if (body_.surplus == none) return list;
    const Code first = list.front().error;
    const bool has_failed = first == Code::invalid_json || first == Code::empty;
    if (is_strict_ && !has_failed) return not_strict(body_.surplus);
    for (BodyItem& item : list) item.is_repaired = true;
    return list;
  }

 private:
  void take_attributes_of(BodyItem& item, std::size_t count) const {
    const bool is_of_tag = opening_.name.empty() || body_.is_named || is_under_name(body_.root);
    take_attributes(opening_, item, is_alone() && count == 1, is_of_tag);
  }
  /// True if the item is the value of the whole body, not an element of a list.
  [[nodiscard]] bool is_alone() const {
    if (body_.is_written || opening_.form.body == CallBody::json_lines) return false;
    return body_.is_named || (elements_.size() == 1 && elements_[0] == &body_.root);
  }
  /// True if the name of the item is that of the tag.
  [[nodiscard]] bool is_under_name(const ModelValue& item) const {
    if (opening_.name.empty() || is_by_name_) return false;
    const Naming naming = naming_of(item, keys(), none);
    return item.first != '{' || naming.name == nullptr || naming.arguments == nullptr;
  }
  /// True if an element of a list is no call, whatever else the list has.
  [[nodiscard]] bool is_none(const ModelValue& element) const {
    return is_nameless(element) || is_under_name(element);
  }

  [[nodiscard]] std::vector<BodyItem> read_all() const {
    if (body_.is_written) return written();
    if (body_.is_named) return {named()};
    if (is_not_strict()) return not_strict(body_.json.first_spelling);
    std::vector<BodyItem> list;
    const ModelValue* before = nullptr;
    for (const ModelValue* const element : elements_) {
      const bool is_run = is_none(*element) && before != nullptr && is_none(*before);
      before = element;
      if (is_run) {
        list.back().end = element->end;
      } else {
        list.push_back(item(*element));
      }
    }
    if (!list.empty()) return list;
    list.emplace_back().set_error(Code::empty, body_.root.begin);
    return list;
  }

 public:
  /// The calls that have started before `until`, with the parts that are certain there.
  [[nodiscard]] std::vector<BodyItem> started(std::size_t until) const {
    if (!opening_.may_start || !opening_.may_call || body_.is_late) return {};
    std::vector<BodyItem> list = started_if_allowed(until);
    std::erase_if(list, [&](const BodyItem& one) {
      return !opening_.program.offers(opening_.form, one.name);
    });
    const bool is_one = opening_.program.no_parallel && body_.is_written && list.size() > 1;
    if (is_one) list.resize(1);
    return list;
  }

 private:
  [[nodiscard]] std::vector<BodyItem> started_if_allowed(std::size_t until) const {
    if (body_.is_written) return started_written(until);
    if (body_.is_named) return started_named(until);
    std::vector<BodyItem> list;
    const ModelValue* before = nullptr;
    bool is_taken = false;  // a call before it has the attributes
    for (const ModelValue* const element : elements_) {
      if (opening_.program.no_parallel && before != nullptr && is_call(*before)) break;
      const bool may_wait = !is_taken;
      before = element;
      is_taken = is_taken || (element->end != 0 && item(*element).error == Code::none);
      if (is_by_name_) {  // certain once the object is complete
        const BodyItem one = item_by_name(*element);
        if (one.end == 0 || one.end > until || !one.is_started) continue;
        list.push_back(one);
      } else if (may_start() && element->first == '{') {
        const Naming naming = naming_in(*element, until);
        if (element->end != 0 && element->end <= until && is_of_tag(*element, naming)) {
          BodyItem one = item(*element);
          one.is_started = true;
          one.given = one.arguments;
          list.push_back(one);
          continue;
        }
        if (naming.name == nullptr || naming.name->end > until) continue;
        list.push_back(start(*element, naming, until));
      } else {
        continue;
      }
      if (!may_wait || !has_argument(opening_, list.back().name)) continue;
      if (element->end == 0) {
        list.back().given.clear();
      } else {
        wait(list.back(), element->end, until, item(*element));
      }
    }
    return list;
  }

  /// The arguments of an item come at its end, since attributes may stand before them.
  /// @param whole  the item, without the attributes
  void wait(BodyItem& one, std::size_t end, std::size_t until, BodyItem whole) const {
    if (!has_argument(opening_, one.name)) return;
    const bool is_known = end != 0 && end <= until;
    if (is_known && is_alone()) {
      take_attributes_of(whole, 1);
      one.given = whole.arguments;
    }
    if (!is_known || whole.error != Code::none) one.given.clear();
  }

  [[nodiscard]] bool is_call(const ModelValue& element) const {
    const BodyItem one = item(element);
    return one.error == Code::none && opening_.program.offers(opening_.form, one.name);
  }

  [[nodiscard]] bool is_not_strict() const {
    return is_strict_ && body_.json.first_spelling != ModelJson::none;
  }

  [[nodiscard]] std::vector<BodyItem> not_strict(std::size_t at) const {
    std::vector<BodyItem> list = started(none);
    if (list.empty()) list.emplace_back();
    for (BodyItem& item : list) {
      item.set_error(Code::invalid_json, at);
    }
    return list;
  }

  /// As `naming_of`. In an object with arguments and no name the key `type` may hold the name of a
  /// tool that is offered.
  [[nodiscard]] Naming naming_in(const ModelValue& item, std::size_t until) const {
    Naming naming = naming_of(item, keys(), until);
    const bool is_whole = item.end != 0 && item.end <= until;
    const bool may_be = is_whole && naming.tried == nullptr && naming.arguments != nullptr &&
                        opening_.name.empty() && !opening_.form.is_tentative;
    for (const ModelMember& member : item.members) {
      if (member.key != "type" || !may_be || keys().of("type") != JsonKey::other) continue;
      if (!is_word(member.value)) break;
      const std::string word = decode_model_string(member.value.in(text_));
      const auto& tools = opening_.program.options.schemas;
      const bool is_tool = std::any_of(tools.begin(), tools.end(),
                                       [&](const ToolSchema& one) { return one.name == word; });
      if (!is_tool || word == "function" || word == "tool_call" || word == "tool_use") break;
      naming.tried = naming.name = &member.value;
      naming.is_late = naming.is_type = true;
      break;
    }
    return naming;
  }

  /// True if the object is the arguments of the tool that the tag around it names.
  [[nodiscard]] bool is_of_tag(const ModelValue& element, const Naming& naming) const {
    const bool says_nothing = naming.tried == nullptr && naming.arguments == nullptr;
    return &element == &body_.root && element.first == '{' && says_nothing &&
           opening_.name.empty() && !tool_of_tag(opening_).empty();
  }

  [[nodiscard]] bool is_nameless(const ModelValue& element) const {
    if (is_by_name_) return element.members.size() != 1 || element.members[0].key.empty();
    return element.first != '{' || naming_in(element, none).name == nullptr;
  }

  [[nodiscard]] BodyItem item(const ModelValue& element) const {
    if (is_by_name_) return item_by_name(element);
    const Naming naming = naming_in(element, none);
    const bool is_named = element.first == '{' && naming.name != nullptr;
    const bool is_own = is_named && naming.arguments != nullptr;
    if (!opening_.name.empty() && !is_own) return item_under_name(element);
    if (is_named) {
      BodyItem one = start(element, naming, none);
      if (is_own && is_definition(element, naming)) {
        one.set_error(Code::tool_definition, element.begin);
        return one;
      }
      one.id = id_of(element, true, none);
      one.is_repaired = body_.json.is_repaired() || naming.is_type;
      read_arguments(one, naming.arguments);
      if (const auto extras = extras_of(one.name, element, naming)) {
        one.arguments = *extras;
        one.is_repaired = true;
        if (extras->empty()) one.set_error(Code::bad_arguments, element.begin);
      }
      one.leaves_out = leaves_out(element, naming);
      const std::size_t lost = lost_in(element, naming);
      if (one.error == Code::none && lost != none) one.set_error(Code::bad_arguments, lost);
      return one;
    }
    BodyItem one = blank_item(element);
    if (is_of_tag(element, naming)) {
      one.name = tool_of_tag(opening_);
      one.id = tag_id_for(element);
      one.is_repaired = body_.json.is_repaired();
      read_arguments(one, &element);
      return one;
    }
    const ModelValue* const wrong = naming.tried == nullptr ? &element : naming.tried;
    one.set_error(Code::missing_name, wrong->begin);
    return one;
  }

  /// The members beside the name, if no key holds the arguments. They are the arguments if the tool
  /// has a parameter for each of them; else the arguments are empty.
  [[nodiscard]] std::optional<std::string> extras_of(const std::string& tool,
                                                     const ModelValue& element,
                                                     const Naming& naming) const {
    const bool is_own =
        std::any_of(element.members.begin(), element.members.end(),
                    [&](const ModelMember& member) { return &member.value == naming.name; });
    if (naming.arguments != nullptr || !is_own || opening_.form.is_tentative) return std::nullopt;
    std::string json = "{";
    bool has_extras = false;
    bool are_known = true;
    for (const ModelMember& member : element.members) {
      const bool is_calls = member.key == "tool_calls";
      const bool is_no_list =
          member.value.is_null() || (member.value.first == '[' && member.value.elements.empty());
      if (is_calls && is_no_list) continue;
      const bool says = !is_calls && (keys().of(member.key) != JsonKey::other ||
                                      known_key(member.key) != JsonKey::other);
      const bool is_second_name =
          saying_of(member.key, name_part, keys()) == Saying::first && &member.value != naming.name;
      if (says && !is_second_name) continue;
      const bool is_known = opening_.program.parameter_of(tool, member.key) != nullptr;
      const std::string_view written = member.value.in(text_);
      const std::string_view word =
          member.value.is_string() ? written.substr(1, written.size() - 2) : std::string_view();
      const bool is_around =
          member.key == "type" && (word == "function" || word == "tool_call" || word == "tool_use");
      const bool is_beside = member.key == "index" || member.key == "type";
      if (is_around || (!is_known && is_beside)) continue;
      has_extras = true;
      are_known = are_known && is_known;
      json += (json.size() > 1 ? "," : "") + quoted_json(member.key) + ':' +
              std::string(member.value.in(text_));
    }
    if (!has_extras) return std::nullopt;
    const auto object = convert_value(json + '}');
    const bool is_call = are_known && object && (!is_strict_ || object->is_strict);
    return is_call ? object->json : "";
  }

  /// True if a key beside the name and the arguments says something else.
  [[nodiscard]] bool leaves_out(const ModelValue& element, const Naming& naming) const {
    if (naming.arguments == nullptr) return false;
    const ModelMember* const first = first_of(element, name_part, keys(), Saying::first);
    bool leaves = false;
    const auto look = [&](const ModelMember& member, bool is_own) {
      const std::string& key = member.key;
      const bool says = keys().of(key) != JsonKey::other || known_key(key) != JsonKey::other;
      leaves = leaves || (!says && key != "type" && key != "index");
      leaves = leaves || (key == "tool_calls" && is_own && !member.value.is_null());
    };
    for (const ModelMember& member : element.members) {
      look(member, true);
      const bool names = saying_of(member.key, name_part, keys()) == Saying::first;
      leaves = leaves || (names && &member != first && first != nullptr);
      if (&member != first || !is_function(member, keys())) continue;
      const ModelMember* const inner = first_of(member.value, name_part, keys(), Saying::first);
      for (const ModelMember& one : member.value.members) {
        look(one, false);
        const bool is_name = saying_of(one.key, name_part, keys()) == Saying::first;
        leaves = leaves || (is_name && &one != inner && inner != nullptr);
      }
    }
    return leaves;
  }

  /// Where the item holds what no argument would have: a second value of arguments, or keys of a
  /// function's object that has no arguments. `none` if it holds no such thing.
  [[nodiscard]] std::size_t lost_in(const ModelValue& element, const Naming& naming) const {
    std::vector<const ModelMember*> members;
    bool has_function = false;
    for (const ModelMember& member : element.members) {
      members.push_back(&member);
      const bool is_it = is_function(member, keys()) &&
                         &member == first_of(element, name_part, keys(), Saying::first);
      has_function = has_function || is_it;
      if (!is_it) continue;
      for (const ModelMember& inner : member.value.members) members.push_back(&inner);
    }
    bool loses = false;
    for (const ModelMember* member : members) {
      const bool says =
          keys().of(member->key) != JsonKey::other || known_key(member->key) != JsonKey::other;
      loses = loses || (!says && member->key != "type" && member->key != "index");
      if (saying_of(member->key, arguments_part, keys()) == Saying::nothing) continue;
      const ModelValue& value = member->value;
      const bool is_nest = value.first == '{' || value.first == '[';
      const bool is_empty =
          value.is_null() || (is_nest && value.members.empty() && value.elements.empty());
      if (&value != naming.arguments && !is_empty) return value.begin;
    }
    return has_function && loses && naming.arguments == nullptr ? element.begin : none;
  }

  [[nodiscard]] static bool has(const ModelValue& object, std::string_view key, const auto& test) {
    return std::any_of(
        object.members.begin(), object.members.end(),
        [&](const ModelMember& member) { return member.key == key && test(member.value); });
  }
  static bool is_object(const ModelValue& value) { return value.first == '{'; }

  /// True if the item is the definition of a tool, which the answer repeats.
  [[nodiscard]] bool is_definition(const ModelValue& element, const Naming& naming) const {
    const auto any = [](const ModelValue&) { return true; };
    const bool is_described_inside = has(element, "function", [&](const ModelValue& value) {
      return is_object(value) && has(value, "description", any);
    });
    const bool is_described = has(element, "description", any) || is_described_inside;
    const bool needs_both = opening_.form.is_tentative;
    if (needs_both && is_described && opening_.program.options.schemas.empty()) return true;
    return are_parameters(decode_model_string(naming.name->in(text_)), *naming.arguments);
  }

  /// True if the object describes the parameters of the tool, and so holds no arguments.
  [[nodiscard]] bool are_parameters(const std::string& tool, const ModelValue& object) const {
    const auto is_type = [&](const ModelValue& value) {
      const std::string word = value.is_string() ? decode_model_string(value.in(text_)) : "";
      return word == "object" || word == "dict";
    };
    if (!is_object(object) || !has(object, "type", is_type) ||
        !has(object, "properties", is_object)) {
      return false;
    }
    const auto knows = [&](const char* key) {
      return opening_.program.parameter_of(tool, key) != nullptr;
    };
    return !knows("type") || !knows("properties");
  }

  static BodyItem blank_item(const ModelValue& element) {
    return {.begin = element.begin, .end = element.end};
  }

  // ---- arguments -------------------------------------------------------------------------------

  void read_arguments(BodyItem& one, const ModelValue* value) const {
    one.arguments = "{}";
    if (value != nullptr && value->first == '{') {
      one.arguments = convert_piece(value->in(text_));
    } else if (value != nullptr && !value->is_null()) {
      const auto object = value->is_string() ? arguments_in(one.name, *value) : std::nullopt;
      if (!object) return one.set_error(Code::bad_arguments, value->begin);
      one.arguments = object->json;
      one.is_repaired = one.is_repaired || object->is_repaired;
    }
  }

  /// The arguments in a string: an object, or, if the format says so, the only argument.
  [[nodiscard]] std::optional<ConvertedValue> arguments_in(const std::string& tool,
                                                           const ModelValue& value) const {
    auto object = object_in(value);
    if (object || opening_.form.string_is.empty()) return object;
    const std::string decoded = decode_model_string(value.in(text_));
    const std::string_view text = trim_blanks(decoded);
    if (!text.empty() && text[0] == '{') {
      const std::string_view rest = trim_blanks(text.substr(1));
      if (!rest.empty() && (rest[0] == '"' || rest[0] == '\'' || rest[0] == '}')) {
        return std::nullopt;
      }
    }
    const auto [name, types] = opening_.program.argument_of_text(tool, opening_.form.string_is);
    ConvertedValue made;
    made.json = '{' + quoted_json(name) + ':' +
                typed_json(decoded, types, is_strict_, made.is_repaired) + '}';
    return made;
  }

  /// The object in a string; nullopt if the string does not hold one.
  [[nodiscard]] std::optional<ConvertedValue> object_in(const ModelValue& value) const {
    const std::string decoded = decode_model_string(value.in(text_));
    auto object = convert_value(trim_blanks(decoded));
    if (!object || object->first != '{' || (is_strict_ && !object->is_strict)) return std::nullopt;
    return object;
  }

  /// The part of an object that is known before `until`, as JSON.
  [[nodiscard]] std::string piece_of(const ModelValue& object, std::size_t until) const {
    const std::size_t end = object.end == 0 ? text_.size() : object.end;
    std::string piece =
        convert_piece(text_.substr(object.begin, std::min(end, until) - object.begin));
    piece.resize(piece.size() - half_character(piece));
    return piece;
  }

  // ---- objects with a name and arguments -------------------------------------------------------

  /// True if pieces may be given. If the tag names the call, nothing is certain before the end.
  [[nodiscard]] bool may_start() const { return opening_.may_start && opening_.name.empty(); }

  [[nodiscard]] BodyItem start(const ModelValue& item, const Naming& naming,
                               std::size_t until) const {
    BodyItem one = blank_item(item);
    if (item.end == 0) one.end = text_.size();
    one.name = decode_model_string(naming.name->in(text_));
    one.name_at = naming.name->begin;
    one.is_started = may_start();
    if (!one.is_started) return one;
    one.start_id = id_of(item, naming.is_late, naming.is_type ? none : naming.name->end);
    const ModelValue* const value = naming.arguments;
    const bool is_absent = value == nullptr || value->is_null();
    if (is_absent && item.end != 0 && item.end <= until && lost_in(item, naming) == none)
      one.given = extras_of(one.name, item, naming).value_or("{}");
    if (is_absent || value->begin >= until || naming.known_at > until) return one;
    if (value->first == '{') {
      one.given = piece_of(*value, until);
    } else if (value->is_string() && value->end != 0 && value->end <= until) {
      if (const auto object = arguments_in(one.name, *value)) one.given = object->json;
    }
    return one;
  }

  [[nodiscard]] const JsonKeys& keys() const { return opening_.form.keys; }

  /// @param is_whole  the end of the item is known
  /// @param until     an id that ends later counts only when the call ends
  [[nodiscard]] std::string id_of(const ModelValue& item, bool is_whole, std::size_t until) const {
    const ModelValue* id = id_under(item, Saying::first);
    if (id == nullptr && is_whole) id = id_under(item, Saying::otherwise);
    if (id == nullptr || id->end > until) return tag_id_for(item);
    return id->is_number() ? std::string(id->in(text_)) : decode_model_string(id->in(text_));
  }

  [[nodiscard]] const ModelValue* id_under(const ModelValue& item, Saying wanted) const {
    for (const ModelMember& member : item.members) {
      const ModelValue& value = member.value;
      if (value.end == 0 || saying_of(member.key, id_part, keys()) != wanted) continue;
      const std::string id = id_in(value.in(text_).substr(value.is_string() ? 2 : 0));
      if (!id.empty() && (value.is_number() || is_word(value))) return &value;
    }
    return nullptr;
  }

  /// The id of the opening tag belongs to the first call.
  [[nodiscard]] std::string tag_id_for(const ModelValue& item) const {
    for (const ModelValue* const one : elements_) {
      if (opening_.name.empty() && is_nameless(*one)) continue;
      return one == &item ? opening_.id : "";
    }
    return {};
  }

  // ---- calls that look like code ---------------------------------------------------------------

  [[nodiscard]] std::vector<BodyItem> written() const {
    if (body_.repeated != none) return not_strict(body_.repeated);
    if (is_strict_ && body_.first_slip != none) return not_strict(body_.first_slip);
    std::vector<BodyItem> list = started_written(none);
    list.resize(body_.written.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      const WrittenCall& call = body_.written[i];
      list[i].begin = written_begin(call);
      list[i].end = call.end;
      list[i].name = written_name(call);
      list[i].name_at = call.name_begin;
      list[i].arguments = call.json;
      list[i].is_repaired = call.has_slip || call.is_dictionary;
      if (i == 0) list[i].id = opening_.id;
      if (list[i].name.empty()) list[i].set_error(Code::missing_name, call.begin);
    }
    return list;
  }

  // True if the name stands in front of the body.
  [[nodiscard]] bool is_named_in_front() const { return !opening_.form.pythonic.callee.empty(); }
  [[nodiscard]] std::size_t written_begin(const WrittenCall& call) const {
    return is_named_in_front() && !body_.name.empty() ? body_.name_begin : call.begin;
  }
  [[nodiscard]] std::string written_name(const WrittenCall& call) const {
    return is_named_in_front() ? body_.name : call.name;
  }

  [[nodiscard]] std::vector<BodyItem> started_written(std::size_t until) const {
    std::vector<BodyItem> list;
    if (!opening_.may_start || (is_named_in_front() && body_.name.empty())) return list;
    for (const WrittenCall& call : body_.written) {
      if (call.name_end > until) break;
      BodyItem& one = list.emplace_back();
      one.begin = written_begin(call);
      one.end = call.end == 0 ? text_.size() : call.end;
      one.name = written_name(call);
      one.is_started = true;
      if (list.size() == 1) one.id = one.start_id = opening_.id;
      if (call.arguments >= until) continue;
      const std::string_view known = text_.substr(0, std::min(until, one.end));
      WrittenCall again;
      PythonicReader(known, opening_.form.pythonic, call.arguments).read_arguments(again);
      one.given = again.json;
      one.given.resize(one.given.size() - half_character(one.given));
    }
    return list;
  }

  // ---- what is named otherwise -----------------------------------------------------------------

  /// The call of an item whose name is in the opening tag: the item holds the arguments.
  [[nodiscard]] BodyItem item_under_name(const ModelValue& item) const {
    BodyItem one = blank_item(item);
    one.name = opening_.name;
    one.name_at = body_.is_named ? body_.name_begin : none;
    one.id = tag_id_for(item);
    one.is_repaired = body_.json.is_repaired();
    if (&item == &body_.root) {
      read_arguments(one, &item);
    } else {
      one.set_error(Code::bad_arguments, item.begin);
    }
    return one;
  }

  /// The call of an object whose only key is the name of the tool.
  [[nodiscard]] BodyItem item_by_name(const ModelValue& object) const {
    BodyItem one = blank_item(object);
    if (is_nameless(object)) {
      one.set_error(Code::missing_name, object.begin);
      return one;
    }
    one.is_started = opening_.may_start;
    one.name = object.members[0].key;
    one.name_at = object.members[0].key_begin;
    one.is_repaired = body_.json.is_repaired();
    read_arguments(one, &object.members[0].value);
    if (one.is_started && one.error == Code::none) one.given = one.arguments;
    if (are_parameters(one.name, object.members[0].value)) {
      one.set_error(Code::tool_definition, object.begin);
    }
    return one;
  }

  /// The call of a value that holds only the arguments. The name has been read before the value.
  [[nodiscard]] BodyItem named() const {
    BodyItem one = blank_item(body_.root);
    const auto started = started_named(none);
    if (!started.empty()) one = started[0];
    one.name = body_.name;
    one.id = body_.id;
    if (!opening_.is_header) one.name_at = body_.name_begin;
    if (body_.name.empty()) {
      one.set_error(Code::missing_name, body_.name_begin);
    } else if (is_not_strict()) {
      one.set_error(Code::invalid_json, body_.json.first_spelling);
    } else if (body_.root.first != '{') {
      one.set_error(Code::bad_arguments, body_.root.begin);
    } else {
      one.arguments = convert_piece(body_.root.in(text_));
      one.is_repaired = body_.json.is_repaired();
    }
    return one;
  }

  [[nodiscard]] std::vector<BodyItem> started_named(std::size_t until) const {
    if (!opening_.may_start || body_.root.first != '{' || body_.name.empty()) return {};
    BodyItem one = blank_item(body_.root);
    one.name = body_.name;
    one.id = one.start_id = body_.id;
    one.is_started = true;
    one.given = piece_of(body_.root, until);
    if (!has_argument(opening_, one.name)) return {one};
    BodyItem whole = one;
    if (body_.root.end != 0) whole.arguments = convert_piece(body_.root.in(text_));
    wait(one, body_.root.end, until, whole);
    return {one};
  }

  std::string_view text_;
  const Opening& opening_;
  const Body& body_;
  bool is_by_name_;
  bool is_strict_;
  std::vector<const ModelValue*> elements_;
};

bool has_arguments(const ModelValue& object, const JsonKeys& own) {
  return std::any_of(object.members.begin(), object.members.end(), [&](const ModelMember& member) {
    return saying_of(member.key, arguments_part, own) != Saying::nothing ||
           (member.key == "function" && has_arguments(member.value, own));
  });
}

}  // namespace

void check_items(const Opening& opening, std::vector<BodyItem>& items) {
  const Program& program = opening.program;
  const CallBody form = opening.form.body;
  const bool is_of_tag = form == CallBody::xml || form == CallBody::automatic;
  bool may_call = opening.may_call;
  for (BodyItem& item : items) {
    const bool is_call = item.error == Code::none;
    item.leaves_out = item.leaves_out || opening.has_second_name;
    if (!program.offers(opening.form, item.name)) {
      const std::size_t at = item.name_at != none ? item.name_at
                             : is_of_tag          ? opening.begin
                                                  : item.begin;
      item.is_started = false;
      if (is_call) item.set_error(Code::unknown_tool, at);
    } else if (!may_call) {
      item.is_started = false;
      item.is_forbidden = is_call;
    } else if (is_call) {
      may_call = !program.no_parallel;
    }
    if (!item.is_started) item.given.clear();
  }
}

std::vector<BodyItem> json_items(std::string_view text, const Opening& opening, const Body& body) {
  std::vector<BodyItem> items = ItemReader(text, opening, body).read();
  check_items(opening, items);
  return items;
}

std::vector<BodyItem> started_items(std::string_view text, const Opening& opening, const Body& body,
                                    std::size_t until) {
  return ItemReader(text, opening, body).started(until);
}

bool are_calls(const Opening& opening, const Body& body) {
  const bool has_error = std::any_of(body.all.begin(), body.all.end(),
                                     [](const BodyItem& item) { return item.error != Code::none; });
  if (has_error || body.all.empty()) return false;
  if (!opening.form.is_tentative || body.is_written) return true;
  const auto is_known = [&](const ModelMember& member) {
    if (member.key == "tool_calls") return member.value.is_null();
    return opening.form.keys.of(member.key) != JsonKey::other ||
           known_key(member.key) != JsonKey::other;
  };
  const auto is_whole = [&](const ModelValue& object) {
    const auto& members = object.members;
    return has_arguments(object, opening.form.keys) &&
           (!opening.form.lacks_opener || std::all_of(members.begin(), members.end(), is_known));
  };
  if (const ModelValue* const list = ItemReader::list_in(opening, body)) {
    return std::all_of(list->elements.begin(), list->elements.end(), is_whole);
  }
  if (body.root.first == '{') return is_whole(body.root);
  return std::all_of(body.root.elements.begin(), body.root.elements.end(), is_whole);
}

}  // namespace tagstream::testing::model

#include <algorithm>

#include "support/laws.hpp"
#include "support/parse_model_body.hpp"
#include "support/tool_model_items.hpp"

namespace tagstream::testing {
namespace {

std::string slice(std::string_view text, const ModelValue& value) {
  return std::string(text.substr(value.begin, value.end - value.begin));
}

/// What the items of the tool model need.
struct ToolSide {
  ToolOptions options;
  CallOpening opening{options, {}, {}, {}};

  ToolSide(const ParseOpening& call, const ParseOptions& given) {
    options.strict_json = given.strict_json;
    options.incremental = call.may_start;
    opening.name = call.name;
    opening.id = call.id;
  }
};

class ItemReader {
 public:
  ItemReader(std::string_view text, const ParseOpening& opening, const BodyScan& scan,
             const ParseOptions& options)
      : text_(text), opening_(opening), scan_(scan), options_(options) {}

  [[nodiscard]] std::vector<BodyItem> read() const {
    if (scan_.is_named) return {named()};
    if (opening_.format == tagstream::CallBody::json_by_name) return by_name();
    const ToolSide side(opening_, options_);
    return JsonItems(text_, side.opening, scan_.root, scan_.json).read();
  }

  [[nodiscard]] std::vector<BodyItem> started(std::size_t until) const {
    if (!opening_.may_start || opening_.is_leading) return {};
    if (!scan_.is_named) {
      if (opening_.format == tagstream::CallBody::json_by_name) return started_by_name(until);
      const ToolSide side(opening_, options_);
      return JsonItems(text_, side.opening, scan_.root, scan_.json).started(until);
    }
    if (scan_.root.first != '{' || scan_.name.empty()) return {};
    BodyItem item = head();
    start(item, until);
    return {item};
  }

 private:
  [[nodiscard]] bool is_not_strict() const {
    return options_.strict_json && scan_.json.first_spelling != ModelJson::none;
  }

  [[nodiscard]] BodyItem head() const {
    BodyItem item;
    item.begin = scan_.root.begin;
    item.end = scan_.root.end;
    item.name = scan_.name;
    item.id = scan_.id;
    return item;
  }

  void start(BodyItem& item, std::size_t until) const {
    const std::size_t end = scan_.root.end == 0 ? text_.size() : scan_.root.end;
    item.is_started = true;
    item.start_id = scan_.id;
    const std::size_t begin = scan_.root.begin;
    item.given = convert_piece(text_.substr(begin, std::min(end, until) - begin));
    while (ends_inside_code_point(item.given)) item.given.pop_back();
  }

  /// The arguments alone: what they are for is known.
  [[nodiscard]] BodyItem named() const {
    BodyItem item = head();
    if (opening_.may_start && scan_.root.first == '{' && !scan_.name.empty()) {
      start(item, BodyScan::none);
    }
    if (scan_.name.empty()) {
      item.error = CallErrorCode::missing_name;
      item.offset = scan_.name_begin;
    } else if (is_not_strict()) {
      item.error = CallErrorCode::invalid_json;
      item.offset = scan_.json.first_spelling;
    } else if (scan_.root.first != '{') {
      item.error = CallErrorCode::bad_arguments;
      item.offset = scan_.root.begin;
    } else {
      item.arguments = convert_piece(slice(text_, scan_.root));
      item.is_repaired = scan_.json.is_repaired;
    }
    return item;
  }

  /// These are known when their object is complete.
  [[nodiscard]] std::vector<BodyItem> started_by_name(std::size_t until) const {
    std::vector<BodyItem> list;
    for (const BodyItem& item : items_by_name()) {
      const bool is_there = item.end != 0 && item.end <= until;
      if (is_there && item.is_started) list.push_back(item);
    }
    return list;
  }

  [[nodiscard]] std::vector<BodyItem> items_by_name() const {
    std::vector<BodyItem> list;
    if (scan_.root.first == '{') return {one_by_name(scan_.root)};
    for (const ModelValue& element : scan_.root.elements) list.push_back(one_by_name(element));
    return list;
  }

  [[nodiscard]] std::vector<BodyItem> by_name() const {
    std::vector<BodyItem> list;
    if (is_not_strict()) {
      list = started(BodyScan::none);
      if (list.empty()) list.emplace_back();
      for (BodyItem& item : list) {
        item.error = CallErrorCode::invalid_json;
        item.offset = scan_.json.first_spelling;
      }
      return list;
    }
    for (const BodyItem& item : items_by_name()) {
      const bool is_run = item.error == CallErrorCode::missing_name && !list.empty() &&
                          list.back().error == CallErrorCode::missing_name;
      if (is_run) {
        list.back().end = item.end;
      } else {
        list.push_back(item);
      }
    }
    if (!list.empty()) return list;
    list.emplace_back();
    list.back().error = CallErrorCode::empty;
    list.back().offset = scan_.root.begin;
    return list;
  }

  [[nodiscard]] BodyItem one_by_name(const ModelValue& object) const {
    BodyItem item;
    item.begin = object.begin;
    item.end = object.end;
    if (object.members.size() != 1 || object.members[0].key.empty()) {
      item.error = CallErrorCode::missing_name;
      item.offset = object.begin;
      return item;
    }
    item.is_started = opening_.may_start;
    item.name = object.members[0].key;
    item.is_repaired = scan_.json.is_repaired;
    const ModelValue& value = object.members[0].value;
    item.arguments = "{}";
    if (value.first == '{') {
      item.arguments = convert_piece(slice(text_, value));
    } else if (!value.is_null()) {
      const auto inner = value.is_string() ? convert_value(decoded(value)) : std::nullopt;
      const bool is_object =
          inner && inner->first == '{' && (inner->is_strict || !options_.strict_json);
      if (is_object) {
        item.arguments = inner->json;
        item.is_repaired = item.is_repaired || inner->is_repaired;
        if (item.is_started) item.given = item.arguments;
        return item;
      }
      item.error = CallErrorCode::bad_arguments;
      item.offset = value.begin;
      return item;
    }
    if (item.is_started) item.given = item.arguments;
    return item;
  }

  [[nodiscard]] std::string decoded(const ModelValue& value) const {
    return std::string(trim_blanks(decode_model_string(slice(text_, value))));
  }

  std::string_view text_;
  const ParseOpening& opening_;
  const BodyScan& scan_;
  const ParseOptions& options_;
};

bool has_key(const ModelValue& object, const std::vector<std::string_view>& keys) {
  return std::any_of(object.members.begin(), object.members.end(), [&](const ModelMember& member) {
    const bool is_key = std::find(keys.begin(), keys.end(), member.key) != keys.end();
    return is_key || (member.key == "function" && has_key(member.value, keys));
  });
}

}  // namespace

std::vector<BodyItem> items_of(std::string_view text, const ParseOpening& opening,
                               const BodyScan& scan, const ParseOptions& options) {
  return ItemReader(text, opening, scan, options).read();
}

std::vector<BodyItem> started_items(std::string_view text, const ParseOpening& opening,
                                    const BodyScan& scan, const ParseOptions& options,
                                    std::size_t until) {
  return ItemReader(text, opening, scan, options).started(until);
}

bool is_clearly_none(std::string_view text, const ParseOpening& opening, const BodyScan& scan,
                     const ParseOptions& options) {
  const std::vector<BodyItem> items = items_of(text, opening, scan, options);
  return std::none_of(items.begin(), items.end(),
                      [](const BodyItem& item) { return item.error == CallErrorCode::none; });
}

bool are_calls(const std::vector<BodyItem>& items, const ParseOpening& opening,
               const BodyScan& scan) {
  const bool has_error = std::any_of(items.begin(), items.end(), [](const BodyItem& item) {
    return item.error != CallErrorCode::none;
  });
  if (has_error || items.empty()) return false;
  if (!opening.is_leading) return true;
  const auto is_whole = [](const ModelValue& object) {
    return has_key(object, {"arguments", "parameters", "args", "input"});
  };
  if (scan.root.first == '{') return is_whole(scan.root);
  return std::all_of(scan.root.elements.begin(), scan.root.elements.end(), is_whole);
}

}  // namespace tagstream::testing

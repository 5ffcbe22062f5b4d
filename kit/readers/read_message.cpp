// Reads a message from JSON: as `tagstream read --json` prints it, or as chat completions have it.
// Both of these hold the call of `f` with {"a": 1}:
//
//   {"tool_calls": [{"name": "f", "arguments": {"a": 1}}]}
//   {"tool_calls": [{"function": {"name": "f", "arguments": "{\"a\": 1}"}}]}
//
// Keys that other programs put into messages are passed over. An unknown key is an error: "a
// message has no `tool_cals`, but `tool_calls`: /tool_cals".

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/choice_words.hpp"
#include "base/nearest.hpp"
#include "base/read_double.hpp"
#include "base/text.hpp"
#include "describe/parts.hpp"
#include "json/json_text.hpp"
#include "options/json_complaint.hpp"
#include "tagstream/json_tree.hpp"
#include "tagstream/write.hpp"

namespace tagstream {

namespace {

using Id = JsonTree::Id;
using Kind = JsonTree::Kind;

constexpr std::string_view keys_read[] = {"content", "reasoning_content", "reasoning",
                                          "tool_calls"};

// Keys that are no fault, and that nothing is read from.
constexpr std::string_view keys_passed_over[] = {
    // of the program
    "choice", "file",
    // OpenAI's
    "annotations", "audio", "function_call", "name", "parsed", "refusal", "role", "weight",
    // of servers that answer in OpenAI's shape
    "citations", "context", "end_turn", "images", "metadata", "prefix", "provider",
    "provider_specific_fields", "reasoning_details", "reasoning_signature", "reasoning_text",
    "signature", "thinking", "thinking_blocks", "thought_signature", "token_ids", "tool_call_id",
    "tool_name", "tool_plan",
    // Anthropic's
    "container", "id", "model", "stop_details", "stop_reason", "stop_sequence", "type", "usage"};

constexpr std::string_view keys_of_call[] = {"id", "function", "name", "arguments"};
constexpr std::string_view other_words_for_arguments[] = {"args", "input", "parameters"};

// True for the name of a field of a message, which `to_json` writes.
bool is_of_message(std::string_view key) {
  bool is_one = false;
  describe::each_field<Message>([&](auto row) { is_one = is_one || key == row.name; });
  return is_one;
}

template <class Keys>
bool has(const Keys& keys, std::string_view key) {
  return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

class MessageReader {
 public:
  explicit MessageReader(const JsonTree& tree) : tree_(tree), complaint_(tree) {}

  Result<Message> read() {
    constexpr Id root = JsonTree::root;
    if (complaint_.expect("a message", tree_.is(root, Kind::object), root)) {
      check_keys();
      if (const auto content = given(root, "content")) read_content(*content);
      auto reasoning = given(root, "reasoning_content");
      if (!reasoning) reasoning = given(root, "reasoning");
      if (reasoning) message_.reasoning = text_of(*reasoning);
      if (const auto calls = given(root, "tool_calls")) read_calls(*calls);
      read_parts();
      read_reason();
    }
    if (complaint_.error()) return *complaint_.error();
    return std::move(message_);
  }

 private:
  // A field whose value is null is absent.
  [[nodiscard]] std::optional<Id> given(Id object, std::string_view key) const {
    const auto value = tree_.find(object, key);
    if (!value || tree_.is(*value, Kind::null)) return std::nullopt;
    return value;
  }

  // An unknown key is probably a slip. If it were passed over, its value would be lost silently.
  void check_keys() {
    for (const JsonTree::Member& member : tree_.members(JsonTree::root)) {
      const bool is_known = has(keys_read, member.key) || is_of_message(member.key);
      if (is_known || has(keys_passed_over, member.key)) continue;
      complain_of_key("a message", member, {std::begin(keys_read), std::end(keys_read)});
    }
  }

  void complain_of_key(const std::string& what, const JsonTree::Member& member,
                       std::vector<std::string_view> keys) {
    const std::string_view nearest = nearest_word(member.key, keys);
    if (!nearest.empty()) keys = {nearest};
    std::string meant;
    for (const std::string_view key : keys)
      meant += (meant.empty() ? "" : ", ") + in_backticks(key);
    complaint_.say(what + " has no " + in_backticks(member.key) + ", but " + meant, member.value);
  }

  std::string text_of(Id value) {
    if (!complaint_.expect("a string", tree_.is(value, Kind::string), value)) return {};
    return tree_.text(value);
  }

  // The values of an object's fields. One that is not there stays as it was.
  void read_value(Id object, std::string_view key, std::string& text) {
    if (const auto value = given(object, key)) text = text_of(*value);
  }
  void read_value(Id object, std::string_view key, bool& mark) {
    const auto value = given(object, key);
    if (value && complaint_.expect("true or false", tree_.is(*value, Kind::boolean), *value)) {
      mark = tree_.is_true(*value);
    }
  }
  template <std::unsigned_integral T>
  void read_value(Id object, std::string_view key, T& count) {
    const auto value = given(object, key);
    if (!value) return;
    const std::string_view digits = tree_.literal(*value);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    const bool is_count = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
    complaint_.expect("a whole number", is_count, *value);
  }
  void read_value(Id object, std::string_view /*key*/, Span& span) {
    read_value(object, "start", span.start);
    read_value(object, "end", span.end);
  }
  void read_value(Id object, std::string_view key, Code& code) {
    std::string word;
    read_value(object, key, word);
    const auto found = find_word<Code>(word);
    if (!found) complaint_.say("there is no code " + in_backticks(word), object);
    code = found.value_or(Code::none);
  }
  void read_value(Id object, std::string_view key, std::optional<double>& share) {
    const auto value = given(object, key);
    if (!value) return;
    double number = 0;
    const std::string_view digits = tree_.literal(*value);
    const auto read = read_double(digits.data(), digits.data() + digits.size(), number);
    const bool is_share = read.ec == std::errc() && number >= 0 && number <= 1;
    if (complaint_.expect("a number from 0 to 1", is_share, *value)) share = number;
  }

  // Reads what `to_json` writes of a part, but for these fields.
  template <class Part>
  void read_part(Id object, Part& part, std::initializer_list<std::string_view> without = {}) {
    describe::each_field<Part>([&](auto row) {
      if constexpr (decltype(row)::is_stored) {
        if (!has(without, row.name)) read_value(object, row.name, part.*row.member);
      }
    });
  }
  bool is_object(Id value) {
    return complaint_.expect("an object", tree_.is(value, Kind::object), value);
  }

  template <describe::HasFields Part>
  void read_value(Id object, std::string_view key, std::vector<Part>& parts) {
    const auto list = given(object, key);
    if (!list || !complaint_.expect("a list", tree_.is(*list, Kind::array), *list)) return;
    for (const JsonTree::Member& member : tree_.members(*list)) {
      if (!is_object(member.value)) return;
      read_part(member.value, parts.emplace_back());
      if (complaint_.error()) return;
    }
  }
  void read_value(Id object, std::string_view key, std::optional<Notice>& notice) {
    const auto value = given(object, key);
    if (value && is_object(*value)) read_part(*value, notice.emplace());
  }

  // Reads the parts of a message beside text and calls.
  void read_parts() {
    constexpr Id root = JsonTree::root;
    read_value(root, "tool_call_errors", message_.tool_call_errors);
    read_value(root, "sections", message_.sections);
    read_value(root, "thoughts", message_.thoughts);
    read_value(root, "notices", message_.notices);
    read_value(root, "stopped", message_.stopped);
  }

  // Without a reason the calls tell it. A reason that is null is not known, and then neither is
  // whether the reasoning has ended.
  void read_reason() {
    const auto reason = tree_.find(JsonTree::root, "finish_reason");
    bool is_closed = true;
    read_value(JsonTree::root, "reasoning_closed", is_closed);
    if (!reason) {
      message_.finish();
    } else {
      message_.finish_reason = tree_.is(*reason, Kind::null) ? "" : text_of(*reason);
      if (!message_.finish_reason.empty()) message_.reasoning_closed = true;
    }
    if (!is_closed) message_.reasoning_closed = false;
  }

  // Reads a string, or a list of parts: [{"type": "text", "text": "a"}, {"type": "text", "text":
  // "b"}] is "ab". A part without text, such as an image, is an error: no format can write it.
  void read_content(Id content) {
    if (!tree_.is(content, Kind::array)) {
      message_.content = text_of(content);
      return;
    }
    for (const JsonTree::Member& part : tree_.members(content)) {
      const auto text = given(part.value, "text");
      if (!complaint_.expect("a part of text", text.has_value(), part.value)) return;
      message_.content += text_of(*text);
    }
  }

  void read_calls(Id calls) {
    if (!complaint_.expect("a list of calls", tree_.is(calls, Kind::array), calls)) return;
    for (const JsonTree::Member& call : tree_.members(calls)) {
      if (complaint_.error()) return;
      read_call(call.value);
    }
  }

  // OpenAI's shape has the name and the arguments in `function`, ours has them beside the id. The
  // arguments are an object, or a string with JSON, which may be empty: a call without arguments
  // has {} then.
  void read_call(Id call) {
    if (!complaint_.expect("a call", tree_.is(call, Kind::object), call)) return;
    const auto index = static_cast<std::uint32_t>(message_.tool_calls.size());
    ToolCall& read = message_.tool_calls.emplace_back();
    read.index = index;
    read_part(call, read, {"name", "arguments"});
    if (const auto function = given(call, "function")) call = *function;
    const auto name = given(call, "name");
    if (!name) return complaint_.say("a call has no name", call);
    read.name = text_of(*name);
    const auto arguments = given(call, "arguments");
    if (!arguments) {
      check_without_arguments(call);
      read.arguments = "{}";
    } else if (tree_.is(*arguments, Kind::string)) {
      read.arguments = tree_.text(*arguments);
      if (read.arguments.empty()) read.arguments = "{}";
    } else if (complaint_.expect("an object", tree_.is(*arguments, Kind::object), *arguments)) {
      read.arguments = tree_.literal(*arguments);
    }
  }

  // Refuses a call without `arguments` that has a key much like it: {"name": "f", "args": {"a": 1}}
  // would lose the value of `args`.
  void check_without_arguments(Id call) {
    for (const JsonTree::Member& member : tree_.members(call)) {
      if (has(keys_of_call, member.key)) continue;
      const bool is_meant = has(other_words_for_arguments, member.key) ||
                            nearest_word(member.key, {"arguments"}) == "arguments";
      if (is_meant) complain_of_key("a call", member, {"arguments"});
    }
  }

  const JsonTree& tree_;
  Complaint complaint_;
  Message message_;
};

}  // namespace

Result<Message> read_message(std::string_view json) {
  JsonTree tree;
  if (const auto offset = tree.read(json)) return not_json(json, *offset);
  if (const auto offset = half_pair_in(json))
    return Error{
        Code::bad_option, *offset,
        "one half of a surrogate pair is not a character: byte " + std::to_string(*offset)};
  return MessageReader(tree).read();
}

}  // namespace tagstream

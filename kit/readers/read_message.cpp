// Reads a message from JSON: as `tagstream read --json` prints it, or as chat completions have it.
// Both of these hold the call of `f` with {"a": 1}:
//
//   {"tool_calls": [{"name": "f", "arguments": {"a": 1}}]}
//   {"tool_calls": [{"function": {"name": "f", "arguments": "{\"a\": 1}"}}]}
//
// Keys that other programs put into messages are passed over. An unknown key is an error: "a
// message has no `tool_cals`, but `tool_calls`: /tool_cals".

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/nearest.hpp"
#include "base/text.hpp"
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
    // of `to_json` and the program
    "choice", "file", "finish_reason", "notices", "reasoning_closed", "sections", "stopped",
    "thoughts", "tool_call_errors",
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
    }
    read_reason();
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
      if (has(keys_read, member.key) || has(keys_passed_over, member.key)) continue;
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

  // Without a reason the calls tell it. A reason that is null is not known.
  void read_reason() {
    const auto reason = tree_.find(JsonTree::root, "finish_reason");
    if (!reason) {
      if (!message_.tool_calls.empty()) message_.finish_reason = "tool_calls";
    } else {
      message_.finish_reason = tree_.is(*reason, Kind::null) ? "" : text_of(*reason);
    }
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
    if (const auto id = given(call, "id")) read.id = text_of(*id);
    if (const auto native = given(call, "is_native")) {
      if (!complaint_.expect("true or false", tree_.is(*native, Kind::boolean), *native)) return;
      read.is_native = tree_.literal(*native) == "true";
    }
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

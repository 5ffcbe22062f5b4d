// A message from JSON: the program's own, or that of chat completions.

#include <optional>
#include <string>
#include <utility>

#include "json/json_text.hpp"
#include "json/json_tree.hpp"
#include "readers/json_complaint.hpp"
#include "tagstream/write.hpp"

namespace tagstream {

namespace {

using Id = JsonTree::Id;
using Kind = JsonTree::Kind;

class MessageReader {
 public:
  explicit MessageReader(const JsonTree& tree) : tree_(tree), complaint_(tree) {}

  Result<Message> read() {
    constexpr Id root = JsonTree::root;
    if (complaint_.expect("a message", tree_.is(root, Kind::object), root)) {
      if (const auto content = given(root, "content")) read_content(*content);
      auto reasoning = given(root, "reasoning_content");
      if (!reasoning) reasoning = given(root, "reasoning");
      if (reasoning) message_.reasoning = text_of(*reasoning);
      if (const auto calls = given(root, "tool_calls")) read_calls(*calls);
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

  std::string text_of(Id value) {
    if (!complaint_.expect("a string", tree_.is(value, Kind::string), value)) return {};
    return tree_.text(value);
  }

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

  void read_call(Id call) {
    if (!complaint_.expect("a call", tree_.is(call, Kind::object), call)) return;
    ToolCall& read = message_.tool_calls.emplace_back();
    if (const auto id = given(call, "id")) read.id = text_of(*id);
    if (const auto function = given(call, "function")) call = *function;
    const auto name = given(call, "name");
    if (!name) return complaint_.say("a call has no name", call);
    read.name = text_of(*name);
    const auto arguments = given(call, "arguments");
    if (!arguments) {
      read.arguments = "{}";
    } else if (tree_.is(*arguments, Kind::string)) {
      read.arguments = tree_.text(*arguments);
      if (read.arguments.empty()) read.arguments = "{}";
    } else if (complaint_.expect("an object", tree_.is(*arguments, Kind::object), *arguments)) {
      read.arguments = tree_.literal(*arguments);
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
    return Error{Code::bad_option, *offset,
                 "one half of a surrogate pair is no character: byte " + std::to_string(*offset)};
  return MessageReader(tree).read();
}

}  // namespace tagstream

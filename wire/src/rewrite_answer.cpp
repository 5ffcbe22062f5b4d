// One chat completion object, whose messages hold what a model wrote.
#include "edits.hpp"
#include "json.hpp"
#include "tagstream/json.hpp"
#include "tagstream/wire/rewriter.hpp"

namespace tagstream::wire {

namespace {

// A message, put together from deltas.
class Answer {
 public:
  explicit Answer(std::uint64_t seed) : builder_(seed) {}

  void add(std::span<const Event> events) {
    for (const Delta& delta : builder_.add(events)) {
      switch (delta.kind) {
        case DeltaKind::content: content_ += delta.text; break;
        case DeltaKind::reasoning: reasoning_ += delta.text; break;
        case DeltaKind::call_start: calls_.push_back({delta, {}}); break;
        case DeltaKind::call_arguments: calls_.back().second += delta.text; break;
      }
    }
  }

  [[nodiscard]] DeltaBuilder& builder() { return builder_; }

  // Null where only blanks stand beside calls.
  [[nodiscard]] std::string content() const {
    std::string json;
    const bool is_null = !calls_.empty() && content_.find_first_not_of(" \t\r\n") == content_.npos;
    is_null ? JsonWriter(json).null() : JsonWriter(json).value(content_);
    return json;
  }

  // `,"key":value` for each field that has something.
  [[nodiscard]] std::string fields(ReasoningField field, std::string_view native_calls) const {
    std::string json;
    if (!reasoning_.empty()) {
      std::string delta;
      to_json(delta, {DeltaKind::reasoning, 0, reasoning_, {}, {}}, field);
      json.append(",").append(delta, 1, delta.size() - 2);
    }
    if (!calls_.empty() && native_calls.empty()) json += ",\"tool_calls\":[" + calls() + ']';
    return json;
  }

  [[nodiscard]] bool has_calls() const { return !calls_.empty(); }

  [[nodiscard]] std::string calls() const {
    std::string json;
    for (const auto& [start, arguments] : calls_) {
      if (!json.empty()) json += ',';
      JsonWriter writer(json);
      writer.begin_object().field("id", start.id).field("type", "function").key("function");
      writer.begin_object().field("name", start.name).field("arguments", arguments);
      writer.end_object().end_object();
    }
    return json;
  }

 private:
  DeltaBuilder builder_;
  std::string content_;
  std::string reasoning_;
  std::vector<std::pair<Delta, std::string>> calls_;
};

// Native calls stay, and ours follow.
void edit_calls(std::string_view native, const Answer& answer, Edits& edits) {
  if (native.empty() || !answer.has_calls()) return;
  const bool has_native = RawWalk(native).next();
  std::string calls = has_native ? std::string(native.substr(0, native.size() - 1)) + ',' : "[";
  edits.replace(native, calls + answer.calls() + ']');
}

void edit_choice(Json json, std::string_view raw, const ParseRules& rules,
                 const RewriteOptions& options, Edits& edits, std::vector<BrokenCall>* broken) {
  const auto message = member(json, "message");
  const std::string_view raw_message = raw_member(raw, "message");
  const std::string_view raw_content = raw_member(raw_message, "content");
  if (!message || !raw_content.starts_with('"')) return;
  const std::uint32_t index = number_member(json, "index", 0);
  Answer answer(options.id_seed == 0 ? 0 : options.id_seed + index);
  Parser parser(rules);
  static_cast<void>(parser.prime(options.prompt_tail));
  const std::string text(string_member(*message, "content"));
  answer.add(parser.feed(std::string_view(text)));
  answer.add(parser.finish());
  const std::string_view native = raw_member(raw_message, "tool_calls");
  edit_calls(native, answer, edits);
  edits.replace(raw_content, answer.content() + answer.fields(options.reasoning_field, native));
  const std::string_view reason = string_member(json, "finish_reason");
  if (reason == "stop" && answer.builder().has_calls()) {
    edits.replace(raw_member(raw, "finish_reason"), "\"tool_calls\"");
  }
  if (broken == nullptr) return;
  for (const BrokenCall& call : answer.builder().broken()) {
    broken->push_back(call);
    broken->back().choice = index;
  }
}

}  // namespace

std::string rewrite_answer(const ParseRules& rules, std::string_view body,
                           const RewriteOptions& options, std::vector<BrokenCall>* broken) {
  JsonParser parser;
  const auto payload = parser.parse(body);
  if (!payload) return std::string(body);
  Edits edits(body);
  RawWalk raw(raw_member(body, "choices"));
  for (const Json choice : array_member(*payload, "choices")) {
    if (raw.next()) edit_choice(choice, raw.value(), rules, options, edits, broken);
  }
  return edits.apply();
}

}  // namespace tagstream::wire

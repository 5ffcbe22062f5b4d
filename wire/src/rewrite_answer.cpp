// Rewrites one object of chat completions. With the dialect qwen3, the message
//
//   {"role":"assistant","content":"<think>Hm.</think>Yes"}
//
// becomes {"role":"assistant","content":"Yes","reasoning_content":"Hm."}. All other bytes stay.

#include <utility>

#include "delta_fields.hpp"
#include "edits.hpp"
#include "json.hpp"
#include "json/json_writer.hpp"
#include "response_rewriter.hpp"
#include "tagstream/wire/rewriter.hpp"

namespace tagstream::wire {

namespace {

// Collects the deltas of one choice.
class Answer {
 public:
  Answer(std::uint64_t seed, std::shared_ptr<TakenIds> taken, IdStyle id_style)
      : builder_(seed, std::move(taken), id_style) {}

  void add(std::span<const Event> events) {
    for (const Delta& delta : builder_.add(events)) {
      switch (delta.kind) {
        case DeltaKind::content: content_ += delta.text; break;
        case DeltaKind::reasoning: reasoning_ += delta.text; break;
        case DeltaKind::tool_call_start: calls_.push_back({delta, {}}); break;
        case DeltaKind::tool_call_delta: calls_.back().second += delta.text; break;
      }
    }
  }

  [[nodiscard]] DeltaBuilder& builder() { return builder_; }

  // The content as JSON; null if it may be null and only blanks stand beside calls.
  [[nodiscard]] std::string content(bool may_be_null) const {
    const bool is_null = may_be_null && !calls_.empty() && has_only_blanks(content_);
    return is_null ? "null" : quoted(content_);
  }

  // True if the text holds nothing that the rules find.
  [[nodiscard]] bool is_only(std::string_view text) const {
    return calls_.empty() && reasoning_.empty() && content_ == text;
  }

  [[nodiscard]] const std::string& reasoning() const { return reasoning_; }
  [[nodiscard]] bool has_calls() const { return !calls_.empty(); }

  // The calls as JSON, with commas between them and no brackets around.
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

// Appends the reasoning to the native one. A field that the message does not have yet is returned,
// as `,"key":value`, and goes after the content.
std::string edit_reasoning(Json message, const Answer& answer, ReasoningField field, Edits& edits) {
  std::string added;
  if (answer.reasoning().empty()) return added;
  for (const std::string_view name : names_of(field)) {
    std::string json = quoted(std::string(string_member(message, name)) + answer.reasoning());
    const std::string_view native = raw_member(message, name);
    if (native.empty()) {
      added.append(",\"").append(name).append("\":").append(json);
    } else {
      edits.replace(native, std::move(json));
    }
  }
  return added;
}

// Appends the calls to the native ones, or returns the field if there are none.
std::string edit_calls(Json message, const Answer& answer, Edits& edits) {
  if (!answer.has_calls()) return {};
  const std::string_view native = raw_member(message, "tool_calls");
  if (native.empty()) return ",\"tool_calls\":[" + answer.calls() + ']';
  const bool has_native = !array_member(message, "tool_calls").empty();
  std::string calls = has_native ? std::string(native.substr(0, native.size() - 1)) + ',' : "[";
  edits.replace(native, calls + answer.calls() + ']');
  return {};
}

// The settings for all choices of an answer.
struct Setup {
  const Rules& rules;
  const RewriteOptions& options;
  std::vector<ChoiceToolCallError>* errors;
  std::shared_ptr<TakenIds> taken = std::make_shared<TakenIds>();
};

// Notes the ids of native calls, which keep them: no call found in the text may get the same.
void note_ids(Json choice, TakenIds& taken) {
  const auto message = member(choice, "message");
  if (!message) return;
  for (const Json call : array_member(*message, "tool_calls")) {
    taken.try_emplace(std::string(string_member(call, "id")), false);
  }
}

// A choice without a text (null, or a list of parts) is left as it is.
void edit_choice(Json json, const Setup& setup, Edits& edits) {
  const auto nested = member(json, "message");  // completions have none
  const Json message = nested ? *nested : json;
  const std::string_view key = nested ? "content" : "text";
  const std::string_view raw_content = raw_member(message, key);
  if (!raw_content.starts_with('"')) return;
  const std::uint32_t index = choice_number(json);
  const Options& options = setup.rules.options();
  Answer answer(seed_of_choice(options.id_seed, index), setup.taken, options.id_style);
  Reader parser(setup.rules);
  const std::string text(string_member(message, key));
  answer.add(parser.feed(std::string_view(text)));
  answer.add(parser.finish());
  if (!answer.is_only(text)) {
    std::string content = answer.content(nested.has_value());
    content += edit_reasoning(message, answer, setup.options.reasoning_field, edits);
    content += edit_calls(message, answer, edits);
    edits.replace(raw_content, std::move(content));
  }
  const std::string_view reason = string_member(json, "finish_reason");
  if (reason == "stop" && answer.builder().has_calls()) {
    edits.replace(raw_member(json, "finish_reason"), "\"tool_calls\"");
  }
  if (setup.errors == nullptr) return;
  for (ChoiceToolCallError& error : answer.builder().take_tool_call_errors()) {
    error.choice = index;
    setup.errors->push_back(std::move(error));
  }
}

// The rules without `incremental`. Nothing of this answer has been sent, so a call that fails can
// still be content; there are no pieces to take back.
Rules without_pieces(const Rules& rules) {
  if (!rules.options().incremental) return rules;
  Options options = rules.options();
  options.incremental = false;
  Result<Rules> whole = Rules::make(std::move(options));
  return whole ? *std::move(whole) : rules;
}

}  // namespace

std::string rewrite_answer(const Rules& rules, std::string_view body, const RewriteOptions& options,
                           std::vector<ChoiceToolCallError>* errors) {
  JsonParser parser;
  std::string mended;
  std::string_view text = without_mark(body);
  const std::string_view mark = body.substr(0, body.size() - text.size());
  const auto payload = parse_mended(parser, text, mended);
  if (!payload) return std::string(body);
  Edits edits(text);
  const JsonValues choices = array_member(*payload, "choices");
  const bool is_response = string_member(*payload, "object") == "response";
  if (choices.empty() && !is_response) return std::string(body);
  const Rules whole = without_pieces(rules);
  if (is_response) {
    ResponseRewriter response(whole);
    const auto rewritten = response.whole(*payload, text);
    for (ChoiceToolCallError& error : response.take_tool_call_errors()) {
      if (errors != nullptr) errors->push_back(std::move(error));
    }
    return rewritten ? std::string(mark) + *rewritten : std::string(body);
  }
  const Setup setup{whole, options, errors};
  for (const Json choice : choices) note_ids(choice, *setup.taken);
  for (const Json choice : choices) edit_choice(choice, setup, edits);
  return edits.empty() ? std::string(body) : std::string(mark) + edits.apply();
}

}  // namespace tagstream::wire

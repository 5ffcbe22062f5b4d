// The words that enumerators have in options, messages and output.

#include <iterator>

#include "tagstream/call.hpp"
#include "tagstream/diagnostic.hpp"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/grammar.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/message.hpp"
#include "tagstream/policy.hpp"
#include "tagstream/thought.hpp"
#include "tagstream/token.hpp"

namespace tagstream {

const char* to_string(Errc code) noexcept {
  switch (code) {
    case Errc::limit_exceeded: return "limit-exceeded";
    case Errc::bad_option: return "bad-option";
    case Errc::snapshot_mismatch: return "snapshot-mismatch";
  }
  return "unknown";
}

const char* to_string(GrammarKind kind) noexcept {
  switch (kind) {
    case GrammarKind::lark: return "lark";
    case GrammarKind::gbnf: return "gbnf";
  }
  return "unknown";
}

const char* to_string(TokenKind kind) noexcept {
  switch (kind) {
    case TokenKind::text: return "text";
    case TokenKind::open: return "open";
    case TokenKind::close: return "close";
    case TokenKind::empty: return "empty";
    case TokenKind::marker: return "marker";
  }
  return "unknown";
}

const char* to_string(EventKind kind) noexcept {
  switch (kind) {
    case EventKind::content: return "content-delta";
    case EventKind::section_start: return "section-start";
    case EventKind::section_delta: return "section-delta";
    case EventKind::section_end: return "section-end";
    case EventKind::markup: return "markup";
    case EventKind::notice: return "notice";
    case EventKind::call: return "tool-call";
    case EventKind::call_error: return "tool-error";
    case EventKind::call_start: return "tool-call-start";
    case EventKind::call_delta: return "tool-call-delta";
    case EventKind::stopped: return "stopped";
    case EventKind::reasoning: return "reasoning-delta";
  }
  return "unknown";
}

const char* to_string(Certainty certainty) noexcept {
  switch (certainty) {
    case Certainty::none: return "none";
    case Certainty::likely: return "likely";
    case Certainty::certain: return "certain";
  }
  return "unknown";
}

const char* to_string(NoticeCode code) noexcept {
  switch (code) {
    case NoticeCode::none: return "none";
    case NoticeCode::max_held_bytes: return "max-held-bytes";
    case NoticeCode::unclosed_call: return "unclosed-call";
    case NoticeCode::unclosed_reasoning: return "unclosed-reasoning";
    case NoticeCode::not_a_call: return "not-a-call";
    case NoticeCode::family: return "family";
    case NoticeCode::unknown_key: return "unknown-key";
  }
  return "unknown";
}

const char* to_string(CallErrorCode code) noexcept {
  switch (code) {
    case CallErrorCode::none: return "none";
    case CallErrorCode::invalid_json: return "invalid-json";
    case CallErrorCode::missing_name: return "missing-name";
    case CallErrorCode::bad_arguments: return "bad-arguments";
    case CallErrorCode::empty: return "empty";
    case CallErrorCode::unclosed: return "unclosed";
    case CallErrorCode::too_large: return "too-large";
    case CallErrorCode::not_allowed: return "not-allowed";
    case CallErrorCode::unknown_tool: return "unknown-tool";
  }
  return "unknown";
}

const char* to_string(ThoughtEventKind kind) noexcept {
  switch (kind) {
    case ThoughtEventKind::content_delta: return "content-delta";
    case ThoughtEventKind::thought_delta: return "thought-delta";
    case ThoughtEventKind::thought: return "thought-stream";
    case ThoughtEventKind::markup: return "markup";
    case ThoughtEventKind::notice: return "notice";
    case ThoughtEventKind::stopped: return "stopped";
  }
  return "unknown";
}

const char* to_string(Nesting nesting) noexcept {
  switch (nesting) {
    case Nesting::balanced: return "balanced";
    case Nesting::first_close: return "first_close";
  }
  return "unknown";
}

const char* to_string(OnUnclosed policy) noexcept {
  switch (policy) {
    case OnUnclosed::section: return "section";
    case OnUnclosed::text: return "text";
  }
  return "unknown";
}

const char* to_string(OnUnclosedCall policy) noexcept {
  switch (policy) {
    case OnUnclosedCall::text: return "text";
    case OnUnclosedCall::call: return "call";
    case OnUnclosedCall::error: return "error";
  }
  return "unknown";
}

const char* to_string(BadCalls policy) noexcept {
  switch (policy) {
    case BadCalls::hide: return "hide";
    case BadCalls::content: return "content";
  }
  return "unknown";
}

const char* to_string(Unclosed policy) noexcept {
  switch (policy) {
    case Unclosed::extend: return "extend";
    case Unclosed::empty: return "empty";
    case Unclosed::text: return "text";
  }
  return "unknown";
}

namespace {

constexpr bool bodies_are_in_order() {
  for (std::size_t i = 0; i < std::size(bodies); ++i) {
    if (bodies[i].body != static_cast<CallBody>(i)) return false;
  }
  return true;
}
static_assert(bodies_are_in_order());

}  // namespace

const char* to_string(CallBody body) noexcept {
  const bool is_known = static_cast<std::size_t>(body) < std::size(bodies);
  return is_known ? body_info(body).word.data() : "unknown";
}

const char* to_string(CallsInReasoning policy) noexcept {
  switch (policy) {
    case CallsInReasoning::settle: return "settle";
    case CallsInReasoning::end: return "end";
    case CallsInReasoning::keep: return "keep";
    case CallsInReasoning::extract: return "extract";
  }
  return "unknown";
}

const char* to_string(ReasoningAgain policy) noexcept {
  switch (policy) {
    case ReasoningAgain::line: return "line";
    case ReasoningAgain::anywhere: return "anywhere";
    case ReasoningAgain::never: return "never";
  }
  return "unknown";
}

const char* to_string(UnclosedReasoning policy) noexcept {
  switch (policy) {
    case UnclosedReasoning::reasoning: return "reasoning";
    case UnclosedReasoning::content: return "content";
  }
  return "unknown";
}

const char* to_string(IdStyle style) noexcept {
  switch (style) {
    case IdStyle::counted: return "counted";
    case IdStyle::openai: return "openai";
    case IdStyle::mistral: return "mistral";
  }
  return "unknown";
}

const char* to_string(ToolChoice choice) noexcept {
  switch (choice) {
    case ToolChoice::automatic: return "auto";
    case ToolChoice::none: return "none";
    case ToolChoice::required: return "required";
    case ToolChoice::named: return "named";
  }
  return "unknown";
}

const char* to_string(FinishReason reason) noexcept {
  switch (reason) {
    case FinishReason::stop: return "stop";
    case FinishReason::tool_calls: return "tool_calls";
    case FinishReason::length: return "length";
  }
  return "unknown";
}

const char* to_string(DiagnosticKind kind) noexcept {
  switch (kind) {
    case DiagnosticKind::unclosed: return "unclosed";
    case DiagnosticKind::stray_close: return "stray-close";
    case DiagnosticKind::incomplete_tag: return "incomplete-tag";
  }
  return "unknown";
}

}  // namespace tagstream

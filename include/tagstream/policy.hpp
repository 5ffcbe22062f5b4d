#pragma once

// The choices that options have. Each enumerator has one word, its own (`automatic` is "auto"), in
// options, JSON, Python and on the command line. The numbers are stable: values are only appended.

#include <cstdint>

#include "tagstream/version.hpp"

namespace tagstream {

/// Which closing tag ends a section (`hide`) or a thought.
enum class Nesting : std::uint8_t {
  balanced = 0,     ///< the one that balances; if none does, the first (decided late, see docs)
  first_close = 1,  ///< the first one, as many engines do: never waits
};

/// What a section is (`hide`) whose closing tag never comes.
enum class UnclosedSection : std::uint8_t {
  section = 0,  ///< it stays hidden
  text = 1,     ///< it is content after all; its events wait until its end is certain
};

/// What a call is whose closing tag never comes.
enum class UnclosedCall : std::uint8_t {
  automatic = 0,  ///< as the dialect says; `text` for rules of your own
  text = 1,       ///< content byte for byte, not read again, with a notice
  call = 2,       ///< a call if it is complete, `is_closed == false`; else as `text`
  error = 3,      ///< a `tool_call_error`
};

/// Where reasoning goes that never closes, once the answer has ended.
enum class UnclosedReasoning : std::uint8_t {
  reasoning = 0,  ///< it stays what it is
  content = 1,    ///< into the content of the message, with a notice; what was streamed stays
};

/// Where the bytes go that stand where a call should, and are none. Those of a call that is too
/// large are content either way.
enum class BadCalls : std::uint8_t {
  content = 0,  ///< into content, as soon as that is known; the `tool_call_error` quotes them
  hide = 1,     ///< into the `tool_call_error` alone
};

/// What the opener of a call inside open reasoning is.
enum class CallsInReasoning : std::uint8_t {
  automatic = 0,  ///< as the dialect says
  settle = 1,     ///< calls if nothing but calls follows to the end of the input, else reasoning
  end = 2,        ///< it ends the reasoning
  keep = 3,       ///< reasoning
  extract = 4,    ///< complete calls are taken out, and the reasoning goes on
};

/// What an opener of reasoning is after visible text, and after calls.
enum class ReasoningAgain : std::uint8_t {
  line = 0,      ///< it counts at the start of a line, and directly after a call or reasoning
  anywhere = 1,  ///< it counts
  never = 2,     ///< it is text
};

/// What tags and markers in Markdown code are (fences, inline spans).
enum class MarkdownCode : std::uint8_t {
  off = 0,    ///< what they are anywhere
  all = 1,    ///< content
  calls = 2,  ///< openers of calls are content, the others are what they are anywhere (R375)
};

/// How ids are made for calls to which the model gave none.
enum class IdStyle : std::uint8_t {
  counted = 0,  ///< `call_` and the call's index
  openai = 1,   ///< `call_` and 24 random letters and digits
  mistral = 2,  ///< nine random letters and digits
};

/// What happens when more than `max_held_bytes` would have to be held.
enum class OnLimit : std::uint8_t {
  text = 0,  ///< go on without holding: the bytes leave as what surrounds them, with one notice
  stop = 1,  ///< stop: the last event is `stopped`
};

/// What an element of a tree is whose closing tag never comes.
enum class Unclosed : std::uint8_t {
  extend = 0,  ///< it reaches to where the element around it ends
  empty = 1,   ///< it covers only its opening tag, its children move up: HTML's `<br>`
  text = 2,    ///< it is not a tag but content, and its children move up
};

/// The word for a choice, in all output and as `Options::set` takes it.
[[nodiscard]] const char* to_string(Nesting choice) noexcept;
[[nodiscard]] const char* to_string(UnclosedSection choice) noexcept;
[[nodiscard]] const char* to_string(UnclosedCall choice) noexcept;
[[nodiscard]] const char* to_string(UnclosedReasoning choice) noexcept;
[[nodiscard]] const char* to_string(BadCalls choice) noexcept;
[[nodiscard]] const char* to_string(CallsInReasoning choice) noexcept;
[[nodiscard]] const char* to_string(ReasoningAgain choice) noexcept;
[[nodiscard]] const char* to_string(MarkdownCode choice) noexcept;
[[nodiscard]] const char* to_string(IdStyle choice) noexcept;
[[nodiscard]] const char* to_string(OnLimit choice) noexcept;
[[nodiscard]] const char* to_string(Unclosed choice) noexcept;

}  // namespace tagstream

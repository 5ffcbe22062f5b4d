#pragma once

// The choices of options. Each enumerator has one word in options, JSON, Python and on the command
// line: its own name (`automatic` is "auto"). The numbers are stable: values are only appended.

#include <cstdint>

#include "tagstream/version.hpp"

namespace tagstream {

/// Which closing tag ends a section (`hide`) or a thought.
enum class Nesting : std::uint8_t {
  balanced = 0,     ///< the closing tag that balances; if none does, the first. The text after
                    ///< the first one waits
  first_close = 1,  ///< the first closing tag: nothing waits
};

/// How a section (`hide`) without a closing tag is treated.
enum class UnclosedSection : std::uint8_t {
  section = 0,  ///< the section stays hidden
  text = 1,     ///< the section is content; its events wait until its closing tag
};

/// How a call without a closing tag is treated.
enum class UnclosedCall : std::uint8_t {
  automatic = 0,  ///< `call` for dialects and formats, `text` for rules of your own
  text = 1,       ///< content byte for byte, not read again, with a notice
  call = 2,       ///< a call, with `is_closed` false, if its arguments are whole; else as `text`
  error = 3,      ///< a `tool_call_error`
};

/// Where reasoning without a closing tag goes when the answer has ended.
enum class UnclosedReasoning : std::uint8_t {
  reasoning = 0,  ///< it stays reasoning
  content = 1,    ///< into the content of the message, with a notice; its events stay reasoning
};

/// Where the bytes of a broken call go. The bytes of a call that is too large are always content.
enum class BadCalls : std::uint8_t {
  content = 0,  ///< into content, as soon as the error is known; the `tool_call_error` quotes them
  hide = 1,     ///< into the `tool_call_error` alone
};

/// How the opener of a call inside open reasoning is treated.
enum class CallsInReasoning : std::uint8_t {
  automatic = 0,  ///< as the dialect says
  settle = 1,     ///< calls if nothing but calls follows to the end of the input, else reasoning
  end = 2,        ///< the opener ends the reasoning
  keep = 3,       ///< the call is reasoning
  extract = 4,    ///< complete calls are taken out, and the reasoning goes on
};

/// How a call without the wrapper that its family writes around calls is treated.
enum class BareCalls : std::uint8_t {
  automatic = 0,  ///< it is a call
  never = 1,      ///< it is text
};

/// How an opener of reasoning is treated after visible text, and after calls.
enum class ReasoningAgain : std::uint8_t {
  line = 0,  ///< it counts at the start of a line, spaces and tabs aside, and directly after a call
             ///< or reasoning
  anywhere = 1,   ///< it counts at any place
  never = 2,      ///< it is text
  automatic = 3,  ///< `line` for dialects and formats, `anywhere` for rules of your own
};

/// Which tags and markers in Markdown code are content. A closing tag of what is open counts
/// everywhere.
enum class MarkdownCode : std::uint8_t {
  off = 0,        ///< none
  all = 1,        ///< those in code spans and fences
  automatic = 2,  ///< those in code spans; in fences those of calls alone
};

/// How ids are made up for calls without an id of the model.
enum class IdStyle : std::uint8_t {
  counted = 0,  ///< `call_` and the call's index
  openai = 1,   ///< `call_` and 24 random letters and digits
  mistral = 2,  ///< nine random letters and digits
};

/// The reader's answer when more than `max_held_bytes` would have to be held.
enum class OnLimit : std::uint8_t {
  text = 0,  ///< go on without holding: the bytes become the text around them, with one notice, or
             ///< for a call with a `tool_call_error`
  stop = 1,  ///< stop: the last event is `stopped`
};

/// How an element of a tree without a closing tag is treated.
enum class Unclosed : std::uint8_t {
  extend = 0,  ///< it reaches to the end of its parent
  empty = 1,   ///< it has only its opening tag, and its children move up, as for HTML's `<br>`
  text = 2,    ///< its opening tag is content, and its children move up
};

/// The word for a choice, in all output and for `Options::set`.
[[nodiscard]] const char* to_string(Nesting choice) noexcept;
[[nodiscard]] const char* to_string(UnclosedSection choice) noexcept;
[[nodiscard]] const char* to_string(UnclosedCall choice) noexcept;
[[nodiscard]] const char* to_string(UnclosedReasoning choice) noexcept;
[[nodiscard]] const char* to_string(BadCalls choice) noexcept;
[[nodiscard]] const char* to_string(CallsInReasoning choice) noexcept;
[[nodiscard]] const char* to_string(BareCalls choice) noexcept;
[[nodiscard]] const char* to_string(ReasoningAgain choice) noexcept;
[[nodiscard]] const char* to_string(MarkdownCode choice) noexcept;
[[nodiscard]] const char* to_string(IdStyle choice) noexcept;
[[nodiscard]] const char* to_string(OnLimit choice) noexcept;
[[nodiscard]] const char* to_string(Unclosed choice) noexcept;

}  // namespace tagstream

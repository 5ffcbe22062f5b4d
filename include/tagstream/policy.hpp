#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tagstream {

/// Which closing tag ends a hidden section.
enum class Nesting : std::uint8_t {
  balanced,     ///< the one that balances; if none does, the first (decided late, see docs)
  first_close,  ///< the first one
};

/// What a hidden section is whose closing tag never comes.
enum class OnUnclosed : std::uint8_t {
  section,  ///< it stays hidden, `is_closed == false`
  text,     ///< it is visible content after all; its events wait until its end is certain
};

/// What a call is whose closing tag never comes.
enum class OnUnclosedCall : std::uint8_t {
  text,   ///< content byte for byte, not read again, with a notice
  call,   ///< a call if its JSON is complete (`is_closed == false`), else as `text`
  error,  ///< a `call_error`
};

/// Where the bytes of a body go that is not a call. A body that is too large is content either way.
enum class BadCalls : std::uint8_t {
  hide,     ///< into the `call_error` alone
  content,  ///< into content, as soon as that is known; the `call_error` that follows quotes them
};

/// What an element of a tree is whose closing tag never comes.
enum class Unclosed : std::uint8_t {
  extend,  ///< it reaches to where the element around it ends
  empty,   ///< it covers only its opening tag, its children move up: HTML's `<br>`
  text,    ///< it is not a tag but content, and its children move up
};

/// How the body of a tool call is written.
enum class CallBody : std::uint8_t {
  automatic,     ///< by its first byte: `{`, `[` or a fence is JSON, `<` is XML, all else an error
  json,          ///< an object, or an array of them, with a name and arguments
  json_lines,    ///< the same, several of them, with nothing but blanks between
  json_by_name,  ///< as `json`, each object with one key: the name, whose value is the arguments
  name_then_json,  ///< the name, then the arguments object
  arguments,       ///< the arguments object; the tag names the tool: <f=NAME> or <f name="NAME">
  xml,             ///< parameters as elements
  pythonic,        ///< calls as code writes them: [f(a=1, b="x"), g()]
  text,            ///< text, which is one argument, or the arguments object
  raw,             ///< anything; it is not looked into
};

/// How a body begins, blanks aside.
enum class BodyStart : std::uint8_t {
  anything,  ///< with whatever follows the opener
  value,     ///< with a value, or with a Markdown fence around it
  tag,       ///< with a tag
  either,    ///< with a value or a tag
};

/// What the rest of the program needs to know of a way to write bodies.
struct BodyInfo {
  CallBody body;
  std::string_view word;  ///< used in options and output
  BodyStart start;
  bool takes_name = false;             ///< the name stands in front (CallNameFormat)
  bool is_named_by_tag = false;        ///< the opening tag names the tool
  bool may_lead = false;               ///< may be all of an answer, without markers
  std::string_view language = "JSON";  ///< of its values, as errors name it
};

/// A row for each, in the order of the enumerators.
inline constexpr BodyInfo bodies[] = {
    {.body = CallBody::automatic, .word = "auto", .start = BodyStart::either},
    {.body = CallBody::json, .word = "json", .start = BodyStart::value, .may_lead = true},
    {.body = CallBody::json_lines, .word = "json_lines", .start = BodyStart::value},
    {.body = CallBody::json_by_name, .word = "json_by_name", .start = BodyStart::value},
    {.body = CallBody::name_then_json,
     .word = "name_then_json",
     .start = BodyStart::value,
     .takes_name = true},
    {.body = CallBody::arguments,
     .word = "arguments",
     .start = BodyStart::value,
     .is_named_by_tag = true},
    {.body = CallBody::xml, .word = "xml", .start = BodyStart::tag},
    {.body = CallBody::pythonic,
     .word = "pythonic",
     .start = BodyStart::value,
     .may_lead = true,
     .language = "call syntax"},
    {.body = CallBody::text,
     .word = "text",
     .start = BodyStart::anything,
     .takes_name = true,
     .language = "text after a name"},
    {.body = CallBody::raw, .word = "raw", .start = BodyStart::anything},
};

/// The row of `body`.
[[nodiscard]] constexpr const BodyInfo& body_info(CallBody body) noexcept {
  return bodies[static_cast<std::size_t>(body)];
}

/// What a call opener inside open reasoning is.
enum class CallsInReasoning : std::uint8_t {
  settle,   ///< calls if nothing but calls follows to the end of the input, else reasoning
  end,      ///< it ends the reasoning
  keep,     ///< reasoning
  extract,  ///< complete calls are taken out, and the reasoning goes on
};

/// What an opener of reasoning is after visible text, and after calls.
enum class ReasoningAgain : std::uint8_t {
  line,      ///< it counts at the start of a line, and directly after a call or reasoning
  anywhere,  ///< it counts
  never,     ///< it is text
};

/// Where reasoning goes that never closes, once the answer has ended.
enum class UnclosedReasoning : std::uint8_t {
  reasoning,  ///< it stays what it is
  content,    ///< into the content of the message, with a notice; what was streamed stays
};

/// How ids are made for calls to which the model gave none.
enum class IdStyle : std::uint8_t {
  counted,  ///< `call_` and the call's index
  openai,   ///< `call_` and 24 random letters and digits
  mistral,  ///< nine random letters and digits
};

/// What of the calls in an answer is called.
enum class ToolChoice : std::uint8_t {
  automatic,  ///< all of them
  none,       ///< none: each is a `call_error`
  required,   ///< all, and those of guided decoding: all of the answer is JSON, a call or a list
  named,      ///< as `required`; an answer that begins with `{` is the arguments of one tool
};

/// The words used for them in options and output, for example "settle".
[[nodiscard]] const char* to_string(Nesting nesting) noexcept;
[[nodiscard]] const char* to_string(OnUnclosed policy) noexcept;
[[nodiscard]] const char* to_string(OnUnclosedCall policy) noexcept;
[[nodiscard]] const char* to_string(BadCalls policy) noexcept;
[[nodiscard]] const char* to_string(Unclosed policy) noexcept;
[[nodiscard]] const char* to_string(CallBody body) noexcept;
[[nodiscard]] const char* to_string(CallsInReasoning policy) noexcept;
[[nodiscard]] const char* to_string(ReasoningAgain policy) noexcept;
[[nodiscard]] const char* to_string(UnclosedReasoning policy) noexcept;
[[nodiscard]] const char* to_string(IdStyle style) noexcept;
[[nodiscard]] const char* to_string(ToolChoice choice) noexcept;

}  // namespace tagstream

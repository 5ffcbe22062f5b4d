#pragma once

// How bodies of calls are written. The *body* is what stands between the opener and the closer of a
// call: in `<tool_call>{"name": "f", "arguments": {}}</tool_call>` it is the object, and its
// `CallBody` is `json`. The call f({"a": 1}) in other bodies:
//
//   json_by_name    {"f": {"a": 1}}
//   name_then_json  f{"a": 1}
//   xml             <a>1</a>, with the name in the opening tag
//   pythonic        f(a=1)

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace tagstream {

/// How the body of a tool call is written.
enum class CallBody : std::uint8_t {
  automatic,  ///< the first byte decides: JSON for `{`, `[` and a fence, XML for `<`, else an error
  json,       ///< an object, or an array of them, with a name and arguments
  json_lines,      ///< several objects or arrays, with blanks between
  json_by_name,    ///< as `json`, each object with one key: the name, whose value is the arguments
  name_then_json,  ///< the name, then the arguments object
  arguments,       ///< the arguments object; the tag names the tool: <f=NAME> or <f name="NAME">
  xml,             ///< parameters as elements
  pythonic,        ///< calls as code writes them: [f(a=1, b="x"), g()]
  text,            ///< text, which is one argument, or the arguments object
};

/// The thing that the first byte of a body that is not a blank may begin.
enum class BodyStart : std::uint8_t {
  anything,  ///< any byte
  value,     ///< a value, or a Markdown fence around one
  tag,       ///< a tag
  either,    ///< a value or a tag
};

/// The facts about one `CallBody` that other parts of the program ask for.
struct BodyInfo {
  CallBody body;
  std::string_view word;  ///< used in options and output
  BodyStart start;
  bool takes_name = false;             ///< the name stands in front (CallNameFormat)
  bool is_named_by_tag = false;        ///< the opening tag names the tool
  bool may_lead = false;               ///< may be a whole answer, without markers
  bool may_end_empty = true;           ///< a cut-off closing tag may end it before any value
  std::string_view language = "JSON";  ///< the language of its values, for errors
  std::string_view text_ends{};        ///< bytes at which its open text is looked at
};

/// One row for each `CallBody`, in the order of the enumerators: `body_info` takes it by number.
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
     .may_end_empty = false,
     .language = "text after a name",
     .text_ends = " <"},  // blanks and tokens at its end do not count
};

static_assert(
    [] {
      for (std::size_t i = 0; i < std::size(bodies); ++i) {
        if (bodies[i].body != static_cast<CallBody>(i)) return false;
      }
      return true;
    }(),
    "the rows stand in the order of the enumerators");

/// The row of `body`.
[[nodiscard]] constexpr const BodyInfo& body_info(CallBody body) noexcept {
  return bodies[static_cast<std::size_t>(body)];
}

/// Which calls of an answer the program wants.
enum class ToolChoice : std::uint8_t {
  automatic,  ///< all of them
  none,       ///< none: each call is a `tool_call_error`
  required,   ///< all, and an answer of guided decoding, which is a call or a list in JSON
  named,      ///< as `required`; an answer that begins with `{` is the arguments of one tool
};

}  // namespace tagstream

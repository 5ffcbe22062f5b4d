#pragma once

// A family's format as data, for the engine to read by. format_of.hpp makes it from the family's
// text; only a few formats of the dialect `auto` are written by hand (auto_formats.cpp). From the
// lines of hermes
//
//   <think>REASONING</think>
//   <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
//
// come a ReasoningFormat with `open` = {`<think>`} and `close` = {`</think>`}, and a CallFormat
// with `open` = {`<tool_call>`}, `close` = {`</tool_call>`} and `body` = `CallBody::json`.

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "formats/call_body.hpp"
#include "formats/json_keys.hpp"
#include "formats/pythonic_shape.hpp"
#include "formats/xml_shape.hpp"
#include "tagstream/policy.hpp"

namespace tagstream {

/// Up to sixteen words of a format, most of them markers.
///
/// A marker that is an ASCII name in angle brackets, `<think>` or `</think>`, is a tag: in the text
/// it may have blanks, and attributes if it opens. Every other marker is a literal, which stands
/// byte for byte. If the openers and closers of one thing are tags of several names, only those of
/// the first name are tags, and the others are literals.
class WordList {
 public:
  constexpr WordList() = default;
  constexpr WordList(std::initializer_list<std::string_view> words) : size_(words.size()) {
    std::size_t i = 0;
    for (std::string_view word : words) words_[i++] = word;
  }
  /// How many words there may be.
  static constexpr std::size_t capacity = 16;
  /// Precondition: there are fewer than `capacity`.
  constexpr void add(std::string_view word) { words_[size_++] = word; }
  [[nodiscard]] constexpr const std::string_view* begin() const { return words_.data(); }
  [[nodiscard]] constexpr const std::string_view* end() const { return words_.data() + size_; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  friend constexpr bool operator==(const WordList&, const WordList&) = default;

 private:
  std::array<std::string_view, capacity> words_{};
  std::size_t size_ = 0;
};

/// A pointer to a part that several rows may share. Two pointers are equal if both are null, or if
/// the parts that they point to are equal.
template <class T>
class PartPointer {
 public:
  constexpr PartPointer(const T* part) : part_(part) {}
  constexpr operator const T*() const { return part_; }
  constexpr const T& operator*() const { return *part_; }
  constexpr const T* operator->() const { return part_; }
  friend constexpr bool operator==(PartPointer a, std::nullptr_t) { return a.part_ == nullptr; }
  friend constexpr bool operator==(PartPointer a, PartPointer b) {
    return a.part_ == b.part_ || (a.part_ != nullptr && b.part_ != nullptr && *a == *b);
  }

 private:
  const T* part_;
};

/// The format of messages that begin with a header, which says what the message is:
/// `start role to=recipient channel name to=recipient constrain type message text close`. In
/// harmony:
///
///   <|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>
///   start    role     channel   name     message   text close
///
/// Everything but the channel or the role is optional. Text without a header is content.
struct HeaderFormat {
  std::string_view start{};              ///< before the role; messages of other roles are markup
  std::string_view channel{};            ///< before the channel's name; empty: no channels
  std::string_view constrain{};          ///< before the body's type; empty: no types
  std::string_view message{};            ///< before the text
  WordList close{};                      ///< after the text, and after a call
  WordList ends_before{};                ///< also end a header, but belong to what follows; if
                                         ///< given, words in a header say nothing
  std::string_view reasoning_channel{};  ///< the channel that is reasoning
  WordList text_channels{};              ///< other channels, which count even without `message`
  WordList reasoning_recipients{};       ///< the recipients of messages that are reasoning
  bool bare_is_reasoning = false;        ///< so is a message with neither recipient nor channel
  bool starts_inside = false;            ///< the prompt ends in a header, where an answer may go on

  [[nodiscard]] constexpr bool is_given() const { return !start.empty(); }
  friend constexpr bool operator==(const HeaderFormat&, const HeaderFormat&) = default;
};

/// How a family marks its reasoning.
struct ReasoningFormat {
  WordList open{};
  WordList close{};
  WordList ends_before{};      ///< markers that end reasoning, but belong to the text after it
  WordList unwrap{};           ///< tags around the answer that are markup; names without brackets
  WordList drop{};             ///< markers around the answer that are markup
  bool starts_inside = false;  ///< the prompt has written the opener
  bool trims = false;          ///< blanks directly after a marker are markup
  HeaderFormat header{};

  friend constexpr bool operator==(const ReasoningFormat&, const ReasoningFormat&) = default;
};

/// The text between the opener and the arguments of `CallBody::name_then_json`, and of a
/// `CallBody::text` whose format has a separator:
/// `before [kind separator] name id-mark id separator then`, blanks aside. In mistral:
///
///   [TOOL_CALLS]f[CALL_ID]abc[ARGS]{"a": 1}
///   opener      name      id        arguments      id_mark `[CALL_ID]`, separator `[ARGS]`
///
/// A name is a word of letters, digits, `_ - . : / $` and bytes beyond ASCII. If nothing must stand
/// before the name, a body that begins with `{` or `[` is read as `CallBody::json`.
struct CallNameFormat {
  std::string_view before{};     ///< must stand before the name
  std::string_view kind{};       ///< a word that may stand before the name, with the separator
  std::string_view id_mark{};    ///< before the call's id; optional
  std::string_view separator{};  ///< between the name and the arguments; optional if `{` follows
  WordList then{};               ///< optional after the separator, in any order
  std::string_view prefix{};     ///< cut off the beginning of a name
  bool needs_separator = false;  ///< the separator is not optional
  bool may_have_spaces = false;  ///< spaces and further words on its line belong to the name
  bool is_id = false;     ///< the whole text is the call's id; `:3` at its end is not of the name,
                          ///< and a number is not a name
  bool id_first = false;  ///< the id stands first, then `id_mark` and the name; neither is optional

  friend constexpr bool operator==(const CallNameFormat&, const CallNameFormat&) = default;
};

/// One way in which a family writes calls.
struct CallFormat {
  WordList open{};
  WordList close{};  ///< empty: the JSON value ends the call
  CallBody body = CallBody::json;
  CallNameFormat name{};
  PartPointer<XmlShape> shape = &mixed_xml;  ///< of `CallBody::xml`; a JSON body is read as well
  JsonKeys keys{};                           ///< of objects that are calls
  PartPointer<PythonicShape> pythonic = &python_calls;  ///< of `CallBody::pythonic`; also JSON
  std::string_view argument = "text";  ///< of `CallBody::text`: what the text is, unless the tool
                                       ///< has but one parameter
  std::string_view string_is{};  ///< of JSON: the argument that arguments in a string are, unless
                                 ///< the tool has but one parameter; empty: only an object counts
  char separator = 0;            ///< between calls; 0: none
  bool end_closes = false;       ///< of `CallBody::text`: the end of the input closes it, too
  bool is_leading = false;       ///< counts only where no text but blanks has come before, and is a
                                 ///< call only if each object has both a name and arguments
  bool follows_name = false;  ///< its openers count after the name of a tool that is offered, as in
                              ///< f(a=1), and the name belongs to the body
  bool names_tag = false;     ///< the tool's name is the tag: <read_file> is a call of read_file;
                              ///< `open` and `close` have what stands before the name
  bool is_literal = false;    ///< its markers are literals, even if they look like tags
  bool ends_as_reasoning = false;  ///< one of its closers ends reasoning, too
  std::uint8_t shared = 0;         ///< bytes at the end of the opener that belong to the body, too

  /// True if the tool's name stands in front of the body; `name` says how.
  [[nodiscard]] bool has_name_in_front() const {
    if (body == CallBody::pythonic) return pythonic->has_name_in_front();
    return body_info(body).takes_name;
  }

  /// True if the opener is a Markdown fence without a word. Any code may stand in such a fence, so
  /// calls in one count only if the fence is the whole answer.
  [[nodiscard]] bool opens_with_fence() const {
    return is_leading && !open.empty() &&
           (*open.begin()).find_first_not_of("`~") == std::string_view::npos;
  }

  friend constexpr bool operator==(const CallFormat&, const CallFormat&) = default;
};

/// How a family writes calls.
struct ToolFormat {
  std::array<CallFormat, 4> calls{};  ///< those with an opener
  /// The markers of wrappers, which stand around calls. They are markup, and so are the blanks
  /// directly inside. An opening tag of a wrapper is markup only where a call follows, blanks
  /// aside.
  WordList wrap_open{};
  WordList wrap_close{};
  CallsInReasoning calls_in_reasoning = CallsInReasoning::settle;
  HeaderFormat header{};     ///< a message with a recipient is a call
  CallFormat header_body{};  ///< its body: `body`, `shape`, and `close` unless that of any message

  friend constexpr bool operator==(const ToolFormat&, const ToolFormat&) = default;
};

/// The way in which one model family writes. Two formats are equal if their parts are equal by
/// value, wherever in memory the parts stand.
struct FamilyFormat {
  PartPointer<ReasoningFormat> reasoning = nullptr;  ///< null: none
  PartPointer<ToolFormat> tools = nullptr;           ///< null: none
  WordList drop{};                                   ///< tokens that are markup outside of calls
  std::vector<std::string_view> tools_known{};  ///< the tools of `names_tag` if none is offered
  WordList turn{};  ///< texts that begin the answer's turn in a prompt, such as a header
  bool opens_in_prompt = false;  ///< its templates usually open the reasoning in the prompt

  friend bool operator==(const FamilyFormat&, const FamilyFormat&) = default;
};

}  // namespace tagstream

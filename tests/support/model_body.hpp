#pragma once

// Reads the text after the opener of a call, by the form of the call's body. A reader of a body
// says how far the text is a body, and which calls stand in it. Where a broken body ends is decided
// in model_calls. Example: after `<tool_call>` the text `{"name":"f"}</tool_call>` is a closed body
// with one item named `f`.

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/model_program.hpp"
#include "support/model_pythonic.hpp"
#include "support/model_value.hpp"
#include "tagstream/event.hpp"

namespace tagstream::testing::model {

constexpr std::size_t none = std::string_view::npos;

/// `text` as an id; empty if it is longer than 256 bytes, since an id is not that long.
[[nodiscard]] inline std::string id_in(std::string_view text) {
  return text.size() <= 256 ? std::string(text) : std::string();
}

/// <function=function=f> names f.
[[nodiscard]] inline std::string without_doubled(std::string_view value, std::string_view tag,
                                                 bool ignore_case) {
  const std::size_t sign = value.find('=');
  const bool is_doubled =
      sign != none && sign + 1 < value.size() && same_name(value.substr(0, sign), tag, ignore_case);
  return is_doubled ? without_doubled(value.substr(sign + 1), tag, ignore_case)
                    : std::string(value);
}

/// The key in <parameter=key=value, also if the tag's name is doubled; empty if `text` has no key.
/// The result points into `text`, which is no longer than a tag may be.
[[nodiscard]] inline std::string_view glued_key(std::string_view text, std::string_view tag) {
  const auto is_in_name = [](char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_other = (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
    return is_letter || is_other || c == '_' || c == ':' || c == '-' || c == '.';
  };
  const std::string sign = std::string(tag) + '=';
  std::string_view key;
  if (!text.starts_with('<')) return key;
  text.remove_prefix(1);
  while (text.starts_with(sign)) {
    text.remove_prefix(sign.size());
    const std::string_view next = text.substr(0, text.find('='));
    const bool is_key = next.size() < text.size() && !next.empty() &&
                        std::all_of(next.begin(), next.end(), is_in_name);
    if (!is_key) break;
    key = next;
  }
  return key;
}

/// An attribute that is neither the name nor the counter of a call.
struct Beside {
  std::string name;
  std::string value;          ///< as it is written; `true` if there is none
  bool needs_schema = false;  ///< it is an argument only if the tool has such a parameter
  bool has_value = true;      ///< without one, the parameter must be a boolean

  [[nodiscard]] bool is_id() const { return same_name(name, "id", true); }
};

/// The opener of a call.
struct Opening {
  const Program& program;
  const CallForm& form;
  std::size_t begin = 0;       ///< where the call's span begins
  std::size_t marker = 0;      ///< where its opener begins
  std::size_t marker_end = 0;  ///< after it
  std::size_t body = 0;        ///< where its body begins
  std::string_view tag_name{};
  bool is_header = false;  ///< the name is known, its arguments follow
  bool may_start = false;  ///< its pieces are asked for
  bool may_call = true;    ///< a call that it opens may be called
  std::string name{};      ///< the name in its tag or header
  std::string id{};
  std::vector<Beside> beside{};  ///< the attributes of its tag
  bool has_second_name = false;  ///< its tag has another name, which does not count
  /// The state of the attributes after a literal that opens a call. They do not belong to the
  /// body.
  enum class Head { absent, open, failed, complete, empty } head = Head::absent;
};

/// One call of a body, or an error.
struct BodyItem {
  Code error = Code::none;
  std::size_t offset = 0;  ///< the place of the error
  std::size_t begin = 0;   ///< of its own text, if the body has several items
  std::size_t end = 0;
  std::string name{};
  std::string arguments{};
  std::string id{};
  bool is_repaired = false;
  bool has_unknown_key = false;  ///< an opening tag in a value, of no parameter of the tool
  bool leaves_out = false;       ///< an attribute or a key beside the arguments is none
  bool is_markup = false;        ///< an error whose bytes are not content
  bool is_forbidden = false;     ///< a call, but it must not be called
  std::size_t name_at = none;    ///< where its name stands; none: the tag, or the options, give it

  // If the options ask for pieces: the facts that were given out while the body was open.
  bool is_started = false;
  std::string start_id{};
  std::string given{};  ///< the arguments given out so far
  std::uint64_t index = 0;

  void set_error(Code code, std::size_t at) {
    error = code;
    offset = at;
  }
};

/// How far a text is a body, and its items.
struct Body {
  enum class What {
    cut,         ///< the known text ends inside the body
    closed,      ///< it ends with its closer, or with its value
    empty,       ///< its closer stands in place of a body
    failed,      ///< it goes up to a byte that can't stand there
    doubled,     ///< the same opener follows at once and ends it
    not_a_call,  ///< the opener is content
  };
  What what = What::cut;
  std::size_t content_end = 0;  ///< where its content ends, before the closer
  std::size_t end = 0;          ///< after it
  bool is_closed = true;        ///< by a closer
  std::size_t fails_at = 0;     ///< the byte that shows, after its end, that it is no body
  std::size_t quoted = 0;       ///< a tag that failed quotes the marks that begin before this
  std::vector<BodyItem> items;  ///< closed: all items; cut: the calls that have started
  bool is_if_ended = false;     ///< cut: nothing but the closer is missing
  std::vector<BodyItem> all;    ///< the items that are complete

  // Only for JSON bodies.
  std::size_t at = 0;         ///< the byte that failed
  std::size_t value = 0;      ///< where the value begins; 0: it has not begun
  std::size_t string = none;  ///< failed, cut: the string in or after which it ended
  std::size_t outside = 0;    ///< failed: here no string is open any more
  bool is_string_open = false;
  bool is_value_known = false;  ///< the value is complete
  bool is_text = false;         ///< nothing in it is JSON
  bool is_late = false;         ///< what it calls is known only at its end
  bool is_refuted = false;      ///< no call is in the value, whatever follows it
  std::size_t surplus = none;   ///< a bracket too many after the value
  bool is_named = false;        ///< `root` is the arguments; `name` and `id` are known
  std::string name{};
  std::string id{};
  std::size_t name_begin = 0;
  bool is_written = false;  ///< calls that look like code, not JSON
  std::vector<WrittenCall> written{};
  std::size_t cut_end = none;     ///< after a value: where a closer begins that the input cuts
  std::size_t first_slip = none;  ///< the first slip in `written`
  std::size_t repeated = none;    ///< a keyword in `written` that is given twice
  ModelValue root{};
  ModelJson json{{}, 0};
};

/// The end of a body in an input that ends at `end`. Tokens of a vocabulary at the end of the
/// input, the last of them whole or cut off, and the blanks around them do not belong to the body.
[[nodiscard]] std::size_t end_before_tokens(std::string_view text, std::size_t begin,
                                            std::size_t end, const Program& program);
/// The place of a complete token that follows `at` or blanks at `at`; `none` if no token does.
[[nodiscard]] std::size_t token_after(std::string_view text, std::size_t at,
                                      const Program& program);
/// The end of the vocabulary's token, such as <|word|>, that begins at `at`. 0: no token begins
/// there; npos: the text ends inside the token.
[[nodiscard]] std::size_t token_end(std::string_view text, std::size_t at, std::size_t longest);

/// True if the call's closing tag is cut off at `at`, however long it becomes.
/// True if an elements body, of which the text ends in `rest`, can't have one more parameter.
/// @param function   the tag of the function that is open, if one is
/// @param arguments  of the call that is open, without the last brace
[[nodiscard]] bool is_whole(std::string_view rest, const Opening& opening,
                            const std::string& function, const std::string& tool,
                            const std::string& arguments);
[[nodiscard]] bool is_closer_cut(std::string_view text, std::size_t at, const Opening& opening);

/// True if `rest`, with which the text ends, is the beginning of a closing mark only: of the call,
/// of one of `tags` or `literals`, or of a wrapper around calls.
[[nodiscard]] bool may_only_close(std::string_view rest, const Opening& opening,
                                  std::vector<std::string> tags,
                                  const std::vector<std::string>& literals);

/// An empty body whose closing tag is cut off at `at` is a call if something names the tool.
void note_empty(std::string_view text, std::size_t at, const Opening& opening, Body& body);

/// The tool that a word before an object names: the whole word, or what follows its last
/// slash if that alone is offered; empty if it names none.
[[nodiscard]] std::string tool_in(const std::string& word, const Program& program);

/// Reads a body. Precondition: the opener is not self-closing.
[[nodiscard]] Body read_body(const Known& known, const Opening& opening);
[[nodiscard]] bool is_json(const Known& known, const Opening& opening);

[[nodiscard]] Body read_json_body(const Known& known, const Opening& opening);
[[nodiscard]] Body read_xml_body(const Known& known, const Opening& opening);

/// Reads the body of a row whose parameters are elements.
[[nodiscard]] Body read_shape_body(const Known& known, const Opening& opening);
inline bool is_name_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || std::isalnum(byte) != 0 ||
         std::string_view("_:-.").find(c) != std::string_view::npos;
}
/// True if the text of a value has a tag or marker of the call's format, or of a call or wrapper.
/// @param tags  the names of the call's tag and of those that are open
/// @param slip  true for the name of a closing tag that may be meant for the value's own
[[nodiscard]] bool holds_marker(std::string_view text, const Opening& opening,
                                std::vector<std::string> tags,
                                const std::function<bool(std::string_view)>& slip = {});
/// True if the tag of a parameter has an attribute that says nothing.
/// @param known   attributes that say something; the first one is the key
/// @param direct  the key that stands directly after the tag's name
/// True if the tag has a name that does not count, as `g` in `<function=g name="f">`.
/// @param word  the attribute that names the tool; empty: the tag's own name does
/// @param name  the name that counts
[[nodiscard]] bool has_second_name(const Tag& tag, std::string_view word, std::string_view name);

/// True if the closing tag says that it ends something else: `</parameter=b>`.
[[nodiscard]] bool says_other(std::string_view closer, std::string_view name);

[[nodiscard]] bool leaves_out(const Tag& tag, const std::vector<std::string_view>& known,
                              std::string_view direct, bool ignore_case);
/// The number of bytes at the end of `text` that begin a UTF-8 character without ending it.
[[nodiscard]] std::size_t half_character(std::string_view text);
/// The certain part of an open value that is a string, as JSON without the closing quote. Later
/// bytes cannot change it. Empty if nothing is certain.
/// @param may_be_null       the value may become null, which is not a string
/// @param drops_line_ends   a line end on each side does not belong to the value
/// @param holds_line_end  a line end at the end of the text is not certain
[[nodiscard]] std::string open_string_json(std::string_view text, bool may_be_null,
                                           bool drops_line_ends, bool holds_line_end = false);

/// Attributes after a literal, up to the literal that ends them.
struct Head {
  std::size_t end = 0;  ///< 0: they have failed, or are open
  bool is_open = false;
  std::string tag{};  ///< a tag with the same attributes
};
[[nodiscard]] Head read_head(std::string_view text, std::size_t from, std::string_view end,
                             std::size_t longest);

/// The calls and errors in a JSON body whose value is complete.
[[nodiscard]] std::vector<BodyItem> json_items(std::string_view text, const Opening& opening,
                                               const Body& body);
/// The calls of a JSON body that have started, with their certain parts before `until`.
[[nodiscard]] std::vector<BodyItem> started_items(std::string_view text, const Opening& opening,
                                                  const Body& body, std::size_t until);
/// The place up to which an unclosed JSON body gives pieces.
[[nodiscard]] std::size_t open_until(std::string_view text, const Opening& opening,
                                     const Body& body);

/// Turns calls of tools that are not offered into errors, and removes the pieces of calls that must
/// not be called.
void check_items(const Opening& opening, std::vector<BodyItem>& items);

/// True if `hit` ends a broken body that is not JSON, although it is not the body's closer.
[[nodiscard]] bool ends_broken_body(const Hit& hit);
/// The mark at `at` if it is the body's closer or ends a broken body.
[[nodiscard]] std::optional<Hit> ender_at(std::string_view text, std::size_t at,
                                          const Opening& opening);
/// True if the tag names the tool of a call without a body.
[[nodiscard]] bool is_named_by_tag(const Opening& opening);
/// The tool that the tag around an object names; empty if it names none.
[[nodiscard]] std::string tool_of_tag(const Opening& opening);
/// The tool that the tag around other bodies names.
[[nodiscard]] std::string tag_tool(const Opening& opening);

/// @param shape        null: one whose calls are named by an attribute `name`
/// @param is_tool_tag  the tag's name is that of the tool
[[nodiscard]] std::vector<Beside> beside_of(const Tag& tag, const XmlShape* shape,
                                            bool is_tool_tag);
[[nodiscard]] bool is_argument(const Beside& one, const Program& program, const std::string& tool);
[[nodiscard]] bool has_argument(const Opening& opening, const std::string& tool);
/// The value of an attribute as JSON, by the schema of the tool.
[[nodiscard]] std::string value_of(const Beside& one, const Program& program,
                                   const std::string& tool);
/// Fills the item of a call without a body from the call's opener. Precondition: it has its name.
void take_arguments(const Opening& opening, BodyItem& item);
/// Adds the attributes to a call whose body is not elements.
/// @param is_one      the item is all of the body
/// @param is_of_tag   its name is that of the tag, or the tag has none
void take_attributes(const Opening& opening, BodyItem& item, bool is_one, bool is_of_tag);
/// The schema of the elements of a list; null if nothing is known.
[[nodiscard]] const ParameterSchema* element_of(const ToolSchema* tool,
                                                const ParameterSchema* list);

/// True if all items are calls. A call without a marker must have arguments of its own.
[[nodiscard]] bool are_calls(const Opening& opening, const Body& body);

}  // namespace tagstream::testing::model

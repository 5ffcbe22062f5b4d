#pragma once

// What follows the opener of a call, read by the form of its body. A reader of a body says how far
// it goes as one and what stands in it; where a broken one ends is the matter of model_calls.

#include <algorithm>
#include <cstddef>
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

/// An id, or nothing: what is longer is not one.
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

/// The key in <parameter=key=value, also if the tag's name is doubled; empty if there is none.
/// Its bytes lie in `text`, which is no longer than a tag may be.
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

/// The opener of a call.
struct Opening {
  const Program& program;
  const CallForm& form;
  std::size_t begin = 0;       ///< of the call's span
  std::size_t marker = 0;      ///< of its opener
  std::size_t marker_end = 0;  ///< after it
  std::size_t body = 0;        ///< where its body begins
  std::string_view tag_name{};
  bool is_header = false;  ///< the name is known, its arguments follow
  bool may_start = false;  ///< its pieces are asked for
  bool may_call = true;    ///< of what it opens something may be called
  std::string name{};      ///< that its tag or header gives
  std::string id{};
  std::string arguments{};  ///< attributes beside the name, as JSON without its last brace
  /// The attributes after a literal that opens a call: they are not part of the body.
  enum class Head { absent, open, failed, complete, empty } head = Head::absent;
};

/// One call of a body, or an error.
struct BodyItem {
  Code error = Code::none;
  std::size_t offset = 0;  ///< of the error
  std::size_t begin = 0;   ///< its own text, if the body has several
  std::size_t end = 0;
  std::string name{};
  std::string arguments{};
  std::string id{};
  bool is_repaired = false;
  bool has_unknown_key = false;  ///< an opening tag in a value, of no parameter of the tool
  bool is_markup = false;        ///< an error whose bytes are not content
  bool is_forbidden = false;     ///< a call, but it must not be called
  std::size_t name_at = none;    ///< where its name stands; none: the tag, or the options, give it

  // If pieces are asked for: what was told while the body was open.
  bool is_started = false;
  std::string start_id{};
  std::string given{};  ///< of the arguments
  std::uint64_t index = 0;

  void set_error(Code code, std::size_t at) {
    error = code;
    offset = at;
  }
};

/// How far a body goes as one.
struct Body {
  enum class What {
    cut,         ///< to the end of what is known
    closed,      ///< to its closer, or to where its value ends it
    empty,       ///< its closer stands in place of a body
    failed,      ///< to a byte that can't stand there
    doubled,     ///< the same opener follows at once: it ends before that
    not_a_call,  ///< the opener is content
  };
  What what = What::cut;
  std::size_t content_end = 0;  ///< before what ends it
  std::size_t end = 0;          ///< after it
  bool is_closed = true;        ///< by a closer
  std::size_t fails_at = 0;     ///< the byte that shows that it is not a body, once it has ended
  std::size_t quoted = 0;       ///< what begins before this was quoted by a tag that failed
  std::vector<BodyItem> items;  ///< closed: what stands in it; cut: the calls that have started
  bool is_if_ended = false;     ///< cut: nothing but the closer is missing
  std::vector<BodyItem> all;    ///< what stands in it as far as it is complete

  // Of JSON.
  std::size_t at = 0;         ///< the byte that failed
  std::size_t value = 0;      ///< where the value begins; 0: it has not begun
  std::size_t string = none;  ///< failed, cut: the string in which, or right after which it did
  std::size_t outside = 0;    ///< failed: up to it no string goes on
  bool is_string_open = false;
  bool is_value_known = false;  ///< the value is complete
  bool is_text = false;         ///< nothing in it is JSON
  bool is_refuted = false;      ///< no call is in the value, whatever follows it
  std::size_t surplus = none;   ///< a bracket too many after the value
  bool is_named = false;        ///< `root` is the arguments, `name` and `id` are read
  std::string name{};
  std::string id{};
  std::size_t name_begin = 0;
  bool is_written = false;  ///< calls that look like code, not JSON
  std::vector<WrittenCall> written{};
  std::size_t cut_end = none;     ///< where the input ends in what may end it, after a value
  std::size_t first_slip = none;  ///< of theirs
  std::size_t repeated = none;    ///< a keyword of theirs that is given again
  ModelValue root{};
  ModelJson json{{}, 0};
};

/// Where what is of a body ends before `end`, with which the input ends: without the tokens of a
/// vocabulary, the last one cut off or not, and the blanks there.
[[nodiscard]] std::size_t end_before_tokens(std::string_view text, std::size_t begin,
                                            std::size_t end, const Program& program);
/// The complete token after blanks at `at`; none if there is none.
[[nodiscard]] std::size_t token_after(std::string_view text, std::size_t at,
                                      const Program& program);
/// Where a token of a vocabulary ends that begins at `at`: <|word|>. 0: none does; npos: it is cut.
[[nodiscard]] std::size_t token_end(std::string_view text, std::size_t at, std::size_t longest);

/// True if the call's closing tag is cut off at `at`, however long it becomes.
/// R368: true if an elements body, of which the text ends in `rest`, can't have one more parameter.
/// @param function   the tag of the function that is open, if one is
/// @param arguments  of the call that is open, without the last brace
[[nodiscard]] bool is_whole(std::string_view rest, const Opening& opening,
                            const std::string& function, const std::string& tool,
                            const std::string& arguments);
[[nodiscard]] bool is_closer_cut(std::string_view text, std::size_t at, const Opening& opening);

/// True if what the text ends in closes the call, one of `tags` or of `literals`, or what stands
/// around calls, and begins nothing.
[[nodiscard]] bool may_only_close(std::string_view rest, const Opening& opening,
                                  std::vector<std::string> tags,
                                  const std::vector<std::string>& literals);

/// An empty body whose closing tag is cut off at `at` is a call if something names the tool.
void note_empty(std::string_view text, std::size_t at, const Opening& opening, Body& body);

/// Reads a body. Precondition: the opener is not self-closing.
[[nodiscard]] Body read_body(const Known& known, const Opening& opening);
[[nodiscard]] bool is_json(const Known& known, const Opening& opening);

[[nodiscard]] Body read_json_body(const Known& known, const Opening& opening);
[[nodiscard]] Body read_xml_body(const Known& known, const Opening& opening);

/// Of a row whose parameters are elements.
[[nodiscard]] Body read_shape_body(const Known& known, const Opening& opening);
/// How many bytes at the end begin a character that may go on.
[[nodiscard]] std::size_t half_character(std::string_view text);
/// What is certain of the string that the bytes of a value which is open have begun, as JSON
/// without its closing quote; empty if that is nothing.
/// @param may_be_null       null would not be a string
/// @param drops_line_ends   one on each side is not of the value
[[nodiscard]] std::string open_string_json(std::string_view text, bool may_be_null,
                                           bool drops_line_ends);

/// Attributes after a literal, up to the literal that ends them.
struct Head {
  std::size_t end = 0;  ///< 0: they have failed, or are open
  bool is_open = false;
  std::string tag{};  ///< a tag with the same attributes
};
[[nodiscard]] Head read_head(std::string_view text, std::size_t from, std::string_view end,
                             std::size_t longest);

/// What stands in a JSON body whose value is complete.
[[nodiscard]] std::vector<BodyItem> json_items(std::string_view text, const Opening& opening,
                                               const Body& body);
/// The calls of a JSON body that have started, with what is certain of them before `until`.
[[nodiscard]] std::vector<BodyItem> started_items(std::string_view text, const Opening& opening,
                                                  const Body& body, std::size_t until);
/// How far the pieces of a JSON body go that has no end.
[[nodiscard]] std::size_t open_until(std::string_view text, const Opening& opening,
                                     const Body& body);

/// What is not offered is an error, and what must not be called has no pieces.
void check_items(const Opening& opening, std::vector<BodyItem>& items);

/// What ends a body that is not JSON, beside its closer.
[[nodiscard]] bool ends_broken_body(const Hit& hit);
/// The body's closer, or what ends a broken one.
[[nodiscard]] std::optional<Hit> ender_at(std::string_view text, std::size_t at,
                                          const Opening& opening);
/// True if the tag names the tool of a call without a body.
[[nodiscard]] bool is_named_by_tag(const Opening& opening);

/// The arguments that attributes say, as JSON without its last brace; empty: none.
[[nodiscard]] std::string arguments_of(const Tag& tag, const XmlShape& shape,
                                       const Program& program, const std::string& tool);
/// A call without a body: what its opener says.
void take_arguments(const Opening& opening, BodyItem& item);

/// True if all of them are calls; of a markerless one, with arguments of their own.
[[nodiscard]] bool are_calls(const Opening& opening, const Body& body);

}  // namespace tagstream::testing::model

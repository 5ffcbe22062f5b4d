#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace tagstream {

/// The two markers around a part of an XML body. `<name>` of ASCII name bytes is a tag, which may
/// have blanks and attributes; any other marker is a literal.
struct XmlMark {
  std::string_view open{};
  std::string_view close{};

  [[nodiscard]] constexpr bool is_given() const { return !open.empty(); }
  friend constexpr bool operator==(const XmlMark&, const XmlMark&) = default;
};

/// The tag's name if `word` is an opening tag: `think` for `<think>`. Empty for `</think>`,
/// `<|x|>` and `<-a>`.
[[nodiscard]] constexpr std::string_view xml_tag_name(std::string_view word) noexcept {
  if (word.size() < 3 || word.front() != '<' || word.back() != '>') return {};
  const std::string_view name = word.substr(1, word.size() - 2);
  for (char c : name) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_one = is_letter || (c >= '0' && c <= '9') || c == '_' || c == ':' || c == '-';
    if (!is_one && c != '.') return {};
  }
  return name.front() == '-' || name.front() == '.' ? std::string_view() : name;
}

/// The shape of XML bodies, as data: what opens a function or a parameter, and where their names
/// stand. One reader reads all of these. k is a key, v its value:
///
///   keyed     <parameter=k>v</parameter>   <parameter name="k">v</parameter>   `parameters`
///   pairs     <arg_key>k</arg_key><arg_value>v</arg_value>                     `keys`, `values`
///   lines     k: v                                                             `values` alone
///   headed    <|sep|>k, then v on the lines after it                           `key_is_head`
///   prefixed  ]<]minimax[>[<k>v]<]minimax[>[</k>                               `prefix`
///   tags      <k>v</k>                                                         `tag_is_key`
struct XmlShape {
  using Marks = std::array<XmlMark, 4>;

  std::array<std::string_view, 2> functions{};  ///< tags of calls, if a body has several
  Marks parameters{};                           ///< around a value whose key is an attribute
  Marks keys{};                                 ///< around the key of a pair
  Marks values{};                               ///< around the value of a pair
  XmlMark type{};                               ///< around the type of a pair, before the value
  std::string_view prefix{};            ///< before each tag; a tag's name is the key, and tags nest
  std::string_view name_attribute{};    ///< names a function or a call: <invoke name="f">
  std::string_view index_attribute{};   ///< counts the calls: <call tool="f" index="1">
  std::string_view key_attribute{};     ///< names a parameter: <parameter name="k">
  std::string_view string_attribute{};  ///< "true": the value is a string, "false": it is JSON
  std::string_view type_attribute{};    ///< the value's type
  bool name_is_value = false;           ///< a value after the tag's name is a name: <function=f>
  bool spells_both = false;      ///< both <parameter=k> and <parameter name="k"> are the format's
  bool tag_is_key = false;       ///< any other tag is a parameter, its name the key: <path>
  bool trims_line_ends = false;  ///< a value loses one line end on each side
  bool name_first = false;       ///< the call's name is the first word of the body
  std::array<std::string_view, 2> separators{};  ///< may stand after the name
  std::string_view head_end{};      ///< after the attributes of literal openers, the call's too
  bool key_is_head = false;         ///< a key stands bare between a literal opener and `head_end`
  bool name_ends_line = false;      ///< a line end must stand before the first parameter
  bool is_one_call = true;          ///< only the call's own tag is around parameters
  bool takes_cdata = false;         ///< a value may be <![CDATA[…]]>
  bool openers_end_values = false;  ///< an opener ends a value even inside a line
  bool plain_keys = false;          ///< a key's tag has no attributes; a tag with some is text
  bool first_key_counts = false;    ///< a parameter that comes again is left out

  /// True if no marker stands before a key: the key is the first word of its line.
  [[nodiscard]] constexpr bool is_lines() const {
    return values[0].is_given() && !keys[0].is_given();
  }
  /// True if a line end, not a closing tag, ends a value.
  [[nodiscard]] constexpr bool has_lines() const { return is_lines() || key_is_head; }
  /// True if a word at the beginning of a line may be a key whose marker the model has left out.
  [[nodiscard]] constexpr bool may_have_bare_keys() const { return name_first || is_lines(); }
  friend constexpr bool operator==(const XmlShape&, const XmlShape&) = default;
};

/// The spellings that a body may mix if no dialect describes it, as in a rule `call`:
///   <read_file><path>a.c</path></read_file>
///   <invoke name="f"><parameter name="k">v</parameter></invoke>
///   <function=f><parameter=k>v</parameter></function>
inline constexpr XmlShape mixed_xml = {
    .functions = {"invoke", "function"},
    .parameters = {{{"<parameter>", "</parameter>"}, {"<param>", "</param>"}}},
    .name_attribute = "name",
    .key_attribute = "name",
    .string_attribute = "string",
    .name_is_value = true,
    .tag_is_key = true,
    .trims_line_ends = true,
    .is_one_call = false,
};

}  // namespace tagstream

#pragma once

// What a token in an XML body means, by the body's shape and the rules in force.

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "body/body_reader.hpp"
#include "body/call_name.hpp"
#include "body/schema.hpp"
#include "formats/xml_shape.hpp"
#include "lex/lexer.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream {

/// What a token stands for. Of those that the shape names there are openers and closers.
enum class XmlPart : std::uint8_t {
  other,
  call,       ///< the call's own
  function,   ///< around the parameters of one of many calls
  parameter,  ///< keyed by an attribute, or by its name
  key,
  type,
  value,
  separator,  ///< after the call's name
  prefix,     ///< before a tag
  next,       ///< begins something that is not of this call: another call, reasoning
  wrapper,    ///< closes what stands around calls
};

/// What the attributes say of an opener of a function, or of a parameter that they key. They are
/// walked once a tag: each is asked for several times.
struct XmlWords {
  std::string_view name{};    // of the function, or the key
  std::string_view string{};  // whether its value is a string
  std::string_view type{};    // of its value
  std::string_view id{};
  bool has_name_value = false;  // its name stands directly after the tag's own
};

struct XmlTag {  // a token, read
  Match match;
  std::string_view name;  // of a tag
  std::string_view raw;   // of a literal opener: a tag with the same attributes
  XmlWords words;
  XmlPart part = XmlPart::other;
  bool is_literal = false;
  bool is_closer = false;
  bool is_function = false;  // the shape has a function of its name
  bool is_keyed = false;     // a parameter whose key is an attribute, not the tag's name
};

/// The name directly after a tag's own; empty if the shape writes none there.
[[nodiscard]] std::string_view name_value(const XmlShape& shape, std::string_view tag);

/// R370: true for an attribute, beside the name, that is an argument of the call. An id, a number
/// in a row, and what kind of call it is are arguments only if the tool has such parameters.
/// @param tool  null: its schema is not known
[[nodiscard]] bool is_argument(const XmlShape& shape, const ToolSchema* tool,
                               const Attribute& attribute);
/// True if a tag that names a tool has one.
[[nodiscard]] bool has_argument(const XmlShape& shape, const ToolSchema* tool,
                                std::string_view tag);

/// The call's id, which an attribute says; empty if it is too long, or if it is a parameter of the
/// tool.
[[nodiscard]] std::string_view call_id(std::string_view id, const ToolSchema* tool);

/// The same without the tag's own name, which models write twice: <function=function=f>.
[[nodiscard]] std::string_view without_doubled(std::string_view value, std::string_view tag_name,
                                               bool ignore_case);

/// What may be closed at a place, beside the call.
struct XmlClosers {
  std::string_view function{};   // its tag, if one is open
  std::string_view parameter{};  // the tag of the one that has just been closed: it may be doubled
  bool has_value = false;        // the value of one has: a literal that closes it may be doubled
};

class XmlTags {
 public:
  explicit XmlTags(const BodyPlace& place);

  /// The tool that is called, if it is known: keys that it has may be glued to a tag's name.
  void know_tool(const ToolSchema* schema) { schema_ = schema; }
  void read(const Segment& segment, const Match& match, XmlTag& tag) const;
  /// Reads `tag.words` out of `tag.raw`.
  void read_attributes(XmlTag& tag) const;

  [[nodiscard]] const RuleSet& set() const { return *set_; }
  [[nodiscard]] const XmlShape& shape() const { return *shape_; }
  [[nodiscard]] RuleIndex rule() const { return rule_; }
  /// Empty for a marker rule.
  [[nodiscard]] std::string_view call_name() const { return call_name_; }
  /// True if the call's tag may be the name of a tool: whoever says that bodies are of elements
  /// says so of any tag.
  [[nodiscard]] bool may_be_tool() const {
    return set_->rules[rule_].body != CallBody::automatic || !is_carrier(call_name_);
  }

  [[nodiscard]] bool is_name(std::string_view a, std::string_view b) const {
    return same_name(a, b, set_->ignore_case);
  }
  /// True if the call's name, which stands in front of the parameters, may end before this byte.
  [[nodiscard]] bool may_follow_name(char byte) const {
    return is_blank(byte) || byte == '<' ||
           std::any_of(shape_->separators.begin(), shape_->separators.end(),
                       [&](std::string_view word) { return word.starts_with(byte); });
  }
  /// What a key is made of that has no opening mark; of a line `KEY: VALUE` the colon is not of it.
  [[nodiscard]] bool is_bare_key_byte(char byte) const {
    const bool ends = shape_->is_lines() &&
                      std::any_of(shape_->values.begin(), shape_->values.end(),
                                  [&](const XmlMark& mark) { return mark.open.starts_with(byte); });
    return !ends && is_call_name_byte(byte);
  }
  [[nodiscard]] bool opens_call(const XmlTag& tag) const {
    return !tag.is_closer && set_->rules[tag.match.rule].role == Role::call;
  }
  [[nodiscard]] bool is_dropped(const XmlTag& tag) const {
    return tag.is_literal && set_->rules[tag.match.rule].role == Role::drop;
  }
  /// True if what the input ends in here closes the call, what is around it, or one of `closers`,
  /// and begins nothing.
  [[nodiscard]] bool may_close(std::string_view rest, const XmlClosers& closers) const;
  /// True if it has no attributes: <key>.
  [[nodiscard]] static bool is_bare(const XmlTag& tag) {
    return tag.raw.size() == tag.name.size() + 2;
  }
  /// The function that it opens; empty if it opens none.
  [[nodiscard]] static std::string_view function(const XmlTag& tag) {
    return tag.is_function && !tag.is_closer ? tag.words.name : std::string_view();
  }
  /// True if it opens a parameter: one that has a key.
  [[nodiscard]] bool is_parameter(const XmlTag& tag) const;

 private:
  void read_literal(XmlTag& tag) const;
  void read_tag(XmlTag& tag) const;
  void read_tag_of_rule(XmlTag& tag) const;
  void read_glued(XmlTag& tag) const;
  [[nodiscard]] bool is_tag_of(const XmlMark& mark, std::string_view name) const {
    // A tag has such a name, so it is one that follows '<' there.
    return mark.open.size() == name.size() + 2 && mark.open.front() == '<' &&
           mark.open.back() == '>' && is_name(name, mark.open.substr(1, name.size()));
  }
  [[nodiscard]] bool is_one_of(const XmlShape::Marks& marks, std::string_view name) const {
    return std::any_of(marks.begin(), marks.end(),
                       [&](const XmlMark& mark) { return is_tag_of(mark, name); });
  }
  [[nodiscard]] XmlPart rule_part(RuleIndex rule, bool closes) const;

  const RuleSet* set_;
  const XmlShape* shape_;
  RuleIndex rule_;
  std::string call_name_;
  const ToolSchema* schema_ = nullptr;
};

/// R368: true if `cut`, the beginning of a closing tag or marker, has more than any may begin with:
/// `</f`, and neither `</` nor `</ `.
[[nodiscard]] inline bool has_name_byte(std::string_view cut) {
  return cut.size() > 2 && !trimmed(cut.substr(2)).empty();
}

}  // namespace tagstream

#pragma once

// What a token in an XML body means, by the body's shape and the rules in force.

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "body/body_reader.hpp"
#include "body/call_name.hpp"
#include "body/schema.hpp"
#include "body/xml/xml_sign.hpp"
#include "formats/xml_shape.hpp"
#include "lex/lexer.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream {

/// What the attributes say of an opener of a function, or of a parameter that they key. They are
/// walked once a tag: each is asked for several times.
struct XmlWords {
  std::string_view name{};    // of the function, or the key
  std::string_view string{};  // whether its value is a string
  std::string_view type{};    // of its value
  std::string_view id{};
  bool has_name_value = false;  // its name stands directly after the tag's own
};

/// A token, read. `<parameter name="city">` has the name `parameter`, the sign `parameter_open`,
/// and the word `city`.
struct XmlToken {
  Match match;
  std::string_view name;  // of a tag
  std::string_view raw;   // of a literal opener: a tag with the same attributes
  XmlWords words;
  XmlSign sign = XmlSign::noise;
  bool is_literal = false;
  bool is_closer = false;
  bool may_be_function = false;  // the shape has a function of its name
  bool is_keyed = false;         // a parameter whose key is an attribute, not the tag's name
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

/// Gives tokens their signs. It knows the shape and the rules, and nothing of what has been read:
/// where a function may begin, and which one is open, `XmlBody::sign_here` says.
class XmlGrammar {
 public:
  explicit XmlGrammar(const BodyPlace& place)
      : set_(place.set), shape_(place.shape), rule_(place.rule), call_name_(place.call_name) {}

  void read(const Segment& segment, const Match& match, XmlToken& token) const;
  /// The same for the tag after a prefix: its name is a key.
  void read_prefixed(const Segment& segment, const Match& match, XmlToken& token) const;
  /// Reads what `token.raw` says: of a literal opener that is known once its attributes have come.
  void read_attributes(XmlToken& token) const;

  [[nodiscard]] const RuleSet& set() const { return *set_; }
  [[nodiscard]] const XmlShape& shape() const { return *shape_; }
  [[nodiscard]] const XmlLanguage& language() const {
    return shape_->is_one_call ? family_language : mixed_language;
  }
  [[nodiscard]] RuleIndex rule_index() const { return rule_; }
  [[nodiscard]] const CompiledRule& rule() const { return set_->rules[rule_]; }
  /// Empty for a marker rule.
  [[nodiscard]] std::string_view call_name() const { return call_name_; }
  /// True if the call's tag may be the name of a tool: whoever says that bodies are of elements
  /// says so of any tag.
  [[nodiscard]] bool may_be_tool() const {
    return rule().body != CallBody::automatic || !is_carrier(call_name_);
  }

  [[nodiscard]] bool is_name(std::string_view a, std::string_view b) const {
    return same_name(a, b, set_->ignore_case);
  }
  /// True if the call's name, which stands in front of the parameters, may end before this byte.
  [[nodiscard]] bool may_follow_name(char byte) const;
  /// What a key is made of that has no opening mark; of a line `KEY: VALUE` the colon is not of it.
  [[nodiscard]] bool is_bare_key_byte(char byte) const;
  /// True if it opens a call of any rule. Precondition: it has a rule.
  [[nodiscard]] bool opens_call(const XmlToken& token) const {
    return !token.is_closer && set_->rules[token.match.rule].role == Role::call;
  }
  /// True if it has no attributes: <key>.
  [[nodiscard]] static bool is_bare(const XmlToken& token) {
    return token.raw.size() == token.name.size() + 2;
  }

 private:
  void read_literal(XmlToken& token) const;
  bool read_mark(const XmlShape::Marks& marks, XmlSign opener, XmlToken& token) const;
  void read_tag(XmlToken& token) const;
  [[nodiscard]] XmlSign sign_of_name(XmlToken& token) const;
  [[nodiscard]] XmlSign sign_of_rule(RuleIndex rule, const XmlToken& token) const;
  void settle_parameter(XmlToken& token) const;
  [[nodiscard]] bool is_tag_of(const XmlMark& mark, std::string_view name) const {
    // A tag has such a name, so it is one that follows '<' there.
    return mark.open.size() == name.size() + 2 && mark.open.front() == '<' &&
           mark.open.back() == '>' && is_name(name, mark.open.substr(1, name.size()));
  }
  [[nodiscard]] bool is_one_of(const XmlShape::Marks& marks, std::string_view name) const {
    return std::any_of(marks.begin(), marks.end(),
                       [&](const XmlMark& mark) { return is_tag_of(mark, name); });
  }

  const RuleSet* set_;
  const XmlShape* shape_;
  RuleIndex rule_;
  std::string call_name_;
};

}  // namespace tagstream

#pragma once

// Gives tokens of an XML body their meaning, by the shape of the body and the rules. In qwen3_coder
// `<parameter=city>` opens a parameter with the key `city`, and `<b>` is noise.

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
#include "lex/scope.hpp"
#include "tagstream/attribute.hpp"

namespace tagstream {

/// The attributes that matter in the opener of a function or of a parameter. They are read once a
/// tag, since each is used several times.
struct XmlWords {
  std::string_view name{};    // the function's name, or the key of the parameter
  std::string_view string{};  // "true" or "false": whether the value is a string
  std::string_view type{};    // of its value
  std::string_view id{};
  std::string_view left_out{};  // the first attribute that says nothing of a parameter
  bool has_name_value = false;  // the name stands directly after the tag's own name
};

/// A token with its meaning. `<parameter name="city">` has the name `parameter`, the sign
/// `parameter_open`, and `words.name` is `city`.
struct XmlToken {
  Match match;
  std::string_view name;  // of a tag
  std::string_view raw;   // of a literal opener: a tag with the same attributes
  XmlWords words;
  XmlSign sign = XmlSign::noise;
  bool is_closer = false;
  bool may_be_function = false;  // the tag's name is one that opens functions
  bool is_keyed = false;         // a parameter whose key is an attribute, not the tag's name

  /// True for a literal, which has no name.
  [[nodiscard]] bool is_literal() const { return name.empty(); }
};

/// The value without the tag's own name, which models write twice: <function=function=f>.
[[nodiscard]] std::string_view without_doubled(std::string_view value, std::string_view tag_name,
                                               bool ignore_case);

/// Gives tokens their signs, from the shape and the rules alone. `XmlBody::sign_here` adds the
/// facts that depend on earlier tokens: where a function may begin, and which one is open.
class XmlGrammar {
 public:
  explicit XmlGrammar(const BodyPlace& place)
      : set_(place.set), shape_(place.shape), rule_(place.rule), call_name_(place.call_name) {}

  /// The schema of the open call; null: not known. It outlives the object.
  void know(const ToolSchema* tool) { tool_ = tool; }
  /// @param in_value  the token stands in the value of a parameter
  void read(const Segment& segment, const Match& match, bool in_value, XmlToken& token) const;
  /// As `read`, for a tag after a prefix, whose name is a key.
  void read_prefixed(const Segment& segment, const Match& match, XmlToken& token) const;
  /// Reads the attributes in `token.raw` into `token.words`. For a literal opener it is called
  /// after its attributes were read.
  void read_attributes(XmlToken& token) const;

  [[nodiscard]] const RuleSet& set() const { return *set_; }
  [[nodiscard]] const XmlShape& shape() const { return *shape_; }
  [[nodiscard]] const XmlLanguage& language() const {
    return shape_->is_one_call ? family_language : mixed_language;
  }
  [[nodiscard]] RuleIndex rule_index() const { return rule_; }
  [[nodiscard]] const CompiledRule& rule() const { return set_->rules[rule_]; }
  /// The name of the call's tag; empty for a marker rule.
  [[nodiscard]] std::string_view call_name() const { return call_name_; }
  /// True if the call's tag may be the name of a tool. It may be any tag if the rule says that
  /// bodies are elements; else it must not be a word such as `tool_call`.
  [[nodiscard]] bool may_be_tool() const {
    return rule().call.body != CallBody::automatic || !is_carrier(call_name_);
  }

  [[nodiscard]] bool is_name(std::string_view a, std::string_view b) const {
    return same_name(a, b, set_->ignore_case);
  }
  /// True for a byte of a key without an opening mark. In a format of lines, `KEY: VALUE`, the
  /// colon is not such a byte.
  [[nodiscard]] bool is_bare_key_byte(char byte) const;
  /// True if the token opens a call of any rule. Precondition: it has a rule.
  [[nodiscard]] bool opens_call(const XmlToken& token) const {
    return !token.is_closer && set_->rules[token.match.rule].role == Role::call;
  }
  /// True if a text holds a tag or marker of the format, or of any call or wrapper. The text
  /// `use <function=f>` in a value of qwen3_coder does.
  /// @param tags  of the value
  [[nodiscard]] bool holds_marker(std::string_view text, const ValueTags& tags) const;
  /// True if the tag has no attributes: <key>.
  [[nodiscard]] static bool is_bare(const XmlToken& token) {
    return token.raw.size() == token.name.size() + 2;
  }

 private:
  [[nodiscard]] bool is_of_format(std::string_view name) const;
  [[nodiscard]] bool is_of_format(MarkerTrie::Marker marker) const;
  [[nodiscard]] bool begins_marker(std::string_view text) const;
  [[nodiscard]] bool begins_token(std::string_view text) const;
  void read_literal(XmlToken& token) const;
  bool read_mark(const XmlShape::Marks& marks, XmlSign opener, XmlToken& token) const;
  void read_tag(XmlToken& token, bool in_value) const;
  [[nodiscard]] XmlSign sign_of_name(XmlToken& token, bool in_value) const;
  [[nodiscard]] bool is_parameter(const XmlToken& token) const;
  [[nodiscard]] XmlSign sign_of_rule(RuleIndex rule, const XmlToken& token) const;
  void settle_parameter(XmlToken& token) const;
  [[nodiscard]] bool is_tag_of(const XmlMark& mark, std::string_view name) const {
    // Only marks of the form `<name>` can be tags.
    return mark.open.size() == name.size() + 2 && mark.open.front() == '<' &&
           mark.open.back() == '>' && is_name(name, mark.open.substr(1, name.size()));
  }
  [[nodiscard]] bool is_one_of(const XmlShape::Marks& marks, std::string_view name) const {
    return std::any_of(marks.begin(), marks.end(),
                       [&](const XmlMark& mark) { return is_tag_of(mark, name); });
  }

  const RuleSet* set_;
  const XmlShape* shape_;
  const ToolSchema* tool_ = nullptr;
  RuleIndex rule_;
  std::string call_name_;
};

}  // namespace tagstream

#pragma once

// What a token in an XML body means, by the body's shape and the rules in force.

#include <algorithm>
#include <string>
#include <string_view>

#include "base/text.hpp"
#include "body/body_reader.hpp"
#include "lex/lexer.hpp"
#include "tagstream/xml_shape.hpp"

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

struct XmlTag {  // a token, read
  Match match;
  std::string_view name;  // of a tag
  std::string_view raw;   // of a literal opener: a tag with the same attributes
  XmlPart part = XmlPart::other;
  bool is_literal = false;
  bool is_closer = false;
};

/// The name directly after a tag's own; empty if the shape writes none there.
[[nodiscard]] std::string_view name_value(const XmlShape& shape, std::string_view tag);
[[nodiscard]] bool has_name_value(const XmlShape& shape, std::string_view tag);

class XmlTags {
 public:
  explicit XmlTags(const BodyPlace& place);

  [[nodiscard]] XmlTag read(const Segment& segment, const Match& match) const;

  [[nodiscard]] const RuleSet& set() const { return *set_; }
  [[nodiscard]] const XmlShape& shape() const { return *shape_; }
  [[nodiscard]] RuleIndex rule() const { return rule_; }
  /// Empty for a marker rule.
  [[nodiscard]] std::string_view call_name() const { return call_name_; }

  [[nodiscard]] bool is_name(std::string_view a, std::string_view b) const {
    return same_name(a, b, set_->ignore_case);
  }
  [[nodiscard]] bool opens_call(const XmlTag& tag) const {
    return !tag.is_closer && set_->rules[tag.match.rule].role == Role::call;
  }
  [[nodiscard]] bool is_dropped(const XmlTag& tag) const {
    return tag.is_literal && set_->rules[tag.match.rule].role == Role::drop;
  }
  /// The function that it opens; empty if it opens none.
  [[nodiscard]] std::string_view function(const XmlTag& tag) const;
  /// True if it opens a parameter: one that has a key.
  [[nodiscard]] bool is_parameter(const XmlTag& tag) const;
  /// True if the key of such a parameter is an attribute, not the tag's name.
  [[nodiscard]] bool is_keyed(const XmlTag& tag) const {
    return tag.part == XmlPart::parameter &&
           (tag.is_literal || is_one_of(shape_->parameters, tag.name));
  }
  /// The name that an attribute gives, or the value directly after the tag's name.
  [[nodiscard]] std::string_view name_attribute(const XmlTag& tag, std::string_view key) const;
  [[nodiscard]] std::string_view attribute(const XmlTag& tag, std::string_view name) const;

 private:
  void read_literal(XmlTag& tag) const;
  void read_tag(XmlTag& tag) const;
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
};

}  // namespace tagstream

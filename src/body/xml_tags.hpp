#pragma once

// What a tag in an XML body means, by the body's shape and the rules in force.

#include <string>
#include <string_view>

#include "base/text.hpp"
#include "body/body_reader.hpp"
#include "body/xml_shape.hpp"
#include "lex/lexer.hpp"

namespace tagstream {

struct XmlTag {  // a token, read
  Match match;
  std::string_view name;
  std::string_view raw;
  [[nodiscard]] bool closes() const { return match.closes || match.kind == TokenKind::close; }
};

class XmlTags {
 public:
  explicit XmlTags(const BodyPlace& place)
      : set_(place.set), shape_(place.shape), rule_(place.rule), call_name_(place.call_name) {}

  [[nodiscard]] static XmlTag read(const Segment& segment, const Match& match);

  [[nodiscard]] const RuleSet& set() const { return *set_; }
  [[nodiscard]] const XmlShape& shape() const { return *shape_; }
  [[nodiscard]] RuleIndex rule() const { return rule_; }
  /// Empty for a marker rule.
  [[nodiscard]] std::string_view call_name() const { return call_name_; }

  [[nodiscard]] bool is_name(std::string_view a, std::string_view b) const {
    return same_name(a, b, set_->ignore_case);
  }
  /// True if it is a tag of the call itself.
  [[nodiscard]] bool is_call(const XmlTag& tag) const;
  [[nodiscard]] bool opens_call(const XmlTag& tag) const;
  /// The function that it opens; empty if it opens none.
  [[nodiscard]] std::string_view function(const XmlTag& tag) const;
  [[nodiscard]] bool is_parameter(const XmlTag& tag) const;
  /// True if the key of such a parameter is an attribute, not the tag's name.
  [[nodiscard]] bool is_keyed(const XmlTag& tag) const;
  /// The name that an attribute gives, or the value directly after the tag's name.
  [[nodiscard]] std::string_view name_attribute(const XmlTag& tag) const;
  [[nodiscard]] std::string_view attribute(const XmlTag& tag, std::string_view name) const;

 private:
  [[nodiscard]] bool opens_other_rule(std::string_view name) const;

  const RuleSet* set_;
  const XmlShape* shape_;
  RuleIndex rule_;
  std::string call_name_;
};

}  // namespace tagstream

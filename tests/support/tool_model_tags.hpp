#pragma once

// Tags and values of XML bodies.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "support/tool_model_parts.hpp"

namespace tagstream::testing {

/// A tag of any name, or a marker of the call.
struct AnyTag {
  TokenKind kind = TokenKind::open;
  bool is_marker = false;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view name;
  std::string_view raw;

  [[nodiscard]] bool closes() const { return kind == TokenKind::close; }
};

/// What tags mean in the body of one call.
class XmlTags {
 public:
  explicit XmlTags(const CallOpening& opening) : opening_(opening) {}

  [[nodiscard]] std::optional<AnyTag> tag_at(std::string_view text, std::size_t at) const;
  [[nodiscard]] bool is_name(std::string_view a, std::string_view b) const {
    return same_name(a, b, opening_.options.ignore_case);
  }
  [[nodiscard]] bool is_call_tag(const AnyTag& tag) const;
  [[nodiscard]] bool is_keyed(const AnyTag& tag) const {
    return is_name(tag.name, "parameter") || is_name(tag.name, "param");
  }
  [[nodiscard]] std::string attribute(const AnyTag& tag, std::string_view name) const;
  /// The attribute `name`, or the value after the tag's name.
  [[nodiscard]] std::string name_in(const AnyTag& tag) const;
  /// The name of the function that this tag opens; empty if it opens none.
  [[nodiscard]] std::string function_in(const AnyTag& tag) const;
  /// An opening or self-closing tag that may be a parameter's.
  [[nodiscard]] bool is_parameter(const AnyTag& tag) const;

 private:
  const CallOpening& opening_;
};

/// A value as JSON, by its types: right for what tests write, not for huge numbers.
[[nodiscard]] std::string typed_json(std::string_view text, ValueTypes types, bool is_strict,
                                     bool& is_repaired);

/// Takes one line end off each side.
void drop_line_ends(std::string_view& text);

}  // namespace tagstream::testing

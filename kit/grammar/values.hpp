#pragma once

// Values of a schema, as rules. The schema {"type": "integer"} is the token
//
//   INTEGER: "-"? ("0" | /[1-9]/ /[0-9]/{0,18})
//
// and {"enum": ["x", 1]} is `"\"x\"" | "1"`, in Python as well as in JSON.

#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "grammar/rules.hpp"
#include "grammar/schema_view.hpp"

namespace tagstream::grammar {

/// How a family writes values.
struct Style {
  enum class Form : std::uint8_t {
    json,
    python,  ///< as JSON, with True, False and None
    braces,  ///< as JSON without blanks, with bare keys, and strings between delimiters
  };
  Form form = Form::json;
  std::string open{};  ///< around strings, for `braces`
  std::string close{};
  std::vector<Pattern> forbidden{};  ///< patterns that no string may hold
  friend auto operator<=>(const Style&, const Style&) = default;
};

/// Notes: a value or a property would end early, or be read as another one.
inline constexpr std::string_view value_left_out =
    "the value is left out, as it would be read as another one";
inline constexpr std::string_view property_left_out =
    "the property is left out, as its name would be read as another one";

class Values {
 public:
  Values(SchemaView& schemas, Rules& rules) : schemas_(schemas), rules_(rules) {}

  /// A value that fits the schema and has one of the types in `mask`. Without a schema any value
  /// fits.
  [[nodiscard]] Node value(std::optional<Schema> schema, const Style& style,
                           std::string_view name = "value", ValueTypes mask = all_types);
  /// One of the given values, those that `style` can't write left out.
  [[nodiscard]] Node fixed(const std::vector<JsonTree::Id>& values, const Style& style,
                           ValueTypes mask = all_types);
  /// A member of an object: its key and value, and whether it must be there.
  struct Member {
    Node node;
    bool is_required;
  };
  /// The members in their order, those that are not required left out or not.
  /// @param other  may come any number of times after them, unless it is an empty node
  [[nodiscard]] Node list(std::vector<Member> members, const Node& separator, const Node& other);
  /// The token of this name. Its body is that of the first call.
  [[nodiscard]] Node token(std::string_view name, Node body);
  /// A number, or a word such as `true` or, in Python, `True`.
  [[nodiscard]] Node scalar(ValueTypes type, const Style& style);
  /// Writes the bodies of the rules that others refer to. Call it last.
  void finish();

 private:
  using Key = std::tuple<std::optional<Schema>, std::size_t, ValueTypes>;

  [[nodiscard]] Node body(std::optional<Schema> schema, const Style& style, ValueTypes mask);
  [[nodiscard]] Node object(Schema schema, const Style& style);
  [[nodiscard]] Node array(std::optional<Schema> schema, const Style& style);
  [[nodiscard]] Node string(const Style& style);
  [[nodiscard]] Node key(const Property& property, const Style& style);
  [[nodiscard]] static bool is_free_of(const Style& style, std::string_view text);
  [[nodiscard]] Node other_key(const std::vector<Property>& named, const Style& style);
  [[nodiscard]] Node blanks(const Style& style);
  [[nodiscard]] Node of_types(ValueTypes types, std::optional<Schema> schema, const Style& style);

  SchemaView& schemas_;
  Rules& rules_;
  std::vector<Style> styles_;
  std::map<Style, std::size_t> style_numbers_;  // places in `styles_`
  std::map<Key, RuleId> made_;
  std::vector<std::pair<Key, RuleId>> open_;  // rules without a body
  std::map<std::string, RuleId> tokens_;
};

}  // namespace tagstream::grammar

#pragma once

// Values of a schema, as rules.

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

/// How values are written.
struct Style {
  enum class Form : std::uint8_t {
    json,
    python,  ///< as JSON, with True, False and None
    braces,  ///< as JSON without blanks, with bare keys, and strings between delimiters
  };
  Form form = Form::json;
  std::string open{};  ///< delimiters of strings; of braces
  std::string close{};
  std::vector<Pattern> forbidden{};  ///< in strings
  friend bool operator==(const Style&, const Style&) = default;
};

class Values {
 public:
  Values(SchemaView& schemas, Rules& rules) : schemas_(schemas), rules_(rules) {}

  /// A value that fits and is of one of `mask`; nothing: any.
  [[nodiscard]] Node value(std::optional<Schema> schema, const Style& style,
                           std::string_view name = "value", ValueTypes mask = all_types);
  /// Those of `enum` and `const` that can be said in `style`.
  [[nodiscard]] Node fixed(const std::vector<JsonTree::Id>& values, const Style& style,
                           ValueTypes mask = all_types);
  /// A member of an object, in the order of the schema: it must be there, or may be there.
  struct Member {
    Node node;
    bool is_required;
  };
  /// @param other  may come any number of times at the end, unless it is empty
  [[nodiscard]] Node list(std::vector<Member> members, const Node& separator, const Node& other);
  /// The token of that name; the body counts the first time.
  [[nodiscard]] Node token(std::string_view name, Node body);
  /// True, False and null as words, numbers.
  [[nodiscard]] Node scalar(ValueTypes type, const Style& style);
  /// Writes the rules that others refer to. Call it last.
  void finish();

 private:
  using Key = std::tuple<std::optional<Schema>, std::size_t, ValueTypes>;

  [[nodiscard]] Node body(std::optional<Schema> schema, const Style& style, ValueTypes mask);
  [[nodiscard]] Node object(Schema schema, const Style& style);
  [[nodiscard]] Node array(std::optional<Schema> schema, const Style& style);
  [[nodiscard]] Node string(const Style& style);
  [[nodiscard]] Node key(std::string_view key, const Style& style) const;
  [[nodiscard]] Node other_key(const std::vector<Property>& named, const Style& style);
  [[nodiscard]] Node blanks(const Style& style);
  [[nodiscard]] Node of_types(ValueTypes types, std::optional<Schema> schema, const Style& style);

  SchemaView& schemas_;
  Rules& rules_;
  std::vector<Style> styles_;
  std::map<Key, RuleId> made_;
  std::vector<std::pair<Key, RuleId>> open_;  // rules without a body
  std::map<std::string, RuleId> tokens_;
};

}  // namespace tagstream::grammar

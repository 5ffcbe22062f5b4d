#pragma once

// The parts of printing that Lark and GBNF share. Both write the node
// `sequence({literal("a"), repeat(one_of(digits), 1)})` as a quoted text, a set and a `+`:
//
//   Lark   "a" /[0-9]/+
//   GBNF   "a" [0-9]+

#include <cstdint>
#include <string>
#include <string_view>

#include "grammar/rules.hpp"

namespace tagstream::grammar {

/// Appends `value` in hexadecimal, with at least `width` digits.
void append_hex(std::string& out, std::uint32_t value, std::size_t width);

/// Prints a tree of nodes. A printer of a language says how to write literals, sets and the names
/// of rules; brackets, `|` and repeats are the same in both languages.
class NodePrinter {
 public:
  virtual void literal(std::string& out, std::string_view text) const = 0;
  virtual void set(std::string& out, const CodePoints& set) const = 0;
  virtual void rule(std::string& out, RuleId rule) const = 0;

  void print(std::string& out, const Node& node) const;

 protected:
  NodePrinter() = default;
  NodePrinter(const NodePrinter&) = default;
  NodePrinter& operator=(const NodePrinter&) = default;
  ~NodePrinter() = default;

 private:
  void print_inside(std::string& out, const Node& node) const;
};

/// The text inside `[...]`: ranges, and whether they are the set or all that is missing in it.
struct SetText {
  bool is_negative;
  std::vector<CodeRange> ranges;
};
[[nodiscard]] SetText text_of(const CodePoints& set);

/// Appends a set in brackets. @param append_point  writes one code point
void append_brackets(std::string& out, const SetText& set,
                     void (*append_point)(std::string& out, std::uint32_t point));

/// Appends a text in quotes. A control byte is written as `escape` and `digits` hexadecimal digits:
/// `\x01` or `\u0001`.
void append_quoted(std::string& out, std::string_view text, std::string_view escape,
                   std::size_t digits);

}  // namespace tagstream::grammar

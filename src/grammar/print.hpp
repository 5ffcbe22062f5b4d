#pragma once

// What both printers write in the same way.

#include <cstdint>
#include <string>
#include <string_view>

#include "grammar/rules.hpp"

namespace tagstream::grammar {

/// Appends `value` in hexadecimal, with at least `width` digits.
void append_hex(std::string& out, std::uint32_t value, std::size_t width);

/// How a printer writes the parts of a rule.
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

/// The ranges of `[...]`: what stands in it, and whether it says what is not in the set.
struct SetText {
  bool is_negative;
  std::vector<CodeRange> ranges;
};
[[nodiscard]] SetText text_of(const CodePoints& set);

/// Appends a set in brackets. @param append_point  writes one of its code points
void append_brackets(std::string& out, const SetText& set,
                     void (*append_point)(std::string& out, std::uint32_t point));

/// Appends a text in quotes. Control bytes are written as `escape` and so many digits.
void append_quoted(std::string& out, std::string_view text, std::string_view escape,
                   std::size_t digits);

}  // namespace tagstream::grammar

#include "grammar/print.hpp"

namespace tagstream::grammar {

// A tree of nodes as text. `sequence({literal("a"), choice({literal("b"), repeat(rule, 0)})})` is
//
//   "a" ("b" | rule*)

void append_hex(std::string& out, std::uint32_t value, std::size_t width) {
  std::string digits;
  for (; value != 0 || digits.size() < width; value >>= 4) {
    digits.insert(digits.begin(), "0123456789ABCDEF"[value & 0xF]);
  }
  out += digits;
}

// Recursion is no danger here: a tree is as deep as one rule is written, since values inside values
// are rules of their own. A choice in a sequence stands in brackets. A repeat is written `*`, `+`,
// `?`, `{3}`, `{2,}` or `{2,5}`.
void NodePrinter::print(std::string& out, const Node& node) const {
  switch (node.kind) {
    case Node::Kind::literal: return literal(out, node.literal);
    case Node::Kind::set: return set(out, node.set);
    case Node::Kind::rule: return rule(out, node.rule);
    case Node::Kind::sequence:
      if (node.empty()) return literal(out, "");
      for (std::size_t i = 0; i < node.parts.size(); ++i) {
        if (i != 0) out += ' ';
        const bool is_choice = node.parts[i].kind == Node::Kind::choice;
        is_choice ? print_inside(out, node.parts[i]) : print(out, node.parts[i]);
      }
      return;
    case Node::Kind::choice:
      for (std::size_t i = 0; i < node.parts.size(); ++i) {
        if (i != 0) out += " | ";
        print(out, node.parts[i]);
      }
      return;
    case Node::Kind::repeat: break;
  }
  print_inside(out, node.parts[0]);
  const bool is_open = node.most == Node::no_limit;
  if (is_open && node.least < 2) {
    out += node.least == 0 ? '*' : '+';
  } else if (node.least == 0 && node.most == 1) {
    out += '?';
  } else {
    out += '{' + std::to_string(node.least);
    if (node.most != node.least) out += ',' + (is_open ? std::string() : std::to_string(node.most));
    out += '}';
  }
}

// Prints a node in brackets, unless it is one word by itself.
void NodePrinter::print_inside(std::string& out, const Node& node) const {
  const bool is_one = node.kind == Node::Kind::literal || node.kind == Node::Kind::set ||
                      node.kind == Node::Kind::rule;
  if (!is_one) out += '(';
  print(out, node);
  if (!is_one) out += ')';
}

// A set that holds the last code point, U+10FFFF, is almost everything, and is written by the
// points that are missing: `[^<]`.
SetText text_of(const CodePoints& set) {
  const CodePoints others = ~set;
  const bool is_negative = set.has(0x10FFFF) && !others.empty();
  return {is_negative, is_negative ? others.ranges() : set.ranges()};
}

// Two neighbours are written without a hyphen: `[ab]`, and `[a-c]` for three.
void append_brackets(std::string& out, const SetText& set,
                     void (*append_point)(std::string& out, std::uint32_t point)) {
  out += set.is_negative ? "[^" : "[";
  for (const CodeRange& one : set.ranges) {
    append_point(out, one.first);
    if (one.last == one.first) continue;
    if (one.last != one.first + 1) out += '-';
    append_point(out, one.last);
  }
  out += ']';
}

// Only quotes, backslashes and control bytes are escaped; other bytes stay, as both languages read
// UTF-8.
void append_quoted(std::string& out, std::string_view text, std::string_view escape,
                   std::size_t digits) {
  out += '"';
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      out += escape;
      append_hex(out, static_cast<unsigned char>(c), digits);
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  out += '"';
}

}  // namespace tagstream::grammar

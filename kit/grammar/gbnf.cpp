// Prints rules in GBNF, as llama.cpp reads it. GBNF can't say "any text without X". So a text
// becomes one rule for each state of its automaton (automaton.hpp).
#include <algorithm>

#include "grammar/print.hpp"

namespace tagstream::grammar {

namespace {

// The first two states of a string in quotes. A state that is done refers to no other:
//
//   quoted ::= [\"] quoted-at-1
//   quoted-at-1 ::= [^\x00-\x1F\"\\] quoted-at-1 | quoted-at-0
//   quoted-at-0 ::= [\\] quoted-at-2 | [\"]

// A code point inside brackets. `^` and `-` are written by their numbers, as they have a meaning
// there; surrogates, private points and control characters have no glyph.
void append_point(std::string& out, std::uint32_t point) {
  constexpr std::string_view special = "\\\"[]^-";
  if (point == '\n') {
    out += "\\n";
  } else if (point < 0x20 || point == '^' || point == '-' || (point >= 0x7F && point < 0xA0)) {
    out += "\\x";
    append_hex(out, point, 2);
  } else if (point > 0xFFFF) {
    out += "\\U";
    append_hex(out, point, 8);
  } else if (point >= 0xD800 && point < 0xF900) {  // not printable, or not on its own
    out += "\\u";
    append_hex(out, point, 4);
  } else {
    const bool is_special = point < 0x80 && special.find(static_cast<char>(point)) != special.npos;
    if (is_special) out += '\\';
    append_utf8(out, point);
  }
}

void append_set(std::string& out, const CodePoints& set) {
  append_brackets(out, text_of(set), append_point);
}

// The first rule is called `root`. GBNF allows no `_` in names, so `value_city` is `value-city`.
class GbnfPrinter final : public NodePrinter {
 public:
  explicit GbnfPrinter(const Rules& rules) : rules_(rules.all()) {}

  std::string print_all() {
    std::string out;
    for (RuleId i = 0; i < rules_.size(); ++i) {
      const Rules::Rule& rule = rules_[i];
      if (rule.text) {
        append_text(out, i, *rule.text);
        continue;
      }
      this->rule(out, i);
      out += " ::= ";
      print(out, rule.body);
      out += '\n';
    }
    return out;
  }

  void literal(std::string& out, std::string_view text) const override {
    append_quoted(out, text, "\\x", 2);
  }
  void set(std::string& out, const CodePoints& set) const override { append_set(out, set); }
  void rule(std::string& out, RuleId rule) const override {
    if (rule == 0) {
      out += "root";
      return;
    }
    for (const char c : rules_[rule].name) out += c == '_' ? '-' : c;
  }

 private:
  [[nodiscard]] std::string name_of(RuleId rule, std::size_t state) const {
    std::string name;
    this->rule(name, rule);
    return state == 0 ? name : name + "-at-" + std::to_string(state);
  }

  // The set of an edge, and the rule of the state that it leads to.
  [[nodiscard]] std::string alternative_of(RuleId rule, const Automaton::Edge& edge) const {
    std::string text;
    append_set(text, edge.on);
    return edge.to == Automaton::done ? text : text + ' ' + name_of(rule, edge.to);
  }

  static void append_rule(std::string& out, const std::string& name,
                          const std::vector<std::string>& alternatives) {
    out += name + " ::= ";
    for (const std::string& one : alternatives) {
      if (&one != &alternatives[0]) out += " | ";
      out += one;
    }
    out += '\n';
  }

  // One rule for each state, with an alternative for each edge. A part of a text may end in each
  // state. The beginnings of patterns are edges of almost all states, so they are a rule of their
  // own, `text-at-0`.
  void append_text(std::string& out, RuleId rule, const Text& text) const {
    const Automaton automaton = automaton_of(text);
    const std::size_t usual = text.kind == Text::Kind::quoted ? 1 : 0;
    std::vector<std::string> begins;
    for (const Automaton::Edge& edge : automaton.states[usual])
      if (edge.to != usual) begins.push_back(alternative_of(rule, edge));
    const std::string name = name_of(rule, 0) + "-at-0";
    const auto is_begin = [&begins](const std::string& one) {
      return std::find(begins.begin(), begins.end(), one) != begins.end();
    };
    for (std::size_t i = 0; i < automaton.states.size(); ++i) {
      std::vector<std::string> all;
      if (text.kind == Text::Kind::part) all.emplace_back("\"\"");
      for (const Automaton::Edge& edge : automaton.states[i])
        all.push_back(alternative_of(rule, edge));
      const auto count = std::count_if(all.begin(), all.end(), is_begin);
      if (count > 1 && count == std::ssize(begins)) {
        std::erase_if(all, is_begin);
        all.push_back(name);
      }
      append_rule(out, name_of(rule, i), all);
    }
    if (begins.size() > 1) append_rule(out, name, begins);
  }

  const std::vector<Rules::Rule>& rules_;
};

}  // namespace

std::string as_gbnf(const Rules& rules) { return GbnfPrinter(rules).print_all(); }

}  // namespace tagstream::grammar

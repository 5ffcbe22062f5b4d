// Prints rules in GBNF, as llama.cpp reads it. GBNF can't say "any text without X". So a text
// becomes one rule for each state of its automaton (automaton.hpp).
#include "grammar/print.hpp"

namespace tagstream::grammar {

namespace {

// The first two states of a string in quotes. A state that is done refers to no other:
//
//   quoted ::= [\"] quoted-at-1
//   quoted-at-1 ::= [^\x00-\x1F\"\\] quoted-at-1 | [\\] quoted-at-2 | [\"]

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
        append_text(out, i, automaton_of(*rule.text));
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
  void append_state(std::string& out, RuleId rule, std::size_t state) const {
    this->rule(out, rule);
    if (state != 0) out += "-at-" + std::to_string(state);
  }

  // One rule for each state, with an alternative for each edge: the set, and the rule of the next
  // state.
  void append_text(std::string& out, RuleId rule, const Automaton& automaton) const {
    for (std::size_t i = 0; i < automaton.states.size(); ++i) {
      append_state(out, rule, i);
      out += " ::= ";
      bool is_first = true;
      for (const Automaton::Edge& edge : automaton.states[i]) {
        if (!is_first) out += " | ";
        is_first = false;
        append_set(out, edge.on);
        if (edge.to == Automaton::done) continue;
        out += ' ';
        append_state(out, rule, edge.to);
      }
      out += '\n';
    }
  }

  const std::vector<Rules::Rule>& rules_;
};

}  // namespace

std::string as_gbnf(const Rules& rules) { return GbnfPrinter(rules).print_all(); }

}  // namespace tagstream::grammar

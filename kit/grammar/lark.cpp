// Prints rules in Lark, as llguidance reads it. llguidance reads a token by the longest match, and
// never goes back. Two things follow:
//
// - No literal may be the beginning of another one that may stand at the same place.
// - The end of a text is a part of the text's token.
//
// `&` (both) and `~` (not) of regular expressions exist only in llguidance's Lark.
#include <iterator>
#include <set>

#include "grammar/print.hpp"

namespace tagstream::grammar {

namespace {

// If `}`, `\n` and `}\n</tool_call>` are literals, the last one is cut into three: `"}" "\n"
// "</tool_call>"`. Then no literal is the beginning of another.
void append_literal(std::string& out, std::string_view text) { append_quoted(out, text, "\\u", 4); }

// Writes a code point of a regular expression. Sign characters get a backslash, but for `<`, `>`
// and `"` stand bare: `\<` means the beginning of a word in the regular expressions of Rust.
void append_regex_point(std::string& out, std::uint32_t point) {
  constexpr std::string_view special = "\\/[](){}.*+?^$|-&~#\"<>";
  if (point == '\n') {
    out += "\\n";
  } else if (point < 0x20 || (point >= 0x7F && point < 0xA0)) {
    out += "\\x";
    append_hex(out, point, 2);
  } else {
    const bool is_special = point < 0x80 && special.find(static_cast<char>(point)) != special.npos;
    const bool is_bare = point == '<' || point == '>' || point == '"';
    if (is_special && !is_bare) out += '\\';
    append_utf8(out, point);
  }
}

// A set of one code point is written without brackets: `a`, not `[a]`.
void append_regex_set(std::string& out, const CodePoints& set) {
  const SetText text = text_of(set);
  const bool is_single =
      !text.is_negative && text.ranges.size() == 1 && text.ranges[0].first == text.ranges[0].last;
  if (is_single) return append_regex_point(out, text.ranges[0].first);
  append_brackets(out, text, append_regex_point);
}

void append_pattern(std::string& out, const Pattern& pattern) {
  for (const Step& step : pattern) {
    append_regex_set(out, step.set);
    if (step.is_loop) out += '*';
  }
}

class LarkPrinter final : public NodePrinter {
 public:
  explicit LarkPrinter(const Rules& rules) : rules_(rules.all()) {
    for (const Rules::Rule& rule : rules_) {
      if (!rule.is_token) collect(rule.body);
    }
    cut_pieces();
  }

  // Names of tokens are written in capitals: `value_city` is a rule, and `TEXT` a token.
  std::string print_all() {
    std::string out;
    for (RuleId i = 0; i < rules_.size(); ++i) {
      const Rules::Rule& rule = rules_[i];
      is_token_ = rule.is_token;
      if (i == 0) {
        out += "start";
      } else {
        this->rule(out, i);
      }
      out += ": ";
      if (rule.text) {
        append_text(out, *rule.text);
      } else {
        print(out, rule.body);
      }
      out += '\n';
    }
    return out;
  }

  void literal(std::string& out, std::string_view text) const override {
    if (is_token_ || text.empty()) return append_literal(out, text);
    const std::vector<std::string_view> parts = split(text);
    if (parts.size() > 1) out += '(';
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i != 0) out += ' ';
      append_literal(out, parts[i]);
    }
    if (parts.size() > 1) out += ')';
  }
  void set(std::string& out, const CodePoints& set) const override {
    out += '/';
    append_regex_set(out, set);
    out += '/';
  }
  void rule(std::string& out, RuleId rule) const override {
    std::string name = rules_[rule].name;
    if (rules_[rule].is_token) {
      for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    out += rule == 0 ? "start" : name;
  }

 private:
  void collect(const Node& node) {
    if (node.kind == Node::Kind::literal) pieces_.insert(node.literal);
    for (const Node& part : node.parts) collect(part);
  }

  // Cuts a text into pieces. No piece is the beginning of another, so there is one way at most:
  // with the pieces `}`, `\n` and `</tool_call>`, the text `}\n</tool_call>` is all three.
  [[nodiscard]] std::vector<std::string_view> split(std::string_view text) const {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
      std::size_t size = 1;
      while (size < text.size() && pieces_.count(text.substr(0, size)) == 0) ++size;
      parts.push_back(text.substr(0, size));
      text.remove_prefix(size);
    }
    return parts;
  }

  // Cuts each piece that begins with another piece: `}\n` becomes `\n` if `}` is a piece. The
  // pieces are sorted, so a piece stands directly before the first one that begins with it. A rest
  // may have to be cut again, so this repeats until no piece changes.
  void cut_pieces() {
    for (bool is_done = false; !is_done;) {
      is_done = true;
      for (auto piece = pieces_.begin(); piece != pieces_.end();) {
        const auto next = std::next(piece);
        if (next == pieces_.end() || !next->starts_with(*piece)) {
          piece = next;
          continue;
        }
        std::string rest = next->substr(piece->size());
        pieces_.erase(next);
        pieces_.insert(std::move(rest));
        is_done = false;
      }
    }
  }

  // A free text is `(ANY & ~(ANY forbidden ANY)) END & ~(ANY END SOME)`: no forbidden pattern in
  // the body, and the first END is at the end. A part of a text is the body alone. A string in
  // quotes is one regular expression; after
  // `\u` it allows no surrogates, as no half of a pair may stand alone.
  void append_text(std::string& out, const Text& text) const {
    std::string patterns;
    const auto add = [&patterns](const Pattern& pattern) {
      if (!patterns.empty()) patterns += '|';
      append_pattern(patterns, pattern);
    };
    if (text.kind != Text::Kind::quoted) {
      for (const Pattern& one : text.forbidden) add(one);
      std::string body = patterns.empty() ? "" : "(";
      body += "/(?s:.*)/";
      if (!patterns.empty()) body.append(" & ~/(?s:.*)(").append(patterns).append(")(?s:.*)/");
      if (text.begins_line) append_line_begin(body, text);
      if (!patterns.empty()) body += ')';
      out += body;
      if (text.kind == Text::Kind::part) return;
      std::string end;
      append_pattern(end, pattern_of(text.end));
      out += " /" + end + "/ & ~/(?s:.*)" + end + "(?s:.+)/";
      if (text.has_word) out += " & ~/[ \\t\\r\\n\\f]*" + end + "/";
      return;
    }
    constexpr std::string_view hex = "[0-9A-Fa-f]";
    out += R"(/"([^"\\\x00-\x1F]|\\(["\\bfnrt]|u([0-9A-CEFa-cef])";
    out.append(hex).append("|[Dd][0-7])").append(hex).append("{2}))*\"/");
    if (text.forbidden.empty()) return;
    for (const Pattern& one : text.forbidden) add(one);
    out += " & ~/(?s:.*)(" + patterns + ")(?s:.*)/";
  }

  // A line end stands before the text, so the text must not begin with the rest of a pattern that
  // begins with a line end.
  static void append_line_begin(std::string& body, const Text& text) {
    std::string patterns;
    for (const Pattern& one : text.forbidden) {
      if (!is_of_line(one)) continue;
      if (!patterns.empty()) patterns += '|';
      append_pattern(patterns, Pattern(one.begin() + 1, one.end()));
    }
    if (!patterns.empty()) body += " & ~/(" + patterns + ")(?s:.*)/";
  }

  const std::vector<Rules::Rule>& rules_;
  std::set<std::string, std::less<>> pieces_;  // of the literals
  bool is_token_ = false;
};

}  // namespace

std::string as_lark(const Rules& rules) { return LarkPrinter(rules).print_all(); }

}  // namespace tagstream::grammar

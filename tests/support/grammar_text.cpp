#include "support/grammar_text.hpp"

#include <array>
#include <cstdint>
#include <sstream>
#include <string_view>
#include <utility>

namespace tagstream::testing {

namespace {

using Random = std::mt19937_64;

bool one_in(std::uint64_t n, Random& random) { return random() % n == 0; }

template <class List>
std::string pick(const List& list, Random& random) {
  return std::string(list[random() % list.size()]);
}

constexpr std::array<std::string_view, 6> names = {"t", "thinking", "b", "x-y", "\xC3\xA9", "t2"};

struct Pair {
  std::string_view open;
  std::string_view close;
};
constexpr std::array<Pair, 10> pairs = {{{"[T]", "[/T]"},
                                         {"==", "=="},
                                         {"<t", "t>"},
                                         {"<|a|>", "<|a"},
                                         {"\xEF\xBD\x9Cx", "\xEF\xBD\x9Cy"},
                                         {"=x=", "="},
                                         {"=", "=x"},
                                         {"aab", "aa"},
                                         {"<t>", "</b>"},
                                         {"\xC3\x9C!", "!"}}};

constexpr std::array<std::string_view, 26> attributes = {" a=1",
                                                         " a=\"<t>\"",
                                                         " a='</t>'",
                                                         " a",
                                                         " a b",
                                                         " a = \"x\"",
                                                         " a=\"b\"c='d'",
                                                         "=v",
                                                         "=\"v w\"",
                                                         " a=b/",
                                                         " =b",
                                                         " a=",
                                                         " a=\"",
                                                         " a='",
                                                         " a=x\"y",
                                                         " a=<",
                                                         "\n",
                                                         " \t\r\f ",
                                                         " @a:b.c=\"",
                                                         " a=\"\n\"",
                                                         " 1=2",
                                                         "/",
                                                         " /",
                                                         " a=\"x\"\"",
                                                         "\xC3\xA9",
                                                         " \xC3\xA9=\xF0\x9F\x98\x80"};

constexpr std::array<std::string_view, 49> bits = {"<",
                                                   ">",
                                                   "/",
                                                   "</",
                                                   "/>",
                                                   "\"",
                                                   "'",
                                                   "=",
                                                   "==",
                                                   "=x=",
                                                   " ",
                                                   "  ",
                                                   "\t",
                                                   "\n",
                                                   "\r\n",
                                                   "\r",
                                                   "a",
                                                   "word ",
                                                   "x < y ",
                                                   "<<",
                                                   "<!--",
                                                   "<?x",
                                                   "`",
                                                   "``",
                                                   "```",
                                                   "````",
                                                   "~~~",
                                                   "~~~~",
                                                   "\n```\n",
                                                   "\n~~~\n",
                                                   "\n   ```x\n",
                                                   "\n    ```\n",
                                                   "```x`\n",
                                                   "\n~~~ `\n",
                                                   "\xC3\xA9",
                                                   "\xE2\x82\xAC",
                                                   "\xF0\x9F\x98\x80",
                                                   "\xE2\x82",
                                                   "\xC3",
                                                   "\x80",
                                                   "\xFF",
                                                   "\xF4\x90",
                                                   "\xE0\x80",
                                                   "\xEF\xBB\xBF",
                                                   "[",
                                                   "t",
                                                   "aa",
                                                   "</ t >",
                                                   "\n```  \n"};

void swap_case(std::string& text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
}

std::string random_tag(const Vocabulary& words, Random& random) {
  const bool is_other = words.names.empty() || one_in(8, random);
  std::string name = is_other ? pick(names, random) : pick(words.names, random);
  if (one_in(12, random)) name += pick(std::array<std::string_view, 4>{"X", "-", ".", " "}, random);
  if (one_in(10, random)) swap_case(name);
  switch (random() % 8) {
    case 0:
    case 1: return '<' + name + '>';
    case 2:
    case 3: return "</" + name + '>';
    case 4: return '<' + name + "/>";
    default: break;
  }
  std::string tag = '<' + name;
  const std::uint64_t count = random() % 4;
  for (std::uint64_t i = 0; i < count; ++i) tag += pick(attributes, random);
  return tag + pick(std::array<std::string_view, 5>{">", "/>", " >", " />", "\">"}, random);
}

std::string random_piece(const Vocabulary& words, Random& random) {
  std::string piece;
  const std::uint64_t kind = random() % 16;
  if (kind < 8) {
    piece = random_tag(words, random);
  } else if (kind < 10 && !words.markers.empty()) {
    piece = pick(words.markers, random);
  } else if (kind == 10 && one_in(4, random)) {
    piece = std::string(1, '\0');
  } else {
    return pick(bits, random);
  }
  if (one_in(10, random)) piece.resize(random() % (piece.size() + 1));
  if (one_in(16, random)) piece.erase(0, random() % (piece.size() + 1));
  if (one_in(16, random)) {
    piece.insert(random() % (piece.size() + 1), random_tag(words, random));
  }
  return piece;
}

bool has_open_marker(const std::vector<Rule>& rules, std::string_view marker) {
  for (const Rule& rule : rules) {
    if (rule.name.empty() && rule.open == marker) return true;
  }
  return false;
}

void add_random_rule(std::vector<Rule>& rules, Random& random) {
  constexpr std::array actions{Action::hide, Action::unwrap, Action::record};
  Rule rule;
  rule.action = actions[random() % actions.size()];
  if (one_in(2, random)) rule.action = Action::hide;
  if (one_in(3, random)) {
    const Pair& pair = pairs[random() % pairs.size()];
    if (has_open_marker(rules, pair.open)) return;
    rule.open = pair.open;
    rule.close = one_in(6, random) ? pair.open : pair.close;
  } else {
    rule.name = pick(names, random);
    for (const Rule& other : rules) {
      if (other.name == rule.name) return;
    }
  }
  rules.push_back(std::move(rule));
}

void add_random_limits(Limits& limits, Random& random) {
  if (one_in(4, random)) limits.max_tag_bytes = 1 + random() % 24;
  if (one_in(3, random)) limits.max_held_bytes = random() % 40;
  if (one_in(6, random)) limits.max_section_bytes = random() % 12;
  if (one_in(6, random)) limits.max_attributes = random() % 3;
}

}  // namespace

std::string printable(std::string_view bytes) {
  std::ostringstream out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7F) {
      out << c;
    } else {
      out << "\\x"
          << "0123456789abcdef"[byte >> 4] << "0123456789abcdef"[byte & 15];
    }
  }
  return out.str();
}

Options random_filter_options(Random& random) {
  while (true) {
    Options options;
    std::vector<Rule> rules;
    const std::uint64_t count = 1 + random() % 4;
    for (std::uint64_t i = 0; i < count; ++i) add_random_rule(rules, random);
    set_rules(options, rules);
    options.nesting = one_in(3, random) ? Nesting::first_close : Nesting::balanced;
    options.unclosed_section = one_in(3, random) ? UnclosedSection::text : UnclosedSection::section;
    options.leading_only = one_in(8, random);
    options.ignore_case = one_in(5, random);
    options.markdown_code = static_cast<MarkdownCode>(random() % 3);
    add_random_limits(options.limits, random);
    const Rule& first = rules.front();
    if (first.action == Action::hide && one_in(3, random)) {
      options.start_inside = first.name.empty() ? first.open : first.name;
    }
    if (Rules::make(options)) return options;
  }
}

TokenizerOptions random_tokenizer_options(Random& random) {
  while (true) {
    TokenizerOptions options;
    for (std::uint64_t i = random() % 3; i > 0; --i) options.names.push_back(pick(names, random));
    for (std::uint64_t i = random() % 3; i > 0; --i) {
      options.markers.emplace_back(pairs[random() % pairs.size()].open);
    }
    options.ignore_case = one_in(5, random);
    options.markers_only = one_in(8, random);
    add_random_limits(options.limits, random);
    if (Tokenizer::make(options)) return options;
  }
}

Vocabulary vocabulary_of(const Options& options) {
  Vocabulary words;
  for (const Rule& rule : rules_of(options)) {
    if (rule.name.empty()) {
      words.markers.push_back(rule.open);
      words.markers.push_back(rule.close);
    } else {
      words.names.push_back(rule.name);
    }
  }
  return words;
}

Vocabulary vocabulary_of(const TokenizerOptions& options) {
  return {options.names, options.markers};
}

std::string random_beginning(Random& random) {
  if (!one_in(16, random)) return {};
  if (one_in(3, random)) return "\xEF\xBB\xBF";
  return one_in(3, random) ? "data: " : "data: {";
}

std::string random_text(const Vocabulary& words, Random& random) {
  std::string text = random_beginning(random);
  std::string piece;
  const std::uint64_t count = 1 + random() % (one_in(8, random) ? 40 : 12);
  for (std::uint64_t i = 0; i < count; ++i) {
    if (piece.empty() || !one_in(8, random)) piece = random_piece(words, random);
    text += piece;
  }
  return text;
}

std::string repeated(std::string_view piece, std::size_t count) {
  std::string text;
  text.reserve(piece.size() * count);
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

TextOfSize flood(std::string start, std::string piece) {
  return [start = std::move(start), piece = std::move(piece)](std::size_t size) {
    std::string text = start;
    text.reserve(size + piece.size());
    while (text.size() < size) text += piece;
    return text;
  };
}

TextOfSize numbered(std::string start, std::string before, std::string after, std::size_t modulus) {
  return [=](std::size_t size) {
    std::string text = start;
    for (std::size_t i = 0; text.size() < size; ++i) {
      text += before + std::to_string(i % modulus) + after;
    }
    return text;
  };
}

TextOfSize halves(const std::string& first, const std::string& second) {
  return [=](std::size_t size) { return flood("", first)(size / 2) + flood("", second)(size / 2); };
}

TextOfSize growing_runs(const std::string& between) {
  return [=](std::size_t size) {
    std::string text;
    for (std::size_t run = 1; text.size() < size; ++run) text.append(run, '`').append(between);
    return text;
  };
}

}  // namespace tagstream::testing

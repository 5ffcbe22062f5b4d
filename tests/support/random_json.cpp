#include "support/random_json.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>

namespace tagstream::testing {
namespace {

constexpr std::array token_soup = {"[",
                                   "]",
                                   "{",
                                   "}",
                                   ",",
                                   ":",
                                   "\"",
                                   "'",
                                   "\"a\"",
                                   "'b'",
                                   "\"a\":",
                                   "'b' : ",
                                   "\\",
                                   "\\\"",
                                   "\\'",
                                   "\\u00e9",
                                   "\\ud83d\\ude00",
                                   "\\ud800",
                                   "\\udc00",
                                   "\\n",
                                   "\\x",
                                   "0",
                                   "1",
                                   "-",
                                   "+",
                                   "12",
                                   "3.5",
                                   "1e5",
                                   ".",
                                   "e",
                                   "E+",
                                   "true",
                                   "false",
                                   "null",
                                   "True",
                                   "False",
                                   "None",
                                   "tru",
                                   "NaN",
                                   "Infinity",
                                   "//",
                                   "/*",
                                   "#",
                                   " ",
                                   "\n",
                                   "\r\n",
                                   "\t",
                                   "\f",
                                   "\v",
                                   "\x01",
                                   "\x1f",
                                   "\x7f",
                                   "\xc3\xa9",
                                   "\xf0\x9f\xa6\x80",
                                   "\xc2\xa0",
                                   "\xef\xbb\xbf",
                                   "\xff",
                                   "\xc3",
                                   "a",
                                   "</tool>",
                                   "[]",
                                   "{}",
                                   "[1,]",
                                   "{'a':None,}",
                                   "\\u",
                                   "\\u12",
                                   "00",
                                   "123456789012345678",
                                   "1e400",
                                   ";"};

class RandomJson {
 public:
  explicit RandomJson(std::mt19937_64& random) : random_(random) {}

  std::string text() {
    const std::uint64_t kind = random_() % 8;
    std::string out;
    if (kind == 0) {
      out = random_() % 4 == 0 ? "" : pick({"[", "{", "{\"a\":", "['", "[\""});
      for (std::uint64_t left = below(14); left > 0; --left) out += token();
      return out;
    }
    odd_ = kind < 5 ? 4 : 0;
    add_brackets(out, 0);
    for (std::uint64_t left = kind % 4; left > 0; --left) change(out);
    return out;
  }

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  bool is_odd() { return odd_ > 0 && below(odd_) == 0; }
  std::string pick(std::initializer_list<const char*> all) {
    return all.begin()[below(all.size())];
  }
  std::string token() { return token_soup[below(token_soup.size())]; }

  void add_blanks(std::string& out) {
    if (below(4) == 0) out += pick({" ", "\n", "\t", "\r\n", "  "});
  }

  void add_brackets(std::string& out, int depth) {
    const bool is_object = below(2) == 0;
    out += is_object ? '{' : '[';
    const std::uint64_t count = below(depth == 0 ? 5 : 3);
    for (std::uint64_t i = 0; i < count; ++i) {
      add_blanks(out);
      if (is_object) {
        add_string(out);
        add_blanks(out);
        out += ':';
        add_blanks(out);
      }
      add_value(out, depth + 1);
      add_blanks(out);
      if (i + 1 < count || is_odd()) out += ',';
    }
    add_blanks(out);
    out += is_object ? '}' : ']';
  }

  void add_value(std::string& out, int depth) {
    switch (below(depth < 5 ? 6 : 4)) {
      case 0:
        out += is_odd() ? pick({"True", "False", "None"}) : pick({"true", "false", "null"});
        break;
      case 1: add_number(out); break;
      case 2:
      case 3: add_string(out); break;
      default: add_brackets(out, depth);
    }
  }

  void add_number(std::string& out) {
    if (below(3) == 0) out += '-';
    out += below(3) == 0 ? "0" : std::to_string(1 + below(below(4) == 0 ? 1000000000 : 30));
    if (below(3) == 0) out += '.' + std::to_string(below(1000));
    if (below(4) == 0) out += pick({"e", "E", "e+", "e-", "E-"}) + std::to_string(below(40));
  }

  void add_string(std::string& out) {
    const char quote = is_odd() ? '\'' : '"';
    out += quote;
    for (std::uint64_t left = below(6); left > 0; --left) {
      switch (below(8)) {
        case 0: out += pick({"\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"}); break;
        case 1:
          out += pick({"\\u00e9", "\\u0000", "\\uD83d\\uDe00", "\\u2028", "\\u0022", "\\u0027"});
          break;
        case 2: out += quote == '"' ? "'" : pick({"\"", "\\'"}); break;
        case 3:
          out += pick({"\xc3\xa9", "\xe6\x9d\xb1", "\xf0\x9f\xa6\x80", "\x7f", "</tool>"});
          break;
        case 4: out += pick({"{", "]", ",", ":", ", ]", "None", "//"}); break;
        case 5:
          if (is_odd()) out += pick({"\n", "\r", "\t", "\x01", "\x1f", "\b"});
          break;
        case 6:
          if (below(4) == 0) out.append(below(150), below(2) == 0 ? 'x' : ' ');
          break;
        default: out += pick({"a", "b c", "it", " ", "0"});
      }
    }
    out += quote;
  }

  void change(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t length = std::min<std::size_t>(1 + below(3), text.size() - at);
    switch (below(6)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, token()); break;
      case 2: text.replace(at, length, token()); break;
      case 3: text.insert(at, text.substr(below(text.size() + 1), 1 + below(6))); break;
      case 4: text.resize(at); break;
      default: text += token();
    }
  }

  std::mt19937_64& random_;
  std::uint64_t odd_ = 0;  // one place in so many is spelled as JSON is not; 0: none
};

}  // namespace

std::string random_json(std::mt19937_64& random) { return RandomJson(random).text(); }

}  // namespace tagstream::testing

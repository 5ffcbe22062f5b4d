#include "support/json_cases.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

namespace tagstream::testing {
namespace {

using Cases = std::vector<JsonCase>;

// The ways in which a text differs from strict JSON; a text may have several.
enum Oddity : unsigned { strict = 0, repaired = 1, control = 2, line_end = 4 };

JsonCase make(JsonOutcome outcome, std::string read, std::string rest, unsigned oddities) {
  return {.read = std::move(read),
          .rest = std::move(rest),
          .outcome = outcome,
          .is_repaired = (oddities & repaired) != 0,
          .has_raw_control = (oddities & control) != 0,
          .has_raw_line_end = (oddities & line_end) != 0};
}

// A complete JSON value, followed by the bytes `rest`.
JsonCase json(std::string text, std::string rest = {}) {
  JsonCase made = make(JsonOutcome::complete, std::move(text), std::move(rest), strict);
  made.json = made.read;
  return made;
}

// A text that is not strict JSON, but is read. Its value as JSON is `written`.
JsonCase odd(unsigned oddities, std::string text, std::string written) {
  JsonCase made = make(JsonOutcome::complete, std::move(text), {}, oddities);
  made.json = std::move(written);
  return made;
}

// A text that fails at the first byte of `rest`.
JsonCase fails(std::string read, std::string rest, unsigned oddities = strict) {
  return make(JsonOutcome::failed, std::move(read), std::move(rest), oddities);
}

// A text that ends before the value is complete.
JsonCase waits(std::string text, unsigned oddities = strict) {
  return make(JsonOutcome::open, std::move(text), {}, oddities);
}

std::string nul() { return std::string(1, '\0'); }

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

// In the blocks below, each text stands on a line of its own, or three blanks after the one before.

// Strict JSON. A ^ stands before the text that follows a value, if any does.
constexpr std::string_view accepted = R"json(
{}   []   [ ]   { }   [[]]   [{}]   [[],[]]   [{},{}]   [[],{},[{}],{"a":[]}]   {"a":{}}
{"a":[]}   {"a":1,"b":2}   { "a" : 1 , "b" : 2 }   {"a":1,"a":2}   {"":0}   {"a":{"a":{"a":{}}}}
[null,true,false,0,"",[],{}]   {"x":null,"y":true,"z":false}   [1]^2   []^]   {}^}   {}^{}   []^,
{"a":1}^</tool>   [1]^ // done   [true]^e   {"a":"</tool>"}^</tool>

[0]   [-0]   [1]   [-1]   [10]   [1234567890]   [0.0]   [-0.0]   [0.5]   [1.50]   [-12.25]   [1e5]
[1E5]   [1e+5]   [1E+5]   [1e-5]   [0e0]   [0e+1]   [0E-00]   [1e0005]   [1.5e300]   [-1.25E-07]
[0.000]   [1e999]   [-1e999]   [1e-999]   [9007199254740993]   [18446744073709551616]
[1e99999999999999999999999999999999]   [1,-1,0.1]   {"n":0}   {"n":-1.5e2 }

[true]   [false]   [null]   [true,false,null]   [true ]   {"a":true}

[""]   ["a"]   [" "]   ["a b"]   ["'"]   ["it's"]   ["{[,:]}"]   ["//"]   ["/**/"]   ["#"]
["\""]   ["\\"]   ["\/"]   ["\b\f\n\r\t"]   ["\\\""]   ["\\\\"]   ["\\n"]   ["\"a\""]   ["\u0000"]
["\u0041"]   ["\u00e9\u00E9"]   ["\uabCD"]   ["\uffff"]   ["\u0022"]   ["\u005c"]   ["\\u12"]
["\ud83d\ude00"]   ["\uD83D\uDE00"]   ["\ud800"]   ["\udc00"]   ["\ude00\ud83d"]
["\ud800\ud800\udc00"]   ["\ud800x"]   ["\ud800\n"]   ["\ud800\u0041"]   {"\u0061":"\u0061"}
{"\"":1}   {"a\\":1}   ["a","b"]   ["a" , "b"]   {"a":"b","c":"d"}

[",]"]   ["a, ]",1]   {",}":1}   ["\t"]
)json";

// Texts with spellings that JSON does not have; after => the same value as strict JSON.
constexpr std::string_view converted = R"json(
[True] => [true]   [False] => [false]   [None] => [null]   [None,null] => [null,null]
[True , None ] => [true , null ]   ["None",None] => ["None",null]
{"a":None,"b":True} => {"a":null,"b":true}   [[None],{"None":None}] => [[null],{"None":null}]

[''] => [""]   ['a'] => ["a"]   {'a':1} => {"a":1}   {'a' : 'b'} => {"a" : "b"}   ['"'] => ["\""]
['\''] => ["'"]   ['it\'s "it"'] => ["it's \"it\""]   ['\"'] => ["\""]   ['\\'] => ["\\"]
['\\\''] => ["\\'"]   ['\\"'] => ["\\\""]   ['\n\/\t'] => ["\n\/\t"]   ['\u00e9'] => ["\u00e9"]
["it\'s"] => ["it's"]   [()] => [[]]   [(1,)] => [[1]]   [(1, (2, 3), )] => [[1, [2, 3] ]]
['\u0027'] => ["\u0027"]   ['\ud800'] => ["\ud800"]   ['{}[],:'] => ["{}[],:"]
['True'] => ["True"]   ["a",'b'] => ["a","b"]   {"a":'b'} => {"a":"b"}
{'a':"it's"} => {"a":"it's"}   [','] => [","]   ['', ''] => ["", ""]   {'':''} => {"":""}
{'a':{'b':['c']}} => {"a":{"b":["c"]}}   ['</tool>'] => ["</tool>"]   ['a',] => ["a"]

[1,] => [1]   {"a":1,} => {"a":1}   [1, ] => [1 ]   {"a":1 , } => {"a":1  }   [[1,],] => [[1]]
[{"a":[],},] => [{"a":[]}]   [",]",] => [",]"]   [true,] => [true]   [1, 2, ] => [1, 2 ]
[None,] => [null]
)json";

// Texts that fail at the byte after the ^.
constexpr std::string_view rejected = R"json(
^]   ^}   ^,   ^:   ^1   ^"a"   ^'a'   ^true   ^None   ^x   ^-1   ^<a>   ^```   ^(   [^}   {^]
[1^}   {"a":1^]   [[]^}   [{^]   {"a":[^}   [^,   [^,]   [^,1]   {^,}   [1,^,2]   [1,^,]
{"a":1,^,}   [1,2,^,3]   [1 ^2]   [[] ^[]]   [{}^{}]   ["a" ^"b"]   ["a"^"b"]   {"a"^}
{"a"^,"b":1}   {"a":^}   {"a":^,}   {"a":^:1}   {"a" ^1}   {"a"^=1}   {"a":1 ^"b":2}   {"a":1^:2}
{"a":1^;"b":2}   [1^:2]   ["a"^:1]   {^1:2}   {^null:1}   {^a:1}   {^[]:1}   {^{}:1}   {^:1}
{"a":1,^b:2}   {^True:1}   {"a":1,^]   [1,^}   [1^)   [^<1>]   [1^</tool>   [^*]   [^...]
[1,^...]   [^$]   [^\n]   [^\u0031]

[^+1]   [^.5]   [-^.5]   [-^]   [-^-1]   [-^+1]   [-^ 1]   [-^a]   [-^Infinity]   [1.^]   [1.^,2]
[1.^e5]   [1.^.5]   [1.5^.5]   [0.^]   [-0.^]   [1.^-5]   [1e^]   [1e^,1]   [1e^.5]   [1e+^]
[1e-^]   [1e+^-1]   [1e+^+1]   [1e5^.5]   [1e5^e5]   [1e^e5]   [1e^ 5]   [1E^x]   [0^1]   [-0^1]
[0^0]   [-0^0.5]   [0^x1f]   [0^b1]   [0^o7]   [1^_000]   [1^a]   [1^-2]   [1^+2]   [1^L]   [1^n]
[1.5^f]   [1^%]   [1^/2]   [1^"a"]   [1^'a']   [1^[]]   [1^{}]   [1^true]   [1 ^000]   [^Infinity]
[^inf]   [n^an]   {"n":^+1}   {"n":0^1}   {"n":1.^}

[t^]   [tru^]   [tru^ e]   [true^e]   [true^1]   [true^_]   [true^"a"]   [true^false]
[true ^true]   [t^RUE]   [^Yes]   [^yes]   [n^o]   [^on]   [n^one]   [n^il]   [^undefined]
[nul^]   [null^l]   [f^]   [fals^y]   [^abc]   [^_]   {"a":^undefined}   [^datetime.now()]
[^b'a']   [^u'a']   [^r"a"]   [f^'{a}']   [^@]

["\^x"]   ["\^a"]   ["\^v"]   ["\^0"]   ["\^1"]   ["\^ "]   ["\^U0041"]   ["\^N"]
["\^B"]   ["\^e"]   ["\^`"]   ["\^x41"]   ["\\\^x"]   ["\u^"]   ["\u0^"]   ["\u00^"]   ["\u004^"]
["\u^g000"]   ["\u00^g0"]   ["\u^{41}"]   ["\u^+041"]   ["\u^-041"]   ["\u^ 041"]   ["\u^\"]
["\ud83d\u^"]   ["\ud83d\^x"]   {"\^x":1}   {"\u^x":1}   ["a"^a"]   ["a" ^b"]   ["a"^'b']
["a"^+"b"]   [""^"a"""]   [^`a`]

[1, ^,]   {"a":1, ^]   {^,"a":1}   [1,^:]

^/**/[]   [^/*1*/]   [1^/**/]   [^#]   {"a":1, ^/* b */}   {"a"^/**/:1}   {"a": ^<!-- -->1}
)json";

// Texts that fail at the byte after the ^, with spellings before it that JSON does not have.
constexpr std::string_view rejected_after_spellings = R"json(
[N^aN]   [T^RUE]   [Tru^]   [F^ALSE]   [N^ULL]   [N^ull]   [N^il]   [Non^]   [None^s]

['a'^'b']   ['it'^s']   [''^'a''']   ['a' ^'b']   ['\^x']   ['\u12^'']   {'a'^}   {'a' ^1}
{'a':1^'b':2}   ['a'^"b"]   ['a'^:1]
)json";

// Texts that end before the value is complete.
constexpr std::string_view unfinished = R"json(
[   {   [[   [[]   [{}   {"a"   {"a":   {"a":1   {"a":1,   [1,   [1,2   {"a":{}   {"a":[]
{"a":1,"b"   [-   [0   [1.   [1.5   [1e   [1e+   [1e-   [1e5   [12
[t   [tru   [true   [fals   [nul   [null
["   ["a   ["\   ["\u   ["\u00   ["\u00e9   ["\"   ["\\\"]   {"   {"a   {"\   ["a"   {"a":"
["\ud83d   ["]}   ["a']
)json";

// Texts that end before the value is complete, with spellings that JSON does not have.
constexpr std::string_view unfinished_with_spellings = R"json(
[T   [None   [Fals   ['   ['\   ['a"]   [[1,]
)json";

// Calls `visit(text)` for each text of a block.
template <class Visit>
void for_each_text(std::string_view block, Visit visit) {
  while (!block.empty()) {
    const std::size_t end = std::min(block.find("   "), block.find('\n'));
    if (end > 0) visit(block.substr(0, end));
    block.remove_prefix(end + (block[end] == '\n' ? 1 : 3));
  }
}

// Cuts `text` in two at `mark`, which is left out. Without `mark` the second part is empty.
std::pair<std::string, std::string> cut_at(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {std::string(text), {}};
  return {std::string(text.substr(0, at)), std::string(text.substr(at + mark.size()))};
}

Cases blocks() {
  Cases cases;
  for_each_text(accepted, [&](std::string_view text) {
    auto [read, rest] = cut_at(text, "^");
    cases.push_back(json(read, rest));
  });
  for_each_text(converted, [&](std::string_view text) {
    auto [read, written] = cut_at(text, " => ");
    cases.push_back(odd(repaired, read, written));
  });
  for (const auto& [block, oddity] :
       {std::pair(rejected, strict), std::pair(rejected_after_spellings, repaired)}) {
    for_each_text(block, [&, oddity = oddity](std::string_view text) {
      auto [read, rest] = cut_at(text, "^");
      cases.push_back(fails(read, rest, oddity));
    });
  }
  for (const auto& [block, oddity] :
       {std::pair(unfinished, strict), std::pair(unfinished_with_spellings, repaired)}) {
    for_each_text(block, [&, oddity = oddity](std::string_view text) {
      cases.push_back(waits(std::string(text), oddity));
    });
  }
  return cases;
}

Cases blanks_and_line_ends() {
  return {
      json(" []"),
      json("\t\r\n {}"),
      json("[\n\t\r ]"),
      json("[1 ,2\n,\t3\r]"),
      json("[]", " "),
      json("[]", nul()),
      json("[]", "\xef\xbb\xbf"),
      waits(""),
      waits(" "),
      waits("\r\n\t "),
      waits("[ "),
      waits("{\n"),
      waits("{\"a\" "),
      waits("{\"a\": "),
      waits("{\"a\":1 "),
      waits("[1, "),
      fails(" ", "null"),
      fails("[1\n", "2]"),
      json("[null\n,null]"),
      odd(repaired, "[1,\n]", "[1\n]"),
      odd(repaired, "[1 ,\t\r\n ]", "[1 \t\r\n ]"),
      odd(repaired, "[1,\n2,\n]", "[1,\n2\n]"),
      waits("[1,\n"),
      waits("{\"a\":1,\n "),
      fails("[", ",\n]"),
      json("[1\n]"),
  };
}

Cases bytes_from_0x80_on() {
  return {
      fails("[1", "\xc2\xb2]"),
      fails("[", "\xef\xbc\x91]"),
      fails("[",
            "\xe2\x88\x92"
            "1]"),
      fails("[1", "\xff]"),
      fails("[t", "\xc3\xbc]"),
      json("[\"\xc3\xa9\"]"),
      json("[\"\xe6\x9d\xb1\xe4\xba\xac\"]"),
      json("[\"\xf0\x9f\xa6\x80\"]"),
      json("[\"\xff\"]"),
      json("[\"\xc3\"]"),
      json("[\"\x80\xbf\"]"),
      json("[\"\xed\xa0\x80\"]"),
      json("[\"\xc0\xaf\"]"),
      json("[\"\xef\xbb\xbf\"]"),
      json("[\"\xe2\x80\xa8\xe2\x80\xa9\"]"),
      json("[\"\xc2\xa0\"]"),
      json("[\"\xf4\x90\x80\x80\"]"),
      json("{\"\xff\":\"\xfe\"}"),
      waits("[\"\xf0\x9f"),
      fails("[\"\\", "\xc3\xa9\"]"),
      fails("[\"\\", "\xff\"]"),
      fails("[\"\\u004", "\xff\"]"),
      fails("[",
            "\xe2\x80\x9c"
            "a\xe2\x80\x9d]"),
      fails("[",
            "\xc2\xab"
            "a\xc2\xbb]"),
      odd(repaired, "['\xff']", "[\"\xff\"]"),
  };
}

Cases controls() {
  Cases cases = {
      json("[\"\x7f\"]"),
      fails("[\"\\", "\n\"]"),
      fails("[\"\\", nul() + "\"]"),
      fails("[\"\\u00", "\n4\"]"),
      fails("[1", nul() + "]"),
      fails("['\\", "\n']", repaired),
      odd(line_end, "[\"\r\n\"]", "[\"\\r\\n\"]"),
      odd(control | line_end, "[\"\t\n\"]", "[\"\\t\\n\"]"),
      odd(line_end, "{\"a\nb\":1}", "{\"a\\nb\":1}"),
      odd(repaired | control, "['\t']", "[\"\\t\"]"),
      odd(repaired | line_end, "['a\n\\'\n']", "[\"a\\n'\\n\"]"),
      odd(control, "[\"\x1f\\\\\x1f\"]", "[\"\\u001f\\\\\\u001f\"]"),
      odd(control, "{\"\t\":\"\t\"}", "{\"\\t\":\"\\t\"}"),
      json("[\t1\t]"),
      waits("[\"\n", line_end),
      waits("[\"\x01", control),
      waits("['\x01\r", repaired | control | line_end),
      fails("", nul() + "[]"),
      fails("[", nul() + "]"),
      fails("[1,", nul() + "]"),
      fails("{", nul() + "}"),
      fails("{\"a\"", nul() + ":1}"),
      fails("[1", "\x01]"),
      fails("[", "\v]"),
      fails("[", "\f]"),
      fails("", "\f[]"),
      fails("", "\v[]"),
      fails("[1,", "\b2]"),
      fails("[", "\x1b[0m]"),
      fails("[", "\x7f]"),
      fails("[\"\t\"", "\f]", control),
      fails("[\"\n\\", "\n\"]", line_end),
  };
  for (char byte = 0; byte < 0x20; ++byte) {
    const bool is_line_end = byte == '\n' || byte == '\r';
    static constexpr std::string_view short_forms = "\b\f\n\r\t";
    const std::size_t at = short_forms.find(byte);
    std::string escape = {
        '\\', 'u', '0', '0', static_cast<char>('0' + byte / 16), "0123456789abcdef"[byte % 16]};
    if (at != std::string_view::npos) escape = {'\\', "bfnrt"[at]};
    cases.push_back(odd(is_line_end ? line_end : control, std::string("[\"a") + byte + "b\"]",
                        "[\"a" + escape + "b\"]"));
  }
  return cases;
}

Cases foreign_blanks_and_comments() {
  return {
      fails("", "\xef\xbb\xbf{}"),
      fails("", "\xef\xbb\xbf[1]"),
      fails(" ", "\xef\xbb\xbf[1]"),
      fails("", "\xfe\xff[]"),
      fails("", "\xc2\xa0[]"),
      fails("[", "\xc2\xa0]"),
      fails("[1", "\xc2\xa0]"),
      fails("[1,",
            "\xe2\x80\x83"
            "2]"),
      fails("{", "\xe2\x80\xa8}"),
      fails("{\"a\"", "\xe3\x80\x80:1}"),
      fails("{\"a\":",
            "\xe2\x80\x8b"
            "1}"),
      fails("[", "\xef\xbb\xbf]"),
      fails("[1", "\xc2\x85]"),
      fails("[", "\xe1\x9a\x80]"),
      fails("[", "\xff]"),
      fails("[", "\x80]"),
      fails("{", "\xc3\xa9:1}"),
      fails("", "// a\n[]"),
      fails("", "# a\n[]"),
      fails("[", "//\n]"),
      fails("[1 ", "// one\n]"),
      fails("[1, ", "# one\n2]"),
      fails("{", "// a\n\"a\":1}"),
      fails("[-", "- a\n]"),
  };
}

Cases long_texts() {
  return {
      json("[" + repeated("9", 500) + "]"),        json("[0." + repeated("0", 500) + "1]"),
      json("[\"" + repeated("a", 1000) + "\"]"),   json("[\"" + repeated("\\\\", 500) + "\"]"),
      json("[\"" + repeated("\\\"", 500) + "\"]"),
  };
}

Cases deep() {
  constexpr std::size_t depth = 100000;
  const std::string arrays(depth, '[');
  const std::string closed(depth, ']');
  const std::string objects = repeated("{\"a\":", depth);
  const std::string object_ends(depth, '}');
  return {
      json(arrays + closed),
      json(arrays + "1" + closed, "]"),
      waits(arrays),
      waits(arrays + closed.substr(1)),
      fails(arrays + closed.substr(1), "}"),
      fails(arrays, "}" + closed),
      json(objects + "1" + object_ends),
      waits(objects),
      fails(objects, object_ends),
      fails(objects + "{", "]"),
      json(repeated("[{\"a\":", depth / 2) + "[]" + repeated("}]", depth / 2)),
      fails(repeated("[{\"a\":", depth / 2) + repeated("}]", 0), "}]"),
      odd(repaired, repeated("{'a':", depth) + "None" + repeated(",}", depth),
          objects + "null" + object_ends),
      odd(repaired, arrays + repeated("],", depth - 1) + "]", arrays + closed),
      json("[" + repeated("[],", depth) + "[]]"),
      waits("[" + repeated(" ", depth)),
      json(repeated(" ", depth) + "{}"),
      odd(repaired, "[1," + repeated(" ", depth) + "]", "[1" + repeated(" ", depth) + "]"),
  };
}

}  // namespace

std::vector<JsonCase> json_cases() {
  Cases all;
  for (Cases part : {blocks(), blanks_and_line_ends(), bytes_from_0x80_on(), controls(),
                     foreign_blanks_and_comments(), long_texts(), deep()}) {
    all.insert(all.end(), std::make_move_iterator(part.begin()),
               std::make_move_iterator(part.end()));
  }
  return all;
}

}  // namespace tagstream::testing

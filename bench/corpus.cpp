#include "corpus.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>

// A text is a row of pieces, drawn by a fixed random sequence from two lists of templates: one that
// has more bytes per '<' (in the source of an argument: per backslash) than is aimed at, one that
// has fewer. The list is chosen by what is missing, so the figure stays at its aim from beginning
// to end.
//
// In a template '$' stands for an identifier, '@' for a number, '~' for a sentence and '^' for a
// letter; every other byte stands for itself. Elements open and close within one template.

namespace bench {
namespace {

using Templates = std::span<const std::string_view>;

/// splitmix64: small, and the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::size_t below(std::size_t limit) {
    return static_cast<std::size_t>(((next() >> 32) * limit) >> 32);
  }
  template <class List>
  std::string_view pick(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }

  std::uint64_t state_;
};

constexpr std::string_view words[] = {
    "about",   "after",    "again",   "all",    "also",   "and",   "answer", "are",    "ask",
    "because", "before",   "between", "both",   "build",  "but",   "by",     "call",   "can",
    "change",  "check",    "clear",   "column", "could",  "day",   "each",   "early",  "enough",
    "every",   "file",     "find",    "first",  "for",    "from",  "good",   "has",    "have",
    "here",    "how",      "if",      "in",     "input",  "into",  "is",     "it",     "keep",
    "large",   "last",     "line",    "list",   "long",   "look",  "made",   "may",    "more",
    "most",    "much",     "name",    "need",   "new",    "next",  "no",     "not",    "now",
    "number",  "of",       "often",   "on",     "once",   "one",   "only",   "or",     "order",
    "other",   "our",      "out",     "output", "over",   "page",  "part",   "place",  "plan",
    "point",   "question", "read",    "reason", "result", "right", "same",   "second", "see",
    "short",   "should",   "show",    "side",   "simple", "small", "so",     "some",   "start",
    "step",    "still",    "table",   "take",   "than",   "that",  "the",    "then",   "there",
    "they",    "this",     "time",    "to",     "two",    "under", "until",  "user",   "value",
    "very",    "was",      "we",      "what",   "when",   "where", "which",  "while",  "with",
    "without", "work",     "would",   "write",  "year",   "you",   "café",   "naïve",  "über",
    "→",
};

constexpr std::string_view identifiers[] = {
    "index", "count",  "node",  "left",  "right",  "total", "size",   "it",     "row",
    "item",  "buffer", "cache", "depth", "offset", "limit", "result", "parser", "i",
    "n",     "key",    "value", "begin", "end",    "width", "state",  "x",      "y",
};

constexpr std::string_view sparse_above[] = {
    "~ ", "~ ", "~ ", "~\n\n", "~ (~) ", "- ~\n- ~\n\n", "## $\n\n~ ",
};
constexpr std::string_view sparse_below[] = {
    "<note>~</note>\n\n", "<quote from=\"$\">~</quote> ", "If $ < @, ~ ", "<br/>\n", "$ <- @. ",
};

constexpr std::string_view typical_above[] = {
    "~ ~ ~\n\n",
    "## $ $\n\n~ ~\n\n",
    "- **$**: ~\n- **$**: ~\n- **$**: ~\n\n",
    "1. ~\n2. ~ ~\n\n",
    "> ~\n\nUse `$` with `$(@)`: ~\n\n",
    "| $ | $ |\n|---|---|\n| @ | @ |\n| @ | @ |\n\n",
    "```cpp\nint $ = @;\nreturn $ + $;\n```\n\n~ ~\n\n",
    "~ ~ ~ ~ ~ ~\n\n",
};
constexpr std::string_view typical_below[] = {
    "<thinking>\n~ ~ ~\n\n~ ~ ~ ~\n</thinking>\n\n",
    "<thinking>~ ~ <plan>~ <step n=\"@\">~</step> <step n=\"@\">~</step></plan></thinking>\n\n",
    "<thinking>~ A <thinking>~</thinking> inside: ~</thinking>\n\n",
    "<thinking>~ <tool>{\"name\": \"$\"}</tool> ~ ~</thinking>\n",
    "<tool>{\"name\": \"read_$\", \"arguments\": {\"path\": \"src/$.cpp\", \"limit\": @}}</tool>\n",
    "<tool>\n{\"name\": \"search\", \"arguments\": {\"query\": \"~\", \"n\": @}}\n</tool>\n",
    "<result status=\"ok\" id=\"call_@\">~</result>\n\n",
    "<answer>\n<summary>~</summary>\n<detail level=\"@\">~ ~ <b>$</b> ~</detail>\n</answer>\n\n",
    "<write_file>\n<path>src/$.cpp</path>\n<content>\nint $ = @;\n</content>\n</write_file>\n\n",
    "~ For $ < @ the `vector<$>` is enough. ~\n\n",
    "```cpp\nfor (int i = 0; i < $; ++i) {\n  std::vector<int> $(@);\n}\n```\n\n",
    "<see file=\"$.hpp\" line=\"@\"/> ~\n\n",
};

constexpr std::string_view dense_above[] = {
    "<a b=\"^\">^</a>",
    "<p q='^'>^</p>",
    "<e f=\"^\">^</e>",
};
constexpr std::string_view dense_below[] = {
    "<a b=^>^</a>",
    "<k v=^^></k>",
    "<a b=\"\"></a>",
};

constexpr std::string_view noise_above[] = {
    "  return $;\n",
    "  $ += $[$] * @;\n",
    "  // ~\n",
    "}\n\n",
    "  if ($ == @) { $->$ = $; }\n",
    "  log(\"~\");\n",
    "  while ($ > @ && $ >= $) --$;\n",
};
constexpr std::string_view noise_below[] = {
    "  std::vector<int> $;\n",
    "  Map<String, List<$>> $ = new HashMap<>();\n",
    "  for (int $ = 0; $ < $; ++$) {\n",
    "  if ($ <= @ || $<$) $ <<= @;\n",
    "  out << $ << \" = \" << $ << '\\n';\n",
    "  mask |= 1 << @ | $ << @;\n",
    "template <class T, int N>\n",
    "#include <$.h>\n",
    "cat <<EOF >> $.txt\n$ < $\nEOF\n",
    "  $ <- map(\\(x) x < @, $)\n",
    "fn $<'a>($: &'a Vec<u8>) -> Option<&'a u8> {\n",
    "  $.sort((a, b) => a < b ? -1 : a<=b);\n",
    "  std::map<std::string, std::pair<$, int>> $;\n",
    "  diff <(sort $.a) <($ -n @)\n",
    "  auto $ = static_cast<double>($) < 0.@;\n",
};

constexpr std::string_view calls_above[] = {
    "~ ~ ~\n\n",
    "- **$**: ~\n- **$**: ~\n\n",
    "~ ~ ~ ~\n\n",
    "```cpp\nint $ = @;\nreturn $ + $;\n```\n\n~ ~\n\n",
    "<thinking>\n~ ~ ~\n\n~ ~ ~ ~\n</thinking>\n\n",
    "<thinking thought=\"~ ~\" thought_type=\"plan\" confidence=\"0.@\"/>\n\n",
    "<tool>{\"name\": \"search\", \"arguments\": {\"query\": \"~ ~\", \"n\": @}}</tool>\n",
    "<tool>\n{\"name\": \"note\", \"arguments\": {\"text\": \"~\\n~ ~\\n~\"}}\n</tool>\n",
};
constexpr std::string_view calls_below[] = {
    "<thinking>~ If $ < @, ~</thinking>\n\n",
    "<thinking>~ The <tool> is $.</thinking>\n",
    R"(<tool>{"name": "read_$", "arguments": {"path": "$.cpp", "line": @}}</tool>
)",
    R"(<tool>
{"name": "open", "arguments": {"path": "src/$.cpp", "tags": ["$", null]}, "id": "call_@"}
</tool>
)",
    R"(<tool>
{"name": "edit", "arguments": {"old": "  vector<int> $ = \"$\";\n", "new": "  // ~\n"}}
</tool>
)",
    R"(<tool>
<function=write_$>
<parameter=path>
src/$.cpp
</parameter>
<parameter=content>
int $ = @;
return $ < $;
</parameter>
</function>
</tool>
)",
    R"(<invoke name="find_$">
<parameter name="query">~</parameter>
<parameter name="limit">@</parameter>
</invoke>
)",
    "~ For $ < @ the `vector<$>` is enough. ~\n\n",
};

constexpr std::string_view prose[] = {"~ "};
constexpr std::string_view source_above[] = {
    "  $[@] = $ * ($ + $) - $->$;\\n",
    "  while ($ > @ && $ >= $) --$;  // ~\\n",
    "  const auto $ = $.find($, @).value_or($);\\n",
};
constexpr std::string_view source_below[] = {
    "  return $;\\n",
    "}\\n\\n",
    "  log(\\\"$\\\", $);\\n",
    "  if ($ == \\\"$\\\") $ = \\\"$ @\\\";\\n",
};
constexpr std::string_view listed_calls[] = {
    "{\"name\": \"read_$\", \"arguments\": {\"path\": \"src/$.cpp\", \"line\": @}}",
    "{\"name\": \"search\", \"arguments\": {\"query\": \"~\"}}",
    "{\"name\": \"$\", \"arguments\": {\"$\": [@, @, @], \"all\": true}, \"id\": \"call_@\"}",
};

struct Recipe {
  std::string_view description;
  double bytes_per_mark;
  std::uint64_t seed;
  Templates above;  // more bytes per mark than aimed at
  Templates below;  // fewer
  char mark = '<';
  bool has_whole_pieces = false;  // it ends with a piece, a little shorter
};

constexpr std::array<Recipe, corpora.size() + 1> recipes = {{
    {"sparse prose", 2024, 1, sparse_above, sparse_below},
    {"typical answers of a model", 122, 2, typical_above, typical_below},
    {"dense small elements", 6.6, 3, dense_above, dense_below},
    {"noise: program code", 16.5, 4, noise_above, noise_below},
    {"answers with thoughts and tool calls", 60, 5, calls_above, calls_below, '<', true},
}};

constexpr std::size_t argument_bytes = std::size_t{1} << 20;
constexpr std::array<Recipe, 2> arguments = {{
    {"prose", argument_bytes, 6, prose, prose, '<', true},
    {"source", 30, 7, source_above, source_below, '\\', true},
}};
constexpr std::uint64_t list_seed = 8;

const Recipe& recipe_of(Corpus corpus) { return recipes[static_cast<std::size_t>(corpus)]; }

std::size_t count(std::string_view text, char mark) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), mark));
}

void append_sentence(std::string& out, Random& random) {
  const std::size_t length = 6 + random.below(13);
  const std::size_t comma = random.below(2 * length);
  for (std::size_t i = 0; i < length; ++i) {
    if (i > 0) out += i == comma ? ", " : " ";
    const std::size_t start = out.size();
    out += random.pick(words);
    if (i == 0 && out[start] >= 'a' && out[start] <= 'z') {
      out[start] = static_cast<char>(out[start] - 'a' + 'A');
    }
  }
  out += '.';
}

void append_piece(std::string& out, std::string_view piece, Random& random) {
  for (const char byte : piece) {
    switch (byte) {
      case '$': out += random.pick(identifiers); break;
      case '@': out += std::to_string(random.below(1000)); break;
      case '~': append_sentence(out, random); break;
      case '^': out += static_cast<char>('a' + random.below(26)); break;
      default: out += byte;
    }
  }
}

std::string make_text(const Recipe& recipe, std::size_t bytes) {
  std::string out;
  out.reserve(bytes + 4096);
  Random random(recipe.seed);
  std::size_t marks = 0;
  std::size_t start = 0;  // of the last piece
  while (out.size() < bytes) {
    const double aim = recipe.bytes_per_mark * static_cast<double>(marks);
    start = out.size();
    append_piece(out, random.pick(static_cast<double>(start) < aim ? recipe.above : recipe.below),
                 random);
    marks += count(std::string_view(out).substr(start), recipe.mark);
  }
  out.resize(recipe.has_whole_pieces ? start : bytes);
  return out;
}

std::size_t corpus_bytes = std::size_t{64} << 20;
constexpr std::size_t most_calls_bytes = std::size_t{8} << 20;

}  // namespace

char letter(Corpus corpus) { return static_cast<char>('a' + static_cast<int>(corpus)); }

std::string_view description(Corpus corpus) { return recipe_of(corpus).description; }

double aimed_bytes_per_lt(Corpus corpus) { return recipe_of(corpus).bytes_per_mark; }

double bytes_per_lt(std::string_view text) {
  return static_cast<double>(text.size()) /
         static_cast<double>(std::max(count(text, '<'), std::size_t{1}));
}

void set_corpus_bytes(std::size_t bytes) { corpus_bytes = bytes; }

std::string_view text_of(Corpus corpus) {
  static std::array<std::string, recipes.size()> texts;
  std::string& text = texts[static_cast<std::size_t>(corpus)];
  const std::size_t most = corpus == Corpus::calls ? most_calls_bytes : corpus_bytes;
  if (text.empty()) text = make_text(recipe_of(corpus), std::min(corpus_bytes, most));
  return text;
}

std::string_view argument_of(Argument argument) {
  static const std::array<std::string, arguments.size()> texts = {
      make_text(arguments[0], argument_bytes), make_text(arguments[1], argument_bytes)};
  return texts[static_cast<std::size_t>(argument)];
}

std::string call_list(std::size_t count) {
  Random random(list_seed);
  std::string out = "[";
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out += ",\n ";
    append_piece(out, random.pick(listed_calls), random);
  }
  out += ']';
  return out;
}

}  // namespace bench

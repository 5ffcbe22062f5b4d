#include "corpus.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>

// A text is a row of pieces, drawn by a fixed random sequence from two lists of templates: one that
// has more bytes per '<' than is aimed at, one that has fewer. The list is chosen by what is
// missing, so the figure stays at its aim from beginning to end.
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

struct Recipe {
  std::string_view description;
  double bytes_per_lt;
  std::uint64_t seed;
  Templates above;  // more bytes per '<' than aimed at
  Templates below;  // fewer
};

constexpr std::array<Recipe, corpora.size()> recipes = {{
    {"sparse prose", 2024, 1, sparse_above, sparse_below},
    {"typical answers of a model", 122, 2, typical_above, typical_below},
    {"dense small elements", 6.6, 3, dense_above, dense_below},
    {"noise: program code", 16.5, 4, noise_above, noise_below},
}};

const Recipe& recipe_of(Corpus corpus) { return recipes[static_cast<std::size_t>(corpus)]; }

std::size_t count_lt(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '<'));
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
  std::size_t seen_lt = 0;
  while (out.size() < bytes) {
    const double aim = recipe.bytes_per_lt * static_cast<double>(seen_lt);
    const std::size_t start = out.size();
    append_piece(out, random.pick(static_cast<double>(start) < aim ? recipe.above : recipe.below),
                 random);
    seen_lt += count_lt(std::string_view(out).substr(start));
  }
  out.resize(bytes);
  return out;
}

std::size_t corpus_bytes = std::size_t{64} << 20;

}  // namespace

char letter(Corpus corpus) { return static_cast<char>('a' + static_cast<int>(corpus)); }

std::string_view description(Corpus corpus) { return recipe_of(corpus).description; }

double aimed_bytes_per_lt(Corpus corpus) { return recipe_of(corpus).bytes_per_lt; }

double bytes_per_lt(std::string_view text) {
  return static_cast<double>(text.size()) /
         static_cast<double>(std::max(count_lt(text), std::size_t{1}));
}

void set_corpus_bytes(std::size_t bytes) { corpus_bytes = bytes; }

std::string_view text_of(Corpus corpus) {
  static std::array<std::string, corpora.size()> texts;
  std::string& text = texts[static_cast<std::size_t>(corpus)];
  if (text.empty()) text = make_text(recipe_of(corpus), corpus_bytes);
  return text;
}

}  // namespace bench

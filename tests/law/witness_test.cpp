#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/describe.hpp"
#include "support/golden.hpp"
#include "support/grammar_text.hpp"
#include "support/laws.hpp"
#include "support/model.hpp"
#include "support/sampling.hpp"

/// L4, little hold-back: for every prefix of every golden input, the first byte that is held back
/// has a witness. That is an ending with which a tag or marker that a rule in force names begins at
/// it and reaches beyond the prefix, or two endings that decide differently about it (an undecided
/// region). Later bytes wait because of the order. The models say how a byte is read, not the
/// library.
namespace tagstream::testing {
namespace {

// NAME stands for each name and marker of the case in turn, REST for each of its proper suffixes,
// CLOSE for what closes it.
constexpr std::array<std::string_view, 42> endings = {"",           "x",         "NAME>CLOSECLOSE",
                                                      ">",          "/>",        " >",
                                                      " />",        "\">",       "'>",
                                                      "NAME>CLOSE", "=1>",       " ",
                                                      "\n",         "\r",        "`",
                                                      "``",         "```",       "\n```\n",
                                                      "``CLOSE",    "`CLOSE",    "~\n",
                                                      "\"\">",      "''>",       "\"",
                                                      "'",          "<NAME>",    "CLOSE",
                                                      "NAME",       "NAME>",     "/NAME>",
                                                      "REST",       "REST>",     ">CLOSE",
                                                      "\">CLOSE",   "'>CLOSE",   "RESTCLOSE",
                                                      "REST>CLOSE", "NAMECLOSE", "CLOSECLOSE",
                                                      "MANY",       "`\">",      "`'>"};

// A name or a marker, and what closes it.
struct Word {
  std::string text;
  std::string close;
};

std::vector<Word> words_of(const Options& options) {
  std::vector<Word> words;
  for (const Rule& rule : rules_of(options)) {
    if (!rule.name.empty()) {
      words.push_back({rule.name, "</" + rule.name + '>'});
    } else {
      words.push_back({rule.open, rule.close});
      if (!rule.close.empty()) words.push_back({rule.close, rule.close});  // `drop` has none
    }
  }
  return words;
}

std::vector<Word> words_of(const TokenizerOptions& options) {
  std::vector<Word> words = {{"x", "</x>"}};
  for (const std::string& name : options.names) words.push_back({name, "</" + name + '>'});
  for (const std::string& marker : options.markers) words.push_back({marker, marker});
  return words;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

void add_new(std::vector<std::string>& all, std::string text) {
  if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(std::move(text));
}

// The endings to try for a case; each of them also before a last run of backticks on its line.
std::vector<std::string> endings_for(const std::vector<Word>& words, const std::vector<int>& runs) {
  std::vector<std::string> all;
  for (const std::string_view ending : endings) {
    for (const Word& word : words) {
      const bool has_rest = ending.find("REST") != std::string_view::npos;
      const std::size_t last = has_rest ? word.text.size() : 1;
      for (std::size_t skip = 1; skip <= last; ++skip) {
        std::string text(ending);
        replace_all(text, "REST", std::string_view(word.text).substr(skip));
        replace_all(text, "NAME", word.text);
        replace_all(text, "MANY", repeated(word.close, 16));
        replace_all(text, "CLOSE", word.close);
        add_new(all, text);
        for (const int run : runs)
          add_new(all, text + repeated("`", static_cast<std::size_t>(run)) + '\n');
      }
    }
  }
  return all;
}

// The lengths of the backtick runs in a text that is read as Markdown, and 1.
std::vector<int> runs_of(std::string_view text, bool is_markdown) {
  std::vector<int> runs = {1};
  int run = 0;
  for (const char c : std::string(text) + 'x') {
    if (c == '`') {
      ++run;
    } else if (run > 0 && is_markdown) {
      if (std::find(runs.begin(), runs.end(), run) == runs.end()) runs.push_back(run);
      run = 0;
    }
  }
  return runs;
}

// The reading of a byte, and where the tag or marker ends that begins at it, if one does. So both
// kinds of witness are two endings with different fates: an unfinished tag is none without its end.
struct Fate {
  int kind = -1;
  std::uint64_t tag_end = 0;
  friend bool operator==(const Fate&, const Fate&) = default;
};

class FilterWitness {
 public:
  explicit FilterWitness(const Rules& rules)
      : filter_(rules), model_(make_program(rules.options())), options_(rules.options()) {}

  // How many bytes have come out after `text`, without finish.
  std::uint64_t emitted(std::string_view text) {
    filter_.reset();
    std::uint64_t end = 0;
    for (const Event& event : filter_.feed(text)) end = event.span.end;
    return end;
  }

  [[nodiscard]] Fate fate(std::string_view text, std::uint64_t at) const {
    const ModelReading reading = read_by_model(text, model_);
    Fate fate;
    for (const Seen& seen : reading.seen) {
      if (seen.begin <= at && at < seen.end) fate.kind = static_cast<int>(seen.kind);
    }
    for (const Span& tag : reading.named) {
      if (tag.start == at) fate.tag_end = tag.end;
    }
    return fate;
  }
  [[nodiscard]] bool decodes() const { return !options_.decode_entities.empty(); }

 private:
  Reader filter_;
  ModelProgram model_;
  Options options_;
};

class TokenWitness {
 public:
  explicit TokenWitness(const TokenizerOptions& options)
      : tokenizer_(*Tokenizer::make(options)), options_(options) {}

  std::uint64_t emitted(std::string_view text) {
    tokenizer_.reset();
    std::uint64_t end = 0;
    for (const Token& token : tokenizer_.feed(text)) end = token.end();
    return end;
  }

  [[nodiscard]] Fate fate(std::string_view text, std::uint64_t at) const {
    for (const SeenToken& token : model_tokens(text, options_)) {
      if (token.begin > at || token.end <= at) continue;
      return {static_cast<int>(token.kind), token.kind == TokenKind::text ? 0 : token.end};
    }
    return {};
  }

  [[nodiscard]] static bool decodes() { return false; }

 private:
  Tokenizer tokenizer_;
  const TokenizerOptions& options_;
};

// A byte may also wait for the rest of its code point.
bool waits_for_code_point(std::string_view held) {
  const bool is_lead = (static_cast<unsigned char>(held.front()) & 0xC0U) == 0xC0U;
  return held.size() <= 3 && is_lead && ends_inside_code_point(held);
}

// In a section whose text is decoded a byte may wait for the rest of its entity.
bool waits_for_entity(std::string_view held) {
  return held.front() == '&' && held.size() < 32 &&
         held.find_first_of(" ;<\n", 1) == std::string_view::npos;
}

template <class Witness>
std::string check_case(Witness& witness, const std::string& input,
                       const std::vector<std::string>& tails) {
  for (std::size_t length = 1; length <= input.size(); ++length) {
    const std::string prefix = input.substr(0, length);
    const std::uint64_t at = witness.emitted(prefix);
    if (at >= length || waits_for_code_point(std::string_view(prefix).substr(at))) continue;
    if (witness.decodes() && waits_for_entity(std::string_view(prefix).substr(at))) continue;
    const Fate first = witness.fate(prefix, at);
    const auto differs = [&](const std::string& tail) {
      return witness.fate(prefix + tail, at) != first;
    };
    if (differs(input.substr(length))) continue;
    // An unfinished tag may hold the run that closes the span around it.
    if (prefix[at] == '<' && prefix.find('`', at) != prefix.npos) continue;
    if (std::none_of(tails.begin(), tails.end(), differs)) {
      return "byte " + std::to_string(at) + " is held without a witness after \"" +
             printable(prefix) + '"';
    }
  }
  return {};
}

std::vector<std::string> filter_endings(const Rules& rules, std::string_view text) {
  const Options& options = rules.options();
  return endings_for(words_of(options), runs_of(text, options.markdown_code != MarkdownCode::off));
}

// Close to a limit no ending fits any more, though the limit itself is not reached yet.
bool has_room(const Limits& limits) {
  const Limits usual;
  return limits.max_tag_bytes == usual.max_tag_bytes &&
         limits.max_held_bytes == usual.max_held_bytes &&
         limits.max_attributes == usual.max_attributes && limits.on_limit == usual.on_limit;
}

std::string check_block(const GoldenCase& golden, const GoldenBlock& block) {
  if (block.reader == "read") {
    const auto parsed = golden_of(golden, block);
    if (!parsed) return parsed.error().message;
    const auto rules = Rules::make(parsed->options);
    if (!rules) return rules.error().message;
    if (!has_room(rules->options().limits)) return {};
    if (!rules->options().thought.empty()) return {};  // a thought is given when it ends
    FilterWitness witness(*rules);
    return check_case(witness, golden.input, filter_endings(*rules, golden.input));
  }
  if (block.reader == "tokens") {
    const auto options = tokenizer_of(block);
    if (!options) return options.error().message;
    if (!has_room(options->limits)) return {};
    TokenWitness witness(*options);
    return check_case(witness, golden.input, endings_for(words_of(*options), {}));
  }
  return {};
}

TEST(witness, nothing_waits_without_a_witness) {
  const Goldens goldens = read_goldens("", {"tokens", "read", "attributes"});
  EXPECT_FALSE(goldens.cases.empty());
  for (const GoldenCase& golden : goldens.cases) {
    for (const GoldenBlock& block : golden.blocks) {
      const std::string failure = check_block(golden, block);
      if (!failure.empty()) ADD_FAILURE() << golden.place(block) << '\n' << failure;
    }
  }
}

TEST(witness, nothing_waits_without_a_witness_in_random_texts) {
  const std::uint64_t seeds = random_texts(20000);
  int failures = 0;
  for (std::uint64_t seed = 1; seed <= seeds && failures < 5; ++seed) {
    std::mt19937_64 random(seed);
    Options options = random_filter_options(random);
    options.limits = {};
    const auto rules = Rules::make(std::move(options));
    const std::string text = random_text(vocabulary_of(rules->options()), random).substr(0, 80);
    FilterWitness witness(*rules);
    const std::string failure = check_case(witness, text, filter_endings(*rules, text));
    if (failure.empty()) continue;
    ++failures;
    ADD_FAILURE() << "seed " << seed << describe(rules->options()) << '\n' << failure;
  }
}

}  // namespace
}  // namespace tagstream::testing

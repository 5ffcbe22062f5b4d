#include "readers/tokenizer.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <string>
#include <utility>

#include "base/growing_array.hpp"
#include "lex/lexer.hpp"
#include "machine/program.hpp"
#include "machine/window.hpp"

// Runs the lexer and adds the text between its matches. `a<b>c` is three tokens: the text "a", the
// tag `<b>` and the text "c". Fed as `a<` and `b>c`, the first feed gives "a", and the second gives
// `<b>` and "c". So a tag is one token wherever the text is cut.

namespace tagstream {

namespace {

constexpr std::size_t short_chunk = 64;

}  // namespace

struct Tokenizer::Impl {
  explicit Impl(std::shared_ptr<const Program> shared)
      : program(std::move(shared)), set(program->rules) {}

  // The fast path for most feeds while a model writes: no bytes are held, the chunk is short, and
  // none of its bytes can begin a tag or marker. The chunk is one text token. If the last feed took
  // this path too, its token is changed in place. Returns false if the chunk needs the slow path.
  bool pass(std::string_view chunk) {
    if (!is_plain || chunk.size() - 1 >= short_chunk) return false;  // not an empty one
    counters.examined += chunk.size();
    if (scan::is_in(chunk, set.text_bytes(false, false))) return false;
    if (!has_passed) {
      has_passed = true;
      tokens.clear();
      tokens.push_back({0, {}, 0, 0, TokenKind::text});
    }
    Token& token = tokens[0];
    token.begin = read_until;
    token.raw = chunk;
    read_until += chunk.size();
    stats.bytes_fed += chunk.size();
    ++stats.events;
    lexer.restart(read_until);
    window.skip(chunk.size());
    return true;
  }

  // Reads one segment of the window after the other: first the held bytes with the beginning of the
  // chunk, then the rest of the chunk in place. `a <b` gives the text "a ", and `<b` is held; the
  // chunk `>c` makes the segment `<b>c`, which gives the tag and the text "c".
  void run(bool at_end) {
    Scope scope;
    scope.set = &set;
    do {
      const Segment& segment = window.segment();
      Match match;
      for (;;) {
        while (lexer.may_read_tags(segment, scope) && read_tags(segment, scope)) {
        }
        if (lexer.next(segment, scope, Lexer::no_limit, at_end, counters, match) !=
            Lexer::Outcome::match) {
          break;
        }
        add_text(segment, match.begin);
        tokens.push_back({match.begin, segment.slice(match.begin, match.end), match.name_at,
                          match.name_size, match.kind});
        read_until = match.end;
      }
      add_text(segment, lexer.position());
    } while (window.advance(read_until));
    window.end(read_until);
    is_plain = window.held() == 0 && !at_end;
    stats.events += tokens.size();
    stats.bytes_held = window.held();
    stats.bytes_held_max = std::max(stats.bytes_held_max, stats.bytes_held);
  }

  // If every tag is a token, tags are read in batches of `scan::most_spans`: scope and rule are
  // then checked once a batch, not once a tag. Returns true if the batch was full, so more may
  // follow.
  bool read_tags(const Segment& segment, const Scope& scope) {
    std::array<scan::TagSpan, scan::most_spans> spans;
    const std::uint64_t base = lexer.position();
    const std::size_t count = lexer.read_tags(segment, scope, spans.data(), counters);
    for (std::size_t i = 0; i < count; ++i) {
      const scan::TagSpan& span = spans[i];
      const std::uint64_t begin = base + span.begin;
      add_text(segment, begin);
      const TokenKind kind = kind_of(span.look);
      read_until = begin + span.look.size;
      tokens.push_back({begin, segment.slice(begin, read_until), kind == TokenKind::close ? 2U : 1U,
                        span.look.name_size, kind});
    }
    return count == scan::most_spans;
  }

  // The bytes between two matches are one text token. In `<a><b>` there are none, and no token.
  void add_text(const Segment& segment, std::uint64_t until) {
    if (until == read_until) return;
    tokens.push_back({read_until, segment.slice(read_until, until), 0, 0, TokenKind::text});
    read_until = until;
  }

  std::shared_ptr<const Program> program;
  const RuleSet& set;
  Window window;
  Lexer lexer;
  LexerCounters counters;
  Stats stats;
  GrowingArray<Token> tokens;
  std::uint64_t read_until = 0;
  std::unique_ptr<std::string> kept;  // the temporary that was fed last
  bool is_plain = true;               // nothing is held, and more may be fed
  bool has_passed = false;            // the last feed has: `tokens` is its token
  bool finished = false;
};

Tokenizer::Tokenizer(TokenRules rules) : impl_(std::make_unique<Impl>(std::move(rules.program_))) {}
Tokenizer::Tokenizer() : Tokenizer(*TokenRules::make({})) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Result<Tokenizer> Tokenizer::make(TokenizerOptions options) {
  Result<TokenRules> rules = TokenRules::make(std::move(options));
  if (!rules) return rules.error();
  return Tokenizer(std::move(*rules));
}

std::span<const Token> Tokenizer::feed(std::string_view chunk) {
  Impl& self = *impl_;
  assert(!self.finished && "feed after finish: call reset first");
  if (self.pass(chunk)) return self.tokens.view();
  self.has_passed = false;
  self.tokens.clear();
  if (self.finished) return {};
  self.stats.bytes_fed += chunk.size();
  self.window.begin(chunk);
  self.run(false);
  return self.tokens.view();
}

// A temporary chunk is kept for the tokens that point into it, until the next temporary comes.
std::span<const Token> Tokenizer::feed_kept(std::string chunk) {
  impl_->kept = std::make_unique<std::string>(std::move(chunk));
  return feed(std::string_view(*impl_->kept));
}

std::span<const Token> Tokenizer::finish() {
  Impl& self = *impl_;
  self.tokens.clear();
  if (self.finished) return {};
  self.finished = true;
  self.window.begin({});
  self.run(true);
  return self.tokens.view();
}

// Everything begins anew but the array of tokens: its memory is used again for the next text.
void Tokenizer::reset() {
  GrowingArray<Token> tokens = std::move(impl_->tokens);  // the memory is used again
  tokens.clear();
  Tokenizer fresh{TokenRules(impl_->program)};
  impl_ = std::move(fresh.impl_);
  impl_->tokens = std::move(tokens);
}

Stats Tokenizer::stats() const {
  Stats stats = impl_->stats;
  stats.bytes_examined = impl_->counters.examined;
  stats.limit_hits = impl_->counters.limit_hits;
  return stats;
}

std::vector<Token> tokenize(std::string_view text, const TokenRules& rules) {
  Tokenizer tokenizer(rules);
  const std::span<const Token> fed = tokenizer.feed(text);
  std::vector<Token> tokens(fed.begin(), fed.end());
  for (Token token : tokenizer.finish()) {  // held bytes: the token shall point into `text`
    token.raw = text.substr(static_cast<std::size_t>(token.begin), token.raw.size());
    tokens.push_back(token);
  }
  return tokens;
}

}  // namespace tagstream

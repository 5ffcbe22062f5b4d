#include "support/laws.hpp"

#include <algorithm>
#include <sstream>

#include "support/guarded_chunk.hpp"

namespace tagstream::testing {

namespace {

std::size_t sequence_length(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 1;
}

bool may_be_second(unsigned char lead, unsigned char second) {
  if (lead == 0xE0) return second >= 0xA0 && second <= 0xBF;
  if (lead == 0xED) return second >= 0x80 && second <= 0x9F;
  if (lead == 0xF0) return second >= 0x90 && second <= 0xBF;
  if (lead == 0xF4) return second >= 0x80 && second <= 0x8F;
  return second >= 0x80 && second <= 0xBF;
}

std::string check_token(std::string_view text, std::uint64_t position, const Token& token) {
  std::ostringstream out;
  out << to_string(token.kind) << " at " << token.begin << ": ";
  if (token.begin != position) {
    out << "begins elsewhere than the last ended, at " << position << " (L2)";
  } else if (token.raw.empty()) {
    out << "is empty (L3)";
  } else if (token.end() > text.size() || text.substr(token.begin, token.raw.size()) != token.raw) {
    out << "has other bytes than the input (L3)";
  } else if (token.kind != TokenKind::text && token.kind != TokenKind::marker &&
             (token.name().empty() || token.raw.front() != '<' || token.raw.back() != '>')) {
    out << "is no tag";
  } else {
    return {};
  }
  return out.str();
}

}  // namespace

bool ends_inside_code_point(std::string_view text) {
  const std::size_t last = std::min<std::size_t>(3, text.size());
  for (std::size_t back = 1; back <= last; ++back) {
    const auto lead = static_cast<unsigned char>(text[text.size() - back]);
    if ((lead & 0xC0U) == 0x80U) continue;
    if (sequence_length(lead) <= back) return false;
    if (back == 1) return true;
    return may_be_second(lead, static_cast<unsigned char>(text[text.size() - back + 1]));
  }
  return false;
}

bool continues_code_point(std::string_view text, char next) {
  const auto byte = static_cast<unsigned char>(next);
  if (!ends_inside_code_point(text)) return false;
  const auto last = static_cast<unsigned char>(text.back());
  return sequence_length(last) > 1 ? may_be_second(last, byte) : (byte & 0xC0U) == 0x80U;
}

std::string check_totals(const Stats& stats, std::uint64_t fed, std::uint64_t events) {
  if (stats.bytes_fed != fed) return "stats: bytes_fed is wrong";
  if (stats.events != events) {
    return "stats: " + std::to_string(stats.events) + " events counted, " + std::to_string(events) +
           " given";
  }
  if (stats.bytes_held > stats.bytes_held_max) return "stats: bytes_held is above its maximum";
  return {};
}

TokenRun run_tokens(std::string_view text, Tokenizer& tokenizer, const Cuts& cuts, Ending ending) {
  tokenizer.reset();
  TokenRun run;
  std::uint64_t fed = 0;
  std::uint64_t position = 0;
  std::uint64_t count = 0;
  const auto take = [&](std::span<const Token> tokens) {
    for (const Token& token : tokens) {
      if (run.failure.empty()) run.failure = check_token(text, position, token);
      position = token.end();
      ++count;
      append_joined(run.items, token);
    }
    run.emitted.push_back(position);
  };
  for_each_piece(text, cuts, [&](std::string_view piece) {
    const GuardedChunk chunk(piece);
    take(tokenizer.feed(chunk.view()));
    fed += piece.size();
    if (position > fed) run.failure = "tokens go further than what was fed (L3)";
    return true;
  });
  if (ending == Ending::finish) {
    take(tokenizer.finish());
    if (run.failure.empty() && position != fed) run.failure = "bytes are missing at the end (L3)";
    if (!tokenizer.finish().empty()) run.failure = "a second finish gives tokens";
  }
  run.stats = tokenizer.stats();
  if (run.failure.empty()) run.failure = check_totals(run.stats, fed, count);
  return run;
}

std::string check_work(const Stats& stats, unsigned factor) {
  const std::uint64_t allowed = factor * stats.bytes_fed + 4096;
  if (stats.bytes_examined <= allowed) return {};
  return "L5: " + std::to_string(stats.bytes_examined) + " bytes examined of " +
         std::to_string(stats.bytes_fed) + ", allowed " + std::to_string(allowed);
}

std::string check_held(const Stats& stats, std::size_t max_held, std::size_t largest_chunk) {
  const std::uint64_t allowed = max_held + largest_chunk;
  if (stats.bytes_held_max <= allowed) return {};
  return "L6: " + std::to_string(stats.bytes_held_max) + " bytes held, allowed " +
         std::to_string(allowed);
}

std::string check_tokens(std::string_view text, Tokenizer& tokenizer, const Cuts& cuts,
                         const std::vector<SeenToken>& want) {
  const TokenRun run = run_tokens(text, tokenizer, cuts);
  if (!run.failure.empty()) return run.failure;
  std::string failure = check_same(want, run.items);
  if (failure.empty()) failure = check_work(run.stats, 8);
  return failure;
}

}  // namespace tagstream::testing

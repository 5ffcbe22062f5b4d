#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

#include "json/json_text.hpp"
#include "json/value_converter.hpp"
#include "support/exhaustive.hpp"
#include "support/grammar_text.hpp"
#include "support/json_cases.hpp"
#include "support/naive_json.hpp"
#include "support/random_json.hpp"

/// JSON and the spellings that models write: fixed texts, all short texts, and random ones, each
/// whole and in pieces, against a naive reader and against simdjson.
namespace tagstream::testing {
namespace {

constexpr std::uint64_t default_seed = 20260101;

// ---- the lexer and the conversion ------------------------------------------------------------

struct Scan {
  JsonReading reading;
  std::uint64_t marks = 0;  // a hash over all that the sink was told
};

Scan scan(std::string_view text, const Cuts& cuts) {
  Scan out;
  JsonLexer lexer(json_like);
  const auto sink = [&](JsonLexer::Mark mark, std::size_t depth, std::uint64_t offset) {
    for (const std::uint64_t told : {std::uint64_t(mark), std::uint64_t(depth), offset}) {
      out.marks = (out.marks + told + 1) * 0x9E3779B97F4A7C15;
    }
    if (mark == JsonLexer::Mark::value_begin) return;
    if (text[offset - 1] != '"' && text[offset - 1] != '\'') return;
    const std::uint64_t begin = lexer.strings().begin;
    out.reading.strings.push_back(decode_json_string(text.substr(begin, offset - begin)));
  };
  for_each_piece(text, cuts, [&](std::string_view piece) {
    return lexer.feed(piece, sink) == JsonLexer::Status::open;
  });
  static constexpr std::array outcomes = {JsonOutcome::open, JsonOutcome::complete,
                                          JsonOutcome::failed};
  out.reading.outcome = outcomes[static_cast<std::size_t>(lexer.status())];
  out.reading.offset = lexer.offset();
  out.reading.first_repair = lexer.spelling().first_repair;
  out.reading.is_repaired = lexer.spelling().is_repaired;
  out.reading.has_raw_control = lexer.spelling().has_raw_control;
  out.reading.has_raw_line_end = lexer.spelling().has_raw_line_end;
  return out;
}

std::string repaired(std::string_view text, const Cuts& cuts) {
  std::string out;
  ValueConverter converter{JsonLexer(json_like)};
  for_each_piece(text, cuts, [&](std::string_view piece) {
    converter.feed(piece, out);
    return true;
  });
  return out;
}

bool is_json_as_it_stands(const JsonReading& reading) {
  return !reading.is_repaired && !reading.has_raw_control && !reading.has_raw_line_end;
}

// The differences between reading in pieces and reading the whole; empty if none.
std::string check_pieces(std::string_view text, const Scan& whole, const Cuts& cuts) {
  const Scan pieces = scan(text, cuts);
  if (pieces.reading != whole.reading || pieces.marks != whole.marks) {
    return to_text(cuts) + ": " + to_text(pieces.reading) + ", whole: " + to_text(whole.reading);
  }
  const std::string_view read = text.substr(0, whole.reading.offset);
  Cuts inner = cuts;
  while (!inner.empty() && inner.back() > read.size()) inner.pop_back();
  if (repaired(read, inner) != repaired(read, {})) return to_text(cuts) + ": written otherwise";
  return {};
}

// ---- simdjson ----------------------------------------------------------------------------------

std::string peer_meaning(simdjson::dom::element value) {
  switch (value.type()) {
    case simdjson::dom::element_type::OBJECT: {
      std::string out = "{";
      for (const auto field : simdjson::dom::object(value)) {
        out += std::to_string(field.key.size()) + ':' + std::string(field.key);
        out += peer_meaning(field.value);
      }
      return out + '}';
    }
    case simdjson::dom::element_type::ARRAY: {
      std::string out = "[";
      for (const auto element : simdjson::dom::array(value)) out += peer_meaning(element);
      return out + ']';
    }
    case simdjson::dom::element_type::STRING: {
      const std::string_view string = value;
      return std::to_string(string.size()) + ':' + std::string(string);
    }
    case simdjson::dom::element_type::DOUBLE: return meaning_of(double(value));
    case simdjson::dom::element_type::BOOL: return bool(value) ? "t" : "f";
    case simdjson::dom::element_type::NULL_VALUE: return "n";
    default: return meaning_of(std::int64_t(value));
  }
}

class Peer {
 public:
  // True if `text` is JSON; `meaning`, unless null, gets its value.
  bool accepts(std::string_view text, std::string* meaning = nullptr) {
    if (buffer_.size() < text.size() + simdjson::SIMDJSON_PADDING) {
      buffer_.resize(2 * text.size() + simdjson::SIMDJSON_PADDING);
    }
    std::copy(text.begin(), text.end(), buffer_.begin());
    simdjson::dom::element root;
    if (parser_.parse(buffer_.data(), text.size(), false).get(root) != simdjson::SUCCESS) {
      return false;
    }
    if (meaning != nullptr) *meaning = peer_meaning(root);
    return true;
  }

 private:
  simdjson::dom::parser parser_;
  std::string buffer_;
};

std::string blanks_for_line_ends(std::string text) {
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

// The peer's verdict on the same text. Values that are neither object nor array are left out.
std::string check_with_peer(std::string_view text, const NaiveJson& naive, Peer& peer) {
  static constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first != std::string_view::npos && text[first] != '{' && text[first] != '[') return {};
  const JsonReading& reading = naive.reading;
  const bool is_all = reading.outcome == JsonOutcome::complete &&
                      text.find_first_not_of(blanks, reading.offset) == std::string_view::npos;
  const bool is_strict = is_all && !reading.is_repaired && !reading.has_raw_control;
  if (peer.accepts(text) != (is_strict && !reading.has_raw_line_end)) {
    return "simdjson says otherwise";
  }
  if (reading.has_raw_line_end &&
      peer.accepts(blanks_for_line_ends(std::string(text))) != is_strict) {
    return "simdjson says otherwise with blanks for line ends";
  }
  if (reading.outcome != JsonOutcome::complete) return {};
  const std::string json = repaired(text.substr(0, reading.offset), {});
  std::string meaning;
  if (!peer.accepts(json, &meaning)) return "written as what simdjson refuses: " + printable(json);
  if (meaning == naive.meaning) return {};
  return "written as " + printable(json) + ", which means " + printable(meaning) + ", not " +
         printable(naive.meaning);
}

// ---- both --------------------------------------------------------------------------------------

std::string check(std::string_view text, std::initializer_list<Cuts> all_cuts, NaiveJson& naive) {
  naive = read_naively(text);
  const Scan whole = scan(text, {});
  if (whole.reading != naive.reading) {
    return to_text(whole.reading) + ", the naive reader: " + to_text(naive.reading);
  }
  for (const Cuts& cuts : all_cuts) {
    std::string failure = check_pieces(text, whole, cuts);
    if (!failure.empty()) return failure;
  }
  const std::string_view read = text.substr(0, whole.reading.offset);
  if (whole.reading.outcome == JsonOutcome::complete && is_json_as_it_stands(whole.reading) &&
      repaired(read, {}) != read) {
    return "JSON is not left as it is";
  }
  return {};
}

TEST(json, cases_end_and_fail_where_they_must) {
  const std::vector<JsonCase> cases = json_cases();
  EXPECT_GE(cases.size(), 500U);
  for (const JsonCase& expected : cases) {
    const std::string text = expected.read + expected.rest;
    const std::string shown = printable(text.substr(0, 80)) + ", " + std::to_string(text.size());
    const Scan whole = scan(text, {});
    EXPECT_EQ(whole.reading.outcome, expected.outcome) << shown;
    EXPECT_EQ(whole.reading.offset, expected.read.size()) << shown;
    EXPECT_EQ(whole.reading.is_repaired, expected.is_repaired) << shown;
    EXPECT_EQ(whole.reading.has_raw_control, expected.has_raw_control) << shown;
    EXPECT_EQ(whole.reading.has_raw_line_end, expected.has_raw_line_end) << shown;
    if (expected.outcome == JsonOutcome::complete) {
      EXPECT_EQ(repaired(expected.read, {}), expected.json) << shown;
    }
    EXPECT_EQ(check_pieces(text, whole, cut_by_size(text.size(), 1)), "") << shown;
    const std::size_t step = text.size() < 2000 ? 1 : text.size() / 16;
    for (std::size_t at = 0; at <= text.size(); at += step) {
      EXPECT_EQ(check_pieces(text, whole, {at}), "") << shown;
    }
    if (text.size() < 2000) {
      EXPECT_EQ(read_naively(text).reading, whole.reading) << shown;
    }
  }
}

TEST(json, strings_stop_at_every_place) {
  for (const std::string quote : {"\"", "'"}) {
    for (const char* stop : {"\"", "'", "\\n", "\\'", "\\x", "\\u00e9", "\n", "\x01", "\x1f", " ",
                             "!", "[", "]", "\x7f", "\x80", "\x9f", "\xa2", "\xdc", "\xff"}) {
      for (std::size_t before = 0; before < 150; ++before) {
        const std::size_t after = (before * 7) % 150;
        std::string text = "[" + quote;
        text.append(before, 'a').append(stop).append(after, '\xe3').append(stop);
        text += quote + ",1]";
        NaiveJson naive;
        EXPECT_EQ(check(text, {cut_by_size(text.size(), 1), {2 + before}}, naive), "")
            << printable(text);
      }
    }
  }
}

// Removes what simdjson refuses and we do not: bytes that are no UTF-8, escapes for half of a pair,
// and numbers that no double holds are changed until nothing of the kind is left.
std::string without_what_peers_refuse(std::string text, const NaiveJson& naive) {
  if (!simdjson::validate_utf8(text.data(), text.size())) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; },
        '?');
  }
  std::string out;
  std::size_t digits = 0;
  bool is_exponent = false;
  for (char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit && c != '+' && c != '-') is_exponent = c == 'e' || c == 'E';
    digits = is_digit ? digits + 1 : 0;
    if (naive.has_large_number && digits > (is_exponent ? 2U : 15U)) continue;
    const bool is_code_unit = out.size() >= 2 && out.back() == 'u' && out[out.size() - 2] == '\\';
    out += naive.has_half_pair && is_code_unit && (c == 'd' || c == 'D') ? 'c' : c;
  }
  return out;
}

std::string check_text(const std::string& text, std::initializer_list<Cuts> all_cuts, Peer& peer) {
  NaiveJson naive;
  std::string failure = check(text, all_cuts, naive);
  if (!failure.empty()) return printable(text) + ": " + failure;
  const std::string plain = without_what_peers_refuse(text, naive);
  if (plain != text) failure = check(plain, {}, naive);
  if (failure.empty()) failure = check_with_peer(plain, naive, peer);
  return failure.empty() ? failure : printable(plain) + ": " + failure;
}

TEST(json, short_texts_mean_what_simdjson_and_a_naive_reader_say) {
  const Symbols tokens = {"[", "]", "{", "}", ",", ":", "\"", "'",    "\\",
                          "1", "0", "-", ".", "e", " ", "\n", "None", "true"};
  static constexpr std::array<std::pair<const char*, const char*>, 5> frames = {
      {{"[", "]"}, {"{", "}"}, {"[\"", "\"]"}, {"['", "']"}, {"{\"\":", "}"}}};
  Peer peer;
  for_each_text({{}, tokens, 5}, [&](std::string_view inside, bool) {
    for (const auto& [before, after] : frames) {
      const std::string text = before + std::string(inside) + after;
      const std::string failure = check_text(text, {cut_by_size(text.size(), 1)}, peer);
      if (failure.empty()) continue;
      ADD_FAILURE() << failure;
      return false;
    }
    return true;
  });
}

TEST(json, random_texts_mean_what_simdjson_and_a_naive_reader_say) {
  Peer peer;
  for_each_seed(default_seed, 2400000, [&](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    for (std::uint64_t k = 0; k < texts_per_seed; ++k) {
      const std::string text = random_json(random);
      std::string failure =
          check_text(text, {cut_by_size(text.size(), 1), cut_randomly(text.size(), random)}, peer);
      if (!failure.empty()) return failure;
    }
    return std::string();
  });
}

}  // namespace
}  // namespace tagstream::testing

// JSON against nlohmann's and against a naive reader: what is taken for JSON, what it means, what
// the spellings that models write are converted to; and the same in pieces.
#include <nlohmann/json.hpp>

#include "base/utf8.hpp"
#include "fuzz.hpp"
#include "json/value_lexer.hpp"
#include "support/naive_json.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream::fuzz {
namespace {

using testing::Cuts;

/// The value that nlohmann reads, in the notation of `NaiveJson::meaning`.
class Meaning : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::string text;

  bool null() override { return add("n"); }
  bool boolean(bool value) override { return add(value ? "t" : "f"); }
  bool number_integer(std::int64_t value) override { return add(testing::meaning_of(value)); }
  bool number_unsigned(std::uint64_t value) override {
    return add(testing::meaning_of(static_cast<std::int64_t>(value)));
  }
  bool number_float(double value, const std::string& /*as_written*/) override {
    return add(testing::meaning_of(value));
  }
  bool string(std::string& value) override {
    return add(std::to_string(value.size()) + ':' + value);
  }
  bool binary(nlohmann::json::binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return add("{"); }
  bool key(std::string& value) override { return string(value); }
  bool end_object() override { return add("}"); }
  bool start_array(std::size_t /*size*/) override { return add("["); }
  bool end_array() override { return add("]"); }
  bool parse_error(std::size_t /*at*/, const std::string& /*last*/,
                   const nlohmann::json::exception& /*why*/) override {
    return false;
  }

 private:
  bool add(std::string_view piece) {
    text += piece;
    return true;
  }
};

bool means(std::string_view text, std::string& meaning) {
  Meaning sax;
  const bool is_json = nlohmann::json::sax_parse(text, &sax);
  meaning = std::move(sax.text);
  return is_json;
}

/// nlohmann refuses what is not UTF-8, which is not ours to judge, takes a zero byte for the end,
/// and passes a byte order mark at the beginning, which JSON does not have (RFC 8259, section 8.1).
std::string as_utf8(std::string_view text) {
  std::string out;
  if (text.starts_with("\xEF\xBB\xBF")) out += '?';
  while (!text.empty()) {
    const Utf8Sequence first = utf8_first(text);
    const bool stays = first.is_valid && text[0] != 0;
    out += stays ? text.substr(0, first.size) : std::string_view("?");
    text.remove_prefix(first.size);
  }
  return out;
}

struct Reading {
  JsonLexer lexer{json_like};
  std::string repaired;
};

Reading read(std::string_view text, const Cuts& cuts) {
  Reading reading;
  JsonCopy copy;
  copy.write_to(reading.repaired);
  testing::for_each_piece(text, cuts, [&](std::string_view piece) {
    return reading.lexer.feed(piece, JsonLexer::NoSink(), &copy) == JsonLexer::Status::open;
  });
  return reading;
}

std::string check_pieces(std::string_view text, const Reading& whole, const Cuts& cuts) {
  const Reading pieces = read(text, cuts);
  const bool is_same = pieces.lexer.status() == whole.lexer.status() &&
                       pieces.lexer.offset() == whole.lexer.offset() &&
                       pieces.lexer.spelling().first_repair == whole.lexer.spelling().first_repair;
  if (is_same && pieces.repaired == whole.repaired) return {};
  return testing::to_text(cuts) + ": " + pieces.repaired + ", whole: " + whole.repaired;
}

std::string check_naive(const Reading& whole, const testing::NaiveJson& naive) {
  const bool is_complete = whole.lexer.status() == JsonLexer::Status::complete;
  const bool is_same = is_complete == (naive.reading.outcome == testing::JsonOutcome::complete) &&
                       whole.lexer.offset() == naive.reading.offset;
  return is_same ? "" : "the naive reader says " + testing::to_text(naive.reading);
}

/// nlohmann refuses half a pair of code units and a number above the largest double; the library
/// keeps both as they are written. The naive reader begins at a bracket, a JSON text need not.
bool is_refused_by_nlohmann_alone(std::string_view text, const testing::NaiveJson& naive) {
  const testing::NaiveJson in_list = testing::read_naively('[' + std::string(text) + ']');
  return naive.has_half_pair || naive.has_large_number || in_list.has_half_pair ||
         in_list.has_large_number;
}

std::string check_nlohmann(std::string_view text, const Reading& whole,
                           const testing::NaiveJson& naive) {
  if (is_refused_by_nlohmann_alone(text, naive)) return {};
  const bool is_complete = whole.lexer.status() == JsonLexer::Status::complete;
  const bool is_all = is_complete && text.find_first_not_of(" \t\r\n", whole.lexer.offset()) ==
                                         std::string_view::npos;
  std::string meaning;
  const bool is_json = means(text, meaning);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_bracketed =
      first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
  if (is_bracketed && is_json != (is_all && !whole.lexer.spelling().needs_repair())) {
    return is_json ? "nlohmann takes it" : "nlohmann refuses it";
  }
  JsonTree tree;
  if (is_json == tree.read(text).has_value()) return "the tree says otherwise than nlohmann";
  if (!is_complete) return {};
  if (!means(whole.repaired, meaning)) return "nlohmann refuses " + whole.repaired;
  return meaning == naive.meaning ? "" : "nlohmann reads " + meaning + ", not " + naive.meaning;
}

}  // namespace

void try_input(const Input& input) {
  const std::string text = as_utf8(input.text);
  const Reading whole = read(text, {});
  const testing::NaiveJson naive = testing::read_naively(text);
  std::string failure = check_naive(whole, naive);
  if (failure.empty()) failure = check_nlohmann(text, whole, naive);
  const Input same{input.kind, input.seed, input.cuts_seed, text};
  for (const Cuts& cuts : cuttings(same)) {
    if (failure.empty()) failure = check_pieces(text, whole, cuts);
  }
  if (!failure.empty()) fail(same, failure);
}

}  // namespace tagstream::fuzz

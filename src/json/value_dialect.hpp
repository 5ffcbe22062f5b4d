#pragma once

// The languages of values, as data: one row says what each of them allows. One lexer reads all.
//
//   JSON          {"a": [1, true]}, and what models write: {'a': (1,), "b": True,}
//   Python        (a=[1_000, r'\d'], b=None)      the arguments of a call
//   braces        {a:1,b:<|"|>x<|"|>,c:word}      the arguments of a call, with marks around
//   strings

#include <array>
#include <cstdint>
#include <string_view>

#include "base/name_byte.hpp"
#include "json/value_number.hpp"

namespace tagstream {

/// JSON knows these four blanks.
constexpr bool is_json_blank(char c) {
  const bool may_be = static_cast<unsigned char>(c) <= ' ';  // false for most bytes
  return may_be && (c == ' ' || c == '\n' || c == '\t' || c == '\r');
}

/// The kinds of values and keys that a byte may begin.
enum class Begins : std::uint8_t {
  nothing,
  object,
  list,
  tuple,
  string,
  number,
  word,
  raw_string,  ///< the `r` before the quote
  bare,        ///< a value without quotes, which may be a number, a word or a string
  name,        ///< a key without quotes
  dictionary,  ///< instead of the keys of a call: ({'a': 1})
};

struct BeginsSlip {
  Begins what = Begins::nothing;
  bool is_slip = false;  ///< it is followed, and noted as a spelling that JSON does not have
};
using BeginTable = std::array<BeginsSlip, 256>;

struct ValueDialect {
  BeginTable values;
  BeginTable keys;
  BeginTable call_keys;          ///< the keys of a call, in its own brackets
  std::string_view openers{};    ///< a text begins with one of them; empty: with any value
  bool has_call_colons = false;  ///< a colon may follow the keys of a call
  bool may_lack_commas = false;  ///< before a key without quotes
  bool has_triple_quotes = false;
  Numbers numbers = Numbers::json;

  [[nodiscard]] bool may_begin_with(char byte) const {
    for (const char opener : openers) {
      if (opener == byte) return true;
    }
    return openers.empty();
  }
};

/// A word that is a value. Both spellings have one length.
struct ValueWord {
  std::string_view text;
  std::string_view json;
};
/// The words differ in their first bytes.
inline constexpr std::array<ValueWord, 6> value_words = {{{"true", "true"},
                                                          {"false", "false"},
                                                          {"null", "null"},
                                                          {"True", "true"},
                                                          {"False", "false"},
                                                          {"None", "null"}}};

namespace value_dialect {

constexpr void begin(BeginTable& table, std::string_view bytes, Begins what, bool is_slip = false) {
  for (const char byte : bytes) table[static_cast<unsigned char>(byte)] = {what, is_slip};
}

template <class Is>
constexpr void begin_names(BeginTable& table, Is is) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (is(static_cast<char>(byte))) table[byte] = {Begins::name, false};
  }
}

/// True for a byte of a key without quotes.
constexpr bool is_key_byte(char c) { return c != ':' && is_call_name_byte(c); }

// Models write these spellings in JSON, too. There each of them is a slip.
constexpr void add_spellings_of_python(ValueDialect& row, bool is_slip) {
  begin(row.values, "(", Begins::tuple, is_slip);
  begin(row.values, "'", Begins::string, is_slip);
  begin(row.values, "TFN", Begins::word, is_slip);
  begin(row.keys, "'", Begins::string, is_slip);
}

constexpr ValueDialect make_json(std::string_view openers) {
  ValueDialect row;
  begin(row.values, "{", Begins::object);
  begin(row.values, "[", Begins::list);
  begin(row.values, "\"", Begins::string);
  begin(row.values, "-0123456789", Begins::number);
  begin(row.values, "tfn", Begins::word);
  begin(row.keys, "\"", Begins::string);
  row.openers = openers;
  return row;
}

constexpr ValueDialect make_json_like(std::string_view openers) {
  ValueDialect row = make_json(openers);
  add_spellings_of_python(row, true);
  return row;
}

constexpr ValueDialect make_python() {
  ValueDialect row = make_json("(");
  add_spellings_of_python(row, false);
  begin(row.values, "+.", Begins::number);
  begin(row.values, "rR", Begins::raw_string);
  begin_names(row.call_keys, begins_call_name);
  begin(row.call_keys, "{", Begins::dictionary);
  row.has_triple_quotes = true;
  row.numbers = Numbers::python;
  return row;
}

// A string in single quotes is a slip. The mark of strings is known at run time only: the
// lexer compares its first byte.
constexpr ValueDialect make_braces() {
  ValueDialect row = make_python();
  row.openers = "({";
  for (auto& entry : row.values) entry = {Begins::bare, false};
  begin(row.values, "{", Begins::object);
  begin(row.values, "[", Begins::list);
  begin(row.values, "\"", Begins::string);
  begin(row.values, "'", Begins::string, true);
  row.keys = {};
  begin_names(row.keys, is_key_byte);
  begin(row.keys, "\"", Begins::string);
  begin(row.keys, "'", Begins::string, true);
  row.call_keys = row.keys;
  row.numbers = Numbers::loose;
  row.has_triple_quotes = false;
  row.has_call_colons = true;
  row.may_lack_commas = true;
  return row;
}

}  // namespace value_dialect

/// JSON as models write it, an object or array.
inline constexpr ValueDialect json_like = value_dialect::make_json_like("{[");
/// The same, or any other value.
inline constexpr ValueDialect json_like_value = value_dialect::make_json_like("");
inline constexpr ValueDialect python_arguments = value_dialect::make_python();
inline constexpr ValueDialect braces_arguments = value_dialect::make_braces();

}  // namespace tagstream

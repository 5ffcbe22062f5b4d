#pragma once

// Reads the arguments of one call that is written like code, from their opening bracket to their
// closing one, and writes them as JSON. Python's spelling, and that of gemma4:
//
//   (a=1, b='x', c={"k": None})        {a:1,b:<|"|>x<|"|>,c:{k:null}}
//
// Arguments are literals only: strings, numbers, words, lists, tuples, dictionaries. No expression
// is evaluated; anything else fails. Reading can stop and go on at any byte, reads each byte once,
// and does not recurse. JSON is appended as soon as it is final.
//
//   feed("(a=1, b='x")       open, JSON so far `{"a":1,"b":"x`
//   feed("y')")              complete, JSON `{"a":1,"b":"xy"}`
//   feed("(a=g())")          failed at the `g`: a call is no literal

#include <cstdint>
#include <string>
#include <string_view>

#include "body/keywords.hpp"
#include "body/literal_string.hpp"
#include "body/literal_word.hpp"
#include "formats/pythonic_shape.hpp"
#include "json/json_brackets.hpp"

namespace tagstream {

class LiteralScanner {
 public:
  enum class Status : std::uint8_t {
    open,      ///< more is needed
    complete,  ///< the last bracket is closed; bytes after it are not read
    failed,    ///< the byte at `offset()` cannot stand there
  };

  /// @param keywords  gets Python's keywords; may be null
  /// Precondition: both outlive the object.
  explicit LiteralScanner(const PythonicShape& shape, Keywords* keywords = nullptr)
      : shape_(&shape), keywords_(keywords), is_python_(shape.quote.empty()) {}

  /// Reads `text`, the next bytes. @param json  the arguments are appended to it, compact; may be
  /// null
  Status feed(std::string_view text, std::string* json = nullptr);

  /// The number of bytes read: the end of complete arguments, or the index of the byte that failed.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  /// The first byte of the delimiter that ends the open string; 0 if no string is open.
  [[nodiscard]] char open_quote() const { return state_ == State::string ? string_.quote() : '\0'; }
  /// As `open_quote`, but 0 inside an escape or an unfinished delimiter of the string.
  [[nodiscard]] char inside() const { return string_.is_in_text() ? open_quote() : '\0'; }
  /// True inside a string, and after it until the next byte that is not blank.
  [[nodiscard]] bool is_at_string() const;
  /// The beginning of the last string, at its delimiter.
  [[nodiscard]] std::uint64_t string_begin() const { return string_begin_; }
  /// The end of the last complete string; 0 if there is none.
  [[nodiscard]] std::uint64_t string_end() const { return string_end_; }
  /// The beginning of the first string without an opening delimiter; 0 if each string has one.
  [[nodiscard]] std::uint64_t first_slip() const { return first_slip_; }
  /// True if the arguments are one dictionary instead of keywords (R371).
  [[nodiscard]] bool is_dictionary() const { return is_dictionary_; }

 private:
  enum class State : std::uint8_t {
    start,
    key_or_end,    // in brackets with keys
    key,           // in a key that is a word
    assign,        // after a key
    value,         // a value must follow
    value_or_end,  // in brackets without keys
    after_value,
    word,
    string,
    dictionary_end,  // after a dictionary that is all of the arguments
  };
  enum class Step : std::uint8_t { next, again, failed };

  std::size_t read_run(std::string_view text);
  Step step(char byte);
  Step begin_key(char byte);
  Step begin_value(char byte);
  void begin_string(bool is_key, char byte, std::uint64_t at, bool is_raw);
  Step read_word(char byte);
  Step read_string(char byte);
  Step after_value(char byte);
  Step open(char bracket);
  Step close(char byte);
  [[nodiscard]] bool is_outermost() const { return brackets_.depth() == 1; }
  /// True if keys are words here. Only meaningful if `is_python_`.
  [[nodiscard]] bool has_keywords() const { return is_outermost() && !is_dictionary_; }

  const PythonicShape* shape_;
  Keywords* keywords_;
  std::string* json_ = nullptr;  // while feeding
  JsonBrackets brackets_;
  LiteralString string_;
  LiteralWord word_;
  std::uint64_t offset_ = 0;
  std::uint64_t string_begin_ = 0;
  std::uint64_t string_end_ = 0;
  std::uint64_t first_slip_ = 0;
  std::uint64_t word_begin_ = 0;
  bool is_python_;              // else strings have delimiters of their own
  char last_ = 0;               // the byte that closes the outermost bracket
  bool is_key_ = false;         // the string is a key
  bool after_string_ = false;   // assign, after_value: the key or value was a string
  bool has_comma_ = false;      // a comma was read, and no key or value after it
  bool is_dictionary_ = false;  // `brackets_` begins with its brace, not with the parenthesis
  State state_ = State::start;
  Status status_ = Status::open;
};

}  // namespace tagstream

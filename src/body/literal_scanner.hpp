#pragma once

// Follows the arguments of one call that is written like code, from the bracket that opens them to
// the one that closes them, and says what they are as JSON.
//
//   (a=1, b='x', c={"k": None})        {a:1,b:<|"|>x<|"|>,c:{k:null}}
//
// Literals only: strings, numbers, words, lists, tuples, dictionaries. Nothing is evaluated, and
// what is no literal fails. Resumable at any byte, iterative, each byte looked at once. JSON is
// appended as soon as it is final: so a scanner that is fed a beginning gives what is certain.
//
//   feed("(a=1, b='x")       open, JSON so far `{"a":1,"b":"x`
//   feed("y')")              complete, JSON `{"a":1,"b":"xy"}`
//   feed("(a=g())")          failed at the `(` of g: that is a call

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
    complete,  ///< the last bracket has closed; what follows is not looked at
    failed,    ///< the byte at `offset()` cannot stand there
  };

  /// @param keywords  where Python's keywords are given to; may be null
  /// Precondition: both outlive the object.
  explicit LiteralScanner(const PythonicShape& shape, Keywords* keywords = nullptr)
      : shape_(&shape), keywords_(keywords), is_python_(shape.quote.empty()) {}

  /// Reads on in `text`. @param json  where the arguments are appended, compact; may be null
  Status feed(std::string_view text, std::string* json = nullptr);

  /// Bytes read so far: where the arguments have ended, or the byte that failed.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  /// What ends the string that is open, its first byte; 0: none is.
  [[nodiscard]] char open_quote() const { return state_ == State::string ? string_.quote() : '\0'; }
  /// The same where it stands in the text of that string: nothing is begun in it.
  [[nodiscard]] char inside() const { return string_.is_in_text() ? open_quote() : '\0'; }
  /// True inside a string, and directly after it: until a byte that is not blank has followed.
  [[nodiscard]] bool is_at_string() const;
  /// Of the last string: its delimiter included.
  [[nodiscard]] std::uint64_t string_begin() const { return string_begin_; }
  /// Of the last string that is complete; 0: there is none.
  [[nodiscard]] std::uint64_t string_end() const { return string_end_; }
  /// Where the first string began that has no delimiter before it; 0: all have one.
  [[nodiscard]] std::uint64_t first_slip() const { return first_slip_; }
  /// True if one dictionary stands in place of the keywords (R371).
  [[nodiscard]] bool is_dictionary() const { return is_dictionary_; }

 private:
  enum class State : std::uint8_t {
    start,
    key_or_end,    // in brackets with keys
    key,           // in one that is a word
    assign,        // after it
    value,         // a value must follow
    value_or_end,  // in brackets without keys
    after_value,
    word,
    string,
    dictionary_end,  // after one that is all of the arguments
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
  /// True if keys are words here. Precondition: Python, or the answer does not matter.
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
  char last_ = 0;               // what closes the outermost bracket
  bool is_key_ = false;         // the string is a key
  bool after_string_ = false;   // assign, after_value: that was a string
  bool has_comma_ = false;      // it has come, and nothing after it
  bool is_dictionary_ = false;  // `brackets_` begins with its brace, not with the parenthesis
  State state_ = State::start;
  Status status_ = Status::open;
};

}  // namespace tagstream

#pragma once

// The models' only reading of calls that look like code: by recursion, a text from its beginning.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "formats/pythonic_shape.hpp"

namespace tagstream::testing::model {

/// A call as far as it has been read.
struct WrittenCall {
  std::size_t begin = 0;
  std::size_t end = 0;  ///< 0: it is open
  std::size_t name_begin = 0;
  std::size_t name_end = 0;
  std::size_t arguments = 0;  ///< where they begin
  std::string name{};
  std::string json{};  ///< their certain part, as JSON
  bool has_slip = false;
  bool is_dictionary = false;  ///< its argument is a dictionary
};

/// Reads the calls from `from` on. The byte at `from` is not a blank.
class PythonicReader {
 public:
  static constexpr std::size_t none = std::string_view::npos;
  enum class Status { complete, cut, failed, json };

  PythonicReader(std::string_view text, const PythonicShape& shape, std::size_t from)
      : at(from), text_(text), shape_(shape) {}

  /// @param is_lone  nothing closes the body: the body is the first value
  /// @param is_all   nothing follows the text
  Status read(bool is_lone, bool is_all);
  /// After a whole list: reads the lists that follow it.
  Status read_further_lists(bool is_all);
  /// Reads only the arguments of one call.
  void read_arguments(WrittenCall& call);

  /// True if `at` is in a string, or only blanks stand between.
  [[nodiscard]] bool is_at_string() const;

  std::size_t at;  ///< after the last call or the list, or the byte that failed
  std::vector<WrittenCall> calls{};
  std::size_t first_slip = none;    ///< a string without a delimiter before it
  std::size_t repeated = none;      ///< a keyword that has been given before
  std::size_t string_begin = none;  ///< where the last string begins
  std::size_t string_end = none;    ///< none: it is open

 private:
  bool stop();
  bool fail_at(std::size_t offset);
  bool skip();
  bool eat(std::string_view word);
  bool read_call();
  bool read_call_after(const WrittenCall& call);
  bool read_all(WrittenCall& call);
  bool read_bracket(char closer, bool is_outermost);
  bool read_list(char closer);
  bool read_key(bool is_outermost);
  bool read_value(bool is_element = false);
  bool read_number();
  bool read_based(unsigned base);
  bool read_digits();
  bool read_word();
  bool read_bare(bool is_element);
  bool read_quoted(char quote, bool is_raw);
  bool read_delimited();
  bool read_escape();
  bool read_code(std::size_t digits);
  void put_code(unsigned long code);
  void put_byte(char byte);
  [[nodiscard]] bool is_python() const { return shape_.quote.empty(); }
  [[nodiscard]] bool is_end() const { return at == text_.size(); }
  [[nodiscard]] bool is_at(std::string_view bytes) const {
    return !is_end() && bytes.find(text_[at]) != std::string_view::npos;
  }

  std::string_view text_;
  PythonicShape shape_;
  Status status_ = Status::complete;
  std::string json_{};  // of the arguments that are open
  bool has_key_twice_ = false;
};

}  // namespace tagstream::testing::model

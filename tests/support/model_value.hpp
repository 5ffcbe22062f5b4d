#pragma once

// The only code of the models that reads values. It reads JSON, and the other spellings that
// language models write, by recursion. It gives the decoded strings, the value as strict JSON, and
// a text as JSON by the types of a schema. Example: `{'a': True}` is `{"a": true}` as strict JSON.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "body/schema.hpp"

namespace tagstream::testing {

struct ModelMember;

/// A value, or the part of a value that could be read.
struct ModelValue {
  char first = 0;  ///< its first byte; 0: no value begins
  std::size_t begin = 0;
  std::size_t end = 0;  ///< 0: it is not complete
  std::vector<ModelMember> members;
  std::vector<ModelValue> elements;

  [[nodiscard]] bool is_string() const { return first == '"' || first == '\''; }
  [[nodiscard]] bool is_number() const { return first == '-' || (first >= '0' && first <= '9'); }
  [[nodiscard]] bool is_null() const { return first == 'n' || first == 'N'; }
  [[nodiscard]] std::string_view in(std::string_view text) const {
    return text.substr(begin, end - begin);
  }
};

struct ModelMember {
  std::string key;
  std::size_t key_begin = 0;
  ModelValue value;
};

/// Reads one value, by recursion. If it fails, the value keeps the parts read before.
class ModelJson {
 public:
  static constexpr std::size_t none = std::string_view::npos;
  enum class Status { complete, cut, failed };

  ModelJson(std::string_view text, std::size_t from) : at(from), text_(text) {}

  bool read(ModelValue& value);

  /// True if `at` is inside a string or directly after one, blanks aside.
  [[nodiscard]] bool is_at_string() const;

  Status status = Status::complete;
  std::size_t at;                     ///< after the value, or the byte that failed
  std::size_t string_begin = none;    ///< of the last string
  std::size_t string_end = none;      ///< none: it is open
  std::size_t first_spelling = none;  ///< the first spelling that JSON lacks; not raw line ends
  bool is_converted = false;          ///< a spelling other than a raw byte in a string
  bool has_raw_control = false;
  bool has_raw_line_end = false;
  bool has_half_pair = false;
  std::vector<std::string> strings;  ///< keys and values, decoded, in order
  [[nodiscard]] bool is_repaired() const {
    return is_converted || has_raw_control || has_raw_line_end;
  }

 private:
  void note_conversion(std::size_t offset);
  bool fail();
  bool skip_blanks();
  bool eat(char c);
  bool read_list(ModelValue& list);
  bool read_member(ModelValue& object);
  bool read_element(ModelValue& array);
  bool read_string();
  void note_raw_byte(char c);
  bool read_escape(char quote);
  bool read_number();
  bool read_word();

  std::string_view text_;
};

/// The decoded content of a string literal.
/// @param has_half_pair  becomes true for an escape of one half of a surrogate pair alone
[[nodiscard]] std::string decode_model_string(std::string_view literal,
                                              bool* has_half_pair = nullptr);

/// A code point as UTF-8.
void append_utf8(std::string& out, unsigned long code);

/// `text` as a JSON string.
[[nodiscard]] std::string quoted_json(std::string_view text);

/// The JSON for the beginning of a value, as far as later bytes cannot change it.
[[nodiscard]] std::string convert_piece(std::string_view piece);

struct ConvertedValue {
  std::string json;
  char first = 0;
  bool is_repaired = false;  ///< converted, or a raw control byte
  bool is_strict = true;     ///< strict JSON, raw line ends aside
};
/// The value that `text` is as a whole; nullopt if `text` is not one value.
[[nodiscard]] std::optional<ConvertedValue> convert_value(std::string_view text);

/// True if a value may be a string.
/// @param says  "true" or "false" if the tag says whether the value is a string
[[nodiscard]] bool may_be_string(std::string_view says, ValueTypes types);

/// `text` as a JSON value of one of `types`. Right for the values that tests use; wrong for huge
/// numbers.
[[nodiscard]] std::string typed_json(std::string_view text, ValueTypes types, bool is_strict,
                                     bool& is_repaired);

}  // namespace tagstream::testing

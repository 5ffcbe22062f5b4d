#include "body/typed_value.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <system_error>

#include "base/read_double.hpp"
#include "base/text.hpp"
#include "json/json_text.hpp"
#include "json/value_converter.hpp"
#include "json/value_dialect.hpp"

namespace tagstream {
namespace {

// The first type that fits counts. For a parameter of integer or string, `5` is 5 and `five`
// is "five"; for a parameter of boolean or array, `true` is true and `[1]` is [1].
//
//   integer    007 → 7     5.0 → 5     1.5 → "1.5"
//   number     5.0 → 5     1e999 → "1e999", since a double overflows
//   boolean    False → false     1 → true
//   object     "" → {}     {'a': 1} → {"a": 1}, and the call is repaired
//   null       NULL → null, unless a string is allowed and null is not

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Removes the digits at the front of `text` and returns them.
std::string_view take_digits(std::string_view& text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

bool take(std::string_view& text, char byte) {
  if (text.empty() || text.front() != byte) return false;
  text.remove_prefix(1);
  return true;
}

bool is_all_zeros(std::string_view digits) {
  return digits.find_first_not_of('0') == std::string_view::npos;
}

// Appends an integer as JSON writes it: no plus, no zeros in front, no minus before 0.
void append_integer(std::string& out, bool is_negative, std::string_view digits) {
  if (is_all_zeros(digits)) {
    out.push_back('0');
    return;
  }
  if (is_negative) out.push_back('-');
  out.append(digits.substr(digits.find_first_not_of('0')));
}

bool append_if_integer(std::string& out, std::string_view text) {
  const bool is_negative = take(text, '-');
  if (!is_negative) take(text, '+');
  const std::string_view digits = take_digits(text);
  if (digits.empty() || !text.empty()) return false;
  append_integer(out, is_negative, digits);
  return true;
}

// `5.0` is an integer, too; `-0.0` is not, as 0 has no minus.
bool append_if_whole(std::string& out, std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == text.npos) return append_if_integer(out, text);
  const std::string_view fraction = text.substr(point + 1);
  if (fraction.empty() || !is_all_zeros(fraction)) return false;
  text = text.substr(0, point);
  const bool is_minus_zero = text.starts_with('-') && is_all_zeros(text.substr(1));
  return !is_minus_zero && append_if_integer(out, text);
}

// The parts of a number as JSON writes it, without its minus.
struct Number {
  std::string_view whole;
  std::string_view fraction;  // its digits; empty: the number has none
  std::string_view exponent;  // its digits; empty: the number has none
  bool is_exponent_negative = false;
};

// Splits `text` into the parts of a number. Returns false if it is not a JSON number.
bool read_number(std::string_view text, Number& number) {
  take(text, '-');
  number.whole = take_digits(text);
  if (number.whole.empty() || (number.whole.size() > 1 && number.whole.front() == '0')) {
    return false;
  }
  if (take(text, '.')) {
    number.fraction = take_digits(text);
    if (number.fraction.empty()) return false;
  }
  if (take(text, 'e') || take(text, 'E')) {
    number.is_exponent_negative = take(text, '-');
    if (!number.is_exponent_negative) take(text, '+');
    number.exponent = take_digits(text);
    if (number.exponent.empty()) return false;
  }
  return text.empty();
}

// True if the number is too large for a double. A number too small for a double is not: it is 0.
bool overflows(std::string_view text, const Number& number) {
  double value = 0;
  const auto result = read_double(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc::result_out_of_range) return false;
  // `result_out_of_range` says too large or too small. The first digit that is not 0 decides: the
  // number is too large if that digit stands before the point once the exponent has moved the
  // point.
  std::int64_t exponent = 0;
  for (char digit : number.exponent) {
    exponent = std::min<std::int64_t>(exponent * 10 + (digit - '0'), INT64_MAX / 16);
  }
  if (number.is_exponent_negative) exponent = -exponent;
  if (!is_all_zeros(number.whole)) {
    return exponent + static_cast<std::int64_t>(number.whole.size()) > 0;
  }
  const std::size_t first = number.fraction.find_first_not_of('0');
  return first != std::string_view::npos && exponent - static_cast<std::int64_t>(first) > 0;
}

bool append_if_number(std::string& out, std::string_view text) {
  if (append_if_integer(out, text)) return true;
  Number number;
  if (!read_number(text, number) || overflows(text, number)) return false;
  // -0.0 stays: without its point it would be the integer 0, which has no minus.
  const bool is_minus_zero = text.front() == '-' && is_all_zeros(number.whole);
  if (number.exponent.empty() && is_all_zeros(number.fraction) && !is_minus_zero) {
    append_integer(out, text.front() == '-', number.whole);
  } else {
    out.append(text);
  }
  return true;
}

bool append_if_boolean(std::string& out, std::string_view text) {
  if (is_word(text, "true") || text == "1") {
    out.append("true");
  } else if (is_word(text, "false") || text == "0") {
    out.append("false");
  } else {
    return false;
  }
  return true;
}

// Appends an object or an array if `text` begins with its bracket. An empty text is an empty one,
// unless it may be a string.
bool append_if_bracketed(std::string& out, std::string_view text, std::string_view empty,
                         bool may_be_string, bool strict, bool& is_repaired) {
  if (text.empty()) {
    if (!may_be_string) out.append(empty);
    return !may_be_string;
  }
  if (text.front() != empty.front()) return false;
  return append_json(out, text, json_like, strict, is_repaired);
}

}  // namespace

bool append_typed_value(std::string& out, std::string_view text, ValueTypes types, bool strict) {
  const std::string_view value = trimmed(text);
  const bool may_be_null = types != ValueTypes::none &&
                           (has(types, ValueTypes::null) || !has(types, ValueTypes::string));
  if (may_be_null && is_word(value, "null")) {
    out.append("null");
    return false;
  }
  bool is_repaired = false;
  const bool may_be_string = has(types, ValueTypes::string);
  const bool is_typed =
      (has(types, ValueTypes::integer) && append_if_whole(out, value)) ||
      (has(types, ValueTypes::number) && append_if_number(out, value)) ||
      (has(types, ValueTypes::boolean) && append_if_boolean(out, value)) ||
      (has(types, ValueTypes::object) &&
       append_if_bracketed(out, value, "{}", may_be_string, strict, is_repaired)) ||
      (has(types, ValueTypes::array) &&
       append_if_bracketed(out, value, "[]", may_be_string, strict, is_repaired));
  if (!is_typed) append_json_string(out, text);
  return is_repaired;
}

}  // namespace tagstream

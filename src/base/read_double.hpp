#pragma once

#include <charconv>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
#include <clocale>
#include <cmath>
#include <cstdlib>
#include <string>
#include <system_error>
#endif

namespace tagstream {

/// `std::from_chars` for a double. libc++ has it from version 20 on; with an older libc++ this
/// function reads the number itself, and does not take `inf` and `nan` for numbers.
///
///   "0.5,"      0.5, and the result points to the `,`
///   "1e999"     std::errc::result_out_of_range
///   "x"         std::errc::invalid_argument
#if !defined(_LIBCPP_VERSION) || _LIBCPP_VERSION >= 200000
inline std::from_chars_result read_double(const char* begin, const char* end, double& value) {
  return std::from_chars(begin, end, value);
}
#else
inline std::from_chars_result read_double(const char* begin, const char* end, double& value) {
  const auto digits = [end](const char* at) {
    while (at != end && *at >= '0' && *at <= '9') ++at;
    return at;
  };
  const char* const whole = begin != end && *begin == '-' ? begin + 1 : begin;
  const char* at = digits(whole);
  bool has_digits = at != whole;
  std::string copy(begin, at);
  if (at != end && *at == '.') {
    const char* const fraction = at + 1;
    const char* const stop = digits(fraction);
    has_digits = has_digits || stop != fraction;
    // `strtod` expects the point of the locale, which may be a comma.
    copy.append(std::localeconv()->decimal_point).append(fraction, stop);
    at = stop;
  }
  if (!has_digits) return {begin, std::errc::invalid_argument};
  // `0e-999` is 0; `1e-999` is too small, though `strtod` gives 0 for both.
  const bool is_zero = copy.find_first_of("123456789") == copy.npos;
  if (at != end && (*at == 'e' || *at == 'E')) {
    const char* const power = at + 1 != end && (at[1] == '-' || at[1] == '+') ? at + 2 : at + 1;
    const char* const stop = digits(power);
    if (stop != power) {
      copy.append(at, stop);
      at = stop;
    }
  }
  const double read = std::strtod(copy.c_str(), nullptr);
  if (std::isinf(read) || (read == 0 && !is_zero)) return {at, std::errc::result_out_of_range};
  value = read;
  return {at, std::errc()};
}
#endif

}  // namespace tagstream

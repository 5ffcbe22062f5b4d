#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace tagstream {

/// Writes JSON without blanks: what it is asked for, in that order. Commas are its affair.
///
/// The output is valid UTF-8, whatever the text: each byte sequence that is not becomes U+FFFD.
/// That brackets and keys fit together is the caller's affair.
class JsonWriter {
 public:
  /// Appends to `out`, which must outlive the writer.
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& begin_object() { return begin('{'); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array() { return begin('['); }
  JsonWriter& end_array() { return end(']'); }
  /// The name of the value that comes next.
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  /// A number, or true or false.
  template <std::integral T>
  JsonWriter& value(T number) {
    if constexpr (std::same_as<T, bool>) return raw(number ? "true" : "false");
    if constexpr (std::signed_integral<T>) return integer(static_cast<std::int64_t>(number));
    return integer(static_cast<std::uint64_t>(number));
  }
  /// As few digits as give the number back; what is not finite is null.
  JsonWriter& value(double number);
  JsonWriter& null() { return raw("null"); }
  /// A value that is JSON already. Precondition: it is.
  JsonWriter& raw(std::string_view json);

  template <class T>
  JsonWriter& field(std::string_view name, const T& its_value) {
    return key(name).value(its_value);
  }

 private:
  JsonWriter& begin(char bracket);
  JsonWriter& end(char bracket);
  JsonWriter& integer(std::uint64_t number);
  JsonWriter& integer(std::int64_t number);
  void separate();

  std::string& out_;
  bool needs_comma_ = false;
};

}  // namespace tagstream

#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace tagstream {

/// Writes JSON without blanks, value by value in the order of the calls, and puts the commas.
///
///   JsonWriter(out).begin_object().field("a", 1).end_object()      appends {"a":1}
///
/// The output is valid UTF-8, whatever the text: each broken sequence becomes U+FFFD. The caller
/// must close each bracket, and write a value after each key; the writer does not check that.
class JsonWriter {
 public:
  /// Appends to `out`, which must outlive the writer.
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& begin_object() { return begin('{'); }
  JsonWriter& end_object() { return end('}'); }
  JsonWriter& begin_array() { return begin('['); }
  JsonWriter& end_array() { return end(']'); }
  /// Writes the name of the next value.
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  /// Writes a whole number, or `true` or `false`.
  template <std::integral T>
  JsonWriter& value(T number) {
    if constexpr (std::same_as<T, bool>) return raw(number ? "true" : "false");
    if constexpr (std::signed_integral<T>) return integer(static_cast<std::int64_t>(number));
    return integer(static_cast<std::uint64_t>(number));
  }
  /// Writes the fewest digits that read back as the same number. Infinity and NaN become `null`.
  JsonWriter& value(double number);
  JsonWriter& null() { return raw("null"); }
  /// Writes a value that is JSON already. Precondition: `json` is one JSON value.
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

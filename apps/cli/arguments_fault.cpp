#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "native.hpp"

namespace tagstream::cli {

namespace {

// How long the token is that `text` ends with. What has come before strings and numbers only has
// been left out of it.
std::size_t size_of_last(std::string_view text) {
  if (text.ends_with("false")) return 5;
  if (text.ends_with("true") || text.ends_with("null")) return 4;
  const bool is_whole =
      text.ends_with('"') || (!text.empty() && text.back() >= '0' && text.back() <= '9');
  return is_whole ? text.size() : 1;
}

// Keeps nothing of the JSON but where it ends to be some.
class FaultFinder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit FaultFinder(std::size_t size) : place_(size) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  // `position` counts the bytes that have been read: to the wrong one, or to the end of a token
  // that is good in itself.
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::json::exception& error) override {
    has_failed_ = true;
    is_too_large_ = error.id == 406;  // a number that no double has: it is JSON all the same
    const std::string_view said = error.what();
    const bool is_token = said.find("; last read: '") == said.npos;
    if (is_token && said.find("unexpected end of input") != said.npos) return false;
    const std::size_t size = is_token ? size_of_last(token) : 1;
    place_ = std::min(place_, position - std::min(position, size));
    return false;
  }

  [[nodiscard]] bool has_failed() const { return has_failed_; }
  /// At a number, and what follows it has not been looked at.
  [[nodiscard]] bool is_too_large() const { return is_too_large_; }
  [[nodiscard]] std::size_t place() const { return place_; }

 private:
  std::size_t place_;
  bool has_failed_ = false;
  bool is_too_large_ = false;
};

FaultFinder found_in(std::string_view text) {
  FaultFinder finder(text.size());
  static_cast<void>(nlohmann::json::sax_parse(text, &finder));
  return finder;
}

// With zeros in all exponents, so that no number is too large for its exponent. A string may get
// other digits; both are JSON, or neither is.
std::string without_exponents(std::string_view text) {
  std::string calm(text);
  bool is_exponent = false;
  for (char& c : calm) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit && is_exponent) c = '0';
    is_exponent = c == 'e' || c == 'E' || (is_exponent && (is_digit || c == '+' || c == '-'));
  }
  return calm;
}

// Where it ceases to be JSON. The parser takes a zero for the end, and passes over a byte order
// mark.
std::optional<std::size_t> fault_place(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) return 0;
  const std::string_view before = text.substr(0, text.find('\0'));
  FaultFinder finder = found_in(before);
  if (finder.is_too_large()) finder = found_in(without_exponents(before));
  if (finder.has_failed()) return finder.place();
  return before.size() < text.size() ? std::optional(before.size()) : std::nullopt;
}

std::string name_of(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value > ' ' && value < 0x7F ? fmt::format("'{}'", byte)
                                     : fmt::format("byte 0x{:02x}", value);
}

}  // namespace

std::optional<ArgumentsFault> fault_of(std::string_view arguments) {
  const std::optional<std::size_t> found = fault_place(arguments);
  if (!found) return std::nullopt;
  const std::size_t place = *found;
  std::string sentence = "the arguments are not JSON: ";
  sentence += place < arguments.size() ? name_of(arguments[place]) + " cannot stand here"
                                       : "they end too early";
  return ArgumentsFault{place, fmt::format("{}, byte {} of them", sentence, place)};
}

}  // namespace tagstream::cli

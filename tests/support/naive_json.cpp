#include "support/naive_json.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "support/grammar_text.hpp"

namespace tagstream::testing {
namespace {

class NaiveReader {
 public:
  explicit NaiveReader(std::string_view text) : text_(text) {}

  NaiveJson read() {
    skip_blanks();
    const bool is_read = is_at("{[") && read_value();
    found_.reading.outcome = is_read               ? JsonOutcome::complete
                             : at_ == text_.size() ? JsonOutcome::open
                                                   : JsonOutcome::failed;
    found_.reading.offset = at_;
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool is_at(std::string_view bytes) const {
    return at_ < text_.size() && bytes.find(text_[at_]) != std::string_view::npos;
  }
  bool take(std::string_view bytes) {
    const bool is_there = is_at(bytes);
    if (is_there) ++at_;
    return is_there;
  }
  void skip_blanks() {
    while (take(" \t\r\n")) continue;
  }
  void note_repair(std::uint64_t offset) {
    found_.reading.is_repaired = true;
    found_.reading.first_repair = std::min(found_.reading.first_repair, offset);
  }

  bool read_value() {
    if (is_at("{[")) return read_brackets(text_[at_] == '{');
    if (is_at("\"'")) return read_string();
    if (is_at("-0123456789")) return read_number();
    return read_word();
  }

  bool read_brackets(bool is_object) {
    const std::string_view closer = is_object ? "}" : "]";
    found_.meaning += text_[at_++];
    std::uint64_t comma = JsonReading::nowhere;
    while (true) {
      skip_blanks();
      if (is_at(closer)) {
        if (comma != JsonReading::nowhere) note_repair(comma);
        break;
      }
      if (is_object && !read_key()) return false;
      if (!read_value()) return false;
      skip_blanks();
      if (!is_at(",")) break;
      comma = at_++;
    }
    found_.meaning += closer;
    return take(closer);
  }

  bool read_key() {
    if (!is_at("\"'") || !read_string()) return false;
    skip_blanks();
    if (!take(":")) return false;
    skip_blanks();
    return true;
  }

  bool read_word() {
    static constexpr std::array<std::string_view, 6> words = {"true", "false", "null",
                                                              "True", "False", "None"};
    for (std::string_view word : words) {
      if (!is_at(word.substr(0, 1))) continue;
      if (word[0] < 'a') note_repair(at_);
      for (; !word.empty(); word.remove_prefix(1)) {
        if (!take(word.substr(0, 1))) return false;
      }
      found_.meaning += text_[at_ - 2] == 'u' ? 't' : text_[at_ - 2] == 's' ? 'f' : 'n';
      return true;
    }
    return false;
  }

  bool read_number() {
    const std::size_t begin = at_;
    bool is_integer = true;
    take("-");
    const std::size_t whole = at_;
    if (!take("0") && !read_digits()) return false;
    found_.has_large_number |= at_ - whole > 15;
    if (take(".")) {
      is_integer = false;
      if (!read_digits()) return false;
    }
    if (take("eE")) {
      is_integer = false;
      take("+-");
      const std::size_t exponent = at_;
      if (!read_digits()) return false;
      found_.has_large_number |= at_ - exponent > 2;
    }
    const std::string number(text_.substr(begin, at_ - begin));
    found_.meaning += is_integer
                          ? meaning_of(std::int64_t{std::strtoll(number.c_str(), nullptr, 10)})
                          : meaning_of(std::strtod(number.c_str(), nullptr));
    return true;
  }

  bool read_digits() {
    if (!take("0123456789")) return false;
    while (take("0123456789")) continue;
    return true;
  }

  bool read_string() {
    const std::string_view quote = text_.substr(at_, 1);
    if (quote == "'") note_repair(at_);
    ++at_;
    std::string value;
    std::uint32_t high = 0;  // half of a pair, its other half may come
    while (!take(quote)) {
      if (at_ == text_.size()) return false;
      if (!read_byte(quote, value, high)) return false;
    }
    end_half_pair(value, high);
    found_.meaning += std::to_string(value.size()) + ':' + value;
    found_.reading.strings.push_back(value);
    return true;
  }

  bool read_byte(std::string_view quote, std::string& value, std::uint32_t& high) {
    if (!is_at("\\")) {
      end_half_pair(value, high);
      note_control();
      value += text_[at_++];
      return true;
    }
    ++at_;
    if (take("u")) return read_code_unit(value, high);
    static constexpr std::string_view letters = "\"\\/bfnrt";
    if (!is_at(letters) && !(quote == "'" && is_at("'"))) return false;
    end_half_pair(value, high);
    const std::size_t letter = letters.find(text_[at_++]);
    value += letter == std::string_view::npos ? '\'' : "\"\\/\b\f\n\r\t"[letter];
    return true;
  }

  bool read_code_unit(std::string& value, std::uint32_t& high) {
    const std::size_t begin = at_;
    for (int i = 0; i < 4; ++i) {
      if (!take("0123456789abcdefABCDEF")) return false;
    }
    const std::string digits(text_.substr(begin, 4));
    const auto unit = static_cast<std::uint32_t>(std::strtoul(digits.c_str(), nullptr, 16));
    if (high != 0 && unit >= 0xDC00 && unit < 0xE000) {
      add_code_point((high - 0xD800) * 0x400 + (unit - 0xDC00) + 0x10000, value);
      high = 0;
      return true;
    }
    end_half_pair(value, high);
    if (unit >= 0xD800 && unit < 0xE000) high = unit;
    if (unit >= 0xDC00) end_half_pair(value, high);
    if (unit < 0xD800 || unit >= 0xE000) add_code_point(unit, value);
    return true;
  }

  void end_half_pair(std::string& value, std::uint32_t& high) {
    if (high == 0) return;
    found_.has_half_pair = true;
    value += "\xef\xbf\xbd";
    high = 0;
  }

  void note_control() {
    if (is_at("\r\n")) {
      found_.reading.has_raw_line_end = true;
    } else if (static_cast<unsigned char>(text_[at_]) < 0x20) {
      found_.reading.has_raw_control = true;
      found_.reading.first_repair = std::min<std::uint64_t>(found_.reading.first_repair, at_);
    }
  }

  static void add_code_point(std::uint32_t point, std::string& out) {
    const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (point < 0x80) return add(point);
    if (point < 0x800) return add(0xC0 + point / 64), add(0x80 + point % 64);
    if (point < 0x10000) {
      add(0xE0 + point / 4096);
    } else {
      add(0xF0 + point / 262144);
      add(0x80 + point / 4096 % 64);
    }
    add(0x80 + point / 64 % 64);
    add(0x80 + point % 64);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  NaiveJson found_;
};

}  // namespace

std::string to_text(const JsonReading& reading) {
  static constexpr std::array words = {"open", "complete", "failed"};
  std::string out = words[static_cast<std::size_t>(reading.outcome)];
  out += " at " + std::to_string(reading.offset);
  if (reading.is_repaired) out += ", repaired";
  if (reading.has_raw_control) out += ", raw control byte";
  if (reading.has_raw_line_end) out += ", raw line end";
  if (reading.first_repair != JsonReading::nowhere) {
    out += ", first at " + std::to_string(reading.first_repair);
  }
  for (const std::string& string : reading.strings) out += ", \"" + printable(string) + '"';
  return out;
}

NaiveJson read_naively(std::string_view text) { return NaiveReader(text).read(); }

std::string meaning_of(std::int64_t integer) { return 'i' + std::to_string(integer) + ' '; }

std::string meaning_of(double number) {
  std::array<char, 32> digits{};
  std::snprintf(digits.data(), digits.size(), "d%a ", number);
  return digits.data();
}

}  // namespace tagstream::testing

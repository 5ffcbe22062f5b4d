#include "body/literal_number.hpp"

namespace tagstream {

namespace {
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
}  // namespace

bool LiteralNumber::take(char byte, std::string* json) {
  if (last_ == 0 && byte == '+') {
    last_ = byte;
    return true;
  }
  if (byte == '_') {
    if (!is_digit(last_)) return false;
    last_ = byte;
    return true;
  }
  if (last_ == '_' && !is_digit(byte)) return false;
  if (byte == '.' && !is_digit(last_)) {
    if (last_ != 0 && last_ != '+' && last_ != '-') return false;
    needs_fraction_ = true;
    pass('0', json);
  }
  if ((byte == 'e' || byte == 'E') && last_ == '.') {
    if (needs_fraction_) return false;
    pass('0', json);
  }
  const bool is_signed_twice = last_ == '+' && byte == '-';
  if (is_signed_twice || !pass(byte, json)) return false;
  last_ = byte;
  return true;
}

bool LiteralNumber::pass(char byte, std::string* json) {
  if (has_begun_) {
    if (!number_.take(byte)) return false;
  } else {
    if (!JsonNumber::begins_with(byte)) return false;
    number_ = JsonNumber(byte);
    has_begun_ = true;
  }
  if (json != nullptr) json->push_back(byte);
  return true;
}

bool LiteralNumber::may_end() const {
  if (last_ == '.') return !needs_fraction_;
  return has_begun_ && last_ != '_' && number_.may_end();
}

void LiteralNumber::end(std::string* json) const {
  if (last_ == '.' && json != nullptr) json->push_back('0');
}

}  // namespace tagstream

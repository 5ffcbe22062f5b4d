#include "json/json_equal.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/sort.hpp"
#include "tagstream/json_tree.hpp"

namespace tagstream {

namespace {

// `{"a": 1e2, "b": "\u0041"}` and `{"b": "A", "a": 100}` are the same: members are sorted by key,
// strings are decoded, and 1e2 and 100 are both the digits `1` with the exponent 3.
using Id = JsonTree::Id;
using Kind = JsonTree::Kind;

// A number as 0.DIGITS times 10 to the power of `exponent`; the digits neither begin nor end with
// 0. 100 is 0.1 times 10^3. Equal numbers have equal fields, however they are written.
struct Decimal {
  bool is_negative = false;
  std::string digits;  // empty for the number 0
  std::int64_t exponent = 0;

  friend bool operator==(const Decimal&, const Decimal&) = default;
};

// 0.10 and 1e-1 are the digits `1` with the exponent 0. -0 and 0e5 are 0, without a sign. An
// exponent that no 64-bit number holds counts as very far: two such numbers with the same digits
// are taken for equal.
Decimal decimal_of(std::string_view text) {
  Decimal number;
  std::int64_t point = 0;
  const std::size_t exponent_at = std::min(text.find_first_of("eE"), text.size());
  bool is_fraction = false;
  for (const char c : text.substr(0, exponent_at)) {
    if (c == '-') number.is_negative = true;
    if (c == '.') is_fraction = true;
    if (c < '0' || c > '9') continue;
    if (!is_fraction) ++point;
    number.digits += c;
  }
  const std::size_t zeros = std::min(number.digits.find_first_not_of('0'), number.digits.size());
  number.digits.erase(0, zeros);
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  if (number.digits.empty()) return {};
  std::int64_t exponent = 0;
  if (exponent_at < text.size()) {
    std::string_view written = text.substr(exponent_at + 1);
    if (written.starts_with('+')) written.remove_prefix(1);
    const auto end = written.data() + written.size();
    if (std::from_chars(written.data(), end, exponent).ec != std::errc()) {
      constexpr std::int64_t far = INT64_MAX / 4;
      exponent = written.starts_with('-') ? -far : far;
    }
  }
  number.exponent = exponent + point - static_cast<std::int64_t>(zeros);
  return number;
}

// The members of an object in the order of their keys, and the elements of an array in their own
// order. A key that stands twice is two members: `{"a": 1, "a": 2}` is not `{"a": 2}`, since
// readers differ in which of the two they take.
std::vector<JsonTree::Member> members_of(const JsonTree& tree, Id value) {
  std::vector<JsonTree::Member> members;
  for (const JsonTree::Member& member : tree.members(value)) members.push_back(member);
  if (tree.is(value, Kind::array)) return members;
  sort_items(members, [](const JsonTree::Member& a, const JsonTree::Member& b) {
    return std::tie(a.key, a.value) < std::tie(b.key, b.value);
  });
  return members;
}

}  // namespace

bool is_same_number(std::string_view a, std::string_view b) {
  return a == b || decimal_of(a) == decimal_of(b);
}

// Nothing recurses: pairs of values that are still to be compared wait in a list. An object or
// array adds the pairs of its members.
bool is_same_json(std::string_view a, std::string_view b) {
  JsonTree first;
  JsonTree second;
  if (first.read(a) || second.read(b)) return false;
  std::vector<std::pair<Id, Id>> pairs{{JsonTree::root, JsonTree::root}};
  while (!pairs.empty()) {
    const auto [x, y] = pairs.back();
    pairs.pop_back();
    const Kind kind = first.kind(x);
    if (!second.is(y, kind)) return false;
    if (kind == Kind::object || kind == Kind::array) {
      const auto in_x = members_of(first, x);
      const auto in_y = members_of(second, y);
      if (in_x.size() != in_y.size()) return false;
      for (std::size_t i = 0; i < in_x.size(); ++i) {
        if (in_x[i].key != in_y[i].key) return false;
        pairs.emplace_back(in_x[i].value, in_y[i].value);
      }
    } else if (kind == Kind::string) {
      if (first.text(x) != second.text(y)) return false;
    } else if (kind == Kind::number) {
      if (!is_same_number(first.literal(x), second.literal(y))) return false;
    } else if (first.literal(x) != second.literal(y)) {
      return false;
    }
  }
  return true;
}

}  // namespace tagstream

#include "tagstream/json_tree.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "base/sort.hpp"
#include "base/utf8.hpp"
#include "json/json_spelling.hpp"
#include "json/json_text.hpp"
#include "json/value_dialect.hpp"
#include "json/value_string.hpp"
#include "scan/scan.hpp"

namespace tagstream {

namespace {

// A tree is a list of nodes, one for each value and each key, in the order of their first bytes. An
// `Id` is a place in that list. `{"b":1,"a":[2,3]}` has seven nodes:
//
//   0  the object     1  key "b"     2  `1`     3  key "a"     4  the list     5  `2`     6  `3`
//
// So 6 is the value with the JSON Pointer `/a/1`, and `find(0, "b")` is 2. A node has the place of
// its text, and `next`, the node after all that stands inside it (7 for the list). `extra` is 0, or
// the number, counted from 1, of a decoded key with escapes, or of a large object's sorted members.

// In an object with more members than this the members are sorted by key as well, so that `find`
// takes logarithmic time.
constexpr std::uint32_t most_unsorted = 16;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::uint64_t high_bits = scan::eight_ones << 7;

// True if all bytes are below 0x80. The loop has no branch inside, so compilers turn it into vector
// code that takes more than eight bytes at once.
bool is_all_ascii(const char* from, const char* to) {
  std::uint64_t all = 0;
  for (; to - from >= 8; from += 8) all |= scan::load_word<std::uint64_t>(from);
  for (; from != to; ++from) all |= static_cast<unsigned char>(*from);
  return (all & high_bits) == 0;
}

// The beginning of the first sequence in [from, to) that is not valid UTF-8, or `to`.
const char* find_bad_utf8(const char* from, const char* to) {
  while (from != to) {
    while (to - from >= 8 && (scan::load_word<std::uint64_t>(from) & high_bits) == 0) from += 8;
    if (from == to) break;
    const Utf8Sequence first = utf8_first({from, static_cast<std::size_t>(to - from)});
    if (!first.is_valid) return from;
    from += first.size;
  }
  return to;
}

// Appends a key as it stands in a JSON Pointer: `a/b~c` is `a~1b~0c`.
void append_pointer_step(std::string& pointer, std::string_view key) {
  for (const char byte : key) {
    if (byte == '~') {
      pointer += "~0";
    } else if (byte == '/') {
      pointer += "~1";
    } else {
      pointer += byte;
    }
  }
}

// The opposite: the key for a step of a JSON Pointer. `a~1b~0c` is `a/b~c`.
std::string key_of_step(std::string_view step) {
  std::string key;
  for (std::size_t i = 0; i < step.size(); ++i) {
    const std::string_view two = step.substr(i, 2);
    const bool is_escape = two == "~0" || two == "~1";
    key += two == "~1" ? '/' : step[i];
    if (is_escape) ++i;
  }
  return key;
}

}  // namespace

// Reads a text from its first byte to its last. Each function moves `at_`. A function that returns
// false leaves `at_` at the byte that cannot stand there.
//
//   {"a":[1]}     object 0, key 1 "a", array 2, number 3
//
// While an object or array is open, `next` of its node is the object or array around it, so no
// stack is needed. After the `1`, `open_` is 2 and `nodes_[2].next` is 0. `extra` of an open object
// counts its keys.
class JsonTree::Reader {
 public:
  Reader(JsonTree& tree, std::string_view text, Words words)
      : tree_(tree), words_(words), begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {
    if (text.starts_with(byte_order_mark)) at_ += byte_order_mark.size();
    is_ascii_ = is_all_ascii(at_, end_);
  }

  // Reads a value and what follows it, in turns. After a value comes a comma or the bracket that
  // closes the innermost object or array; at the top level the text must end.
  bool read() {
    skip_blanks();
    bool is_whole = false;  // a value has ended
    while (true) {
      if (!is_whole) {
        if (!read_value(is_whole)) return false;
        continue;
      }
      skip_blanks();
      if (open_ == none) return at_ == end_;
      if (at_ == end_) return false;
      const bool is_object = tree_.text_[tree_.nodes_[open_].begin] == '{';
      if (*at_ == ',') {
        ++at_;
        skip_blanks();
        if (is_object && !read_key()) return false;
        is_whole = false;
      } else if (*at_ == (is_object ? '}' : ']')) {
        close();
      } else {
        return false;
      }
    }
  }

  /// The offset of `at_`: after a failure that of the byte that cannot stand there.
  [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }

 private:
  static constexpr Id none = std::numeric_limits<Id>::max();

  void skip_blanks() {
    while (at_ != end_ && is_json_blank(*at_)) ++at_;
  }

  // Reads a scalar, or the opening bracket of an object or array. `is_whole` becomes true if the
  // value has ended: a scalar, or an empty object or array.
  bool read_value(bool& is_whole) {
    if (at_ == end_ || tree_.nodes_.size() >= none - 1) return false;
    const std::size_t begin = offset();
    is_whole = true;
    switch (*at_) {
      case '{':
      case '[': return open(is_whole);
      case '"': return read_string() && add(begin);
      case 't': return read_word("true") && add(begin);
      case 'f': return read_word("false") && add(begin);
      case 'n': return read_word("null") && add(begin);
      default: return read_number() && add(begin);
    }
  }

  // Adds the node of a complete scalar or key, which ends before `at_`.
  bool add(std::size_t begin) {
    tree_.nodes_.push_back({begin, offset(), static_cast<Id>(tree_.nodes_.size() + 1), 0});
    return true;
  }

  // Opens an object or array, and reads the first key of an object.
  bool open(bool& is_whole) {
    const bool is_object = *at_ == '{';
    const Id around = std::exchange(open_, static_cast<Id>(tree_.nodes_.size()));
    tree_.nodes_.push_back({offset(), 0, around, 0});
    ++at_;
    skip_blanks();
    if (at_ != end_ && *at_ == (is_object ? '}' : ']')) {
      close();
      return true;
    }
    is_whole = false;
    return !is_object || read_key();
  }

  // Closes the innermost object or array: `next` becomes the node after it, and `extra` a link to
  // the sorted members, if there are many.
  void close() {
    ++at_;
    Node& node = tree_.nodes_[open_];
    const Id id = std::exchange(open_, node.next);
    node.end = offset();
    node.next = static_cast<Id>(tree_.nodes_.size());
    const bool has_many = node.extra > most_unsorted;
    node.extra = 0;
    if (has_many) sort_members(id);
  }

  // Sorts by key, then by value: of a key that stands twice the last member comes last, and
  // `find` takes that one.
  void sort_members(Id object) {
    using Keyed = std::pair<std::string_view, Id>;
    std::vector<Keyed> members;
    for (const Member& member : tree_.members(object))
      members.push_back({member.key, member.value});
    sort_items(members);
    std::vector<Id>& sorted = tree_.sorted_.emplace_back();
    for (const Keyed& member : members) sorted.push_back(member.second);
    tree_.nodes_[object].extra = static_cast<std::uint32_t>(tree_.sorted_.size());
  }

  // Reads a key and the `:` after it. A key with escapes is decoded once, here.
  bool read_key() {
    if (at_ == end_ || *at_ != '"') return false;
    const std::size_t begin = offset();
    if (!read_string()) return false;
    ++tree_.nodes_[open_].extra;
    add(begin);
    const std::string_view literal = tree_.text_.substr(begin, offset() - begin);
    if (literal.find('\\') != literal.npos) {
      tree_.keys_.push_back(decode_json_string(literal));
      tree_.nodes_.back().extra = static_cast<std::uint32_t>(tree_.keys_.size());
    }
    skip_blanks();
    if (!take(':')) return false;
    skip_blanks();
    return true;
  }

  // A byte that is not UTF-8 in the string counts before anything that stops the string later: the
  // offset of the first wrong byte is reported.
  bool read_string() {
    const char* const begin = at_++;
    const bool is_string = find_string_end();
    const char* const bad = is_ascii_ ? at_ : find_bad_utf8(begin, at_);
    if (bad != at_) {
      at_ = bad;
      return false;
    }
    at_ += is_string ? 1 : 0;
    return is_string;
  }

  // Moves to the closing quote. Returns false if a byte comes first that cannot stand in a string,
  // or the text ends: `at_` is then there.
  bool find_string_end() {
    at_ = scan::find_near_string_end(at_, end_, '"');
    return at_ != end_ && (*at_ == '"' || find_string_end_after_escape());
  }

  bool find_string_end_after_escape() {
    ValueString string(ValueString::Kind::strict);
    string.begin_json('"');
    JsonSpelling spelling;
    while (at_ != end_) {
      const ValueString::Step step = string.read(at_, end_, 0, nullptr, spelling);
      if (step == ValueString::Step::failed) return false;
      if (step == ValueString::Step::ended) {
        --at_;
        return true;
      }
    }
    return false;
  }

  bool read_word(std::string_view word) {
    for (const char byte : word) {
      if (at_ == end_ || *at_ != byte) return false;
      ++at_;
    }
    return true;
  }

  bool read_digits() {
    const char* const begin = at_;
    while (at_ != end_ && is_digit(*at_)) ++at_;
    return at_ != begin;
  }

  bool take(char byte) {
    const bool is_there = at_ != end_ && *at_ == byte;
    at_ += is_there ? 1 : 0;
    return is_there;
  }

  // The whole number is in the text, so it is read straight through. ValueNumber, which may be cut
  // at any byte, takes a tenth longer.
  bool read_number() {
    const bool is_negative = take('-');
    if (words_ == Words::python && at_ != end_) {
      if (*at_ == 'I') return read_word("Infinity");
      if (*at_ == 'N' && !is_negative) return read_word("NaN");
    }
    if (!take('0') && !read_digits()) return false;
    if (take('.') && !read_digits()) return false;
    if (!take('e') && !take('E')) return true;
    if (!take('+')) take('-');
    return read_digits();
  }

  JsonTree& tree_;
  Words words_;
  const char* begin_;
  const char* at_;
  const char* end_;
  bool is_ascii_ = false;
  Id open_ = none;  // the innermost object or array
};

std::optional<std::size_t> JsonTree::read(std::string_view text, Words words) {
  text_ = text;
  nodes_.clear();
  keys_.clear();
  sorted_.clear();
  Reader reader(*this, text, words);
  if (reader.read()) return std::nullopt;
  nodes_.clear();
  return reader.offset();
}

JsonTree::Kind JsonTree::kind(Id value) const {
  switch (text_[nodes_[value].begin]) {
    case '{': return Kind::object;
    case '[': return Kind::array;
    case '"': return Kind::string;
    case 't':
    case 'f': return Kind::boolean;
    case 'n': return Kind::null;
    default: return Kind::number;
  }
}

std::string JsonTree::text(Id value) const { return decode_json_string(literal(value)); }

std::size_t JsonTree::text(Id value, char* out) const {
  return decode_json_string(literal(value), out);
}

std::string_view JsonTree::key_text(Id key) const {
  const Node& node = nodes_[key];
  if (node.extra != 0) return keys_[node.extra - 1];
  return text_.substr(node.begin + 1, node.end - node.begin - 2);
}

// Of a key that stands twice, the last value: the loop goes on to the end, and the binary search
// looks for the last of the equal keys. A member is listed by its value; its key is the node
// before.
std::optional<JsonTree::Id> JsonTree::find(Id object, std::string_view key) const {
  if (!is(object, Kind::object)) return std::nullopt;
  std::optional<Id> found;
  if (nodes_[object].extra == 0) {
    for (const Member& member : members(object)) {
      if (member.key == key) found = member.value;
    }
    return found;
  }
  const std::vector<Id>& sorted = sorted_[nodes_[object].extra - 1];
  const auto after = std::upper_bound(
      sorted.begin(), sorted.end(), key,
      [this](std::string_view wanted, Id value) { return wanted < key_text(value - 1); });
  if (after != sorted.begin() && key_text(*(after - 1) - 1) == key) found = *(after - 1);
  return found;
}

std::optional<JsonTree::Id> JsonTree::element(Id array, std::size_t index) const {
  if (!is(array, Kind::array)) return std::nullopt;
  for (const Member& member : members(array)) {
    if (index-- == 0) return member.value;
  }
  return std::nullopt;
}

// The pointer `/a/1` is two steps: the key `a`, then the element 1. In an object the step `1` is a
// key. The empty pointer leads to `from` itself.
std::optional<JsonTree::Id> JsonTree::follow(Id from, std::string_view pointer) const {
  while (!pointer.empty()) {
    if (pointer.front() != '/') return std::nullopt;
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    std::optional<Id> next;
    if (is(from, Kind::array)) {
      std::size_t index = 0;
      const char* const end = step.data() + step.size();
      const auto [stop, error] = std::from_chars(step.data(), end, index);
      if (error == std::errc() && stop == end) next = element(from, index);
    } else {
      next = find(from, key_of_step(step));
    }
    if (!next) return std::nullopt;
    from = *next;
  }
  return from;
}

// Goes down from the root: in each object or array, the member that holds `value` is the first one
// whose nodes do not all come before it.
std::string JsonTree::pointer_to(Id value) const {
  std::string pointer;
  for (Id around = root; around != value;) {
    std::size_t index = 0;
    Member step;
    for (const Member& member : members(around)) {
      step = member;
      if (value < nodes_[member.value].next) break;
      ++index;
    }
    pointer += '/';
    if (is(around, Kind::array)) {
      pointer += std::to_string(index);
    } else {
      append_pointer_step(pointer, step.key);
    }
    around = step.value;
  }
  return pointer;
}

}  // namespace tagstream

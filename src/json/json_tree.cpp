#include "json/json_tree.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "base/utf8.hpp"
#include "json/json_scanner.hpp"
#include "json/json_text.hpp"

namespace tagstream {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Where a string has a byte that JSON does not allow there, though the scanner does.
std::optional<std::size_t> bad_byte(std::string_view literal) {
  for (std::size_t at = 0; at < literal.size();) {
    if (static_cast<unsigned char>(literal[at]) < 0x20) return at;
    const Utf8Sequence sequence = utf8_first(literal.substr(at));
    if (!sequence.is_valid) return at;
    at += sequence.size;
  }
  return std::nullopt;
}

// A key, as it stands in a JSON pointer.
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

// What a step of a JSON pointer stands for.
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

// Takes what the scanner reports. It reads the text in brackets of our own, so that any value will
// do; offsets of the text are one less than the scanner's.
class JsonTree::Reader {
 public:
  Reader(JsonTree& tree, std::size_t skipped) : tree_(tree), skipped_(skipped) {}

  std::optional<std::size_t> read() {
    const std::size_t size = tree_.text_.size();
    feed("[");
    feed(tree_.text_.substr(skipped_));
    if (scanner_.status() == JsonScanner::Status::complete) {
      refuse(place(scanner_.offset()) - 1);  // it has closed our bracket
      return first_error_;
    }
    if (scanner_.depth() == 1) feed("]");
    if (scanner_.status() != JsonScanner::Status::complete) {
      refuse(std::min(place(scanner_.offset()), size));
    }
    if (!scanner_.spelling().is_strict()) refuse(place(scanner_.spelling().first_repair));
    if (tree_.nodes_.empty()) refuse(size);
    return first_error_;
  }

 private:
  void feed(std::string_view piece) {
    scanner_.feed(piece, [this](JsonScanner::Mark mark, std::size_t depth, std::uint64_t offset) {
      if (depth == 0) return;  // our brackets
      see(mark, depth, place(offset));
    });
  }

  [[nodiscard]] std::size_t place(std::uint64_t scanned) const {
    return static_cast<std::size_t>(scanned) - 1 + skipped_;
  }

  void refuse(std::size_t offset) {
    if (!first_error_ || offset < *first_error_) first_error_ = offset;
  }

  void see(JsonScanner::Mark mark, std::size_t depth, std::size_t offset) {
    switch (mark) {
      case JsonScanner::Mark::key: key_ = take_key(offset); break;
      case JsonScanner::Mark::value_begin:
        if (depth == 1 && !tree_.nodes_.empty()) refuse(offset);
        begin(offset);
        break;
      case JsonScanner::Mark::value_end: end(offset); break;
    }
  }

  void begin(std::size_t offset) {
    const Id id = static_cast<Id>(tree_.nodes_.size());
    tree_.nodes_.push_back({offset, offset, 0});
    if (!open_.empty()) tree_.members_.push_back({open_.back(), key_, id});
    key_ = {};
    open_.push_back(id);
  }

  void end(std::size_t offset) {
    const Id id = open_.back();
    open_.pop_back();
    tree_.nodes_[id].end = offset;
    if (tree_.is(id, Kind::string)) check(tree_.nodes_[id].begin, offset);
  }

  void check(std::size_t begin, std::size_t end) {
    if (const auto at = bad_byte(tree_.text_.substr(begin, end - begin))) refuse(begin + *at);
  }

  std::string_view take_key(std::size_t end) {
    const std::size_t begin = place(scanner_.strings().begin);
    check(begin, end);
    const std::string_view literal = tree_.text_.substr(begin, end - begin);
    if (literal.find('\\') == std::string_view::npos) return literal.substr(1, literal.size() - 2);
    return tree_.keys_.emplace_back(decode_json_string(literal));
  }

  JsonTree& tree_;
  std::size_t skipped_;
  JsonScanner scanner_;
  std::vector<Id> open_;
  std::string_view key_;
  std::optional<std::size_t> first_error_;
};

std::optional<std::size_t> JsonTree::read(std::string_view text) {
  *this = JsonTree();
  text_ = text;
  const std::size_t skipped = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  if (const auto error = Reader(*this, skipped).read()) return error;
  std::sort(members_.begin(), members_.end(), [](const Member& a, const Member& b) {
    return std::tie(a.around, a.key, a.value) < std::tie(b.around, b.key, b.value);
  });
  for (std::size_t i = 0; i < members_.size(); ++i) {
    nodes_[members_[i].value].member = static_cast<Id>(i);
  }
  return std::nullopt;
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

std::string_view JsonTree::literal(Id value) const {
  return text_.substr(nodes_[value].begin, nodes_[value].end - nodes_[value].begin);
}

std::string JsonTree::text(Id value) const { return decode_json_string(literal(value)); }

std::span<const JsonTree::Member> JsonTree::members(Id value) const {
  const auto [first, last] =
      std::equal_range(members_.begin(), members_.end(), Member{value, {}, 0},
                       [](const Member& a, const Member& b) { return a.around < b.around; });
  return {first, last};
}

std::optional<JsonTree::Id> JsonTree::find(Id object, std::string_view key) const {
  if (!is(object, Kind::object)) return std::nullopt;
  const auto after =
      std::upper_bound(members_.begin(), members_.end(), Member{object, key, 0},
                       [](const Member& a, const Member& b) {
                         return std::tie(a.around, a.key) < std::tie(b.around, b.key);
                       });
  if (after == members_.begin()) return std::nullopt;
  const Member& last = *(after - 1);
  if (last.around != object || last.key != key) return std::nullopt;
  return last.value;
}

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
      const auto elements = members(from);
      const bool is_there = error == std::errc() && stop == end && index < elements.size();
      if (is_there) next = elements[index].value;
    } else {
      next = find(from, key_of_step(step));
    }
    if (!next) return std::nullopt;
    from = *next;
  }
  return from;
}

std::string JsonTree::pointer_to(Id value) const {
  std::vector<Id> way;
  for (; value != root; value = members_[nodes_[value].member].around) way.push_back(value);
  std::string pointer;
  for (auto step = way.rbegin(); step != way.rend(); ++step) {
    const Member& member = members_[nodes_[*step].member];
    pointer += '/';
    if (is(member.around, Kind::array)) {
      pointer += std::to_string(&member - members(member.around).data());
    } else {
      append_pointer_step(pointer, member.key);
    }
  }
  return pointer;
}

}  // namespace tagstream

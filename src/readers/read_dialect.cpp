// A row of the table from JSON: what the fields are, the table of fields says.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/nearest.hpp"
#include "dialects/check.hpp"
#include "dialects/fields.hpp"
#include "json/json_text.hpp"
#include "json/json_tree.hpp"
#include "readers/dialect_store.hpp"
#include "readers/json_complaint.hpp"

namespace tagstream {

namespace {

using Id = JsonTree::Id;
using Kind = JsonTree::Kind;

std::string in_quotes(std::string_view text) {
  std::string quoted;
  append_json_string(quoted, text);
  return quoted;
}

// Reads the values of an object into the fields of a format.
class FieldReader {
 public:
  FieldReader(const JsonTree& tree, Complaint& complaint, DialectStore& store)
      : tree_(tree), complaint_(complaint), store_(store) {}

  template <class T>
  void read_object(Id value, T& it) {
    if (!complaint_.expect("an object", tree_.is(value, Kind::object), value)) return;
    const Id around = std::exchange(object_, value);
    std::vector<std::string_view> names = std::exchange(names_, {});
    see_fields(*this, it);
    check_names();
    names_ = std::move(names);
    object_ = around;
  }

  template <class T>
  void operator()(std::string_view name, std::string_view /*sentence*/, T& field) {
    names_.push_back(name);
    const auto value = tree_.find(object_, name);
    if (!value || tree_.is(*value, Kind::null) || complaint_.error()) return;
    read(*value, field);
  }

 private:
  // Each key is a field, once.
  void check_names() {
    const auto members = tree_.members(object_);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::string_view key = members[i].key;
      if (std::find(names_.begin(), names_.end(), key) == names_.end()) {
        const std::string_view near = nearest_word(key, names_);
        std::string what = "unknown field " + in_quotes(key);
        if (!near.empty()) what += ", perhaps \"" + std::string(near) + '"';
        complaint_.say(std::move(what), members[i].value);
      } else if (i != 0 && members[i - 1].key == key) {
        complaint_.say("the field is given twice", members[i].value);
      }
    }
  }

  bool is_text(Id value) {
    return complaint_.expect("a string", tree_.is(value, Kind::string), value);
  }
  // The elements of a list; none if it is not one, or has more than `most`.
  std::span<const JsonTree::Member> elements(Id value, std::size_t most) {
    if (!complaint_.expect("a list", tree_.is(value, Kind::array), value)) return {};
    const auto members = tree_.members(value);
    if (members.size() <= most) return members;
    complaint_.say("at most " + std::to_string(most) + " fit in here", members[most].value);
    return {};
  }

  void read(Id value, std::string_view& text) {
    if (is_text(value)) text = store_.keep(tree_.text(value));
  }
  void read(Id value, bool& flag) {
    if (complaint_.expect("true or false", tree_.is(value, Kind::boolean), value)) {
      flag = tree_.is_true(value);
    }
  }
  void read(Id value, std::uint8_t& number) {
    if (!complaint_.expect("a number", tree_.is(value, Kind::number), value)) return;
    unsigned sum = 0;
    for (const char c : tree_.literal(value)) {
      const bool is_digit = c >= '0' && c <= '9';
      sum = is_digit && sum <= 255 ? sum * 10 + static_cast<unsigned>(c - '0') : 256;
    }
    if (sum > 255) return complaint_.say("expected a number from 0 to 255", value);
    number = static_cast<std::uint8_t>(sum);
  }
  void read(Id value, char& byte) {
    if (!is_text(value)) return;
    const std::string text = tree_.text(value);
    if (text.size() > 1) return complaint_.say("expected one byte", value);
    byte = text.empty() ? '\0' : text[0];
  }
  template <class E>
  requires std::is_enum_v<E>
  void read(Id value, E& choice) {
    if (!is_text(value)) return;
    const std::string text = tree_.text(value);
    std::string words;
    for (const E one : choices<E>) {
      if (text == to_string(one)) return void(choice = one);
      words += (words.empty() ? "" : ", ") + std::string(to_string(one));
    }
    complaint_.say("expected one of " + words + ", not " + in_quotes(text), value);
  }
  void read(Id value, WordList& words) {
    for (const JsonTree::Member& member : elements(value, WordList::capacity)) {
      if (!is_text(member.value)) return;
      words.add(store_.keep(tree_.text(member.value)));
    }
  }
  // An element that says nothing would not count.
  template <class T, std::size_t size>
  void read(Id value, std::array<T, size>& list) {
    list = {};
    std::size_t count = 0;
    for (const JsonTree::Member& member : elements(value, size)) {
      read(member.value, list[count]);
      if (!is_given(list[count++])) complaint_.say("nothing is given here", member.value);
    }
  }
  template <HasFields T>
  void read(Id value, T& part) {
    read_object(value, part);
  }
  template <class T>
  void read(Id value, PartPointer<T>& part) {
    T& own = store_.add<T>();
    read_object(value, own);
    part = &own;
  }

  const JsonTree& tree_;
  Complaint& complaint_;
  DialectStore& store_;
  Id object_ = JsonTree::root;
  std::vector<std::string_view> names_;  // of its fields
};

// The same error with line and column before the pointer, which stands at `at`.
Error with_line(Error error, std::size_t at, std::string_view json) {
  const std::string before(json.substr(0, static_cast<std::size_t>(error.offset)));
  error.message.insert(at, line_and_column(before) + ", ");
  return error;
}

// The value at a pointer, or the last on the way to it.
Id nearest_value(const JsonTree& tree, std::string_view pointer) {
  while (!pointer.empty()) {
    if (const auto value = tree.follow(JsonTree::root, pointer)) return *value;
    pointer = pointer.substr(0, pointer.rfind('/'));
  }
  return JsonTree::root;
}

bool says(const JsonTree& tree, std::string_view field) {
  const auto value = tree.find(JsonTree::root, field);
  return value && !tree.is(*value, Kind::null);
}

}  // namespace

Result<std::shared_ptr<const Dialect>> read_dialect(std::string_view json) {
  JsonTree tree;
  if (const auto at = tree.read(json)) return not_json(json, *at);
  Complaint complaint(tree);
  auto store = std::make_shared<DialectStore>();
  FieldReader(tree, complaint, *store).read_object(JsonTree::root, store->row);
  if (store->row.tools == nullptr && !says(tree, "writesCalls")) store->row.writes_calls = false;
  if (complaint.error()) return with_line(*complaint.error(), complaint.place_at(), json);
  if (const Fault fault = fault_of(store->row)) {
    const std::string pointer = pointer_to_field(store->row, fault.where);
    const std::size_t offset = tree.offset(nearest_value(tree, pointer));
    const std::string what = std::string(fault.sentence) + ": ";
    return with_line({Errc::bad_option, offset, what + pointer}, what.size(), json);
  }
  return DialectStore::share(std::move(store));
}

}  // namespace tagstream

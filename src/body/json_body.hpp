#pragma once

// Reads the JSON value of a body, and reports the calls in it as they come.
//
//   {"name": "f", "arguments": {"a": 1}}            call f
//   [{"name": "f"}, {"name": "g"}]                  calls f and g
//   {"tool_calls": [{"name": "f"}]}                 call f: the list is all of the object
//   {"function": {"name": "f", "arguments": {}}}    call f: the inner object names it
//
// Only the keys of the open item are kept. In formats with one call a line, all values of the body
// are read like one list.

#include <cstdint>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_list.hpp"
#include "json/value_lexer.hpp"
#include "lex/string_bytes.hpp"

namespace tagstream {

class JsonBody {
 public:
  static constexpr bool finds_closer = false;

  /// Precondition: the first byte of the value stands at `place.begin`.
  explicit JsonBody(const BodyPlace& place);
  JsonBody(const JsonBody&) = delete;
  JsonBody& operator=(const JsonBody&) = delete;

  /// Precondition: the segment holds the body from its start.
  BodyEnd read(const BodyInput& input, CallList& list);

  [[nodiscard]] const scan::ByteSet* plain_bytes() const {
    return strings_->inside(lexer_.inside());
  }
  [[nodiscard]] Shield shield() const;
  [[nodiscard]] std::uint64_t keep_from() const {
    return wait_at_ != 0 ? wait_at_ : begin_ + lexer_.offset();
  }

 private:
  /// The meaning of the body's value.
  enum class Shape : std::uint8_t {
    calls,      ///< an object with a name and arguments, or an array of them
    by_name,    ///< objects with one key: the key is the name, and its value the arguments
    arguments,  ///< the arguments of a call that has its name from elsewhere
  };
  using Key = JsonKey;

  struct Value {  // the value of a key
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // 0: not complete
    char first = 0;         // its first byte; 0: the key is absent
    [[nodiscard]] bool is_given() const { return first != 0; }
    [[nodiscard]] bool is_string() const { return first == '"' || first == '\''; }
    [[nodiscard]] bool is_word() const { return is_string() && end > begin + 2; }
    [[nodiscard]] bool is_id() const;
    [[nodiscard]] bool holds(const Segment& segment) const;
    [[nodiscard]] bool may_be_arguments() const {
      return first == 0 || first == '{' || first == 'n' || first == 'N' || is_string();
    }
    [[nodiscard]] TextRef piece() const;
  };
  struct Fields {
    Value name;
    Value arguments;
    Value id;
    std::uint32_t keys = 0;  // by_name
  };
  /// The function object of an item: {"function": {"name": "f"}}.
  enum class Function : std::uint8_t { none, open, closed };
  /// A list that may be all of the object, {"tool_calls": [...]}: if the first key has its name, it
  /// is the next value.
  enum class WholeList : std::uint8_t { may_come, is_next, no };

  JsonLexer::Status read_value(const BodyInput& input, CallList& list);
  void note(const BodyInput& input, CallList& list, JsonLexer::Mark mark, std::size_t depth,
            std::uint64_t at);
  void note_key(const Segment& segment, CallList& list, std::size_t depth, std::uint64_t at);
  void note_value(const Segment& segment, CallList& list, std::size_t depth, std::uint64_t at);
  void note_value_end(const BodyInput& input, CallList& list, std::size_t depth, std::uint64_t at);
  void note_field(Fields& fields, std::uint64_t at, char first);
  void begin_list(CallList& list);
  void leave_list(CallList& list);
  void begin_item(CallList& list, std::uint64_t at, char first);
  void tell(CallList& list, bool is_complete);
  [[nodiscard]] bool is_no_call() const;
  [[nodiscard]] Key key_of(std::string_view literal);
  void take_spare(CallItem& item);
  void take_type(const Segment& segment, CallList& list);
  void take_extras(const BodyInput& input, CallList& list, std::uint64_t end);
  void check_lost(const Segment& segment, CallList& list);
  void tell_lost(const Segment& segment, CallList& list);
  /// The item has a key that nothing reads. The first one counts.
  void lose(const Value& key) {
    if (!lost_.is_given()) lost_ = key;
  }
  /// The key is that of a list of calls, which stands beside a call.
  void lose_calls(const Value& key) {
    has_extras_ = true;
    lose(key);
  }
  /// The arguments that count.
  [[nodiscard]] const Value& arguments() const {
    return inner_.arguments.is_given() ? inner_.arguments : own_.arguments;
  }
  [[nodiscard]] bool has_function() const { return function_ != Function::none; }
  [[nodiscard]] bool in_function() const { return function_ == Function::open; }
  [[nodiscard]] std::uint64_t string_begin() const { return begin_ + lexer_.strings().begin; }

  const JsonKeys* keys_;
  const SchemaTable* schemas_;
  const StringBytes* strings_;
  std::uint64_t begin_;  // of the value that is read now
  JsonLexer lexer_{json_like};
  std::uint64_t body_begin_;        // of the first value
  std::uint64_t value_end_ = 0;     // of the last value that is complete
  std::uint64_t wait_at_ = 0;       // after a value: blanks are read up to here; 0: in a value
  std::uint64_t literal_end_ = 0;   // of the last string in the values before this one
  std::uint64_t first_repair_ = 0;  // the first byte that strict JSON forbids; 0: none yet
  Fields own_;                      // of the item that is open
  Fields inner_;                    // of its function object
  Fields spare_;                    // its values under keys that other formats use
  Value again_;                     // the value of a key of arguments that came before
  Value type_;                      // the value of the key `type`
  Value lost_;                      // the first key of the item that nothing reads
  Value key_at_;                    // the last key
  Value list_key_;                  // the key of a list that may be all of the object
  Value* open_ = nullptr;           // the field whose value is being read
  Key key_ = Key::other;            // of the next value
  std::uint8_t base_ = 0;    // depth of items: 1 in an array, 2 in one that is all of an object
  bool has_extras_ = false;  // the item has keys that are not those of a call
  bool has_lost_ = false;    // the item or its function object has such keys, `type` aside
  bool is_spare_ = false;    // the next value goes to `spare_`
  bool is_type_ = false;     // the next value goes to `type_`
  Function function_ = Function::none;
  WholeList whole_list_ = WholeList::may_come;
  bool item_changed_ = false;  // the open item has news that the list does not have yet
  bool needs_repair_ = false;  // a value before this one needed repair
  bool has_lines_;             // there may be several values
  Shape shape_;
};

}  // namespace tagstream

#pragma once

// One item of a JSON body: an object that may be a call. Of each key that counts it keeps the first
// value, and it decides at the end of the object what the item is. Only the name and the arguments
// are told earlier.
//
//   {"tool":"a","name":"b","args":{"n":1}}          a({"n":1}); a notice: `name` is left out
//   {"function":{"name":"f","arguments":{"a":1}}}   f({"a":1}): the inner object counts
//   {"name":"f","args":{},"parameters":{"a":1}}     an error: there are arguments twice

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_list.hpp"
#include "formats/json_keys.hpp"

namespace tagstream {

class JsonItem {
 public:
  /// The meaning of the object.
  enum class Shape : std::uint8_t {
    calls,      ///< a name and arguments
    by_name,    ///< one key: it is the name, and its value the arguments
    arguments,  ///< the arguments of a call that has its name from elsewhere
  };
  /// Where a key stands: in the object, or in its function object.
  enum class Place : std::uint8_t { own, inner };
  /// The place of a literal.
  struct Value {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // 0: not complete
    char first = 0;         // its first byte; 0: there is none
    [[nodiscard]] bool is_given() const { return first != 0; }
    [[nodiscard]] bool is_string() const { return first == '"' || first == '\''; }
    [[nodiscard]] bool is_null() const { return first == 'n' || first == 'N'; }
    [[nodiscard]] bool is_word() const { return is_string() && end > begin + 2; }
    [[nodiscard]] bool is_id() const;
    [[nodiscard]] bool holds(const Segment& segment) const;
    [[nodiscard]] bool may_be_arguments() const {
      return !is_given() || first == '{' || is_null() || is_string();
    }
    [[nodiscard]] TextRef piece() const;
  };

  explicit JsonItem(const BodyPlace& place);
  [[nodiscard]] Shape shape() const { return shape_; }

  /// Forgets the item before.
  void begin() { seen_ = {}; }
  /// A key has been read.
  /// @return its meaning; with `by_name` that of other shapes
  JsonKey note_key(std::string_view literal, const Value& key, Place place, CallList& list);
  /// The value of the last key begins.
  void note_value(Value value, Place place);
  /// It has ended. The value of the last key, or one inside it that is not in the function object.
  void note_value_end(const Segment& segment, Place place, std::uint64_t at);
  /// The key is that of a list of calls, which stands beside a call.
  void lose_calls(const Value& key);
  [[nodiscard]] bool in_function() const { return seen_.function == Function::open; }

  /// Tells the list what is certain so far, if that is more than before.
  void tell_news(CallList& list) {
    if (seen_.has_news) tell(list, false);
  }
  /// The object has ended: decides what it is.
  void end(const BodyInput& input, CallList& list, std::uint64_t at);

 private:
  enum class Part : std::uint8_t {
    name,
    arguments,
    id,
    inner_name,  ///< in the function object
    inner_arguments,
    spare_name,  ///< under a key that other formats use
    spare_arguments,
    spare_id,
    second_arguments,  ///< under a second key of arguments
    type,              ///< under the key `type`
    none,
  };
  enum class Function : std::uint8_t { none, open, closed };
  struct Key {
    JsonKey meaning = JsonKey::other;
    bool is_spare = false;  // other formats use it for what this one has a key for
    bool is_type = false;
  };
  struct Seen {
    Value values[static_cast<std::size_t>(Part::none)];
    Value lost;              // the first key that nothing reads
    Value last_key;          // whose value comes next
    Key next;                // its meaning
    std::uint32_t keys = 0;  // by_name
    Part open = Part::none;  // the part whose value is being read
    Function function = Function::none;
    bool has_news = false;    // which the list does not have yet
    bool has_extras = false;  // there are keys that are not those of a call
    bool has_lost = false;    // `type` and `index` aside, also in the function object
  };

  [[nodiscard]] Value& of(Part part) { return seen_.values[static_cast<std::size_t>(part)]; }
  [[nodiscard]] const Value& of(Part part) const {
    return seen_.values[static_cast<std::size_t>(part)];
  }
  [[nodiscard]] bool has_function() const { return seen_.function != Function::none; }
  [[nodiscard]] const Value& name() const {
    return of(has_function() ? Part::inner_name : Part::name);
  }
  [[nodiscard]] const Value& arguments() const {
    const bool has_inner = of(Part::inner_arguments).is_given();
    return of(has_inner ? Part::inner_arguments : Part::arguments);
  }
  void lose(const Value& key) {
    if (!seen_.lost.is_given()) seen_.lost = key;
  }
  [[nodiscard]] Key key_of(std::string_view literal) const;
  [[nodiscard]] Part part_of(const Key& key, Place place, bool is_object) const;
  void tell(CallList& list, bool is_complete);
  [[nodiscard]] bool is_no_call() const;
  void take_type(const Segment& segment, CallList& list);
  void take_spare(CallItem& item);
  void take_extras(const BodyInput& input, CallList& list, std::uint64_t end);
  void refuse_second(const Segment& segment, CallItem& item) const;

  const JsonKeys* keys_;
  const SchemaTable* schemas_;
  Seen seen_;
  Shape shape_ = Shape::calls;
};

}  // namespace tagstream

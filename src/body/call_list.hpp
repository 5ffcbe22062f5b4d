#pragma once

// The calls and errors that the body of a call has so far, in a form that is the same for every
// format.
//
// A reader reports each item: `begin`, then the parts that become known, then `end`. At `end` the
// list decides whether the item is a call or an error, without reading its bytes again.
//
//   [{"name": "f"}, {"x": 1}, {"name": "g"}]     three items: call f, error `missing_name`, call g
//   {"name": "f", "arguments": "{\"a\": 1}"}     the string has an object: arguments are {"a": 1}

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/blocks.hpp"
#include "base/kept_strings.hpp"
#include "body/call_part.hpp"
#include "body/schema.hpp"
#include "formats/pythonic_shape.hpp"
#include "lex/segment.hpp"

namespace tagstream {

/// The place of a text: in the input, or among the strings that the list owns.
struct TextRef {
  enum class Form : std::uint8_t {
    absent,
    head,      ///< the name that the opening tag gives
    plain,     ///< bytes of the input, as they stand
    string,    ///< a JSON string literal
    object,    ///< JSON
    literals,  ///< arguments in code, which `arguments_lexer` can read
    written,   ///< a stretch of `CallList::written`
    null,      ///< the word null
    other,     ///< a value of a type that cannot stand there
    owned,     ///< string `begin` of the list
  };
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  ///< 0: not complete
  Form form = Form::absent;
};

/// The verdict on a body, from the bytes read so far.
struct Standing {
  enum class Kind : std::uint8_t {
    undecided,
    calls,  ///< the body is complete, and each item is a call
    mixed,  ///< some item can't be a call. The JSON is still read to its end, so that markup quoted
            ///< in its strings stays text
    none,   ///< the body has no call
  };
  Kind kind = Kind::undecided;
  std::size_t calls = 0;  // items that have ended
  std::size_t errors = 0;
};

/// A call, or an error in the place of one.
struct CallItem {
  std::uint64_t begin = 0;  // of the item's own text
  std::uint64_t end = 0;    // 0: the item is open
  TextRef name;
  TextRef arguments;
  TextRef id;
  std::uint64_t error_at = 0;
  Code error = Code::none;
  bool is_repaired = false;
  bool is_id_late = false;       // the call may have started before its id was known
  bool has_properties = false;   // an object in it has a key `properties`, as a schema has
  bool is_described = false;     // the object has a key `description`, as a tool's definition has
  bool has_unknown_key = false;  // a value holds a tag whose key the schema lacks
  bool has_second = false;       // a second key holds arguments
  bool is_late = false;          // attributes of the tag came to the arguments at its end
  /// 1 + the string of the list that an error or a notice names, else 0: an argument that is given
  /// twice, with two values; a key or an attribute that is no argument.
  std::uint32_t twice = 0;
  std::uint32_t left_out = 0;

  [[nodiscard]] bool is_named() const { return name.form != TextRef::Form::absent; }
  /// Makes the item an error that shows at `at`.
  void fail(Code code, std::uint64_t at) {
    error = code;
    error_at = at;
  }
};

/// The state of the body as a whole, set by its reader.
struct BodyState {
  std::uint64_t read_until = 0;  // of the input
  /// The open item's bytes before this place are final. If the list owns the arguments, all that it
  /// has of them is final.
  std::uint64_t known_until = 0;
  bool needs_repair = false;  // the body is not JSON as it stands, and must be converted
  bool is_announced = false;  // the items are certain before the body ends
  bool has_non_call = false;  // some item can't be a call
  bool has_surplus = false;   // surplus brackets after the value were dropped
  bool is_complete = false;
  const PythonicShape* pythonic = nullptr;  // of arguments that are literals
};

/// True if the object has the parameters of a tool's definition, and no arguments.
/// @param tool  the schema of the tool that it stands with; null if it has none
[[nodiscard]] bool defines_tool(std::string_view object, const ToolSchema* tool);

class CallList {
 public:
  // ---- for readers
  [[nodiscard]] CallHead& head() { return head_; }
  [[nodiscard]] const CallHead& head() const { return head_; }
  BodyState state;
  /// Arguments that are converted to JSON while they are read: of all calls, one after another.
  std::string written;
  /// Begins an item at `at`.
  void begin(std::uint64_t at);
  /// The item that was begun last. Its reader fills in the parts as they become known.
  [[nodiscard]] CallItem& item() { return items_.back(); }
  /// A string that the list keeps.
  TextRef own(std::string text);
  /// Makes the open item an error at `at`, since `key` has two values.
  void fail_twice(std::string_view key, std::uint64_t at);
  /// A notice says that `word`, a key or an attribute, is no argument of the open item. The
  /// first one counts.
  void leave_out(std::string_view word);
  [[nodiscard]] std::string& owned(TextRef piece) { return owned_[piece.begin]; }
  enum class Place : std::uint8_t { alone, in_list };
  /// Ends the open item at `at` and decides whether it is a call or an error. In a list, neighbours
  /// without a name are one error.
  void end(const Segment& segment, std::uint64_t at, Place place, LexerCounters& counters);
  /// Forgets all items.
  void restart();
  /// Makes the body as a whole one error, whatever its items are.
  void fail(Code code, std::uint64_t at, std::string message);

  // ---- for those who ask
  [[nodiscard]] Standing standing() const;
  /// Number of calls and errors.
  [[nodiscard]] std::size_t size() const { return has_failed() ? 1 : items_.size(); }
  /// True if the body as a whole is one error.
  [[nodiscard]] bool has_failed() const { return error_ != Code::none; }
  /// One call or error, after the body has ended. Each is asked for once, in order; the items
  /// before `index` are forgotten.
  CallPart part(const Segment& segment, std::size_t index, KeptStrings& kept,
                LexerCounters& counters);
  /// Number of items that may be reported while the body is open.
  [[nodiscard]] std::size_t announced() const { return state.is_announced ? items_.size() : 0; }
  [[nodiscard]] CallItem& at(std::size_t index) { return items_[index]; }
  /// Decodes arguments that stand in a complete JSON string: an object, or, if the format says so,
  /// the only argument. Else they are `other`.
  void decode_arguments(const Segment& segment, CallItem& item, LexerCounters& counters);
  /// The name or id of an item, decoded.
  [[nodiscard]] std::string word(const Segment& segment, TextRef piece) const;
  /// The id of the opening tag, if item `index` is the first one with a name; else empty.
  std::string_view head_id(std::size_t index);

 private:
  [[nodiscard]] std::optional<std::string> lone_argument(const Segment& segment,
                                                         CallItem& item) const;
  using Form = TextRef::Form;
  static constexpr std::size_t nobody = ~std::size_t{0};

  [[nodiscard]] bool is_definition(const Segment& segment, const CallItem& item,
                                   LexerCounters& counters) const;
  void check_offered(const Segment& segment, CallItem& item, LexerCounters& counters);
  [[nodiscard]] bool is_none(const CallItem& item) const;
  void take_attributes(const Segment& segment, CallItem& item, Place place,
                       LexerCounters& counters);
  [[nodiscard]] std::string json_of(const Segment& segment, TextRef arguments) const;
  void decide(const Segment& segment, CallItem& item, Place place, LexerCounters& counters);
  [[nodiscard]] std::string_view text_of(const Segment& segment, TextRef piece, KeptStrings& kept);

  CallHead head_;
  Blocks<CallItem> items_;
  Blocks<std::string> owned_;
  std::string_view kept_name_;     // the head's name, kept once for all parts
  std::string_view kept_written_;  // `written`, kept once for all parts
  std::size_t calls_ = 0;
  std::size_t errors_ = 0;
  std::size_t id_owner_ = nobody;
  std::size_t none_ = nobody;  // the last item that is elements of a list which are no calls
  std::uint64_t error_at_ = 0;
  std::string message_;
  Code error_ = Code::none;
};

}  // namespace tagstream

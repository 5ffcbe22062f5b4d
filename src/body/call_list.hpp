#pragma once

// What the body of a call has said so far, the same for every format: the calls and errors in it,
// and whether it can still be one.
//
// A reader tells of an item as it comes: `begin`, then what is known of it, then `end`. At its end
// the list decides what the item is, once; nothing is read again for it.
//
//   [{"name": "f"}, {"x": 1}, {"name": "g"}]     three items: call f, error `missing_name`, call g
//   {"name": "f", "arguments": "{\"a\": 1}"}     the string holds an object: arguments are {"a": 1}

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/blocks.hpp"
#include "base/kept_strings.hpp"
#include "body/call_part.hpp"
#include "formats/pythonic_shape.hpp"
#include "lex/segment.hpp"

namespace tagstream {

/// Where something stands: in the input, or among the strings that the list owns.
struct TextRef {
  enum class Form : std::uint8_t {
    absent,
    head,      ///< what the opening tag says
    plain,     ///< as it stands
    string,    ///< a JSON string literal
    object,    ///< JSON
    literals,  ///< what a `LiteralScanner` can read
    written,   ///< a stretch of what has been written as JSON
    null,      ///< JSON's word for nothing
    other,     ///< something that cannot stand there
    owned,     ///< string `begin` of the list
  };
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  ///< 0: not complete
  Form form = Form::absent;
};

/// What a body is, as far as it has been read.
struct Standing {
  enum class Kind : std::uint8_t {
    undecided,
    calls,  ///< it is complete, and all in it are calls
    mixed,  ///< not every item can be a call any more. Its JSON is still read to the end, so that
            ///< markup quoted in its strings stays text
    none,   ///< it holds no call
  };
  Kind kind = Kind::undecided;
  std::size_t calls = 0;  // items that have ended
  std::size_t errors = 0;
};

/// A call, or what should be one.
struct CallItem {
  std::uint64_t begin = 0;  // its own text
  std::uint64_t end = 0;    // 0: it is open
  TextRef name;
  TextRef arguments;
  TextRef id;
  std::uint64_t error_at = 0;
  Code error = Code::none;
  bool is_run = false;  // elements of a list without a name
  bool is_repaired = false;
  bool is_id_late = false;       // the call may have started before its id was known
  bool is_described = false;     // the object has a key `description`, as a tool's definition has
  bool has_unknown_key = false;  // a value holds an opening tag whose key the schema lacks

  [[nodiscard]] bool is_named() const { return name.form != TextRef::Form::absent; }
  /// It has no name, which shows at `at`.
  void fail(Code code, std::uint64_t at) {
    error = code;
    error_at = at;
  }
};

/// What a reader says of the body as a whole.
struct BodyState {
  std::uint64_t read_until = 0;  // of the input
  /// The bytes of the open item before it stay as they are; where the list owns its arguments, so
  /// many bytes of these.
  std::uint64_t known_until = 0;
  bool needs_repair = false;  // its spelling must be converted
  bool is_announced = false;  // items count before the body ends, whatever it still says
  bool has_non_call = false;  // one item can't be a call
  bool has_surplus = false;   // brackets too many after it were dropped
  bool is_complete = false;
  const PythonicShape* pythonic = nullptr;  // of arguments that are literals
};

class CallList {
 public:
  // ---- for readers
  [[nodiscard]] CallHead& head() { return head_; }
  [[nodiscard]] const CallHead& head() const { return head_; }
  BodyState state;
  /// Arguments that are written as JSON while they are read: those of all calls, one after another.
  std::string written;
  /// Something that should be a call begins.
  void begin(std::uint64_t at);
  /// The one that has begun last, to be filled in as it becomes known.
  [[nodiscard]] CallItem& item() { return items_.back(); }
  /// A string that the list keeps.
  TextRef own(std::string text);
  [[nodiscard]] std::string& owned(TextRef piece) { return owned_[piece.begin]; }
  enum class Place : std::uint8_t { alone, in_list };
  /// The open item ends: now it is a call or an error. In a list, neighbours without a name are one
  /// error.
  void end(const Segment& segment, std::uint64_t at, Place place, LexerCounters& counters);
  /// Forgets what has been said.
  void restart();
  /// The body as a whole is an error instead.
  void fail(Code code, std::uint64_t at, std::string message);

  // ---- for those who ask
  [[nodiscard]] Standing standing() const;
  /// Number of calls and errors.
  [[nodiscard]] std::size_t size() const { return has_failed() ? 1 : items_.size(); }
  /// True if the body as a whole is one error.
  [[nodiscard]] bool has_failed() const { return error_ != Code::none; }
  /// One of them, when the body has ended. They are asked for once, in order: those before it are
  /// forgotten.
  CallPart part(const Segment& segment, std::size_t index, KeptStrings& kept,
                LexerCounters& counters);
  /// Number of those whose name may be known while the body is open.
  [[nodiscard]] std::size_t announced() const { return state.is_announced ? items_.size() : 0; }
  [[nodiscard]] CallItem& at(std::size_t index) { return items_[index]; }
  /// The arguments in a JSON string, once it is complete.
  void decode_arguments(const Segment& segment, CallItem& item, LexerCounters& counters);
  /// The head's id, if that is the id of item `index`: of the first that has a name.
  std::string_view head_id(std::size_t index);

 private:
  using Form = TextRef::Form;
  static constexpr std::size_t nobody = ~std::size_t{0};

  [[nodiscard]] bool is_definition(const Segment& segment, const CallItem& item,
                                   LexerCounters& counters) const;
  [[nodiscard]] std::string name_of(const Segment& segment, const CallItem& item) const;
  void check_offered(const Segment& segment, CallItem& item, LexerCounters& counters);
  void decide(const Segment& segment, CallItem& item, Place place, LexerCounters& counters);
  [[nodiscard]] std::string_view text_of(const Segment& segment, TextRef piece, KeptStrings& kept);

  CallHead head_;
  Blocks<CallItem> items_;
  Blocks<std::string> owned_;
  std::string_view kept_name_;     // of the head, where all parts find it
  std::string_view kept_written_;  // the same
  std::size_t calls_ = 0;
  std::size_t errors_ = 0;
  std::size_t id_owner_ = nobody;
  std::uint64_t error_at_ = 0;
  std::string message_;
  Code error_ = Code::none;
};

}  // namespace tagstream

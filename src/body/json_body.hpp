#pragma once

// Follows the JSON body of a call, and notes where names and arguments stand while it does.
//
//   blanks  [fence line]  blanks  { … } or [ … ]  blanks  [fence]  blanks
//   \_______ prefix ___________/  \__ value ___/  \______ suffix ______/
//
// The prefix and the value are read byte by byte as they come. The suffix is looked at when the
// closing tag is there.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/kept_strings.hpp"
#include "body/call_part.hpp"
#include "json/json_scanner.hpp"
#include "json/json_text.hpp"
#include "lex/lexer.hpp"

namespace tagstream {

class JsonCall {
 public:
  /// What the value is.
  enum class Shape : std::uint8_t {
    calls,      ///< an object with a name and arguments, or an array of them
    by_name,    ///< the same, each object with one key: the name, whose value is the arguments
    arguments,  ///< the arguments of a call that has its name from elsewhere
  };
  explicit JsonCall(std::uint64_t begin, Shape shape = Shape::calls)
      : offset_(begin), shape_(shape) {}
  JsonCall(const JsonCall&) = delete;
  JsonCall& operator=(const JsonCall&) = delete;

  /// Passes over what stands before the value. Precondition: nothing has been read.
  void skip_to(std::uint64_t offset) { offset_ = offset; }
  void set_shape(Shape shape) { shape_ = shape; }

  /// Reads on to the end of the segment, or to where the value ends or fails.
  /// Precondition: the segment holds the body from its start, unless `forget` was called.
  JsonScanner::Status feed(const Segment& segment);

  /// Notes nothing more: what has been read need not stay in memory.
  void forget();

  /// Where the value has ended, the byte that failed, or how far it is read.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  [[nodiscard]] std::uint64_t value_begin() const { return value_begin_; }
  /// True if only blanks have come before `offset`.
  [[nodiscard]] bool is_blank_until(std::uint64_t offset) const {
    return prefix_ == Prefix::blanks ||
           (prefix_ == Prefix::value && fence_ == 0 && value_begin_ >= offset);
  }
  /// See JsonScanner.
  [[nodiscard]] bool is_at_string() const {
    return prefix_ == Prefix::value && scanner_.is_at_string();
  }
  [[nodiscard]] bool in_string() const { return prefix_ == Prefix::value && scanner_.in_string(); }
  [[nodiscard]] char quote() const { return scanner_.quote(); }
  [[nodiscard]] std::uint64_t string_begin() const {
    return value_begin_ + scanner_.string_begin();
  }

  /// Reads on behind the value: gives the first byte that belongs to neither blanks nor the closing
  /// fence, or the segment's end. Precondition: the value is complete.
  std::uint64_t read_suffix(const Segment& segment, LexerCounters& counters);
  [[nodiscard]] bool is_fenced() const { return fence_ != 0; }
  /// Where the closing fence ends, if nothing follows that `read_suffix` has not read; 0: there is
  /// none.
  [[nodiscard]] std::uint64_t fence_end() const {
    const bool is_last = suffix_ == Suffix::fence && suffix_at_ - fence_begin_ >= fence_size_;
    return is_last ? suffix_at_ : fence_end_;
  }

  /// Where the last string ends that is complete, or the body begins.
  [[nodiscard]] std::uint64_t last_string_end(std::uint64_t body_begin) const {
    return scanner_.string_end() == 0 ? body_begin : value_begin_ + scanner_.string_end();
  }

  /// The first byte between the value and `end` that should not be there.
  [[nodiscard]] std::optional<std::uint64_t> wrong_suffix(const Segment& segment,
                                                          std::uint64_t end) const;

  /// An error of the whole value, or nothing. Precondition: the value is complete.
  [[nodiscard]] std::optional<CallPart> error(const CallHead& head) const;
  /// True if what has been read shows that not all of it can be calls, though it may be JSON.
  [[nodiscard]] bool is_hopeless(const CallHead& head) const;
  /// True if the items alone show that there is no call in it.
  [[nodiscard]] bool is_clearly_no_call(const CallHead& head) const;
  /// True if item `index` has both a name and arguments.
  [[nodiscard]] bool has_both(const Segment& segment, std::size_t index,
                              LexerCounters& counters) const;
  /// The call or error that item `index` is. Precondition: the value is complete, without error.
  CallPart part(const Segment& segment, const CallHead& head, std::size_t index, KeptStrings& owned,
                LexerCounters& counters) const;

  /// Number of items that have begun.
  [[nodiscard]] std::size_t item_count() const { return items_.size(); }
  /// What has become certain of item `index` before `until`, which never goes back.
  CallProgress progress(const Segment& segment, const CallHead& head, std::size_t index,
                        std::uint64_t until, LexerCounters& counters);

 private:
  enum class Prefix : std::uint8_t { blanks, fence, info, behind_fence, value };
  enum class Key : std::uint8_t { other, name, function, arguments, id };

  struct Value {  // of a key
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  // 0: not yet
    char first = 0;         // its first byte; 0: there is none
    [[nodiscard]] bool is_given() const { return first != 0; }
    [[nodiscard]] bool is_string() const { return first == '"' || first == '\''; }
  };
  struct Fields {
    Value name;
    Value arguments;
    Value id;
    std::uint32_t keys = 0;    // by_name
    bool is_function = false;  // the name is a function object
  };
  struct ItemFields {
    Fields own;
    Fields inner;  // of the function object
  };
  struct Item {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t nameless_at = 0;  // is_run
    bool is_object = false;
    bool is_run = false;  // a run of elements without a name
  };
  struct Named {  // the outcome of looking for a name
    const Value* value = nullptr;
    const Value* arguments = nullptr;
  };

  bool feed_prefix(char byte);
  void note(const Segment& segment, JsonScanner::Mark mark, std::size_t depth, std::uint64_t at);
  void note_key(const Segment& segment, std::size_t depth, std::uint64_t at);
  void note_value(const Segment& segment, std::size_t depth, std::uint64_t at);
  void note_value_end(std::size_t depth, std::uint64_t at);
  void note_field(Fields& fields, std::uint64_t at, char first);
  void begin_item(std::uint64_t at, char first);
  void end_item(std::uint64_t at);
  [[nodiscard]] static Key key_of(std::string_view literal);
  [[nodiscard]] static bool has_name(const Value& name) {
    return name.is_string() && name.end > name.begin + 2;
  }
  [[nodiscard]] static bool is_lost(const ItemFields& fields);
  [[nodiscard]] static bool may_be_arguments(const Value& value) {
    const char first = value.first;
    return first == 0 || first == '{' || first == 'n' || first == 'N' || value.is_string();
  }
  [[nodiscard]] static bool is_id(const Value& id) {
    const bool is_number = id.first == '-' || (id.first >= '0' && id.first <= '9');
    return id.end != 0 && (is_number || (id.is_string() && id.end > id.begin + 2));
  }
  [[nodiscard]] static std::uint64_t nameless_at(const Item& item, const ItemFields& fields);
  [[nodiscard]] Named named(const ItemFields& fields) const;
  [[nodiscard]] ItemFields fields_of(const Segment& segment, std::size_t index,
                                     LexerCounters& counters) const;
  void begin_progress(const Segment& segment, const CallHead& head, std::size_t index,
                      const ItemFields& fields, const Value& name);
  void begin_given(std::size_t index, std::string name, std::string id);
  void read_object(const Segment& segment, const Value& value, std::uint64_t until,
                   CallProgress& progress, LexerCounters& counters);
  void read_arguments(const Segment& segment, const CallHead& head, const Value& value,
                      CallPart& part, KeptStrings& owned, LexerCounters& counters) const;
  static std::string_view read_id(const Segment& segment, const CallHead& head, const Value& id,
                                  KeptStrings& owned);

  std::uint64_t offset_;
  std::uint64_t value_begin_ = 0;
  JsonScanner scanner_;
  std::vector<Item> items_;
  ItemFields fields_;      // of the last item
  Value* open_ = nullptr;  // the one whose value is being read
  std::uint32_t fence_size_ = 0;
  char fence_ = 0;
  Prefix prefix_ = Prefix::blanks;
  Key key_ = Key::other;      // of the value that follows
  std::uint8_t base_ = 0;     // depth of items: 1 in an array
  bool in_function_ = false;  // inside the function object of the last item
  bool is_forgetful_ = false;
  bool has_lost_item_ = false;  // one that is no call
  Shape shape_;

  // behind the value
  enum class Suffix : std::uint8_t { blanks, fence, behind_fence, junk };
  Suffix suffix_ = Suffix::blanks;
  std::uint64_t suffix_at_ = 0;
  std::uint64_t fence_begin_ = 0;
  std::uint64_t fence_end_ = 0;

  // progress: the item whose arguments are being given
  std::size_t given_item_ = ~std::size_t{0};
  std::uint64_t read_until_ = 0;  // of its arguments
  std::size_t given_ = 0;         // bytes of them, as JSON
  std::string given_name_;
  std::string given_id_;
  JsonRepair repair_;
  std::string converted_;  // all of them, if a spelling had to be converted
};

/// The object that a string-encoded value holds, as JSON; nothing if it holds none.
/// @param is_repaired  set if it was converted
[[nodiscard]] std::optional<std::string> object_in_string(std::string_view literal, bool strict,
                                                          bool& is_repaired);

}  // namespace tagstream

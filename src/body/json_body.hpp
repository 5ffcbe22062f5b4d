#pragma once

// Reads the JSON value of a body: finds its items, and reports the calls among them as they come.
// JsonItem decides whether an item is a call.
//
//   {"name": "f", "arguments": {"a": 1}}            call f
//   [{"name": "f"}, {"name": "g"}]                  calls f and g
//   {"tool_calls": [{"name": "f"}]}                 call f: the list is all of the object
//
// Only the keys of the open item are kept. In formats with one call a line, all values of the body
// are read like one list.

#include <cstdint>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_list.hpp"
#include "body/json_item.hpp"
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
  /// A list that may be all of the object, {"tool_calls": [...]}: if the first key has its name, it
  /// is the next value.
  enum class WholeList : std::uint8_t { may_come, is_next, no };

  JsonLexer::Status read_value(const BodyInput& input, CallList& list);
  void note(const BodyInput& input, CallList& list, JsonLexer::Mark mark, std::size_t depth,
            std::uint64_t at);
  void note_key(const Segment& segment, CallList& list, std::size_t depth, std::uint64_t at);
  void note_value(const Segment& segment, CallList& list, std::size_t depth, std::uint64_t at);
  void note_value_end(const BodyInput& input, CallList& list, std::size_t depth, std::uint64_t at);
  void begin_list(CallList& list);
  void leave_list(CallList& list);
  void begin_item(CallList& list, std::uint64_t at, char first);
  /// Where keys at this depth stand: those of items at base_ + 1, those of a function object one
  /// level deeper.
  [[nodiscard]] JsonItem::Place place_of(std::size_t depth) const {
    return depth == base_ + 1U ? JsonItem::Place::own : JsonItem::Place::inner;
  }
  [[nodiscard]] std::uint64_t string_begin() const { return begin_ + lexer_.strings().begin; }

  const StringBytes* strings_;
  std::uint64_t begin_;  // of the value that is read now
  JsonLexer lexer_{json_like};
  std::uint64_t body_begin_;        // of the first value
  std::uint64_t value_end_ = 0;     // of the last value that is complete
  std::uint64_t wait_at_ = 0;       // after a value: blanks are read up to here; 0: in a value
  std::uint64_t literal_end_ = 0;   // of the last string in the values before this one
  std::uint64_t first_repair_ = 0;  // the first byte that strict JSON forbids; 0: none yet
  JsonItem item_;                   // the open one
  JsonItem::Value list_key_;        // the key of a list that may be all of the object
  std::uint8_t base_ = 0;  // depth of items: 1 in an array, 2 in one that is all of an object
  WholeList whole_list_ = WholeList::may_come;
  bool needs_repair_ = false;  // a value before this one needed repair
  bool has_lines_;             // there may be several values
};

}  // namespace tagstream

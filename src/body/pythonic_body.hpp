#pragma once

// Reads the calls of a body that are written like code, and reports them as they come. Three
// formats:
//
//   [f(a=1, b="x"), g()]        f(a=1)                   call:f{a:1,b:<|"|>x<|"|>}
//                               g()
//
// The calls stand in a list in brackets, or side by side. In a format with the name in front of the
// body, a fixed word stands in place of the name: tool_call(a=1). A body that begins with `{`, `[{`
// or `[]` is JSON.

#include <cstdint>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/call_list.hpp"
#include "body/keywords.hpp"
#include "body/line_end.hpp"
#include "formats/pythonic_shape.hpp"
#include "json/value_lexer.hpp"
#include "lex/string_bytes.hpp"

namespace tagstream {

class PythonicBody {
 public:
  static constexpr bool finds_closer = false;

  /// Precondition: the first byte of the value stands at `place.begin`.
  explicit PythonicBody(const BodyPlace& place);
  PythonicBody(const PythonicBody&) = delete;
  PythonicBody& operator=(const PythonicBody&) = delete;

  /// Precondition: the segment holds the body from its start.
  BodyEnd read(const BodyInput& input, CallList& list);

  [[nodiscard]] const scan::ByteSet* plain_bytes() const {
    return state_ == State::arguments ? strings_->inside(lexer_.inside()) : nullptr;
  }
  [[nodiscard]] Shield shield() const;
  [[nodiscard]] std::uint64_t keep_from() const {
    if (state_ == State::line_end || state_ == State::next_list) return value_end_;
    return state_ == State::start || state_ == State::list ? begin_ : at_;
  }

 private:
  enum class State : std::uint8_t {
    start,
    list,    // after '['
    call,    // a call must follow, or the end of the list
    before,  // in the fixed text before a name
    name_begin,
    name,
    after_name,
    arguments,
    after_call,
    line_end,
    next_list,  // after the comma that follows a list
    done,
  };
  enum class Step : std::uint8_t { next, again, complete, json, failed };
  enum class EndsWith : std::uint8_t {
    closer,
    call,  // no closer ends the body: it is one call, or one list
    line,  // the same without an opener: it counts only at the end of a line or of the input
  };

  Step step(const BodyInput& input, CallList& list, char byte);
  Step start_step(char byte);
  Step name_step(const Segment& segment);
  Step after_name_step(CallList& list, char byte);
  Step after_call_step(char byte);
  Step end_list();
  Step read_arguments(const BodyInput& input, CallList& list);
  Step read_line_end(const BodyInput& input, const CallList& list);
  BodyEnd complete(CallList& list);
  [[nodiscard]] bool may_begin_call(char byte) const;
  /// The fixed text before a name, or in its place.
  [[nodiscard]] std::string_view before() const {
    return shape_->has_name_in_front() ? shape_->callee : shape_->before;
  }

  [[nodiscard]] LineEnd line_end() const { return LineEnd(!shape_->after.empty()); }

  const PythonicShape* shape_;
  std::uint64_t begin_;
  std::uint64_t at_;  // read up to here
  std::uint64_t call_begin_ = 0;
  std::uint64_t name_begin_ = 0;
  std::uint64_t name_end_ = 0;
  std::uint64_t arguments_begin_ = 0;
  std::uint64_t value_end_ = 0;    // after the last call, or the list
  std::uint64_t literal_end_ = 0;  // of the last string in the calls before this one
  std::uint64_t first_slip_ = 0;
  std::uint64_t repeated_ = 0;  // the first keyword that is given twice; 0: none
  CodeLexer lexer_;
  JsonCopy copy_;      // of all calls
  Keywords keywords_;  // of the call that is open
  LineEnd line_end_;
  const RuleSet* set_;
  const StringBytes* strings_;
  std::size_t matched_ = 0;  // bytes read of the fixed text before a name
  bool is_list_ = false;
  bool may_go_on_ = false;  // after a word of the name: another word may follow
  bool gives_pieces_;       // the caller asks for the arguments, so they are not written here
  EndsWith ends_with_;
  State state_ = State::start;
};

}  // namespace tagstream

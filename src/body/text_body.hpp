#pragma once

// Reads a body that is plain text, as the value of one argument. Blanks at its ends are left out.
// The first closer ends it, whatever the text is.
//
//   <tool: bash>        {"command":"ls -l"}
//   ls -l
//   </tool>
//
// A body that begins like a JSON object is JSON. A text without the name of a tool is not a call.

#include <cstdint>
#include <optional>
#include <string_view>

#include "body/body_reader.hpp"
#include "body/body_tail.hpp"
#include "body/call_list.hpp"
#include "body/schema_table.hpp"
#include "lex/lexer.hpp"
#include "lex/rules.hpp"

namespace tagstream {

class TextBody {
 public:
  static constexpr bool finds_closer = true;

  explicit TextBody(const BodyPlace& place)
      : place_(place), begin_(place.begin), at_(place.begin) {}

  BodyEnd read(const BodyInput& input, CallList& list);

  [[nodiscard]] const scan::ByteSet* plain_bytes() const {
    if (state_ != State::text || lexer_.in_attempt()) return nullptr;
    const CompiledRule& rule = place_.set->rules[place_.rule];
    if (!place_.gives_pieces) return &rule.body_bytes;
    return streamed_ == 0 ? nullptr : rule.strings->inside('"');
  }
  [[nodiscard]] std::uint64_t keep_from() const {
    return state_ == State::text ? lexer_.position() : begin_;
  }
  std::optional<std::uint64_t> ends_here(const BodyInput& input, CallList& list);

 private:
  enum class State : std::uint8_t { start, brace, json, text };

  void decide(const BodyInput& input);
  BodyEnd read_text(const BodyInput& input, CallList& list);
  [[nodiscard]] SchemaTable::OfText argument(const CallList& list) const;
  void begin_item(CallList& list);
  void append(CallList& list, std::string_view value);
  std::uint64_t value_end(const BodyInput& input, std::uint64_t until);
  void stream(const BodyInput& input, CallList& list, std::uint64_t until);
  void tell(const BodyInput& input, CallList& list, std::uint64_t until);

  BodyPlace place_;
  std::uint64_t begin_;
  std::uint64_t at_;               // read up to here
  std::uint64_t value_begin_ = 0;  // the first byte that is not blank; 0: none was read
  BodyTail tail_;
  std::size_t streamed_ = 0;  // bytes of the value that the list has
  Lexer lexer_;
  State state_ = State::start;
};

}  // namespace tagstream

#pragma once

// Reads the part before the arguments, in a call whose body is written `name_then_json`, or before
// a body of text:
//
//   blanks [before] blanks [kind separator] NAME blanks [id-mark blanks ID blanks]
//       [separator blanks [then blanks]*] { or a fence
//
// In some formats the id comes first and then the name. Each byte is read once.
//
//   functions.f:0<|tool_call_argument_begin|>{"a": 1}    name f, id functions.f:0
//   f[ARGS]{}                                            name f, after [TOOL_CALLS]
//   {"name": "f"}                                        no_name: the name is in the JSON

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/name_byte.hpp"
#include "formats/family_format.hpp"
#include "lex/lexer.hpp"

namespace tagstream {

/// True if the name of a tag says only that it holds a call: tool_call, Function-Calls. Such a name
/// is never the name of a tool.
[[nodiscard]] bool is_carrier(std::string_view tag);

class CallName {
 public:
  /// The text after the name. Before anything but JSON, `read` ends after the separator.
  enum class Before : std::uint8_t { json, other };
  CallName(const CallNameFormat& format, std::uint64_t begin, Before before)
      : format_(&format),
        at_(begin),
        literal_at_(begin),
        may_go_on_(format.may_have_spaces),
        before_(before) {}

  enum class Status : std::uint8_t {
    open,
    complete,  ///< the arguments begin at `position`
    no_name,   ///< the body is JSON without a name before it, from `position` on
    failed,    ///< the byte at `position` cannot stand there
  };
  /// Reads to the end of the segment, or to the byte that decides. Precondition: the segment holds
  /// all bytes from `keep_from()` on.
  Status read(const Segment& segment);

  [[nodiscard]] std::uint64_t position() const { return at_; }
  /// The first byte that a later `read` may still need.
  [[nodiscard]] std::uint64_t keep_from() const {
    return stage_ == Stage::literal ? literal_at_ : at_;
  }
  /// True if only blanks were read.
  [[nodiscard]] bool is_empty() const { return stage_ == Stage::before; }

  [[nodiscard]] std::uint64_t name_begin() const {
    return format_->id_first ? id_begin_ : name_begin_;
  }

  /// True if only the arguments are missing.
  [[nodiscard]] bool is_ready() const { return stage_ == Stage::tail && !is_kind() && is_whole(); }

  struct Name {
    std::string_view name;
    std::string_view id;
  };
  /// Precondition: `read` returned `complete`, and the segment holds the body from its start.
  [[nodiscard]] Name name(const Segment& segment) const;

 private:
  enum class Stage : std::uint8_t { before, literal, name_begin, name, tail, id_begin, id };
  /// The part that was read last, blanks and the id aside. After the kind comes the name itself.
  enum class Last : std::uint8_t { word, separator, kind };

  Status step(const Segment& segment, char byte);
  Status read_before(char byte);
  Status read_word(const Segment& segment);
  Status read_tail(char byte);
  Status read_literal(const Segment& segment);
  void begin_literal();
  void skip_in_literal(const Segment& segment);
  bool go_on_after(const Segment& segment);
  template <class Test>
  [[nodiscard]] bool any_next(Test test) const;
  /// True if all parts were read that the format needs before the arguments.
  [[nodiscard]] bool is_whole() const {
    const bool is_separated = last_ != Last::word || !format_->needs_separator;
    return is_separated && (!format_->id_first || id_end_ != 0);
  }
  /// True if the word that was read is the kind, which may stand before the name.
  [[nodiscard]] bool is_kind() const {
    return last_ == Last::separator && !format_->kind.empty() &&
           kind_size_ == format_->kind.size() && kind_size_ == name_end_ - name_begin_;
  }

  const CallNameFormat* format_;
  std::uint64_t at_;
  std::uint64_t literal_at_;  // where the literal that is being read begins
  std::uint64_t name_begin_ = 0;
  std::uint64_t name_end_ = 0;
  std::uint64_t id_begin_ = 0;
  std::uint64_t id_end_ = 0;
  std::size_t kind_size_ = 0;    // how many bytes of the word agree with the kind
  std::uint32_t then_seen_ = 0;  // a bit for each word of `then` that was read
  bool may_go_on_;               // with spaces: a further word of the name may follow
  Stage stage_ = Stage::before;
  Last last_ = Last::word;
  Before before_;
};

}  // namespace tagstream

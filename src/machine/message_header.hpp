#pragma once

// Reads the header of a message: who speaks to whom, in which channel.
//
//   header = start [role] part*  |  channel [name] part*
//   part   = blanks  |  to=recipient  |  channel [name]  |  constrain [type]  |  type
//          | start [role]            forgets the parts before it
//
// The header ends with `message`, before the markers that the format lists, or before bytes that
// can't be in the header. Without `message`, a role other than the assistant's or an unknown
// channel makes no header: the text only mentions the marker. A type without `constrain` is one
// word, and belongs to the header only if a marker follows it.
//
//   <|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}
//     recipient functions.f, channel commentary, type json: Kind::call, tool() is `f`
//   <|channel|>analysis<|message|>      Kind::reasoning
//   <|start|>user<|message|>            Kind::other_role: the message is not a part of the answer

#include <cstdint>
#include <string_view>

#include "formats/family_format.hpp"
#include "lex/lexer.hpp"

namespace tagstream {

class MessageHeader {
 public:
  /// The mark before the recipient of the message.
  static constexpr std::string_view recipient_mark = "to=";

  /// The beginning of the header: a start marker, a channel marker, or the prompt.
  enum class From : std::uint8_t { start, channel, prompt };
  /// Precondition: `format` outlives the object. For From::prompt the marker has no bytes.
  MessageHeader(const HeaderFormat& format, std::uint64_t begin, std::uint64_t marker_end,
                From from)
      : format_(&format),
        begin_(begin),
        at_(marker_end),
        message_begin_(begin),
        marker_end_(marker_end),
        stage_(first_stage(from)),
        is_implied_(from == From::prompt) {}

  /// Reads to the end of the segment or of the header. Returns true if the header has ended.
  /// Precondition: the segment holds all bytes from `begin` on.
  bool read(const Segment& segment, bool at_end);

  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  /// The beginning of the message. Headers without a message may stand before it.
  [[nodiscard]] std::uint64_t message_begin() const { return message_begin_; }
  /// The place up to which the header is read.
  [[nodiscard]] std::uint64_t position() const { return at_; }
  /// The end of the header, where the message's text begins.
  [[nodiscard]] std::uint64_t end() const { return end_; }

  enum class Kind : std::uint8_t { content, reasoning, call, other_role };
  /// The kind of the message. Precondition: the header has ended.
  /// @param reads_calls  a recipient makes it a call
  [[nodiscard]] Kind kind(const Segment& segment, bool reads_calls) const;
  /// The word before the marker that has ended the header, if that marker is not part of the
  /// header. Precondition: as `kind`.
  [[nodiscard]] std::string_view name(const Segment& segment) const {
    return name_.is_given() ? segment.slice(name_.begin, name_.end) : std::string_view();
  }
  /// The name of the tool of a call. Precondition: as `kind`.
  [[nodiscard]] std::string_view tool(const Segment& segment) const;

 private:
  enum class Stage : std::uint8_t { role, channel, type, part, word, marker };
  struct Word {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    [[nodiscard]] bool is_given() const { return end != 0; }
  };

  static constexpr Stage first_stage(From from) {
    if (from == From::prompt) return Stage::part;
    return from == From::start ? Stage::role : Stage::channel;
  }
  bool step(const Segment& segment);
  bool read_marker(const Segment& segment);
  bool end_word(const Segment& segment);
  bool end_at(std::uint64_t offset);
  bool end_before(std::uint64_t offset);
  void drop_mention(const Segment& segment);
  void drop_unmarked();
  [[nodiscard]] bool has_other_role(const Segment& segment) const;
  [[nodiscard]] bool has_unknown_channel(const Segment& segment) const;
  [[nodiscard]] std::string_view recipient(const Segment& segment) const;

  const HeaderFormat* format_;
  std::uint64_t begin_;
  std::uint64_t at_;
  std::uint64_t end_ = 0;
  std::uint64_t message_begin_;
  std::uint64_t marker_end_;  // of the last start or channel
  Word word_;                 // the word that is read now
  Word free_word_;            // may be a type, or the first word of the text
  Word name_;
  Word role_;
  Word channel_;
  Word recipient_;
  std::uint64_t marker_at_ = 0;
  bool is_whole_ = false;  // ended with `message`, or before a marker of `ends_before`
  Stage stage_;
  Stage wanted_ = Stage::part;  // the part that the word read now belongs to
  bool is_implied_;             // the prompt has begun the header
};

}  // namespace tagstream

#pragma once

// Reads the header of a message: who speaks to whom, in which channel.
//
//   header = start [role] part*  |  channel [name] part*
//   part   = blanks  |  to=recipient  |  channel [name]  |  constrain [type]  |  type
//          | start [role]            what was before is forgotten
//
// It ends with `message`, before what the format says, or before what cannot be part of it. Without
// `message` a role that is not the assistant's and a channel that nobody knows are no header, but
// text that mentions its marker. A type without `constrain` is one word, and part of the header
// only if a marker follows it.
//
//   <|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}
//     recipient functions.f, channel commentary, type json: Kind::call, tool() is `f`
//   <|channel|>analysis<|message|>      Kind::reasoning
//   <|start|>user<|message|>            Kind::other_role: what follows is nobody's answer

#include <cstdint>
#include <string_view>

#include "formats/family_format.hpp"
#include "lex/lexer.hpp"

namespace tagstream {

class MessageHeader {
 public:
  /// Before the one to whom it speaks.
  static constexpr std::string_view recipient_mark = "to=";

  /// What it begins with.
  enum class From : std::uint8_t { start, channel, prompt };
  /// Precondition: `format` outlives the object. From the prompt, its marker has no bytes.
  MessageHeader(const HeaderFormat& format, std::uint64_t begin, std::uint64_t marker_end,
                From from)
      : format_(&format),
        begin_(begin),
        at_(marker_end),
        message_begin_(begin),
        marker_end_(marker_end),
        stage_(first_stage(from)),
        is_implied_(from == From::prompt) {}

  /// Reads on; true if the header has ended. Precondition: the segment holds it from `begin` on.
  bool read(const Segment& segment, bool at_end);

  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  /// Where the message begins: before it stand headers that nothing has followed.
  [[nodiscard]] std::uint64_t message_begin() const { return message_begin_; }
  /// How far it is read.
  [[nodiscard]] std::uint64_t position() const { return at_; }
  /// Where its last marker ends: what it says begins there.
  [[nodiscard]] std::uint64_t end() const { return end_; }

  enum class Kind : std::uint8_t { content, reasoning, call, other_role };
  /// What its message is. Precondition: it has ended.
  /// @param reads_calls  a recipient makes it a call
  [[nodiscard]] Kind kind(const Segment& segment, bool reads_calls) const;
  /// The word before the marker that has ended the header, where that marker is no part of it.
  /// Precondition: as `kind`.
  [[nodiscard]] std::string_view name(const Segment& segment) const {
    return name_.is_given() ? segment.slice(name_.begin, name_.end) : std::string_view();
  }
  /// The tool that a call is for. Precondition: as `kind`.
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
  Word word_;                 // that is being read
  Word free_word_;            // perhaps a type, perhaps the text's first word
  Word name_;
  Word role_;
  Word channel_;
  Word recipient_;
  std::uint64_t marker_at_ = 0;
  bool is_whole_ = false;  // it has ended with `message`
  Stage stage_;
  Stage wanted_ = Stage::part;  // what the word that is being read was to be
  bool is_implied_;             // the prompt has begun it
};

}  // namespace tagstream

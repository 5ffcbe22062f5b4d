#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "server_parts.hpp"
#include "show/layout.hpp"
#include "show/places.hpp"
#include "show/unmatched_tags.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

/// Events as a person wants to see them: text as it is, what is hidden under a heading of its own,
/// calls in a frame with their arguments in lines, what is wrong where it is.
class EventPrinter {
 public:
  /// @param unmatched  finds what has stayed in the text
  EventPrinter(std::function<std::size_t()> width, bool is_colored, UnmatchedTags unmatched)
      : layout_(std::move(width), is_colored), unmatched_(std::move(unmatched)) {}

  void show(std::span<const Event> events);
  /// The stream from byte `begin` on, as far as it may be asked for by the events that come next.
  /// The view lives until they have been shown.
  void set_stream(std::string_view bytes, std::uint64_t begin) { stream_ = {bytes, begin}; }
  /// What a server has taken apart itself.
  void show_reasoning(std::string_view bytes);
  void show_call(const ServerParts::Call& call);
  /// The text has ended in reasoning, which begins at `begin`.
  void never_closed_reasoning(std::uint64_t begin);
  /// A word beside what stands there.
  void remark(std::string_view sentence);
  /// All of the text has been shown.
  void end_of_text();
  /// What is open ends.
  void end();
  /// Something else is written to the terminal next: the line ends, and goes on in the next one.
  void make_room() { layout_.end_line(); }
  /// A problem has been shown: what is odd, but may be meant, is none.
  [[nodiscard]] bool has_problem() const { return has_problem_; }
  /// What can be written so far.
  [[nodiscard]] std::string take() { return layout_.take(); }

 private:
  enum class Block { none, text, reasoning, section, call };

  void show(const Event& event);
  void leave();
  void text(Block block, std::string_view bytes, Look look);
  void begin_text(Block block);
  void heading(std::string_view what, std::string_view rest, Look look);
  void begin_section(const Event& event);
  void thought(const Event& event);
  void begin_tagged(std::string_view what, std::span<const Attribute> attributes);
  void markup(const Event& event);
  void notice(const Event& event);
  void call(const Event& event);
  void begin_call(std::string_view title, std::string_view tool, std::string_view notes);
  void call_error(const Event& event);
  void text_with_place(std::string_view text, std::size_t place);
  void never_closed(std::uint64_t begin);
  void problem(std::string_view sentence, std::string_view where, Look look);

  void content(std::span<const UnmatchedTags::Piece> pieces);
  void end_content();

  Layout layout_;
  UnmatchedTags unmatched_;
  UnmatchedTags::Found found_;  // in the block that is open
  StreamPart stream_;
  bool has_problem_ = false;
  bool asks_for_tags_ = false;  // the block that is open holds <tool>
  Block block_ = Block::none;
  Block return_block_ = Block::none;  // a CR that would begin it, if no LF follows
};

}  // namespace tagstream::cli

#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "server_call.hpp"
#include "show/layout.hpp"
#include "show/places.hpp"
#include "show/unmatched_tags.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

/// Prints events for a person: text as it is, hidden sections and reasoning under a heading of
/// their own, calls in a frame with one argument in each line, and mistakes where they are.
class EventPrinter {
 public:
  /// @param unmatched  finds tags that have stayed in the text
  EventPrinter(std::function<std::size_t()> width, bool is_colored, UnmatchedTags unmatched)
      : layout_(std::move(width), is_colored), unmatched_(std::move(unmatched)) {}

  void show(std::span<const Event> events);
  /// Sets the part of the stream, from byte `begin` on, that the next events are about. The view
  /// must live until these events have been shown.
  void set_stream(std::string_view bytes, std::uint64_t begin) { stream_ = {bytes, begin}; }
  /// Shows reasoning that the server has parsed itself.
  void show_reasoning(std::string_view bytes);
  void show_call(const ServerCall& call);
  /// Says that the text has ended inside reasoning, which begins at `begin`.
  void never_closed_reasoning(std::uint64_t begin);
  /// Writes a remark beside the text.
  void remark(std::string_view sentence);
  /// The end of the text.
  void end_of_text();
  /// Ends the open block.
  void end();
  /// Ends the open line, since something else is written to the terminal next. The text goes on in
  /// the next line.
  void make_room() { layout_.end_line(); }
  /// True if a problem has been shown. Yellow text, which may be meant, does not count here.
  [[nodiscard]] bool has_problem() const { return has_problem_; }
  /// True if a tag in the text has been named, whether it is a problem or not.
  [[nodiscard]] bool has_said() const { return has_said_; }
  /// Takes the output so far.
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
  bool has_said_ = false;
  bool asks_for_tags_ = false;  // the block that is open holds <tool>
  Block block_ = Block::none;
  Block return_block_ = Block::none;  // the block that a CR would begin, if no LF follows
};

}  // namespace tagstream::cli

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "show/event_printer.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

/// The stream and what comes of it, in rows: side by side, or one above the other where lines have
/// less than 100 columns. What stands in a row belongs together: with each section, call and text
/// a new stretch of both begins.
///
/// In the stream what waits is in reverse video, and what has waited, dimmed; without colours both
/// stand in ⟦ ⟧. It waits if it has been fed, and the events do not account for it yet.
class Panes {
 public:
  /// @param width  columns of a row, asked for each stretch; 0: one above the other, not wrapped
  Panes(std::function<std::size_t()> width, bool is_colored, UnmatchedTags unmatched);

  /// A word before the stream begins.
  void remark(std::string_view sentence);
  /// A piece of the stream, and what the reader says of it.
  void add(std::string_view text, std::span<const Event> events);
  /// What the view shows of its own: not part of the stream.
  [[nodiscard]] EventPrinter& printer() { return printer_; }
  [[nodiscard]] const EventPrinter& printer() const { return printer_; }
  /// Nothing follows.
  void end();

  /// The rows that have become final since the last time, each with its line end.
  [[nodiscard]] std::string take();
  /// The stretch that is open, as it would look now: its last rows, `most` at most, none of them
  /// longer than the terminal is wide.
  [[nodiscard]] std::vector<std::string> open_rows(std::size_t most);

 private:
  enum class Block { none, text, reasoning, section, call };
  using Lines = std::vector<std::string>;

  void add(const Event& event);
  void add_text(const Event& event, Block block);
  void add_lines(Event event);
  void begin_stretch(Block block);
  void end_stretch(bool is_whole, std::uint64_t end);
  void mark_call(const Event& event);
  void mark_tag(std::uint64_t begin, std::uint64_t end);
  void write_heading();
  [[nodiscard]] Lines stream_lines(std::uint64_t begin, std::uint64_t end) const;
  [[nodiscard]] Lines view_lines(std::string_view text) const;
  [[nodiscard]] Lines rows_of(const Lines& stream, const Lines& shown) const;
  [[nodiscard]] bool is_wide() const;
  [[nodiscard]] std::size_t stream_width() const;
  [[nodiscard]] std::size_t view_width() const;

  std::function<std::size_t()> width_;
  bool is_colored_;
  EventPrinter printer_;
  std::string out_;
  std::string shown_;        // what the view has of the open stretch
  std::string bytes_;        // of the stream, from begin_ on
  std::uint64_t begin_ = 0;  // of the open stretch
  std::uint64_t left_ = 0;   // what stands before has left the reader
  std::uint64_t fed_ = 0;
  std::vector<Span> tags_;                   // in bytes_
  std::vector<Span> waited_;                 // the same; what waits now is the last one
  std::string blanks_;                       // of content, before it is known what it belongs to
  std::optional<std::uint64_t> next_begin_;  // of tags taken out of a text that may not go on
  Block block_ = Block::none;
  bool has_heading_ = false;
  bool has_rows_ = false;
  bool is_cut_ = false;  // the open stretch goes on where the last one ended
};

}  // namespace tagstream::cli

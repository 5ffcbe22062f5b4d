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

/// Shows the stream and its result in rows: side by side, or one above the other if a line has less
/// than 100 columns. The two parts of a row belong together: a new stretch of both begins with each
/// section, call and text.
///
/// Bytes of the stream wait if they have been fed, but no event covers them yet. They are shown in
/// reverse video; bytes that have waited are dimmed. Without colours both stand in ⟦ ⟧.
class Panes {
 public:
  /// @param width  gives the columns of a row, for each stretch anew; 0: one above the other, not
  ///               wrapped
  Panes(std::function<std::size_t()> width, bool is_colored, UnmatchedTags unmatched);

  /// Writes a remark before the stream begins.
  void remark(std::string_view sentence);
  /// Adds a piece of the stream, and the events of the reader for it.
  void add(std::string_view text, std::span<const Event> events);
  /// The printer of the view, for texts that are no part of the stream.
  [[nodiscard]] EventPrinter& printer() { return printer_; }
  [[nodiscard]] const EventPrinter& printer() const { return printer_; }
  /// The end of the stream.
  void end();

  /// Takes the rows that have become final since the last call, each with its line end.
  [[nodiscard]] std::string take();
  /// The last rows of the open stretch, at most `most`, as they would look now. No row is longer
  /// than the terminal is wide.
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
  std::string shown_;        // the view of the open stretch
  std::string bytes_;        // of the stream, from begin_ on
  std::uint64_t begin_ = 0;  // of the open stretch
  std::uint64_t left_ = 0;   // bytes before this have left the reader
  std::uint64_t fed_ = 0;
  std::vector<Span> tags_;                   // in bytes_
  std::vector<Span> waited_;                 // bytes that have waited; the last span waits now
  std::string blanks_;                       // of content, whose block is not known yet
  std::optional<std::uint64_t> next_begin_;  // of tags taken out of a text that may not go on
  Block block_ = Block::none;
  bool has_heading_ = false;
  bool has_rows_ = false;
  bool is_cut_ = false;  // the open stretch goes on where the last one ended
};

}  // namespace tagstream::cli

#include "show/panes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"
#include "io/terminal.hpp"
#include "show/places.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t narrowest_side_by_side = 100;  // columns
constexpr std::string_view between = " ┊ ";
constexpr std::size_t between_width = 3;
constexpr std::string_view margin = "┊";  // of the stream, where it stands above
constexpr std::string_view line_end = "↵";
constexpr std::string_view blank_bytes = " \t\r\n";
// A stretch with more bytes is cut at a line end, so that both panes can be seen at once.
constexpr std::size_t longest_above = 400;
constexpr std::size_t longest_beside = 1500;
// A line with more bytes is cut in the middle.
constexpr std::size_t longest_line = std::size_t{64} << 10;
// The most bytes of an open stretch that are laid out: more would not fit on a screen.
constexpr std::size_t longest_drawn = std::size_t{16} << 10;

// The look of bytes of the stream.
Look look_of(bool is_tag, bool waits, bool has_waited) {
  if (waits) return is_tag ? look::held_tag : look::held;
  if (has_waited) return is_tag ? look::waited_tag : look::waited;
  return is_tag ? look::tag : look::plain;
}

}  // namespace

Panes::Panes(std::function<std::size_t()> width, bool is_colored, UnmatchedTags unmatched)
    : width_(std::move(width)),
      is_colored_(is_colored),
      printer_([this] { return view_width(); }, is_colored, std::move(unmatched)) {}

bool Panes::is_wide() const { return width_() >= narrowest_side_by_side; }

std::size_t Panes::stream_width() const {
  return is_wide() ? (width_() - between_width) / 2 : width_();
}

std::size_t Panes::view_width() const {
  return is_wide() ? width_() - between_width - stream_width() : width_();
}

void Panes::remark(std::string_view sentence) {
  write_heading();
  printer_.remark(sentence);
  end_stretch(true, left_);
}

void Panes::add(std::string_view text, std::span<const Event> events) {
  write_heading();
  bytes_ += text;
  fed_ += text.size();
  for (const Event& event : events) add(event);
  if (left_ == fed_) return;
  if (!waited_.empty() && waited_.back().end >= left_) {
    waited_.back().end = fed_;
  } else {
    waited_.push_back({left_, fed_});
  }
}

void Panes::add(const Event& event) {
  switch (event.kind) {
    case EventKind::content: return add_text(event, Block::text);
    case EventKind::reasoning: return add_text(event, Block::reasoning);
    case EventKind::section_delta: return add_lines(event);
    case EventKind::section_start:
      begin_stretch(Block::section);
      mark_tag(event.span.start, event.span.end);
      break;
    case EventKind::markup:
      if (block_ == Block::text && !next_begin_) next_begin_ = event.span.start;
      mark_tag(event.span.start, event.span.end);
      break;
    case EventKind::section_end: mark_tag(event.span.start, event.span.end); break;
    case EventKind::tool_call:
    case EventKind::tool_call_error:
      begin_stretch(Block::call);
      mark_call(event);
      break;
    case EventKind::thought:
      begin_stretch(Block::section);
      mark_tag(event.span.start, event.span.end);
      break;
    case EventKind::tool_call_start:
    case EventKind::tool_call_delta:
    case EventKind::thought_delta:
    case EventKind::notice:
    case EventKind::stopped: break;
  }
  left_ = std::max(left_, event.span.end);
  printer_.set_stream(bytes_, begin_);
  printer_.show(std::span(&event, 1));
  if (const std::string_view sentence = hard_moment(event, {bytes_, begin_}); !sentence.empty()) {
    printer_.remark(sentence);
  }
}

// Blanks between two blocks belong to the first one.
void Panes::add_text(const Event& event, Block block) {
  if (block_ == block) {
    next_begin_.reset();
    return add_lines(event);
  }
  const std::size_t blanks = std::min(event.text.find_first_not_of(blank_bytes), event.text.size());
  left_ = std::max(left_, event.span.start + blanks);
  blanks_ += event.text.substr(0, blanks);
  if (blanks == event.text.size()) return;
  begin_stretch(block);
  Event before = event;
  before.text = blanks_;
  before.span.end = event.span.start + blanks;
  printer_.show(std::span(&before, 1));
  Event rest = event;
  rest.text.remove_prefix(blanks);
  rest.span.start += blanks;
  add_lines(rest);
}

void Panes::add_lines(Event event) {
  const std::size_t longest = is_wide() ? longest_beside : longest_above;
  const std::uint64_t end = event.span.end;
  std::string_view rest = event.text;
  while (!rest.empty()) {
    const std::uint64_t room = begin_ + longest_line - std::min(left_, begin_ + longest_line - 1);
    std::size_t size = std::min(rest.find('\n'), rest.size() - 1) + 1;
    if (size > room) size = room;
    for (int i = 0; i < 3 && size < rest.size() && is_utf8_continuation(rest[size]); ++i) ++size;
    event.text = rest.substr(0, size);
    rest.remove_prefix(size);
    event.span.end = end - rest.size();
    left_ = std::max(left_, event.span.end);
    printer_.show(std::span(&event, 1));
    const bool is_long = event.text.ends_with('\n') && left_ - begin_ > longest;
    if (is_long || left_ - begin_ >= longest_line) end_stretch(false, left_);
  }
  left_ = std::max(left_, end);
}

// A tag that was taken out before the stretch belongs to it, unless the tag ends reasoning: then it
// belongs to the reasoning.
void Panes::begin_stretch(Block block) {
  if (block_ != Block::none) end_stretch(true, next_begin_.value_or(left_));
  next_begin_.reset();
  block_ = block;
}

void Panes::mark_tag(std::uint64_t begin, std::uint64_t end) {
  if (begin < end) tags_.push_back({begin, end});
}

// Marks the opening tag of a call and the text after its body as tags.
void Panes::mark_call(const Event& event) {
  const TagsAround tags = tags_around(event, {bytes_, begin_});
  mark_tag(tags.open.start, tags.open.end);
  mark_tag(tags.close.start, tags.close.end);
}

void Panes::end() {
  if (left_ < fed_) {
    end_stretch(true, left_);
    printer_.remark(fmt::format("{} bytes are still held", fed_ - left_));
  }
  printer_.end_of_text();
  end_stretch(true, fed_);
}

// Makes the rows of a stretch that has left the reader: the stream and its view.
void Panes::end_stretch(bool is_whole, std::uint64_t end) {
  if (is_whole) printer_.end();
  shown_ += printer_.take();
  const Lines stream = stream_lines(begin_, end);
  const Lines shown = view_lines(shown_);
  const bool is_empty = stream.empty() && shown.empty();
  if (!is_empty && has_rows_ && !is_cut_) out_ += '\n';
  for (const std::string& row : rows_of(stream, shown)) out_.append(row).append("\n");
  has_rows_ = has_rows_ || !is_empty;
  is_cut_ = !is_whole;
  bytes_.erase(0, end - begin_);
  begin_ = end;
  shown_.clear();
  const auto is_past = [&](const Span& span) { return span.end <= begin_; };
  std::erase_if(tags_, is_past);
  std::erase_if(waited_, is_past);
  if (is_whole) {
    blanks_.clear();
    block_ = Block::none;
  }
}

void Panes::write_heading() {
  if (std::exchange(has_heading_, true)) return;
  Layout layout([] { return 0; }, is_colored_);
  layout.text("the stream ", look::dim);
  layout.text(is_colored_ ? "held" : "⟦held⟧", look::held);
  if (is_colored_) {
    layout.text(" ", look::plain);
    layout.text("was held", look::waited);
  }
  layout.end_line();
  const Lines stream = lines_of(layout.take());
  layout.text("the result", look::dim);
  layout.end_line();
  const Lines shown = lines_of(layout.take());
  if (is_wide()) {
    out_ += rows_of(stream, shown)[0] + "\n\n";
  } else {
    out_.append(margin).append(" ").append(stream[0]).append(", above ");
    out_.append(shown[0]).append("\n\n");
  }
}

// A line may have been laid out while the terminal was wider, so it is cut to fit.
Panes::Lines Panes::view_lines(std::string_view text) const {
  Lines lines;
  const std::size_t columns = view_width() < narrowest_wrapped ? 0 : view_width();
  for (const std::string& line : lines_of(text)) add_parted(lines, line, columns);
  const auto is_blank = [](const std::string& line) { return line.empty(); };
  lines.erase(lines.begin(), std::find_if_not(lines.begin(), lines.end(), is_blank));
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

Panes::Lines Panes::rows_of(const Lines& stream, const Lines& shown) const {
  Lines rows;
  if (!is_wide()) {
    rows = stream;
    rows.insert(rows.end(), shown.begin(), shown.end());
    return rows;
  }
  const std::size_t columns = stream_width();
  for (std::size_t i = 0; i < std::max(stream.size(), shown.size()); ++i) {
    std::string row = fit(i < stream.size() ? stream[i] : "", columns);
    row.append(between);
    if (i < shown.size()) row += shown[i];
    row.erase(row.find_last_not_of(' ') + 1);
    rows.push_back(std::move(row));
  }
  return rows;
}

// The lines of the stream. Bytes from `left_` on wait in the reader.
Panes::Lines Panes::stream_lines(std::uint64_t begin, std::uint64_t end) const {
  Layout layout([this] { return stream_width(); }, is_colored_);
  if (!is_wide()) layout.set_margin(margin, look::dim);
  const auto byte_at = [&](std::uint64_t at) { return bytes_[at - begin_]; };
  const auto is_past = [begin](const Span& span) { return span.end <= begin; };
  auto tag = std::partition_point(tags_.begin(), tags_.end(), is_past);
  auto waited = std::partition_point(waited_.begin(), waited_.end(), is_past);
  bool was_marked = false;
  for (std::uint64_t at = begin; at < end;) {
    while (tag != tags_.end() && tag->end <= at) ++tag;
    while (waited != waited_.end() && waited->end <= at) ++waited;
    const bool is_tag = tag != tags_.end() && tag->start <= at;
    const bool waits = at >= left_;
    const bool has_waited = waited != waited_.end() && waited->start <= at;
    std::uint64_t next = end;
    if (tag != tags_.end()) next = std::min(next, is_tag ? tag->end : tag->start);
    if (waited != waited_.end()) next = std::min(next, has_waited ? waited->end : waited->start);
    if (!waits) next = std::min(next, std::max(left_, at + 1));
    while (next < end && is_utf8_continuation(byte_at(next))) ++next;
    const Look look = look_of(is_tag, waits, has_waited);
    const bool is_marked = !is_colored_ && (waits || has_waited);
    if (is_marked != was_marked) layout.text(is_marked ? "⟦" : "⟧", look::plain);
    was_marked = is_marked;
    std::string_view rest = std::string_view(bytes_).substr(at - begin_, next - at);
    while (!rest.empty()) {
      const std::size_t line = std::min(rest.find('\n'), rest.size());
      std::string_view text = rest.substr(0, line);
      const bool is_ended = line < rest.size() || (next < end && byte_at(next) == '\n');
      if (is_ended && text.ends_with('\r')) text.remove_suffix(1);
      layout.text(text, look);
      if (line < rest.size()) {
        layout.text(line_end, look.empty() ? look::dim : look);
        layout.text("\n", look);
      }
      rest.remove_prefix(std::min(line + 1, rest.size()));
    }
    at = next;
  }
  if (was_marked) layout.text("⟧", look::plain);
  layout.end_line();
  return lines_of(layout.take());
}

std::string Panes::take() { return std::exchange(out_, {}); }

std::vector<std::string> Panes::open_rows(std::size_t most) {
  shown_ += printer_.take();
  // A column takes two bytes on average at most, so this many bytes fill a screen.
  const std::size_t screen = 2 * most * stream_width();
  const std::size_t drawn_bytes = screen == 0 ? longest_drawn : std::min(longest_drawn, screen);
  std::uint64_t begin = std::max(begin_, fed_ - std::min<std::uint64_t>(fed_, drawn_bytes));
  while (begin < fed_ && is_utf8_continuation(bytes_[begin - begin_])) ++begin;
  std::uint64_t end = fed_;  // but for a character that is cut
  for (int i = 0; i < 3 && end > begin && is_utf8_continuation(bytes_[end - 1 - begin_]); ++i)
    --end;
  const bool is_cut = begin != begin_;  // of both the ends, so that they can be seen at once
  Lines shown = view_lines(is_cut ? last_lines(shown_, most) : shown_);
  if (is_colored_ && !shown.empty()) shown.back() += "\x1b[0m";
  Lines stream = stream_lines(begin, end);
  if (is_cut) keep_last(stream, most);
  Lines rows;
  for (const std::string& row : rows_of(stream, shown)) add_parted(rows, row, width_());
  if (has_rows_ && !is_cut_ && !rows.empty()) rows.insert(rows.begin(), "");
  keep_last(rows, most);
  return rows;
}

}  // namespace tagstream::cli

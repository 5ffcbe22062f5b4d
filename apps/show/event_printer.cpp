#include "show/event_printer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "flags.hpp"
#include "show/shown_rules.hpp"
#include "tagstream/attribute.hpp"
#include "tagstream/event.hpp"
#include "text.hpp"
#include "unmatched_tags.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view bar = "│";
constexpr std::string_view frame_begin = "╭";  // that of a call
constexpr std::string_view frame_end = "╰";
constexpr std::size_t longest_in_heading = 40;  // bytes of an attribute's value

// A text in one line, with `\x0a` for each line end.
std::string in_one_line(std::string_view text) { return replaced(text, {{'\n', "\\x0a"}}); }

}  // namespace

void EventPrinter::show(std::span<const Event> events) {
  for (const Event& event : events) show(event);
}

void EventPrinter::show(const Event& event) {
  content(unmatched_.see(event));
  switch (event.kind) {
    case EventKind::content: break;
    case EventKind::reasoning: text(Block::reasoning, event.text, look::dim); break;
    case EventKind::section_start: begin_section(event); break;
    case EventKind::section_delta:
      if (block_ == Block::section) layout_.text(event.text, look::dim);
      break;
    case EventKind::section_end:
      if (event.is_recorded) break;
      if (!event.is_closed) never_closed(event.offset);
      leave();
      break;
    case EventKind::tool_call: call(event); break;
    case EventKind::tool_call_error: call_error(event); break;
    case EventKind::notice:
    case EventKind::stopped: notice(event); break;
    case EventKind::markup: markup(event); break;
    case EventKind::thought: thought(event); break;
    case EventKind::tool_call_start:
    case EventKind::tool_call_delta:
    case EventKind::thought_delta: break;
  }
}

void EventPrinter::notice(const Event& event) {
  if (event.code == Code::family) {
    return remark(std::string(event.text) + ": --dialect says which");
  }
  if (unmatched_.leaves_reasoning_open(event)) return never_closed_reasoning(event.offset);
  if (unmatched_.says(event)) return;
  leave();
  const bool is_odd = event.code == Code::not_a_call || event.code == Code::quoted ||
                      event.code == Code::max_held_bytes;
  const Look look = is_odd ? look::oddity : look::problem;
  problem(with_flags(event.text), fmt::format("byte {}", event.offset), look);
  leave();
}

// Shows an opening tag of reasoning whose attributes say which kind of thought it is.
void EventPrinter::markup(const Event& event) {
  if (event.text.starts_with("</")) return;
  const std::vector<Attribute> attributes = attributes_of(event.text);
  const bool is_thought = std::any_of(attributes.begin(), attributes.end(),
                                      [](const auto& one) { return is_of_thought(one.name); });
  if (!is_thought) return;
  leave();
  block_ = Block::reasoning;
  begin_tagged("reasoning", attributes);
}

void EventPrinter::show_reasoning(std::string_view bytes) {
  end_content();
  text(Block::reasoning, bytes, look::dim);
}

void EventPrinter::content(std::span<const UnmatchedTags::Piece> pieces) {
  for (const UnmatchedTags::Piece& piece : pieces) {
    text(Block::text, piece.text,
         piece.is_stray       ? look::problem
         : piece.is_no_opener ? look::oddity
         : piece.is_tag       ? look::tag
                              : look::plain);
    if (piece.is_said()) found_.add(piece);
    has_said_ = has_said_ || piece.is_said();
    has_problem_ = has_problem_ || piece.is_stray;
    asks_for_tags_ = asks_for_tags_ || piece.may_be_call;
  }
}

void EventPrinter::end_content() { content(unmatched_.flush()); }

void EventPrinter::end() {
  end_content();
  leave();
}

void EventPrinter::end_of_text() {
  end_content();
  if (const std::string_view sentence = unmatched_.last_remark(); !sentence.empty())
    remark(sentence);
}

void EventPrinter::remark(std::string_view sentence) {
  end();
  layout_.set_margin(" ", look::plain);
  layout_.begin_with("◂", look::notice);
  layout_.text(sentence, look::notice);
  leave();
}

void EventPrinter::leave() {
  begin_text(return_block_);
  layout_.end_line();
  if (block_ == Block::call) layout_.line_of(frame_end, look::dim);
  layout_.set_margin("", look::plain);
  for (const auto& one : found_.take()) {
    const Look look = one.may_be_meant ? look::oddity : look::problem;
    problem(one.sentence, fmt::format("byte {}", one.offset), look);
  }
  block_ = Block::none;
  if (std::exchange(asks_for_tags_, false)) {
    remark(
        "calls in <tool> are read with --call tool, thoughts in <thinking> with --thought "
        "thinking");
  }
}

// Writes text into a block. Line ends at the beginning of a block are left out, as they only
// separate it from the block before.
void EventPrinter::text(Block block, std::string_view bytes, Look look) {
  if (bytes.empty()) return;
  if (return_block_ != block || bytes[0] != '\n') begin_text(return_block_);
  return_block_ = Block::none;
  if (block != block_) {
    while (bytes.starts_with('\n') || bytes.starts_with("\r\n")) {
      bytes.remove_prefix(bytes[0] == '\r' ? 2 : 1);
    }
    if (bytes == "\r") return_block_ = block;
    if (bytes.empty() || bytes == "\r") return;
    begin_text(block);
  }
  layout_.text(bytes, look);
}

void EventPrinter::begin_text(Block block) {
  if (block == Block::none) return;
  const bool has_return = std::exchange(return_block_, Block::none) == block;
  leave();
  block_ = block;
  if (block == Block::reasoning) {
    heading("reasoning", "", look::heading);
  } else {
    layout_.blank_line();
    layout_.skip_line_ends();
  }
  if (has_return) layout_.text("\r", block == Block::reasoning ? look::dim : look::plain);
}

// Writes a heading in one line: a line end in a name could make a line that looks like one of the
// program's own.
void EventPrinter::heading(std::string_view what, std::string_view rest, Look look) {
  layout_.blank_line();
  if (block_ == Block::call) {
    layout_.set_margin(bar, look::dim);
    layout_.begin_with(frame_begin, look::dim);
  }
  layout_.text(what, look);
  if (!rest.empty()) {
    layout_.text(" ", look::plain);
    layout_.text(in_one_line(rest), look::plain);
  }
  layout_.end_line();
  layout_.set_margin(bar, look::dim);
  layout_.skip_line_ends();
}

void EventPrinter::begin_section(const Event& event) {
  leave();
  block_ = Block::section;
  begin_tagged(event.name, event.attributes());
}

void EventPrinter::thought(const Event& event) {
  leave();
  block_ = Block::section;
  heading("thought", kind_of_thought(event), look::heading);
  layout_.text(event.text, look::dim);
  if (!event.is_closed) never_closed(event.span.start);
  leave();
}

// Writes the heading of a section with its attributes. A long attribute, and the attribute that is
// the thought, stand below it.
void EventPrinter::begin_tagged(std::string_view what, std::span<const Attribute> attributes) {
  std::string short_ones;
  std::string long_ones;
  for (const Attribute& attribute : attributes) {
    const std::string value = decode_entities(attribute.value);
    const bool is_long = value.size() > longest_in_heading || value.find('\n') != value.npos;
    if (is_long || attribute.name == "thought") {
      long_ones += value + '\n';
      continue;
    }
    if (!short_ones.empty()) short_ones += ' ';
    short_ones += attribute.name;
    if (attribute.has_value) short_ones += '=' + value;
  }
  heading(what, short_ones, look::heading);
  layout_.text(long_ones, look::dim);
}

void EventPrinter::call(const Event& event) {
  std::string notes(event.id);
  if (event.is_repaired) notes.append(notes.empty() ? "" : "  ").append("(repaired)");
  end();
  begin_call("call", event.name, notes);
  lay_out_arguments(layout_, event.text);
  if (!event.is_closed) never_closed(event.span.start);
  leave();
}

void EventPrinter::show_call(const ServerCall& call) {
  end();
  begin_call(call.fault ? "not a call" : "call", call.name, call.id);
  if (call.fault) {
    problem(call.fault->text, "", look::problem);
    text_with_place(call.arguments, call.fault->place);
  } else {
    lay_out_arguments(layout_, call.arguments);
  }
  leave();
}

void EventPrinter::begin_call(std::string_view title, std::string_view tool,
                              std::string_view notes) {
  block_ = Block::call;
  std::string rest(tool);
  if (!notes.empty()) rest.append("  ").append(notes);
  heading(title, rest, look::call);
}

void EventPrinter::call_error(const Event& event) {
  leave();
  block_ = Block::call;
  heading("not a call", to_string(event.code), look::call);
  problem(event.text, fmt::format("byte {}", event.offset), look::problem);
  if (!quotes_only(event)) text_with_place(event.raw, place_in_body(event, stream_));
  leave();
}

// Writes a text in which the word at `place` stands out.
void EventPrinter::text_with_place(std::string_view text, std::size_t place) {
  const auto [before, word, after] = parted_at(text, place);
  layout_.text(before, look::dim);
  layout_.text(word, look::dim_problem);
  layout_.text(after, look::dim);
}

void EventPrinter::never_closed(std::uint64_t begin) {
  problem("never closed", fmt::format("byte {}", begin), look::problem);
}

void EventPrinter::never_closed_reasoning(std::uint64_t begin) {
  end_content();
  if (block_ != Block::reasoning) begin_text(Block::reasoning);
  never_closed(begin);
  leave();
}

void EventPrinter::problem(std::string_view sentence, std::string_view where, Look look) {
  has_problem_ = has_problem_ || look == look::problem;
  if (block_ == Block::none) layout_.blank_line();
  layout_.end_line();
  layout_.set_hanging(2);
  layout_.text("! ", look::plain);
  layout_.text(with_flags(sentence), look);
  if (!where.empty()) {
    layout_.text(": ", look::plain);
    layout_.text(where, look::plain);
  }
  layout_.end_line();
  layout_.set_hanging(0);
}

}  // namespace tagstream::cli

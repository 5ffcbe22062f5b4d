#include "show/view.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "tagstream/attribute.hpp"
#include "tagstream/call.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view bar = "│";
constexpr std::size_t longest_in_heading = 40;  // bytes of an attribute's value
constexpr std::size_t longest_in_line = 50;     // bytes of a list
constexpr std::size_t deepest_indent = 20;      // levels

// The string that begins at `at`, its quotes included, or what there is of it.
std::string_view string_at(std::string_view json, std::size_t at) {
  const char quote = json[at];
  std::size_t end = at + 1;
  while (end < json.size() && json[end] != quote) end += json[end] == '\\' ? 2 : 1;
  return json.substr(at, std::min(end + 1, json.size()) - at);
}

// How many bytes a list takes that begins at `at`, if it is short and nothing nests in it; else 0.
std::size_t short_list_at(std::string_view json, std::size_t at) {
  const std::size_t end = std::min(json.size(), at + longest_in_line);
  for (std::size_t i = at + 1; i < end;) {
    switch (json[i]) {
      case ']': return i + 1 - at;
      case '[':
      case '{': return 0;
      case '"':
      case '\'': i += string_at(json, i).size(); break;
      default: ++i;
    }
  }
  return 0;
}

}  // namespace

void View::show(std::span<const Event> events) {
  for (const Event& event : events) show(event);
}

void View::show(const Event& event) {
  switch (event.kind) {
    case EventKind::content: text(Block::text, event.text, look::plain); break;
    case EventKind::reasoning: text(Block::reasoning, event.text, look::dim); break;
    case EventKind::section_start: begin_section(*event.element); break;
    case EventKind::section_delta:
      if (block_ == Block::section) lines(event.text, look::dim);
      break;
    case EventKind::section_end:
      if (event.is_recorded) break;
      if (!event.is_closed) problem("never closed", event.element->name(), look::problem);
      leave();
      break;
    case EventKind::call: call(event); break;
    case EventKind::call_error: call_error(event); break;
    case EventKind::notice:
    case EventKind::stopped: {
      const Look look = event.kind == EventKind::stopped ? look::problem : look::notice;
      leave();
      problem(event.text, fmt::format("byte {}", event.span.begin), look);
      leave();
      break;
    }
    case EventKind::call_start:
    case EventKind::call_delta:
    case EventKind::markup: break;
  }
}

void View::end() { leave(); }

void View::leave() {
  layout_.end_line();
  layout_.set_margin("", look::plain);
  block_ = Block::none;
}

void View::text(Block block, std::string_view bytes, Look look) {
  if (block != block_) {
    if (bytes.find_first_not_of("\r\n") == bytes.npos) return;
    leave();
    block_ = block;
    if (block == Block::reasoning) {
      heading("reasoning", "", look::heading);
    } else {
      layout_.blank_line();
      skips_line_ends_ = true;
    }
  }
  lines(bytes, look);
}

// Line ends that a block begins with only separate it from what stands before.
void View::lines(std::string_view text, Look look) {
  if (skips_line_ends_) text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
  if (text.empty()) return;
  skips_line_ends_ = false;
  layout_.text(text, look);
}

void View::heading(std::string_view what, std::string_view rest, Look look) {
  layout_.blank_line();
  layout_.text(what, look);
  if (!rest.empty()) {
    layout_.text(" ", look::plain);
    layout_.text(rest, look::plain);
  }
  layout_.end_line();
  layout_.set_margin(bar, look::dim);
  skips_line_ends_ = true;
}

void View::begin_section(const Element& element) {
  leave();
  block_ = Block::section;
  std::string short_ones;
  std::string long_ones;
  for (const Attribute& attribute : element.attributes()) {
    const std::string value = decode_entities(attribute.value);
    if (value.size() > longest_in_heading) {
      long_ones += value + '\n';
      continue;
    }
    if (!short_ones.empty()) short_ones += ' ';
    short_ones += attribute.name;
    if (attribute.has_value) short_ones += '=' + value;
  }
  heading(element.name(), short_ones, look::heading);
  lines(long_ones, look::dim);
}

void View::call(const Event& event) {
  const Call& call = *event.call();
  std::string notes(call.id);
  for (const auto& [holds, note] :
       {std::pair{call.is_repaired, "(repaired)"}, std::pair{!event.is_closed, "(never closed)"}}) {
    if (holds) notes.append(notes.empty() ? "" : "  ").append(note);
  }
  if (!call.tool.empty()) return show_call(call.tool, notes, call.arguments);
  show_call(call.name(), notes, {});  // a raw body
  block_ = Block::call;
  layout_.set_margin(bar, look::dim);
  lines(event.text, look::plain);
  leave();
}

void View::show_call(std::string_view tool, std::string_view notes, std::string_view arguments) {
  leave();
  block_ = Block::call;
  std::string rest(tool);
  if (!notes.empty()) rest.append("  ").append(notes);
  heading("call", rest, look::call);
  json(arguments);
  leave();
}

void View::call_error(const Event& event) {
  const Call& call = *event.call();
  leave();
  block_ = Block::call;
  heading("not a call", to_string(call.error), look::call);
  problem(call.message, fmt::format("byte {}", call.offset), look::problem);
  if (!quotes_only(event)) lines(event.text, look::dim);
  leave();
}

void View::problem(std::string_view sentence, std::string_view where, Look look) {
  if (block_ == Block::none) layout_.blank_line();
  layout_.end_line();
  layout_.text("! ", look::plain);
  layout_.text(sentence, look);
  layout_.text(": ", look::plain);
  layout_.text(where, look::plain);
  layout_.end_line();
}

// One key or element a line. What the arguments are written like is not changed.
void View::json(std::string_view arguments) {
  std::size_t depth = 0;
  const auto indent = [&] {
    layout_.end_line();
    layout_.text(std::string(2 * std::min(depth, deepest_indent), ' '), look::plain);
  };
  bool is_key = true;
  std::size_t in_line_until = 0;  // the end of a list that stands in one line
  for (std::size_t at = 0; at < arguments.size();) {
    const char byte = arguments[at];
    std::size_t size = 1;
    switch (byte) {
      case '{':
      case '[': {
        const std::size_t next = arguments.find_first_not_of(" \t\r\n", at + 1);
        const bool is_empty = next != arguments.npos && arguments[next] == '}';
        layout_.text(arguments.substr(at, 1), look::plain);
        is_key = byte == '{';
        if (byte == '[') in_line_until = at + short_list_at(arguments, at);
        if (at < in_line_until) break;
        if (is_empty) {
          layout_.text("}", look::plain);
          size = next + 1 - at;
          break;
        }
        ++depth;
        indent();
        break;
      }
      case '}':
      case ']':
        if (at >= in_line_until) {
          if (depth != 0) --depth;
          indent();
        }
        layout_.text(arguments.substr(at, 1), look::plain);
        break;
      case ',':
        layout_.text(at < in_line_until ? ", " : ",", look::plain);
        if (at >= in_line_until) indent();
        is_key = true;
        break;
      case ':':
        layout_.text(": ", look::plain);
        is_key = false;
        break;
      case ' ':
      case '\t':
      case '\r':
      case '\n': break;
      case '"':
      case '\'': {
        const std::string_view string = string_at(arguments, at);
        const std::size_t after = arguments.find_first_not_of(" \t\r\n", at + string.size());
        const bool is_named = is_key && after != arguments.npos && arguments[after] == ':';
        layout_.text(string, is_named ? look::key : look::string);
        size = string.size();
        break;
      }
      default: {
        const std::size_t end = arguments.find_first_of(",]}: \t\r\n", at);
        size = std::min(end, arguments.size()) - at;
        layout_.text(arguments.substr(at, size), look::number);
      }
    }
    at += size;
  }
  layout_.end_line();
}

}  // namespace tagstream::cli

// Replays a recorded answer the way a model gives it, a few bytes at a time, and shows while it
// arrives what is answer, thought, tool call and result. At the end it reads the whole text at once
// and compares.
//
//   replay FILE [--fast]
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tagstream/tagstream.hpp"

namespace {

using tagstream::Event;
using tagstream::EventKind;

// Thoughts, calls and results each have a colour, and without a terminal a label.
constexpr std::string_view thought_color = "\x1b[35m";
constexpr std::string_view call_color = "\x1b[33m";
constexpr std::string_view result_color = "\x1b[36m";
constexpr std::string_view no_color = "\x1b[0m";

// Prints events as they come: the answer plainly, what is kept apart after a label.
class Screen {
 public:
  explicit Screen(bool is_terminal) : is_terminal_(is_terminal) {}

  void show(const Event& event) {
    switch (event.kind) {
      case EventKind::content: write(event.text); break;
      case EventKind::section_start: begin_section(event); break;
      case EventKind::section_delta: write(event.text); break;
      case EventKind::section_end: end_section(event.is_closed); break;
      case EventKind::tool_call: show_call(event); break;
      case EventKind::tool_call_error: show_error(event); break;
      default: break;
    }
    std::fflush(stdout);
  }

  void end() { start_line(); }

 private:
  void begin_section(const Event& event) {
    begin(event.name, event.name == "thinking" ? thought_color : result_color);
    if (const auto thought = event.attribute("thought")) {
      write(tagstream::decode_entities(*thought));
    }
  }

  void end_section(bool is_closed) {
    if (!is_closed) write(at_line_start_ ? "(never closed)" : " (never closed)");
    end_block();
  }

  void show_call(const Event& event) {
    begin("call", call_color);
    write(event.name);
    write(" ");
    write(event.arguments());
    if (event.is_repaired) write(" (repaired)");
    end_block();
  }

  void show_error(const Event& event) {
    begin("call", call_color);
    write("none: ");
    write(event.text);
    end_block();
  }

  void begin(std::string_view label, std::string_view color) {
    start_line();
    label_ = "[" + std::string(label) + "] ";
    if (is_terminal_) put(color);
  }

  void end_block() {
    start_line();
    label_.clear();
    has_ended_line_ = true;
    if (is_terminal_) put(no_color);
  }

  void start_line() {
    if (!at_line_start_) put("\n");
    at_line_start_ = true;
  }

  // Text of the model. On a terminal its control characters are not sent.
  void write(std::string_view text) {
    for (const char byte : text) {
      // No empty labelled lines; and the line after a block has been ended already.
      if (at_line_start_ && byte == '\n' && (!label_.empty() || has_ended_line_)) {
        has_ended_line_ = false;
        continue;
      }
      has_ended_line_ = false;
      if (at_line_start_) put(label_);
      const bool is_control = static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
      const bool is_layout = byte == '\n' || byte == '\t';
      std::putchar(is_terminal_ && is_control && !is_layout ? '?' : byte);
      at_line_start_ = byte == '\n';
    }
  }

  static void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

  bool is_terminal_;
  bool at_line_start_ = true;
  bool has_ended_line_ = false;  // by a block: a line end that follows at once is not shown
  std::string label_;
};

// A section, call or tool error, with its own copy of everything.
struct Item {
  EventKind kind;
  std::string name;  // of the tag, or of the tool
  std::string text;  // the content, or the arguments
  std::string id;
  tagstream::Span span;
  bool is_closed;

  friend bool operator==(const Item&, const Item&) = default;
};

// @param section  what has come of the one that ends
Item item_of(const Event& event, std::string section = {}) {
  const bool is_section = event.kind == EventKind::section_end;
  return {event.kind,
          std::string(event.name),
          is_section ? std::move(section) : std::string(event.arguments()),
          std::string(event.id),
          is_section ? tagstream::Span{event.offset, event.span.end} : event.span,
          event.is_closed};
}

// The events of the stream, to be compared and counted.
struct Reading {
  std::string visible;
  std::string section;  // what has come of the one that is open
  std::vector<Item> items;
  std::uint64_t shown_bytes = 0;
  std::uint64_t section_bytes = 0;
  std::uint64_t call_bytes = 0;
  std::uint64_t tag_bytes = 0;

  void add(std::span<const Event> events) {
    for (const Event& event : events) add(event);
  }

  void add(const Event& event) {
    const std::uint64_t size = event.span.size();
    switch (event.kind) {
      case EventKind::content:
        visible += event.text;
        shown_bytes += size;
        break;
      case EventKind::section_delta:
        section += event.text;
        section_bytes += size;
        break;
      case EventKind::tool_call:
      case EventKind::tool_call_error:
        call_bytes += size;
        items.push_back(item_of(event));
        break;
      case EventKind::section_end:
        items.push_back(item_of(event, std::exchange(section, {})));
        [[fallthrough]];
      default: tag_bytes += size; break;
    }
  }

  [[nodiscard]] std::uint64_t bytes() const {
    return shown_bytes + section_bytes + call_bytes + tag_bytes;
  }
};

tagstream::Options options() {
  return {.hide = {"thinking", "result"},
          .unwrap = {"answer"},
          .call = {"tool"},
          .bad_calls = tagstream::BadCalls::hide};
}

// Pieces of 1 to 8 bytes, the same ones every time.
std::vector<std::string_view> cut(std::string_view text) {
  std::vector<std::string_view> pieces;
  std::minstd_rand random(1);
  while (!text.empty()) {
    const std::size_t size = std::min<std::size_t>(1 + random() % 8, text.size());
    pieces.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return pieces;
}

Reading replay(tagstream::Reader reader, const std::vector<std::string_view>& pieces,
               std::chrono::microseconds pause) {
  Screen screen(isatty(STDOUT_FILENO) == 1);
  Reading reading;
  const auto take = [&](std::span<const Event> events) {
    for (const Event& event : events) screen.show(event);
    reading.add(events);
  };
  for (const std::string_view piece : pieces) {
    take(reader.feed(piece));
    std::this_thread::sleep_for(pause);
  }
  take(reader.finish());
  screen.end();
  return reading;
}

Reading read_at_once(tagstream::Reader reader, std::string_view text) {
  Reading reading;
  reading.add(reader.feed(text));
  reading.add(reader.finish());
  return reading;
}

// "grep 1, read_file 2"
std::string count_by_name(const std::vector<Item>& items) {
  std::map<std::string, int> counts;
  for (const Item& item : items) {
    const bool is_error = item.kind == EventKind::tool_call_error;
    ++counts[is_error ? "errors" : item.name];
  }
  std::string text;
  for (const auto& [name, count] : counts) {
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
  }
  return text;
}

void print_row(const char* what, std::uint64_t number, const std::string& note) {
  std::printf("  %-10s %6llu  %s\n", what, static_cast<unsigned long long>(number), note.c_str());
}

void print_summary(const Reading& reading, std::size_t pieces, bool is_equal) {
  std::vector<Item> sections = reading.items;
  const auto is_call = [](const Item& item) { return item.kind != EventKind::section_end; };
  const auto first_call = std::stable_partition(sections.begin(), sections.end(),
                                                [&](const Item& item) { return !is_call(item); });
  const std::vector<Item> calls(first_call, sections.end());
  sections.erase(first_call, sections.end());
  const auto unclosed = std::count_if(sections.begin(), sections.end(),
                                      [](const Item& section) { return !section.is_closed; });
  std::printf("\n----------------------------------------------------------------\n");
  print_row("fed", reading.bytes(), "bytes in " + std::to_string(pieces) + " pieces of 1 to 8");
  print_row("shown", reading.shown_bytes, "bytes");
  print_row("sections", sections.size(),
            count_by_name(sections) + "; " + std::to_string(unclosed) + " never closed");
  print_row("calls", calls.size(), count_by_name(calls));
  std::printf("  %-18s %s\n", "read at once", is_equal ? "gives the same" : "DIFFERS");
}

int run(const std::string& path, bool is_fast) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file || text.empty()) {
    std::fprintf(stderr, "replay: can't read: %s\n", path.c_str());
    return 2;
  }
  const auto rules = tagstream::Rules::make(options());
  if (!rules) {
    std::fprintf(stderr, "replay: %s\n", rules.error().message.c_str());
    return 2;
  }
  const std::vector<std::string_view> pieces = cut(text);
  std::chrono::microseconds pause{0};
  if (!is_fast && isatty(STDOUT_FILENO) == 1) {
    pause = std::min(std::chrono::microseconds{8000},
                     std::chrono::microseconds{5000000 / static_cast<long>(pieces.size())});
  }
  const Reading streamed = replay(tagstream::Reader(*rules), pieces, pause);
  const Reading whole = read_at_once(tagstream::Reader(*rules), text);
  const bool is_equal = whole.visible == streamed.visible && whole.items == streamed.items &&
                        streamed.bytes() == text.size();
  print_summary(streamed, pieces.size(), is_equal);
  return is_equal ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_fast = argc == 3 && std::string_view(argv[2]) == "--fast";
  if (argc < 2 || (argc == 3 && !is_fast) || argc > 3) {
    std::fprintf(stderr, "usage: replay FILE [--fast]\n");
    return 2;
  }
  return run(argv[1], is_fast);
}

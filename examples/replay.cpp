// Replays a recorded answer the way a model gives it, a few bytes at a time, and shows what a
// filter makes of it while it arrives. At the end it reads the whole text at once and compares.
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
#include <vector>

#include "tagstream/tagstream.hpp"

namespace {

using tagstream::Event;
using tagstream::EventKind;

// Prints events as they come: the answer plainly, what is kept apart behind a label.
class Screen {
 public:
  explicit Screen(bool is_terminal) : is_terminal_(is_terminal) {}

  void show(const Event& event) {
    switch (event.kind) {
      case EventKind::content_delta: write(event.text); break;
      case EventKind::section_start: begin_section(event.tag_name); break;
      case EventKind::section_delta: write(event.text); break;
      case EventKind::section_end: end_section(event.is_closed); break;
      case EventKind::markup:
      case EventKind::notice: break;
    }
    std::fflush(stdout);
  }

  void end() { start_line(); }

 private:
  void begin_section(std::string_view name) {
    start_line();
    label_ = "[" + std::string(name) + "] ";
    if (is_terminal_) put(name == "thinking" ? "\x1b[35m" : "\x1b[36m");
  }

  void end_section(bool is_closed) {
    if (!is_closed) write(" (never closed)");
    start_line();
    label_.clear();
    if (is_terminal_) put("\x1b[0m");
  }

  void start_line() {
    if (!at_line_start_) put("\n");
    at_line_start_ = true;
  }

  // Text of the model. On a terminal its control characters are not sent.
  void write(std::string_view text) {
    for (const char byte : text) {
      if (at_line_start_ && byte == '\n' && !label_.empty()) continue;  // no empty labelled lines
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
  std::string label_;
};

// What the stream gave, to be compared and counted.
struct Reading {
  std::string visible;
  std::vector<tagstream::Section> sections;
  std::uint64_t shown_bytes = 0;
  std::uint64_t hidden_bytes = 0;
  std::uint64_t tag_bytes = 0;

  void add(const Event& event) {
    const std::uint64_t size = event.end - event.begin;
    if (event.kind == EventKind::content_delta) {
      visible += event.text;
      shown_bytes += size;
    } else if (event.kind == EventKind::section_delta) {
      hidden_bytes += size;
    } else {
      tag_bytes += size;
    }
    if (event.kind == EventKind::section_end) sections.push_back(section_of(event));
  }

  static tagstream::Section section_of(const Event& event) {
    tagstream::Section section;
    section.tag_name = event.tag_name;
    section.raw_tag = event.raw_tag;
    section.content = event.text;
    section.start_index = event.start_index;
    section.end_index = event.end_index;
    section.is_closed = event.is_closed;
    section.is_implied_open = event.is_implied_open;
    section.is_truncated = event.is_truncated;
    return section;
  }
};

bool is_same(const tagstream::Section& a, const tagstream::Section& b) {
  return a.tag_name == b.tag_name && a.raw_tag == b.raw_tag && a.content == b.content &&
         a.start_index == b.start_index && a.end_index == b.end_index &&
         a.is_closed == b.is_closed && a.is_implied_open == b.is_implied_open &&
         a.is_truncated == b.is_truncated;
}

tagstream::FilterOptions options() {
  tagstream::FilterOptions options;
  options.rules = {tagstream::hide("thinking"), tagstream::hide("tool"), tagstream::hide("result"),
                   tagstream::unwrap("answer")};
  return options;
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

Reading replay(tagstream::Filter& filter, const std::vector<std::string_view>& pieces,
               std::chrono::microseconds pause) {
  Screen screen(isatty(STDOUT_FILENO) == 1);
  Reading reading;
  const auto take = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      screen.show(event);
      reading.add(event);
    }
  };
  for (const std::string_view piece : pieces) {
    take(*filter.feed(piece));
    std::this_thread::sleep_for(pause);
  }
  take(filter.finish());
  screen.end();
  return reading;
}

std::string count_by_name(const std::vector<tagstream::Section>& sections) {
  std::map<std::string, int> counts;
  for (const tagstream::Section& section : sections) ++counts[section.tag_name];
  std::string text;
  for (const auto& [name, count] : counts) {
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
  }
  return text;
}

void print_summary(const Reading& reading, std::size_t bytes, std::size_t pieces, bool is_equal) {
  const auto row = [](const char* what, std::uint64_t number, const std::string& note) {
    std::printf("  %-14s %7llu %s\n", what, static_cast<unsigned long long>(number), note.c_str());
  };
  const auto closed = std::count_if(reading.sections.begin(), reading.sections.end(),
                                    [](const auto& section) { return section.is_closed; });
  const std::string unclosed =
      std::to_string(reading.sections.size() - static_cast<std::size_t>(closed)) + " never closed";
  std::printf("\n----------------------------------------------------------------\n");
  row("fed", bytes, "bytes in " + std::to_string(pieces) + " pieces of 1 to 8");
  row("shown", reading.shown_bytes, "bytes");
  row("kept apart", reading.hidden_bytes, "bytes");
  row("tags", reading.tag_bytes, "bytes");
  row("sections", reading.sections.size(), count_by_name(reading.sections) + "; " + unclosed);
  std::printf("  %-22s %s\n", "read at once", is_equal ? "gives the same" : "DIFFERS");
}

int run(const std::string& path, bool is_fast) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file || text.empty()) {
    std::fprintf(stderr, "replay: can't read: %s\n", path.c_str());
    return 2;
  }
  const auto rules = tagstream::FilterRules::make(options());
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
  tagstream::Filter filter(*rules);
  const Reading reading = replay(filter, pieces, pause);

  const auto whole = tagstream::filter_all(text, *rules);
  const bool is_equal =
      whole && whole->visible == reading.visible &&
      std::equal(whole->sections.begin(), whole->sections.end(), reading.sections.begin(),
                 reading.sections.end(), is_same) &&
      reading.shown_bytes + reading.hidden_bytes + reading.tag_bytes == text.size();
  print_summary(reading, text.size(), pieces.size(), is_equal);
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

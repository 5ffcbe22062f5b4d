#include "machine/recorder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/guarded_chunk.hpp"
#include "support/options.hpp"

namespace tagstream {
namespace {

using testing::GuardedChunk;
using testing::Rule;
using testing::rule_between;
using testing::rule_of;
using testing::with_rules;

// A recorder that reads a text, of which only what it has not yet seen is in memory.
class Recording {
 public:
  explicit Recording(std::string_view text) : text_(text) {}

  void begin_feed() {
    retired_.clear();
    recorder_.begin_feed();
  }
  void begin(std::size_t at, std::size_t longest) { recorder_.begin(at, longest); }
  void collect(std::size_t until) {
    const GuardedChunk chunk(text_.substr(seen_, until - seen_));
    recorder_.collect({chunk.view().data(), seen_, until}, until, retired_);
    seen_ = until;
  }
  std::string_view content(std::size_t begin, std::size_t end) {
    return recorder_.content(begin, end);
  }
  void end(std::uint64_t from, std::uint64_t to) { recorder_.end(from, to, retired_); }
  void end_all() { end(0, Recorder::no_more); }

 private:
  std::string_view text_;
  Recorder recorder_;
  KeptStrings retired_;
  std::size_t seen_ = 0;
};

std::string text_of(std::size_t size) {
  std::string text;
  while (text.size() < size) text += std::to_string(text.size()) + ' ';
  return text.substr(0, size);
}

TEST(recorder, quotes_sections_that_nest_overlap_or_are_empty) {
  const std::string text = text_of(100);
  Recording recording(text);
  recording.begin_feed();
  recording.collect(10);
  recording.begin(10, 100);
  recording.collect(20);
  recording.begin(20, 100);
  recording.begin(25, 100);
  recording.collect(40);
  EXPECT_EQ(recording.content(20, 40), text.substr(20, 20));  // overlaps the next one
  EXPECT_EQ(recording.content(25, 25), "");
  recording.collect(60);
  EXPECT_EQ(recording.content(25, 60), text.substr(25, 35));
  EXPECT_EQ(recording.content(10, 60), text.substr(10, 50));
}

TEST(recorder, quotes_what_comes_after_a_stretch_that_nobody_wants) {
  const std::string text = text_of(100);
  Recording recording(text);
  recording.begin_feed();
  recording.begin(0, 10);
  recording.collect(30);
  recording.begin(40, 10);
  recording.collect(45);
  recording.begin(45, 10);
  recording.collect(90);
  EXPECT_EQ(recording.content(0, 10), text.substr(0, 10));
  EXPECT_EQ(recording.content(40, 50), text.substr(40, 10));
  EXPECT_EQ(recording.content(45, 55), text.substr(45, 10));
}

TEST(recorder, begins_again_after_all_have_ended) {
  const std::string text = text_of(100);
  Recording recording(text);
  recording.begin_feed();
  recording.begin(5, 100);
  recording.collect(20);
  recording.end_all();
  recording.collect(50);
  recording.begin(60, 10);
  recording.collect(80);
  EXPECT_EQ(recording.content(60, 70), text.substr(60, 10));
}

// A short content lies in the string itself, a long one is moved when it grows.
TEST(recorder, views_live_while_more_is_kept_and_dropped) {
  for (const std::size_t first : {5U, 15U, 16U, 500U}) {
    const std::string text = text_of(5000);
    Recording recording(text);
    recording.begin_feed();
    recording.begin(0, text.size());
    recording.collect(first);
    const std::string_view early = recording.content(0, first);
    for (std::size_t until = first; until <= 2000; ++until) recording.collect(until);
    const std::string_view later = recording.content(first, 2000);
    recording.begin(1900, text.size());
    recording.end(0, 1900);  // what is left moves
    recording.collect(text.size());
    const std::string_view last = recording.content(1900, text.size());
    recording.end_all();
    EXPECT_EQ(early, text.substr(0, first));
    EXPECT_EQ(later, text.substr(first, 2000 - first));
    EXPECT_EQ(last, text.substr(1900));
  }
}

struct Open {
  std::size_t begin = 0;
};
struct Quote {
  std::string_view view;
  std::string want;
};

// Opens and ends sections at random places of a text that comes in random feeds.
void check_at_random(std::mt19937_64& random) {
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
  const std::string text = text_of(1 + below(3000));
  const std::size_t longest = below(3) == 0 ? 4096 : 1 + below(200);
  const std::size_t step = 2 + below(100);
  const std::size_t step_of_feeds = 1 + below(300);
  Recording recording(text);
  std::vector<Open> open;
  for (std::size_t at = 0; at < text.size();) {
    recording.begin_feed();
    std::vector<Quote> quotes;
    const std::size_t feed_end = std::min(text.size(), at + 1 + below(step_of_feeds));
    while (at < feed_end) {
      at = std::min(feed_end, at + below(step));
      if (below(4) == 0) recording.collect(at);
      if (below(2) == 0) {
        open.push_back({at});
        recording.begin(at, longest);
      } else if (!open.empty()) {
        const auto ended = open.begin() + static_cast<std::ptrdiff_t>(below(open.size()));
        const std::size_t end = std::min(at, ended->begin + longest);
        recording.collect(at);
        quotes.push_back(
            {recording.content(ended->begin, end), text.substr(ended->begin, end - ended->begin)});
        const auto next = open.erase(ended);
        recording.end(next == open.begin() ? 0 : (next - 1)->begin + longest,
                      next == open.end() ? Recorder::no_more : next->begin);
      }
    }
    recording.collect(feed_end);
    for (const Quote& quote : quotes) ASSERT_EQ(quote.view, quote.want);
  }
}

TEST(recorder, agrees_with_a_copy_of_each_section) {
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    check_at_random(random);
    if (HasFatalFailure()) return;
  }
}

// ---- with the tags that open and close sections ----------------------------------------------

// A stretch of an answer: plain text, or a tag of one of the rules.
struct Piece {
  enum class Kind : std::uint8_t { text, open, close, empty } kind = Kind::text;
  std::size_t rule = 0;
  std::string bytes;
};

struct Recorded {
  std::string tag;
  std::string content;
  bool is_closed = false;
  bool is_truncated = false;
  friend bool operator==(const Recorded&, const Recorded&) = default;
};

std::ostream& operator<<(std::ostream& out, const Recorded& section) {
  return out << section.tag << section.content << (section.is_closed ? " closed" : "")
             << (section.is_truncated ? " truncated" : "");
}

constexpr std::size_t rule_count = 6;  // the last two are markers

std::vector<Rule> record_rules() {
  return {rule_of(Action::record, "a"),           rule_of(Action::record, "b"),
          rule_of(Action::record, "c"),           rule_of(Action::record, "long-name"),
          rule_between(Action::record, "[", "]"), rule_between(Action::record, "(((", ")))")};
}

Piece random_piece(const std::vector<Rule>& rules, std::mt19937_64& random) {
  Piece piece;
  piece.rule = random() % rule_count;
  const Rule& rule = rules[piece.rule];
  const std::uint64_t dice = random() % 10;
  if (dice < 4) {
    piece.bytes = text_of(1 + random() % (dice == 0 ? 100 : 4));
  } else if (dice < 7) {
    piece.kind = Piece::Kind::open;
    piece.bytes = rule.name.empty() ? rule.open : '<' + rule.name + " k='v'>";
  } else if (dice < 9 || rule.name.empty()) {
    piece.kind = Piece::Kind::close;
    piece.bytes = rule.name.empty() ? rule.close : "</" + rule.name + '>';
  } else {
    piece.kind = Piece::Kind::empty;
    piece.bytes = '<' + rule.name + "/>";
  }
  return piece;
}

// Keeps a copy for each section.
class Copies {
 public:
  explicit Copies(std::size_t longest) : longest_(longest) {}

  void read(const Piece& piece) {
    int& depth = depth_[piece.rule];
    if (piece.kind == Piece::Kind::close && depth > 0 && --depth == 0) end(piece.rule, true);
    for (Section& section : open_) section.content += piece.bytes;
    if (piece.kind == Piece::Kind::empty && depth == 0) {
      ended_.push_back({piece.bytes, "", true, false});
    }
    if (piece.kind == Piece::Kind::open && ++depth == 1) {
      open_.push_back({piece.rule, piece.bytes, ""});
    }
  }
  std::vector<Recorded> finish() {
    while (!open_.empty()) end(open_.back().rule, false);
    return std::move(ended_);
  }

 private:
  struct Section {
    std::size_t rule = 0;
    std::string tag;
    std::string content;
  };

  void end(std::size_t rule, bool is_closed) {
    const auto section = std::find_if(open_.begin(), open_.end(),
                                      [&](const Section& one) { return one.rule == rule; });
    ended_.push_back({section->tag, section->content.substr(0, longest_), is_closed,
                      section->content.size() > longest_});
    open_.erase(section);
  }

  std::size_t longest_;
  int depth_[rule_count] = {};
  std::vector<Section> open_;  // in order of opening
  std::vector<Recorded> ended_;
};

void add_recorded(std::vector<Recorded>& list, std::span<const Event> events) {
  for (const Event& event : events) {
    if (event.kind != EventKind::section_end) continue;
    list.push_back(
        {std::string(event.raw), std::string(event.text), event.is_closed, event.is_truncated});
  }
}

TEST(recorder, a_reader_agrees_with_a_copy_of_each_section) {
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::vector<Rule> rules = record_rules();
    Options options = with_rules(rules);
    options.limits.max_section_bytes = random() % 2 == 0 ? 1 + random() % 200 : 100000;
    Copies copies(options.limits.max_section_bytes);
    std::string text;
    for (std::uint64_t count = random() % 400; count > 0; --count) {
      const Piece piece = random_piece(rules, random);
      copies.read(piece);
      text += piece.bytes;
    }
    Reader reader = *Reader::make(options);
    std::vector<Recorded> given;
    const std::size_t step = 1 + random() % (random() % 2 == 0 ? 8 : 500);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t size = 1 + random() % step;
      const GuardedChunk chunk(std::string_view(text).substr(at, size));
      add_recorded(given, reader.feed(chunk.view()));
      at += chunk.view().size();
    }
    add_recorded(given, reader.finish());
    ASSERT_EQ(given, copies.finish()) << text;
  }
}

TEST(recorder, without_a_limit_all_of_a_section_is_quoted) {
  Options options{.record = {"a"}, .limits = {.max_section_bytes = Limits::none}};
  Reader reader = *Reader::make(options);
  std::vector<Recorded> given;
  for (const std::string_view chunk : {"x<a>one ", "two", "</a><a>three</a>"}) {
    add_recorded(given, reader.feed(chunk));
  }
  const std::vector<Recorded> want = {{"<a>", "one two", true, false},
                                      {"<a>", "three", true, false}};
  EXPECT_EQ(given, want);
}

}  // namespace
}  // namespace tagstream

#include "support/golden.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "c/handles.hpp"
#include "support/as_json.hpp"
#include "support/every_family.hpp"
#include "support/formats.hpp"
#include "support/guarded_chunk.hpp"

/// The golden cases by the C interface, in every cutting that the other golden tests try: it gives
/// what a block says.
namespace tagstream::testing {
namespace {

// Reads in pieces that are overwritten and freed after each feed.
class CRun {
 public:
  explicit CRun(tagstream_reader* reader) : reader_(reader) { tagstream_reset(reader); }

  void feed(std::string_view piece) {
    const GuardedChunk chunk(piece);
    const std::string_view view = chunk.view();
    take(tagstream_feed(reader_, view.data(), view.size()));
  }
  void finish() {
    take(tagstream_finish(reader_));
    tagstream_message_finish(message_.get());
  }

  [[nodiscard]] std::string lines() const { return to_lines(printed_); }
  [[nodiscard]] std::string lines_of_family() const { return family_lines(seen_); }
  /// The fields of a message that was made of the events.
  [[nodiscard]] std::string message() const {
    std::size_t size = 0;
    return taken(tagstream_message_json(message_.get(), &size));
  }

 private:
  void take(const tagstream_events& events) {
    for (std::size_t i = 0; i < events.size; ++i) {
      const tagstream_event* const written = tagstream_event_at(events, i);
      const Event event = to_cpp(*written);
      EXPECT_EQ(to_view(tagstream_event_raw_tag(written)), event.raw_tag());
      EXPECT_EQ(to_view(tagstream_event_arguments(written)), event.arguments());
      append_line(printed_, event, nullptr);
      append_joined(seen_, event);
    }
    tagstream_message_add(message_.get(), events);
  }

  tagstream_reader* reader_;
  std::vector<SeenLine> printed_;
  std::vector<Seen> seen_;
  CMessage message_{tagstream_message_new()};
};

CRun read_in_pieces(std::string_view text, tagstream_reader* reader, const Cuts& cuts,
                    bool is_finished) {
  CRun run(reader);
  for_each_piece(text, cuts, [&](std::string_view piece) {
    run.feed(piece);
    return tagstream_reader_error(reader) == nullptr;
  });
  if (is_finished) run.finish();
  return run;
}

// The lines for scripts.
std::string lines_by_json(const std::string& text, tagstream_reader* reader, bool is_finished) {
  tagstream_reset(reader);
  std::string lines(to_view(tagstream_feed_json(reader, text.data(), text.size())));
  if (is_finished) lines += to_view(tagstream_finish_json(reader));
  return lines;
}

// The same from C++, for one feed.
std::string lines_of_cpp(const std::string& text, const Rules& rules, bool is_finished) {
  Reader reader(rules);
  CallIds ids(rules.options().id_style, rules.options().id_seed);
  std::string lines;
  const auto add = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      to_json(lines, event, &ids);
      lines += '\n';
    }
  };
  add(reader.feed(text));
  if (is_finished) add(reader.finish());
  return lines;
}

// tagstream_read gives the message that C++ gives, and that the block shows.
std::string check_message(const GoldenCase& golden, const GoldenBlock& block, const CRules& rules,
                          const Message& message) {
  const std::string want = as_json(message);
  const std::string& text = golden.input;
  std::size_t size = 0;
  std::string failure =
      difference(want, taken(tagstream_read_json(rules.get(), text.data(), text.size(), &size)));
  const CMessage read_by_c(tagstream_read(rules.get(), text.data(), text.size()));
  if (failure.empty()) {
    failure = difference(want, taken(tagstream_message_json(read_by_c.get(), &size)));
  }
  if (!failure.empty() || block.reader != "message") return failure;
  return golden.row.empty() ? check_lines(golden, block, to_line(message))
                            : difference(block.expected, family_line(message));
}

// The message of events where each call keeps the id that was said first: a start comes before
// an id that the model writes at the end.
std::string streamed_message(const std::string& text, const Rules& rules) {
  Reader reader(rules);
  Message message(CallIds(rules.options().id_style, rules.options().id_seed));
  const auto add = [&](std::span<const Event> events) {
    for (const Event& event : events) {
      if (event.kind == EventKind::tool_call_start) (void)message.id(event);
      message.add({&event, 1});
    }
  };
  add(reader.feed(text));
  add(reader.finish());
  message.finish();
  return as_json(message);
}

// The events of the whole text are what the block says, and make the same message.
std::string check_whole_by_c(const GoldenCase& golden, const GoldenBlock& block,
                             const Rules& by_cpp, bool is_finished, const CRun& run) {
  std::string failure;
  if (block.reader == "read") {
    failure = golden.row.empty() ? check_lines(golden, block, run.lines())
                                 : difference(block.expected, run.lines_of_family());
  }
  if (!failure.empty() || !is_finished) return failure;
  return difference(streamed_message(golden.input, by_cpp), run.message());
}

std::string check_cuts_by_c(const GoldenCase& golden, const Golden& parsed,
                            tagstream_reader* reader) {
  const CRun whole = read_in_pieces(golden.input, reader, {}, parsed.is_finished);
  for (const Cuts& cuts : all_small_cuts(golden.input.size())) {
    const CRun run = read_in_pieces(golden.input, reader, cuts, parsed.is_finished);
    std::string failure = difference(whole.lines(), run.lines());
    if (failure.empty()) failure = difference(whole.message(), run.message());
    if (!failure.empty()) return to_text(cuts) + ": " + failure;
  }
  return {};
}

std::string check_by_c(const GoldenCase& golden, const GoldenBlock& block, const Golden& parsed) {
  std::string sentence;
  const CRules rules = rules_of(parsed.named, sentence);
  if (rules == nullptr) return sentence;
  const Rules by_cpp = *Rules::make(parsed.options);
  const CReader reader(tagstream_reader_from_rules(rules.get()));
  std::string failure = check_message(golden, block, rules, read(golden.input, by_cpp));
  const CRun run = read_in_pieces(golden.input, reader.get(), {}, parsed.is_finished);
  if (failure.empty()) {
    failure = check_whole_by_c(golden, block, by_cpp, parsed.is_finished, run);
  }
  if (failure.empty()) {
    failure = difference(lines_of_cpp(golden.input, by_cpp, parsed.is_finished),
                         lines_by_json(golden.input, reader.get(), parsed.is_finished));
  }
  const bool may_stop = parsed.options.limits.on_limit == OnLimit::stop;
  // With a sanitizer one case in twenty is cut.
  static std::uint64_t number = 0;
  const bool is_cut = !is_sanitized || is_sampled(number++, 20);
  if (!failure.empty() || may_stop || !is_cut) return failure;
  return check_cuts_by_c(golden, parsed, reader.get());
}

// Each line is a snapshot.
std::string check_snapshots_by_c(const GoldenCase& golden, const GoldenBlock& block,
                                 const Golden& parsed) {
  std::string sentence;
  const CRules rules = rules_of(parsed.named, sentence);
  if (rules == nullptr) return sentence;
  const CReader reader(tagstream_reader_from_rules(rules.get()));
  tagstream_snapshots* const all = tagstream_snapshots_new(parsed.max_snapshot_bytes);
  std::string lines;
  std::vector<SeenLine> printed;
  const auto take = [&](const tagstream_events& events) {
    for (std::size_t i = 0; i < events.size; ++i) {
      append_line(printed, to_cpp(*tagstream_event_at(events, i)), nullptr);
    }
  };
  std::istringstream stream(golden.input);
  for (std::string line; std::getline(stream, line);) {
    const nlohmann::json value = nlohmann::json::parse(line);
    const auto& text = value.get_ref<const std::string&>();
    tagstream_string added;
    tagstream_error* error = nullptr;
    const auto status = tagstream_snapshots_feed(all, text.data(), text.size(), &added, &error);
    take(tagstream_feed(reader.get(), added.data, added.size));
    if (status == TAGSTREAM_OK) continue;
    const std::uint64_t offset = tagstream_error_offset(error);
    tagstream_error_free(error);
    lines += to_lines(printed) + "error " + to_string(static_cast<Code>(status)) + ' ' +
             std::to_string(offset) + '\n';
    printed.clear();
  }
  if (parsed.is_finished) take(tagstream_finish(reader.get()));
  tagstream_snapshots_free(all);
  return check_lines(golden, block, lines + to_lines(printed));
}

std::string check_block_by_c(const GoldenCase& golden, const GoldenBlock& block) {
  const Result<Golden> parsed = golden_of(golden, block);
  if (!parsed) return parsed.error().message;
  return parsed->is_snapshots ? check_snapshots_by_c(golden, block, *parsed)
                              : check_by_c(golden, block, *parsed);
}

// The attributes of the first tag.
std::string check_attributes_by_c(const GoldenCase& golden, const GoldenBlock& block) {
  tagstream_tree* tree = nullptr;
  const std::string& text = golden.input;
  tagstream_extract(nullptr, text.data(), text.size(), &tree, nullptr);
  const tagstream_tags tags = tagstream_tree_tags(tree);
  std::string lines = tags.size == 0 ? "no tag\n" : "";
  if (tags.size != 0) {
    const tagstream_string raw = tags.data->raw_tag;
    std::vector<tagstream_attribute> all(tagstream_attributes(raw.data, raw.size, nullptr, 0));
    tagstream_attributes(raw.data, raw.size, all.data(), all.size());
    for (const tagstream_attribute& one : all) {
      lines += one.name.size == 0 ? "\"\"" : std::string(to_view(one.name));
      if (one.has_value != 0) lines += '\t' + std::string(to_view(one.value));
      lines += '\n';
    }
  }
  tagstream_tree_free(tree);
  return check_lines(golden, block, lines);
}

TEST(c_golden, rules_give_what_is_said_however_they_are_cut) {
  replay(read_goldens("", {"tokens", "read", "attributes"}), 120,
         [](const GoldenCase& golden, const GoldenBlock& block) {
           if (block.reader == "read") return check_block_by_c(golden, block);
           if (block.reader == "attributes") return check_attributes_by_c(golden, block);
           return std::string();
         });
}

TEST(c_golden, tools_give_what_is_said_however_they_are_cut) {
  replay(read_goldens("tools", {"read"}), 480, check_block_by_c);
}

TEST(c_golden, thoughts_are_what_is_said_however_they_are_cut) {
  replay(read_goldens("thoughts", {"read"}), 60, check_block_by_c);
}

TEST(c_golden, dialects_give_what_is_said_however_they_are_cut) {
  for (const char* const folder : {"dialects", "formats", "auto"}) {
    replay(read_goldens(folder, {"read", "message"}), 10, check_block_by_c);
  }
}

TEST(c_golden, every_family_gives_what_is_said_however_it_is_cut) {
  replay(every_family(), 1400, check_block_by_c);
}

TEST(c_golden, advice_is_what_is_said) {
  replay(read_goldens("advice", {"advise"}), 18,
         [](const GoldenCase& golden, const GoldenBlock& block) {
           const auto parsed = golden_of(golden, block);
           if (!parsed) return parsed.error().message;
           std::string sentence;
           const CRules rules = rules_of(parsed->named, sentence);
           if (!rules) return sentence;
           std::size_t size = 0;
           const std::string json = taken(
               tagstream_advise_json(rules.get(), golden.input.data(), golden.input.size(), &size));
           std::string lines;  // of [{"options":…},{"options":…}]
           for (std::size_t at = 1; at + 1 < json.size();) {
             const std::size_t end = std::min(json.find("},{\"options\"", at), json.size() - 2) + 1;
             lines += json.substr(at, end - at) + '\n';
             at = end + 1;
           }
           return check_lines(golden, block, lines);
         });
}

}  // namespace
}  // namespace tagstream::testing

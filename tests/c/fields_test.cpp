#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "c/handles.hpp"
#include "support/golden.hpp"

/// The fields that tagstream.h lists in brackets at each kind of event: no other means something.
namespace tagstream::testing {
namespace {

using Words = std::set<std::string, std::less<>>;

Words words_of(std::string_view text) {
  Words words;
  std::string word;
  for (const char c : text) {
    if (c == '_' || std::islower(static_cast<unsigned char>(c)) != 0) {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.insert(word);
  return words;
}

// For each kind what stands in its brackets.
std::vector<Words> listed_in(const std::string& header) {
  std::ifstream file(header);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t begin = text.find("typedef enum tagstream_event_kind {");
  std::string_view kinds = std::string_view(text).substr(begin);
  kinds = kinds.substr(0, kinds.find('}'));
  std::vector<Words> listed;
  for (std::size_t at = 0; (at = kinds.find('[', at)) != std::string_view::npos; ++at) {
    listed.push_back(words_of(kinds.substr(at, kinds.find(']', at) - at)));
  }
  return listed;
}

// The fields beside the span, and how to see that one holds something.
struct Field {
  const char* name;
  bool (*is_filled)(const tagstream_event& event);
};
#define FILLED(field)                                                     \
  {                                                                       \
#field, [](const tagstream_event& event) { return event.field != 0; } \
  }
#define FILLED_TEXT(field)                                                     \
  {                                                                            \
#field, [](const tagstream_event& event) { return event.field.size != 0; } \
  }
const Field fields[] = {
    FILLED(code),
    FILLED(offset),
    {"confidence", [](const tagstream_event& event) { return event.confidence != 0.5; }},
    FILLED_TEXT(text),
    FILLED_TEXT(name),
    FILLED_TEXT(raw),
    FILLED_TEXT(id),
    FILLED_TEXT(thought_type),
    FILLED(index),
    FILLED(has_index),
    FILLED(is_closed),
    FILLED(is_recorded),
    FILLED(is_implied_open),
    FILLED(is_truncated),
    FILLED(has_attributes),
    FILLED(has_started),
    FILLED(is_repaired),
    FILLED(is_recovered),
    FILLED(is_native),
};

class c_fields : public ::testing::Test {
 protected:
  // The fields in `events` that are not listed.
  std::string beyond(const tagstream_events& events) {
    std::string failure;
    for (std::size_t i = 0; i < events.size; ++i) {
      const tagstream_event& event = *tagstream_event_at(events, i);
      for (const Field& field : fields) {
        if (!field.is_filled(event)) continue;
        seen_.at(event.kind).insert(field.name);
        if (listed_.at(event.kind).contains(field.name)) continue;
        failure += std::string(tagstream_event_kind_word(event.kind)) + ": " + field.name + '\n';
      }
    }
    return failure;
  }

  std::string check(const GoldenCase& golden, const GoldenBlock& block) {
    const Result<Golden> parsed = golden_of(golden, block);
    std::string failure;
    const CRules rules = rules_of(parsed->named, failure);
    const std::string& text = golden.input;
    const CReader reader(tagstream_reader_from_rules(rules.get()));
    failure += beyond(tagstream_feed(reader.get(), text.data(), text.size()));
    failure += beyond(tagstream_finish(reader.get()));
    const CMessage message(tagstream_read(rules.get(), text.data(), text.size()));
    failure += beyond(tagstream_message_tool_calls(message.get()));
    failure += beyond(tagstream_message_tool_call_errors(message.get()));
    failure += beyond(tagstream_message_sections(message.get()));
    failure += beyond(tagstream_message_thoughts(message.get()));
    failure += beyond(tagstream_message_notices(message.get()));
    failure += beyond(tagstream_message_stopped(message.get()));
    return failure;
  }

  const std::vector<Words> listed_ = listed_in(TAGSTREAM_C_HEADER);
  std::array<Words, TAGSTREAM_THOUGHT_DELTA + 1> seen_;
};

TEST_F(c_fields, are_those_that_the_header_lists) {
  ASSERT_EQ(listed_.size(), seen_.size());
  const auto check_rules = [&](const GoldenCase& golden, const GoldenBlock& block) {
    const bool has_rules = block.reader == "read" || block.reader == "message";
    return has_rules ? check(golden, block) : std::string();
  };
  for (const char* const folder : {"", "tools", "thoughts", "dialects", "formats", "auto"}) {
    replay(read_goldens(folder, {"tokens", "read", "message", "attributes"}), 10, check_rules);
  }
  for (std::size_t kind = 0; kind < seen_.size(); ++kind) {
    for (const Field& field : fields) {
      if (!listed_[kind].contains(field.name)) continue;
      EXPECT_TRUE(seen_[kind].contains(field.name)) << kind << " never has " << field.name;
    }
  }
}

}  // namespace
}  // namespace tagstream::testing

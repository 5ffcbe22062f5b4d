#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "c/handles.hpp"
#include "describe/codes.hpp"
#include "describe/events.hpp"
#include "support/golden.hpp"
#include "tagstream/options.hpp"

/// The tables of kit/describe, the events that readers give, and tagstream.h say the same.
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

std::string text_of_header() {
  std::ifstream file(TAGSTREAM_C_HEADER);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The lines of an enumeration of the header.
std::string_view enumerators(std::string_view header, std::string_view name) {
  const std::string begin = "typedef enum " + std::string(name) + " {";
  const std::size_t at = header.find(begin);
  if (at == header.npos) return {};
  header.remove_prefix(at + begin.size());
  return header.substr(0, header.find('}'));
}

std::string in_capitals(std::string_view word) {
  std::string name;
  for (const char c : word) name += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

// The fields of C that a kind has, by the tables. No reader sets `is_native`.
Words fields_of(const describe::KindInfo& kind) {
  Words names;
  for (const describe::KindField& one : kind.used()) {
    if (one.field == describe::EventField::is_native) continue;
    names.insert(describe::info_of(one.field).member);
    if (one.field == describe::EventField::index) names.insert("has_index");
  }
  return names;
}

// A field beside the span, and how to see that it holds something.
struct Field {
  std::string name;
  std::uint32_t flag = 0;
  bool (*holds)(const tagstream_event& event) = nullptr;

  [[nodiscard]] bool is_filled(const tagstream_event& event) const {
    return flag != 0 ? (event.flags & flag) != 0 : holds(event);
  }
};

std::vector<Field> all_fields() {
  std::vector<Field> all{
      {"code", 0, [](const tagstream_event& event) { return event.code != 0; }},
      {"index", 0, [](const tagstream_event& event) { return event.index != 0; }},
      {"offset", 0, [](const tagstream_event& event) { return event.offset != 0; }},
      {"confidence", 0, [](const tagstream_event& event) { return event.confidence != -1; }},
      {"text", 0, [](const tagstream_event& event) { return event.text.size != 0; }},
      {"name", 0, [](const tagstream_event& event) { return event.name.size != 0; }},
      {"raw", 0, [](const tagstream_event& event) { return event.raw.size != 0; }},
      {"id", 0, [](const tagstream_event& event) { return event.id.size != 0; }},
      {"thought_type", 0,
       [](const tagstream_event& event) { return event.thought_type.size != 0; }},
  };
  for (const describe::FlagInfo& one : describe::event_flags) {
    all.push_back({one.name, static_cast<std::uint32_t>(one.flag)});
  }
  return all;
}
const std::vector<Field> fields = all_fields();

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
        if (of_kind_.at(event.kind).contains(field.name)) continue;
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

  static std::vector<Words> of_kinds() {
    std::vector<Words> all;
    for (const describe::KindInfo& kind : describe::event_kinds) all.push_back(fields_of(kind));
    return all;
  }

  const std::vector<Words> of_kind_ = of_kinds();
  std::vector<Words> seen_{describe::event_kinds.size()};
};

// An event of a kind has what the tables of kit/describe say, and nothing else.
TEST_F(c_fields, are_those_of_the_tables) {
  ASSERT_EQ(of_kind_.size(), seen_.size());
  const auto check_rules = [&](const GoldenCase& golden, const GoldenBlock& block) {
    const bool has_rules = block.reader == "read" || block.reader == "message";
    return has_rules ? check(golden, block) : std::string();
  };
  for (const char* const folder : {"", "tools", "thoughts", "dialects", "formats", "auto"}) {
    replay(read_goldens(folder, {"tokens", "read", "message", "attributes"}), 10, check_rules);
  }
  for (std::size_t kind = 0; kind < seen_.size(); ++kind) {
    for (const Field& field : fields) {
      if (!of_kind_[kind].contains(field.name)) continue;
      EXPECT_TRUE(seen_[kind].contains(field.name)) << kind << " never has " << field.name;
    }
  }
}

// The header lists them in brackets at each kind.
TEST_F(c_fields, are_those_that_the_header_lists) {
  const std::string header = text_of_header();
  const std::string_view kinds = enumerators(header, "tagstream_event_kind");
  std::size_t at = 0;
  for (const describe::KindInfo& kind : describe::event_kinds) {
    at = kinds.find('[', at);
    ASSERT_NE(at, kinds.npos) << to_string(kind.kind);
    Words listed = words_of(kinds.substr(at, kinds.find(']', at) - at));
    std::erase_if(listed, [](const std::string& word) {
      return std::none_of(fields.begin(), fields.end(),
                          [&](const Field& field) { return field.name == word; });
    });
    EXPECT_EQ(listed, fields_of(kind)) << to_string(kind.kind);
    ++at;
  }
}

// The name and the number of each enumerator are those of C++, and there are no others.
TEST_F(c_fields, enumerators_are_those_of_the_tables) {
  const std::string header = text_of_header();
  const auto check = [&](const char* name, const std::vector<std::string>& wanted) {
    const std::string_view found = enumerators(header, name);
    for (const std::string& one : wanted) {
      const std::size_t at = found.find("  " + one);
      ASSERT_NE(at, found.npos) << one << " is missing in " << name;
      const std::size_t after = at + 2 + one.size();
      EXPECT_TRUE(after == found.size() || found[after] == ',' || found[after] == ' ' ||
                  found[after] == '\n')
          << one;
    }
    EXPECT_EQ(static_cast<std::size_t>(std::count(found.begin(), found.end(), '=')), wanted.size())
        << name;
  };
  std::vector<std::string> kinds;
  for (const describe::KindInfo& kind : describe::event_kinds) {
    kinds.push_back("TAGSTREAM_" + in_capitals(to_string(kind.kind)) + " = " +
                    std::to_string(static_cast<int>(kind.kind)));
  }
  check("tagstream_event_kind", kinds);
  std::vector<std::string> codes{"TAGSTREAM_CODE_NONE = 0"};
  for (const describe::CodeInfo& code : describe::codes) {
    codes.push_back("TAGSTREAM_CODE_" + in_capitals(to_string(code.code)) + " = " +
                    std::to_string(static_cast<int>(code.code)));
  }
  check("tagstream_code", codes);
  std::vector<std::string> flags;
  for (const describe::FlagInfo& flag : describe::event_flags) {
    const int bit = std::countr_zero(static_cast<std::uint32_t>(flag.flag));
    flags.push_back("TAGSTREAM_" + in_capitals(flag.name) + " = 1 << " + std::to_string(bit));
  }
  check("tagstream_event_flag", flags);
  std::vector<std::string> types;
  for (int type = 0; std::string_view(to_string(OptionInfo::Type(type))) != "unknown"; ++type) {
    types.push_back("TAGSTREAM_OPTION_" + in_capitals(to_string(OptionInfo::Type(type))) + " = " +
                    std::to_string(type));
  }
  check("tagstream_option_type", types);
}

// Each field of the tables can be looked at here.
TEST_F(c_fields, all_are_looked_at) {
  for (const describe::EventFieldInfo& one : describe::event_fields) {
    EXPECT_TRUE(std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
      return field.name == one.member;
    })) << one.member;
  }
}

}  // namespace
}  // namespace tagstream::testing

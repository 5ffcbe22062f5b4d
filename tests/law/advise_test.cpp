#include "tagstream/advise.hpp"

#include "options/option_table.hpp"
#include "support/golden.hpp"
#include "tagstream/json.hpp"
#include "tagstream/json_tree.hpp"

/// Each advice is so: a reading with the changes finds what it says, and loses nothing.
namespace tagstream::testing {
namespace {

// The kinds of events that a message stands for. Markup is in none.
std::vector<EventKind> kinds_of(const Message& message) {
  std::vector<EventKind> kinds;
  const auto add = [&](bool is_there, EventKind kind) {
    if (is_there) kinds.push_back(kind);
  };
  add(!message.tool_calls.empty(), EventKind::tool_call);
  add(!message.tool_call_errors.empty(), EventKind::tool_call_error);
  add(!message.reasoning.empty(), EventKind::reasoning);
  add(!message.thoughts.empty(), EventKind::thought);
  add(!message.sections.empty(), EventKind::section_end);
  return kinds;
}

bool has(const std::vector<EventKind>& kinds, EventKind kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

// Why an advice about a text is wrong; empty if it is right.
std::string check_advice(std::string_view text, const Options& options, const Advice& advice) {
  const std::string line = to_json(advice) + ": ";
  Options others = options;
  Options changes;
  for (const Advice::Change& one : advice.changes) {
    if (const auto error = others.set(one.option, one.value)) return line + error->message;
    if (const auto error = changes.set(one.option, one.value)) return line + error->message;
  }
  // Its JSON says the same changes.
  JsonTree tree;
  const std::string json = to_json(advice);
  if (tree.read(json)) return line + "not JSON";
  const auto from_json = Options::from_json(tree.literal(*tree.find(JsonTree::root, "options")));
  if (!from_json) return line + from_json.error().message;
  for (const auto& one : option_table()) {
    if (one.get(*from_json) != one.get(changes)) return line + "not so in JSON";
  }
  const auto before = read(text, options);
  const auto after = read(text, others);
  if (!before || !after) return line + "no reading";
  const std::vector<EventKind> kinds_before = kinds_of(*before);
  const std::vector<EventKind> kinds_after = kinds_of(*after);
  for (const EventKind kind : kinds_before) {
    const bool is_loss = kind != EventKind::tool_call_error;
    if (is_loss && !has(kinds_after, kind)) return line + "loses " + to_string(kind);
  }
  for (const EventKind kind : kinds_after) {
    if (has(kinds_before, kind) == has(advice.finds, kind)) return line + to_string(kind);
  }
  for (const EventKind kind : advice.finds) {
    if (kind != EventKind::markup && !has(kinds_after, kind)) return line + to_string(kind);
  }
  return advice.finds.empty() || advice.changes.empty() ? line + "nothing is found" : "";
}

TEST(golden, advice_is_what_is_said_and_is_so) {
  replay(read_goldens("advice", {"advise"}), 18,
         [](const GoldenCase& golden, const GoldenBlock& block) {
           const auto parsed = golden_of(golden, block);
           if (!parsed) return parsed.error().message;
           const auto all = advise(golden.input, parsed->options);
           if (!all) return all.error().message;
           std::string lines;
           for (const Advice& advice : *all) {
             std::string failure = check_advice(golden.input, parsed->options, advice);
             if (!failure.empty()) return failure;
             lines += to_json(advice) + '\n';
           }
           return check_lines(golden, block, lines);
         });
}

// Of the answers of all families by the options of each, and by those of a few others.
TEST(golden, advice_about_any_answer_is_so) {
  Goldens goldens = read_goldens("dialects", {"read", "message"});
  for (const GoldenCase& one : read_goldens("", {"tokens", "read", "attributes"}).cases) {
    goldens.cases.push_back(one);
  }
  std::size_t count = 0;
  std::uint64_t number = 0;
  for (const GoldenCase& golden : goldens.cases) {
    if (!is_sampled(number++, sample_beyond(500))) continue;
    std::vector<Options> all{{.dialect = "hermes"}, {.calls_of = "qwen3"}, {.hide = {"think"}}};
    for (const GoldenBlock& block : golden.blocks) {
      if (block.reader == "tokens" || block.reader == "attributes") continue;
      const auto parsed = golden_of(golden, block);
      if (parsed && parsed->is_finished) all.push_back(parsed->options);
    }
    for (const Options& options : all) {
      const auto given = advise(golden.input, options);
      if (!given) continue;
      for (const Advice& advice : *given) {
        ++count;
        const std::string failure = check_advice(golden.input, options, advice);
        EXPECT_EQ(failure, "") << golden.file << ": " << golden.heading;
      }
    }
  }
  EXPECT_GT(count, 0U);
}

}  // namespace
}  // namespace tagstream::testing

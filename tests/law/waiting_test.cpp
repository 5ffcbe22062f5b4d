#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "dialects/format_of.hpp"
#include "support/golden.hpp"
#include "support/grammar_text.hpp"
#include "support/sampling.hpp"
#include "tagstream/reader.hpp"

/// L4 for calls and families, asked of the engine, after every prefix of every golden input: the
/// first byte that waits begins, or may begin, something that a rule in force names. That is a
/// marker, a tag, a header, Markdown code that may quote a call, or blanks beside one of these. In
/// hermes `<tool` and `<tool_call>{"name"` wait, and of `<tools` no byte does.
namespace tagstream::testing {
namespace {

void add(std::vector<std::string>& words, std::string_view word) {
  if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end()) {
    words.emplace_back(word);
  }
}
void add(std::vector<std::string>& words, const WordList& list) {
  for (std::string_view word : list) add(words, word);
}

void add(std::vector<std::string>& words, const HeaderFormat& header) {
  for (std::string_view word : {header.start, header.channel, header.message, header.constrain}) {
    add(words, word);
  }
  add(words, header.close);
  add(words, header.ends_before);
}

void add(std::vector<std::string>& words, const FamilyFormat& format) {
  add(words, format.drop);
  if (format.reasoning != nullptr) {
    const ReasoningFormat& reasoning = *format.reasoning;
    for (const WordList* list :
         {&reasoning.open, &reasoning.close, &reasoning.ends_before, &reasoning.drop}) {
      add(words, *list);
    }
    for (std::string_view name : reasoning.unwrap) {
      add(words, '<' + std::string(name) + '>');
      add(words, "</" + std::string(name) + '>');
    }
    add(words, reasoning.header);
  }
  if (format.tools == nullptr) return;
  for (const CallFormat& call : format.tools->calls) {
    add(words, call.open);
    add(words, call.close);
  }
  add(words, format.tools->wrap_open);
  add(words, format.tools->wrap_close);
  add(words, format.tools->header);
  if (format.tools->separator != 0) add(words, std::string_view(&format.tools->separator, 1));
}

// The things that may wait by some options.
struct Waits {
  std::vector<std::string> words;
  bool has_calls = false;   // so Markdown code may quote one
  bool may_lead = false;    // calls without an opener, before any text
  bool has_header = false;  // an answer may go on in a header of the prompt
  bool ignores_case = false;
};

// The marker at the beginning of a line of the notation: `<t` of `<t>NAME(...)</t>`, since a tag
// may have attributes, and `[CALL]` of `[\\CALL]{"NAME": ARGUMENTS}`.
std::string lead_of(std::string_view line) {
  std::string lead;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool is_body = !lead.empty() && (line[at] == '[' || line[at] == '(' || line[at] == '>');
    if (line[at] == '{' || is_body || line.substr(at, 4) == "NAME") break;
    if (line[at] == '\\') ++at;
    lead += line[at];
    if (lead.size() > 1 && line[at] == ']') break;
  }
  return std::string(trimmed(lead));
}

Waits waits_of(const Options& options) {
  Waits waits;
  waits.ignores_case = options.ignore_case;
  for (const std::string* name : {&options.dialect, &options.reasoning_of, &options.calls_of}) {
    const Dialect* const row = find_dialect(*name);
    if (row == nullptr) continue;
    const FamilyFormat& format = format_of(*row);
    add(waits.words, format);
    if (format.reasoning != nullptr) {
      waits.has_header = waits.has_header || format.reasoning->header.is_given();
    }
    if (format.tools == nullptr) continue;
    waits.has_calls = true;
    for (std::string_view tool : format.tools_known)
      add(waits.words, '<' + std::string(tool) + '>');
    for (const CallFormat& call : format.tools->calls) {
      waits.may_lead = waits.may_lead || call.is_leading || call.body == CallBody::json ||
                       call.body == CallBody::pythonic;
    }
  }
  for (const ToolSchema& tool : tools_in(options)) add(waits.words, '<' + tool.name + '>');
  for (const Rule& rule : rules_of(options)) {
    waits.has_calls = waits.has_calls || rule.action == Action::call;
    if (!rule.name.empty()) {
      add(waits.words, '<' + rule.name + '>');
      add(waits.words, "</" + rule.name + '>');
    } else {
      add(waits.words, rule.open);
      add(waits.words, rule.close);
      const std::string lead = lead_of(rule.line);
      add(waits.words, lead);
      if (lead.starts_with('<')) add(waits.words, "</" + lead.substr(1) + '>');
    }
  }
  waits.may_lead = waits.may_lead || !options.tool_choice.empty();
  return waits;
}

// True if one of the two begins with the other.
bool may_become(std::string_view held, std::string_view word, bool ignores_case) {
  const std::size_t size = std::min(held.size(), word.size());
  return same_name(held.substr(0, size), word.substr(0, size), ignores_case);
}

// True if `held` begins as the word does. Of a tag the `>` may come later, and blanks may stand in
// a closing tag.
bool begins(std::string_view held, std::string_view word, bool ignores_case) {
  if (may_become(held, word, ignores_case)) return true;
  const bool is_tag = word.size() > 2 && word.front() == '<' && word.back() == '>';
  if (!is_tag) return false;
  if (may_become(held, word.substr(0, word.size() - 1), ignores_case)) return true;
  if (!word.starts_with("</") || !held.starts_with("</")) return false;
  const std::string closer = "</" + std::string(trimmed_front(held.substr(2)));
  return closer.size() == 2 || may_become(closer, word.substr(0, word.size() - 1), ignores_case);
}

bool may_wait(std::string_view held, const Waits& waits, bool is_first) {
  if (is_blank(held.front())) return true;
  if (waits.has_calls && (held.front() == '`' || held.front() == '~')) return true;
  // A token may follow a call that is not closed.
  if (waits.has_calls && (held.starts_with("<|") || held == "<")) return true;
  if (is_first && (waits.may_lead || waits.has_header)) return true;
  return std::any_of(waits.words.begin(), waits.words.end(), [&](const std::string& word) {
    return begins(held, word, waits.ignores_case);
  });
}

// A byte may also wait for the rest of its code point.
bool waits_for_code_point(std::string_view held) {
  const bool is_lead = (static_cast<unsigned char>(held.front()) & 0xC0U) == 0xC0U;
  return held.size() <= 3 && is_lead && ends_inside_code_point(held);
}

std::string check(const GoldenCase& golden, const GoldenBlock& block) {
  const auto parsed = golden_of(golden, block);
  if (!parsed) return parsed.error().message;
  // Without `incremental` a thought is given when it is complete.
  const bool has_thoughts = !parsed->options.thought.empty();
  if (parsed->options.incremental || parsed->is_snapshots || has_thoughts) return {};
  const Limits usual;
  const Limits& limits = parsed->options.limits;
  const bool has_room =
      limits.max_tag_bytes == usual.max_tag_bytes && limits.max_held_bytes == usual.max_held_bytes;
  if (!has_room || parsed->options.dialect == "auto" || !parsed->options.format.empty()) return {};
  const auto rules = Rules::make(parsed->options);
  if (!rules) return rules.error().message;
  const Waits waits = waits_of(rules->options());
  Reader reader(*rules);
  const std::string& input = golden.input;
  for (std::size_t length = 1; length <= input.size(); ++length) {
    const std::string prefix = input.substr(0, length);
    reader.reset();
    std::uint64_t at = 0;
    std::string content;
    for (const Event& event : reader.feed(prefix)) {
      at = std::max(at, event.span.end);
      content += event.content();
    }
    // A value that begins the answer is followed to its end, though it is known to be no call.
    const std::string_view begun = trimmed(content);
    const bool is_first = begun.empty() || begun[0] == '{' || begun[0] == '[';
    if (at >= length) continue;
    const std::string_view held = std::string_view(prefix).substr(at);
    if (waits_for_code_point(held) || may_wait(held, waits, is_first)) continue;
    return "byte " + std::to_string(at) + " waits, and no rule names it, after \"" +
           printable(prefix) + '"';
  }
  return {};
}

TEST(witness, nothing_of_calls_and_families_waits_that_no_rule_names) {
  for (const char* folder : {"tools", "dialects"}) {
    const Goldens goldens = read_goldens(folder, {"read"});
    EXPECT_FALSE(goldens.cases.empty());
    for (const GoldenCase& golden : goldens.cases) {
      for (const GoldenBlock& block : golden.blocks) {
        if (block.reader != "read") continue;
        const std::string failure = check(golden, block);
        if (!failure.empty()) ADD_FAILURE() << golden.place(block) << '\n' << failure;
      }
    }
  }
}

}  // namespace
}  // namespace tagstream::testing

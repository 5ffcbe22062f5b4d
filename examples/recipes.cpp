// The C++ of docs/recipes.md and of other pages. A test compares its output.
#include <array>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tagstream/grammar.hpp"
#include "tagstream/tagstream.hpp"

namespace {

// docs/recipes.md, a chat
void show(std::span<const tagstream::Event> events) {
  for (const tagstream::Event& event : events) {
    if (event.kind == tagstream::EventKind::reasoning) std::cout << '(' << event.text << ')';
    if (event.kind == tagstream::EventKind::content) std::cout << event.text;
    if (event.kind == tagstream::EventKind::tool_call) {
      std::cout << event.name << ' ' << event.arguments() << '\n';
    }
  }
}

void chat(std::span<const std::string_view> pieces) {
  auto reader = tagstream::Reader::make({.dialect = "qwen3"});
  if (!reader) {
    std::cerr << reader.error().message << '\n';
    return;
  }
  for (std::string_view piece : pieces) show(reader->feed(piece));
  show(reader->finish());
}

// docs/recipes.md, answers on several threads
void count_calls(const tagstream::Rules& rules, std::span<const std::string> answers) {
  std::array<std::size_t, 2> counts{};
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < counts.size(); ++thread) {
      threads.emplace_back([&, thread] {
        for (std::size_t i = thread; i < answers.size(); i += counts.size()) {
          counts[thread] += tagstream::read(answers[i], rules).tool_calls.size();
        }
      });
    }
  }
  std::cout << counts[0] + counts[1] << " calls\n";
}

// docs/read.md
void read_after_prompt(tagstream::Reader& reader, std::string_view end_of_the_prompt,
                       std::string_view chunk) {
  if (!reader.prime(end_of_the_prompt)) return;  // gives no events
  show(reader.feed(chunk));                      // offsets count from here
  show(reader.finish());
}

// docs/thoughts.md
int read_snapshots(tagstream::Reader& reader, std::span<const std::string> texts) {
  tagstream::Snapshots snapshots;
  for (const std::string& text : texts) {
    const auto added = snapshots.feed(text);
    if (!added) {
      std::cerr << added.error().message << '\n';
      return 1;
    }
    show(reader.feed(*added));
  }
  show(reader.finish());
  return 0;
}

std::string read_line() { return "A <b>c</b>, "; }

// docs/extract.md
void list_tags() {
  auto stream = tagstream::ExtractStream::make({}).value();
  for (const tagstream::Tag tag : stream.feed(read_line()).tags()) {
    std::cout << tag.name() << ": " << tag.content() << '\n';
  }
}

// docs/constrain.md
void print_grammar(const std::string& tools) {
  const auto grammar = tagstream::gbnf_grammar({.dialect = "hermes", .tools = tools});
  if (grammar) std::cout << grammar->substr(0, 4) << "…\n";
}

}  // namespace

int main() {
  constexpr std::array<std::string_view, 3> pieces = {
      "<think>Rain?</th", "ink>Let me see.\n<tool_call>{\"name\": \"rain\", \"argu",
      "ments\": {\"city\": \"Oslo\"}}</tool_call>"};
  chat(pieces);

  const auto rules = tagstream::Rules::make({.dialect = "hermes"}).value();
  const std::string call = R"(<tool_call>{"name": "rain", "arguments": {}}</tool_call>)";
  count_calls(rules, std::vector<std::string>{call, call + call, "No.", call});

  tagstream::Reader reader(rules);
  read_after_prompt(reader, "<think>\n", "Rain?</think>Yes.\n");
  reader.reset();
  const int result =
      read_snapshots(reader, std::vector<std::string>{"It", "It rains", "It rains.\n"});
  list_tags();
  print_grammar(R"([{"name": "rain", "parameters": {"type": "object"}}])");
  return result;
}

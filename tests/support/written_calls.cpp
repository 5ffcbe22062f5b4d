#include "support/written_calls.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "support/cuts.hpp"
#include "support/sampling.hpp"
#include "support/watch.hpp"

namespace tagstream::testing {

namespace {

std::string check_calls(const WrittenCalls& calls, const std::vector<Seen>& items, bool in_pieces) {
  std::size_t count = 0;
  std::map<std::uint64_t, std::string> pieces;
  for (const Seen& item : items) {
    if (item.kind == EventKind::tool_call_delta) pieces[item.index] += item.text;
    if (item.kind == EventKind::tool_call_error) return "an error";
    if (item.kind == EventKind::notice) {  // it stands before its call
      const bool is_quoted = item.code == Code::unknown_key && calls.quoting.contains(count);
      if (!is_quoted) return std::string("the notice ") + to_string(item.code);
    }
    if (item.kind != EventKind::tool_call) continue;
    if (count == calls.tools.size()) return "too many calls";
    const std::string& tool = calls.tools[count];
    const std::string& arguments = calls.arguments[count++];
    if (item.name != tool) return "the name " + item.name;
    if (item.text != arguments) return item.text + "\nshould be\n" + arguments;
    if (item.has_started != in_pieces) return "a call without its start";
    if (in_pieces && pieces[item.index] != arguments) return "pieces " + pieces[item.index];
    if (item.is_repaired && !calls.quoting.contains(count - 1)) return "repaired";
  }
  return count == calls.tools.size() ? "" : "a call is missing";
}

}  // namespace

std::string read_back(const WrittenCalls& calls, const Options& options, std::mt19937_64& random) {
  const std::string& text = calls.text;
  Reader parser(*Rules::make(options));
  for (const Cuts& cuts :
       {Cuts{}, cut_by_size(text.size(), 1), cut_randomly(text.size(), random)}) {
    const EventRun got = run(text, parser, bounds_of(options), cuts);
    const std::string wrong =
        got.failure.empty() ? check_calls(calls, got.items, options.incremental) : got.failure;
    if (!wrong.empty()) return text + '\n' + to_text(cuts) + ": " + wrong;
  }
  return {};
}

void for_each_written(CallBody body, std::uint64_t texts, std::size_t least,
                      const std::function<std::string(const Dialect& row, const CallFormat& format,
                                                      std::uint64_t seed)>& check) {
  constexpr std::uint64_t default_seed = 20261122;
  const std::uint64_t first = from_environment("TAGSTREAM_SEED", default_seed);
  const std::uint64_t count = random_texts(texts, 10);
  std::cout << "TAGSTREAM_SEED=" << first << '\n';
  int failures = 0;
  std::size_t ways = 0;
  for (const Dialect& row : dialects()) {
    const ToolFormat* const tools = format_of(row).tools;
    if (tools == nullptr) continue;
    for (const CallFormat& format : tools->calls) {
      if (format.open.empty() || format.body != body) continue;
      if (format.opens_with_fence()) continue;  // no text may follow: see the goldens
      ++ways;
      for (std::uint64_t i = 0; i < count && failures < max_failures; ++i) {
        const std::string failure = check(row, format, first + i);
        if (failure.empty()) continue;
        ++failures;
        ADD_FAILURE() << row.name() << " TAGSTREAM_SEED=" << first + i << '\n' << failure;
      }
    }
  }
  EXPECT_GE(ways, least);
}

}  // namespace tagstream::testing

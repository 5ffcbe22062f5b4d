#include "harness.hpp"

#include <cstdint>
#include <cstring>
#include <ctime>
#include <vector>

#include "corpus.hpp"

namespace bench {
namespace {

std::vector<std::string>& rows() {
  static std::vector<std::string> names;
  return names;
}

std::vector<PacedRow>& all_paced() {
  static std::vector<PacedRow> rows;
  return rows;
}

/// The least that finding every '<' costs.
void sweep(benchmark::State& state, std::string_view text) {
  // NOLINTNEXTLINE(clang-analyzer-deadcode.DeadStores): the library's way to loop
  for (auto _ : state) benchmark::DoNotOptimize(count_lt(text));
}

std::string row_name(std::string_view row, Corpus corpus) {
  std::string name(row);
  name += '/';
  name += letter(corpus);
  return name;
}

void register_run(const std::string& name, const std::function<void(benchmark::State&)>& run,
                  bool is_once) {
#if !defined(__clang_analyzer__)  // it takes what the library keeps for a leak
  auto* const registered = benchmark::RegisterBenchmark(name.c_str(), run);
  registered->Unit(benchmark::kMillisecond);
  if (is_once) registered->Iterations(1)->Repetitions(1);
#endif
}

void register_throughput(std::string_view row, const Body& body) {
  rows().emplace_back(row);
  for (const Corpus corpus : corpora) {
    const auto run = [body, corpus](benchmark::State& state) {
      const std::string_view text = text_of(corpus);
      body(state, text);
      state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
    };
    register_run(row_name(row, corpus), run, false);
  }
}

void register_paced(const std::string& row, const Pace& pace, const Text& text,
                    const PacedBody& body) {
  const auto run = [=](benchmark::State& state) {
    const std::string_view given = text();
    body(state, given, pace.chunk_bytes);
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(given.size()));
  };
  register_run(row + '/' + pace.name, run, false);
}

}  // namespace

std::size_t count_lt(std::string_view text) {
  std::size_t found = 0;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const void* const lt = std::memchr(at, '<', static_cast<std::size_t>(end - at));
    if (lt == nullptr) break;
    ++found;
    at = static_cast<const char*>(lt) + 1;
  }
  return found;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

const std::vector<std::string>& row_names() { return rows(); }

bool add_throughput(const std::string& row, const Body& body) {
  static const bool has_ceiling = (register_throughput(ceiling_row, sweep), true);
  register_throughput(row, body);
  return has_ceiling;
}

bool add_calls(const std::string& row, std::size_t chunk_bytes, const Body& body) {
  rows().push_back(row);
  for (const Corpus corpus : corpora) {
    const auto run = [body, corpus, chunk_bytes](benchmark::State& state) {
      const std::string_view text = text_of(corpus).substr(0, call_text_bytes);
      body(state, text);
      const std::size_t calls = (text.size() + chunk_bytes - 1) / chunk_bytes;
      const auto per_call =
          benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert;
      state.counters[seconds_per_call_counter] =
          benchmark::Counter(static_cast<double>(calls), per_call);
    };
    register_run(row_name(row, corpus), run, false);
  }
  return true;
}

bool add_paced(const PacedRow& row, const Text& text, const PacedBody& body) {
  rows().push_back(row.name);
  all_paced().push_back(row);
  for (const Pace& pace : paces) register_paced(row.name, pace, text, body);
  return true;
}

bool add_sweep(const std::string& row, const Text& text) {
  rows().push_back(row);
  all_paced().push_back({row, row, Against::sweep});
  register_paced(
      row, paces.front(), text,
      [](benchmark::State& state, std::string_view given, std::size_t) { sweep(state, given); });
  return true;
}

const std::vector<PacedRow>& paced_rows() { return all_paced(); }

bool add_figures(const std::string& row, const Figures& figures) {
  rows().push_back(row);
  const auto run = [figures](benchmark::State& state) {
    for (auto _ : state) figures(state.counters);
  };
  register_run(row, run, true);
  return true;
}

}  // namespace bench

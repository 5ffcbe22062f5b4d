#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

// Each <subject>_bench.cpp adds its rows while it is initialised; main.cpp runs and reports them.

namespace bench {

/// Runs over the text that it is given until `state` has enough, and no longer.
using Body = std::function<void(benchmark::State& state, std::string_view text)>;

/// Adds a row that reads each whole corpus; reported in MB/s and as a share of memchr.
///
/// The first such row also adds the sweep of memchr over all '<' to the same run.
/// Returns true, so that it can initialise a constant.
bool add_throughput(const std::string& row, const Body& body);

/// Adds a row that reads the first `call_text_bytes` of each corpus in small calls; reported in ns
/// per call.
bool add_calls(const std::string& row, std::size_t chunk_bytes, const Body& body);

/// A way to cut a text into calls.
struct Pace {
  const char* name;
  std::size_t chunk_bytes;
};
inline constexpr std::array<Pace, 3> paces = {
    {{"whole", static_cast<std::size_t>(-1) / 2}, {"4KiB", std::size_t{4} << 10}, {"4B", 4}}};

/// Gives the text of a row, made when it is asked for.
using Text = std::function<std::string_view()>;

/// As `Body`, in calls of `chunk_bytes`.
using PacedBody =
    std::function<void(benchmark::State& state, std::string_view text, std::size_t chunk_bytes)>;

/// The row that a paced row is compared with.
enum class Against : std::uint8_t {
  sweep,  ///< memchr over its text: the throughput as a share of that
  text,   ///< the same bytes as text: the cost per byte as a multiple of that
};

/// A row that reads one text at every pace. `reference` is another such row, or the row itself.
struct PacedRow {
  std::string name;
  std::string reference;
  Against against = Against::sweep;
};

/// Adds it; reported in MB/s and compared with its reference in the same run.
bool add_paced(const PacedRow& row, const Text& text, const PacedBody& body);

/// Adds the sweep of memchr over `text`, at the first pace only, as a reference.
bool add_sweep(const std::string& row, const Text& text);

[[nodiscard]] const std::vector<PacedRow>& paced_rows();

/// The counters of one figure row, shown as they are.
using Figures = std::function<void(benchmark::UserCounters& counters)>;

/// Adds a row that is no time but a set of counts, taken once.
bool add_figures(const std::string& row, const Figures& figures);

/// The rows in the order in which they were added, without the corpus letter.
[[nodiscard]] const std::vector<std::string>& row_names();

/// How much text a row of calls reads.
inline constexpr std::size_t call_text_bytes = std::size_t{4} << 20;

/// Names of the counters by which the report tells the kinds of rows.
inline constexpr const char* bytes_per_second_counter = "bytes_per_second";
inline constexpr const char* seconds_per_call_counter = "per_call";

/// The row that the others are compared with.
inline constexpr std::string_view ceiling_row = "memchr";

/// CPU time of this thread.
[[nodiscard]] double cpu_seconds();

template <class Job>
double seconds_of(std::size_t times, Job job) {
  const double before = cpu_seconds();
  for (std::size_t i = 0; i < times; ++i) job();
  return cpu_seconds() - before;
}

/// The median of some samples, each of as many passes as take at least `least` seconds.
template <std::size_t samples, class Job>
double seconds_per_pass(double least, Job job) {
  std::size_t times = 1;
  while (seconds_of(times, job) < least) times *= 2;
  std::array<double, samples> taken{};
  for (double& sample : taken) sample = seconds_of(times, job) / static_cast<double>(times);
  std::nth_element(taken.begin(), taken.begin() + samples / 2, taken.end());
  return taken[samples / 2];
}

/// How many '<' there are, by memchr from one to the next.
[[nodiscard]] std::size_t count_lt(std::string_view text);

/// Calls `consume(chunk)` for `text` cut into pieces of `chunk_bytes`.
template <class Consume>
void cut(std::string_view text, std::size_t chunk_bytes, Consume consume) {
  for (std::size_t at = 0; at < text.size(); at += chunk_bytes) {
    consume(text.substr(at, chunk_bytes));
  }
}

}  // namespace bench

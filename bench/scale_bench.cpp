#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "corpus.hpp"
#include "harness.hpp"
#include "machine.hpp"
#include "options.hpp"
#include "tagstream/reader.hpp"

// The cost of a KiB from 1 KiB to 4 GiB, and on two threads: ns per KiB, in feeds of 64 KiB.
//   scale/<length>    one stream of that length, the first 4 MiB of a corpus again and again: a
//                     filter over b, a tool reader over e. CPU time, the least of five.
//   scale/threads     one stream of 256 MiB on one thread, and one each on two threads at once;
//                     `x of one` is how much more of the text they read in the same time, in
//                     percent: 200 at best. Time on the clock, the least of five.

namespace {

constexpr std::size_t kibibyte = 1024;
constexpr std::size_t feed_bytes = 64 * kibibyte;
constexpr std::size_t block_bytes = 4096 * kibibyte;

tagstream::Reader make_filter() { return *tagstream::Reader::make(bench::hide_two()); }
tagstream::Reader make_tools() { return *tagstream::Reader::make(bench::call_one()); }

/// Reads a stream of `bytes`; gives what its events account for.
template <class Reader>
std::uint64_t read_stream(Reader& reader, std::string_view block, std::size_t bytes) {
  std::uint64_t spans = 0;
  const auto take = [&](const auto& events) {
    for (const auto& event : events) spans += event.span.size();
  };
  for (std::size_t left = bytes; left > 0;) {
    const std::string_view part = block.substr(0, std::min(left, block.size()));
    bench::cut(part, feed_bytes, [&](std::string_view chunk) { take(reader.feed(chunk)); });
    left -= part.size();
  }
  take(reader.finish());
  reader.reset();
  return spans;
}

std::string_view block_of(bench::Corpus corpus) {
  return bench::text_of(corpus).substr(0, block_bytes);
}

/// Stops the program if a byte is missing: no figure means anything then.
void check(std::uint64_t spans, std::size_t bytes) {
  if (spans == bytes) return;
  std::fprintf(stderr, "scale: %zu bytes were read as %zu\n", bytes,
               static_cast<std::size_t>(spans));
  std::exit(EXIT_FAILURE);
}

template <class Reader>
double ns_per_kibibyte(Reader reader, std::string_view block, std::size_t bytes) {
  const std::size_t times = std::max<std::size_t>(1, 64 * kibibyte * kibibyte / bytes);
  double least = 0;
  for (int i = 0; i < 5; ++i) {
    const double seconds =
        bench::seconds_of(times, [&] { check(read_stream(reader, block, bytes), bytes); });
    if (i == 0 || seconds < least) least = seconds;
  }
  return least * 1e9 / static_cast<double>(times * (bytes / kibibyte));
}

bench::Figures stream_of(std::size_t bytes) {
  return [=](benchmark::UserCounters& counters) {
    counters["filter, ns per KiB"] =
        ns_per_kibibyte(make_filter(), block_of(bench::Corpus::typical), bytes);
    counters["tools, ns per KiB"] =
        ns_per_kibibyte(make_tools(), block_of(bench::Corpus::calls), bytes);
  };
}

/// How long `count` threads take, each with a stream of its own.
double seconds_on(std::size_t count, std::string_view block, std::size_t bytes) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < count; ++i) {
    threads.emplace_back([=] {
      bench::leave_cpu();
      tagstream::Reader reader = make_filter();
      check(read_stream(reader, block, bytes), bytes);
    });
  }
  for (std::thread& thread : threads) thread.join();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void count_threads(benchmark::UserCounters& counters) {
  constexpr std::size_t bytes = 256 * kibibyte * kibibyte;
  const std::string_view block = block_of(bench::Corpus::typical);
  double one = 0;
  double two = 0;
  for (int i = 0; i < 5; ++i) {
    const double alone = seconds_on(1, block, bytes);
    const double both = seconds_on(2, block, bytes);
    if (i == 0 || alone < one) one = alone;
    if (i == 0 || both < two) two = both;
  }
  counters["one, ms"] = one * 1e3;
  counters["two, ms"] = two * 1e3;
  counters["x of one, %"] = 200 * one / two;
}

std::string length_name(std::size_t kibibytes) {
  if (kibibytes < 1024) return std::to_string(kibibytes) + " KiB";
  if (kibibytes < 1024 * 1024) return std::to_string(kibibytes / 1024) + " MiB";
  return std::to_string(kibibytes / 1024 / 1024) + " GiB";
}

bool add_all() {
  for (std::size_t kibibytes = 1; kibibytes <= std::size_t{4} << 20; kibibytes *= 4) {
    bench::add_figures("scale/" + length_name(kibibytes), stream_of(kibibytes * kibibyte));
  }
  return bench::add_figures("scale/threads", count_threads);
}

[[maybe_unused]] const bool added = add_all();

}  // namespace

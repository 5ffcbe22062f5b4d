#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "harness.hpp"
#include "options.hpp"
#include "tagstream/reader.hpp"

// `thinking` and `tool` are hidden; the visible text is appended to one buffer that is used again.
// Every event is looked at: the bytes they account for must be the whole input.
//   memchr+copy                    the least: memchr over all '<', then everything appended
//   filter/whole, /64KiB, /4KiB    the length of a call
//   filter/markdown/…              the same with `markdown_code`

namespace {

std::uint64_t collect(std::span<const tagstream::Event> events, std::string& visible) {
  std::uint64_t length = 0;
  for (const tagstream::Event& event : events) {
    length += event.span.size();
    if (event.kind == tagstream::EventKind::content) visible += event.text;
  }
  return length;
}

bench::Body filtering(tagstream::Options options, std::size_t chunk_bytes) {
  return [options = std::move(options), chunk_bytes](benchmark::State& state,
                                                     std::string_view text) {
    auto made = tagstream::Reader::make(options);
    if (!made) {
      state.SkipWithError(made.error().message.c_str());
      return;
    }
    tagstream::Reader& reader = *made;
    std::string visible;
    const auto read_all = [&] {
      reader.reset();
      visible.clear();
      std::uint64_t length = 0;
      bench::cut(text, chunk_bytes,
                 [&](std::string_view chunk) { length += collect(reader.feed(chunk), visible); });
      return length + collect(reader.finish(), visible);
    };
    read_all();  // buffers that are kept grow now
    for (auto _ : state) {
      if (read_all() != text.size()) state.SkipWithError("the events do not tile the input");
      benchmark::DoNotOptimize(visible.data());
    }
  };
}

/// The least that any filter has to do: see every '<', and copy what is visible.
void sweep_and_copy(benchmark::State& state, std::string_view text) {
  std::string visible(text);  // its pages are there
  for (auto _ : state) {
    visible.clear();
    bench::cut(text, std::size_t{64} << 10, [&](std::string_view chunk) {
      benchmark::DoNotOptimize(bench::count_lt(chunk));
      visible += chunk;
    });
    benchmark::DoNotOptimize(visible.data());
  }
}

constexpr std::size_t whole = static_cast<std::size_t>(-1) / 2;
constexpr std::size_t large = std::size_t{64} << 10;
constexpr std::size_t small = std::size_t{4} << 10;
const tagstream::Options plain = bench::hide_two();
const tagstream::Options markdown = bench::hide_two(true);

[[maybe_unused]] const bool added[] = {
    bench::add_throughput("memchr+copy", sweep_and_copy),
    bench::add_throughput("filter/whole", filtering(plain, whole)),
    bench::add_throughput("filter/64KiB", filtering(plain, large)),
    bench::add_throughput("filter/4KiB", filtering(plain, small)),
    bench::add_throughput("filter/markdown/whole", filtering(markdown, whole)),
    bench::add_throughput("filter/markdown/64KiB", filtering(markdown, large)),
    bench::add_throughput("filter/markdown/4KiB", filtering(markdown, small)),
};

}  // namespace

#include <benchmark/benchmark.h>

#include <optional>
#include <string_view>

#include "harness.hpp"
#include "tagstream/extract.hpp"

// A text of 47 bytes, read by a call of a function with its options, and by an extractor that was
// made once. In ns for a text.
//   short/find             from the first `<break>` to the next `</break>`: the inner one, a
//   mistake short/inner            the content of the outer element short/extract          a tree
//   of all tags short/extract, a name  a tree of the tags of one name

namespace {

using tagstream::ExtractOptions;
using tagstream::Extractor;

constexpr std::string_view text = "<break>outer <break>inner</break> after</break>";
static_assert(text.size() == 47);

std::string_view unknown(std::string_view known) {
  benchmark::DoNotOptimize(known);
  return known;
}

template <class Job>
double nanoseconds(Job job) {
  return 1e9 * bench::seconds_per_pass<9>(0.02, [&] { benchmark::DoNotOptimize(job()); });
}

std::string_view find(std::string_view given, std::string_view opener, std::string_view closer) {
  const std::size_t begin = given.find(opener);
  if (begin == given.npos) return {};
  const std::size_t end = given.find(closer, begin);
  return given.substr(begin + opener.size(), end - begin - opener.size());
}

void naive(benchmark::UserCounters& counters) {
  const double time =
      nanoseconds([] { return find(unknown(text), unknown("<break>"), unknown("</break>")); });
  counters["a function"] = counters["made once"] = time;
}

void inner(benchmark::UserCounters& counters) {
  const Extractor extractor = *Extractor::make_for("break");
  counters["a function"] = nanoseconds([] { return tagstream::inner(unknown(text), "break"); });
  counters["made once"] = nanoseconds([&] { return extractor.inner(unknown(text)); });
}

void extract(benchmark::UserCounters& counters) {
  const Extractor extractor;
  counters["a function"] = nanoseconds([] { return tagstream::extract(unknown(text)).size(); });
  counters["made once"] = nanoseconds([&] { return extractor.extract(unknown(text)).size(); });
}

void extract_a_name(benchmark::UserCounters& counters) {
  const ExtractOptions options{.names = {"break"}};
  const Extractor extractor = *Extractor::make(options);
  counters["a function"] = nanoseconds([&] {
    const auto tree = tagstream::extract(unknown(text), options);
    return tree ? tree->size() : 0;
  });
  counters["made once"] = nanoseconds([&] { return extractor.extract(unknown(text)).size(); });
}

[[maybe_unused]] const bool added[] = {
    bench::add_figures("short/find", naive),
    bench::add_figures("short/inner", inner),
    bench::add_figures("short/extract", extract),
    bench::add_figures("short/extract, a name", extract_a_name),
};

}  // namespace

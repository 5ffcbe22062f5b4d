#include <benchmark/benchmark.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "corpus.hpp"
#include "machine.hpp"
#include "report.hpp"

// Own options, beside google-benchmark's:
//   --mib=N        length of each corpus in MiB (64, or what TAGSTREAM_BENCH_MIB says)
//   --cpu=N        the CPU to stay on (the one it starts on)
//   --report=FILE  also write the Markdown tables there
// Without other wishes: 5 repetitions in random order, medians, at least 0.2 s each.

namespace {

struct Options {
  int mib = 64;
  int cpu = -1;
  std::string report;
};

bool read_number(std::string_view text, int& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number >= 0;
}

enum class Taken { yes, no, bad };

Taken take_if(bool is_good) { return is_good ? Taken::yes : Taken::bad; }

/// Takes the argument if it is one of our own.
Taken take_option(std::string_view argument, Options& options) {
  if (argument.starts_with("--mib=")) {
    return take_if(read_number(argument.substr(6), options.mib) && options.mib > 0);
  }
  if (argument.starts_with("--cpu=")) return take_if(read_number(argument.substr(6), options.cpu));
  if (argument.starts_with("--report=")) {
    options.report = argument.substr(9);
    return take_if(!options.report.empty());
  }
  return Taken::no;
}

/// Takes our own options from environment and arguments, the rest goes to `others`.
bool take_options(int argc, char** argv, Options& options, std::vector<std::string>& others) {
  const char* const mib = std::getenv("TAGSTREAM_BENCH_MIB");
  if (mib != nullptr && take_option(std::string("--mib=") + mib, options) != Taken::yes) {
    std::fprintf(stderr, "TAGSTREAM_BENCH_MIB is no number above 0\n");
    return false;
  }
  for (int i = 1; i < argc; ++i) {
    const Taken taken = take_option(argv[i], options);
    if (taken == Taken::no) others.emplace_back(argv[i]);
    if (taken != Taken::bad) continue;
    std::fprintf(stderr, "bad option: %s\n", argv[i]);
    return false;
  }
  return true;
}

bool check_corpus(bench::Corpus corpus) {
  const double aim = bench::aimed_bytes_per_lt(corpus);
  const double real = bench::bytes_per_lt(bench::text_of(corpus));
  std::fprintf(stderr, "corpus %c: %.2f bytes per '<', aim %.1f\n", bench::letter(corpus), real,
               aim);
  return std::abs(real - aim) <= 0.02 * aim;
}

/// The corpora have the density that they are named for, or no figure means anything.
bool check_corpora() {
  for (const bench::Corpus corpus : bench::corpora) {
    if (!check_corpus(corpus)) return false;
  }
  return check_corpus(bench::Corpus::calls);
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments = {
      argv[0], "--benchmark_repetitions=5", "--benchmark_min_time=0.2",
      "--benchmark_enable_random_interleaving=true", "--benchmark_display_aggregates_only=true"};
  Options options;
  if (!take_options(argc, argv, options, arguments)) return 2;
  std::vector<char*> pointers;
  pointers.reserve(arguments.size());
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(count, pointers.data())) return 2;

  const int cpu = bench::pin_to_cpu(options.cpu);
  std::fprintf(stderr, "on CPU %d\n", cpu);
  if (cpu < 0 && options.cpu >= 0) return 2;
  bench::set_corpus_bytes(static_cast<std::size_t>(options.mib) << 20);
  if (!check_corpora()) {
    std::fprintf(stderr, "a corpus is not as dense as it should be\n");
    return 1;
  }

  bench::Report report(bench::is_terminal() ? bench::Report::OO_Defaults
                                            : bench::Report::OO_Tabular);
  benchmark::RunSpecifiedBenchmarks(&report);
  benchmark::Shutdown();
  std::cout << '\n';
  report.write_markdown(std::cout);
  if (!options.report.empty()) {
    std::ofstream file(options.report);
    report.write_markdown(file);
    if (!file) {
      std::fprintf(stderr, "cannot write %s\n", options.report.c_str());
      return 1;
    }
  }
  return report.has_failed() ? 1 : 0;
}

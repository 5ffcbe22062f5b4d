#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "corpus.hpp"
#include "harness.hpp"
#include "objects.hpp"
#include "options.hpp"
#include "readers/tokenizer.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/reader.hpp"

// The memory that a reader keeps, counted by replacing operator new in this program, and realloc
// and free, with which big arrays grow (the linker wraps them): live bytes with the allocator's
// rounding, beside the object itself. A stream is about 1 MiB of corpus b, fed without `finish`,
// that ends outside of every section. `peak` is the most while it was fed, `calls` how often
// operator new was called meanwhile.
//   memory/rules             compiled rules alone, shared by all filters that have them
//   memory/filter/new        a filter beside its rules, before the first byte
//   memory/filter/fed 4 B    the same after a stream in 4-byte calls; /fed 64 KiB likewise
//   memory/filter/reset      the same after `reset`
//   memory/tools/…, parse/…  likewise: two names, and answers of Qwen3
//   memory/tokenizer/…       likewise, for every tag; it has its own rules
//   memory/10,000 readers    as many beside each other, each in the middle of an answer
// The memory that the tags of a text of 64 KiB need, per tag and in all, beside the text:
//   memory/tree of a to d    as a tree, its storage new
//   memory/objects of a to d as nested objects with copied strings

extern "C" {
void* __real_realloc(void* memory, std::size_t size);
void __real_free(void* memory);
}

namespace {

// Of this thread: other rows have more than one.
thread_local std::size_t live_bytes = 0;
thread_local std::size_t peak_bytes = 0;
thread_local std::size_t new_calls = 0;

void* counted_new(std::size_t size, std::size_t alignment) {
  void* const memory =
      alignment <= alignof(std::max_align_t)
          ? std::malloc(std::max(size, std::size_t{1}))
          : std::aligned_alloc(alignment, (size + alignment - 1) & ~(alignment - 1));
  if (memory == nullptr) std::abort();
  live_bytes += malloc_usable_size(memory);
  peak_bytes = std::max(peak_bytes, live_bytes);
  ++new_calls;
  return memory;
}

void counted_delete(void* memory) {
  if (memory == nullptr) return;
  live_bytes -= malloc_usable_size(memory);
  __real_free(memory);
}

}  // namespace

extern "C" void* __wrap_realloc(void* memory, std::size_t size) {
  live_bytes -= malloc_usable_size(memory);
  void* const moved = __real_realloc(memory, size);
  live_bytes += malloc_usable_size(moved);
  peak_bytes = std::max(peak_bytes, live_bytes);
  ++new_calls;
  return moved;
}
extern "C" void __wrap_free(void* memory) { counted_delete(memory); }
void* operator new(std::size_t size) { return counted_new(size, 1); }
void* operator new[](std::size_t size) { return counted_new(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted_new(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return counted_new(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { counted_delete(memory); }
void operator delete[](void* memory) noexcept { counted_delete(memory); }
void operator delete(void* memory, std::size_t) noexcept { counted_delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { counted_delete(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { counted_delete(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { counted_delete(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  counted_delete(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
  counted_delete(memory);
}

namespace {

/// Counts from its making on.
class Count {
 public:
  Count() : live_(live_bytes), calls_(new_calls) { peak_bytes = live_bytes; }

  void put(benchmark::UserCounters& counters) const {
    const std::size_t live = live_bytes - live_;
    const std::size_t peak = peak_bytes - live_;
    const std::size_t calls = new_calls - calls_;
    counters["live"] = static_cast<double>(live);
    counters["peak"] = static_cast<double>(peak);
    counters["calls"] = static_cast<double>(calls);
  }

  void put_each(benchmark::UserCounters& counters, std::size_t readers) const {
    const std::size_t live = live_bytes - live_;
    counters["bytes of all"] = static_cast<double>(live);
    counters["bytes of each"] = static_cast<double>(live) / static_cast<double>(readers);
  }

  void put_tags(benchmark::UserCounters& counters, std::size_t tags) const {
    const std::size_t live = live_bytes - live_;
    counters["tags"] = static_cast<double>(tags);
    counters["bytes"] = static_cast<double>(live);
    counters["bytes per tag"] = static_cast<double>(live) / static_cast<double>(tags);
  }

 private:
  std::size_t live_;
  std::size_t calls_;
};

tagstream::Rules make_rules() { return *tagstream::Rules::make(bench::hide_two()); }

tagstream::Reader make_filter() {
  static const tagstream::Rules rules = make_rules();
  return tagstream::Reader(rules);
}

tagstream::Reader make_tools() {
  static const tagstream::Rules rules = *tagstream::Rules::make(bench::call_one());
  return tagstream::Reader(rules);
}

tagstream::Reader make_parser() {
  static const tagstream::Rules rules = *tagstream::Rules::make({.dialect = "qwen3"});
  return tagstream::Reader(rules);
}

tagstream::Tokenizer make_tokenizer() { return tagstream::Tokenizer(); }

/// The first MiB of corpus b, up to the last closing tag of a tool call that nothing surrounds.
std::string_view stream() {
  const std::string_view text =
      bench::text_of(bench::Corpus::typical).substr(0, std::size_t{1} << 20);
  constexpr std::string_view closing = "}}</tool>\n";
  return text.substr(0, text.rfind(closing) + closing.size());
}

enum class Until { made, fed, reset };

template <class Reader>
bench::Figures counting(Reader (*make)(), Until until, std::size_t chunk_bytes) {
  return [=](benchmark::UserCounters& counters) {
    const std::string_view text = stream();
    make();  // what is made once by anyone is there now
    const Count count;
    Reader reader = make();
    if (until != Until::made) {
      bench::cut(text, chunk_bytes,
                 [&](std::string_view chunk) { benchmark::DoNotOptimize(reader.feed(chunk)); });
    }
    if (until == Until::reset) reader.reset();
    count.put(counters);
  };
}

void count_rules(benchmark::UserCounters& counters) {
  const Count count;
  const tagstream::Rules rules = make_rules();
  count.put(counters);
}

void count_many(benchmark::UserCounters& counters) {
  const Count count;
  std::vector<tagstream::Reader> readers;
  readers.reserve(10000);
  for (std::size_t i = 0; i < 10000; ++i) {
    readers.push_back(make_parser());
    benchmark::DoNotOptimize(readers.back().feed("<think>I look"));
    benchmark::DoNotOptimize(readers.back().feed(" it up.</think>\nThe"));
    benchmark::DoNotOptimize(readers.back().feed(" answer is"));
  }
  count.put_each(counters, readers.size());
}

constexpr std::size_t large = std::size_t{64} << 10;

void count_tree(benchmark::UserCounters& counters, bench::Corpus corpus) {
  const std::string_view text = bench::text_of(corpus).substr(0, large);
  const tagstream::Extractor extractor;
  const Count count;
  const tagstream::Tree tree = extractor.extract(text);
  count.put_tags(counters, tree.size());
}

void count_nested(benchmark::UserCounters& counters, bench::Corpus corpus) {
  const std::string_view text = bench::text_of(corpus).substr(0, large);
  tagstream::Tokenizer tokenizer;
  static_cast<void>(bench::count_tags(text, tokenizer));  // its buffers grow now
  const Count count;
  const std::vector<bench::Object> objects = bench::read_objects(text, tokenizer);
  count.put_tags(counters, bench::count_objects(objects));
}

bool add_tags(const std::string& row, void (*figures)(benchmark::UserCounters&, bench::Corpus)) {
  for (const bench::Corpus corpus : bench::corpora) {
    const auto take = [=](benchmark::UserCounters& counters) { figures(counters, corpus); };
    bench::add_figures(row + " of " + bench::letter(corpus), take);
  }
  return true;
}

[[maybe_unused]] const bool added[] = {
    bench::add_figures("memory/rules", count_rules),
    bench::add_figures("memory/filter/new", counting(make_filter, Until::made, 4)),
    bench::add_figures("memory/filter/fed 4 B", counting(make_filter, Until::fed, 4)),
    bench::add_figures("memory/filter/fed 64 KiB", counting(make_filter, Until::fed, large)),
    bench::add_figures("memory/filter/reset", counting(make_filter, Until::reset, large)),
    bench::add_figures("memory/tools/new", counting(make_tools, Until::made, 4)),
    bench::add_figures("memory/tools/fed 4 B", counting(make_tools, Until::fed, 4)),
    bench::add_figures("memory/tools/reset", counting(make_tools, Until::reset, 4)),
    bench::add_figures("memory/parse/new", counting(make_parser, Until::made, 4)),
    bench::add_figures("memory/parse/fed 4 B", counting(make_parser, Until::fed, 4)),
    bench::add_figures("memory/parse/reset", counting(make_parser, Until::reset, 4)),
    bench::add_figures("memory/10,000 readers", count_many),
    bench::add_figures("memory/tokenizer/new", counting(make_tokenizer, Until::made, 4)),
    bench::add_figures("memory/tokenizer/fed 4 B", counting(make_tokenizer, Until::fed, 4)),
    bench::add_figures("memory/tokenizer/fed 64 KiB", counting(make_tokenizer, Until::fed, large)),
    add_tags("memory/tree", count_tree),
    add_tags("memory/objects", count_nested),
};

}  // namespace

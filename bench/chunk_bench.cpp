#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "harness.hpp"
#include "options.hpp"
#include "readers/tokenizer.hpp"
#include "tagstream/reader.hpp"
#ifdef TAGSTREAM_BENCH_C
#include "tagstream.h"
#endif

// The cost of a feed when a model's tokens come one by one, about 4 bytes each. The call is real:
// the wrapper below is never inlined, and the library is linked, not compiled in.
//   chunk/tokenizer          every tag
//   chunk/tokenizer/named    `thinking` and `tool` only
//   chunk/filter             these two hidden
//   chunk/in_c               the same through the C interface: `tagstream_feed`
//   chunk/in_c/copy          `tagstream_feed_copy`
//   chunk/in_c/json          `tagstream_feed_json`
//   chunk/filter/markdown    as chunk/filter with `markdown_code`
//   chunk/reasoning          the dialect qwen3 in open reasoning, before any visible text

namespace {

constexpr std::size_t chunk_bytes = 4;

/// How many tokens or events a call gave.
template <class Reader>
[[gnu::noinline]] std::size_t call(Reader& reader, std::string_view chunk) {
  return reader.feed(chunk).size();
}

/// Feeds the text in chunks, again and again. `feed` and `finish` return how much came.
template <class Reset, class Feed, class Finish>
void pass(benchmark::State& state, std::string_view text, Reset reset, Feed feed, Finish finish) {
  for (auto _ : state) {
    reset();
    std::uint64_t given = 0;
    bench::cut(text, chunk_bytes, [&](std::string_view chunk) { given += feed(chunk); });
    given += finish();
    if (given == 0) state.SkipWithError("nothing came out");
  }
}

template <class Reader, class Options>
bench::Body calling(Options options) {
  return [options = std::move(options)](benchmark::State& state, std::string_view text) {
    auto made = Reader::make(options);
    if (!made) {
      state.SkipWithError(made.error().message.c_str());
      return;
    }
    Reader& reader = *made;
    pass(
        state, text, [&] { reader.reset(); },
        [&](std::string_view chunk) { return call(reader, chunk); },
        [&] { return reader.finish().size(); });
  };
}

bool add(const char* row, tagstream::TokenizerOptions options) {
  return bench::add_calls(row, chunk_bytes, calling<tagstream::Tokenizer>(std::move(options)));
}
bool add(const char* row, tagstream::Options options) {
  return bench::add_calls(row, chunk_bytes, calling<tagstream::Reader>(std::move(options)));
}

tagstream::Options in_reasoning() { return {.dialect = "qwen3", .start_in_reasoning = true}; }

[[maybe_unused]] const bool added[] = {
    add("chunk/tokenizer", tagstream::TokenizerOptions{}),
    add("chunk/tokenizer/named", bench::two_names()),
    add("chunk/filter", bench::hide_two()),
    add("chunk/filter/markdown", bench::hide_two(true)),
    add("chunk/reasoning", in_reasoning()),
};

#ifdef TAGSTREAM_BENCH_C
using CReader = std::unique_ptr<tagstream_reader, decltype(&tagstream_reader_free)>;

/// As `calling`, through the C interface. `feed(reader, data, size)` returns how much came.
template <class Feed>
bench::Body calling_c(Feed feed) {
  return [feed](benchmark::State& state, std::string_view text) {
    tagstream_reader* made = nullptr;
    const char options[] = R"({"hide": ["thinking", "tool"]})";
    tagstream_reader_new(options, TAGSTREAM_ZERO_ENDED, &made, nullptr);
    const CReader reader(made, tagstream_reader_free);
    if (reader == nullptr) {
      state.SkipWithError("the reader could not be made");
      return;
    }
    pass(
        state, text, [&] { tagstream_reset(reader.get()); },
        [&](std::string_view chunk) { return feed(reader.get(), chunk.data(), chunk.size()); },
        [&] { return tagstream_finish(reader.get()).size; });
  };
}

template <auto function>
std::size_t size_of(tagstream_reader* reader, const char* chunk, std::size_t size) {
  return function(reader, chunk, size).size;
}

[[maybe_unused]] const bool added_c[] = {
    bench::add_calls("chunk/in_c", chunk_bytes, calling_c(size_of<tagstream_feed>)),
    bench::add_calls("chunk/in_c/copy", chunk_bytes, calling_c(size_of<tagstream_feed_copy>)),
    bench::add_calls("chunk/in_c/json", chunk_bytes, calling_c(size_of<tagstream_feed_json>)),
};
#endif

}  // namespace

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "harness.hpp"
#include "options.hpp"
#include "readers/tokenizer.hpp"
#include "tagstream/reader.hpp"

// What a feed costs when a model's tokens come one by one, about 4 bytes each. The call is real:
// the wrapper below is never inlined, and the library is linked, not compiled in.
//   chunk/tokenizer          every tag
//   chunk/tokenizer/named    `thinking` and `tool` only
//   chunk/filter             these two hidden
//   chunk/filter/markdown    the same with `markdown_code`
//   chunk/reasoning          the dialect qwen3 in open reasoning, before any visible text

namespace {

constexpr std::size_t chunk_bytes = 4;

/// How many tokens or events a call gave.
template <class Reader>
[[gnu::noinline]] std::size_t call(Reader& reader, std::string_view chunk) {
  return reader.feed(chunk).size();
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
    for (auto _ : state) {
      reader.reset();
      std::uint64_t given = 0;
      bench::cut(text, chunk_bytes, [&](std::string_view chunk) { given += call(reader, chunk); });
      given += reader.finish().size();
      if (given == 0) state.SkipWithError("nothing came out");
    }
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

}  // namespace

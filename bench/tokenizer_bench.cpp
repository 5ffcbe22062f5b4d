#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "harness.hpp"
#include "options.hpp"
#include "readers/tokenizer.hpp"

// Every token is looked at: its text is added up, and the sum must be the length of the input.
//   tokenizer/whole          one call for the whole text, every tag
//   tokenizer/64KiB          calls of 64 KiB, every tag
//   tokenizer/named/…        the same with two names only, `thinking` and `tool`

namespace {

std::uint64_t length_of(std::span<const tagstream::Token> tokens) {
  std::uint64_t length = 0;
  for (const tagstream::Token& token : tokens) length += token.raw.size();
  return length;
}

bench::Body reading(tagstream::TokenizerOptions options, std::size_t chunk_bytes) {
  return
      [options = std::move(options), chunk_bytes](benchmark::State& state, std::string_view text) {
        auto made = tagstream::Tokenizer::make(options);
        if (!made) {
          state.SkipWithError(made.error().message.c_str());
          return;
        }
        tagstream::Tokenizer& tokenizer = *made;
        const auto read_all = [&] {
          tokenizer.reset();
          std::uint64_t length = 0;
          bench::cut(text, chunk_bytes,
                     [&](std::string_view chunk) { length += length_of(tokenizer.feed(chunk)); });
          return length + length_of(tokenizer.finish());
        };
        read_all();  // buffers that are kept grow now
        for (auto _ : state) {
          if (read_all() != text.size()) state.SkipWithError("the tokens do not tile the input");
        }
      };
}

constexpr std::size_t whole = static_cast<std::size_t>(-1) / 2;
constexpr std::size_t large = std::size_t{64} << 10;
const tagstream::TokenizerOptions every_tag;
const tagstream::TokenizerOptions named = bench::two_names();

[[maybe_unused]] const bool added[] = {
    bench::add_throughput("tokenizer/whole", reading(every_tag, whole)),
    bench::add_throughput("tokenizer/64KiB", reading(every_tag, large)),
    bench::add_throughput("tokenizer/named/whole", reading(named, whole)),
    bench::add_throughput("tokenizer/named/64KiB", reading(named, large)),
};

}  // namespace

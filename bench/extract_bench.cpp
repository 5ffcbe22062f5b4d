#include "tagstream/extract.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "harness.hpp"
#include "objects.hpp"
#include "readers/tokenizer.hpp"

// The tree of every tag. The first rows read texts of 16 KiB, as long as a long answer: each is
// read for itself, so that nested objects with copied strings can follow. On d these need memory
// with the square of the length, because `vector<int>` looks like a tag that is never closed.
//   extract/tokens          only the tokens
//   extract/fresh           a tree, its storage new for each text
//   extract/reused          a tree, its storage used again
//   extract/reused, read    the same, and every name, attribute and content is looked at
//   extract/objects         nested objects with copied strings, made from the tokens
//   extract/whole           the whole corpus as one text, storage used again
//   extract/stream/64KiB    the whole corpus through a stream, 64 KiB a call

namespace {

constexpr std::size_t answer_bytes = std::size_t{16} << 10;
constexpr std::size_t chunk_bytes = std::size_t{64} << 10;

/// Calls `read(answer)`, which gives the number of tags, for all of the text until `state` has
/// enough. The sum must be what the tokens promise.
template <class Read>
void read_answers(benchmark::State& state, std::string_view text, const Read& read) {
  tagstream::Tokenizer tokenizer;
  std::size_t expected = 0;
  bench::cut(text, answer_bytes,
             [&](std::string_view answer) { expected += bench::count_tags(answer, tokenizer); });
  for (auto _ : state) {
    std::size_t tags = 0;
    bench::cut(text, answer_bytes, [&](std::string_view answer) { tags += read(answer); });
    if (tags != expected) state.SkipWithError("a tag is missing");
  }
}

void tokens(benchmark::State& state, std::string_view text) {
  tagstream::Tokenizer tokenizer;
  read_answers(state, text, [&tokenizer](std::string_view answer) {
    return bench::count_tags(answer, tokenizer);
  });
}

void fresh(benchmark::State& state, std::string_view text) {
  const tagstream::Extractor extractor;
  read_answers(state, text,
               [&extractor](std::string_view answer) { return extractor.extract(answer).size(); });
}

void reused(benchmark::State& state, std::string_view text) {
  const tagstream::Extractor extractor;
  tagstream::Tree tree;
  read_answers(state, text, [&](std::string_view answer) {
    extractor.extract_into(answer, tree);
    return tree.size();
  });
}

/// Looks at all that the objects hold: the bytes of names, attributes and contents, added up.
std::uint64_t look_at(const tagstream::Tree& tree) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < tree.size(); ++i) {
    const tagstream::Tag tag = tree[i];
    bytes += tag.name().size() + tag.content().size();
    for (const tagstream::Attribute& attribute : tag.attributes()) {
      bytes += attribute.name.size() + attribute.value.size();
    }
  }
  return bytes;
}

void reused_and_read(benchmark::State& state, std::string_view text) {
  const tagstream::Extractor extractor;
  tagstream::Tree tree;
  read_answers(state, text, [&](std::string_view answer) {
    extractor.extract_into(answer, tree);
    benchmark::DoNotOptimize(look_at(tree));
    return tree.size();
  });
}

void objects(benchmark::State& state, std::string_view text) {
  tagstream::Tokenizer tokenizer;
  read_answers(state, text, [&tokenizer](std::string_view answer) {
    const std::vector<bench::Object> all = bench::read_objects(answer, tokenizer);
    benchmark::DoNotOptimize(all.data());
    return bench::count_objects(all);
  });
}

void whole(benchmark::State& state, std::string_view text) {
  const tagstream::Extractor extractor;
  tagstream::Tree tree;
  extractor.extract_into(text, tree);  // its storage grows now
  for (auto _ : state) {
    extractor.extract_into(text, tree);
    benchmark::DoNotOptimize(tree.size());
  }
}

void stream(benchmark::State& state, std::string_view text) {
  const tagstream::Extractor extractor;
  const std::size_t expected = extractor.extract(text).size();
  tagstream::ExtractStream reader;
  for (auto _ : state) {
    reader.reset();
    std::size_t tags = 0;
    bench::cut(text, chunk_bytes,
               [&](std::string_view chunk) { tags += reader.feed(chunk).size(); });
    tags += reader.finish().size();
    if (tags != expected) state.SkipWithError("a tag is missing");
  }
}

[[maybe_unused]] const bool added[] = {
    bench::add_throughput("extract/tokens", tokens),
    bench::add_throughput("extract/fresh", fresh),
    bench::add_throughput("extract/reused", reused),
    bench::add_throughput("extract/reused, read", reused_and_read),
    bench::add_throughput("extract/objects", objects),
    bench::add_throughput("extract/whole", whole),
    bench::add_throughput("extract/stream/64KiB", stream),
};

}  // namespace

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "harness.hpp"
#include "peers.hpp"
#include "readers/tokenizer.hpp"
#include "tagstream/reader.hpp"

namespace peers {

namespace {

using tagstream::Event;
using tagstream::EventKind;

std::uint64_t openers(std::span<const tagstream::Token> tokens) {
  std::uint64_t count = 0;
  for (const tagstream::Token& token : tokens) {
    count += token.kind == tagstream::TokenKind::open || token.kind == tagstream::TokenKind::empty;
  }
  return count;
}

Read tokenizer() {
  auto reader = std::make_shared<tagstream::Tokenizer>(*tagstream::Tokenizer::make({}));
  return [reader](std::string_view text) -> std::optional<std::uint64_t> {
    reader->reset();
    std::uint64_t seen = 0;
    bench::cut(text, feed_bytes,
               [&](std::string_view chunk) { seen += openers(reader->feed(chunk)); });
    return seen + openers(reader->finish());
  };
}

void collect(std::span<const Event> events, std::string& visible) {
  for (const Event& event : events) {
    if (event.kind == EventKind::content) visible += event.text;
  }
}

Read filter() {
  auto reader =
      std::make_shared<tagstream::Reader>(*tagstream::Reader::make({.hide = {"thinking"}}));
  auto visible = std::make_shared<std::string>();
  return [reader, visible](std::string_view text) -> std::optional<std::uint64_t> {
    reader->reset();
    visible->clear();
    bench::cut(text, feed_bytes,
               [&](std::string_view chunk) { collect(reader->feed(chunk), *visible); });
    collect(reader->finish(), *visible);
    return visible->size();
  };
}

Read parser() {
  auto reader = std::make_shared<tagstream::Reader>(*tagstream::Reader::make({.dialect = "qwen3"}));
  return [reader](std::string_view text) -> std::optional<std::uint64_t> {
    reader->reset();
    std::uint64_t seen = 0;
    const auto take = [&seen](std::span<const Event> events) {
      for (const Event& event : events) {
        if (event.kind == EventKind::reasoning) seen += event.text.size();
        if (event.kind == EventKind::tool_call) seen += event.text.size();
      }
    };
    bench::cut(text, piece_bytes, [&](std::string_view piece) { take(reader->feed(piece)); });
    take(reader->finish());
    return seen;
  };
}

}  // namespace

void add_own(std::vector<Peer>& peers) {
  peers.push_back({"tags", "memchr", bench::count_lt});
  peers.push_back({"tags", "tagstream, tokens", tokenizer()});
  peers.push_back({"pair", "tagstream, filter", filter()});
  peers.push_back({"pieces", "tagstream, parse", parser()});
}

}  // namespace peers

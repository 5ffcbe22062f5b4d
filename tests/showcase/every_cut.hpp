#pragma once

// A model's answer arrives in pieces, and what is read must not depend on where they end. So
// each example here is read whole, cut in two at each place, and byte by byte.

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/cuts.hpp"
#include "support/extract_seen.hpp"
#include "support/guarded_chunk.hpp"
#include "support/seen.hpp"
#include "tagstream/tagstream.hpp"

namespace tagstream::showcase {

using testing::Cuts;
using testing::to_text;

/// The cuttings of `text`: whole first, then in two pieces, then byte by byte.
inline std::vector<Cuts> every_cut(std::string_view text) {
  std::vector<Cuts> all = {Cuts{}};
  for (std::size_t at = 1; at < text.size(); ++at) all.push_back({at});
  all.push_back(testing::cut_by_size(text.size(), 1));
  return all;
}

/// Calls `take` with the events of each piece and of the end. A piece is overwritten and freed
/// after it has been fed: nobody may need it later.
template <class Take>
void read_in_pieces(std::string_view text, const Rules& rules, const Cuts& cuts, Take take) {
  Reader reader(rules);
  testing::for_each_piece(text, cuts, [&](std::string_view piece) {
    const testing::GuardedChunk chunk(piece);
    take(reader.feed(chunk.view()));
    return true;
  });
  take(reader.finish());
}

inline std::string json_of(const Message& message) {
  std::string json;
  to_json(json, message);
  return json;
}

/// The message that `text` is. The test fails if a cutting gives another message, or other events
/// once neighbouring pieces are joined.
inline Message read_at_every_cut(std::string_view text, const Options& options) {
  const Rules rules = Rules::make(options).value();
  const Message whole = read(text, rules);
  std::string events_of_whole;
  for (const Cuts& cuts : every_cut(text)) {
    Message message;
    std::vector<testing::Seen> events;
    read_in_pieces(text, rules, cuts, [&](std::span<const Event> some) {
      message.add(some);
      for (const Event& event : some) testing::append_joined(events, event);
    });
    message.finish();
    if (cuts.empty()) events_of_whole = to_text(events);
    EXPECT_EQ(to_text(events), events_of_whole) << to_text(cuts);
    EXPECT_EQ(json_of(message), json_of(whole)) << to_text(cuts);
  }
  return whole;
}

/// The tree of `text`. The test fails if a stream gives other tags for one of the cuttings.
inline Tree extract_at_every_cut(std::string_view text, const ExtractOptions& options = {}) {
  const Tree whole = extract(text, options).value();
  ExtractStream stream = ExtractStream::make(options).value();
  for (const Cuts& cuts : every_cut(text)) {
    std::string failure;
    const testing::SeenTree cut = testing::read_stream(text, stream, cuts, failure);
    EXPECT_EQ(failure, "") << to_text(cuts);
    EXPECT_EQ(to_text(cut), to_text(testing::to_seen(whole))) << to_text(cuts);
  }
  return whole.with_own_text();
}

/// The visible text among `events`.
inline std::string content_of(std::span<const Event> events) {
  std::string text;
  for (const Event& event : events) text += event.content();
  return text;
}

}  // namespace tagstream::showcase

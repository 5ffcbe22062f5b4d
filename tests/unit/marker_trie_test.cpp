#include "lex/marker_trie.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream {
namespace {

MarkerTrie trie_of(const std::vector<std::string>& markers) {
  MarkerTrie trie;
  for (const std::string& marker : markers) trie.add(marker);
  trie.link();
  return trie;
}

// The node of the longest beginning of `text` that is one.
MarkerTrie::Node walk(const MarkerTrie& trie, std::string_view text) {
  MarkerTrie::Node node = 0;
  for (const char byte : text) {
    const MarkerTrie::Node next = trie.child(node, byte);
    if (next == 0) break;
    node = next;
  }
  return node;
}

TEST(marker_trie, numbers_markers_in_their_order_and_each_once) {
  MarkerTrie trie;
  EXPECT_EQ(trie.add("ab"), 0U);
  EXPECT_EQ(trie.add("a"), 1U);
  EXPECT_EQ(trie.add("ab"), 0U);
  EXPECT_EQ(trie.size(), 2U);
  EXPECT_EQ(trie.text(1), "a");
}

TEST(marker_trie, finds_a_child_among_few_and_among_all_bytes) {
  for (const int count : {1, 8, 9, 256}) {
    MarkerTrie trie;
    for (int i = 0; i < count; ++i) {
      const int byte = (i * 101 + 7) % 256;  // in no order
      trie.add(std::string(1, static_cast<char>(byte)) + "x");
    }
    trie.link();
    for (int i = 0; i < 256; ++i) {
      const int byte = (i * 101 + 7) % 256;
      const MarkerTrie::Node node = trie.child(0, static_cast<char>(byte));
      ASSERT_EQ(node != 0, i < count) << count << ' ' << i;
      EXPECT_TRUE(node == 0 || trie.leads_to(node, static_cast<MarkerTrie::Marker>(i)));
    }
  }
}

// ---- links and inner markers, against a naive search -----------------------------------------

using Markers = std::vector<std::string>;

bool begins_marker(const Markers& markers, std::string_view text) {
  return std::any_of(markers.begin(), markers.end(),
                     [&](const std::string& marker) { return marker.starts_with(text); });
}

// The longest proper suffix of `text` that begins a marker.
std::string_view naive_fail(const Markers& markers, std::string_view text) {
  do {
    text.remove_prefix(1);
  } while (!text.empty() && !begins_marker(markers, text));
  return text;
}

// The first place in [from, to) of `text` where a whole marker or a '<' stands.
std::size_t naive_first_start(const Markers& markers, std::string_view text, std::size_t from,
                              std::size_t to) {
  for (; from < to; ++from) {
    const std::string_view rest = text.substr(from);
    if (rest[0] == '<') break;
    if (std::any_of(markers.begin(), markers.end(),
                    [&](const std::string& marker) { return rest.starts_with(marker); })) {
      break;
    }
  }
  return from;
}

void check_node(const Markers& markers, const MarkerTrie& trie, std::string_view text) {
  const MarkerTrie::Node node = walk(trie, text);
  ASSERT_EQ(trie.depth(node), text.size());
  EXPECT_EQ(trie.fail(node), walk(trie, naive_fail(markers, text)));
  const auto size = static_cast<std::uint32_t>(text.size());
  for (std::uint32_t from = 1; from <= size; ++from) {
    for (std::uint32_t to = from; to <= size; ++to) {
      ASSERT_EQ(trie.first_start(node, from, to), naive_first_start(markers, text, from, to))
          << text << ' ' << from << ' ' << to;
    }
  }
}

TEST(marker_trie, knows_what_begins_within_each_marker) {
  std::mt19937_64 random(20260101);
  for (int round = 0; round < 3000; ++round) {
    const std::string_view alphabet = round % 3 == 0 ? "ab" : round % 3 == 1 ? "aab" : "ab<";
    Markers markers;
    for (std::uint64_t n = 1 + random() % 6; n > 0; --n) {
      std::string& marker = markers.emplace_back();
      for (std::uint64_t size = 1 + random() % 9; size > 0; --size) {
        marker += alphabet[random() % alphabet.size()];
      }
    }
    const MarkerTrie trie = trie_of(markers);
    for (const std::string& marker : markers) {
      for (std::size_t size = 1; size <= marker.size(); ++size) {
        check_node(markers, trie, std::string_view(marker).substr(0, size));
        if (::testing::Test::HasFailure()) {
          for (const std::string& each : markers) ADD_FAILURE() << each;
          return;
        }
      }
    }
  }
}

// ---- what building costs ---------------------------------------------------------------------

std::string repeated(std::string_view unit, std::size_t size) {
  std::string text;
  while (text.size() < size) text += unit;
  return text;
}

// a, aa, aaa, ... up to `bytes` in all; with `last`, which none of them has.
Markers growing(std::size_t bytes, const std::string& last) {
  Markers markers;
  for (std::size_t size = 1; size < bytes; bytes -= size, ++size) {
    markers.push_back(std::string(size, 'a') + last);
  }
  return markers;
}

std::vector<Markers> shapes(std::size_t bytes) {
  std::vector<Markers> all;
  for (const char* unit : {"a", "ab", "aab", "abcdefghij", "<"}) {
    all.push_back({repeated(unit, bytes)});
    all.push_back({repeated(unit, bytes) + "x", repeated(unit, bytes) + "y"});
  }
  for (const std::string last : {"", "b"}) {
    all.push_back(growing(bytes, last));
    all.back().push_back("c" + std::string(bytes, 'a') + last);
    all.back().push_back(std::string(bytes, 'a') + "d");
  }
  Markers many;
  for (std::size_t i = 0; i < bytes / 8; ++i) many.push_back("[" + std::to_string(1000000 + i));
  all.push_back(std::move(many));
  return all;
}

TEST(marker_trie, costs_a_few_steps_for_each_byte) {
  for (const std::size_t bytes : {std::size_t{4000}, std::size_t{8000}, std::size_t{16000}}) {
    for (const Markers& markers : shapes(bytes)) {
      std::size_t total = 0;
      for (const std::string& marker : markers) total += marker.size();
      EXPECT_LE(trie_of(markers).steps(), 6 * total) << bytes << ' ' << markers[0].substr(0, 20);
    }
  }
}

}  // namespace
}  // namespace tagstream

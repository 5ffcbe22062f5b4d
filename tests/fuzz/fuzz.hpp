#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "support/cuts.hpp"
#include "support/describe.hpp"
#include "support/exhaustive.hpp"
#include "support/parse_text.hpp"
#include "support/seen.hpp"

/// Shared by all fuzzers: what the bytes of an input mean, and how a text is tried.
namespace tagstream::fuzz {

/// An input is three bytes and a text, so that a change of the text leaves the options alone.
struct Input {
  std::size_t kind = 0;         ///< byte 0: what reads; in most fuzzers a dialect
  std::uint64_t seed = 0;       ///< byte 1: the random options
  std::uint64_t cuts_seed = 0;  ///< byte 2: where the text is cut
  std::string_view text;        ///< what follows, up to the longest that is tried
};
inline constexpr std::size_t head_bytes = 3;
inline constexpr std::size_t longest_text = 1500;

/// The work of a fuzzer on one input.
void try_input(const Input& input);

/// False for an input that is too short.
inline bool read_input(const std::uint8_t* data, std::size_t size, Input& input) {
  if (size < head_bytes) return false;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  input = {data[0], data[1], data[2], bytes.substr(head_bytes, longest_text)};
  return true;
}

inline std::string write_input(const Input& input) {
  std::string bytes;
  for (const std::uint64_t byte : {std::uint64_t{input.kind}, input.seed, input.cuts_seed}) {
    bytes += static_cast<char>(byte);
  }
  return bytes.append(input.text);
}

/// Ends the fuzzer, which keeps the input.
[[noreturn]] inline void fail(const Input& input, const std::string& what) {
  std::fprintf(stderr, "%s\n%s\n", testing::escaped(input.text).c_str(), what.c_str());
  std::abort();
}

/// Options for a dialect; for a kind above the last one, reasoning of one family and calls of
/// another. Seed 0 has only the dialect.
inline Options parse_options(const Input& input) {
  std::mt19937_64 random(input.seed);
  Options options = testing::random_parse_options(random);
  const std::size_t kind = input.kind % (dialects().size() + 1);
  if (kind == dialects().size()) return options;
  const Options plain{.dialect = std::string(dialects()[kind].name())};
  if (input.seed == 0) return plain;
  options.model.clear();
  options.format.clear();
  options.reasoning_of.clear();
  options.calls_of.clear();
  options.dialect = plain.dialect;
  return Rules::make(options) ? options : plain;
}

/// Options, and what reads by them.
template <class Options, class Reader>
struct Tried {
  explicit Tried(Options given) : options(std::move(given)), reader(options) {}
  Options options;
  Reader reader;
};

/// Keeps some of what kinds and seeds have asked for: rules take longer to make than a short text
/// takes to read.
template <class Made>
class Kept {
 public:
  template <class Make>
  Made& get(const Input& input, Make make) {
    const std::uint64_t key = input.kind << 8 | input.seed;
    Place& place = places_[key * 0x9E3779B97F4A7C15U >> 54U];
    if (place.made == nullptr || place.key != key) {
      place = {key, std::make_unique<Made>(make())};
    }
    return *place.made;
  }

 private:
  struct Place {
    std::uint64_t key = 0;
    std::unique_ptr<Made> made;
  };
  std::array<Place, 1024> places_;
};

/// The cuttings that each text is tried with.
inline std::array<testing::Cuts, 4> cuttings(const Input& input) {
  std::mt19937_64 random(input.cuts_seed);
  const std::size_t size = input.text.size();
  return {testing::Cuts{}, testing::cut_with_empty_pieces(size),
          testing::cut_by_size(size, 2 + input.cuts_seed % 14),
          testing::cut_randomly(size, random)};
}

/// The text must give `want`, however it is cut. The laws are watched in one of the cuttings, which
/// takes long; the others must have the same signature.
template <class Options, class Reader, class Want>
void try_cuttings(const Input& input, Tried<Options, Reader>& tried, const Want& want) {
  const auto check = [&](const testing::Cuts& cuts) {
    const std::string failure = tried.reader.check(input.text, cuts, want);
    if (failure.empty()) return;
    fail(input, testing::describe(tried.options) + '\n' + testing::to_text(cuts) + '\n' + failure);
  };
  const auto signature = [&](const testing::Cuts& cuts) {
    return testing::signature_of(tried.reader, input.text, cuts);
  };
  const auto all = cuttings(input);
  check(all[input.cuts_seed % all.size()]);
  const std::uint64_t whole = signature({});
  for (const testing::Cuts& cuts : all) {
    if (signature(cuts) == whole) continue;
    check({});
    check(cuts);
    fail(input,
         testing::describe(tried.options) + '\n' + testing::to_text(cuts) + ": not as whole");
  }
}

}  // namespace tagstream::fuzz

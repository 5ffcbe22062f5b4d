#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "harness.hpp"
#include "peers.hpp"

#ifdef PEERS_RE2
#include <re2/re2.h>
#endif
#ifdef PEERS_PCRE2
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#endif
#ifdef PEERS_HYPERSCAN
#include <hs/hs.h>
#endif

// Regular expressions on the pair `<thinking>…</thinking>`: the text outside is appended to
// one buffer. A pair inside a pair ends at its first closing tag for them.

namespace peers {

namespace {

[[maybe_unused]] constexpr const char* pair = "(?s)<thinking>.*?</thinking>";

#ifdef PEERS_RE2
Read re2_pair() {
  auto pattern = std::make_shared<RE2>(pair);
  auto visible = std::make_shared<std::string>();
  return [pattern, visible](std::string_view text) -> std::optional<std::uint64_t> {
    const re2::StringPiece all(text.data(), text.size());
    re2::StringPiece found;
    std::size_t at = 0;
    visible->clear();
    while (pattern->Match(all, at, text.size(), RE2::UNANCHORED, &found, 1)) {
      const auto begin = static_cast<std::size_t>(found.data() - text.data());
      visible->append(text.substr(at, begin - at));
      at = begin + found.size();
    }
    visible->append(text.substr(at));
    return visible->size();
  };
}
#endif

#ifdef PEERS_PCRE2
Read pcre2_pair() {
  int error = 0;
  PCRE2_SIZE offset = 0;
  const std::shared_ptr<pcre2_code> code(
      pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pair), PCRE2_ZERO_TERMINATED, 0, &error, &offset,
                    nullptr),
      pcre2_code_free);
  pcre2_jit_compile(code.get(), PCRE2_JIT_COMPLETE);
  const std::shared_ptr<pcre2_match_data> match(
      pcre2_match_data_create_from_pattern(code.get(), nullptr), pcre2_match_data_free);
  auto visible = std::make_shared<std::string>();
  return [code, match, visible](std::string_view text) -> std::optional<std::uint64_t> {
    const auto* const bytes = reinterpret_cast<PCRE2_SPTR>(text.data());
    std::size_t at = 0;
    visible->clear();
    while (pcre2_jit_match(code.get(), bytes, text.size(), at, 0, match.get(), nullptr) > 0) {
      const PCRE2_SIZE* const ends = pcre2_get_ovector_pointer(match.get());
      visible->append(text.substr(at, ends[0] - at));
      at = ends[1];
    }
    visible->append(text.substr(at));
    return visible->size();
  };
}
#endif

#ifdef PEERS_HYPERSCAN
struct Pairs {
  std::string_view text;
  std::string* visible;
  std::size_t at = 0;
  bool is_open = false;
};

constexpr const char* tags[] = {"<thinking>", "</thinking>"};
constexpr std::size_t tag_bytes[] = {10, 11};

int take_tag(unsigned id, unsigned long long, unsigned long long end, unsigned, void* given) {
  Pairs& pairs = *static_cast<Pairs*>(given);
  if (pairs.is_open == (id == 0)) return 0;
  const auto stop = static_cast<std::size_t>(end);
  if (id == 0) pairs.visible->append(pairs.text.substr(pairs.at, stop - tag_bytes[0] - pairs.at));
  pairs.at = stop;
  pairs.is_open = id == 0;
  return 0;
}

// It finds where expressions end, not what is between them: both tags are looked for.
Read hyperscan_pair() {
  hs_database_t* database = nullptr;
  hs_compile_error_t* error = nullptr;
  const unsigned ids[] = {0, 1};
  hs_compile_lit_multi(tags, nullptr, ids, tag_bytes, 2, HS_MODE_BLOCK, nullptr, &database, &error);
  hs_scratch_t* scratch = nullptr;
  hs_alloc_scratch(database, &scratch);
  const std::shared_ptr<hs_database_t> all(database, hs_free_database);
  const std::shared_ptr<hs_scratch_t> room(scratch, hs_free_scratch);
  auto visible = std::make_shared<std::string>();
  return [all, room, visible](std::string_view text) -> std::optional<std::uint64_t> {
    visible->clear();
    Pairs pairs{text, visible.get()};
    hs_scan(all.get(), text.data(), static_cast<unsigned>(text.size()), 0, room.get(), take_tag,
            &pairs);
    visible->append(text.substr(pairs.at));
    return visible->size();
  };
}
#endif

}  // namespace

void add_patterns([[maybe_unused]] std::vector<Peer>& peers) {
#ifdef PEERS_RE2
  peers.push_back({"pair", "RE2", re2_pair()});
#endif
#ifdef PEERS_PCRE2
  peers.push_back({"pair", "PCRE2, compiled", pcre2_pair()});
#endif
#ifdef PEERS_HYPERSCAN
  peers.push_back({"pair", "Hyperscan, both tags", hyperscan_pair()});
#endif
}

}  // namespace peers

// The searches of the kernels that read blocks of 64 bytes. Each of those kernels includes this
// file once, after it has defined `Block` and its operations, and TAGSTREAM_TARGET, the processor
// that the functions are compiled for. So all operations can be inlined.
//
// A *mask* is a 64-bit number with one bit for each byte of a block; the lowest bit is that of the
// first byte.

// The masks of `a <b> </b`, with the bit of the first byte on the left:
//
//   bytes                a   <  b  >     <  /  b
//   equal(block, '<')    .  .  1  .  .  .  1  .  .
//   equal(block, '>')    .  .  .  .  1  .  .  .  .
//   equal(block, '/')    .  .  .  .  .  .  .  1  .
//
// `std::countr_zero` of the first mask is 2, the place of the first `<`. `mask &= mask - 1` clears
// that bit, so that the next call gives the next `<`.
// The first block alone is looked at first, since most members are near; then four blocks at a
// time, with one branch.
template <class Table>
TAGSTREAM_TARGET inline const char* find_member(const char* from, const char* to,
                                                const Table& table) {
  while (from != to) {
    const auto left = static_cast<std::size_t>(to - from);
    const bool is_last = left < 64;
    const std::uint64_t valid = is_last ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    const Block block = is_last ? load_part(from, left) : load(from);
    const std::uint64_t found = members(block, table) & valid;
    if (found != 0) return from + std::countr_zero(found);
    if (is_last) return to;
    from += 64;
    for (; static_cast<std::size_t>(to - from) >= 256; from += 256) {
      if (!has_any(from, table)) continue;
      std::uint64_t mask = 0;
      while ((mask = members(load(from), table)) == 0) from += 64;
      return from + std::countr_zero(mask);
    }
  }
  return to;
}

TAGSTREAM_TARGET const char* find_in_set(const char* from, const char* to, const ByteSet& set) {
  return set.low_halves().is_exact ? find_member(from, to, set.low_halves())
                                   : find_member(from, to, set.table());
}

// The mask of the bytes that a backslash escapes, from the mask of all backslashes. `carry` is 1 if
// the last byte of the block before escapes the first byte of this block. The function sets it for
// the next block.
//
// In a run of backslashes every second one is escaped. So is the byte after a run of odd length.
// One subtraction finds the ends of all runs: it borrows through each run, and stops at the bit
// after it. The run was odd if that place is odd and its beginning even, or the reverse (simdjson's
// trick). There are no branches, since a processor could not predict where escapes stand.
//
//   bytes      a  \  "  b  \  \  "  c
//   slashes    .  1  .  .  1  1  .  .
//   escaped    .  .  1  .  .  1  .  .      so the first quote is part of the string, the second not
TAGSTREAM_TARGET inline std::uint64_t escaped_bytes(std::uint64_t slashes, std::uint64_t& carry) {
  constexpr std::uint64_t odd_places = 0xAAAAAAAAAAAAAAAA;
  const std::uint64_t escaping = slashes & ~carry;
  const std::uint64_t run_ends = ((escaping << 1) | odd_places) - escaping;
  const std::uint64_t alternate = run_ends ^ odd_places;
  const std::uint64_t escaped = alternate ^ (slashes | carry);
  carry = (alternate & slashes) >> 63;
  return escaped;
}

// Searches for the end of a string (scan.hpp). A last block of fewer than 64 bytes is filled up
// with zeros, which are control bytes and end the search. A backslash that is the last byte of the
// text is not passed: the result is its place, so that the caller sees it again with more text.
TAGSTREAM_TARGET const char* find_string_end(const char* from, const char* to, char quote) {
  std::uint64_t carry = 0;
  while (from != to) {
    const auto left = static_cast<std::size_t>(to - from);
    const Block block = left < 64 ? load_part(from, left) : load(from);
    const std::uint64_t quotes = equal(block, quote);
    const std::uint64_t slashes = equal(block, '\\');
    std::uint64_t stops = quotes | up_to(block, 0x1f);
    std::uint64_t bad = 0;
    if ((slashes | carry) != 0) {
      const std::uint64_t escaped = escaped_bytes(slashes, carry);
      bad = escaped & ~(members(block, escape_letters) | quotes);
      stops = (stops & ~escaped) | bad;
    }
    if (stops != 0) {
      const int at = std::countr_zero(stops);
      return from + at - static_cast<int>(bad >> at & 1U);  // at its backslash
    }
    if (left == 64) break;
    from += 64;
  }
  return to - carry;
}

TAGSTREAM_TARGET inline Block load_up_to_64(const char* at, std::size_t left) {
  return left < 64 ? load_part(at, left) : load(at);
}

// Copies whole blocks of 64 bytes, even if fewer bytes are needed: the next store begins where the
// last needed byte ends, and overwrites the rest. So no copy has a length that the processor could
// not predict. After an escape the rest of the block is stored again after it.
TAGSTREAM_TARGET char* write_escaped(const char* from, const char* to, char* out) {
  while (from != to) {
    const auto left = static_cast<std::size_t>(to - from);
    const std::size_t size = std::min<std::size_t>(left, 64);
    const Block block = load_up_to_64(from, left);
    store(out, block);
    std::uint64_t stops = equal(block, '"') | equal(block, '\\') | up_to(block, 0x1f);
    if (size < 64) stops &= (std::uint64_t{1} << size) - 1;
    const char* const end = from + size;
    const char* const begin = from;
    for (; stops != 0; stops &= stops - 1) {
      const char* const stop = begin + std::countr_zero(stops);
      const JsonEscape& escape = json_escapes[static_cast<unsigned char>(*stop)];
      out += stop - from;
      std::memcpy(out, escape.text, sizeof escape.text);
      out += escape.size;
      from = stop + 1;
      store(out, load_up_to_64(from, static_cast<std::size_t>(to - from)));
    }
    out += end - from;
    from = end;
  }
  return out;
}

// ---- tags ------------------------------------------------------------------------------------

// Plain text has no '<' for long stretches: passes the windows without a byte that is wanted, four
// with one branch.
template <class Wanted>
TAGSTREAM_TARGET inline const char* pass_windows(const char* from, const char* to,
                                                 const Wanted& wanted) {
  while (static_cast<std::size_t>(to - from) >= 256 && !has_any(from, wanted)) from += 256;
  return from;
}

// Sets `run` to the first backtick or tilde of the block that begins at `at`.
TAGSTREAM_TARGET inline bool note_run(const Block& block, const char* at, const char*& run) {
  const std::uint64_t runs = members(block, run_bytes.low_halves());
  if (runs != 0) run = at + std::countr_zero(runs);
  return runs != 0;
}

// A `<` counts if the byte after it is in `opens`, or if that is a `/` and the next one is in
// `closes`. In `a < b <x> </y>`, with `opens` {x} and `closes` {z}, only the `<` of `<x>` counts.
// The sets may hold too much, so the caller still looks at each `<` that counts.
//
// The first backtick or tilde is found on the way: text that has none is read once for both.
template <bool wants_run>
TAGSTREAM_TARGET inline const char* find_starts_and(const char* from, const char* to,
                                                    const StartFilter& filter, std::uint64_t& mask,
                                                    const char*& run) {
  // The bytes after each '<' come from two more loads, one and two places further on. A load is as
  // cheap as shifting the blocks against each other, and needs no branch on those bytes.
  while (static_cast<std::size_t>(to - from) >= window_size + 2) {
    const Block block = load(from);
    std::uint64_t found = equal(block, '<');
    const bool has_run = wants_run && note_run(block, from, run);
    if (found != 0) {
      const Block second = load(from + 1);
      const Block third = load(from + 2);
      found &= members(second, filter.opens) | (equal(second, '/') & members(third, filter.closes));
      if (found != 0) {
        mask = found;
        return from;
      }
    }
    from += window_size;
    if constexpr (wants_run) {
      if (has_run) return find_starts_and<false>(from, to, filter, mask, run);
      from = pass_windows(from, to, lt_and_run_bytes.low_halves());
    } else {
      from = pass_windows(from, to, '<');
    }
  }
  bool has_run = false;
  for (; from != to; from += std::min(window_size, static_cast<std::size_t>(to - from))) {
    const Block block = load_up_to_64(from, static_cast<std::size_t>(to - from));
    std::uint64_t found = equal(block, '<');
    if (wants_run && !has_run) has_run = note_run(block, from, run);
    for (std::uint64_t rest = found; rest != 0; rest &= rest - 1) {
      const int at = std::countr_zero(rest);
      if (!filter.may_begin(from + at, to)) found ^= std::uint64_t{1} << at;
    }
    if (found != 0) {
      mask = found;
      return from;
    }
  }
  mask = 0;
  return to;
}

TAGSTREAM_TARGET inline const char* find_starts(const char* from, const char* to,
                                                const StartFilter& filter, std::uint64_t& mask) {
  const char* none = nullptr;
  return find_starts_and<false>(from, to, filter, mask, none);
}
TAGSTREAM_TARGET const char* find_starts_and_run(const char* from, const char* to,
                                                 const StartFilter& filter, std::uint64_t& mask,
                                                 const char*& run) {
  run = to;
  return find_starts_and<true>(from, to, filter, mask, run);
}

// The masks of a window, one for each kind of byte. If the text ends inside the window, the bits
// after the end are set in `invalid` and `value_stops`, and in no other mask.
struct Places {
  std::uint64_t blanks, gt, slashes, equals, quotes, apostrophes;
  std::uint64_t attr_names, attr_starts;
  std::uint64_t value_stops;  // bytes that end a value without quotes, or can't stand in one
  std::uint64_t invalid;
};

// `has` is true if the bit at `at` is set. `run` counts the bits that are set from `at` on without
// a gap: for the letters of `<ab c`, `run(letters, 1)` is 2.
TAGSTREAM_TARGET inline bool has(std::uint64_t mask, unsigned at) { return (mask >> at & 1U) != 0; }
TAGSTREAM_TARGET inline unsigned run(std::uint64_t mask, unsigned at) {
  return static_cast<unsigned>(std::countr_one(mask >> at));
}
TAGSTREAM_TARGET inline TagLook look(TagLook::Verdict verdict, unsigned size, unsigned name_size,
                                     unsigned attributes) {
  return {verdict, static_cast<std::uint8_t>(size), static_cast<std::uint8_t>(name_size),
          static_cast<std::uint8_t>(attributes)};
}
// The byte at `at` can't stand in a tag there: the verdict is `no_tag`. But it is `undecided` if
// the byte lies after the end of the text, or is one of `left_to_others`, which the table's walk
// must read. `<a b=c"` is not a tag, whatever follows; `<a b=c` at the end of the text may become
// one.
TAGSTREAM_TARGET inline TagLook no_tag(const Places& places, std::uint64_t left_to_others,
                                       unsigned at, unsigned attributes) {
  if (has(left_to_others | places.invalid, at)) return {};
  return look(TagLook::Verdict::no_tag, at, 0, attributes);
}

// Reads what follows a tag's name, from `at` on: attributes and the end of the tag. A value may
// stand directly after the name, as in `<a=b>`. Rare forms are left to the table's walk, with the
// verdict `undecided`: blanks beside '=', a '/' in a value without quotes, and tags that reach
// beyond the window.
TAGSTREAM_TARGET inline TagLook read_rest(const Places& places, unsigned at, bool closing,
                                          unsigned name_size) {
  using Verdict = TagLook::Verdict;
  unsigned attributes = 0;
  bool is_value = has(places.equals, at);
  for (;; is_value = false) {
    if (!is_value) {
      at += run(places.blanks, at);
      if (at >= 63) return {};
      if (has(places.gt, at)) {
        return look(closing ? Verdict::close : Verdict::open, at + 1, name_size, attributes);
      }
      if (closing) return no_tag(places, 0, at, 0);
      if (has(places.slashes, at)) {
        if (!has(places.gt, at + 1)) return no_tag(places, 0, at + 1, attributes);
        return look(Verdict::empty, at + 2, name_size, attributes);
      }
      if (!has(places.attr_starts, at)) return no_tag(places, places.equals, at, attributes);
    }
    ++attributes;
    if (!is_value) at += run(places.attr_names, at);
    if (at >= 62) return {};
    if (!has(places.equals, at)) continue;
    // The kind of quote is hard to predict: these lines compile to conditional moves, not branches.
    const bool is_double = has(places.quotes, at + 1);
    const bool is_single = has(places.apostrophes, at + 1);
    const unsigned quoted = is_double || is_single ? 1 : 0;
    std::uint64_t stops = is_double ? places.quotes : places.value_stops;
    stops = is_single ? places.apostrophes : stops;
    stops = (stops >> at) & (quoted != 0 ? ~std::uint64_t{3} : ~std::uint64_t{1});
    if (stops == 0) return {};
    const auto length = static_cast<unsigned>(std::countr_zero(stops));
    at += length + quoted;
    if (at >= 63) return {};
    if (quoted != 0) continue;
    if (length == 1) return {};
    if (!has(places.blanks | places.gt, at)) return no_tag(places, places.slashes, at, attributes);
  }
}

// Reads the tag that begins at `at`, from the `left` bytes of the text. Precondition: left >= 3.
TAGSTREAM_TARGET inline TagLook read_window(const char* at, std::size_t left) {
  using Verdict = TagLook::Verdict;
  const Block block = load_up_to_64(at, left);
  const Block kinds = kinds_of(block);
  const std::uint64_t high = from_128(block);  // they are letters
  const std::uint64_t names = any_of(kinds, any_letter | digit | dash_dot) | high;
  const bool closing = at[1] == '/';
  const unsigned start = closing ? 2 : 1;
  const unsigned name_size = run(names, start);
  const unsigned end = start + name_size;
  const auto first = static_cast<unsigned char>(at[start]);
  if (end >= 63 || (first < 0x80 && !tag_bytes.is(first, any_letter | digit))) return {};
  // Most tags have no attributes, and end here; most texts that are no tag fail here. They need no
  // other masks.
  const std::uint64_t gt = equal(block, '>');
  if (has(gt, end)) return look(closing ? Verdict::close : Verdict::open, end + 1, name_size, 0);
  Places places;
  places.invalid = left < window_size ? ~std::uint64_t{0} << left : 0;
  places.blanks = any_of(kinds, control_blank) | equal(block, ' ');
  places.slashes = equal(block, '/');
  places.equals = equal(block, '=');
  if (has(places.invalid | (closing ? places.equals : 0), end)) return {};
  if (!has(places.blanks | places.slashes | places.equals, end)) {
    return look(Verdict::no_tag, end, 0, 0);
  }
  places.gt = gt;
  places.quotes = equal(block, '"');
  places.apostrophes = equal(block, '\'');
  places.attr_names = any_of(kinds, any_letter | digit | dash_dot | at_sign) | high;
  places.attr_starts = any_of(kinds, any_letter | at_sign) | high;
  places.value_stops = places.blanks | gt | places.slashes | places.quotes | places.apostrophes |
                       equal(block, '<') | places.invalid;
  return read_rest(places, end, closing, name_size);
}

// With fewer than three bytes no verdict is possible: `</` or `<a` may become anything.
TAGSTREAM_TARGET TagLook read_tag(const char* at, const char* to) {
  const auto left = static_cast<std::size_t>(to - at);
  return left < 3 ? TagLook{} : read_window(at, left);
}

// `<a b="<c>">x<d/>` gives two spans, <a …> and <d/>; `<c>` lies in the first one. The function
// stops, and sets `end`, at the first tag that it can't read whole or that has too many attributes.
TAGSTREAM_TARGET std::size_t read_tags(const char* from, std::size_t size, unsigned max_attributes,
                                       TagSpan* spans, std::size_t& end) {
  using Verdict = TagLook::Verdict;
  const char* const to = from + size;
  const char* position = from;  // all before it is read
  const char* block = from;
  std::size_t count = 0;
  while (block != to) {
    std::uint64_t starts = 0;
    block = find_starts(block, to, any_tag_starts, starts);
    for (; starts != 0; starts &= starts - 1) {
      const char* const at = block + std::countr_zero(starts);
      if (at < position) continue;  // in the tag before
      const auto left = static_cast<std::size_t>(to - at);
      const TagLook tag = left < 3 || count == most_spans ? TagLook{} : read_window(at, left);
      if (tag.verdict == Verdict::undecided || tag.attributes > max_attributes) {
        end = static_cast<std::size_t>(at - from);
        return count;
      }
      if (tag.verdict == Verdict::no_tag) continue;
      spans[count++] = {static_cast<std::uint32_t>(at - from), tag};
      position = at + tag.size;
    }
    block = static_cast<std::size_t>(to - block) <= window_size ? to : block + window_size;
  }
  end = size;
  return count;
}

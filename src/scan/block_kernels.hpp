// What the kernels that read blocks of 64 bytes share. Each includes it once, where it has said
// what a Block is, and what TAGSTREAM_TARGET it compiles for: then all of it inlines.
//
// A mask has one bit a byte, the first byte's lowest.

// Of `a <b> </b` the masks, the first byte on the left:
//
//   bytes                a   <  b  >     <  /  b
//   equal(block, '<')    .  .  1  .  .  .  1  .  .
//   equal(block, '>')    .  .  .  .  1  .  .  .  .
//   equal(block, '/')    .  .  .  .  .  .  .  1  .
//
// `std::countr_zero` of the first is 2: the place of the first `<`. `mask &= mask - 1` takes it
// out.
TAGSTREAM_TARGET const char* find_in_set(const char* from, const char* to, const ByteSet& set) {
  while (from != to) {
    const auto left = static_cast<std::size_t>(to - from);
    const bool is_last = left < 64;
    const std::uint64_t valid = is_last ? (std::uint64_t{1} << left) - 1 : ~std::uint64_t{0};
    const Block block = is_last ? load_part(from, left) : load(from);
    const std::uint64_t found = members(block, set.table()) & valid;
    if (found != 0) return from + std::countr_zero(found);
    if (is_last) return to;
    from += 64;
  }
  return to;
}

// The bytes that a backslash escapes, from where backslashes stand. `carry`: the first byte of the
// block is escaped; then, whether the first one after it is.
//
// Of a run of backslashes every second one is escaped, and so is what follows a run of odd length.
// A subtraction finds the ends of all runs at once: it borrows through a run, and the bit where
// that ends tells by its place, odd or even, how long the run was (simdjson's trick). No branch
// depends on where escapes stand, which nobody could foresee.
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

// Zeros after the last bytes end the search: they are control bytes, and no letter of an escape.
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

// Whole blocks are stored, whatever follows: the next store begins where the last byte that counts
// ends. So there is no copying of a length that nobody could foresee.
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

// A `<` counts if the byte after it may follow: of `a < b <x> </y>` with `opens` {x} and `closes`
// {z} only the `<` of `<x>` does. Sets may be too large, so what counts is still looked at.
TAGSTREAM_TARGET inline const char* find_starts(const char* from, const char* to,
                                                const StartFilter& filter, std::uint64_t& mask) {
  // The bytes after a '<' are looked at with a load each, from one and two places on: as cheap as a
  // shift from block to block, and without a branch on what they are.
  while (static_cast<std::size_t>(to - from) >= window_size + 2) {
    std::uint64_t found = equal(load(from), '<');
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
    // Where there was no '<', there may be none for long.
    while (static_cast<std::size_t>(to - from) >= 4 * window_size) {
      const std::uint64_t near = equal(load(from), '<') | equal(load(from + window_size), '<');
      const char* const far = from + 2 * window_size;
      if ((near | equal(load(far), '<') | equal(load(far + window_size), '<')) != 0) break;
      from += 4 * window_size;
    }
  }
  for (; from != to; from += std::min(window_size, static_cast<std::size_t>(to - from))) {
    std::uint64_t found = equal(load_up_to_64(from, static_cast<std::size_t>(to - from)), '<');
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

// Places in a window. Nothing is set after its end but in `invalid` and `value_stops`.
struct Places {
  std::uint64_t blanks, gt, slashes, equals, quotes, apostrophes;
  std::uint64_t attr_names, attr_starts;
  std::uint64_t value_stops;  // what ends a value without quotes, or can't stand in it
  std::uint64_t invalid;
};

TAGSTREAM_TARGET inline bool has(std::uint64_t mask, unsigned at) { return (mask >> at & 1U) != 0; }
TAGSTREAM_TARGET inline unsigned run(std::uint64_t mask, unsigned at) {
  return static_cast<unsigned>(std::countr_one(mask >> at));
}
TAGSTREAM_TARGET inline TagLook look(TagLook::Verdict verdict, unsigned size, unsigned name_size,
                                     unsigned attributes) {
  return {verdict, static_cast<std::uint8_t>(size), static_cast<std::uint8_t>(name_size),
          static_cast<std::uint8_t>(attributes)};
}
// At this byte it has become clear that there is no tag, if that is there and no matter for others.
// `<a b=c"` is no tag, whatever follows; `<a b=c` at the end of the bytes may become one.
TAGSTREAM_TARGET inline TagLook no_tag(const Places& places, std::uint64_t left_to_others,
                                       unsigned at, unsigned attributes) {
  if (has(left_to_others | places.invalid, at)) return {};
  return look(TagLook::Verdict::no_tag, at, 0, attributes);
}

// What follows a name, from `at` on: attributes and the end. Left to the table's walk: blanks
// beside
// '=', `<a=b>`, a '/' in a value without quotes, and all that the window does not hold.
TAGSTREAM_TARGET inline TagLook read_rest(const Places& places, unsigned at, bool closing,
                                          unsigned name_size) {
  using Verdict = TagLook::Verdict;
  unsigned attributes = 0;
  for (;;) {
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
    ++attributes;
    at += run(places.attr_names, at);
    if (at >= 62) return {};
    if (!has(places.equals, at)) continue;
    // Which quote it is can't be foreseen: these become conditional moves, not branches.
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

// Precondition: left >= 3.
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
  // Most tags end here, and most that are none fail: the other places are not needed.
  const std::uint64_t gt = equal(block, '>');
  if (has(gt, end)) return look(closing ? Verdict::close : Verdict::open, end + 1, name_size, 0);
  Places places;
  places.invalid = left < window_size ? ~std::uint64_t{0} << left : 0;
  places.blanks = any_of(kinds, control_blank) | equal(block, ' ');
  places.slashes = equal(block, '/');
  places.equals = equal(block, '=');
  if (has(places.equals | places.invalid, end)) return {};
  if (!has(places.blanks | places.slashes, end)) return look(Verdict::no_tag, end, 0, 0);
  places.gt = gt;
  places.quotes = equal(block, '"');
  places.apostrophes = equal(block, '\'');
  places.attr_names = any_of(kinds, any_letter | digit | dash_dot | at_sign) | high;
  places.attr_starts = any_of(kinds, any_letter | at_sign) | high;
  places.value_stops = places.blanks | gt | places.slashes | places.quotes | places.apostrophes |
                       equal(block, '<') | places.invalid;
  return read_rest(places, end, closing, name_size);
}

TAGSTREAM_TARGET TagLook read_tag(const char* at, const char* to) {
  const auto left = static_cast<std::size_t>(to - at);
  return left < 3 ? TagLook{} : read_window(at, left);
}

// Of `<a b="<c>">x<d/>` it gives two spans, <a …> and <d/>: `<c>` lies in the first one.
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

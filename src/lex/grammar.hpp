#pragma once

// The tag grammar, written once: byte classes, states, and one transition table.
//
//   <name [=value] attr attr="v" …>     open      </ name >     close      <…/>     empty
//
// A state is named after the bytes that were read last. The table is the definition of
// docs/grammar.md. The lexer walks through it, and the attribute reader gets only tags that passed.

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/text.hpp"

namespace tagstream {

// The states for `<f=v a="x y"/>`, byte by byte:
//
//   <  lt     f  open_name     =  name_value      v  unquoted      blank  before_attr
//   a  attr_start, then attr_name      =  before_value     "  in_double_quotes ... after_quoted
//   /  slash    >  is_empty
//
// The `<` of these texts begins no tag. The walk ends at the byte that is not allowed there:
//
//   a < b      a blank after the `<`          <a b=c"d">    a quote in an unquoted value
//   <a <b>     `<a ` ends at the second `<`   <a b= >       a `=` without a value
//   <-x>       no name begins with `-`        </a b>        attributes in a closing tag
enum class ByteClass : std::uint8_t {
  other,
  blank,  // space tab CR LF FF
  lt,
  gt,
  slash,
  equals,
  double_quote,
  single_quote,
  letter,    // A-Z a-z _ : and bytes >= 0x80: begin names of tags and attributes
  digit,     // begin tag names, continue attribute names
  dash_dot,  // continue both
  at,        // begins attribute names
};
inline constexpr std::size_t byte_class_count = 12;

// A vertical tab is not a blank, so `<a\vb>` is not a tag.
constexpr ByteClass class_of(unsigned char c) {
  if (c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':') {
    return ByteClass::letter;
  }
  if (c >= '0' && c <= '9') return ByteClass::digit;
  switch (c) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
    case '\f': return ByteClass::blank;
    case '<': return ByteClass::lt;
    case '>': return ByteClass::gt;
    case '/': return ByteClass::slash;
    case '=': return ByteClass::equals;
    case '"': return ByteClass::double_quote;
    case '\'': return ByteClass::single_quote;
    case '-':
    case '.': return ByteClass::dash_dot;
    case '@': return ByteClass::at;
    default: return ByteClass::other;
  }
}

inline constexpr auto byte_class = [] {
  std::array<ByteClass, 256> table{};
  for (std::size_t c = 0; c < 256; ++c) table[c] = class_of(static_cast<unsigned char>(c));
  return table;
}();

constexpr bool is_name_start(char c) {
  const ByteClass k = byte_class[static_cast<unsigned char>(c)];
  return k == ByteClass::letter || k == ByteClass::digit;
}
constexpr bool is_name_byte(char c) {
  return is_name_start(c) || byte_class[static_cast<unsigned char>(c)] == ByteClass::dash_dot;
}

enum class TagState : std::uint8_t {
  // The name is not read by the table: a reader with a list of names decides during the name.
  after_close_name,  // `</a `
  before_attr,       // `<a `
  attr_name,         // `<a b`
  after_attr_name,   // `<a b `
  before_value,      // `<a b=`
  first_slash,       // `<a b=/`
  unquoted,          // `<a b=c`
  unquoted_slash,    // `<a b=c/`
  after_quoted,      // `<a b="c"`
  slash,             // `<a b/`
  name_end_open,     // `<a`, looking at the byte after the name
  name_end_close,    // `</a`, looking at the byte after the name
  name_value,        // `<a=`: counts as an attribute
  // In the states from here on the walk does more than look up the next state.
  attr_start,  // the first byte of an attribute name: counts
  in_double_quotes,
  in_single_quotes,
  close_value,  // `</a=`: only in a body of elements
  lt,           // `<`
  close_lt,     // `</`
  open_name,    // `<a…`, the name may go on
  close_name,   // `</a…`
  is_open,
  is_close,
  is_empty,
  is_content,  // this `<` begins no tag
};
inline constexpr std::size_t walk_state_count = static_cast<std::size_t>(TagState::attr_start);

using TagRow = std::array<TagState, byte_class_count>;

inline constexpr auto tag_table = [] {
  using S = TagState;
  using C = ByteClass;
  std::array<TagRow, walk_state_count> table{};
  for (TagRow& row : table) row.fill(S::is_content);
  auto on = [&](S state, C byte, S next) {
    table[static_cast<std::size_t>(state)][static_cast<std::size_t>(byte)] = next;
  };
  auto on_name = [&](S state, S next) {
    for (C c : {C::letter, C::digit, C::dash_dot, C::at}) on(state, c, next);
  };
  auto on_attr = [&](S state) {  // what begins an attribute
    for (C c : {C::letter, C::at}) on(state, c, S::attr_start);
  };
  auto on_end = [&](S state) {  // where a tag may end
    on(state, C::slash, S::slash);
    on(state, C::gt, S::is_open);
  };

  for (S s : {S::after_close_name, S::name_end_close}) {
    on(s, C::blank, S::after_close_name);
    on(s, C::gt, S::is_close);
  }
  on(S::name_end_open, C::blank, S::before_attr);
  on(S::name_end_open, C::equals, S::name_value);
  on_end(S::name_end_open);

  on(S::before_attr, C::blank, S::before_attr);
  on_attr(S::before_attr);
  on_end(S::before_attr);

  on_name(S::attr_name, S::attr_name);
  on(S::attr_name, C::blank, S::after_attr_name);
  on(S::attr_name, C::equals, S::before_value);
  on_end(S::attr_name);

  on(S::after_attr_name, C::blank, S::after_attr_name);
  on(S::after_attr_name, C::equals, S::before_value);
  on_attr(S::after_attr_name);
  on_end(S::after_attr_name);

  // A value is quoted, or consists of bytes that are no blank, '<', '>' or quote. It is not empty.
  // A '/' directly before the '>' is not part of an unquoted value.
  for (S s : {S::name_value, S::before_value, S::first_slash, S::unquoted, S::unquoted_slash}) {
    for (C c : {C::other, C::equals, C::letter, C::digit, C::dash_dot, C::at}) {
      on(s, c, S::unquoted);
    }
  }
  for (S s : {S::name_value, S::before_value}) {
    on(s, C::slash, S::first_slash);
    on(s, C::double_quote, S::in_double_quotes);
    on(s, C::single_quote, S::in_single_quotes);
  }
  // `<a b = "c">` is a tag, `<a = b>` is none.
  on(S::before_value, C::blank, S::before_value);  // but not in `<a= b>`
  for (S s : {S::first_slash, S::unquoted, S::unquoted_slash}) {
    on(s, C::slash, S::unquoted_slash);
    on(s, C::blank, S::before_attr);
  }
  on(S::unquoted, C::gt, S::is_open);
  // `<a b=c//>` is empty, with the value `c/`; `<a b=c/ >` is open, with the same value.
  on(S::unquoted_slash, C::gt, S::is_empty);

  on(S::after_quoted, C::blank, S::before_attr);
  // In `<a b="c"d='e'>` the second attribute touches the first.
  on_attr(S::after_quoted);
  on_end(S::after_quoted);

  on(S::slash, C::gt, S::is_empty);
  return table;
}();

constexpr TagState next_state(TagState state, char c) {
  return tag_table[static_cast<std::size_t>(state)]
                  [static_cast<std::size_t>(byte_class[static_cast<unsigned char>(c)])];
}

}  // namespace tagstream

#pragma once

// What every reader of a body takes and gives.
//
//   {"name": "f"}</tool>             `complete` after the brace: CallReader looks for the closer
//   <function=f></function></tool>   `closed`: elements look for the closer themselves
//   {"name": x                       `failed` at the `x`

#include <cstdint>
#include <string_view>

#include "formats/call_body.hpp"
#include "formats/json_keys.hpp"
#include "formats/pythonic_shape.hpp"
#include "formats/xml_shape.hpp"
#include "lex/quoted_stretches.hpp"
#include "lex/segment.hpp"

namespace tagstream {

class RuleSet;
class SchemaTable;

/// Where a body begins, and what its reader may need. All but `call_name` outlives the reader.
struct BodyPlace {
  const RuleSet* set;
  const SchemaTable* schemas;
  const XmlShape* shape;
  const PythonicShape* pythonic;
  const JsonKeys* keys;
  std::uint32_t rule;
  CallBody format;
  bool is_named;     // something names the call already: the body is its arguments
  bool first_close;  // the first closing tag ends it, whatever has been opened in it
  std::uint64_t begin;
  std::string_view call_name;  // of the opening tag; empty for a marker
  bool gives_pieces = false;   // what is known of its arguments is asked for as it comes
  bool takes_tokens = false;   // tokens at the end of the input are not of it
};

/// What a call is read for.
enum class Purpose : std::uint8_t {
  collect,  ///< its events
  judge,    ///< only to know whether it is one
  settle,   ///< nothing more of it is read: it ends where it would if the input ended here
};

struct BodyInput {
  const Segment& segment;
  bool at_end;
  Purpose purpose;
  LexerCounters& counters;
};

/// What is known of a body's end.
struct BodyEnd {
  enum class Kind : std::uint8_t {
    open,
    complete,  ///< the value ends at `at`; the closer is still to come
    closed,    ///< the call's own closer is found: from `content_end` to `at`
    json,      ///< it is a JSON value instead, which begins at `at`
    broken,    ///< the byte at `at` can't stand there
    no_call,   ///< the opening tag is content
  };
  Kind kind = Kind::open;
  std::uint64_t at = 0;
  std::uint64_t content_end = 0;
  bool is_empty = false;  ///< closed: nothing but blanks has been in it
  /// open: if the input ended here, the body would end at its first closing tag. closed: it has.
  bool ends_at_first_closer = false;
  bool has_closer = true;  ///< closed: else something ends it that is not of it
};

/// The literal that is open, or has just ended: closers in it may be part of it.
struct Shield {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t begin = none;
  std::uint64_t last_end = 0;  ///< where the last complete literal ends; 0: there is none
  char quote = 0;              ///< of the one that is open

  [[nodiscard]] bool is_given() const { return begin != none; }
};

}  // namespace tagstream

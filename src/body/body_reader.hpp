#pragma once

// Arguments and results that all readers of bodies share. Results for three bodies:
//
//   {"name": "f"}</tool>             `complete` after the brace: CallReader searches for the closer
//   <function=f></function></tool>   `closed`: the reader has found the closer itself
//   {"name": x                       `broken` at the `x`

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

/// The place and format of a body, and the data that its reader needs. All pointers outlive the
/// reader; `call_name` does not.
struct BodyPlace {
  const RuleSet* set;
  const SchemaTable* schemas;
  const XmlShape* shape;
  const PythonicShape* pythonic;
  const JsonKeys* keys;
  std::uint32_t rule;
  CallBody format;
  bool is_named;  // the call has its name from elsewhere: the body is its arguments
  std::uint64_t begin;
  std::string_view call_name;  // of the opening tag; empty for a marker
  bool gives_pieces = false;   // the caller asks for the arguments piece by piece
};

/// The reason for which a call is read.
enum class Purpose : std::uint8_t {
  collect,  ///< to emit its events
  judge,    ///< only to find out whether it is a call
};

struct BodyInput {
  const Segment& segment;
  bool at_end;
  Purpose purpose;
  LexerCounters& counters;
};

/// The end of a body, as far as it is known.
struct BodyEnd {
  enum class Kind : std::uint8_t {
    open,
    complete,  ///< the value ends at `at`; the closer is still to come
    closed,    ///< the call's own closer is found: from `content_end` to `at`
    ended,     ///< a tag that is not the call's closer ends it at `at`
    json,      ///< the body is a JSON value instead, which begins at `at`
    broken,    ///< the byte at `at` can't stand there
    no_call,   ///< the opening tag is content
  };
  Kind kind = Kind::open;
  std::uint64_t at = 0;
  std::uint64_t content_end = 0;
};

/// The string literal that is open, or has just ended. A closer inside it may be part of the
/// string.
struct Shield {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t begin = none;
  std::uint64_t last_end = 0;  ///< where the last complete literal ends; 0: there is none
  char quote = 0;              ///< of the open literal; 0: none is open

  [[nodiscard]] bool is_given() const { return begin != none; }
};

}  // namespace tagstream

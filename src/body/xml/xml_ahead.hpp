#pragma once

// Looks at what follows the opener of a parameter inside a line of a value. The opener is complete
// if the format can go on with a value after it; else the value only mentions it.
//
//   Paris<arg_key>unit</arg_key>\n<arg_value>      complete, with the key `unit`
//   Paris<parameter name="unit">                   complete, with the key `unit`
//   the tag <arg_key> opens a key                  a mention
//   s = '<parameter name="'                        a mention: the line ends first

#include <cstdint>
#include <string>

#include "body/xml/xml_grammar.hpp"
#include "lex/segment.hpp"

namespace tagstream {

struct XmlAhead {
  enum class Status : std::uint8_t { open, complete, mention };
  Status status = Status::open;
  std::string key;
  bool has_name_value = false;  // the key stands directly after the tag's name
};

/// @param begin   where the opener begins
/// @param end     after its name, or after its literal
/// @param opener  its sign, `parameter_open`, `keyless` or `key_open`, and its name
/// Looks at no more than a few hundred bytes. Precondition: the segment holds them from `begin` on.
[[nodiscard]] XmlAhead look_ahead(const XmlGrammar& grammar, const Segment& segment,
                                  std::uint64_t begin, std::uint64_t end, const XmlToken& opener);

}  // namespace tagstream

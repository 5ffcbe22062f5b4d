#pragma once

// A section of text at the beginning of a value, in which no tag counts:
//
//   <parameter name="code"><![CDATA[if (a < b) </parameter>]]></parameter>
//                          begin ▲                       ▲ end

#include <cstdint>
#include <string_view>

#include "body/body_reader.hpp"

namespace tagstream {

struct XmlSection {
  static constexpr std::string_view opener = "<![CDATA[";
  static constexpr std::string_view closer = "]]>";

  enum class Status : std::uint8_t { open, complete, absent };
  /// Reads to the end of the segment, or of the section. Precondition: the segment holds all bytes
  /// from `at` on.
  Status read(const BodyInput& input);
  /// True if the section's closer was read.
  [[nodiscard]] bool has_ended() const { return end != 0; }
  /// The end of the section's closer.
  [[nodiscard]] std::uint64_t after() const { return end + closer.size(); }

  std::uint64_t at = 0;     // read up to here; at first where the value begins
  std::uint64_t begin = 0;  // of the section's text; 0: its opener was not read
  std::uint64_t end = 0;
};

}  // namespace tagstream

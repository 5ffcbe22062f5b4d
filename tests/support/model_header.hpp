#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "tagstream/dialect.hpp"

namespace tagstream::testing {

/// The header of a message, as `HeaderFormat` describes it.
struct HeaderScan {
  std::size_t begin = 0;  ///< of the last one, if a header begins inside another
  std::size_t end = 0;
  std::size_t marker_end = 0;  ///< after the last start or channel
  bool is_whole = false;       ///< the marker before the text has come
  bool is_cut = false;         ///< the text ends first
  std::string role;
  std::string channel;
  std::string recipient;
};

[[nodiscard]] HeaderScan scan_header(std::string_view text, std::size_t at,
                                     const HeaderFormat& format);

}  // namespace tagstream::testing

#pragma once

#include <string>
#include <vector>

#include "support/golden_file.hpp"
#include "support/seen.hpp"
#include "tagstream/message.hpp"

/// tests/golden/every_family.md: cases with placeholders, expanded for each row of the table;
/// tests/golden/README.md describes them.
namespace tagstream::testing {

/// Each case for each row that has all of its placeholders, with `GoldenCase::row` set and the
/// blocks that hold for the row.
[[nodiscard]] Goldens every_family();

/// The same of one file's text.
[[nodiscard]] Goldens expanded(const Goldens& templates);

/// Events as a `read` block of that file has them: without markup, spans, ids and raw text.
[[nodiscard]] std::string family_lines(const std::vector<Seen>& events);

/// The line of a `message` block of that file.
[[nodiscard]] std::string family_line(const Message& message);

}  // namespace tagstream::testing

#pragma once

#include <string>
#include <vector>

#include "support/golden_file.hpp"
#include "support/seen.hpp"
#include "tagstream/message.hpp"

/// tests/golden/every_family.md: cases with placeholders, expanded for each row of the table;
/// tests/golden/README.md describes them.
namespace tagstream::testing {

/// Each case of that file, once for each row that has a text for every placeholder of the case. A
/// result has `GoldenCase::row`, and only the blocks that hold for its row.
[[nodiscard]] Goldens every_family();

/// Expands the given cases in the same way.
[[nodiscard]] Goldens expanded(const Goldens& templates);

/// The lines of events in a `read` block of that file: without markup, spans, ids and raw text,
/// which differ between families.
[[nodiscard]] std::string family_lines(const std::vector<Seen>& events);

/// The line of a `message` block of that file.
[[nodiscard]] std::string family_line(const Message& message);

}  // namespace tagstream::testing

#pragma once

#include <functional>
#include <span>
#include <string>

#include "processor.hpp"

namespace tagstream::cli {

/// A part of what came of some lines, in their order.
struct Portion {
  std::string output;
  Notes notes;
};
using TakePortion = std::function<void(Portion& portion)>;

/// Where records come from, and where what comes of them goes.
struct RecordEnds {
  std::function<std::size_t(std::span<char> room)> read;  ///< one thread at a time; 0 is the end
  std::function<void()> stop;  ///< nothing more can be printed: `read` shall not wait any more
  TakePortion emit;            ///< gets what is printed, one thread at a time
};

/// Reads JSON lines, each of which is an answer of its own, on as many threads as asked. Throws
/// what `read` and `emit` throw.
///
/// Output has the order of the lines. What is held grows neither with the input nor with the
/// output: a thread whose output is not due waits when it has made some MiB of it.
/// @param label  of the file
[[nodiscard]] AnswerResult read_records(const Arguments& arguments,
                                        const MakeProcessor& make_processor,
                                        const std::string& label, const RecordEnds& ends);

}  // namespace tagstream::cli

#pragma once

#include <functional>
#include <span>
#include <string>

#include "processor.hpp"

namespace tagstream::cli {

/// A part of the output of some lines. Portions come in the order of the lines.
struct Portion {
  std::string output;
  Notes notes;
};
using TakePortion = std::function<void(Portion& portion)>;

/// The functions that give the records and take the output.
struct RecordEnds {
  std::function<std::size_t(std::span<char> room)> read;  ///< one thread at a time; 0 is the end
  std::function<void()> stop;  ///< nothing more can be printed: `read` shall not wait any more
  TakePortion emit;            ///< gets the output, one thread at a time
  bool is_terminal = false;    ///< the output goes to a terminal
};

/// Reads JSON lines, each of which is an answer of its own, on as many threads as the arguments
/// say. Throws the exceptions of `read` and `emit`.
///
/// The output has the order of the lines. The memory does not grow with the input or the output: a
/// thread whose output must wait for earlier lines stops after some MiB of output, and goes on when
/// it is its turn.
/// @param label  the label of the file (`Output::set_label`)
[[nodiscard]] AnswerResult read_records(const Arguments& arguments,
                                        const MakeProcessor& make_processor,
                                        const std::string& label, const RecordEnds& ends);

}  // namespace tagstream::cli

#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "line_buffer.hpp"
#include "record_worker.hpp"

namespace tagstream::cli {

/// Reads JSON lines, each of which is an answer of its own, on as many threads as asked.
///
/// All threads do the same: one reads the next block of lines, then makes what is to be printed of
/// them while another reads on. So a block is read where it will be looked at, in a cache that has
/// it. Output has the order of the lines. What is held grows neither with the input nor with the
/// output: a thread whose output is not due waits when it has made some MiB of it.
class Records {
 public:
  /// Reads to `room`, one thread at a time; 0 is the end.
  using Read = std::function<std::size_t(std::span<char> room)>;
  struct Ends {
    Read read;
    std::function<void()> stop;  ///< nothing more can be printed: `read` shall not wait any more
    RecordWorker::Take emit;     ///< gets what is printed, one thread at a time
  };

  /// `label`: of the file.
  Records(const Arguments& arguments, const MakeLane& make_lane, const std::string& label,
          Ends ends);
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;
  ~Records();

  /// Reads all records. Throws what `read` and `emit` throw.
  [[nodiscard]] Verdict run();

 private:
  struct Block;

  void work(RecordWorker& worker, Block*& block);
  Block* next_block(LineBuffer& lines);
  void read_lines(LineBuffer& lines);
  void take(Block& block, Portion& portion);
  void end(Block& block);

  Ends ends_;
  std::size_t max_line_;
  std::vector<Block*> reading_;  // what each worker reads
  std::vector<std::unique_ptr<RecordWorker>> workers_;

  std::mutex input_;  // guards the next three
  LineBuffer rest_;   // the line that has begun
  std::uint64_t lines_ = 0;
  bool is_at_end_ = false;

  std::mutex mutex_;  // guards the rest; the first block may be emitted without it
  std::condition_variable has_changed_;
  std::deque<std::unique_ptr<Block>> under_way_;  // in order
  std::vector<std::string> spare_;
  bool is_ending_ = false;
  std::exception_ptr error_;
};

}  // namespace tagstream::cli

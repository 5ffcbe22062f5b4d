#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "run.hpp"

namespace tagstream::cli {

/// Reads JSON lines, each of which is an answer of its own, on as many threads as asked. The output
/// has the order of the lines, and what is held does not grow with the input.
class Records {
 public:
  /// `label`: of the file.
  Records(const Arguments& arguments, const MakeLane& make_lane, std::string label, Output& output,
          Notes& notes);
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;
  ~Records();

  void feed(std::string_view piece);
  Verdict finish();

 private:
  class Worker;
  struct Block;

  void send();
  void emit(std::unique_ptr<Block> block);
  std::unique_ptr<Block> empty_block();
  void emit_front();
  void work(Worker& worker);

  Output& output_;
  Notes& notes_;
  std::size_t max_line_;
  std::unique_ptr<Block> filling_;  // whole lines, and the beginning of one
  std::uint64_t lines_ = 0;         // before it
  bool is_too_long_ = false;        // the line that has begun
  Verdict verdict_;

  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable has_work_;
  std::condition_variable has_result_;
  std::deque<Block*> waiting_;
  std::deque<std::unique_ptr<Block>> under_way_;  // in order
  std::vector<std::unique_ptr<Block>> spare_;
  bool is_ending_ = false;
};

}  // namespace tagstream::cli

#include "records.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "io/interrupt.hpp"

namespace tagstream::cli {

namespace {

// What a block may have made before it is due.
constexpr std::size_t most_waiting = std::size_t{4} << 20;
constexpr std::size_t note_bytes = 128;  // about what a note takes

}  // namespace

// What came of some whole lines, and is not due yet.
struct Records::Block {
  std::uint64_t lines_before = 0;
  std::vector<Portion> made;
  std::size_t made_bytes = 0;
  bool is_done = false;
};

Records::Records(const Arguments& arguments, const MakeLane& make_lane, const std::string& label,
                 Ends ends)
    : ends_(std::move(ends)),
      max_line_(longest_line(arguments)),
      reading_(arguments.jobs, nullptr),
      rest_(max_line_) {
  for (Block*& block : reading_) {
    workers_.push_back(std::make_unique<RecordWorker>(
        arguments, make_lane, label, [this, &block](Portion& portion) { take(*block, portion); }));
  }
}

Records::~Records() = default;

Verdict Records::run() {
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < workers_.size(); ++i) {
    threads.emplace_back([this, i] { work(*workers_[i], reading_[i]); });
  }
  work(*workers_[0], reading_[0]);
  for (std::thread& thread : threads) thread.join();
  if (error_) std::rethrow_exception(error_);
  Verdict verdict;
  for (const auto& worker : workers_) verdict.add(worker->verdict());
  return verdict;
}

void Records::work(RecordWorker& worker, Block*& block) {
  try {
    LineBuffer lines(max_line_);
    while ((block = next_block(lines)) != nullptr) {
      worker.read(lines.whole(), block->lines_before);
      end(*block);
    }
  } catch (...) {
    {
      const std::scoped_lock lock(mutex_);
      if (!error_) error_ = std::current_exception();
      is_ending_ = true;
    }
    has_changed_.notify_all();
    ends_.stop();
  }
}

// Null: there is no more.
Records::Block* Records::next_block(LineBuffer& lines) {
  const std::scoped_lock input(input_);
  const std::size_t most_blocks = 2 * workers_.size();
  std::unique_lock lock(mutex_);
  has_changed_.wait(lock, [&] { return is_ending_ || under_way_.size() < most_blocks; });
  if (is_ending_) return nullptr;
  lock.unlock();
  read_lines(lines);
  if (lines.whole().empty()) return nullptr;
  lock.lock();
  Block& block = *under_way_.emplace_back(std::make_unique<Block>());
  block.lines_before = lines_;
  lines_ += lines.count_whole();
  return &block;
}

// At least one whole line, if there is one.
void Records::read_lines(LineBuffer& lines) {
  lines.begin_with_rest_of(rest_);
  while (!is_at_end_ && lines.whole().empty()) {
    const std::size_t size = ends_.read(lines.room());
    lines.add(size);
    is_at_end_ = size == 0;
    if (is_at_end_ && !is_interrupted()) lines.end();  // else half a line is no record
  }
  rest_.begin_with_rest_of(lines);
}

void Records::take(Block& block, Portion& portion) {
  std::unique_lock lock(mutex_);
  const auto is_due = [&] { return under_way_.front().get() == &block; };
  if (!is_due() && block.made_bytes < most_waiting) {
    block.made_bytes += portion.output.size() + portion.notes.size() * note_bytes;
    block.made.push_back(std::exchange(portion, {}));
    if (!spare_.empty()) {
      portion.output = std::move(spare_.back());
      spare_.pop_back();
    }
    return;
  }
  has_changed_.wait(lock, [&] { return is_ending_ || is_due(); });
  if (is_ending_) return;
  lock.unlock();
  for (Portion& before : block.made) ends_.emit(before);
  block.made.clear();
  ends_.emit(portion);
}

// If it was due: emits what others have made since that is due now.
void Records::end(Block& block) {
  std::unique_lock lock(mutex_);
  block.is_done = true;
  if (under_way_.front().get() != &block) return;
  while (!under_way_.empty() && under_way_.front()->is_done && !is_ending_) {
    std::vector<Portion>& made = under_way_.front()->made;
    lock.unlock();
    for (Portion& portion : made) ends_.emit(portion);
    lock.lock();
    for (Portion& portion : made) {
      if (portion.output.capacity() <= most_waiting) spare_.push_back(std::move(portion.output));
    }
    under_way_.pop_front();
  }
  lock.unlock();
  has_changed_.notify_all();
}

}  // namespace tagstream::cli

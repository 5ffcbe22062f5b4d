#include "records.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "io/reading.hpp"
#include "tagstream/wire/record_reader.hpp"

namespace tagstream::cli {

namespace {

constexpr std::size_t block_size = std::size_t{1} << 20;
constexpr std::size_t longest_line = std::size_t{256} << 20;

wire::RecordReader make_reader(const Arguments& arguments) {
  return value_of(wire::RecordReader::make({arguments.pointer, arguments.keep}));
}

}  // namespace

// Whole lines, and what came of them.
struct Records::Block {
  std::string bytes;
  std::size_t line_begin = 0;  // of the line that is not whole
  std::uint64_t lines = 0;     // before it
  std::string output;
  Notes notes;
  Verdict verdict;
  bool is_done = false;
};

// A reader with what it needs.
class Records::Worker {
 public:
  Worker(const Arguments& arguments, const MakeLane& make_lane, std::string label)
      : label_(std::move(label)),
        max_line_(arguments.max_event_bytes.value_or(longest_line)),
        reader_(make_reader(arguments)),
        output_(&written_) {
    lane_ = make_lane({arguments, output_, notes_}, true);
  }

  void read(Block& block) {
    std::uint64_t number = block.lines;
    block.bytes.append(wire::RecordReader::padding, ' ');
    std::string_view rest(block.bytes.data(), block.line_begin);
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ++number;
      if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
      if (line.find_first_not_of(" \t\r") != line.npos) read_line(line, number, block);
    }
    output_.flush();
    std::swap(block.output, written_);
    written_.clear();
  }

 private:
  void read_line(std::string_view line, std::uint64_t number, Block& block) {
    const bool is_too_long = line.size() > max_line_;
    if (is_too_long || !reader_.read_padded(line)) {
      const std::string& problem = reader_.problem();
      block.notes.add(is_too_long ? "it is too long" : problem, fmt::format("line {}", number));
      block.verdict.is_malformed = true;
      return;
    }
    output_.set_label(fmt::format("{}\"line\":{},{}", label_, number, reader_.kept()));
    lane_->begin();
    const std::optional<Error> stop = lane_->feed(reader_.text());
    Verdict verdict = lane_->finish();
    if (verdict.limit) {
      block.notes.add(verdict.limit->message, fmt::format("line {}", number));
      block.verdict.is_malformed = true;
      verdict.limit.reset();
    }
    if (!notes_.empty()) block.notes.add_all(notes_, fmt::format("line {}, ", number));
    notes_.clear();
    block.verdict.add(verdict);
  }

  std::string label_;
  std::size_t max_line_;
  wire::RecordReader reader_;
  std::string written_;
  Output output_;
  Notes notes_;
  std::unique_ptr<Lane> lane_;
};

Records::Records(const Arguments& arguments, const MakeLane& make_lane, std::string label,
                 Output& output, Notes& notes)
    : output_(output),
      notes_(notes),
      max_line_(arguments.max_event_bytes.value_or(longest_line)),
      filling_(std::make_unique<Block>()) {
  output_.set_label({});  // each line has its own
  for (std::size_t i = 0; i < arguments.jobs; ++i) {
    workers_.push_back(std::make_unique<Worker>(arguments, make_lane, label));
  }
  if (arguments.jobs == 1) return;
  for (auto& worker : workers_) threads_.emplace_back([this, &worker] { work(*worker); });
}

Records::~Records() {
  {
    const std::scoped_lock lock(mutex_);
    is_ending_ = true;
    waiting_.clear();
  }
  has_work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Records::feed(std::string_view piece) {
  if (is_too_long_) {
    const std::size_t end = piece.find('\n');
    if (end == piece.npos) return;
    piece.remove_prefix(end);
    is_too_long_ = false;
  }
  std::string& bytes = filling_->bytes;
  const std::size_t whole = piece.rfind('\n') + 1;  // npos + 1 is 0
  bytes.append(piece.substr(0, whole));
  if (whole > 0) filling_->line_begin = bytes.size();
  bytes.append(piece.substr(whole));
  if (bytes.size() - filling_->line_begin > max_line_) {
    bytes.resize(filling_->line_begin + max_line_ + 1);  // enough to see that it is too long
    is_too_long_ = true;
  }
  const std::size_t enough = threads_.empty() ? 1 : block_size;
  if (filling_->line_begin >= enough) send();
}

// Gives the whole lines away, and begins a new block with the rest.
void Records::send() {
  std::unique_ptr<Block> next = empty_block();
  next->bytes.assign(filling_->bytes, filling_->line_begin);
  std::unique_ptr<Block> block = std::move(filling_);
  filling_ = std::move(next);
  block->bytes.resize(block->line_begin);
  block->lines = lines_;
  const std::string& bytes = block->bytes;
  for (std::size_t at = bytes.find('\n'); at != bytes.npos; at = bytes.find('\n', at + 1)) ++lines_;
  if (threads_.empty()) {
    workers_[0]->read(*block);
    return emit(std::move(block));
  }
  {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(block.get());
  }
  under_way_.push_back(std::move(block));
  has_work_.notify_one();
  while (under_way_.size() > 2 * threads_.size()) emit_front();
}

void Records::emit_front() {
  std::unique_ptr<Block> block = std::move(under_way_.front());
  under_way_.pop_front();
  {
    std::unique_lock lock(mutex_);
    has_result_.wait(lock, [&] { return block->is_done; });
  }
  emit(std::move(block));
}

void Records::emit(std::unique_ptr<Block> block) {
  output_.styled(block->output);
  notes_.add_all(block->notes, {});
  verdict_.add(block->verdict);
  spare_.push_back(std::move(block));
}

// One that has been used keeps its memory: to take new pages costs more than to read them.
std::unique_ptr<Records::Block> Records::empty_block() {
  if (spare_.empty()) return std::make_unique<Block>();
  std::unique_ptr<Block> block = std::move(spare_.back());
  spare_.pop_back();
  block->bytes.clear();
  block->output.clear();
  block->notes.clear();
  block->verdict = {};
  block->line_begin = 0;
  block->is_done = false;
  return block;
}

void Records::work(Worker& worker) {
  while (true) {
    Block* block = nullptr;
    {
      std::unique_lock lock(mutex_);
      has_work_.wait(lock, [&] { return is_ending_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      block = waiting_.front();
      waiting_.pop_front();
    }
    worker.read(*block);
    {
      const std::scoped_lock lock(mutex_);
      block->is_done = true;
    }
    has_result_.notify_all();
  }
}

Verdict Records::finish() {
  std::string& bytes = filling_->bytes;
  if (bytes.size() > filling_->line_begin) bytes += '\n';
  filling_->line_begin = bytes.size();
  if (!bytes.empty()) send();
  while (!under_way_.empty()) emit_front();
  return verdict_;
}

}  // namespace tagstream::cli

#include "records.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/utf8.hpp"
#include "io/input.hpp"
#include "io/interrupt.hpp"
#include "io/terminal.hpp"
#include "line_buffer.hpp"
#include "tagstream/wire/record_reader.hpp"
#include "text.hpp"

namespace tagstream::cli {

namespace {

// At most this many notes about lines that can't be read are kept; such lines have no output.
constexpr std::size_t most_notes = 1000;

// Refuses two fields with the same name in one object: programs differ in which of them they read.
void check_names(const std::vector<std::string_view>& kept, std::vector<std::string_view> names) {
  for (const std::string_view name : kept) {
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      throw Failure(exit_usage,
                    fmt::format("the output has this name already: --keep {}", printable(name)));
    }
    names.push_back(name);
  }
}

// The most bytes of one line that may be in memory.
std::size_t longest_line(const Arguments& arguments) {
  return arguments.max_event_bytes.value_or(std::size_t{256} << 20);
}

// Reads records, one in each line, on one thread.
class RecordWorker {
 public:
  // `label` is that of the file. `take` gets the output, some hundred KiB at a time, and may move
  // the bytes away.
  RecordWorker(const Arguments& arguments, const MakeProcessor& make_processor, std::string label,
               bool is_terminal, TakePortion take)
      : take_(std::move(take)),
        label_(std::move(label) + "\"line\":"),
        label_begin_(label_.size()),
        max_line_(longest_line(arguments)),
        reader_(*wire::RecordReader::make({*arguments.pointer, arguments.keep})),
        output_(
            [this](std::string& bytes) {
              std::swap(portion_.output, bytes);
              hand_over();
              std::swap(portion_.output, bytes);
            },
            is_terminal) {
    processor_ = make_processor(
        {.arguments = arguments, .output = output_, .notes = notes_, .is_record = true});
    std::vector<std::string_view> names = processor_->record_names();
    names.push_back("line");
    if (label_begin_ > std::string_view("\"line\":").size()) names.push_back("file");
    check_names(reader_.kept_names(), std::move(names));
    for (const std::string_view name : reader_.kept_names()) {
      JsonWriter(kept_keys_.emplace_back()).key(name);
    }
    result_.has_kept.resize(kept_keys_.size());
  }

  // Reads whole lines. `lines_before` is the number of lines of the file before them.
  void read(std::string_view lines, std::uint64_t lines_before) {
    std::uint64_t number = lines_before;
    while (!lines.empty()) {
      std::string_view line = take_part(lines, '\n');
      ++number;
      if (number == 1 && line.starts_with(byte_order_mark)) {
        line.remove_prefix(byte_order_mark.size());
      }
      if (line.find_first_not_of(" \t\r") != line.npos) read_line(line, number);
    }
    output_.flush();
    if (!portion_.notes.empty()) hand_over();
  }

  [[nodiscard]] bool separates_records() const { return processor_->separates_records(); }

  // The result of all lines so far.
  [[nodiscard]] const AnswerResult& result() const { return result_; }

 private:
  void read_line(std::string_view line, std::uint64_t number) {
    if (line.size() > max_line_) return refuse("the record is too long", number);
    if (!reader_.read(line)) return refuse(reader_.problem(), number, reader_.found());
    for (std::size_t i = 0; i < kept_keys_.size(); ++i) {
      if (!result_.has_kept[i])
        result_.has_kept[i] = reader_.kept().find(kept_keys_[i]) != std::string::npos;
    }
    set_label(number);
    processor_->begin();
    const std::optional<Error> stop = processor_->feed(reader_.text());
    AnswerResult result = processor_->finish();
    result.has_text = true;
    if (result.limit) {
      portion_.notes.add_error(result.limit->message, fmt::format("line {}", number));
      result.findings.is_malformed = true;
      result.limit.reset();
      result.is_stopped = true;
    }
    if (!notes_.empty()) portion_.notes.add_all(notes_, fmt::format("line {}", number));
    notes_.clear();
    result_.add(result);
  }

  void refuse(std::string_view problem, std::uint64_t number, std::string_view found = {}) {
    portion_.notes.add(problem, fmt::format("line {}", number), found);
    result_.findings.is_malformed = true;
    if (portion_.notes.size() >= most_notes) hand_over();
  }

  // Without a formatting library, as this runs for each record, and to read a short record takes no
  // longer.
  void set_label(std::uint64_t number) {
    char digits[20];
    char* const end = std::to_chars(digits, std::end(digits), number).ptr;
    label_.resize(label_begin_);
    label_.append(std::begin(digits), end).append(",").append(reader_.kept());
    output_.set_label(label_);
  }

  void hand_over() {
    take_(portion_);
    portion_.output.clear();
    portion_.notes.clear();
  }

  TakePortion take_;
  std::string label_;
  std::size_t label_begin_;
  std::size_t max_line_;
  wire::RecordReader reader_;
  std::vector<std::string> kept_keys_;  // as they stand in an object: `"id":`
  Portion portion_;
  Output output_;
  Notes notes_;  // of one record
  std::unique_ptr<Processor> processor_;
  AnswerResult result_;
};

// The most bytes of output that a block may have before it is its turn.
constexpr std::size_t most_waiting = std::size_t{4} << 20;
constexpr std::size_t note_bytes = 128;  // about the size of a note

// The output of some whole lines, while the output of lines before them is not complete.
struct Block {
  std::uint64_t lines_before = 0;
  std::vector<Portion> made;
  std::size_t made_bytes = 0;
  bool is_done = false;
};

// Reads records on several threads, which all do the same. A thread reads the next block of lines,
// and then makes the output of that block, while another thread reads on. So the thread that reads
// a block also parses it, with the bytes still in its cache.
class Records {
 public:
  Records(const Arguments& arguments, const MakeProcessor& make_processor, const std::string& label,
          const RecordEnds& ends)
      : ends_(ends),
        max_line_(longest_line(arguments)),
        reading_(arguments.jobs, nullptr),
        rest_(max_line_) {
    for (Block*& block : reading_) {
      workers_.push_back(std::make_unique<RecordWorker>(
          arguments, make_processor, label, ends.is_terminal,
          [this, &block](Portion& portion) { take(*block, portion); }));
    }
    must_separate_ = workers_[0]->separates_records();
  }

  AnswerResult run() {
    std::vector<std::thread> threads;
    try {
      for (std::size_t i = 1; i < workers_.size(); ++i) {
        threads.emplace_back([this, i] { work(*workers_[i], reading_[i]); });
      }
    } catch (const std::system_error&) {  // the system starts no more: fewer do the same work
    }
    work(*workers_[0], reading_[0]);
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(error_);
    AnswerResult result;
    for (const auto& worker : workers_) result.add(worker->result());
    return result;
  }

 private:
  void work(RecordWorker& worker, Block*& block) {
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

  // Returns null if there are no more lines.
  Block* next_block(LineBuffer& lines) {
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

  // Reads at least one whole line, if one is left.
  void read_lines(LineBuffer& lines) {
    lines.begin_with_rest_of(rest_);
    while (!is_at_end_ && lines.whole().empty()) {
      const std::size_t size = ends_.read(lines.room());
      lines.add(size);
      is_at_end_ = size == 0;
      if (is_at_end_ && !is_interrupted()) lines.end();  // else half a line is not a record
    }
    rest_.begin_with_rest_of(lines);
  }

  void take(Block& block, Portion& portion) {
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
    for (Portion& before : block.made) emit(before);
    block.made.clear();
    emit(portion);
  }

  // Ends a block. If it was the turn of this block, the blocks after it that are complete are
  // emitted as well.
  void end(Block& block) {
    std::unique_lock lock(mutex_);
    block.is_done = true;
    if (under_way_.front().get() != &block) return;
    while (!under_way_.empty() && under_way_.front()->is_done && !is_ending_) {
      std::vector<Portion>& made = under_way_.front()->made;
      lock.unlock();
      for (Portion& portion : made) emit(portion);
      lock.lock();
      for (Portion& portion : made) {
        if (portion.output.capacity() <= most_waiting) spare_.push_back(std::move(portion.output));
      }
      under_way_.pop_front();
    }
    lock.unlock();
    has_changed_.notify_all();
  }

  // The first record has no empty line before it.
  void emit(Portion& portion) {
    if (must_separate_ && !portion.output.empty()) {
      portion.output.erase(0, 1);
      must_separate_ = false;
    }
    ends_.emit(portion);
  }

  const RecordEnds& ends_;
  std::size_t max_line_;
  bool must_separate_ = false;   // records, and none has been emitted
  std::vector<Block*> reading_;  // the block that each worker reads
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

}  // namespace

AnswerResult read_records(const Arguments& arguments, const MakeProcessor& make_processor,
                          const std::string& label, const RecordEnds& ends) {
  return Records(arguments, make_processor, label, ends).run();
}

}  // namespace tagstream::cli

#include "record_worker.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "io/reading.hpp"
#include "io/terminal.hpp"

namespace tagstream::cli {

namespace {

// Lines that can't be read leave no output, but notes.
constexpr std::size_t most_notes = 1000;

// A name that is there twice is read in one way here and in another there.
void check_names(const std::vector<std::string_view>& kept, std::vector<std::string_view> names) {
  for (const std::string_view name : kept) {
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      throw Failure(exit_usage,
                    fmt::format("the output has this name already: --keep {}", printable(name)));
    }
    names.push_back(name);
  }
}

}  // namespace

std::size_t longest_line(const Arguments& arguments) {
  return arguments.max_event_bytes.value_or(std::size_t{256} << 20);
}

RecordWorker::RecordWorker(const Arguments& arguments, const MakeLane& make_lane, std::string label,
                           Take take)
    : take_(std::move(take)),
      label_(std::move(label) + "\"line\":"),
      label_begin_(label_.size()),
      max_line_(longest_line(arguments)),
      reader_(value_of(wire::RecordReader::make({arguments.pointer, arguments.keep}))),
      output_([this](std::string& bytes) {
        std::swap(portion_.output, bytes);
        hand_over();
        std::swap(portion_.output, bytes);
      }) {
  lane_ =
      make_lane({.arguments = arguments, .output = output_, .notes = notes_, .is_record = true});
  std::vector<std::string_view> names = lane_->record_names();
  names.push_back("line");
  if (label_begin_ > std::string_view("\"line\":").size()) names.push_back("file");
  check_names(reader_.kept_names(), std::move(names));
}

std::uint64_t RecordWorker::read(std::string_view lines, std::uint64_t lines_before) {
  std::uint64_t number = lines_before;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    ++number;
    if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    if (line.find_first_not_of(" \t\r") != line.npos) read_line(line, number);
  }
  output_.flush();
  if (!portion_.notes.empty()) hand_over();
  return number;
}

void RecordWorker::read_line(std::string_view line, std::uint64_t number) {
  if (line.size() > max_line_) return refuse("it is too long", number);
  if (!reader_.read_padded(line)) return refuse(reader_.problem(), number);
  set_label(number);
  lane_->begin();
  const std::optional<Error> stop = lane_->feed(reader_.text());
  Verdict verdict = lane_->finish();
  if (verdict.limit) {
    refuse(verdict.limit->message, number);
    verdict.limit.reset();
  }
  if (!notes_.empty()) portion_.notes.add_all(notes_, fmt::format("line {}, ", number));
  notes_.clear();
  verdict_.add(verdict);
}

void RecordWorker::refuse(std::string_view problem, std::uint64_t number) {
  portion_.notes.add(problem, fmt::format("line {}", number));
  verdict_.is_malformed = true;
  if (portion_.notes.size() >= most_notes) hand_over();
}

// Written by hand: this is done for each record, and a short one takes no longer than that.
void RecordWorker::set_label(std::uint64_t number) {
  char digits[20];
  char* const end = std::to_chars(digits, std::end(digits), number).ptr;
  label_.resize(label_begin_);
  label_.append(std::begin(digits), end).append(",").append(reader_.kept());
  output_.set_label(label_);
}

void RecordWorker::hand_over() {
  take_(portion_);
  portion_.output.clear();
  portion_.notes.clear();
}

}  // namespace tagstream::cli

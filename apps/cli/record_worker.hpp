#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/output.hpp"
#include "lane.hpp"
#include "tagstream/wire/record_reader.hpp"

namespace tagstream::cli {

/// So many bytes of whole lines are given to a thread at once.
inline constexpr std::size_t block_size = std::size_t{512} << 10;

/// What may be in memory of one line: `--max-event-bytes`.
[[nodiscard]] std::size_t longest_line(const Arguments& arguments);

/// A part of what came of some lines, in their order.
struct Portion {
  std::string output;
  Notes notes;
};

/// Reads records, one a line, on one thread.
class RecordWorker {
 public:
  /// `label`: of the file. `take` gets what is printed, some hundred KiB at a time, and may move it
  /// away.
  using Take = std::function<void(Portion& portion)>;
  RecordWorker(const Arguments& arguments, const MakeLane& make_lane, std::string label, Take take);

  /// Reads whole lines, behind which `wire::RecordReader::padding` bytes can be read.
  /// `lines_before`: of the file. Gives how many there are with these.
  std::uint64_t read(std::string_view lines, std::uint64_t lines_before);

  /// What has come of all lines so far.
  [[nodiscard]] const Verdict& verdict() const { return verdict_; }

 private:
  void read_line(std::string_view line, std::uint64_t number);
  void refuse(std::string_view problem, std::uint64_t number);
  void set_label(std::uint64_t number);
  void hand_over();

  Take take_;
  std::string label_;
  std::size_t label_begin_;
  std::size_t max_line_;
  wire::RecordReader reader_;
  Portion portion_;
  Output output_;
  Notes notes_;  // of one record
  std::unique_ptr<Lane> lane_;
  Verdict verdict_;
};

}  // namespace tagstream::cli

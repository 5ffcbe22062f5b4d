#include "snapshot_lines.hpp"

#include <fmt/core.h>

#include <utility>

#include "tagstream/json_tree.hpp"

namespace tagstream::cli {

SnapshotLines::SnapshotLines(const Arguments& arguments, Processor& processor, Output& output)
    : processor_(processor),
      output_(output),
      snapshots_(arguments.max_event_bytes ? Snapshots(*arguments.max_event_bytes) : Snapshots()) {}

bool SnapshotLines::feed(std::string_view piece) {
  for (std::size_t end = piece.find('\n'); end != piece.npos; end = piece.find('\n')) {
    line_.append(piece.substr(0, end));
    piece.remove_prefix(end + 1);
    if (!end_line()) return false;
  }
  line_.append(piece);
  return true;
}

void SnapshotLines::finish() {
  if (!is_stopped_) end_line();
}

bool SnapshotLines::end_line() {
  ++number_;
  const std::string line = std::exchange(line_, {});
  if (line.find_first_not_of(" \t\r") == line.npos) return true;
  JsonTree tree;
  if (tree.read(line) || !tree.is(JsonTree::root, JsonTree::Kind::string)) {
    refuse(fmt::format("not a JSON string: line {}", number_));
  }
  const std::string text = tree.text(JsonTree::root);
  const auto added = snapshots_.feed(std::string_view(text));
  if (added) {
    is_stopped_ = processor_.feed(*added).has_value();
  } else if (added.error().code == Code::snapshot_mismatch) {
    const Error& error = added.error();
    refuse(fmt::format("{}: line {}, byte {}", error.message, number_, error.offset));
  } else {
    limit_ = added.error();
    is_stopped_ = true;
  }
  return !is_stopped_;
}

void SnapshotLines::add_to(AnswerResult& result) const {
  if (limit_) result.limit = limit_;
  const Stats stats = snapshots_.stats();
  result.stats.bytes_fed = stats.bytes_fed;
  result.stats.bytes_examined += stats.bytes_examined;
  result.stats.bytes_held_max += stats.bytes_held_max;
}

void SnapshotLines::refuse(const std::string& message) {
  output_.flush();  // the lines before were right
  throw Failure(exit_usage, message);
}

}  // namespace tagstream::cli

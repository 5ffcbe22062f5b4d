#include "reading.hpp"

#include <fmt/format.h>

#include "event_json.hpp"
#include "output.hpp"

namespace tagstream::cli {

Reading::Reading(const std::string& file, const CommonArguments& common)
    : common_(common), input_(file, common.chunk_size), progress_(input_.size()) {}

std::optional<Error> Reading::run(const Feed& feed, const std::function<void()>& flush) {
  std::uint64_t done = 0;
  std::optional<Error> error;
  while (!error) {
    if (input_.must_read()) {
      flush();
      progress_.update(done);
    }
    const std::string_view piece = input_.next();
    if (piece.empty()) break;
    done += piece.size();
    error = feed(piece);
    if (!error) write_notes();
  }
  progress_.erase();
  return error;
}

std::string Reading::read_all() {
  std::string text;
  const Feed feed = [&text](std::string_view piece) {
    text += piece;
    return std::nullopt;
  };
  run(feed, [] {});
  return text;
}

void Reading::note(std::string_view message, std::uint64_t offset) {
  notes_ += fmt::format("tagstream: {}: byte {}\n", printable(message), offset);
}

ExitCode Reading::end(const Findings& findings, const Stats& stats, const Error* limit) {
  if (limit == nullptr) write_notes();  // else the failure below says it
  if (common_.stats) write_error(stats_json(stats) + '\n');
  if (limit != nullptr) {
    throw Failure(exit_limit, fmt::format("{}: byte {}", limit->message, limit->offset));
  }
  if (common_.strict && findings.is_malformed) return exit_malformed;
  if (common_.fail_if_nothing && !findings.has_found) return exit_nothing_found;
  return exit_done;
}

void Reading::write_notes() {
  if (notes_.empty()) return;
  progress_.erase();
  write_error(notes_);
  notes_.clear();
}

}  // namespace tagstream::cli

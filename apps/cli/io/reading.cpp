#include "io/reading.hpp"

#include <fmt/core.h>

#include "io/output.hpp"
#include "io/terminal.hpp"
#include "tagstream/json.hpp"

namespace tagstream::cli {

void Findings::see(const Event& event) {
  switch (event.kind) {
    case EventKind::section_start: has_section = true; break;
    case EventKind::section_end:
      has_section = true;
      if (!event.is_closed) is_malformed = true;
      break;
    case EventKind::call: has_call = true; break;
    case EventKind::call_error: is_malformed = true; break;
    case EventKind::notice:
      if (event.code == NoticeCode::unclosed_call) is_malformed = true;
      break;
    default: break;
  }
}

Reading::Reading(const std::string& file, const Arguments& arguments)
    : arguments_(arguments), input_(file, arguments.chunk_size), progress_(input_.size()) {}

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

int Reading::end(bool has_found, bool is_malformed, const Stats& stats, const Error* limit) {
  if (limit == nullptr) write_notes();  // else the failure below says it
  if (arguments_.stats) write_stats(stats);
  if (limit != nullptr) {
    throw Failure(exit_limit, fmt::format("{}: byte {}", limit->message, limit->offset));
  }
  if (arguments_.strict && is_malformed) return exit_malformed;
  if (arguments_.fail_if_nothing && !has_found) return exit_nothing_found;
  return exit_done;
}

void Reading::write_stats(const Stats& stats) {
  std::string json;
  to_json(json, stats);
  if (write_error(json + '\n')) return;
  throw Failure(exit_usage, system_message("can't write", "standard error"));
}

void Reading::write_notes() {
  if (notes_.empty()) return;
  progress_.erase();
  static_cast<void>(write_error(notes_));
  notes_.clear();
}

}  // namespace tagstream::cli

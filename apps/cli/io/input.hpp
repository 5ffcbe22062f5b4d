#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "io/compressed.hpp"
#include "io/descriptor.hpp"
#include "io/failure.hpp"
#include "tagstream/error.hpp"

namespace tagstream::cli {

/// A file or standard input, handed out in pieces.
class Input {
 public:
  /// Opens `path`; "-" is standard input. A file that is also standard output is refused: reading
  /// would never come to its end, or find nothing. With `chunk_size` 0 a piece is what one read
  /// gives. With `unpacks`, what gzip or zstd have packed is unpacked; so it is from a file whose
  /// name ends in .gz or .zst.
  Input(const std::string& path, std::size_t chunk_size, bool unpacks = false);

  /// The next piece, empty at the end. The view lives until the next call. Where reading fails is
  /// the end: all that came before is handed out.
  ///
  /// A pipe is read as it flows: nothing is waited for but the first byte, or a whole chunk if a
  /// chunk size was asked for (the last one is shorter).
  [[nodiscard]] std::string_view next();

  /// The same, copied to `room`, which is not empty; what does not fit is the next piece. Gives its
  /// size.
  std::size_t read(std::span<char> room);

  /// Throws the Failure that ended it, if one did.
  void check() const;
  /// True if one did.
  [[nodiscard]] bool has_failed() const { return failure_.has_value(); }

  /// True if `next` has to read and may wait: the moment to flush what has been written.
  [[nodiscard]] bool must_read() const;

  /// False: a regular file. All of it is there.
  [[nodiscard]] bool may_wait() const { return may_wait_; }

  /// No more is read: what waits for the input ends. Any thread may call it.
  void stop();

  /// The bytes from here to the end, if that is known: a regular file that is not packed.
  [[nodiscard]] std::optional<std::uint64_t> size() const;

  [[nodiscard]] const Descriptor& descriptor() const { return file_; }

 private:
  bool read_more();
  bool read_bytes(std::string& buffer);
  std::size_t read_bytes(std::span<char> room);
  bool unpack_more();
  void fail(const std::string& why);

  std::string name_;
  Descriptor file_;
  bool may_wait_ = true;  // no regular file
  std::atomic<bool> is_stopped_ = false;
  std::size_t chunk_size_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the bytes that were not handed out yet
  bool at_end_ = false;
  std::optional<Failure> failure_;
  bool unpacks_ = false;  // nothing has been read, so the file may be packed
  std::unique_ptr<Unpacker> unpacker_;
  std::string packed_;          // bytes that are not unpacked yet
  std::uint64_t unpacked_ = 0;  // bytes of the file that are
};

// ---- files that are read as a whole -------------------------------------------------------------

/// The value. If there is none, the command ends: its arguments were bad.
template <class T>
[[nodiscard]] T value_of(Result<T> result) {
  if (!result) throw Failure(exit_usage, result.error().message);
  return *std::move(result);
}

/// All of a file; "-" is standard input.
/// @param most  bytes: if there are more, it is the beginning, and longer than this
[[nodiscard]] std::string read_all(const std::string& file, std::size_t most = std::string::npos);

/// Where "what" ends in "what: where"; what stands in quotes may hold the same.
[[nodiscard]] constexpr std::size_t end_of_what(std::string_view message) {
  bool is_quoted = false;
  for (std::size_t at = 0; at < message.size(); ++at) {
    if (is_quoted && message[at] == '\\') {
      ++at;
    } else if (message[at] == '"') {
      is_quoted = !is_quoted;
    } else if (!is_quoted && message.substr(at, 2) == ": ") {
      return at;
    }
  }
  return message.size();
}

/// What `read` makes of a file. What is wrong with it, "what: where", gets the name in between.
template <class Read>
[[nodiscard]] auto in_file(const std::string& path, Read read) {
  auto value = read(read_all(path));
  if (value) return *std::move(value);
  std::string message = value.error().message;
  throw Failure(exit_usage, message.insert(end_of_what(message), ": " + path));
}

}  // namespace tagstream::cli

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

/// The file in the same folder with the name that was most likely meant; empty if none is near.
[[nodiscard]] std::string nearest_file(const std::string& path);

/// A file or standard input, handed out in pieces.
class Input {
 public:
  /// Opens `path`; "-" is standard input. A file that is also standard output is refused, as
  /// reading it would never end, or find nothing. With `chunk_size` = 0 a piece has the bytes of
  /// one read. With `unpacks`, or if the name of the file ends in .gz or .zst, data packed by gzip
  /// or zstd are unpacked.
  Input(const std::string& path, std::size_t chunk_size, bool unpacks = false);

  /// The next piece; empty at the end. The view lives until the next call. If reading fails, the
  /// input ends there, and all bytes before are still returned.
  ///
  /// A pipe is read as it flows: `next` waits for the first byte only, or for a whole chunk if a
  /// chunk size was asked for (the last chunk is shorter).
  [[nodiscard]] std::string_view next();

  /// Copies the next piece to `room`, which must not be empty, and returns its size. Bytes that do
  /// not fit are a part of the next piece.
  std::size_t read(std::span<char> room);

  /// Throws the Failure that has ended the input, if reading has failed.
  void check() const;
  /// True if reading has failed.
  [[nodiscard]] bool has_failed() const { return failure_.has_value(); }

  /// True if `next` must read, and may wait for it. Callers flush their output before.
  [[nodiscard]] bool must_read() const;

  /// False for a regular file, whose bytes are all there.
  [[nodiscard]] bool may_wait() const { return may_wait_; }

  /// Ends the input: a call that waits for it returns. Any thread may call this.
  void stop();

  /// The number of bytes from here to the end, if it is known: for a regular file that is not
  /// packed.
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

/// The bytes of a whole file; "-" is standard input.
/// @param most  if the file has more bytes, only its beginning is read, with more bytes than this
[[nodiscard]] std::string read_all(const std::string& file, std::size_t most = std::string::npos);

}  // namespace tagstream::cli

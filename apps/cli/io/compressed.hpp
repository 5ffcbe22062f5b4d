#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace tagstream::cli {

/// Unpacks data packed by gzip or zstd, piece by piece.
class Unpacker {
 public:
  virtual ~Unpacker() = default;

  /// Unpacks a piece, and appends at most some hundred KiB to `out`. Throws DamagedData after the
  /// last byte that can be unpacked.
  /// @return  how many bytes of `packed` were used; if fewer than all, call it again with the rest
  virtual std::size_t unpack(std::string_view packed, std::string& out) = 0;

  /// True if the input may end here.
  [[nodiscard]] virtual bool is_whole() const = 0;
};

/// Thrown if packed data can't be unpacked any further.
struct DamagedData {
  std::size_t used;  ///< how much of `packed` was
};

/// How many bytes at the beginning tell whether data are packed.
constexpr std::size_t magic_size = 4;

/// The unpacker for data with this beginning; null if they are not packed. `name` is the name of
/// the file, for the Failure that is thrown if the program was built without the library for it.
[[nodiscard]] std::unique_ptr<Unpacker> unpacker_for(std::string_view begin,
                                                     const std::string& name);

}  // namespace tagstream::cli

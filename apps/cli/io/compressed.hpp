#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace tagstream::cli {

/// Unpacks what gzip or zstd have packed, piece by piece.
class Unpacker {
 public:
  virtual ~Unpacker() = default;

  /// Appends to `out` what `packed` holds, some hundred KiB at most. Throws DamagedData behind the
  /// last byte that can be had.
  /// @return  how much of `packed` was used; less than all of it: ask again
  virtual std::size_t unpack(std::string_view packed, std::string& out) = 0;

  /// True if the input may end here.
  [[nodiscard]] virtual bool is_whole() const = 0;
};

/// What is packed can't be unpacked any further.
struct DamagedData {
  std::size_t used;  ///< how much of `packed` was
};

/// How many bytes tell whether something is packed.
constexpr std::size_t magic_size = 4;

/// What unpacks bytes that begin so; null: they are not packed. `name` is that of the file, for
/// the Failure that is thrown if this program was built without what it needs.
[[nodiscard]] std::unique_ptr<Unpacker> unpacker_for(std::string_view begin,
                                                     const std::string& name);

}  // namespace tagstream::cli

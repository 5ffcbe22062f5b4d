#include "io/compressed.hpp"

#ifdef TAGSTREAM_HAS_ZLIB
#include <zlib.h>
#endif
#ifdef TAGSTREAM_HAS_ZSTD
#include <zstd.h>
#endif

#include <algorithm>
#include <new>

#include "io/failure.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view gzip_magic = "\x1f\x8b\x08";
constexpr std::string_view zstd_magic = "\x28\xb5\x2f\xfd";

// A file of zstd may begin with a frame to skip, which has one of 16 magic numbers.
bool is_zstd(std::string_view begin) {
  if (begin.starts_with(zstd_magic)) return true;
  return begin.size() >= magic_size && (begin[0] & 0xF0) == 0x50 &&
         begin.substr(1, 3) == "\x2a\x4d\x18";
}

#if defined(TAGSTREAM_HAS_ZLIB) || defined(TAGSTREAM_HAS_ZSTD)
constexpr std::size_t step = std::size_t{256} << 10;
#endif

#ifdef TAGSTREAM_HAS_ZLIB
class GzipUnpacker : public Unpacker {
 public:
  GzipUnpacker() {
    constexpr int gzip_only = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, gzip_only) != Z_OK) throw std::bad_alloc();
  }
  GzipUnpacker(const GzipUnpacker&) = delete;
  GzipUnpacker& operator=(const GzipUnpacker&) = delete;
  ~GzipUnpacker() override { inflateEnd(&stream_); }

  std::size_t unpack(std::string_view packed, std::string& out) override {
    if (is_whole_) {
      // Zeros after the last member fill a block of a tape or an archive.
      const std::size_t zeros = std::min(packed.find_first_not_of('\0'), packed.size());
      if (zeros > 0) return zeros;
      if (inflateReset(&stream_) != Z_OK) throw DamagedData{0};  // another member follows
    }
    const std::size_t filled = out.size();
    out.resize(filled + step);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data() + filled);
    stream_.avail_out = static_cast<uInt>(step);
    const int result = inflate(&stream_, Z_NO_FLUSH);
    is_whole_ = result == Z_STREAM_END;
    out.resize(filled + step - stream_.avail_out);
    const std::size_t used = packed.size() - stream_.avail_in;
    if (result != Z_OK && !is_whole_ && result != Z_BUF_ERROR) throw DamagedData{used};
    return used;
  }

  [[nodiscard]] bool is_whole() const override { return is_whole_; }

 private:
  z_stream stream_ = {};
  bool is_whole_ = false;
};
#endif

#ifdef TAGSTREAM_HAS_ZSTD
class ZstdUnpacker : public Unpacker {
 public:
  ZstdUnpacker() : stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    wanted_ = ZSTD_initDStream(stream_);
  }
  ZstdUnpacker(const ZstdUnpacker&) = delete;
  ZstdUnpacker& operator=(const ZstdUnpacker&) = delete;
  ~ZstdUnpacker() override { ZSTD_freeDStream(stream_); }

  // Gives libzstd as many bytes at a time as it asks for, which are one block: a call that fails
  // gives no output at all, not even that of blocks before the damage.
  std::size_t unpack(std::string_view packed, std::string& out) override {
    const std::size_t filled = out.size();
    out.resize(filled + step);
    ZSTD_outBuffer to = {out.data() + filled, step, 0};
    std::size_t used = 0;
    bool is_damaged = false;
    do {
      const std::size_t asked = std::min(std::max<std::size_t>(wanted_, 1), packed.size() - used);
      ZSTD_inBuffer from = {packed.data() + used, asked, 0};
      const std::size_t result = ZSTD_decompressStream(stream_, &to, &from);
      is_damaged = ZSTD_isError(result) != 0;
      wanted_ = is_damaged ? 0 : result;
      used += from.pos;
    } while (used < packed.size() && to.pos < to.size && !is_damaged);
    out.resize(filled + to.pos);
    if (is_damaged) throw DamagedData{used};
    return used;
  }

  [[nodiscard]] bool is_whole() const override { return wanted_ == 0; }

 private:
  ZSTD_DStream* stream_;
  std::size_t wanted_ = 0;  // bytes; 0: a frame is whole
};
#endif

[[noreturn, maybe_unused]] void refuse(const char* format, const std::string& name) {
  throw Failure(exit_usage, std::string("this program was built without ") + format + ": " + name);
}

}  // namespace

std::unique_ptr<Unpacker> unpacker_for(std::string_view begin,
                                       [[maybe_unused]] const std::string& name) {
  if (begin.starts_with(gzip_magic)) {
#ifdef TAGSTREAM_HAS_ZLIB
    return std::make_unique<GzipUnpacker>();
#else
    refuse("zlib", name);
#endif
  }
  if (is_zstd(begin)) {
#ifdef TAGSTREAM_HAS_ZSTD
    return std::make_unique<ZstdUnpacker>();
#else
    refuse("libzstd", name);
#endif
  }
  return nullptr;
}

}  // namespace tagstream::cli

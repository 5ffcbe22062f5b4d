#include "io/compressed.hpp"

#ifdef TAGSTREAM_HAS_ZLIB
#include <zlib.h>
#endif
#ifdef TAGSTREAM_HAS_ZSTD
#include <zstd.h>
#endif

#include "io/failure.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view gzip_magic = "\x1f\x8b\x08";
constexpr std::string_view zstd_magic = "\x28\xb5\x2f\xfd";

#if defined(TAGSTREAM_HAS_ZLIB) || defined(TAGSTREAM_HAS_ZSTD)
constexpr std::size_t step = std::size_t{256} << 10;

[[noreturn]] void refuse_damaged(const std::string& name) {
  throw Failure(exit_usage, "the compressed data is damaged: " + name);
}
#endif

#ifdef TAGSTREAM_HAS_ZLIB
class GzipUnpacker : public Unpacker {
 public:
  explicit GzipUnpacker(const std::string& name) : name_(name) {
    constexpr int gzip_only = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, gzip_only) != Z_OK) throw std::bad_alloc();
  }
  GzipUnpacker(const GzipUnpacker&) = delete;
  GzipUnpacker& operator=(const GzipUnpacker&) = delete;
  ~GzipUnpacker() override { inflateEnd(&stream_); }

  std::size_t unpack(std::string_view packed, std::string& out) override {
    if (is_damaged_) refuse_damaged(name_);
    if (is_whole_ && inflateReset(&stream_) != Z_OK) refuse_damaged(name_);  // one more member
    const std::size_t filled = out.size();
    out.resize(filled + step);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    stream_.next_out = reinterpret_cast<Bytef*>(out.data() + filled);
    stream_.avail_out = static_cast<uInt>(step);
    const int result = inflate(&stream_, Z_NO_FLUSH);
    is_damaged_ = result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR;
    is_whole_ = result == Z_STREAM_END;
    out.resize(filled + step - stream_.avail_out);
    if (is_damaged_) {  // what was there before the damage is given first
      if (out.size() == filled) refuse_damaged(name_);
      return 0;
    }
    return packed.size() - stream_.avail_in;
  }

  [[nodiscard]] bool is_whole() const override { return is_whole_; }

 private:
  std::string name_;
  z_stream stream_ = {};
  bool is_whole_ = false;
  bool is_damaged_ = false;
};
#endif

#ifdef TAGSTREAM_HAS_ZSTD
class ZstdUnpacker : public Unpacker {
 public:
  explicit ZstdUnpacker(const std::string& name) : name_(name), stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  ZstdUnpacker(const ZstdUnpacker&) = delete;
  ZstdUnpacker& operator=(const ZstdUnpacker&) = delete;
  ~ZstdUnpacker() override { ZSTD_freeDStream(stream_); }

  std::size_t unpack(std::string_view packed, std::string& out) override {
    const std::size_t filled = out.size();
    out.resize(filled + step);
    ZSTD_inBuffer from = {packed.data(), packed.size(), 0};
    ZSTD_outBuffer to = {out.data() + filled, step, 0};
    const std::size_t result = ZSTD_decompressStream(stream_, &to, &from);
    if (ZSTD_isError(result) != 0) refuse_damaged(name_);
    is_whole_ = result == 0;
    out.resize(filled + to.pos);
    return from.pos;
  }

  [[nodiscard]] bool is_whole() const override { return is_whole_; }

 private:
  std::string name_;
  ZSTD_DStream* stream_;
  bool is_whole_ = false;
};
#endif

[[noreturn, maybe_unused]] void refuse(const char* format, const std::string& name) {
  throw Failure(exit_usage, std::string("this program was built without ") + format + ": " + name);
}

}  // namespace

std::unique_ptr<Unpacker> unpacker_for(std::string_view begin, const std::string& name) {
  if (begin.starts_with(gzip_magic)) {
#ifdef TAGSTREAM_HAS_ZLIB
    return std::make_unique<GzipUnpacker>(name);
#else
    refuse("zlib", name);
#endif
  }
  if (begin.starts_with(zstd_magic)) {
#ifdef TAGSTREAM_HAS_ZSTD
    return std::make_unique<ZstdUnpacker>(name);
#else
    refuse("libzstd", name);
#endif
  }
  return nullptr;
}

}  // namespace tagstream::cli

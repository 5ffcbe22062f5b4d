#pragma once

#include <string>
#include <string_view>

namespace tagstream::cli {

/// An open file, closed at the end of its life unless it is one of the standard streams.
class Descriptor {
 public:
  Descriptor() = default;
  /// Takes over `number`. Files that got the number of a closed standard stream are moved away.
  explicit Descriptor(int number);
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  /// Standard input, output or error: 0, 1 or 2.
  static Descriptor standard(int number);

  [[nodiscard]] int number() const { return number_; }

  /// Closes the file now. Returns false, with errno set, if that failed.
  bool close();

 private:
  int number_ = -1;
  bool is_owned_ = false;
};

/// Writes all bytes of `rest`, even to a file that is set not to block. Returns false, with errno
/// set, if that failed.
[[nodiscard]] bool write_all(int number, std::string_view rest);

/// True if bytes that are written to the one come out of the other: the same file, pipe or
/// terminal. Devices such as /dev/null, which only swallow bytes, are never the same.
[[nodiscard]] bool is_same_file(const Descriptor& one, const Descriptor& other);

/// "what (why): where", the reason taken from errno.
[[nodiscard]] std::string system_message(const std::string& what, const std::string& where);

}  // namespace tagstream::cli

#include "io/reading.hpp"

#include "io/input.hpp"

namespace tagstream::cli {

std::string read_all(const std::string& file, std::size_t most) {
  Input input(file, 0);
  std::string text;
  while (text.size() <= most) {
    const std::string_view piece = input.next();
    if (piece.empty()) break;
    text += piece;
  }
  input.check();
  return text;
}

}  // namespace tagstream::cli

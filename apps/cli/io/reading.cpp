#include "io/reading.hpp"

#include "io/input.hpp"

namespace tagstream::cli {

std::string read_all(const std::string& file) {
  Input input(file, 0);
  std::string text;
  while (true) {
    const std::string_view piece = input.next();
    if (piece.empty()) return text;
    text += piece;
  }
}

}  // namespace tagstream::cli

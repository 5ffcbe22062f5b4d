#include "io/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace tagstream::cli {

Size size_of_output() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0) return {};
  return {size.ws_col, size.ws_row};
}

std::size_t columns_of_output() {
  if (const Size size = size_of_output(); size.columns != 0) return size.columns;
  const char* const columns = std::getenv("COLUMNS");
  return columns == nullptr ? 0 : std::strtoul(columns, nullptr, 10);
}

bool is_plain_terminal() {
  const char* const terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) == "dumb";
}

bool is_colored(ColorChoice choice, int number) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  const char* refused = std::getenv("NO_COLOR");
  return isatty(number) == 1 && !is_plain_terminal() && (refused == nullptr || *refused == '\0');
}

}  // namespace tagstream::cli

#include "support/golden_words.hpp"

#include <fstream>
#include <iterator>

#include "cli/command.hpp"

namespace tagstream::testing {

Result<cli::Arguments> read_golden_words(std::string_view command,
                                         const std::vector<std::string>& words) {
  cli::Arguments arguments;
  try {
    if (cli::read_words(cli::find_command(command), words, arguments)) return arguments;
  } catch (const cli::Failure& failure) {
    return Error{Errc::bad_option, 0, failure.what()};
  }
  return Error{Errc::bad_option, 0, "a golden case calls for help"};
}

Result<std::vector<ToolSchema>> schemas_in_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Error{Errc::bad_option, 0, "no such file: " + file};
  const std::string text((std::istreambuf_iterator<char>(stream)),
                         std::istreambuf_iterator<char>());
  return read_schemas(text);
}

}  // namespace tagstream::testing

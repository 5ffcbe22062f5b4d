#include "tagstream/write.hpp"

#include <fmt/core.h>

#include "command.hpp"
#include "io/input.hpp"
#include "io/output.hpp"

namespace tagstream::cli {

int write_command(Arguments& arguments) {
  const Options& options = arguments.options;
  if (options.dialect.empty() && options.model.empty() && options.format.empty()) {
    throw Failure(exit_usage, "nothing to write by: give --dialect NAME, --model or --format");
  }
  const Rules rules = rules_of(arguments);
  if (options.dialect == "auto") {
    throw Failure(exit_usage, "--dialect auto reads many formats and writes none: name one");
  }
  const std::string file = arguments.name.value_or("-");
  const Message message = in_file(file, read_message);
  const Result<std::string> text = write(message, rules);
  if (!text) {
    throw Failure(exit_usage, fmt::format("{} ({})", text.error().message,
                                          file == "-" ? "standard input" : file));
  }
  Output output;
  output.text(*text);
  output.end_text();
  if (output.is_terminal() && !output.ends_line()) output.styled("\n");
  output.flush();
  return exit_done;
}

}  // namespace tagstream::cli

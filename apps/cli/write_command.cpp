#include "tagstream/write.hpp"

#include "command.hpp"
#include "io/input.hpp"
#include "io/output.hpp"

namespace tagstream::cli {

int write_command(Arguments& arguments) {
  const Rules rules = rules_of(arguments);
  const Message message = in_file(arguments.name.value_or("-"), read_message);
  Output output;
  output.text(value_of(write(message, rules)));
  if (output.is_terminal() && !output.ends_line()) output.styled("\n");
  output.flush();
  return exit_done;
}

}  // namespace tagstream::cli

#include "tagstream/write.hpp"

#include <unistd.h>

#include "command.hpp"
#include "io/input.hpp"
#include "io/output.hpp"
#include "run.hpp"

namespace tagstream::cli {

int write_command(Arguments& arguments) {
  add_schemas(arguments);
  add_row(arguments);
  const ParseRules rules = value_of(ParseRules::make(value_of(parse_options(arguments))));
  const Message message = in_file(arguments.name.value_or("-"), read_message);
  Output output;
  output.text(value_of(write(message, rules)));
  if (output.is_terminal() && !output.ends_line()) output.styled("\n");
  output.flush();
  return exit_done;
}

}  // namespace tagstream::cli

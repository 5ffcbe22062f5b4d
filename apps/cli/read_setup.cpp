#include "read_setup.hpp"

#include <fmt/core.h>

#include <utility>

#include "io/reading.hpp"
#include "io/terminal.hpp"
#include "nearest.hpp"
#include "tagstream/guess.hpp"

namespace tagstream::cli {

void add_schemas(Arguments& arguments) {
  if (!arguments.tools_file.empty()) {
    arguments.schemas = in_file(arguments.tools_file, read_schemas);
  }
}

void add_row(Arguments& arguments) {
  if (!arguments.dialect_file.empty()) {
    arguments.parse.row = in_file(arguments.dialect_file, read_dialect);
  }
  if (arguments.model.empty()) return;
  const ModelGuess guess = find_model(arguments.model);
  if (guess.row == nullptr) throw Failure(exit_usage, unknown_model(arguments.model));
  arguments.parse.dialect = guess.row->name;
  if (guess.starts_in_reasoning && arguments.prompt_tail.empty()) {
    arguments.parse.start_in_reasoning = true;
  }
  if (guess.sure == Certainty::certain) return;
  static_cast<void>(
      write_error(fmt::format("tagstream: likely {}, as '{}' is in the name: --model {}\n",
                              guess.row->name, guess.pattern, printable(arguments.model))));
}

MakeReader primed(ParseRules rules, std::string prompt_tail) {
  return [rules = std::move(rules), tail = std::move(prompt_tail)]() -> Reader {
    Parser parser(rules);
    (void)parser.prime(tail);  // where a limit stops it, reading ends so, too
    return parser;
  };
}

void SecondFile::check(const Input& input) {
  if (path_.empty()) return;
  const bool is_first = !file_;
  if (is_first) file_ = std::make_unique<Output>(path_);
  if (is_same_file(input.descriptor(), file_->descriptor())) {
    throw Failure(exit_usage, "would overwrite the input: " + path_);
  }
  if (is_same_file(file_->descriptor(), Descriptor::standard(1))) {
    throw Failure(exit_usage, "the text goes to standard output, which is this file: " + path_);
  }
  if (is_first) file_->truncate();
}

void SecondFile::close() {
  if (file_) file_->close();
}

}  // namespace tagstream::cli

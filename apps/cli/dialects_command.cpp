#include "commands.hpp"
#include "dialect_text.hpp"
#include "io/output.hpp"
#include "nearest.hpp"
#include "tagstream/json.hpp"

namespace tagstream::cli {

namespace {

// A row a line.
std::string rows_json() {
  std::string json;
  for (const Dialect& row : dialects()) {
    json += json.empty() ? "[\n" : ",\n";
    to_json(json, row);
  }
  return json + "\n]\n";
}

std::string of_all(const Arguments& arguments) {
  if (arguments.json) return rows_json();
  return arguments.markdown ? dialects_markdown() : dialect_table();
}

std::string of_one(const Dialect& row, const Arguments& arguments) {
  if (!arguments.json) return arguments.markdown ? dialect_as_markdown(row) : dialect_as_text(row);
  std::string json;
  to_json(json, row);
  return json + '\n';
}

}  // namespace

int dialects_command(Arguments& arguments) {
  const Dialect* row = nullptr;
  if (arguments.name) {
    row = find_dialect(*arguments.name);
    if (row == nullptr) throw Failure(exit_usage, unknown_dialect(*arguments.name, "NAME"));
  }
  Output output;
  output.text(row == nullptr ? of_all(arguments) : of_one(*row, arguments));
  output.flush();
  return exit_done;
}

}  // namespace tagstream::cli

// The modes of `show` as the program asks for them.

#include "show/read_mode.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <utility>

#include "format_hint.hpp"
#include "show/shown_rules.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream::cli {

namespace {

ReadMode mode_of(const Arguments& arguments, Result<ShownRules> shown) {
  if (!shown) throw Failure(exit_usage, said_of_option(arguments, shown.error().message));
  auto its_arguments = std::make_shared<Arguments>(arguments);
  its_arguments->options = shown->rules.options();
  return {std::move(its_arguments), std::move(shown->rules), std::move(shown->remark)};
}

}  // namespace

bool says_what(const Arguments& arguments) { return says_what(arguments.options); }

void check_no_dialect(const Arguments& arguments) {
  if (arguments.files.empty() || says_what(arguments)) return;
  const std::string& first = arguments.files[0];
  if (find_dialect(first) == nullptr || access(first.c_str(), F_OK) == 0) return;
  throw Failure(exit_usage, fmt::format("no such file: {0}; did you mean `--dialect {0}`?", first));
}

ReadMode asked_mode(const Arguments& arguments) {
  return mode_of(arguments, asked_rules(arguments.options));
}

ReadMode guessed_mode(const Arguments& arguments, std::string_view text, bool is_whole) {
  const InputForm form = looks_like(text);
  if (arguments.from == InputForm::text && is_stream(form)) {
    ReadMode mode = asked_mode(arguments);
    mode.remark =
        fmt::format("looks like what a server streams: --from {} reads it", to_string(form));
    return mode;
  }
  return mode_of(arguments, guessed_rules(arguments.options, text, is_whole));
}

}  // namespace tagstream::cli

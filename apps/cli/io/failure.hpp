#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace tagstream::cli {

/// The exit codes of the program. `tagstream help` lists them.
enum ExitCode : int {
  exit_done = 0,
  exit_nothing_found = 1,  ///< with -e
  exit_usage = 2,          ///< bad arguments, unreadable input, unwritable output
  exit_malformed = 3,      ///< with --strict
  exit_limit = 4,          ///< a limit with --on-limit stop
};

/// When to colour error messages.
enum class ColorChoice { automatic, always, never };

/// Thrown to end the command with one line on standard error. The message says what is wrong and
/// where, without "tagstream:".
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// Thrown if nobody reads the output any more: the program ends without a message.
class ClosedPipe : public std::exception {};

}  // namespace tagstream::cli

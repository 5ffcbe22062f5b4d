#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tagstream::cli {

/// What the program tells its caller. `tagstream help` lists them.
enum ExitCode : int {
  exit_done = 0,
  exit_nothing_found = 1,  ///< with -e
  exit_usage = 2,          ///< bad arguments, unreadable input, unwritable output
  exit_malformed = 3,      ///< with --strict
  exit_limit = 4,          ///< a limit with --on-limit error
};

/// When to colour error messages.
enum class ColorChoice { automatic, always, never };

/// Ends the command with one line on stderr. The message says what and where, without "tagstream:".
class Failure : public std::runtime_error {
 public:
  Failure(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  [[nodiscard]] ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// Nobody reads the output any more: the program ends quietly.
class ClosedPipe : public std::exception {};

/// What a command shares with `main`: how failures are to be shown.
struct Session {
  ColorChoice color = ColorChoice::automatic;
};

/// One word after `tagstream`. Each lives in a file of its own.
struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line for `tagstream help`
  ExitCode (*run)(const std::vector<std::string>& arguments, Session& session);
};

/// All commands, in the order of `tagstream help`.
[[nodiscard]] std::span<const Command> commands();

/// The text of `tagstream help`: one screen.
[[nodiscard]] std::string overview();

/// `text` in one line, control bytes written as \xHH: for messages that quote what a user gave.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace tagstream::cli

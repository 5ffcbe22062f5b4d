#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <new>

#include "command.hpp"
#include "output.hpp"
#include "tagstream/version.hpp"
#include "terminal.hpp"

namespace {

using namespace tagstream::cli;

void report(std::string_view message, ColorChoice choice) {
  const char* name =
      is_colored(choice, STDERR_FILENO) ? "\x1b[1;31mtagstream:\x1b[0m" : "tagstream:";
  fmt::print(stderr, "{} {}\n", name, printable(message));
}

ExitCode print(std::string_view text) {
  Output output;
  output.text(text);
  output.flush();
  return exit_done;
}

const Command& find_command(const std::string& word) {
  for (const Command& command : commands()) {
    if (command.name == word) return command;
  }
  const char* kind = word.starts_with('-') ? "option" : "command";
  throw Failure(exit_usage, fmt::format("unknown {} (try 'tagstream help'): {}", kind, word));
}

ExitCode run(const std::vector<std::string>& words, Session& session) {
  if (words.empty()) throw Failure(exit_usage, "no command given (try 'tagstream help')");
  const std::string& first = words[0];
  if (first == "--version") return print(fmt::format("tagstream {}\n", tagstream::version()));
  if (first == "help" || first == "--help" || first == "-h") {
    if (words.size() == 1) return print(overview());
    return find_command(words[1]).run({"--help"}, session);
  }
  return find_command(first).run({words.begin() + 1, words.end()}, session);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  Session session;
  try {
    return run({argv + (argc > 0 ? 1 : 0), argv + argc}, session);
  } catch (const ClosedPipe&) {
    return exit_done;
  } catch (const Failure& failure) {
    report(failure.what(), session.color);
    return failure.code();
  } catch (const std::bad_alloc&) {
    report("out of memory", session.color);
    return exit_usage;
  } catch (const std::exception& error) {
    report(error.what(), session.color);
    return exit_usage;
  }
}

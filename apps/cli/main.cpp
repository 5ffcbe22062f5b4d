#include <fmt/core.h>
#include <unistd.h>

#include <csignal>
#include <new>

#include "base/text.hpp"
#include "command.hpp"
#include "io/output.hpp"
#include "io/terminal.hpp"
#include "tagstream/version.hpp"

namespace {

using namespace tagstream::cli;

int run(std::vector<std::string> words, ColorChoice& color) {
  if (words.empty()) {
    static_cast<void>(write_error("tagstream: no command given\n\n" + overview()));
    return exit_usage;
  }
  std::string name = words[0];
  if (name == "--version" && words.size() > 1) {
    throw Failure(exit_usage, "unexpected word after --version: " + tagstream::in_short(words[1]));
  }
  if (name == "--version") return print(fmt::format("tagstream {}\n", tagstream::version()));
  if (name == "--help" || name == "-h") name = "help";
  const Command& command = find_command(name);
  words.erase(words.begin());
  Arguments arguments;
  if (!read_words(command, words, arguments)) {
    arguments.name = name;
    return help_command(arguments);
  }
  color = arguments.color;
  return command.run(arguments);
}

int report(int code, std::string_view message, ColorChoice choice) {
  write_message(message, choice);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  ColorChoice color = ColorChoice::automatic;
  try {
    return run({argv + (argc > 0 ? 1 : 0), argv + argc}, color);
  } catch (const ClosedPipe&) {
    return exit_done;
  } catch (const Failure& failure) {
    return report(failure.code(), failure.what(), color);
  } catch (const std::bad_alloc&) {
    return report(exit_usage, "out of memory", color);
  } catch (const std::exception& error) {
    return report(exit_usage, error.what(), color);
  }
}

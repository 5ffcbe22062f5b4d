#include "command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dialects_command.hpp"
#include "extract_command.hpp"
#include "filter_command.hpp"
#include "inner_command.hpp"
#include "parse_command.hpp"
#include "terminal.hpp"
#include "thoughts_command.hpp"
#include "tools_command.hpp"

namespace tagstream::cli {

namespace {

constexpr std::array all_commands = {
    Command{"extract", "every tag, as a tree", extract_command},
    Command{"inner", "what stands in the first element of a name", inner_command},
    Command{"filter", "show the answer, keep thinking and tools apart", filter_command},
    Command{"tools", "tool calls and text, as events", tools_command},
    Command{"thoughts", "thoughts and text, as events", thoughts_command},
    Command{"parse", "what a model family writes: reasoning, calls, text", parse_command},
    Command{"dialects", "the families that parse knows", dialects_command},
};

}  // namespace

std::span<const Command> commands() { return all_commands; }

std::string overview() {
  std::string text =
      "tagstream reads the XML-like tags in a language model's answer as it streams.\n"
      "\n"
      "usage: tagstream COMMAND [OPTION]... [FILE]\n"
      "\n"
      "commands:\n";
  for (const Command& command : all_commands) {
    text += fmt::format("  {:<10}{}\n", command.name, command.summary);
  }
  text +=
      "  help      this text; tagstream COMMAND --help lists a command's options\n"
      "  --version the version\n"
      "\n"
      "FILE is read as it comes; without FILE, or with -, standard input.\n"
      "\n"
      "example:\n"
      "  $ echo 'So <think>2 + 2</think>four.' | tagstream filter --hide think\n"
      "  So four.\n"
      "\n"
      "exit: 0 done, 1 nothing found (inner; -e), 2 bad arguments or unusable file,\n"
      "      3 a tag without end or the like (--strict), 4 a limit (--on-limit error)\n";
  return text;
}

std::string printable(std::string_view text) {
  std::string shown;
  append_shown(shown, text, "\\x");
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  std::replace(shown.begin(), shown.end(), '\r', ' ');
  return shown;
}

}  // namespace tagstream::cli

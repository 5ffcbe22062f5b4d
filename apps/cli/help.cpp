#include "help.hpp"

#include <fmt/format.h>

#include <utility>

#include "command.hpp"
#include "common_arguments.hpp"
#include "output.hpp"

namespace tagstream::cli {

namespace {

// Where descriptions start. Options that are longer get a line of their own.
constexpr std::size_t description_column = 34;

std::string option_line(const CLI::Option& option) {
  std::string line = "  " + option.get_name(false, true);
  if (!option.get_option_text().empty()) line += ' ' + option.get_option_text();
  if (line.size() + 2 > description_column)
    line += '\n' + std::string(description_column, ' ');
  else
    line.resize(description_column, ' ');
  return line + option.get_description() + '\n';
}

}  // namespace

std::string option_help(const CLI::App& app, std::string_view usage, std::string_view closing) {
  std::string text(usage);
  std::string group;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty() || option == app.get_help_ptr()) continue;
    if (option->get_group() != group) {
      group = option->get_group();
      text += group + ":\n";
    }
    text += option_line(*option);
  }
  text += closing;
  return text;
}

bool parse_or_help(CLI::App& app, const std::vector<std::string>& words, std::string_view usage,
                   std::string_view closing) {
  std::vector<std::string> reversed(words.rbegin(), words.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    Output output;
    output.text(option_help(app, usage, closing));
    output.flush();
    return false;
  } catch (const CLI::ParseError& error) {
    throw Failure(exit_usage, usage_message(error, app));
  }
  return true;
}

}  // namespace tagstream::cli

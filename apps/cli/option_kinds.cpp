#include "option_kinds.hpp"

#include <charconv>
#include <limits>
#include <string_view>
#include <system_error>

namespace tagstream::cli {

void refuse(const std::string& what, const char* option) {
  throw CLI::ValidationError(fmt::format("{}: {}", what, option), CLI::ExitCodes::ValidationError);
}

std::size_t parse_size(const std::string& text, std::size_t least, const char* option) {
  std::string_view digits = text;
  unsigned shift = 0;
  constexpr std::string_view units = "KkMmGg";
  const std::size_t unit = digits.empty() ? units.npos : units.find(digits.back());
  if (unit != units.npos) {
    shift = 10 * (static_cast<unsigned>(unit) / 2 + 1);
    digits.remove_suffix(1);
  }
  std::size_t number = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, number);
  if (error == std::errc::result_out_of_range ||
      number > std::numeric_limits<std::size_t>::max() >> shift) {
    refuse(fmt::format("the number {} is too large", text), option);
  }
  if (error != std::errc() || stop != end) {
    refuse(fmt::format("'{}' is no number (digits, then K, M or G)", text), option);
  }
  number <<= shift;
  if (number < least) refuse(fmt::format("give at least {}", least), option);
  return number;
}

CLI::Option* add_values(CLI::App& app, const char* name, const char* text,
                        std::vector<std::string>& values, const char* description) {
  const auto take = [&values](const CLI::results_t& results) {
    values = results;
    return true;
  };
  return app.add_option(name, take, description)->take_all()->option_text(text);
}

CLI::Option* add_pairs(CLI::App& app, const char* name, const char* text,
                       std::vector<std::pair<std::string, std::string>>& pairs,
                       const char* description) {
  const auto take = [&pairs](const CLI::results_t& results) {
    pairs.clear();
    for (std::size_t i = 0; i + 1 < results.size(); i += 2) {
      pairs.emplace_back(results[i], results[i + 1]);
    }
    return true;
  };
  return app.add_option(name, take, description)->type_size(2)->take_all()->option_text(text);
}

CLI::Option* add_value(CLI::App& app, const char* name, const char* text, std::string& value,
                       const char* description) {
  const auto take = [&value](const CLI::results_t& results) {
    value = results.back();
    return true;
  };
  return app.add_option(name, take, description)->take_last()->option_text(text);
}

CLI::Option* add_switch(CLI::App& app, const char* name, bool& on, const char* description) {
  return app.add_flag(name, on, description)->disable_flag_override();
}

}  // namespace tagstream::cli

#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace tagstream::cli {

// The kinds of options that commands have.
//
// Values reach us as plain strings through callbacks: the parser's own conversions give meaning to
// brackets and braces, which are ordinary bytes in a marker.

/// Ends parsing: "what: option".
[[noreturn]] void refuse(const std::string& what, const char* option);

/// May be repeated, with one value each time. `text` is what the help calls the value.
CLI::Option* add_values(CLI::App& app, const char* name, const char* text,
                        std::vector<std::string>& values, const char* description);

/// May be repeated, with two values each time.
CLI::Option* add_pairs(CLI::App& app, const char* name, const char* text,
                       std::vector<std::pair<std::string, std::string>>& pairs,
                       const char* description);

/// One value; the last one counts.
CLI::Option* add_value(CLI::App& app, const char* name, const char* text, std::string& value,
                       const char* description);

/// A number with an optional K, M or G for KiB, MiB, GiB.
template <class Size>
CLI::Option* add_size(CLI::App& app, const char* name, Size& size, std::size_t least,
                      const char* description);

CLI::Option* add_switch(CLI::App& app, const char* name, bool& on, const char* description);

/// One of a few words.
template <class E>
CLI::Option* add_choice(CLI::App& app, const char* name, E& choice,
                        const std::vector<std::pair<const char*, E>>& choices,
                        const char* description);

/// The number that `text` stands for; refuses what is not one, or less than `least`.
[[nodiscard]] std::size_t parse_size(const std::string& text, std::size_t least,
                                     const char* option);

template <class Size>
CLI::Option* add_size(CLI::App& app, const char* name, Size& size, std::size_t least,
                      const char* description) {
  const auto take = [&size, name, least](const CLI::results_t& results) {
    size = parse_size(results.back(), least, name);
    return true;
  };
  return app.add_option(name, take, description)->take_last()->option_text("N");
}

template <class E>
CLI::Option* add_choice(CLI::App& app, const char* name, E& choice,
                        const std::vector<std::pair<const char*, E>>& choices,
                        const char* description) {
  std::string words;
  for (const auto& [word, value] : choices) words += (words.empty() ? "" : "|") + std::string(word);
  const auto take = [&choice, name, known = choices, words](const CLI::results_t& results) {
    for (const auto& [word, value] : known) {
      if (results.back() != word) continue;
      choice = value;
      return true;
    }
    refuse(fmt::format("give {}, not '{}'", words, results.back()), name);
  };
  return app.add_option(name, take, description)->take_last()->option_text(words);
}

}  // namespace tagstream::cli

// Declares the options once: the same declarations parse, make --help, and serve the tests.
//
// Values reach us as plain strings through callbacks: the parser's own conversions give meaning to
// brackets and braces, which are ordinary bytes in a marker.
#include "filter_arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <initializer_list>
#include <limits>

namespace tagstream::cli {

namespace {

[[noreturn]] void refuse(const std::string& what, const char* option) {
  throw CLI::ValidationError(fmt::format("{}: {}", what, option), CLI::ExitCodes::ValidationError);
}

// A number of bytes: digits and K, M or G for KiB, MiB, GiB.
std::size_t parse_size(const std::string& text, const char* option) {
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
  return number << shift;
}

CLI::Option* add_values(CLI::App& app, const char* name, const char* text,
                        std::vector<std::string>& values, const char* description) {
  const auto take = [&values](const CLI::results_t& results) {
    values = results;
    return true;
  };
  return app.add_option(name, take, description)->take_all()->option_text(text);
}

CLI::Option* add_value(CLI::App& app, const char* name, const char* text, std::string& value,
                       const char* description) {
  const auto take = [&value](const CLI::results_t& results) {
    value = results.back();
    return true;
  };
  return app.add_option(name, take, description)->take_last()->option_text(text);
}

CLI::Option* add_size(CLI::App& app, const char* name, std::size_t& size, std::size_t least,
                      const char* description) {
  const auto take = [&size, name, least](const CLI::results_t& results) {
    size = parse_size(results.back(), name);
    if (size < least) refuse(fmt::format("give at least {}", least), name);
    return true;
  };
  return app.add_option(name, take, description)->take_last()->option_text("N");
}

void add_switch(CLI::App& app, const char* name, bool& on, const char* description) {
  app.add_flag(name, on, description)->disable_flag_override();
}

template <class E>
CLI::Option* add_choice(CLI::App& app, const char* name, E& choice,
                        std::initializer_list<std::pair<const char*, E>> choices,
                        const char* description) {
  std::string words;
  for (const auto& [word, value] : choices) words += (words.empty() ? "" : "|") + std::string(word);
  const std::vector<std::pair<const char*, E>> known(choices);
  const auto take = [&choice, name, known, words](const CLI::results_t& results) {
    for (const auto& [word, value] : known) {
      if (results.back() != word) continue;
      choice = value;
      return true;
    }
    refuse(fmt::format("give {}, not '{}'", words, results.back()), name);
  };
  return app.add_option(name, take, description)->take_last()->option_text(words);
}

void add_limits(CLI::App& app, Limits& limits) {
  add_size(app, "--max-tag-bytes", limits.max_tag_bytes, 1, "a longer tag is text (64K)");
  add_size(app, "--max-held-bytes", limits.max_held_bytes, 0, "held while undecided (16M)");
  add_size(app, "--max-section-bytes", limits.max_section_bytes, 0, "content kept whole (64M)");
  add_size(app, "--max-attributes", limits.max_attributes, 0, "a tag with more is text (1024)");
  add_choice<LimitPolicy>(app, "--on-limit", limits.on_limit,
                          {{"text", LimitPolicy::text}, {"error", LimitPolicy::error}},
                          "when more would be held: go on (text) or stop");
}

void add_hide_between(CLI::App& app, FilterArguments& arguments) {
  const auto take = [&arguments](const CLI::results_t& results) {
    arguments.hide_between.clear();
    for (std::size_t i = 0; i + 1 < results.size(); i += 2) {
      arguments.hide_between.emplace_back(results[i], results[i + 1]);
    }
    return true;
  };
  app.add_option("--hide-between", take, "the same for two literal markers")
      ->type_size(2)
      ->take_all()
      ->option_text("OPEN CLOSE");
}

void add_sections(CLI::App& app, FilterArguments& arguments) {
  const auto take = [&arguments](const CLI::results_t& results) {
    if (results.back().empty() || results.back() == "-") {
      refuse("give the name of a file; the text goes to standard output", "--sections");
    }
    arguments.sections_file = results.back();
    return true;
  };
  app.add_option("--sections", take, "text, and each section as JSON in FILE")
      ->take_last()
      ->option_text("FILE");
}

std::string first_word(const std::string& text) { return text.substr(0, text.find_first_of(": ")); }

std::string unexpected(const CLI::App& app) {
  std::string extra;
  for (const std::string& argument : app.remaining()) {
    if (argument == "--") continue;
    if (argument.size() > 1 && argument.front() == '-') return "unknown option: " + argument;
    if (extra.empty()) extra = argument;
  }
  return "one FILE at a time, this is one too many: " + extra;
}

}  // namespace

void add_common_options(CLI::App& app, CommonArguments& arguments) {
  app.option_defaults()->group("Reading");
  add_switch(app, "--ignore-case", arguments.ignore_case, "<Thinking> is <thinking>");
  add_switch(app, "--markdown-code", arguments.markdown_code, "tags in Markdown code are text");
  const auto from = [](const CLI::results_t& results) {
    if (results.back() != "text") {
      refuse(fmt::format("only text is supported so far, not '{}'", results.back()), "--from");
    }
    return true;
  };
  app.add_option("--from", from, "format of the input")->take_last()->option_text("text");
  add_size(app, "--chunk-size", arguments.chunk_size, 1, "feed N bytes at a time");
  add_switch(app, "--no-finish", arguments.no_finish,
             "stop before the end: what is held stays held");
  app.option_defaults()->group("Limits (in bytes; 4K, 16M, 1G)");
  add_limits(app, arguments.limits);
  app.option_defaults()->group("Result");
  add_switch(app, "-e", arguments.fail_if_nothing, "exit 1 if nothing was found");
  add_switch(app, "--strict", arguments.strict, "exit 3 if a section was never closed");
  add_switch(app, "--stats", arguments.stats, "figures as JSON on standard error at the end");
  add_choice<ColorChoice>(app, "--color", arguments.color,
                          {{"auto", ColorChoice::automatic},
                           {"always", ColorChoice::always},
                           {"never", ColorChoice::never}},
                          "of error messages");
}

void add_filter_options(CLI::App& app, FilterArguments& arguments) {
  app.option_defaults()->group("Rules (one or more; each may be repeated)");
  add_value(app, "FILE", "", arguments.file, "the text; - or none: standard input")->group("");
  add_values(app, "--hide", "NAME", arguments.hide, "take <NAME>...</NAME> out: a section");
  add_hide_between(app, arguments);
  add_values(app, "--unwrap", "NAME", arguments.unwrap, "take only the tags out");
  add_values(app, "--record", "NAME", arguments.record, "a section that stays visible");
  app.option_defaults()->group("Sections");
  add_choice<Nesting>(app, "--nesting", arguments.nesting,
                      {{"balanced", Nesting::balanced}, {"first_close", Nesting::first_close}},
                      "which closing tag ends it");
  add_choice<OnUnclosed>(app, "--on-unclosed", arguments.on_unclosed,
                         {{"section", OnUnclosed::section}, {"text", OnUnclosed::text}},
                         "what a section without end is");
  add_value(app, "--start-inside", "NAME", arguments.start_inside,
            "the prompt has opened this one");
  add_switch(app, "--leading-only", arguments.leading_only, "only those before any visible text");
  app.option_defaults()->group("Output (the visible text, unless one of these is given)");
  add_switch(app, "--events", arguments.events, "one JSON event a line, as they come");
  add_switch(app, "--json", arguments.json, "one JSON object: visible, sections");
  add_sections(app, arguments);
  CLI::Option* events = app.get_option("--events");
  CLI::Option* json = app.get_option("--json");
  CLI::Option* sections = app.get_option("--sections");
  events->excludes(json);
  events->excludes(sections);
  json->excludes(sections);
}

Result<FilterOptions> filter_options(const FilterArguments& filter, const CommonArguments& common) {
  FilterOptions options;
  for (const std::string& name : filter.hide) options.rules.push_back(hide(name));
  for (const auto& [open, close] : filter.hide_between) {
    options.rules.push_back(hide_between(open, close));
  }
  for (const std::string& name : filter.unwrap) options.rules.push_back(unwrap(name));
  for (const std::string& name : filter.record) options.rules.push_back(record(name));
  if (options.rules.empty()) {
    return Error{Errc::bad_option, 0,
                 "no rule: give --hide NAME, --hide-between OPEN CLOSE, --unwrap NAME or "
                 "--record NAME"};
  }
  options.nesting = filter.nesting;
  options.on_unclosed = filter.on_unclosed;
  options.start_inside = filter.start_inside;
  options.leading_only = filter.leading_only;
  options.ignore_case = common.ignore_case;
  options.markdown_code = common.markdown_code;
  options.limits = common.limits;
  return options;
}

std::string usage_message(const CLI::ParseError& error, const CLI::App& app) {
  std::string message = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return unexpected(app);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
    if (message.find("flag override") != message.npos) {
      return "takes no value: --" + first_word(message);
    }
    return "a value is missing: " + first_word(message);
  }
  if (dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr) {
    return fmt::format("only one of them at a time: {} and {}", first_word(message),
                       message.substr(message.rfind(' ') + 1));
  }
  return message;
}

}  // namespace tagstream::cli

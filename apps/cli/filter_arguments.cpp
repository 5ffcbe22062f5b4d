// Declares the options once: the same declarations parse, make --help, and serve the tests.
#include "filter_arguments.hpp"

#include "option_kinds.hpp"

namespace tagstream::cli {

namespace {

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

}  // namespace

void add_filter_options(CLI::App& app, FilterArguments& arguments) {
  app.option_defaults()->group("Rules (one or more; each may be repeated)");
  add_value(app, "FILE", "", arguments.file, "the text; - or none: standard input")->group("");
  add_values(app, "--hide", "NAME", arguments.hide, "take <NAME>...</NAME> out: a section");
  add_pairs(app, "--hide-between", "OPEN CLOSE", arguments.hide_between,
            "the same for two literal markers");
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
  options.limits = limits_of(common, options.limits);
  return options;
}

}  // namespace tagstream::cli

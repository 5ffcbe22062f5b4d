// Declares the options once: the same declarations parse, make --help, and serve the tests.
#include "extract_arguments.hpp"

#include "option_kinds.hpp"

namespace tagstream::cli {

void add_extract_options(CLI::App& app, ExtractArguments& arguments) {
  app.option_defaults()->group("Tags");
  add_value(app, "FILE", "", arguments.file, "the text; - or none: standard input")->group("");
  add_values(app, "--name", "NAME", arguments.names, "only these names form tags (repeatable)");
  add_size(app, "--max-depth", arguments.max_depth, 1, "deeper tags stay in the content");
  add_choice<Unclosed>(
      app, "--unclosed", arguments.unclosed,
      {{"extend", Unclosed::extend}, {"empty", Unclosed::empty}, {"text", Unclosed::text}},
      "what a tag is that is never closed");
  add_values(app, "--last-close", "NAME", arguments.last_close,
             "its last closing tag counts (repeatable)");
  app.option_defaults()->group("Output (one JSON array, unless one of these is given)");
  CLI::Option* jsonl =
      add_switch(app, "--jsonl", arguments.jsonl, "one top-level tag a line, as they come");
  CLI::Option* flat = add_switch(app, "--flat", arguments.flat, "one tag of any depth a line");
  CLI::Option* content =
      add_switch(app, "--content", arguments.content, "with --flat: the content too");
  CLI::Option* pretty = add_switch(app, "--pretty", arguments.pretty, "an outline for people");
  add_switch(app, "--diagnostics", arguments.diagnostics, "also what is unclosed, stray, cut off");
  jsonl->excludes(flat);
  jsonl->excludes(pretty);
  flat->excludes(pretty);
  content->needs(flat);
}

void fit_common_options_to_extract(CLI::App& app) {
  for (const char* name : {"--max-held-bytes", "--max-section-bytes", "--on-limit"}) {
    app.remove_option(app.get_option(name));
  }
  app.get_option("--max-tag-bytes")->description("a longer tag is text (no limit)");
  app.get_option("--max-attributes")->description("a tag with more is text (no limit)");
  app.get_option("-e")->description("exit 1 if there is no tag");
  app.get_option("--strict")->description("exit 3 if there is any diagnostic");
  app.get_option("--color")->description("of errors and --pretty");
}

Result<ExtractOptions> extract_options(const ExtractArguments& extract,
                                       const CommonArguments& common) {
  ExtractOptions options;
  options.names = extract.names;
  options.ignore_case = common.ignore_case;
  options.max_depth = extract.max_depth;
  options.unclosed = extract.unclosed;
  options.last_close = extract.last_close;
  options.markdown_code = common.markdown_code;
  options.limits = limits_of(common, options.limits);
  return options;
}

}  // namespace tagstream::cli

// Declares the options once: the same declarations parse, make --help, and serve the tests.
#include "thoughts_arguments.hpp"

#include "option_kinds.hpp"

namespace tagstream::cli {

void add_thoughts_options(CLI::App& app, ThoughtsArguments& arguments) {
  app.option_defaults()->group("Thoughts");
  add_value(app, "FILE", "", arguments.file, "the text; - or none: standard input")->group("");
  add_values(app, "--tag", "NAME", arguments.tags, "what holds thoughts (thinking)");
  add_choice<Nesting>(app, "--nesting", arguments.nesting,
                      {{"balanced", Nesting::balanced}, {"first_close", Nesting::first_close}},
                      "which closing tag ends one");
  add_switch(app, "--live", arguments.live, "pieces of a thought while it is open");
  add_switch(app, "--snapshots", arguments.snapshots, "each line: a JSON string, all text so far");
  add_size(app, "--max-snapshot-bytes", arguments.max_snapshot_bytes, 0,
           "a longer one is an error (64M)");
  app.option_defaults()->group("Output");
  add_value(app, "--task-id", "ID", arguments.task_id, "taskId of each thought");
  add_value(app, "--context-id", "ID", arguments.context_id, "contextId of each thought");
}

void fit_common_options_to_thoughts(CLI::App& app) {
  app.get_option("--max-held-bytes")->description("a longer thought is cut (16M)");
  app.get_option("--max-section-bytes")->description("the same; the smaller one counts (64M)");
}

ThoughtOptions thought_options(const ThoughtsArguments& thoughts, const CommonArguments& common) {
  ThoughtOptions options;
  if (!thoughts.tags.empty()) options.names = thoughts.tags;
  options.nesting = thoughts.nesting;
  options.live = thoughts.live;
  options.ignore_case = common.ignore_case;
  options.markdown_code = common.markdown_code;
  options.limits = limits_of(common, options.limits);
  return options;
}

Snapshots snapshots_of(const ThoughtsArguments& thoughts) {
  return thoughts.max_snapshot_bytes ? Snapshots(*thoughts.max_snapshot_bytes) : Snapshots();
}

}  // namespace tagstream::cli

// Declares the options once: the same declarations parse, make --help, and serve the tests.
#include "tools_arguments.hpp"

#include <utility>
#include <vector>

#include "option_kinds.hpp"

namespace tagstream::cli {

namespace {

std::vector<std::pair<const char*, CallBody>> body_words() {
  std::vector<std::pair<const char*, CallBody>> words;
  for (const BodyInfo& info : bodies) words.emplace_back(to_string(info.body), info.body);
  return words;
}

void add_schema(CLI::App& app, ToolsArguments& arguments) {
  const auto take = [&arguments](const CLI::results_t& results) {
    if (results.back().empty() || results.back() == "-") {
      refuse("give the name of a file; only the text comes from standard input", "--schema");
    }
    arguments.schema_file = results.back();
    return true;
  };
  app.add_option("--schema", take, "the tools as JSON: types for XML values")
      ->take_last()
      ->option_text("FILE");
}

}  // namespace

void add_tools_options(CLI::App& app, ToolsArguments& arguments) {
  app.option_defaults()->group("Calls");
  add_value(app, "FILE", "", arguments.file, "the text; - or none: standard input")->group("");
  add_values(app, "--tag", "NAME", arguments.tags, "what holds a call (tool); may be repeated");
  add_pairs(app, "--tag-between", "OPEN CLOSE", arguments.tags_between,
            "the same for two literal markers");
  add_choice<CallBody>(app, "--body", arguments.body, body_words(), "how calls are written (auto)");
  add_schema(app, arguments);
  add_choice<OnUnclosedCall>(app, "--on-unclosed", arguments.on_unclosed_call,
                             {{"text", OnUnclosedCall::text},
                              {"call", OnUnclosedCall::call},
                              {"error", OnUnclosedCall::error}},
                             "what a call without end is (text)");
  add_switch(app, "--strict-json", arguments.strict_json, "what JSON does not have is an error");
  app.option_defaults()->group("Hidden sections");
  add_values(app, "--hide", "NAME", arguments.hide, "no call is in there; may be repeated");
  add_choice<Nesting>(app, "--nesting", arguments.nesting,
                      {{"balanced", Nesting::balanced}, {"first_close", Nesting::first_close}},
                      "which closing tag ends one");
  app.option_defaults()->group("Output (one JSON event a line, as they come)");
  add_switch(app, "--incremental", arguments.incremental, "pieces of a call while it is open");
  add_switch(app, "--json", arguments.json, "one object: content, toolCalls, toolErrors");
}

void fit_common_options_to_tools(CLI::App& app) {
  app.get_option("--max-held-bytes")->description("a longer call is text (16M)");
  app.get_option("-e")->description("exit 1 if there is no call");
  app.get_option("--strict")->description("exit 3 if anything is not a call, or unclosed");
}

Result<ToolOptions> tools_options(const ToolsArguments& tools, const CommonArguments& common) {
  ToolOptions options;
  if (!tools.tags.empty() || !tools.tags_between.empty()) options.rules.clear();
  for (const std::string& name : tools.tags) options.rules.push_back(call(name));
  for (const auto& [open, close] : tools.tags_between) {
    options.rules.push_back(call_between(open, close));
  }
  for (Rule& rule : options.rules) rule.body = tools.body;
  for (const std::string& name : tools.hide) options.rules.push_back(hide(name));
  options.nesting = tools.nesting;
  options.on_unclosed_call = tools.on_unclosed_call;
  options.strict_json = tools.strict_json;
  options.incremental = tools.incremental;
  options.ignore_case = common.ignore_case;
  options.markdown_code = common.markdown_code;
  options.schemas = tools.schemas;
  options.limits = limits_of(common, options.limits);
  return options;
}

}  // namespace tagstream::cli

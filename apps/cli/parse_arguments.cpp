// Declares the options once: the same declarations parse, make --help, and serve the tests.
#include "parse_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "option_kinds.hpp"

namespace tagstream::cli {

namespace {

void add_tools(CLI::App& app, ParseArguments& arguments) {
  const auto take = [&arguments](const CLI::results_t& results) {
    if (results.back().empty() || results.back() == "-") {
      refuse("give the name of a file; only the text comes from standard input", "--tools");
    }
    arguments.tools_file = results.back();
    return true;
  };
  app.add_option("--tools", take, "the tools as JSON: types for XML values")
      ->take_last()
      ->option_text("FILE");
}

void add_formats(CLI::App& app, ParseArguments& arguments) {
  ParseOptions& options = arguments.options;
  app.option_defaults()->group("Format (tagstream dialects lists the names)");
  CLI::Option* dialect =
      add_value(app, "--dialect", "NAME", options.dialect, "reasoning and calls of this family");
  add_value(app, "--reasoning", "NAME", options.reasoning, "only its reasoning; none: no reasoning")
      ->excludes(dialect);
  add_value(app, "--tool-format", "NAME", options.tool_format, "only its calls; none: no calls")
      ->excludes(dialect);
  add_values(app, "--drop", "TOKEN", options.drop, "take this out, too; may be repeated");
}

void add_reasoning(CLI::App& app, ParseArguments& arguments) {
  ParseOptions& options = arguments.options;
  app.option_defaults()->group("Reasoning");
  add_switch(app, "--start-in-reasoning", options.start_in_reasoning,
             "the prompt has opened the reasoning");
  add_switch(app, "--no-reasoning", options.no_reasoning, "reasoning, markers too, is content");
  add_choice<std::optional<CallsInReasoning>>(app, "--calls-in-reasoning",
                                              options.calls_in_reasoning,
                                              {{"settle", CallsInReasoning::settle},
                                               {"end", CallsInReasoning::end},
                                               {"keep", CallsInReasoning::keep},
                                               {"extract", CallsInReasoning::extract}},
                                              "what a call in open reasoning is");
}

void add_calls(CLI::App& app, ParseArguments& arguments) {
  ParseOptions& options = arguments.options;
  app.option_defaults()->group("Calls");
  add_tools(app, arguments);
  add_choice<std::optional<OnUnclosedCall>>(app, "--on-unclosed", options.on_unclosed_call,
                                            {{"text", OnUnclosedCall::text},
                                             {"call", OnUnclosedCall::call},
                                             {"error", OnUnclosedCall::error}},
                                            "what a call without end is");
  add_switch(app, "--strict-json", options.strict_json, "what JSON does not have is an error");
}

// How many bytes to add, remove or change to make `a` of `b`. '-' is '_', and letters have no case.
std::size_t distance(std::string_view a, std::string_view b) {
  const auto folded = [](char c) {
    if (c == '-') return '_';
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (folded(a[i]) == folded(b[j]) ? 0U : 1U);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

constexpr std::size_t no_match = std::string_view::npos;

// How far a name is from what was written: 0 to 2, 3 if the one begins with the other.
std::size_t how_far(std::string_view name, std::string_view written) {
  constexpr std::size_t max_bytes = 64;  // no name is that long
  if (written.size() < 2 || written.size() > max_bytes) return no_match;
  const std::size_t slips = distance(name, written);
  if (slips <= 2 && slips < written.size()) return slips;
  const std::size_t common = std::min(name.size(), written.size());
  const bool begins =
      common > 2 && distance(name.substr(0, common), written.substr(0, common)) == 0;
  return begins ? 3 : no_match;
}

std::optional<Error> check_name(std::string_view name, const char* option) {
  if (name.empty() || find_dialect(name) != nullptr) return std::nullopt;
  std::string perhaps;
  for (std::string_view close : close_names(name)) {
    perhaps += perhaps.empty() ? ", perhaps " : " or ";
    perhaps += close;
  }
  return Error{Errc::bad_option, 0,
               fmt::format("unknown name '{}'{} ('tagstream dialects' lists them): {}", name,
                           perhaps, option)};
}

}  // namespace

void add_parse_options(CLI::App& app, ParseArguments& arguments) {
  add_formats(app, arguments);
  add_value(app, "FILE", "", arguments.file, "the text; - or none: standard input")->group("");
  add_reasoning(app, arguments);
  add_calls(app, arguments);
  app.option_defaults()->group("Output (one JSON event a line, as they come)");
  add_switch(app, "--incremental", arguments.options.incremental,
             "pieces of a call while it is open");
  add_switch(app, "--json", arguments.is_json, "the message, as one object");
}

void fit_common_options_to_parse(CLI::App& app) {
  app.get_option("--max-held-bytes")->description("a longer call is text (16M)");
  app.get_option("-e")->description("exit 1 if there is no call");
  app.get_option("--strict")->description("exit 3 if anything is not a call, or unclosed");
}

Result<ParseOptions> parse_options(const ParseArguments& parse, const CommonArguments& common) {
  ParseOptions options = parse.options;
  if (options.dialect.empty() && options.reasoning.empty() && options.tool_format.empty()) {
    return Error{Errc::bad_option, 0,
                 "give --dialect, or --reasoning or --tool-format or both ('tagstream dialects' "
                 "lists their names)"};
  }
  if (auto error = check_name(options.dialect, "--dialect")) return *std::move(error);
  if (auto error = check_name(options.reasoning, "--reasoning")) return *std::move(error);
  if (auto error = check_name(options.tool_format, "--tool-format")) return *std::move(error);
  options.ignore_case = common.ignore_case;
  options.markdown_code = common.markdown_code;
  options.limits = limits_of(common, options.limits);
  return options;
}

std::vector<std::string_view> close_names(std::string_view name) {
  constexpr std::size_t most = 6;
  std::vector<std::pair<std::size_t, std::string_view>> found;
  const auto consider = [&](std::string_view candidate) {
    const std::size_t far = how_far(candidate, name);
    if (far != no_match) found.emplace_back(far, candidate);
  };
  for (const Dialect& row : dialects()) {
    consider(row.name);
    for (std::string_view alias : row.aliases) consider(alias);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> names;
  for (const auto& [far, candidate] : found) {
    if (names.size() < most) names.push_back(candidate);
  }
  return names;
}

}  // namespace tagstream::cli

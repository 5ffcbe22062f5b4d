#include "support/tool_run.hpp"

#include <array>
#include <sstream>

#include "support/grammar_text.hpp"
#include "support/watch.hpp"

namespace tagstream::testing {
ToolRun run_tools(std::string_view text, ToolReader& reader, const ToolOptions& options,
                  const Cuts& cuts) {
  ToolRun run;
  const Watched watched =
      read_watched(text, reader, cuts, Ending::finish, options.bad_calls, options.limits,
                   [&](const Event& event) { append_joined(run.items, event); });
  run.failure = watched.failure;
  if (run.failure.empty()) run.failure = check_work(watched.stats, 16);
  if (run.failure.empty()) run.failure = check_tool_held(watched.stats, options, text.size());
  return run;
}

std::string check_tool_held(const Stats& stats, const ToolOptions& options, std::size_t length) {
  FilterOptions filter;
  filter.rules = options.rules;
  filter.limits = options.limits;
  return check_held(stats, bounds_of(filter), length);
}

std::string compare(const std::vector<SeenTool>& want, const std::vector<SeenTool>& got) {
  if (want == got) return {};
  return "expected:\n" + to_text(want) + "got:\n" + to_text(got);
}

namespace {

std::string format_name(CallBody format) {
  return format == CallBody::automatic ? "" : ':' + std::string(to_string(format));
}

}  // namespace

std::string to_text(const ToolOptions& options) {
  constexpr std::array<const char*, 4> actions = {"hide", "unwrap", "record", "call"};
  const Limits usual;
  std::ostringstream out;
  for (const Rule& rule : options.rules) {
    out << ' ' << actions[static_cast<std::size_t>(rule.action)] << ' ';
    if (rule.name.empty()) {
      out << '(' << printable(rule.open) << ' ' << printable(rule.close) << ')';
    } else {
      out << printable(rule.name);
    }
    out << format_name(rule.body);
  }
  if (options.nesting == Nesting::first_close) out << " first_close";
  if (options.on_unclosed_call == OnUnclosedCall::call) out << " on_unclosed=call";
  if (options.on_unclosed_call == OnUnclosedCall::error) out << " on_unclosed=error";
  if (options.strict_json) out << " strict_json";
  if (options.incremental) out << " incremental";
  if (options.ignore_case) out << " ignore_case";
  if (options.markdown_code) out << " markdown_code";
  for (const ToolSchema& tool : options.schemas) {
    out << " schema " << (tool.name.empty() ? "*" : tool.name) << '{';
    for (const ParameterSchema& one : tool.parameters) {
      out << one.name << ':' << static_cast<int>(one.types) << ' ';
    }
    out << '}';
  }
  const Limits& limits = options.limits;
  if (limits.max_tag_bytes != usual.max_tag_bytes) out << " max_tag=" << limits.max_tag_bytes;
  if (limits.max_held_bytes != usual.max_held_bytes) out << " max_held=" << limits.max_held_bytes;
  return out.str();
}

}  // namespace tagstream::testing

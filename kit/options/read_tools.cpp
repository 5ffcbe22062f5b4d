#include "options/read_tools.hpp"

#include <string_view>

#include "options/json_complaint.hpp"

namespace tagstream::grammar {

namespace {

using Id = JsonTree::Id;
using Kind = JsonTree::Kind;

}  // namespace

// Accepts the spellings of all servers: {"tools": [...]}, [...], {"function": {...}}, or one tool.
// The key of a tool's schema is `parameters` (OpenAI), `input_schema` (Anthropic) or `inputSchema`
// (MCP). If several are there, the first of these that is not null counts.
Result<std::vector<Tool>> read_tools(const JsonTree& tree) {
  Complaint complaint(tree);
  std::vector<Tool> tools;
  Id list = JsonTree::root;
  if (const auto inside = tree.find(list, "tools")) list = *inside;
  std::vector<Id> open;
  if (tree.is(list, Kind::array)) {
    for (const JsonTree::Member& one : tree.members(list)) open.push_back(one.value);
  } else {
    open.push_back(list);
  }
  if (open.empty()) complaint.say("no tool in it", list);
  for (Id tool : open) {
    if (!complaint.expect("a tool", tree.is(tool, Kind::object), tool)) break;
    tool = tree.find(tool, "function").value_or(tool);
    const auto name = tree.find(tool, "name");
    if (!name || !tree.is(*name, Kind::string)) {
      complaint.say("a tool has no name", tool);
      break;
    }
    tools.push_back({tree.text(*name), std::nullopt});
    if (tools.back().name.empty()) complaint.say("the name is empty", *name);
    for (const char* key : {"parameters", "input_schema", "inputSchema"}) {
      const auto parameters = tree.find(tool, key);
      if (!parameters || tree.is(*parameters, Kind::null)) continue;
      complaint.expect("a schema", tree.is(*parameters, Kind::object), *parameters);
      tools.back().parameters = Schema{*parameters, *parameters};
      break;
    }
  }
  if (complaint.error()) return *complaint.error();
  return tools;
}

}  // namespace tagstream::grammar

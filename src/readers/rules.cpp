// From options to programs: what FilterRules, ToolRules, ParseRules and TokenRules are made of.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/nearest.hpp"
#include "dialects/compile.hpp"
#include "dialects/format_of.hpp"
#include "machine/program.hpp"
#include "readers/read_back.hpp"
#include "readers/token_rules.hpp"
#include "tagstream/filter.hpp"
#include "tagstream/parse.hpp"
#include "tagstream/tokenizer.hpp"
#include "tagstream/tool.hpp"

namespace tagstream {

namespace {

Error bad_option(std::string message) { return {Errc::bad_option, 0, std::move(message)}; }

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

// ---- filter and tools ------------------------------------------------------------------------

constexpr CallNameFormat plain_name{};

// What a public rule is made of.
Result<RuleParts> parts_of(const Rule& rule, Nesting nesting) {
  RuleParts parts;
  switch (rule.action) {
    case Action::hide: parts.role = Role::hide; break;
    case Action::unwrap: parts.role = Role::unwrap; break;
    case Action::record: parts.role = Role::record; break;
    case Action::call: parts.role = Role::call; break;
  }
  parts.body = rule.body;
  if (body_info(rule.body).takes_name) parts.name_format = &plain_name;
  parts.name = rule.name;
  parts.first_close = nesting == Nesting::first_close;
  if (rule.open.empty() && rule.close.empty()) {
    if (rule.name.empty()) return bad_option("a tag name is empty");
    return parts;
  }
  if (!rule.name.empty()) {
    return bad_option("the rule for " + quoted(rule.name) + " has markers too");
  }
  if (rule.open.empty()) {
    return bad_option("the opening marker that belongs to " + quoted(rule.close) + " is empty");
  }
  const BodyStart start = body_info(rule.body).start;
  const bool ends_itself = start == BodyStart::value || start == BodyStart::either;
  if (rule.close.empty() && rule.action == Action::call && ends_itself) {
    parts.opens = {rule.open};
    if (start == BodyStart::either) parts.body = CallBody::json;
    return parts;
  }
  if (rule.close.empty()) {
    return bad_option("the closing marker that belongs to " + quoted(rule.open) + " is empty");
  }
  if (rule.action == Action::call && rule.open == rule.close) {
    return bad_option("the opening and the closing marker of a call are both " + quoted(rule.open));
  }
  if (rule.open == rule.close) parts.first_close = true;
  parts.opens = {rule.open};
  parts.closes = {rule.close};
  return parts;
}

// What filters and tool readers have in common.
template <class Options>
Result<Program> program_of(const Options& options) {
  std::vector<RuleParts> parts;
  for (const Rule& rule : options.rules) {
    Result<RuleParts> made = parts_of(rule, options.nesting);
    if (!made) return made.error();
    parts.push_back(std::move(*made));
  }
  Result<RuleSet> rules = RuleSet::compile(parts, {options.limits, options.ignore_case}, {});
  if (!rules) return rules.error();
  Program program;
  program.rules = std::move(*rules);
  program.on_unclosed = options.on_unclosed;
  program.leading_only = options.leading_only;
  program.markdown_code = options.markdown_code;
  if (options.start_inside.empty()) return program;
  program.start_name = options.start_inside;
  program.rules.start_inside = program.rules.find_hide(options.start_inside);
  if (program.rules.start_inside != no_rule) return program;
  return bad_option("start_inside names " + quoted(options.start_inside) +
                    ", which no hide rule has");
}

Rules shared(Program program) { return Rules(std::make_shared<const Program>(std::move(program))); }

Result<SchemaTable> schemas_of(const std::vector<ToolSchema>& schemas) {
  SchemaTable table(schemas);
  const std::string* const name = table.twice();
  if (name == nullptr) return table;
  return bad_option("there are two schemas for the tool " + quoted(*name));
}

// ---- dialects --------------------------------------------------------------------------------

// A header that the rules read is part of the answer. Without one a turn begins after the last
// token that ends one.
TurnStarts turns_of(const DialectRequest& request, const HeaderFormat* header) {
  TurnStarts turns;
  bool has_any = false;
  for (const bool is_dropped : {false, true}) {
    if (has_any) break;
    for (const FamilyFormat* row : {request.reasoning, request.tools}) {
      if (row == nullptr) continue;
      for (std::string_view word : is_dropped ? row->drop : row->turn) {
        const bool is_read =
            header != nullptr && word.substr(0, header->start.size()) == header->start;
        turns.add(word, is_read);
        has_any = true;
      }
    }
  }
  turns.link();
  return turns;
}

Result<const Dialect*> row_named(const std::string& name) {
  if (const Dialect* row = find_dialect(name)) return row;
  return bad_option("there is no dialect '" + name + "'");
}

// What is read apart from the rows.
DialectRequest without_rows(const ParseOptions& options) {
  DialectRequest request;
  request.drop = options.drop;
  request.offered = options.schemas;
  request.calls_in_reasoning = options.calls_in_reasoning;
  request.reasoning_again = options.reasoning_again;
  request.tool_choice = options.tool_choice;
  request.tool_name = options.tool_name;
  request.start_in_reasoning = options.start_in_reasoning;
  request.no_reasoning = options.no_reasoning;
  return request;
}

using Format = std::shared_ptr<const FamilyFormat>;

// Precondition: there is a format.
Result<notation::Family> own_family(const ParseOptions& options) {
  if (!options.dialect.empty() || !options.reasoning.empty() || !options.tool_format.empty()) {
    return bad_option(
        "a format is given, and a dialect, reasoning or tool format is named as well");
  }
  Result<notation::Family> family = notation::read_own_family(options.format);
  if (!family) return bad_option("format: " + family.error().message);
  return family;
}

// @param own  what is read by instead of what is named; null: there is none
Result<DialectRequest> request_of(const ParseOptions& options, const FamilyFormat* own) {
  DialectRequest rows = without_rows(options);
  if (own != nullptr) {
    rows.reasoning = rows.tools = own;
    return rows;
  }
  const bool has_parts = !options.reasoning.empty() || !options.tool_format.empty();
  if (options.dialect.empty() && !has_parts) {
    return bad_option("neither a dialect nor a reasoning or tool format is named");
  }
  if (!options.dialect.empty() && has_parts) {
    return bad_option("a dialect and a reasoning or tool format are named");
  }
  if (options.dialect == "auto" && !has_parts) {
    rows.is_auto = true;
    return rows;
  }
  const std::string& reasoning = has_parts ? options.reasoning : options.dialect;
  const std::string& tools = has_parts ? options.tool_format : options.dialect;
  for (const auto& [name, row] :
       {std::pair{&reasoning, &rows.reasoning}, std::pair{&tools, &rows.tools}}) {
    if (name->empty()) continue;
    Result<const Dialect*> found = row_named(*name);
    if (!found) return found.error();
    *row = &format_of(**found);
  }
  // The dialect `none` says by its name that there is nothing.
  const auto is_none = [](std::string_view name) {
    return find_dialect(name) == find_dialect("none");
  };
  if (!options.reasoning.empty() && rows.reasoning->reasoning == nullptr &&
      !is_none(options.reasoning)) {
    return bad_option("no reasoning format is known for '" + options.reasoning + "'");
  }
  if (!options.tool_format.empty() && rows.tools->tools == nullptr &&
      !is_none(options.tool_format)) {
    return bad_option("no calls are known for '" + options.tool_format + "'");
  }
  return rows;
}

// What is wrong with what may be called.
std::optional<Error> check_choice(const ParseOptions& options, const SchemaTable& schemas) {
  const bool is_named = options.tool_choice == ToolChoice::named;
  if (is_named && options.tool_name.empty()) return bad_option("the tool choice names no tool");
  if (!is_named && !options.tool_name.empty()) {
    return bad_option("the tool " + quoted(options.tool_name) + " is named, but not chosen");
  }
  if (schemas.empty()) {
    if (options.only_offered) return bad_option("only_offered: no tool is offered");
    return std::nullopt;
  }
  if (!is_named || schemas.find(options.tool_name) != nullptr) return std::nullopt;
  std::vector<std::string_view> names;
  for (const ToolSchema& schema : options.schemas) names.emplace_back(schema.name);
  const std::string_view nearest = nearest_word(options.tool_name, names);
  const std::string hint = nearest.empty() ? "" : " (did you mean " + quoted(nearest) + "?)";
  return bad_option("the tool " + quoted(options.tool_name) + " is chosen, but not offered" + hint);
}

}  // namespace

Result<FilterRules> FilterRules::make(FilterOptions options) {
  for (const Rule& rule : options.rules) {
    if (rule.action != Action::call) continue;
    return bad_option("a filter reads no calls, but there is a rule for " +
                      quoted(rule.name.empty() ? rule.open : rule.name));
  }
  Result<Program> program = program_of(options);
  if (!program) return program.error();
  return FilterRules(shared(std::move(*program)),
                     std::make_shared<const FilterOptions>(std::move(options)));
}

Result<ToolRules> ToolRules::make(ToolOptions options) {
  const bool has_call = std::any_of(options.rules.begin(), options.rules.end(),
                                    [](const Rule& rule) { return rule.action == Action::call; });
  if (!has_call) return bad_option("there is no rule for a call");
  Result<Program> program = program_of(options);
  if (!program) return program.error();
  Result<SchemaTable> schemas = schemas_of(options.schemas);
  if (!schemas) return schemas.error();
  program->reads_calls = true;
  program->calls.options = {.on_unclosed = options.on_unclosed_call,
                            .bad_calls = options.bad_calls,
                            .strict_json = options.strict_json,
                            .incremental = options.incremental};
  program->calls.schemas = std::move(*schemas);
  return ToolRules(shared(std::move(*program)),
                   std::make_shared<const ToolOptions>(std::move(options)));
}

Result<ParseRules> ParseRules::make(ParseOptions options) {
  if (options.format.empty()) return compile(std::move(options), nullptr);
  const Result<notation::Family> family = own_family(options);
  if (!family) return family.error();
  const Result<Format> format = format_of(*family);
  if (!format) return bad_option("format: " + format.error().message);
  ParseOptions trial;
  trial.schemas = tools_to_try();
  const Result<ParseRules> tried = compile(std::move(trial), *format);
  if (!tried) return tried.error();
  if (const auto error = try_format(*family, *tried))
    return bad_option("format: " + error->message);
  return compile(std::move(options), *format);
}

Result<ParseRules> ParseRules::compile(ParseOptions options,
                                       std::shared_ptr<const FamilyFormat> own) {
  const Result<DialectRequest> asked = request_of(options, own.get());
  if (!asked) return asked.error();
  const DialectRequest& request = *asked;
  Result<SchemaTable> schemas = schemas_of(options.schemas);
  if (!schemas) return schemas.error();
  Result<RuleSet> rules = compile_dialect(request, {options.limits, options.ignore_case});
  if (!rules) return rules.error();
  if (auto error = check_choice(options, *schemas)) return *std::move(error);
  const ToolFormat* const tools = request.tools == nullptr ? nullptr : request.tools->tools;
  Program program;
  program.format = std::move(own);
  program.rules = std::move(*rules);
  program.start_name = "reasoning";
  program.markdown_code = options.markdown_code;
  program.trims = options.trim;
  program.moves_unclosed = options.unclosed_reasoning == UnclosedReasoning::content;
  program.reads_calls = true;
  const HeaderFormat* const header = program.rules.dialect.header;
  program.starts_in_header = header != nullptr && header->starts_inside;
  program.turns = turns_of(request, header);
  const OnUnclosedCall by_row = tools == nullptr ? OnUnclosedCall::text : tools->on_unclosed;
  program.calls.options = {.on_unclosed = options.on_unclosed_call.value_or(by_row),
                           .bad_calls = options.bad_calls,
                           .strict_json = options.strict_json,
                           .incremental = options.incremental,
                           .tool_choice = options.tool_choice,
                           .tool_name = options.tool_name,
                           .no_parallel = options.no_parallel,
                           .only_offered = options.only_offered};
  program.calls.schemas = std::move(*schemas);
  return ParseRules(shared(std::move(program)),
                    std::make_shared<const ParseOptions>(std::move(options)));
}

Result<RuleSet> compile_tokens(TokenizerOptions options) {
  if (options.markers_only && !options.names.empty()) {
    return bad_option("markers_only leaves no room for the name " + quoted(options.names[0]));
  }
  std::vector<RuleParts> parts;
  for (std::string& name : options.names) {
    if (name.empty()) return bad_option("a tag name is empty");
    parts.emplace_back().name = std::move(name);
  }
  for (const std::string& marker : options.markers) {
    if (marker.empty()) return bad_option("a marker is empty");
    parts.emplace_back().opens.push_back(marker);
  }
  std::vector<std::string_view> markers(options.markers.begin(), options.markers.end());
  std::sort(markers.begin(), markers.end());
  const auto twice = std::adjacent_find(markers.begin(), markers.end());
  if (twice != markers.end()) {
    return bad_option("the marker " + quoted(std::string(*twice)) + " is given twice");
  }
  RuleSet::Settings settings{options.limits, options.ignore_case};
  settings.any_name = options.names.empty() && !options.markers_only;
  return RuleSet::compile(parts, settings, {});
}

Result<TokenRules> TokenRules::make(TokenizerOptions options) {
  Result<RuleSet> rules = compile_tokens(std::move(options));
  if (!rules) return rules.error();
  Program program;
  program.rules = std::move(*rules);
  return TokenRules(std::make_shared<const Program>(std::move(program)));
}

}  // namespace tagstream

// Checks options and compiles them to the program that a reader runs. `dialect` = `hermes` with
// `hide` = `note`:
//
//   own_rules     `note` becomes a rule that hides the tag <note>
//   check_names   one of `dialect`, `model` and `format` is given: good
//   take_model    no model is named: nothing to do
//   find_rows     the rows of hermes, for reasoning and for calls
//   compile       the rows and the rule become one set of rules, and the other options go into the
//                 program as they are
//
// Each step may refuse the options. The first refusal is the error, and names its option.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bad_option.hpp"
#include "base/nearest.hpp"
#include "base/text.hpp"
#include "dialects/compile.hpp"
#include "dialects/find_dialect.hpp"
#include "dialects/format_of.hpp"
#include "guess/models.hpp"
#include "lex/tag_name.hpp"
#include "machine/program.hpp"
#include "options/own_format.hpp"
#include "options/read_back.hpp"
#include "tagstream/guess.hpp"
#include "tagstream/json_tree.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {

namespace {

// ---- tools -----------------------------------------------------------------------------------

// The option `tool_choice`, as the engine takes it.
struct Choice {
  ToolChoice choice = ToolChoice::automatic;
  std::string tool{};  // of `named`
};

struct ChoiceWord {
  std::string_view word;
  ToolChoice choice;
};
constexpr ChoiceWord choice_words[] = {
    {"", ToolChoice::automatic},
    {"auto", ToolChoice::automatic},
    {"none", ToolChoice::none},
    {"required", ToolChoice::required},
};

const ChoiceWord* find_choice(std::string_view word) {
  const auto* const found = std::find_if(std::begin(choice_words), std::end(choice_words),
                                         [&](const ChoiceWord& one) { return one.word == word; });
  return found == std::end(choice_words) ? nullptr : found;
}

// The tool that a JSON object names: `f` in {"type": "function", "function": {"name": "f"}}, as
// OpenAI has it, and in {"type": "tool", "name": "f"}.
std::optional<std::string> named_in(std::string_view json) {
  using Kind = JsonTree::Kind;
  JsonTree tree;
  if (tree.read(json) || !tree.is(JsonTree::root, Kind::object)) return std::nullopt;
  const auto function = tree.find(JsonTree::root, "function");
  const auto name = tree.find(function.value_or(JsonTree::root), "name");
  if (!name || !tree.is(*name, Kind::string)) return std::nullopt;
  return tree.text(*name);
}

Result<Choice> choice_of(const Options& options, const SchemaTable& schemas,
                         const std::vector<ToolSchema>& tools) {
  const std::string_view text = trimmed(options.tool_choice);
  const bool is_object = text.starts_with('{');
  Choice choice;
  if (is_object) {
    const std::optional<std::string> name = named_in(text);
    if (!name) return bad_option("tool_choice: the object names no tool: " + in_backticks(text));
    choice = {ToolChoice::named, *name};
  } else if (const ChoiceWord* const word = find_choice(text)) {
    const bool is_tool = std::any_of(tools.begin(), tools.end(),
                                     [&](const ToolSchema& tool) { return tool.name == text; });
    // With a tool called `auto` the word `auto` would mean two things.
    if (!text.empty() && is_tool) {
      return bad_option("tool_choice: " + in_backticks(text) +
                        " is a word of its own and the name of a tool: give "
                        "{\"type\": \"function\", \"function\": {\"name\": \"" +
                        std::string(text) + "\"}} for the tool");
    }
    choice.choice = word->choice;
  } else {
    choice = {ToolChoice::named, std::string(text)};
  }
  if (schemas.empty() && options.only_offered) {
    return bad_option("only_offered: no tool is offered: give `tools`");
  }
  if (options.tools.empty()) {
    // Of a tool that is not given any name is right, such as `note`. `reqired` is a slip.
    const std::string_view word = is_object ? "" : nearest_word(choice.tool, {"required"});
    if (choice.choice != ToolChoice::named || word.empty()) return choice;
    return bad_option("tool_choice: no tool is offered, so none is called " +
                      in_backticks(choice.tool) + did_you_mean(word));
  }
  if (choice.choice != ToolChoice::named || schemas.find(choice.tool) != nullptr) return choice;
  std::vector<std::string_view> names;
  for (const ToolSchema& tool : tools) names.emplace_back(tool.name);
  for (const ChoiceWord& one : choice_words) {
    // Who misspells the name of a tool does not want to be told that none may be called.
    if (one.choice != ToolChoice::none) names.emplace_back(one.word);
  }
  const std::string_view nearest = nearest_word(choice.tool, names);
  return bad_option("tool_choice: the tool " + in_backticks(choice.tool) + " is not offered" +
                    did_you_mean(nearest));
}

Result<SchemaTable> table_of(const std::vector<ToolSchema>& tools) {
  SchemaTable table(tools);
  const std::string* const name = table.twice();
  if (name == nullptr) return table;
  return bad_option("tools: the tool " + in_backticks(*name) + " is there twice");
}

// ---- dialects --------------------------------------------------------------------------------

// Finds the words of the prompt at which the answer's turn begins. A header that the rules read is
// part of the answer, so the turn begins at the header. In formats without a header the turn begins
// after the last token that ends a turn.
TurnStarts turns_of(const RuleRequest& request, const HeaderFormat* header) {
  TurnStarts turns;
  bool has_any = false;
  // Tokens that are dropped count only where no row has a header. hermes has one,
  // `<|im_start|>assistant`, so `<|im_end|>` begins no turn.
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

Result<const FamilyFormat*> row_named(std::string_view option, const std::string& name) {
  if (const Dialect* row = find_dialect(name)) return &format_of(*row);
  if (name == "auto") {
    return bad_option(std::string(option) +
                      ": `auto` has no part of its own, as it reads what any family writes: give "
                      "the dialect of one, or `auto` as `dialect`");
  }
  const std::string unknown = std::string(option) + ": there is no dialect " + in_backticks(name);
  if (const std::string_view meant = trimmed(name); find_dialect(meant) != nullptr) {
    return bad_option(unknown + did_you_mean(meant));
  }
  if (option == "dialect" && !guess_model(name).dialects.empty()) {
    return bad_option(unknown + ": it is the name of a model: give it as `model`");
  }
  return bad_option(unknown + dialect_meant(name, option == "dialect"));
}

// True for the dialect `none`, which may have nothing to read. For other dialects that is a slip:
// `llama3` has no reasoning, so `reasoning_of` = `llama3` is refused.
bool is_none(std::string_view name) { return find_dialect(name) == find_dialect("none"); }

// Finds the rows that the options name, and puts them into `rows`.
std::optional<Error> find_rows(const Options& options, RuleRequest& rows) {
  if (options.dialect == "auto") {
    rows.is_auto = true;
    return std::nullopt;
  }
  if (!options.dialect.empty()) {
    const Result<const FamilyFormat*> row = row_named("dialect", options.dialect);
    if (!row) return row.error();
    rows.reasoning = rows.tools = *row;
  }
  if (!options.reasoning_of.empty()) {
    const Result<const FamilyFormat*> row = row_named("reasoning_of", options.reasoning_of);
    if (!row) return row.error();
    rows.reasoning = *row;
    if ((*row)->reasoning == nullptr && !is_none(options.reasoning_of)) {
      return bad_option("reasoning_of: the dialect " + in_backticks(options.reasoning_of) +
                        " has no reasoning");
    }
  }
  if (!options.calls_of.empty()) {
    const Result<const FamilyFormat*> row = row_named("calls_of", options.calls_of);
    if (!row) return row.error();
    rows.tools = *row;
    if ((*row)->tools == nullptr && !is_none(options.calls_of)) {
      return bad_option("calls_of: the dialect " + in_backticks(options.calls_of) +
                        " has no calls");
    }
  }
  return std::nullopt;
}

// Refuses options that contradict each other, and options with neither a dialect nor a rule.
std::optional<Error> check_names(const Options& options, bool has_rules) {
  int wholes = 0;
  for (const std::string* one : {&options.dialect, &options.model, &options.format}) {
    wholes += one->empty() ? 0 : 1;
  }
  const bool has_parts = !options.reasoning_of.empty() || !options.calls_of.empty();
  if (wholes > 1) return bad_option("dialect, model and format exclude each other: give one");
  if (wholes == 1 && has_parts) {
    return bad_option("reasoning_of and calls_of exclude dialect, model and format");
  }
  if (wholes == 0 && !has_parts && !has_rules) {
    return bad_option(
        "nothing to read by: give a dialect (dialect=NAME or auto), a model (model=NAME) or a "
        "rule (hide, call, ...)");
  }
  if (options.start_in_reasoning && !options.start_inside.empty()) {
    return bad_option("start_in_reasoning and start_inside exclude each other");
  }
  return std::nullopt;
}

// Sets `dialect` by the name of the model. Returns the text of a notice if the dialect is
// only likely ("the dialect of `deepseek-r1` is likely `deepseek_r1`"), else an empty string.
Result<std::string> take_model(Options& options) {
  if (options.model.empty()) return std::string();
  const Guess guess = guess_model(options.model);
  if (guess.dialects.empty()) {
    const std::string nearest = nearest_model(options.model);
    return bad_option(
        "model: no dialect is known for " + in_backticks(options.model) +
        (nearest.empty() ? "; give `dialect`, for reading also `auto`" : did_you_mean(nearest)));
  }
  options.dialect = std::string(guess.dialects[0]->name());
  if (guess.starts_in_reasoning && options.start_inside.empty()) options.start_in_reasoning = true;
  if (guess.is_certain) return std::string();
  return "the dialect of " + in_backticks(options.model) + " is likely " +
         in_backticks(options.dialect);
}

using Format = std::shared_ptr<const FamilyFormat>;

// Compiles the user's calls that are given as lines, such as `<f>NAME ARGUMENTS</f>`.
Result<std::vector<Format>> formats_of(const std::vector<OwnRule>& rules) {
  std::vector<Format> formats;
  for (const OwnRule& rule : rules) {
    if (rule.line.empty()) continue;
    const Result<Format> format = format_tried(rule.line);
    if (!format) return bad_option("call: " + format.error().message, format.error().offset);
    formats.push_back(*format);
  }
  return formats;
}

// True if any call may be read. With `hide` = `think` alone that is false. `tool_choice` =
// `f` beside it makes it true, since the text `{"a":1}` is then a call of `f`.
bool reads_calls(const RuleRequest& request) {
  if (request.is_auto || request.tools != nullptr || request.reasoning != nullptr) return true;
  if (request.asks_for_call()) return true;
  return std::any_of(request.own.begin(), request.own.end(),
                     [](const OwnRule& rule) { return rule.action == Action::call; });
}

// True if the calls of the family begin with a fence, as those of `command_r_plus`, which
// writes "Action: ```json". The rest of a broken call would then begin Markdown code.
bool writes_fences(const FamilyFormat* family) {
  if (family == nullptr || family->tools == nullptr) return false;
  const auto has_fence = [](std::string_view word) { return word.find("```") != word.npos; };
  return std::any_of(
      family->tools->calls.begin(), family->tools->calls.end(), [&](const CallFormat& call) {
        return !call.is_leading && std::any_of(call.open.begin(), call.open.end(), has_fence);
      });
}

// `leading_only` is refused beside rules for reasoning, thoughts and calls. These also stand
// late in an answer, where `leading_only` has switched all rules off.
std::optional<Error> check_leading(const RuleRequest& request) {
  const auto is_other = [](const OwnRule& rule) {
    return rule.action == Action::call || rule.action == Action::reasoning ||
           rule.action == Action::thought;
  };
  const bool has_rows = request.is_auto || request.tools != nullptr || request.reasoning != nullptr;
  if (!has_rows && std::none_of(request.own.begin(), request.own.end(), is_other)) {
    return std::nullopt;
  }
  return bad_option(
      "leading_only stands beside a dialect, or beside another rule than hide, record and unwrap; "
      "leave one of the two out");
}

// Without bare calls every call must have a wrapper to stand in.
std::optional<Error> check_bare(const RuleRequest& request) {
  if (request.bare_calls != BareCalls::never) return std::nullopt;
  const auto refuse = [](std::string_view why) {
    return bad_option("bare_calls is `never`, but " + std::string(why) + "; leave it out");
  };
  const auto has_wrapper = [](const FamilyFormat& format) {
    return format.tools != nullptr && !format.tools->wrap_open.empty();
  };
  if (request.is_auto)
    return refuse("not all families that `auto` reads have wrappers around calls");
  const bool has_own = std::any_of(request.own.begin(), request.own.end(), [](const OwnRule& rule) {
    return rule.action == Action::call && rule.line.empty();
  });
  if (has_own) return refuse("calls of a tag or a pair of markers have no wrapper");
  const bool are_wrapped = std::all_of(request.lines.begin(), request.lines.end(),
                                       [&](const auto& line) { return has_wrapper(*line); });
  if (!are_wrapped) return refuse("a line of `call` has no wrapper around its call");
  if (request.tools == nullptr && request.lines.empty()) return refuse("no calls are read");
  if (request.tools != nullptr && !has_wrapper(*request.tools))
    return refuse("this family has no wrapper around its calls");
  return std::nullopt;
}

// Entities are decoded in the arguments of calls, and in sections and thoughts whose tag is
// named.
std::optional<Error> set_decoded(const Options& options, Program& program) {
  const std::vector<std::string>& names = options.decode_entities;
  if (std::find(names.begin(), names.end(), "") != names.end()) {
    return bad_option(
        "decode_entities: a name is empty; give the name of a parameter, a tool or a tag");
  }
  const bool has_section = program.rules.decode_sections(names);
  if (names.empty() || has_section || program.reads_calls) return std::nullopt;
  return bad_option(
      "decode_entities is given, but no calls are read, and no section or thought has this tag; "
      "leave it out");
}

// The name of the section that the answer begins in; empty if it begins in none.
std::string start_name(const RuleSet& rules) {
  if (rules.start_inside == no_rule) return {};
  const CompiledRule& rule = rules.rules[rules.start_inside];
  if (rule.emitted_as != EmittedAs::section) return "reasoning";
  return std::string(rule.is_tag ? rules.names[rule.name].text : rules.trie.text(rule.opens[0]));
}

// Sets the rule that the option `start_inside` names. It must be one that hides.
std::optional<Error> start_inside(const std::string& name, Program& program) {
  if (name.empty()) return std::nullopt;
  program.start_name = name;
  program.rules.start_inside = program.rules.find_hide(name);
  if (program.rules.start_inside != no_rule) return std::nullopt;
  const std::string_view meant = name_in_tag(name);
  const bool is_hidden = !meant.empty() && program.rules.find_hide(meant) != no_rule;
  std::vector<std::string_view> hidden;
  for (const RuleSet::Name& one : program.rules.names) {
    if (program.rules.find_hide(one.text) != no_rule) hidden.emplace_back(one.text);
  }
  const std::string hint = did_you_mean(is_hidden ? meant : nearest_word(name, hidden));
  return bad_option("start_inside: no rule hides " + in_backticks(name) +
                    (hint.empty() ? ": give `hide`, `thought` or `reasoning` for it" : hint));
}

// @param own  the user's own format; null if the options have none
Result<std::shared_ptr<const Program>> compile(const Options& options,
                                               const std::vector<OwnRule>& own_rules,
                                               const std::vector<ToolSchema>& tools,
                                               const Format& own, std::string first_notice) {
  RuleRequest request;
  if (own != nullptr) request.reasoning = request.tools = own.get();
  if (auto error = find_rows(options, request)) return *std::move(error);
  const Result<std::vector<Format>> lines = formats_of(own_rules);
  if (!lines) return lines.error();
  Result<SchemaTable> schemas = table_of(tools);
  if (!schemas) return schemas.error();
  const Result<Choice> choice = choice_of(options, *schemas, tools);
  if (!choice) return choice.error();
  request.own = own_rules;
  request.lines = *lines;
  request.offered = tools;
  request.calls_in_reasoning = options.calls_in_reasoning;
  request.bare_calls = options.bare_calls;
  request.reasoning_again = options.reasoning_again;
  request.unclosed_call = options.unclosed_call;
  request.nesting = options.nesting;
  request.tool_choice = choice->choice;
  request.tool_name = choice->tool;
  request.start_in_reasoning = options.start_in_reasoning;
  if (options.leading_only) {
    if (auto error = check_leading(request)) return *std::move(error);
  }
  if (auto error = check_bare(request)) return *std::move(error);
  Result<RuleSet> rules = compile_rules(request, {options.limits, options.ignore_case});
  if (!rules) return rules.error();

  Program program;
  program.formats = *lines;
  if (own != nullptr) program.formats.push_back(own);
  program.rules = std::move(*rules);
  program.start_name = start_name(program.rules);
  if (auto error = start_inside(options.start_inside, program)) return *std::move(error);
  program.first_notice = std::move(first_notice);
  program.unclosed_section = options.unclosed_section;
  program.leading_only = options.leading_only;
  program.trims = options.trim;
  program.moves_unclosed = options.unclosed_reasoning == UnclosedReasoning::content;
  program.reads_calls = reads_calls(request);
  if (auto error = set_decoded(options, program)) return *std::move(error);
  // Where calls begin with a fence, code is not looked for.
  const bool looks = options.markdown_code != MarkdownCode::automatic || !program.reads_calls ||
                     !writes_fences(request.tools);
  program.markdown_code = looks ? options.markdown_code : MarkdownCode::off;
  program.follows_lines =
      std::any_of(program.rules.rules.begin(), program.rules.rules.end(),
                  [](const CompiledRule& rule) { return rule.hide.again == ReasoningAgain::line; });
  program.follows_fences = options.markdown_code == MarkdownCode::all || program.reads_calls;
  const HeaderFormat* const header = program.rules.dialect.header;
  program.starts_in_header = header != nullptr && header->starts_inside;
  program.turns = turns_of(request, header);
  program.calls.options = {.bad_calls = options.bad_calls,
                           .strict_json = options.strict_json,
                           .incremental = options.incremental,
                           .tool_choice = choice->choice,
                           .tool_name = choice->tool,
                           .no_parallel = !options.parallel_tool_calls,
                           .only_offered = options.only_offered,
                           .decoded = options.decode_entities};
  program.calls.schemas = std::move(*schemas);
  return std::make_shared<const Program>(std::move(program));
}

}  // namespace

// Compiles a user's own format and tries it: each message that it writes must be read as that
// message. Rules without any option are enough for that.
Result<std::shared_ptr<const FamilyFormat>> format_tried(std::string_view text) {
  if (text == "auto" || find_dialect(text) != nullptr) {
    return Error{Code::bad_option, 0,
                 "this is the name of a dialect, not a format; did you mean `dialect`?"};
  }
  const Result<notation::Family> family = notation::read_own_family(text);
  if (!family) return family.error();
  const Result<Format> format = format_of(*family);
  if (!format) return format.error();
  const Result<std::shared_ptr<const Program>> tried =
      compile(Options{}, {}, tools_to_try(), *format, {});
  if (!tried) return tried.error();
  const Rules rules(*tried, std::make_shared<const Options>());
  if (auto error = try_format(*family, rules)) return *std::move(error);
  return format;
}

Result<Rules> Rules::make(Options options) {
  const Result<std::vector<OwnRule>> own = own_rules(options);
  if (!own) return own.error();
  if (auto error = check_names(options, !own->empty())) return *std::move(error);
  Result<std::string> notice = take_model(options);
  if (!notice) return notice.error();
  std::vector<ToolSchema> tools;
  if (!trimmed(options.tools).empty()) {
    Result<std::vector<ToolSchema>> read = read_schemas(options.tools);
    if (!read) return bad_option("tools: " + read.error().message, read.error().offset);
    tools = *std::move(read);
  }
  Format format;
  if (!options.format.empty()) {
    const Result<Format> tried = format_tried(options.format);
    if (!tried) return bad_option("format: " + tried.error().message, tried.error().offset);
    format = *tried;
  }
  Result<std::shared_ptr<const Program>> program =
      compile(options, *own, tools, format, *std::move(notice));
  if (!program) return program.error();
  return Rules(*std::move(program), std::make_shared<const Options>(std::move(options)));
}

// The special members are defined here, where the shared pointers are made. Were they inline, a
// program built with a sanitizer would look for the type of the pointers' counter, and a library
// built without type information has none.
Rules::Rules(const Rules&) = default;
Rules::Rules(Rules&&) noexcept = default;
Rules& Rules::operator=(const Rules&) = default;
Rules& Rules::operator=(Rules&&) noexcept = default;
Rules::~Rules() = default;

const Options& Rules::options() const& { return *options_; }

}  // namespace tagstream

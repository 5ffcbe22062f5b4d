// A dialect is rules for the interpreter; here are the options, what they are compiled to, and the
// reader around it.

#include "tagstream/parse.hpp"

#include <algorithm>
#include <utility>

#include "dialects/check.hpp"
#include "lex/rules.hpp"
#include "machine/interpreter.hpp"

namespace tagstream {

namespace {

Error bad_option(std::string message) { return {Errc::bad_option, 0, std::move(message)}; }

struct Rows {
  const Dialect* reasoning = nullptr;  // the row whose reasoning is meant; null: none
  const Dialect* tools = nullptr;
};

Result<const Dialect*> row_named(const std::string& name) {
  if (const Dialect* row = find_dialect(name)) return row;
  return bad_option("there is no dialect '" + name + "'");
}

// True if the row has no such part, though it is not the one that says so by its name.
template <class Format>
bool is_without(const Dialect* row, const Format* Dialect::*part) {
  return row != nullptr && row->*part == nullptr && row->name != "none";
}

Result<Rows> rows_of(const ParseOptions& options) {
  const bool has_parts = !options.reasoning.empty() || !options.tool_format.empty();
  if (options.dialect.empty() && !has_parts) {
    return bad_option("neither a dialect nor a reasoning or tool format is named");
  }
  if (!options.dialect.empty() && has_parts) {
    return bad_option("a dialect and a reasoning or tool format are named");
  }
  Rows rows;
  const std::string& reasoning = has_parts ? options.reasoning : options.dialect;
  const std::string& tools = has_parts ? options.tool_format : options.dialect;
  for (const auto& [name, row] :
       {std::pair{&reasoning, &rows.reasoning}, std::pair{&tools, &rows.tools}}) {
    if (name->empty()) continue;
    Result<const Dialect*> found = row_named(*name);
    if (!found) return found.error();
    *row = *found;
  }
  if (!options.reasoning.empty() && is_without(rows.reasoning, &Dialect::reasoning)) {
    return bad_option("no reasoning format is known for '" + options.reasoning + "'");
  }
  if (!options.tool_format.empty() && is_without(rows.tools, &Dialect::tools)) {
    return bad_option("the calls of '" + options.tool_format + "' can't be read yet");
  }
  return rows;
}

/// Builds the rules of a dialect.
class DialectCompiler {
 public:
  DialectCompiler(const ParseOptions& options, const Rows& rows) : options_(options) {
    if (rows.reasoning != nullptr) reasoning_ = rows.reasoning->reasoning;
    if (rows.tools != nullptr) tools_ = rows.tools->tools;
    for (const Dialect* row : {rows.reasoning, rows.tools}) {
      if (row == nullptr) continue;
      for (std::string_view token : row->drop) add_drop(token);
    }
    for (const std::string& token : options.drop) add_drop(token);
  }

  Result<RuleSet> compile(FilterOptions& filter) {
    const bool starts_inside =
        options_.start_in_reasoning || (reasoning_ != nullptr && reasoning_->starts_inside);
    const bool has_span =
        reasoning_ != nullptr && (!reasoning_->open.empty() || reasoning_->header.is_given());
    if (options_.start_in_reasoning && !has_span) {
      return bad_option("start_in_reasoning: there is no reasoning to be in");
    }
    for (const std::string& token : options_.drop) {
      if (token.empty()) return bad_option("a token to drop is empty");
      if (opens_something(token)) {
        return bad_option("the token to drop '" + token + "' opens reasoning or a call");
      }
    }
    add_reasoning();
    if (auto added = add_header(); !added) return added.error();
    add_tools();
    add_list(Role::drop, drops_);
    Result<RuleSet> set = RuleSet::compile(rules_, filter, policy_);
    if (!set || !starts_inside) return set;
    set->start_inside = span_ != no_rule ? span_ : policy_.header_reasoning;
    filter.start_inside = "reasoning";
    return set;
  }

 private:
  [[nodiscard]] bool opens_something(std::string_view token) const {
    auto has = [&](const WordList& list) {
      return std::find(list.begin(), list.end(), token) != list.end();
    };
    if (reasoning_ != nullptr && (has(reasoning_->open) || has(reasoning_->ends_before)))
      return true;
    if (tools_ == nullptr) return false;
    if (has(tools_->wrap_open) || has(tools_->wrap_close)) return true;
    return std::any_of(tools_->calls.begin(), tools_->calls.end(),
                       [&](const CallFormat& format) { return has(format.open); });
  }

  void add_drop(std::string_view token) {
    for (const std::string& other : drops_) {
      if (other == token) return;
    }
    drops_.emplace_back(token);
  }

  void add_list(Role role, std::vector<std::string> markers, bool is_text_only = false) {
    if (markers.empty()) return;
    RuleParts parts;
    parts.role = role;
    parts.shown = Shown::markup;
    parts.opens = std::move(markers);
    parts.is_text_only = is_text_only;
    rules_.push_back(std::move(parts));
  }
  void add_list(Role role, const WordList& markers) {
    add_list(role, std::vector<std::string>(markers.begin(), markers.end()));
  }

  RuleIndex add(RuleParts parts) {
    rules_.push_back(std::move(parts));
    return static_cast<RuleIndex>(rules_.size() - 1);
  }

  // Tags among the markers become the rule's name, the others its literals.
  static void add_markers(RuleParts& parts, const WordList& open, const WordList& close) {
    parts.tag_opens = parts.tag_closes = false;
    for (std::string_view marker : open) {
      const std::string_view name = spelling_of(marker).name;
      if (name.empty()) {
        parts.opens.emplace_back(marker);
      } else {
        parts.name = name;
        parts.tag_opens = true;
      }
    }
    for (std::string_view marker : close) {
      const std::string_view name = spelling_of(marker).name;
      if (name.empty()) {
        parts.closes.emplace_back(marker);
      } else {
        parts.name = name;
        parts.tag_closes = true;
      }
    }
  }

  [[nodiscard]] Shown shown() const {
    return options_.no_reasoning ? Shown::content : Shown::reasoning;
  }

  void add_reasoning() {
    if (reasoning_ == nullptr) return;
    if (!reasoning_->open.empty()) {
      RuleParts parts;
      parts.shown = shown();
      parts.first_close = true;
      parts.drops_orphans = true;
      parts.trims = reasoning_->trims;
      add_markers(parts, reasoning_->open, reasoning_->close);
      span_ = add(std::move(parts));
      add_list(Role::ender, reasoning_->ends_before);
    }
    for (std::string_view name : reasoning_->unwrap) {
      RuleParts parts;
      parts.role = Role::unwrap;
      parts.shown = Shown::markup;
      parts.name = name;
      parts.trims = reasoning_->trims;
      add(std::move(parts));
    }
    for (std::string_view token : reasoning_->drop) add_drop(token);
  }

  // What a header can say: reasoning, a call, a message of somebody else.
  Result<bool> add_header() {
    const bool in_reasoning = reasoning_ != nullptr && reasoning_->header.is_given();
    const bool in_tools = tools_ != nullptr && tools_->header.is_given();
    if (!in_reasoning && !in_tools) return true;
    const HeaderFormat& format = in_reasoning ? reasoning_->header : tools_->header;
    if (in_reasoning && in_tools && !(format == tools_->header)) {
      return bad_option("the reasoning and the tool format have different message headers");
    }
    policy_.header = &format;
    std::vector<std::string> closers;
    for (std::string_view closer : format.close) {
      if (std::find(drops_.begin(), drops_.end(), closer) == drops_.end()) {
        closers.emplace_back(closer);
      }
    }
    add_list(Role::drop, std::move(closers), true);
    RuleParts header;
    header.role = Role::header;
    header.shown = Shown::markup;
    header.opens.emplace_back(format.start);
    if (!format.channel.empty()) header.opens.emplace_back(format.channel);
    add(std::move(header));
    RuleParts behind;
    behind.first_close = true;
    behind.closes.assign(format.close.begin(), format.close.end());
    behind.shown = Shown::markup;
    behind.is_behind_header = true;
    policy_.header_skip = add(behind);
    behind.shown = shown();
    if (in_reasoning) policy_.header_reasoning = add(behind);
    behind.role = Role::call;
    behind.body = CallBody::json;
    if (in_tools) policy_.header_call = add(behind);
    return true;
  }

  void add_tools() {
    if (tools_ == nullptr) return;
    policy_.calls_in_reasoning = options_.calls_in_reasoning.value_or(tools_->calls_in_reasoning);
    policy_.separator = tools_->separator;
    for (const CallFormat& format : tools_->calls) {
      if (format.open.empty()) continue;
      RuleParts parts;
      parts.role = Role::call;
      parts.body = format.body;
      parts.name_format = &format.name;
      parts.shared = format.shared;
      parts.is_leading = format.is_leading;
      add_markers(parts, format.open, format.close);
      add(std::move(parts));
    }
    add_list(Role::wrap_open, tools_->wrap_open);
    add_list(Role::wrap_close, tools_->wrap_close);
  }

  const ParseOptions& options_;
  const ReasoningFormat* reasoning_ = nullptr;
  const ToolFormat* tools_ = nullptr;
  std::vector<std::string> drops_;
  std::vector<RuleParts> rules_;
  RuleIndex span_ = no_rule;
  RuleSet::DialectPolicy policy_ = {.gives_back = true};
};

}  // namespace

struct ParseRules::Data {
  ParseOptions options;
  CallPolicy calls;
  FilterOptions filter;
  RuleSet set;
};

Result<ParseRules> ParseRules::make(ParseOptions options) {
  Result<Rows> rows = rows_of(options);
  if (!rows) return rows.error();
  FilterOptions filter;
  filter.nesting = Nesting::first_close;
  filter.ignore_case = options.ignore_case;
  filter.markdown_code = options.markdown_code;
  filter.limits = options.limits;
  Result<RuleSet> set = DialectCompiler(options, *rows).compile(filter);
  if (!set) return set.error();
  ToolOptions calls;
  calls.strict_json = options.strict_json;
  calls.incremental = options.incremental;
  const ToolFormat* const tools = rows->tools == nullptr ? nullptr : rows->tools->tools;
  calls.on_unclosed =
      options.on_unclosed.value_or(tools == nullptr ? OnUnclosedCall::text : tools->on_unclosed);
  SchemaTable schemas(options.schemas);
  if (const std::string* name = schemas.twice()) {
    return bad_option("there are two schemas for the tool '" + *name + "'");
  }
  return ParseRules(std::make_shared<const Data>(Data{std::move(options),
                                                      {std::move(calls), std::move(schemas)},
                                                      std::move(filter),
                                                      std::move(*set)}));
}

const ParseOptions& ParseRules::options() const { return data_->options; }

struct Parser::Impl {
  explicit Impl(ParseRules shared)
      : rules(std::move(shared)),
        interpreter(rules.data_->filter, rules.data_->set, &rules.data_->calls) {}

  ParseRules rules;
  Interpreter interpreter;
};

Parser::Parser(ParseRules rules) : impl_(std::make_unique<Impl>(std::move(rules))) {}
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;
Parser::~Parser() = default;

Result<Parser> Parser::make(ParseOptions options) {
  Result<ParseRules> rules = ParseRules::make(std::move(options));
  if (!rules) return rules.error();
  return Parser(std::move(*rules));
}

Result<std::span<const Event>> Parser::feed(std::string_view chunk) {
  return impl_->interpreter.feed(chunk);
}

std::span<const Event> Parser::finish() { return impl_->interpreter.finish(); }

const Error* Parser::error() const { return impl_->interpreter.error(); }

void Parser::reset() { impl_->interpreter.reset(); }

Stats Parser::stats() const { return impl_->interpreter.stats(); }

// ---- messages --------------------------------------------------------------------------------

std::string call_id(const ToolCall& call) {
  return call.id.empty() ? "call_" + std::to_string(call.index) : std::string(call.id);
}

void Message::add(std::span<const Event> events) {
  for (const Event& event : events) {
    switch (event.kind) {
      case EventKind::content_delta: content += event.text; break;
      case EventKind::reasoning_delta: reasoning += event.text; break;
      case EventKind::tool_call:
      case EventKind::tool_call_end:
        calls.push_back({call_id(*event.call), std::string(event.call->name),
                         std::string(event.call->arguments)});
        break;
      default: break;
    }
  }
}

Result<Message> parse_all(std::string_view text, const ParseRules& rules) {
  Parser parser(rules);
  Message message;
  Result<std::span<const Event>> events = parser.feed(text);
  if (!events) return events.error();
  message.add(*events);
  message.add(parser.finish());
  if (const Error* error = parser.error()) return *error;
  return message;
}

}  // namespace tagstream

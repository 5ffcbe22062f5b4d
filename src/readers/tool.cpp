// Tool calls are a place of the interpreter; here are the options and the reader around it.

#include "tagstream/tool.hpp"

#include <algorithm>
#include <utility>

#include "lex/rules.hpp"
#include "machine/interpreter.hpp"

namespace tagstream {

struct ToolRules::Data {
  CallPolicy calls;
  FilterOptions filter;
  RuleSet set;
};

Result<ToolRules> ToolRules::make(ToolOptions options) {
  const bool has_call = std::any_of(options.rules.begin(), options.rules.end(),
                                    [](const Rule& rule) { return rule.action == Action::call; });
  if (!has_call) return Error{Errc::bad_option, 0, "there is no rule for a call"};
  FilterOptions filter;
  filter.rules = options.rules;
  filter.nesting = options.nesting;
  filter.ignore_case = options.ignore_case;
  filter.markdown_code = options.markdown_code;
  filter.limits = options.limits;
  Result<RuleSet> set = RuleSet::compile(filter);
  if (!set) return set.error();
  SchemaTable schemas(options.schemas);
  if (const std::string* name = schemas.twice()) {
    return Error{Errc::bad_option, 0, "there are two schemas for the tool '" + *name + "'"};
  }
  return ToolRules(std::make_shared<const Data>(
      Data{{std::move(options), std::move(schemas)}, std::move(filter), std::move(*set)}));
}

const ToolOptions& ToolRules::options() const { return data_->calls.options; }

struct ToolReader::Impl {
  explicit Impl(ToolRules shared)
      : rules(std::move(shared)),
        interpreter(rules.data_->filter, rules.data_->set, &rules.data_->calls) {}

  ToolRules rules;
  Interpreter interpreter;
};

ToolReader::ToolReader(ToolRules rules) : impl_(std::make_unique<Impl>(std::move(rules))) {}
ToolReader::ToolReader(ToolReader&&) noexcept = default;
ToolReader& ToolReader::operator=(ToolReader&&) noexcept = default;
ToolReader::~ToolReader() = default;

Result<ToolReader> ToolReader::make(ToolOptions options) {
  Result<ToolRules> rules = ToolRules::make(std::move(options));
  if (!rules) return rules.error();
  return ToolReader(std::move(*rules));
}

Result<std::span<const Event>> ToolReader::feed(std::string_view chunk) {
  return impl_->interpreter.feed(chunk);
}

std::span<const Event> ToolReader::finish() { return impl_->interpreter.finish(); }

const Error* ToolReader::error() const { return impl_->interpreter.error(); }

void ToolReader::reset() { impl_->interpreter.reset(); }

Stats ToolReader::stats() const { return impl_->interpreter.stats(); }

}  // namespace tagstream

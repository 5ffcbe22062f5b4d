#include "tagstream/filter.hpp"

#include <utility>

#include "lex/rules.hpp"
#include "machine/interpreter.hpp"

namespace tagstream {

struct FilterRules::Data {
  FilterOptions options;
  RuleSet set;
};

Result<FilterRules> FilterRules::make(FilterOptions options) {
  for (const Rule& rule : options.rules) {
    if (rule.action == Action::call) {
      return Error{Errc::bad_option, 0,
                   "a filter reads no calls, but there is a rule for '" +
                       (rule.name.empty() ? rule.open : rule.name) + "'"};
    }
  }
  Result<RuleSet> set = RuleSet::compile(options);
  if (!set) return set.error();
  return FilterRules(std::make_shared<const Data>(Data{std::move(options), std::move(*set)}));
}

const FilterOptions& FilterRules::options() const { return data_->options; }

struct Filter::Impl {
  explicit Impl(FilterRules shared)
      : rules(std::move(shared)), interpreter(rules.data_->options, rules.data_->set) {}

  FilterRules rules;
  Interpreter interpreter;
};

Filter::Filter(FilterRules rules) : impl_(std::make_unique<Impl>(std::move(rules))) {}
Filter::Filter(Filter&&) noexcept = default;
Filter& Filter::operator=(Filter&&) noexcept = default;
Filter::~Filter() = default;

Result<Filter> Filter::make(FilterOptions options) {
  Result<FilterRules> rules = FilterRules::make(std::move(options));
  if (!rules) return rules.error();
  return Filter(std::move(*rules));
}

Result<std::span<const Event>> Filter::feed(std::string_view chunk) {
  return impl_->interpreter.feed(chunk);
}

std::span<const Event> Filter::finish() { return impl_->interpreter.finish(); }

const Error* Filter::error() const { return impl_->interpreter.error(); }

void Filter::reset() { impl_->interpreter.reset(); }

Stats Filter::stats() const { return impl_->interpreter.stats(); }

namespace {

void collect(Filtered& result, std::span<const Event> events) {
  for (const Event& event : events) {
    if (event.kind == EventKind::content_delta) result.visible.append(event.text);
    if (event.kind != EventKind::section_end) continue;
    Section& section = result.sections.emplace_back();
    section.tag_name = event.tag_name;
    section.raw_tag = event.raw_tag;
    section.content = event.text;
    section.start_index = event.start_index;
    section.end_index = event.end_index;
    section.is_closed = event.is_closed;
    section.is_implied_open = event.is_implied_open;
    section.is_truncated = event.is_truncated;
  }
}

}  // namespace

Result<Filtered> filter_all(std::string_view text, const FilterRules& rules) {
  Filter filter(rules);
  Filtered result;
  const Result<std::span<const Event>> events = filter.feed(text);
  if (!events) return events.error();
  collect(result, *events);
  collect(result, filter.finish());
  if (filter.error() != nullptr) return *filter.error();
  return result;
}

}  // namespace tagstream

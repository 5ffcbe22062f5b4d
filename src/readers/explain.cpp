// What is read by, as text.

#include <string>

#include "dialects/own_rules.hpp"
#include "readers/option_table.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/reader.hpp"

namespace tagstream {

namespace {

void add_dialect(std::string& text, std::string_view what, const std::string& name) {
  if (name.empty()) return;
  text += "# " + std::string(what) + " `" + name + "`\n";
  if (name == "auto") text += "# what any family writes by markers of its own\n";
  if (const Dialect* const dialect = find_dialect(name)) text += dialect->text();
  text += '\n';
}

void add_own(std::string& text, const Options& options) {
  const Result<std::vector<OwnRule>> rules = own_rules(options);
  if (!rules || rules->empty()) return;
  text += "# rules of your own\n";
  for (const OwnRule& rule : *rules) {
    text.append(word_of(rule.action)).append(": ").append(text_of(rule)) += '\n';
  }
  text += '\n';
}

bool is_named_above(std::string_view name) {
  for (const char* const one : {"dialect", "model", "format", "reasoning_of", "calls_of"}) {
    if (name == one) return true;
  }
  return false;
}

}  // namespace

std::string Rules::explain() const {
  const Options& options = this->options();
  std::string text;
  const std::string of_model = "the dialect of the model `" + options.model + "`:";
  add_dialect(text, options.model.empty() ? "the dialect" : of_model, options.dialect);
  add_dialect(text, "only the reasoning of the dialect", options.reasoning_of);
  add_dialect(text, "only the calls of the dialect", options.calls_of);
  if (!options.format.empty()) text += "# a dialect of your own\n" + options.format + "\n\n";
  add_own(text, options);
  text += "# options\n";
  for (const Option<Options>& one : option_table()) {
    if (one.info.type == OptionInfo::Type::list || is_named_above(one.info.name)) continue;
    const std::string value = one.get(options);
    if (value.empty()) continue;
    text.append(one.info.name).append(": ").append(value);
    text += value == one.info.default_value ? " (the default)\n" : "\n";
  }
  return text;
}

}  // namespace tagstream

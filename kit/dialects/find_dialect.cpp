// Finds rows by name. The names of a row stand in its first line: in `glm45, glm46, glm, ring26:`
// the first one is the row's own, the others are aliases. `find_dialect("GLM-4.6")` gives this row;
// for a name that no row has it gives null.

#include <algorithm>

#include "base/nearest.hpp"
#include "dialects/find_dialect.hpp"
#include "dialects/notation.hpp"
#include "dialects/row.hpp"
#include "lex/grammar.hpp"
#include "tagstream/dialect.hpp"

namespace tagstream {

namespace {

void skip_separators(std::string_view& name) {
  while (!name.empty() && (name[0] == '_' || name[0] == '-' || name[0] == '.')) {
    name.remove_prefix(1);
  }
}

// True if two names are the same without separators (`_`, `-`, `.`) and without case: `GLM-4.6` is
// `glm46`.
bool is_same_name(std::string_view a, std::string_view b) {
  while (true) {
    skip_separators(a);
    skip_separators(b);
    if (a.empty() || b.empty()) return a.empty() && b.empty();
    if (fold(a[0]) != fold(b[0])) return false;
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
}

}  // namespace

std::vector<std::string_view> Dialect::aliases() const {
  std::vector<std::string_view> all;
  std::string_view names = names_;
  take_name(names);
  while (!names.empty()) all.push_back(take_name(names));
  return all;
}

bool Dialect::is_called(std::string_view name) const noexcept {
  std::string_view names = names_;
  while (!names.empty()) {
    if (is_same_name(take_name(names), name)) return true;
  }
  return false;
}

std::vector<std::string_view> words_after(notation::Option option, std::string_view text) {
  std::vector<std::string_view> all;
  notation::Items items(text);
  for (notation::Item item; items.next(item);) {
    const notation::OptionWords* one = item.is_option ? notation::find_option(item.text) : nullptr;
    if (one != nullptr && one->option == option) all.push_back(item.text.substr(one->words.size()));
  }
  return all;
}

std::vector<std::string_view> Dialect::sources() const {
  return words_after(notation::Option::source, text_);
}

std::vector<std::string_view> Dialect::evidence() const {
  return words_after(notation::Option::evidence, text_);
}

// A linear search over all names is fast enough: a reader looks its dialect up once.
const Dialect* find_dialect(std::string_view name) noexcept {
  const std::span<const Dialect> all = dialects();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Dialect& row) { return row.is_called(name); });
  return found == all.end() ? nullptr : &*found;
}

std::string dialect_meant(std::string_view name, bool may_be_auto) {
  for (std::string_view parser : {"hf", "response_template"}) {
    if (is_same_name(parser, name)) {
      return ": it stands for the response_template of a model, which tagstream dialects --import "
             "turns into a format";
    }
  }
  std::vector<std::string_view> names;
  if (may_be_auto) names.push_back("auto");
  for (const Dialect& row : dialects()) {
    if (row.name() == "none") continue;  // which reads nothing
    names.push_back(row.name());
    for (std::string_view alias : row.aliases()) names.push_back(alias);
  }
  return did_you_mean(nearest_word(name, names));
}

bool is_tried(const Dialect& row) {
  const std::vector<std::string_view> evidence = row.evidence();
  return std::any_of(evidence.begin(), evidence.end(),
                     [](std::string_view one) { return one.starts_with("answers"); });
}

}  // namespace tagstream

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"

namespace tagstream {

/// The format of one model family, as text that looks like the family's answers: see
/// docs/own_formats.md.
class Dialect {
 public:
  /// The name, of a-z, 0-9 and `_`. @lifetime all views of this class live as long as the program
  [[nodiscard]] std::string_view name() const noexcept { return names_.substr(0, name_end()); }
  /// Other names under which `find_dialect` finds it.
  [[nodiscard]] std::vector<std::string_view> aliases() const;
  /// True if `name` is its name or an alias, without regard to `-`, `_`, `.` and case.
  [[nodiscard]] bool is_called(std::string_view name) const noexcept;
  /// The lines of the format, each with a line end. `Options::format` accepts this text, too.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// Where the format was seen: chat templates, other parsers.
  [[nodiscard]] std::vector<std::string_view> sources() const;
  /// The texts that the format was tried on: answers of models, texts that a template rendered,
  /// another parser's tests. Empty if there are none. docs/evidence.md counts the texts.
  [[nodiscard]] std::vector<std::string_view> evidence() const;

 private:
  friend class Row;
  constexpr Dialect(std::string_view names, std::string_view text) : names_(names), text_(text) {}
  [[nodiscard]] constexpr std::size_t name_end() const noexcept {
    return names_.find(',') == names_.npos ? names_.size() : names_.find(',');
  }

  std::string_view names_;  // with a comma and a blank between two
  std::string_view text_;
};

/// All dialects, sorted by name. @lifetime the program's
[[nodiscard]] std::span<const Dialect> dialects() noexcept;

/// The dialect with this name or alias (`Dialect::is_called`); null if there is none.
[[nodiscard]] const Dialect* find_dialect(std::string_view name) noexcept;

/// The rules that follow from a dialect's text without standing in it, one sentence each. For
/// example: a call counts only before any text, or a prefix is taken off the names of tools.
[[nodiscard]] std::vector<std::string> inferences(const Dialect& dialect);
/// The rules that follow from a format of your own. @error as `Options::format`
[[nodiscard]] Result<std::vector<std::string>> inferences(std::string_view format);

}  // namespace tagstream

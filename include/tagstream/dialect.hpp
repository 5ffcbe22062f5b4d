#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tagstream/error.hpp"

namespace tagstream {

/// What one model family writes, as text that looks like it: see docs/own-formats.md.
class Dialect {
 public:
  /// Of a-z, 0-9 and `_`. @lifetime that of all views here is the program's
  [[nodiscard]] std::string_view name() const noexcept { return names_.substr(0, name_end()); }
  /// Other names that find it.
  [[nodiscard]] std::vector<std::string_view> aliases() const;
  /// True if this is its name or an alias: `-` is as good as `_`, and letters have no case.
  [[nodiscard]] bool is_called(std::string_view name) const noexcept;
  /// The lines of the format, each with a line end: what `Options::format` takes as well.
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  /// Where the format was seen: chat templates, answers of models.
  [[nodiscard]] std::vector<std::string_view> sources() const;

 private:
  friend class Row;
  constexpr Dialect(std::string_view names, std::string_view text) : names_(names), text_(text) {}
  [[nodiscard]] constexpr std::size_t name_end() const noexcept {
    return names_.find(',') == names_.npos ? names_.size() : names_.find(',');
  }

  std::string_view names_;  // with a comma and a blank between two
  std::string_view text_;
};

/// All of them, sorted by name. @lifetime the program's
[[nodiscard]] std::span<const Dialect> dialects() noexcept;

/// The one that is called so, or null.
[[nodiscard]] const Dialect* find_dialect(std::string_view name) noexcept;

/// What follows from the text of a dialect without standing in it, a sentence each: that a call
/// counts only before any text, that a word is cut off a name.
[[nodiscard]] std::vector<std::string> inferences(const Dialect& dialect);
/// The same of a format of your own. @error as `Options::format`
[[nodiscard]] Result<std::vector<std::string>> inferences(std::string_view format);

}  // namespace tagstream

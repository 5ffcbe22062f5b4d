#pragma once

// The marks of a family: what stands in its lines between placeholders.

#include <string>
#include <string_view>
#include <vector>

#include "dialects/family.hpp"

namespace tagstream::notation {

/// What a text may not hold, or it would be read as something else.
class Markers {
 public:
  /// Takes the markers of reasoning, of content, of the turn and of wrappers, and tokens to drop.
  /// Those of parameters are left out: only its own closer ends a value.
  explicit Markers(const Family& family);

  /// The first marker in `text` that looks like one (`<think>`, `[/INST]`); empty if there is none.
  [[nodiscard]] std::string_view in(std::string_view text) const { return first_of(signs_, text); }
  /// The same for markers of words alone, such as `Action:`, which count only in some places.
  [[nodiscard]] std::string_view words_in(std::string_view text) const {
    return first_of(words_, text);
  }
  [[nodiscard]] const std::vector<std::string>& signs() const { return signs_; }

 private:
  void add(std::string_view stretch);
  void add_call(std::string_view stretch);
  static std::string_view first_of(const std::vector<std::string>& markers, std::string_view text);

  std::vector<std::string> signs_;
  std::vector<std::string> words_;
};

}  // namespace tagstream::notation

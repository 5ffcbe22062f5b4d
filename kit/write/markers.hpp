#pragma once

// The markers of a family: the texts between the placeholders of its lines. From
// `<think>REASONING</think>` come `<think>` and `</think>`; the content `so <think> it` holds the
// first of them, and is refused.

#include <string>
#include <string_view>
#include <vector>

#include "dialects/family.hpp"

namespace tagstream::notation {

/// The markers that a text may not hold: with one in it, a reader would take the text for something
/// else.
class Markers {
 public:
  /// Collects the markers of reasoning, content, calls, wrappers and the turn, and the tokens to
  /// drop. The markers of parameters are left out: inside a value only the closer of that value
  /// counts, and `CallWriter` checks it.
  explicit Markers(const Family& family);

  /// The first marker in `text` that looks like one (`<think>`, `[/INST]`); empty if there is none.
  [[nodiscard]] std::string_view in(std::string_view text) const { return first_of(signs_, text); }
  /// The first marker in `text` that is made of words alone, such as `Action:`; empty if there is
  /// none. Readers take such a marker for one only in some places.
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

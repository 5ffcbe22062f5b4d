#pragma once

#include <cstddef>
#include <optional>

#include "support/model_output.hpp"

namespace tagstream::testing::model {

/// The place of a call: from its opener to where it ends, whether it is one or not.
class Calls : protected Output {
 protected:
  using Output::Output;

  /// @param begin  of the call's span
  void read_call(const Hit& hit, std::size_t begin);
  /// A call whose opener has been read. `at_` is at the beginning of its span.
  void read_from(const Opening& opening);
  [[nodiscard]] Opening opening_of(const Hit& hit, std::size_t begin) const;
  /// The opener is quoted by what failed, or is not followed by a body.
  void refuse(std::size_t end, bool with_notice = true);
  /// As much as may be held from `begin` on.
  [[nodiscard]] Known held_from(std::size_t begin) const;
  /// What a string that failed quotes, and what tags that failed do.
  void note_quoted(const Body& body);

  /// What ends a body that is not JSON, beside its closer.
  [[nodiscard]] bool ends_broken_body(const Hit& hit) const;
  /// Where a mark begins that holds the byte that failed; else that byte.
  [[nodiscard]] std::size_t mark_around(const Body& body, const Counts& counts) const;

  bool is_layout_ = false;  // blanks here belong to the wrapper that is open
  bool is_after_call_ = false;
  std::size_t quoted_until_ = 0;  // what begins before this was quoted by what failed

 private:
  void finish_call(const Opening& opening, Body& body);
  void read_tentative(const Opening& opening);
  void read_self_closing(const Opening& opening);
  void end_empty(const Opening& opening, Body& body);
  /// False if nothing ends it.
  bool end_failed(const Known& known, const Opening& opening, Body& body);
  bool find_failed_end(const Known& known, const Opening& opening, Body& body) const;
  [[nodiscard]] std::optional<Hit> ender_at(std::string_view text, std::size_t at,
                                            const Opening& opening) const;
  void read_unclosed(const Opening& opening, Body& body);
  void read_too_long(const Known& known, const Opening& opening, Body& body);
  [[nodiscard]] std::size_t end_of_long_json(Body& body, const Opening& opening,
                                             std::size_t limit) const;
};

}  // namespace tagstream::testing::model

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "support/parse_model_output.hpp"

namespace tagstream::testing {

/// The part of the parse model that reads calls in visible text, and what all parts know.
class ParseCalls : protected ParseOutput {
 protected:
  enum class Where { text, reasoning, header_reasoning };

  using ParseOutput::ParseOutput;

  [[nodiscard]] bool is_leading_place() const;
  [[nodiscard]] bool counts_in_text(const MarkHit& hit, bool leading) const;
  [[nodiscard]] std::optional<MarkHit> text_mark(std::size_t at, bool leading) const;
  /// A marker that ends the reasoning that is open.
  [[nodiscard]] bool is_end(const MarkHit& hit) const;
  [[nodiscard]] std::optional<MarkHit> reasoning_mark(std::size_t at) const;
  [[nodiscard]] ParseOpening opening_of(const MarkHit& hit, std::size_t begin) const;
  void read_call(const MarkHit& hit, std::size_t begin);
  void end_self_closing(const ParseOpening& opening, std::size_t end);
  /// Without a body: a call if its tag has a name, else an error.
  static BodyItem nameless_item(const ParseOpening& opening, CallErrorCode error,
                                std::size_t offset);
  void finish_call(const ParseOpening& opening, BodyEnd& body);
  [[nodiscard]] std::vector<BodyItem> items(const ParseOpening& opening,
                                            const BodyScan& scan) const;
  [[nodiscard]] std::vector<BodyItem> started(const ParseOpening& opening, const BodyScan& scan,
                                              std::size_t until) const;
  void read_tentative(const ParseOpening& opening);
  static ParseOpening named_by(ParseOpening opening, const BodyScan& scan);
  void note_string(const BodyScan& scan);
  /// Where a marker begins that holds the byte that failed; else that byte.
  [[nodiscard]] std::size_t marker_around(const BodyScan& scan, bool in_reasoning) const;
  void read_body(const ParseOpening& opening);
  static void set_errors(BodyEnd& body, CallErrorCode error, std::size_t offset);
  /// False if nothing ends it.
  bool end_failed(const ParseOpening& opening, const BodyScan& scan);
  bool find_failed_end(const ParseOpening& opening, const BodyScan& scan, BodyEnd& body,
                       std::size_t& quoted) const;
  /// What ends a body that is no JSON, beside its closer.
  [[nodiscard]] std::optional<MarkHit> body_opener(std::size_t at) const;
  void read_unclosed(const ParseOpening& opening, const BodyScan& scan);
  /// True if a body without an end has already shown that it holds no call.
  [[nodiscard]] bool is_known_none(const ParseOpening& opening, const BodyScan& scan) const;
  /// What may have been given of a body that the text ends in.
  [[nodiscard]] std::size_t open_until(const ParseOpening& opening, const BodyScan& scan) const;

  Where where_ = Where::text;
  bool has_closed_ = false;  // a span of reasoning
  int unwrap_depth_ = 0;
  bool is_layout_ = false;  // blanks here belong to the wrapper that is open
  bool is_after_call_ = false;
  std::size_t quoted_until_ = 0;  // what begins before this was quoted by what failed
};

}  // namespace tagstream::testing

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "support/parse_model_body.hpp"
#include "support/tool_seen.hpp"

namespace tagstream::testing {

/// How a body ended.
struct BodyEnd {
  std::size_t end = 0;
  std::size_t content_end = 0;
  std::size_t fails_at = 0;  ///< the byte that shows that it is no JSON
  bool is_closed = false;
  std::vector<BodyItem> items{};
};

/// The events of the parse model. Whatever is added covers the text from `at_` on.
class ParseOutput {
 public:
  ParseOutput(std::string_view text, const ParseOptions& options)
      : text_(text), options_(options), marks_(options) {}

 protected:
  void content(std::size_t end);
  void reasoning(std::size_t end);
  void markup(std::size_t end);
  /// Markup that belongs to reasoning.
  void reasoning_markup(std::size_t end);
  void notice(NoticeCode code);
  /// Gives the items of a body; what is none goes back to content.
  void end_call(const ParseOpening& opening, BodyEnd& body);

  [[nodiscard]] std::string_view slice(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }

  std::string_view text_;
  const ParseOptions& options_;
  ParseMarks marks_;
  std::size_t at_ = 0;
  std::vector<SeenTool> seen_;
  bool has_text_ = false;  // visible, and no blank
  bool has_call_ = false;
  bool is_extracting_ = false;       // a call out of reasoning: all of it is known at its start
  std::size_t recovered_until_ = 0;  // what begins before this is read again

 private:
  void piece(EventKind kind, std::size_t end);
  void announce(std::vector<BodyItem>& items);
  void add_start(BodyItem& item);
  void add_delta(const BodyItem& item, std::string_view text);
  /// A list of nothing but errors: all of it is content at once.
  void end_without_call(const ParseOpening& opening, const BodyEnd& body);
  [[nodiscard]] SeenTool error_of(const ParseOpening& opening, const BodyItem& item,
                                  bool is_closed) const;
  void end_item(const ParseOpening& opening, BodyItem& item, std::size_t end,
                std::string_view content, bool is_closed);

  std::uint64_t next_index_ = 0;
};

}  // namespace tagstream::testing

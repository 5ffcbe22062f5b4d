#pragma once

// What a model shows. Whatever is added covers the text from `at_` on.

#include <cstddef>
#include <string_view>
#include <vector>

#include "support/model_body.hpp"
#include "support/tool_seen.hpp"

namespace tagstream::testing::model {

class Output {
 protected:
  Output(std::string_view text, const Program& program) : text_(text), program_(program) {}

  // Bytes, up to `end`. Those of reasoning, its marks included, may be asked for as content.
  void content(std::size_t end);
  void reasoning(std::size_t end);
  void markup(std::size_t end);
  void reasoning_markup(std::size_t end);
  void piece(EventKind kind, std::size_t end);
  void notice(NoticeCode code);

  /// The beginning or end of a section whose opening tag is `open`, yet without a place.
  [[nodiscard]] Seen section(EventKind kind, const Hit& open) const;
  void set_content(Seen& seen, std::string_view content) const;
  void add(Seen seen);

  /// Gives the items of a body that has ended.
  void end_call(const Opening& opening, Body& body);
  /// Gives those that have started, or one, as too large. Their bytes are still to come.
  void end_long_call(const Opening& opening, Body& body, std::size_t known_end);

  [[nodiscard]] std::string_view slice(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }

  std::string_view text_;
  const Program& program_;
  std::size_t at_ = 0;
  std::vector<SeenTool> seen_;
  bool has_text_ = false;  // visible, and not a blank
  bool has_call_ = false;
  bool is_extracting_ = false;       // a call out of reasoning: all of it is known at its start
  int indent_ = 0;                   // see markdown_end
  std::size_t recovered_until_ = 0;  // what begins before this is read again

 private:
  void add(SeenTool seen);
  void announce(std::vector<BodyItem>& items);
  void add_start(BodyItem& item);
  void add_delta(const BodyItem& item, std::string_view text);
  /// A list of nothing but errors whose bytes are content: all of it at once.
  void end_without_call(const Opening& opening, const Body& body);
  [[nodiscard]] SeenTool event_of(const Opening& opening, const BodyItem& item, bool is_closed);
  void end_item(const Opening& opening, BodyItem& item, std::size_t end, std::string_view content,
                bool is_closed);

  std::uint64_t next_index_ = 0;
};

/// All items become this error; if there are none, one does.
void set_errors(Body& body, CallErrorCode error, std::size_t offset);

}  // namespace tagstream::testing::model

#pragma once

// A section that is open: what its end event will say, kept over as many calls as it takes.
//
// Its content is a slice of the input. While all of it lies in the present segment nothing is
// copied; what leaves the segment is collected first.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/kept_strings.hpp"
#include "lex/segment.hpp"
#include "tagstream/event.hpp"

namespace tagstream {

class OpenSection {
 public:
  OpenSection() = default;

  /// A section whose opening tag is `raw_tag` at `start`.
  OpenSection(std::uint64_t start, std::string_view raw_tag, std::string_view tag_name)
      : start_(start),
        collected_until_(start + raw_tag.size()),
        raw_tag_(raw_tag),
        tag_name_(tag_name) {}

  /// A section that the prompt opened.
  static OpenSection implied(std::string_view tag_name);

  [[nodiscard]] std::uint64_t start() const { return start_; }
  [[nodiscard]] std::uint64_t content_begin() const { return start_ + raw_tag_.size(); }

  /// Copies the content up to `until`. Precondition: what was not yet collected is in the segment.
  void collect(const Segment& segment, std::uint64_t until, std::size_t longest);

  /// Leaves out the bytes up to `until`. Precondition: all before them is collected.
  void leave_out(std::uint64_t until) { collected_until_ = until; }

  /// Makes the opening tag outlive the present call.
  void own_tag();

  [[nodiscard]] Event start_event() const;

  /// The end event; its strings go to `retired`. The caller sets the span, end and flags.
  Event end_event(const Segment& segment, std::uint64_t content_end, std::size_t longest,
                  RetiredStrings& retired);

 private:
  void append(std::string_view piece, std::size_t longest);

  std::uint64_t start_ = 0;
  std::uint64_t collected_until_ = 0;
  std::string_view raw_tag_;
  std::string_view tag_name_;
  std::unique_ptr<std::string> tag_copy_;
  std::unique_ptr<std::string> content_;
  bool is_implied_ = false;
  bool is_truncated_ = false;
};

}  // namespace tagstream

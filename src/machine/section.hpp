#pragma once

// A section that is open: what its end event will say, kept over as many feeds as it takes.
//
// Its content is a slice of the input. While all of it lies in the present segment nothing is
// copied; what leaves the segment is collected first.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "lex/segment.hpp"
#include "machine/output.hpp"
#include "tagstream/event.hpp"

namespace tagstream {

class OpenSection {
 public:
  OpenSection() = default;
  explicit OpenSection(const Element& element)
      : element_(element), collected_until_(element.start() + element.raw_tag().size()) {}

  [[nodiscard]] std::uint64_t start() const { return element_.start(); }
  [[nodiscard]] std::uint64_t content_begin() const {
    return element_.start() + element_.raw_tag().size();
  }

  /// Copies the content up to `until`. Precondition: what was not yet collected is in the segment.
  void collect(const Segment& segment, std::uint64_t until, std::size_t longest);

  /// Leaves out the bytes up to `until`. Precondition: all before them is collected.
  void leave_out(std::uint64_t until) { collected_until_ = until; }

  /// A feed ends: makes the opening tag outlive it.
  void own_tag();

  /// The bytes of the opening tag leave as the section's start.
  void emit_start(Output& out);

  /// Adds the end event, whose bytes the caller accounts for: its span is empty, at `end`.
  Event& emit_end(Output& out, const Segment& segment, std::uint64_t content_end, std::uint64_t end,
                  std::size_t longest);

 private:
  void append(std::string_view piece, std::size_t longest);
  const Element* told(Output& out);

  Element element_;
  const Element* told_ = nullptr;  // the one that events of this feed point to
  std::uint64_t collected_until_ = 0;
  std::unique_ptr<std::string> tag_copy_;
  std::unique_ptr<std::string> content_;
  bool is_truncated_ = false;
};

}  // namespace tagstream

#pragma once

// An open hidden section: the facts about its opening tag that its events need, kept over any
// number of feeds.
//
//   feed("a<x t=1>b")   section_start: raw_tag points into the chunk. Then own_tag() copies it
//   feed("c</x>")       section_end has the same raw_tag, from the copy

#include <cstdint>
#include <string>
#include <string_view>

#include "base/apart.hpp"
#include "lex/rules.hpp"
#include "machine/element.hpp"
#include "machine/output.hpp"

namespace tagstream {

/// The closing tag in which a segment ends: `</` and at least the first letter of a name. Blanks
/// may stand before the name, and after a whole one.
class HalfCloser {
 public:
  explicit HalfCloser(const Segment& segment);

  /// Its first byte; the end of the segment if there is none.
  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  /// True if it can be of this rule, and it begins at `from` or later.
  [[nodiscard]] bool is_of(const RuleSet& set, RuleIndex rule, std::uint64_t from) const;
  /// True if only the `>` is missing. Precondition: it can be of this rule.
  [[nodiscard]] bool has_name_of(const RuleSet& set, RuleIndex rule) const {
    return name_.size() == set.tag_of(rule).size();
  }

 private:
  std::uint64_t begin_;
  std::uint64_t end_;
  std::string_view name_;        // as far as it is written; empty: there is no such tag
  bool name_has_ended_ = false;  // a blank ends the name
};

class OpenSection {
 public:
  OpenSection() = default;
  explicit OpenSection(const Element& element) : element_(element) {}
  OpenSection(const OpenSection& other) : element_(other.element_), tag_copy_(other.tag_copy_) {
    if (tag_copy_ != nullptr) element_ = element_.in(*tag_copy_);
  }
  OpenSection(OpenSection&&) = default;
  OpenSection& operator=(const OpenSection& other) { return *this = OpenSection(other); }
  OpenSection& operator=(OpenSection&&) = default;
  ~OpenSection() = default;

  [[nodiscard]] std::uint64_t start() const { return element_.start(); }
  [[nodiscard]] std::uint64_t content_begin() const {
    return element_.start() + element_.raw().size();
  }

  [[nodiscard]] std::string_view name() const { return element_.name(); }

  /// A feed ends: copies the opening tag, so that it outlives the chunk.
  void own_tag();

  /// Emits the bytes of the opening tag as the section's start.
  void emit_start(Output& out) const;

  /// Emits the start of a section that the prompt has opened: the answer begins inside it.
  void emit_implied_start(Output& out) const;

  /// Emits the bytes from the end of the section's text to `end` as the section's end.
  void emit_end(Output& out, std::uint64_t end, bool is_closed);

 private:
  Element element_;
  Apart<std::string> tag_copy_;
};

}  // namespace tagstream

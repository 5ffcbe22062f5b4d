#pragma once

// The unwrap and record elements that are open in the visible text.
//
// With `unwrap: ["answer"], record: ["b"]`:
//
//   <answer>a<b>c</b></answer>     markup `<answer>`
//                                  content `a<b>c</b>`
//                                  section_end of b, recorded, text `c`, empty span
//                                  markup `</answer>`

#include <cstdint>
#include <string>
#include <vector>

#include "base/apart.hpp"
#include "lex/rules.hpp"
#include "lex/scope.hpp"
#include "machine/element.hpp"
#include "machine/output.hpp"
#include "machine/recorder.hpp"

namespace tagstream {

class Elements {
 public:
  /// The open elements, whose closing tags count in the visible text.
  [[nodiscard]] const OpenRules& open() const { return open_; }
  [[nodiscard]] bool is_recording() const { return first_ != no_rule; }

  /// A tag of an unwrap rule, which the caller has taken out.
  void unwrap(const RuleSet& rules, const Match& match);

  /// A tag of a record rule. The bytes up to its end are emitted as content if it ends an element;
  /// the element's event follows.
  void record(const RuleSet& rules, const Segment& segment, const Match& match,
              const Element& element, Output& out);

  /// The open element in whose closing tag the input ends. Without one `rule` is `no_rule`, and
  /// `begin` the segment's end.
  struct HalfClosed {
    RuleIndex rule = no_rule;
    std::uint64_t begin = 0;  // of the closing tag
    std::uint64_t start = 0;  // of the opening tag
  };
  /// Looks at the bytes from `from` on, when the input ends. Of several elements that the tag may
  /// close, the one that was opened last counts.
  [[nodiscard]] HalfClosed half_closed(const RuleSet& rules, const Segment& segment,
                                       std::uint64_t from) const;

  /// Collects the text of recorded sections. Precondition: as Recorder::collect.
  void collect(const Segment& segment, std::uint64_t until, Output& out);
  void begin_feed();
  /// Makes the opening tags of this feed outlive it.
  void end_feed();
  /// The innermost recorded element. Precondition: `is_recording()`.
  struct Last {
    RuleIndex rule;
    std::uint64_t start;  // of the opening tag
    std::uint64_t content_begin;
  };
  [[nodiscard]] Last last() const {
    const One& one = opened_->by_rule[last_];
    return {last_, one.element.start(), one.content_begin};
  }
  /// The stream ends at `end`, and with it the innermost recorded element. Precondition:
  /// `is_recording()`.
  void end_last(const RuleSet& rules, const Segment& segment, std::uint64_t content_end,
                std::uint64_t end, Output& out) {
    end_section(rules, segment, last_, content_end, end, false, out);
  }

 private:
  static constexpr std::size_t most_nested = 64;
  struct One {  // by rule
    /// Of the opening tag of the innermost element that is open. Precondition: one is open.
    [[nodiscard]] std::uint64_t last_start() const {
      return nested.empty() ? start : nested.back();
    }

    std::uint32_t depth = 0;
    std::uint64_t start = 0;            // of the outermost opening tag
    std::vector<std::uint64_t> nested;  // the starts of the others, at most `most_nested`
    RuleIndex previous = no_rule;       // record rules that are open, in order of opening
    RuleIndex next = no_rule;
    std::uint64_t content_begin = 0;
    Element element;
    Apart<std::string> tag_copy;
  };

  void open_one(const RuleSet& rules, const Match& match);
  /// Returns true if it was the outermost element of its name.
  bool close_one(const RuleSet& rules, RuleIndex rule);
  void begin_section(const RuleSet& rules, RuleIndex rule, const Match& match,
                     const Element& element);
  void end_section(const RuleSet& rules, const Segment& segment, RuleIndex rule,
                   std::uint64_t content_end, std::uint64_t end, bool is_closed, Output& out);

  struct Opened {
    Opened() = default;
    Opened(const Opened& other);
    Opened& operator=(const Opened&) = delete;
    ~Opened() = default;

    std::vector<One> by_rule;
    Recorder recorder;
  };

  OpenRules open_;
  Apart<Opened> opened_;       // null until an element is opened
  RuleIndex first_ = no_rule;  // the record rule that has been open longest
  RuleIndex last_ = no_rule;
};

}  // namespace tagstream

#pragma once

// The place inside a hidden section. It finds the end of the section, holds bytes until that end is
// known, and handles sections that never end or would hold too much. Reasoning is such a section,
// too.
//
// With `hide: ["x"]`:
//
//   a<x>b<x>c</x>d</x>e    content `a`, one section `b<x>c</x>d`, content `e`
//   a<x>b<x>c</x>d         the tags never balance: the section is `b<x>c`, and `d` is content
//
// From the first `</x>` on the bytes wait until the second `</x>` or the end of the input decides.
// With `nesting` = `first_close` no bytes wait: the section is `b<x>c` in both cases.
//
// These hold between two feeds; `is_sound` says so. A *section* has events of its own, reasoning
// and a skipped message (to another role) have none:
//
//   waits_        what it is in           region_             echo_expected_     has_wrapper_
//   nothing       a section, reasoning,   only in reasoning   none in a region   in reasoning, with
//                 a skipped message                                              `extract`
//   all           a section               none                any                no
//   from_closer   a section that          none                none               no
//                 balances

#include "machine/context.hpp"
#include "machine/section.hpp"

namespace tagstream {

class Region;

/// The facts about the open section: the part of the place that is copied.
struct OpenHidden {
  enum class Waits : std::uint8_t {
    nothing,
    all,          // UnclosedSection::text, before its first closing tag
    from_closer,  // after its first closing tag, while the section does not balance
  };
  /// The part of the opener that may still follow, if the prompt has opened the section.
  enum class Echo : std::uint8_t {
    none,
    opener,  // the model may repeat the opener
    label,   // the same, or only the rest of the opener, its label
  };

  OpenSection section_;
  std::uint64_t depth_ = 1;
  std::uint64_t reopened_at_ = nowhere;  // the first opening tag of its own name in the section
  Match first_closer_;                   // Waits::from_closer
  Match echo_;  // Waits::all: a repeated opener that waits with the section
  RuleIndex rule_ = no_rule;
  Waits waits_ = Waits::nothing;
  Echo echo_expected_ = Echo::none;
  bool has_wrapper_ = false;
};

class Hidden : private OpenHidden {
 public:
  explicit Hidden(Context& context);
  /// A copy for another context, which is a copy as well. Calls that are judged are judged again.
  Hidden(const Hidden& other, Context& context);
  Hidden(const Hidden&) = delete;
  Hidden& operator=(const Hidden&) = delete;
  ~Hidden();

  /// Enters the section that `match` opens. Returns false if it was an empty tag, which ends at
  /// once.
  bool enter(const Match& match);
  /// Enters the section that the prompt has opened.
  void enter_implied();

  Next step(bool at_end);

  /// The first byte that may be read again.
  [[nodiscard]] std::uint64_t decided() const;
  /// The bytes that may begin a marker or tag here. Null: other state must be checked, too.
  [[nodiscard]] const scan::ByteSet* plain_bytes() const;
  /// The region of calls that waits here; null if there is none.
  [[nodiscard]] Region* region() const { return region_.get(); }
  /// True if the state is one that can be: for assertions, between two feeds.
  [[nodiscard]] bool is_sound() const;
  /// True if a wrapper around calls is open in the section.
  [[nodiscard]] bool has_wrapper() const { return has_wrapper_; }

  /// A feed ends: the opening tag is copied if it is needed later.
  void own_tag() {
    if (context_.flow.is_section()) section_.own_tag();
  }

  /// The answer begins inside the section.
  void begin_answer() const {
    if (context_.flow.is_section() && waits_ != Waits::all)
      section_.emit_implied_start(context_.out);
  }
  [[nodiscard]] std::string_view name() const { return section_.name(); }

  // For the region:
  [[nodiscard]] Scope scope() const;
  /// Says that an opener of calls inside is text, since a call before it was too long.
  void note_after_limit(const Match& match);
  /// Emits a marker inside the section as markup.
  void take_out(const Match& match);
  /// The section ends, at its closing tag or without one.
  Next end(std::uint64_t content_end, std::uint64_t end, bool is_closed);

 private:
  Next on_match(const Match& match);
  Next on_inner_match(const Match& match);
  Next on_closer(const Match& match);
  void on_echo(const Match& match);
  void emit_start(const OpenSection& section);
  void begin_body(RuleIndex rule, OpenSection section);
  Next end_of_input();
  Next settle();
  Next overflow(std::uint64_t bound);
  void release_withheld();

  Context& context_;
  std::unique_ptr<Region> region_;
};

}  // namespace tagstream

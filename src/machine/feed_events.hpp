#pragma once

// The events of one feed, and what they point to: it stands still until the next feed begins.
//
//   feed("<think>b")   markup `<think>`, reasoning `b`: their text points into the chunk
//   feed("c")          both are dead; one event, reasoning `c`
//   feed("d")          a second plain feed writes over that event and clears nothing

#include <span>
#include <string_view>

#include "base/growing_array.hpp"
#include "base/kept_strings.hpp"
#include "tagstream/event.hpp"

namespace tagstream {

class FeedEvents {
 public:
  /// A feed begins: what the last one gave is dead.
  void begin_feed() {
    only_plain_ = false;
    events_.clear();
    kept_.clear();
  }
  [[nodiscard]] std::span<const Event> events() const { return events_.view(); }

  /// An event that the caller fills in.
  Event& add(EventKind kind, Span span) {
    static constexpr Event blank{};  // copied: cheaper than clearing each new one
    Event& event = events_.push_back(blank);
    event.kind = kind;
    event.span = span;
    return event;
  }
  /// The one added last. Precondition: there is one.
  [[nodiscard]] Event& last() { return events_.back(); }
  /// One of them, to be changed by a view of these events. Precondition: index < events().size().
  [[nodiscard]] Event& change(std::size_t index) {
    only_plain_ = false;
    return events_[index];
  }
  /// Makes room for many events at once, no more than they need.
  void make_room(std::size_t events);

  /// A feed begins that gives one event, of a piece of text. If the feed before was such a one, its
  /// event is used again: to clear a feed and write an event takes longer than all else.
  void begin_plain(EventKind kind) {
    if (only_plain_) return;
    begin_feed();
    add(kind, {});
    only_plain_ = true;
  }
  /// True in such a feed, and after it.
  [[nodiscard]] bool only_plain() const { return only_plain_; }

  /// Strings for events of this feed.
  [[nodiscard]] KeptStrings& kept() { return kept_; }
  std::string_view keep(std::string_view text) { return tagstream::keep(kept_, text); }

 protected:
  GrowingArray<Event> events_;

 private:
  KeptStrings kept_;
  bool only_plain_ = false;
};

}  // namespace tagstream

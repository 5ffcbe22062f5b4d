#pragma once

// The events of one feed, and the strings that they point to. Both live until the next feed begins.
//
//   feed("<think>b")   markup `<think>`, reasoning `b`: their text points into the chunk
//   feed("c")          both are gone; one event, reasoning `c`
//   feed("d")          a second plain feed overwrites that event and clears nothing

#include <span>
#include <string_view>

#include "base/growing_array.hpp"
#include "base/kept_strings.hpp"
#include "tagstream/event.hpp"

namespace tagstream {

class FeedEvents {
 public:
  FeedEvents() = default;
  FeedEvents(const FeedEvents& /*other*/) {}  // a copy has no events
  FeedEvents& operator=(const FeedEvents&) = delete;
  ~FeedEvents() = default;

  /// A feed begins: the events of the last one are gone.
  void begin_feed() {
    has_only_event_ = false;
    events_.clear();
    kept_.clear();
    viewed_ = 0;
  }
  [[nodiscard]] std::span<const Event> events() const { return events_.view(); }

  /// Adds an event, whose other fields the caller fills in.
  Event& add(EventKind kind, Span span) {
    static constexpr Event blank{};  // copied: cheaper than clearing each new one
    Event& event = events_.append(blank);
    event.kind = kind;
    event.span = span;
    return event;
  }
  /// The last event of the feed. Precondition: there is one.
  [[nodiscard]] Event& last() { return events_.back(); }
  /// The event at `index`, to be changed by a view. Precondition: index < events().size().
  [[nodiscard]] Event& change(std::size_t index) {
    has_only_event_ = false;
    return events_[index];
  }
  /// Drops the events from `count` on, for a view that has put fewer in their place. Precondition:
  /// there are that many.
  void truncate_viewed(std::size_t count) {
    has_only_event_ = false;
    events_.truncate(count);
    viewed_ = count;
  }
  /// The number of events that a view has left in this feed: it goes on after them.
  [[nodiscard]] std::size_t viewed() const { return viewed_; }
  /// Makes room for that many more events, and for not much more.
  void make_room(std::size_t events);

  /// Begins a feed with only one event, a piece of text, and returns that event. If the last feed
  /// was such a one too, its event is used again: clearing the feed and adding an event would take
  /// longer than the rest of the feed.
  Event& only_event(EventKind kind) {
    if (!has_only_event_) {
      begin_feed();
      add(kind, {});
      has_only_event_ = true;
    }
    return events_[0];
  }

  /// Strings for events of this feed.
  [[nodiscard]] KeptStrings& kept() { return kept_; }
  std::string_view keep(std::string_view text) { return tagstream::keep(kept_, text); }

 protected:
  GrowingArray<Event> events_;

 private:
  KeptStrings kept_;
  std::size_t viewed_ = 0;
  bool has_only_event_ = false;  // of `only_event`
};

/// A view on events that puts one in the place of several. The machine asks it in the middle of a
/// long feed, so that the events it takes away never stand in memory all at once.
class EventView {
 public:
  /// Goes on after `events.viewed()`, up to the last event, and drops what it takes away.
  virtual void shorten(FeedEvents& events) = 0;

 protected:
  ~EventView() = default;
};

}  // namespace tagstream

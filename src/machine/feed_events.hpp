#pragma once

// The events of one feed, and what they point to: it stands still until the next feed begins.

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/growing_array.hpp"
#include "base/kept_strings.hpp"
#include "base/pool.hpp"
#include "tagstream/call.hpp"
#include "tagstream/event.hpp"

namespace tagstream {

class FeedEvents {
 public:
  /// A feed begins: what the last one gave is dead.
  void begin_feed() {
    events_.clear();
    elements_.clear();
    calls_.clear();
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
  /// An element for events of this feed.
  const Element* add_element(const Element& element) { return &(elements_.add() = element); }
  /// A call for an event of this feed.
  Call& add_call(const Element& element) {
    Call& call = calls_.add();
    call = Call();
    static_cast<Element&>(call) = element;
    return call;
  }
  /// The first call of the last feed, once more. Precondition: that feed gave one, this one none.
  Call& add_same_call() { return calls_.add(); }
  /// Makes room for many events at once, no more than they need.
  void make_room(std::size_t events);

  /// Strings for events of this feed.
  [[nodiscard]] KeptStrings& kept() { return kept_; }
  std::string_view keep(std::string text) { return tagstream::keep(kept_, std::move(text)); }

 protected:
  GrowingArray<Event> events_;

 private:
  Pool<Element, 16> elements_;
  Pool<Call, 4> calls_;
  KeptStrings kept_;
};

}  // namespace tagstream

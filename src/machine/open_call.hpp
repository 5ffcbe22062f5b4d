#pragma once

// A CallReader under the names that the interpreter asks by.

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/text.hpp"
#include "machine/call_reader.hpp"
#include "machine/section.hpp"

namespace tagstream {

class OpenCall : public CallReader {
 public:
  using CallReader::CallReader;

  bool read_on(const Segment& segment, LexerCounters& counters) {
    return read(segment, false, counters) == Outcome::more && is_in_json() && !leaves_early();
  }
  [[nodiscard]] bool leaves_early() const { return is_in_json() && is_lost(); }
  void pass() { set_purpose(Purpose::let_through); }
  [[nodiscard]] bool is_passed() const { return facts().purpose == Purpose::let_through; }
  void only_check() { set_purpose(Purpose::judge); }
  [[nodiscard]] std::uint64_t passed_until(std::uint64_t segment_end) const {
    return certain_until(segment_end);
  }
  [[nodiscard]] std::uint64_t start() const { return facts().start; }
  [[nodiscard]] std::uint64_t body_begin() const { return facts().body_begin; }
  [[nodiscard]] const Match& opener() const { return facts().opener; }
  [[nodiscard]] std::uint64_t content_end() const { return facts().content_end; }
  [[nodiscard]] std::uint64_t end() const { return facts().end; }
  [[nodiscard]] bool has_ended() const { return facts().has_ended; }
  [[nodiscard]] bool has_closer() const { return facts().has_closer; }
  [[nodiscard]] bool has_nothing() const { return facts().is_empty; }
  [[nodiscard]] std::string_view content(const Segment& segment) const {
    return trimmed(segment.slice(body_begin(), has_ended() ? content_end() : segment.end));
  }
  [[nodiscard]] std::uint64_t failed_at() const { return facts().failed_at.value_or(0); }
  [[nodiscard]] bool is_refuted() const { return facts().refuted_at.has_value(); }
  [[nodiscard]] std::uint64_t refuted_at() const { return *facts().refuted_at; }
  [[nodiscard]] std::uint64_t hopeless_until() const { return release_until(0); }
  [[nodiscard]] std::uint64_t refuted_until(std::uint64_t segment_end) const {
    return release_until(segment_end);
  }
  [[nodiscard]] std::optional<std::uint64_t> string_begin() const {
    const Shield shield = value().shield();
    return shield.is_given() ? std::optional(shield.begin) : std::nullopt;
  }
  [[nodiscard]] bool in_string() const {
    return is_in_json() && value().shield().quote != 0 && !facts().failed_at;
  }
  [[nodiscard]] char open_quote() const {
    return facts().failed_at ? value().shield().quote : '\0';
  }
  Standing tally(const Segment& /*segment*/, LexerCounters& /*counters*/) {
    return list().standing();
  }
  std::size_t part_count(const Segment& /*segment*/, RetiredStrings& /*owned*/,
                         LexerCounters& /*counters*/) {
    return list().size();
  }
  [[nodiscard]] bool has_error() const { return value().list().has_failed(); }
  CallPart part(const Segment& segment, std::size_t index, RetiredStrings& owned,
                LexerCounters& counters) {
    return list().part(segment, index, owned, counters);
  }
  [[nodiscard]] std::size_t item_count() const { return value().list().announced(); }
};

}  // namespace tagstream

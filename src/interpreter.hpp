#pragma once

// Applies rules to what the lexer finds: the filter behind `Filter`.
//
// It is in one of three places. In *text* bytes leave as content; in the *body* of a hidden section
// they leave as its deltas; in a *call* they wait for its end. `emitted_` is how far bytes have
// left; it never goes back, even where reading does. What may still become something else waits in
// the window.
//
//   emitted_                          decided()                  segment end
//      |  waits, or left already (soft) |  attempt not yet decided |

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lexer.hpp"
#include "open_call.hpp"
#include "rule_set.hpp"
#include "section.hpp"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/filter.hpp"
#include "text_lexer.hpp"
#include "window.hpp"

namespace tagstream {

class Interpreter {
 public:
  /// Precondition: all outlive the interpreter; `calls` is given if there are call rules.
  Interpreter(const FilterOptions& options, const RuleSet& set, const CallPolicy* calls = nullptr);

  Result<std::span<const Event>> feed(std::string_view chunk);
  std::span<const Event> finish();
  void reset();
  [[nodiscard]] Stats stats() const;
  [[nodiscard]] const Error* error() const { return error_ ? &*error_ : nullptr; }

 private:
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  /// Reads ahead inside a soft attempt, where its failure would make hard tokens possible.
  struct Scout {
    Lexer lexer;
    std::uint64_t origin = nowhere;  // the attempt it belongs to
    std::uint64_t found = nowhere;   // start of the hard token it has met
    bool has_met_any = false;        // tokens
    OpenRules open;                  // is_own: as they would be behind those tokens
    bool is_own = false;
  };
  struct Element {  // an unwrap or record rule that has been open
    std::uint32_t depth = 0;
    std::unique_ptr<OpenSection> section;  // record
  };
  struct Hidden {  // the hidden section that is open
    RuleIndex rule = no_rule;
    std::uint64_t depth = 0;
    OpenSection section;
    Match first_closer;            // is_undecided
    std::uint64_t echo_begin = 0;  // repeated opener that waits with the section
    std::uint64_t echo_end = 0;
    bool is_undecided = false;  // behind its first closing tag, not yet balanced
    bool is_withheld = false;   // nothing has left: on_unclosed == text, no closing tag yet
  };

  struct Started {  // a call of the open body that has been announced
    std::size_t item = 0;
    std::uint64_t index = 0;
    std::size_t given = 0;  // bytes of its arguments
  };
  struct OpenQuote {  // the string in which a body proved not to be JSON, until it ends
    char mark = 0;
    bool is_escaped = false;
    std::uint64_t at = 0;  // read up to here
  };
  struct Calls {  // what a reader of tool calls has beside the filter
    const CallPolicy* policy = nullptr;
    std::unique_ptr<OpenCall> open;
    std::vector<Started> started;
    std::size_t announced_items = 0;
    std::vector<std::unique_ptr<ToolCall>> told;  // in this call's events, and some to use again
    std::size_t told_count = 0;
    OpenQuote quote;
    FailedTags failed_tags;
    std::uint64_t next_index = 0;
    std::uint64_t read_again_until = 0;  // bytes before it that come now have been read already
  };

  bool feed_plain(std::string_view chunk);
  bool feed_in_string(std::string_view chunk);
  [[nodiscard]] bool is_plain() const;
  void begin_stream();
  void run(bool at_end);
  bool step(bool at_end);
  void end_feed();
  void keep_events_for_finish();
  void forget_tool_calls();

  // text
  bool text_step(bool at_end);
  void accept_in_text(const Segment& segment, const Match& match);
  void apply_hide(const Segment& segment, const Match& match);
  void apply_unwrap(const Segment& segment, const Match& match);
  void apply_record(const Segment& segment, const Match& match);
  void open_element(const Match& match);
  [[nodiscard]] Scope text_scope() const;
  std::uint64_t first_non_blank_limit(const Segment& segment);

  // body
  bool body_step(bool at_end);
  void on_body_match(const Segment& segment, const Match& match);
  void on_echo(const Segment& segment, const Match& match);
  void on_body_closer(const Segment& segment, const Match& match);
  void enter_body(RuleIndex rule, OpenSection section);
  void release_withheld(const Segment& segment);
  void settle(const Segment& segment);
  void overflow(const Segment& segment, std::uint64_t bound);
  void stop(const Segment& segment, std::uint64_t bound);
  bool end_of_input_in_body(const Segment& segment);
  void end_hidden(const Segment& segment, std::uint64_t content_end, std::uint64_t end,
                  bool is_closed);
  void end_open_records(const Segment& segment);
  [[nodiscard]] Scope body_scope() const;
  [[nodiscard]] std::uint64_t held_bound() const;

  // calls
  [[nodiscard]] bool in_call() const { return calls_ != nullptr && calls_->open != nullptr; }
  [[nodiscard]] bool is_in_quote() const { return calls_ != nullptr && calls_->quote.mark != 0; }
  void apply_call(const Segment& segment, const Match& match);
  bool is_quoted(const Segment& segment, std::uint64_t offset);
  void follow_quote(const Segment& segment, std::uint64_t until);
  void refuse_call(const Segment& segment, const Match& match);
  bool call_step(bool at_end);
  void end_call(const Segment& segment);
  void end_call_as_content(const Segment& segment, std::uint64_t end);
  void overflow_call(const Segment& segment, std::uint64_t bound);
  void unclosed_call(const Segment& segment);
  void announce_calls(const Segment& segment);
  Started start_call(std::size_t item, std::string_view name, std::string_view id);
  void give_arguments(Started& started, std::string_view piece, bool is_in_window);
  void emit_parts(const Segment& segment);
  void make_room(std::size_t events);
  void emit_part(const CallPart& part, Started* started, std::string_view content,
                 std::uint64_t begin, std::uint64_t end);
  void emit_error(const Segment& segment, const CallPart& part);
  Event& emit_call_event(EventKind kind, std::uint64_t begin, std::uint64_t end);
  ToolCall& new_call(Event& event);
  void leave_call(std::uint64_t end);
  void forget_call();

  // output
  void emit_until(const Segment& segment, EventKind kind, std::uint64_t until);
  void emit_flowing(const Segment& segment, EventKind kind, std::uint64_t until);
  void emit_markup(const Segment& segment, std::uint64_t begin, std::uint64_t end);
  void emit_notice(std::uint64_t offset, NoticeCode code, std::string_view message);
  std::uint64_t hold_point(const Segment& segment, const Scope& scope);
  std::uint64_t scouted_hold(const Segment& segment, Scope scope);
  void read_ahead(Scout& scout, const Segment& segment, Scope scope);
  [[nodiscard]] const Lexer* lexer_ahead() const;
  void forget_scouts() { scouts_[0].origin = scouts_[1].origin = nowhere; }

  // memory
  [[nodiscard]] std::uint64_t decided() const;
  [[nodiscard]] std::uint64_t keep_from() const;
  void collect(const Segment& segment);
  [[nodiscard]] std::string_view tag_name(const Segment& segment, const Match& match) const;
  [[nodiscard]] bool closes_at_first(RuleIndex rule) const {
    return settled_ || set_->rules[rule].first_close;
  }

  const FilterOptions* options_;
  const RuleSet* set_;

  Window window_;
  TextLexer lexer_;
  LexerCounters counters_;
  std::array<Scout, 2> scouts_;
  std::uint64_t emitted_ = 0;
  std::uint64_t blanks_until_ = 0;  // for what must come first: only blanks before this place

  OpenRules open_;
  std::vector<Element> elements_;     // per rule; empty until one is open
  std::vector<RuleIndex> recording_;  // record rules whose section is open
  std::unique_ptr<Hidden> hidden_;

  std::unique_ptr<Calls> calls_;  // null in a filter

  std::vector<Event> events_;
  RetiredStrings retired_;
  std::optional<Error> error_;
  Stats stats_;
  bool in_body_ = false;
  bool is_appended_ = false;  // the chunk has been appended to the window already
  bool started_ = false;
  bool finished_ = false;
  bool leading_ = false;  // openers count only before the first visible byte that is not blank
  bool echo_ = false;     // the opener of start_inside may still be repeated
  bool settled_ = false;  // behind a settlement: first_close for every rule
};

}  // namespace tagstream

#pragma once

// Applies rules to what the lexer finds: the filter behind `Filter`.
//
// It is in one of three places. In *text* bytes leave as content; in the *body* of a hidden section
// they leave as its deltas; in a *call* they wait for its end. `emitted_` is how far bytes have
// left; it never goes back, even where reading does. What may still become something else waits in
// the window: an attempt at a tag or marker, a call, the header of a message, and the *region* of
// calls inside reasoning that are calls only if nothing else follows them.
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

#include "lex/lexer.hpp"
#include "lex/rules.hpp"
#include "lex/text_lexer.hpp"
#include "machine/message_header.hpp"
#include "machine/open_call.hpp"
#include "machine/section.hpp"
#include "machine/window.hpp"
#include "tagstream/error.hpp"
#include "tagstream/event.hpp"
#include "tagstream/filter.hpp"

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
  struct Region {  // calls in open reasoning, as long as they may be what ends the answer
    std::uint64_t begin = nowhere;
    std::uint64_t at = 0;         // blanks are read up to here
    bool has_call = false;        // a complete one
    bool is_behind_call = false;  // nothing else has come since
    bool has_separator = false;   // between calls
    bool is_searching = false;    // for a closer in the string in which a call has failed
    Lexer search;
    [[nodiscard]] bool is_open() const { return begin != nowhere; }
  };
  struct BehindCall {  // blanks and separators that may belong to what follows a call
    bool is_open = false;
    bool has_separator = false;
    std::uint64_t at = 0;  // read up to here
  };
  struct Calls {  // what a reader of tool calls has beside the filter
    const CallPolicy* policy = nullptr;
    std::unique_ptr<OpenCall> open;  // apart: an idle reader stays small
    std::vector<Started> started;
    std::size_t announced_items = 0;
    std::vector<std::unique_ptr<ToolCall>> told;  // in this call's events, and some to use again
    std::size_t told_count = 0;
    OpenQuote quote;
    FailedTags failed_tags;
    Region region;
    BehindCall behind;
    std::uint64_t next_index = 0;
    std::uint64_t read_again_until = 0;  // bytes before it that come now have been read already
  };

  bool feed_plain(std::string_view chunk);
  bool feed_in_string(std::string_view chunk);
  [[nodiscard]] bool is_plain() const;
  void begin_stream();
  bool trim(const Segment& segment);
  void begin_trimming(RuleIndex rule);
  void run(bool at_end);
  bool step(bool at_end);
  void end_feed();
  void keep_events_for_finish();
  void forget_tool_calls();

  // text
  bool text_step(bool at_end);
  void accept_in_text(const Segment& segment, const Match& match);
  void apply_hide(const Segment& segment, const Match& match);
  void apply_markup(const Segment& segment, const Match& match);
  void apply_unwrap(const Segment& segment, const Match& match);
  void apply_record(const Segment& segment, const Match& match);
  void open_element(const Match& match);
  [[nodiscard]] Scope text_scope() const;
  std::uint64_t first_non_blank_limit(const Segment& segment);

  // headers
  void begin_header(const Segment& segment, const Match& match);
  bool header_step(bool at_end);
  void end_header(const Segment& segment);

  // body
  bool body_step(bool at_end);
  void on_inner_match(const Segment& segment, const Match& match);
  void emit_outer_markup(std::uint64_t end);
  void leave_body(std::uint64_t end);
  void end_reasoning_before(const Segment& segment, std::uint64_t offset);
  [[nodiscard]] EventKind body_kind() const;
  /// As what bytes leave that nothing takes out here.
  [[nodiscard]] EventKind outer_kind() const {
    return in_body_ ? body_kind() : EventKind::content_delta;
  }
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
  void open_call(const Segment& segment, const Match& match, std::uint64_t start,
                 std::string_view name = {});
  bool behind_call_step(bool at_end);
  void begin_behind_call(std::uint64_t at);
  void skip_between_calls(const Segment& segment, char separator, std::uint64_t& at,
                          bool& has_separator);
  bool is_quoted(const Segment& segment, std::uint64_t offset);
  void follow_quote(const Segment& segment, std::uint64_t until);
  void refuse_call(const Segment& segment, const Match& match);
  bool call_step(bool at_end);
  void end_call(const Segment& segment);
  void end_call_as_content(const Segment& segment, std::uint64_t end);
  void pass_call(const Segment& segment, std::uint64_t bound);
  void overflow_call(const Segment& segment, std::uint64_t bound);
  void unclosed_call(const Segment& segment);
  void announce_calls(const Segment& segment);
  Started start_call(std::size_t item, std::string_view name, std::string_view id);
  void give_back_refuted(const Segment& segment);
  void give_back_parts(const Segment& segment, std::size_t count);
  void quote_error(const CallPart& part, std::string_view content, std::uint64_t begin,
                   std::uint64_t end);
  void note_quote(const OpenCall& call);
  [[nodiscard]] bool gives_back() const {
    return set_->dialect.gives_back && calls_->started.empty();
  }
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

  // calls in reasoning (interpreter_region.cpp)
  [[nodiscard]] bool in_region() const { return calls_ != nullptr && calls_->region.is_open(); }
  void begin_region(const Segment& segment, const Match& match);
  bool region_step(bool at_end);
  void on_region_match(const Segment& segment, const Match& match);
  bool region_call_step(bool at_end);
  bool refute_region_call(const Segment& segment, bool is_all);
  void end_region_call(const Segment& segment);
  void unclosed_region_call(const Segment& segment);
  Lexer::Outcome find_remembered(const Segment& segment, std::uint64_t from, std::uint64_t until,
                                 bool is_all, Match& closer);
  void close_at(const Segment& segment, const Match& closer);
  void leave_region(std::uint64_t resume);
  void settle_region(const Segment& segment);
  void overflow_region(const Segment& segment, std::uint64_t bound);
  [[nodiscard]] Scope region_scope() const;

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
  std::unique_ptr<MessageHeader> header_;
  std::uint64_t floor_ = 0;  // what ends before has been read as something else

  std::vector<Event> events_;
  RetiredStrings retired_;
  std::optional<Error> error_;
  Stats stats_;
  bool in_body_ = false;
  bool is_appended_ = false;  // the chunk has been appended to the window already
  bool started_ = false;
  bool finished_ = false;
  bool leading_ = false;     // openers count only before the first visible byte that is not blank
  bool echo_ = false;        // the opener of start_inside may still be repeated
  bool settled_ = false;     // behind a settlement: first_close for every rule
  bool trimming_ = false;    // blanks that come now are markup
  bool in_wrapper_ = false;  // around calls
  bool closed_reasoning_ = false;  // a span of it has closed
};

}  // namespace tagstream

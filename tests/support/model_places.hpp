#pragma once

// The places of a reading (text, call, hidden section, reasoning), and the events that each place
// gives. Example: in `a<think>b` the reading is in text up to 1, and in reasoning from 8 on.

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/model_body.hpp"
#include "support/seen.hpp"

namespace tagstream::testing::model {

/// The events of the model. Each added event covers the text from `at_` on.
class Output {
 protected:
  Output(std::string_view text, const Program& program) : text_(text), program_(program) {}

  // Give the bytes from `at_` to `end` as an event of this kind. If the options say so, reasoning
  // and its marks are given as content.
  void content(std::size_t end);
  void reasoning(std::size_t end);
  void markup(std::size_t end);
  void piece(EventKind kind, std::size_t end);
  void section_piece(const std::string& name, std::size_t end);
  void notice(Code code);
  void notice(Code code, std::size_t offset);
  /// As `notice`, but only the first one of this code for each rule.
  [[nodiscard]] bool takes_expected_closer(const Hit& closer);
  /// Only the first one of each code, rule and cause is a notice.
  void notice_once(Code code, const Hit& hit, std::size_t offset, int cause = 0);
  void expect_closer(const Hit& opener);

  /// The notice of a section of this rule that does not close.
  void notice_unclosed(std::size_t rule, std::size_t offset);

  /// The event for the beginning or end of a section whose opening tag is `open`. Its span is not
  /// set yet.
  [[nodiscard]] Seen section(EventKind kind, const Hit& open) const;
  void set_content(Seen& seen, std::string_view content) const;
  void add(Seen seen);

  [[nodiscard]] bool may_call() const {
    if (program_.tool_choice == ToolChoice::none) return false;
    return !program_.no_parallel || calls_ == 0;
  }

  /// Gives the items of a body that has ended.
  void end_call(const Opening& opening, Body& body);
  /// Gives the items that have started, or one item, as errors for a call that is too large. The
  /// bytes of the call are still to be read.
  void end_long_call(const Opening& opening, Body& body);

  [[nodiscard]] std::string_view slice(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }

  std::string_view text_;
  const Program& program_;
  std::size_t at_ = 0;
  std::vector<Seen> seen_;
  bool has_text_ = false;  // a visible byte that is not a blank has come
  bool has_call_ = false;
  std::size_t calls_ = 0;         // number of calls
  bool has_half_closer_ = false;  // the text ends in the closing tag of an element
  bool reads_ahead_ = false;      // only to see what follows a fence: calls give no pieces
  bool is_fresh_ = true;          // no text since the start, or since the last call
  bool begins_line_ = true;       // the line has no text so far, spaces and tabs aside
  std::size_t visible_from_ = 0;  // no code span goes back beyond this
  /// Openers that spans on this line make text, by rule, without those whose closers have come.
  std::map<std::pair<std::size_t, std::string>, std::size_t> quoted_openers_;
  std::pair<std::size_t, std::size_t> quoted_line_{};  // where the line and the text begin
  bool is_extracting_ = false;         // in a call out of reasoning, known whole at its start
  int indent_ = 0;                     // see markdown_end
  std::string header_name_;            // the name in the last header, if it holds only a name
  std::size_t header_name_at_ = none;  // where that name ends
  std::size_t recovered_until_ = 0;    // the text before this is read again

  using NoticeKey = std::tuple<Code, Mark, const CallForm*, std::size_t, std::string, int>;
  static NoticeKey key_of(Code code, const Hit& hit);
  std::set<NoticeKey> noticed_;
  std::multiset<NoticeKey> expected_;  // closers of openers that are text

 private:
  void announce(std::vector<BodyItem>& items);
  void add_start(BodyItem& item);
  void add_delta(const BodyItem& item, std::string_view text);
  /// The arguments, or their beginning, as events give them.
  [[nodiscard]] std::string said(const BodyItem& item, std::string_view arguments) const;
  /// Ends a body whose items are all errors with content bytes: the content is given at once.
  void end_without_call(const Opening& opening, const Body& body);
  [[nodiscard]] Seen event_of(const Opening& opening, const BodyItem& item, bool is_closed);
  void end_item(const Opening& opening, BodyItem& item, std::size_t end, std::string_view raw,
                bool is_closed);

  std::uint64_t next_index_ = 0;
};

/// Turns all items into this error. A body without items gets one.
void set_errors(Body& body, Code error, std::size_t offset);

/// Reads a call, from its opener to its end, or finds that it is not a call.
class Calls : protected Output {
 protected:
  using Output::Output;

  /// @param begin  where the call's span begins
  bool read_call(const Hit& hit, std::size_t begin);
  void read_or_refuse_call(const Hit& hit, std::size_t begin);
  /// A call whose opener has been read. `at_` is at the beginning of its span.
  void read_from(const Opening& opening, const Hit& hit);
  [[nodiscard]] Opening opening_of(const Hit& hit, std::size_t begin) const;
  void read_attributes(Opening& opening) const;
  [[nodiscard]] static std::string bare_name(const Tag& tag, const XmlShape& shape);
  /// Takes the opener as text: a broken tag or string quotes it, or no body follows it.
  /// @param is_quotation  a string or an attribute quotes the opener
  void refuse(const Hit& hit, bool is_quotation);
  /// The text that a reader may hold if it holds from `begin` on.
  [[nodiscard]] Known held_from(std::size_t begin) const;
  /// Notes the end of the text that a failed string or a failed tag quotes.
  void note_quoted(const Body& body);

  /// Where a mark begins that holds the byte that failed; else that byte.
  [[nodiscard]] std::size_t mark_around(const Body& body, const Counts& counts) const;

  bool is_layout_ = false;  // blanks here belong to the wrapper that is open
  bool is_after_call_ = false;
  const CallForm* last_form_ = nullptr;    // of the last call, if nothing followed it
  const CallForm* closed_form_ = nullptr;  // of the last call, if its closer may come again
  bool is_settled_ = false;                // for hidden sections the first closing tag counts
  std::size_t quoted_until_ = 0;           // a failed string or tag quotes marks before this
  bool are_over_ = false;                  // nothing is called any more

 private:
  void finish_call(const Opening& opening, Body& body);
  void read_without_opener(const Opening& opening);
  void read_tentative(const Opening& opening);
  void read_self_closing(const Opening& opening);
  void end_empty(const Opening& opening, Body& body);
  /// Ends a broken call. False if nothing in the known text ends it.
  bool end_failed(const Known& known, const Opening& opening, Body& body);
  bool find_failed_end(const Known& known, const Opening& opening, Body& body) const;
  bool is_doubled(const Known& known, const Opening& opening, Body& body) const;
  void end_doubled(const Opening& opening, Body& body);
  void read_unclosed(const Opening& opening, Body& body);
  void read_too_long(const Known& known, const Opening& opening, Body& body);
};

/// The header of a message, as `HeaderFormat` describes it.
struct HeaderScan {
  std::size_t begin = 0;  ///< of the innermost header, if one begins inside another
  std::size_t end = 0;
  std::size_t marker_end = 0;  ///< after the last start or channel
  bool is_whole = false;       ///< the marker before the text has come
  bool is_cut = false;         ///< the text ends first
  std::string role;
  std::string channel;
  std::string recipient;
  std::string name;  ///< the last word before a mark that ends the header
};

[[nodiscard]] HeaderScan scan_header(std::string_view text, std::size_t at,
                                     const HeaderFormat& format);

/// The reading of one text. The place of the reading decides which marks count.
class Model : private Calls {
 public:
  Model(std::string_view text, const Program& program)
      : Calls(text, program),
        depth_(program.options.rules.size() + 1),
        opened_(depth_.size()),
        starts_(depth_.size()) {}

  void run();
  [[nodiscard]] std::vector<Seen> take_seen() { return std::move(seen_); }
  [[nodiscard]] std::vector<Span> take_named() { return std::move(named_); }

 private:
  enum class Place { text, reasoning, header_reasoning };

  // ---- text: model.cpp -------------------------------------------------------------------------

  /// True as long as nothing but blanks has come before.
  [[nodiscard]] bool is_leading_place() const { return !has_text_ && !has_call_; }
  [[nodiscard]] bool counts_in_text(const Hit& hit, bool leading) const;
  [[nodiscard]] bool closes_again(const Hit& hit) const;
  [[nodiscard]] std::optional<Hit> text_mark(std::size_t at, bool leading) const;
  /// True if a fence that begins here is the one with which the answer begins.
  [[nodiscard]] bool may_begin_with_fence() const;
  /// True for a closer of one's own rule, if nothing of that rule is open.
  [[nodiscard]] bool is_refused_call(const Hit& hit) const;
  [[nodiscard]] bool closes_nothing(const Hit& hit) const;
  [[nodiscard]] std::optional<Hit> noted_text(std::size_t at, bool leading) const;
  /// Gives the notice of a tag that is too large at `at_`, if there is one.
  void note_too_large();
  void read_text();
  /// Markdown code that begins or ends at `at_`. False if none does.
  bool read_code();
  std::size_t code_step();
  bool is_inner_fence(std::size_t at, int indent);
  /// Follows the state of Markdown code over the visible text from `from` to `at_`.
  void follow_code(std::size_t from, int indent);
  /// True if code around the mark makes it content.
  [[nodiscard]] bool is_quoted_by_code(const Hit& hit);
  [[nodiscard]] std::size_t* quoted_openers(const Hit& hit, bool makes);
  void note_in_span(const Hit& hit);
  /// Called where a tag or marker counts: the rest of the line closes no fence.
  void leave_code();
  /// Closes the fence, unless it is known to go on up to a place behind `end`.
  [[nodiscard]] bool close_fence(std::size_t end);
  /// Says whether the fence with which the answer begins quotes the mark in it.
  void decide_first_fence();
  [[nodiscard]] bool waits_for_fence(const Hit& hit) const;
  void read_on();
  void read_mark(const Hit& hit);
  /// Notes the fences in the text that a broken call gave back, from `from` on.
  void note_fences(std::size_t from, int indent);
  void name_family(const Hit& hit);
  void trim_stretches();
  /// Reads blanks after a call or in a wrapper, and the separator of two calls.
  bool read_layout();
  [[nodiscard]] bool is_wrap_close(std::size_t at) const;
  /// The opening tag of a wrapper: markup if a call follows, another wrapper or its own end.
  void read_wrapper_tag(const Hit& hit);
  /// True if a value that is a call follows the wrapper.
  [[nodiscard]] bool begins_call(const Hit& wrapper) const;
  [[nodiscard]] std::optional<Hit> call_after_separator(std::size_t from,
                                                        const CallForm* last) const;
  [[nodiscard]] std::size_t after_separators(std::size_t from, char separator) const;
  bool note_part(const CallForm& last);
  void count_open(const Hit& hit);
  void read_unwrapped(const Hit& hit);
  void end_unwrapped();
  void end_records();
  void read_recorded(const Hit& hit);
  void end_record(std::size_t rule, std::size_t content_end, std::size_t end, bool is_closed);

  // ---- hidden sections: model_hidden.cpp -------------------------------------------------------

  struct Closing {
    std::optional<Hit> first;     ///< the first closing tag
    std::optional<Hit> balanced;  ///< the one that ends the section
    std::size_t reopened = none;  ///< where the first opening tag inside begins
    int depth = 1;                ///< how many are open at the end
  };
  struct Ending {
    std::size_t content_end = 0;
    std::size_t end = 0;  ///< after the closing tag
    bool is_closed = false;
    bool is_by_limit = false;
    std::size_t reopened = none;  ///< if it did not balance
  };
  /// Where the text ends in half a closing tag of the mark's rule, at `from` or later; else its
  /// end.
  [[nodiscard]] std::size_t half_closer(Mark mark, std::size_t rule, std::size_t from) const;

  void read_implied();
  void read_hidden(const Hit& open, bool is_implied = false);
  [[nodiscard]] std::optional<Hit> find_echo(std::size_t rule) const;
  [[nodiscard]] std::optional<Hit> next_of(std::size_t rule, const Known& known, std::size_t at,
                                           bool closers_only, std::size_t* quoted = nullptr) const;
  [[nodiscard]] Closing find_closing(std::size_t at, std::size_t rule);
  [[nodiscard]] bool ends_in_time(const Hit& open, bool is_implied) const;
  [[nodiscard]] Ending ending_of(const Hit& open, const Closing& closing);
  void add_hidden(const Hit& open, bool is_implied, const std::optional<Hit>& echo,
                  const Ending& ending);

  // ---- reasoning and headers: model_reasoning.cpp ----------------------------------------------

  void begin_inside();
  /// Begins in a header that the prompt has begun. The text may continue the header.
  void begin_in_header();
  [[nodiscard]] bool is_mention(const Hit& hit) const;
  void leave_reasoning();
  void read_reasoning();
  void open_reasoning(const Hit& hit);
  void end_reasoning(const Hit& hit);
  void trim_reasoning();
  [[nodiscard]] bool trims() const;
  [[nodiscard]] bool ends_reasoning(const Hit& hit) const;
  [[nodiscard]] bool closes_reasoning(const Hit& hit) const;
  [[nodiscard]] std::optional<std::size_t> closer_in_body(const Hit& opener) const;
  [[nodiscard]] bool is_bare(const Hit& opener) const;
  [[nodiscard]] Body read_before(std::size_t end, const Hit& opener, const Opening& opening) const;
  [[nodiscard]] bool counts_in_reasoning(const Hit& hit) const;
  [[nodiscard]] std::optional<Hit> reasoning_mark(std::size_t at) const;
  [[nodiscard]] bool is_refused(const Hit& hit) const;
  void read_region();
  void extract_until(std::size_t end);
  bool follow_call(const Hit& hit);
  [[nodiscard]] std::optional<Hit> end_in_string(const Body& body, std::size_t end) const;
  void leave_failed(const Body& body);
  void leave_cut(const Body& body);
  void read_header();
  void reasoned_markup(std::size_t end);
  void read_header(HeaderScan header);
  void drop_mention(HeaderScan& header) const;
  void skip_message();
  void read_header_call(const HeaderScan& header);

  struct MarkdownPlace {
    std::size_t fence_size = 0;    // size of the open fence's run; 0: no fence is open
    std::size_t quoted_until = 0;  // where the last quoted mark ends
    char fence = '`';
    bool is_first = false;         // no text stands before the fence
    bool is_decided = false;       // it is known that this fence quotes nothing
    std::size_t first_end = none;  // where it has ended
    std::size_t open_until = 0;    // no fence ends before this place
    bool has_inner = false;        // a run with a word after it stands in the fence
    std::size_t run_end = 0;       // of a run that began in what a broken call gave back
    bool counts = true;            // fences are followed
  };

  MarkdownPlace code_{.counts = program_.options.follows_fences};
  Place place_ = Place::text;
  bool in_thought_wrapper_ = false;  // a wrapper is open in the reasoning that is open
  std::size_t reasoning_from_ = 0;   // where the reasoning that is open begins
  std::vector<Span> named_;          // the result `ModelReading::named`
  std::vector<int> depth_;           // open elements of each unwrap and record rule
  std::vector<Hit> opened_;          // the outermost opening tag, by unwrap and record rule
  std::vector<std::vector<std::size_t>> starts_;  // of all that are open, by rule
  std::vector<std::size_t> records_;              // open record rules, in the order of opening
  bool first_close_ = program_.options.nesting == Nesting::first_close;
  bool names_reasoning_ = false;  // dialect auto: a notice has said so
  bool names_calls_ = false;
  std::size_t reasoning_begin_ = 0;
  std::size_t span_ = 0;           // the rule of the reasoning that is open
  bool is_half_closed_ = false;    // the text ends in the closing tag of the reasoning
  bool has_closed_ = false;        // a span of reasoning has closed
  bool had_other_role_ = false;    // a notice has named a message of another role
  bool had_stray_ = false;         // a notice has named a closer without opener
  bool has_stray_token_ = false;   // it was a control token: such closers are markup from here on
  int mentions_ = 0;               // open pairs whose opener is text
  int wrappers_ = 0;               // nested wrappers that are open
  std::size_t after_call_ = none;  // here a wrapper's closer counts without an opener
  std::size_t region_end_ = 0;     // after the last call of a region in reasoning
  bool is_region_cut_ = false;     // this last call has no end
};

}  // namespace tagstream::testing::model

#include "support/parse_model.hpp"

#include <algorithm>
#include <cassert>
#include <optional>
#include <string>
#include <utility>

#include "support/parse_model_calls.hpp"
#include "support/parse_model_header.hpp"

namespace tagstream::testing {
namespace {

class ParseModel : private ParseCalls {
 public:
  ParseModel(std::string_view text, const ParseOptions& options) : ParseCalls(text, options) {
    const ReasoningFormat* const format = marks_.reasoning;
    const bool starts_inside =
        options.start_in_reasoning || (format != nullptr && format->starts_inside);
    if (!starts_inside || format == nullptr) return;
    where_ = format->open.empty() ? Where::header_reasoning : Where::reasoning;
    has_implied_open_ = true;
  }

  std::vector<SeenTool> run() {
    if (has_implied_open_) read_echo();
    while (at_ < text_.size()) {
      if (where_ == Where::text) {
        read_text();
      } else {
        read_reasoning();
      }
    }
    return std::move(seen_);
  }

 private:
  // ---- visible text --------------------------------------------------------------------------

  [[nodiscard]] bool trims() const {
    return marks_.reasoning != nullptr && marks_.reasoning->trims;
  }

  void trim_reasoning() {
    if (trims()) reasoning_markup(skip_blanks(text_, at_));
  }

  void read_text() {
    if (read_layout()) return;
    const auto hit = text_mark(at_, is_leading_place());
    if (!hit) {
      quoted_until_ = std::max(quoted_until_, marks_.quoted_by(text_, at_));
      return content(at_ + 1);
    }
    switch (hit->mark) {
      case Mark::reasoning_close: reasoning_markup(hit->end); return trim_reasoning();
      case Mark::reasoning_open: return open_reasoning(*hit);
      case Mark::unwrap: return read_unwrapped(*hit);
      case Mark::wrap_open:
      case Mark::wrap_close:
        in_wrapper_ = hit->mark == Mark::wrap_open;
        markup(hit->end);
        is_layout_ = in_wrapper_;
        return;
      case Mark::call: return read_call(*hit, at_);
      case Mark::header: return read_header();
      case Mark::drop:
      case Mark::header_close:
      case Mark::ends_before: return markup(hit->end);
    }
  }

  /// Blanks after a call or in a wrapper; what separates two calls.
  bool read_layout() {
    const bool is_after_call = std::exchange(is_after_call_, false);
    const bool is_layout = std::exchange(is_layout_, false);
    const std::size_t blanks = skip_blanks(text_, at_);
    if (is_after_call) {
      const auto next = call_after_separator(at_, true);
      if (next) {
        read_call(*next, at_);
        return true;
      }
    }
    if (blanks == at_) return false;
    const bool is_before_close = is_after_call && is_wrap_close(blanks);
    if (!is_before_close && !(is_layout && in_wrapper_)) return false;
    markup(blanks);
    return true;
  }

  [[nodiscard]] bool is_wrap_close(std::size_t at) const {
    if (at >= text_.size()) return false;
    const auto hit = text_mark(at, false);
    return hit && hit->mark == Mark::wrap_close;
  }

  [[nodiscard]] std::optional<MarkHit> call_after_separator(std::size_t from, bool leading) const {
    if (marks_.tools == nullptr || marks_.tools->separator == 0) return std::nullopt;
    bool has_one = false;
    std::size_t at = from;
    for (; at < text_.size(); ++at) {
      if (text_[at] == marks_.tools->separator) {
        has_one = true;
      } else if (!is_blank(text_[at])) {
        break;
      }
    }
    if (!has_one || at == text_.size()) return std::nullopt;
    const auto hit = text_mark(at, leading);
    return hit && hit->mark == Mark::call ? hit : std::nullopt;
  }

  void read_unwrapped(const MarkHit& hit) {
    if (hit.kind == TokenKind::open) ++unwrap_depth_;
    if (hit.kind == TokenKind::close) --unwrap_depth_;
    markup(hit.end);
    if (trims()) markup(skip_blanks(text_, at_));
  }

  void open_reasoning(const MarkHit& hit) {
    reasoning_markup(hit.end);
    if (hit.kind == TokenKind::empty) {
      has_closed_ = true;
    } else {
      where_ = Where::reasoning;
    }
    trim_reasoning();
  }

  // ---- headers -------------------------------------------------------------------------------

  void read_header() {
    const HeaderFormat& format = *marks_.header;
    HeaderScan header = scan_header(text_, at_, format);
    drop_mention(header);
    markup(header.begin);
    if (!header.role.empty() && header.role != "assistant") {
      markup(header.end);
      return skip_message();
    }
    const std::string& to = header.recipient;
    const bool is_person = to.empty() || to == "user" || to == "assistant" || to == "all";
    const bool is_self = !to.empty() && to == format.reasoning_recipient;
    if (!is_person && !is_self && marks_.has_header_calls) return read_header_call(header);
    const bool is_thought = !header.channel.empty() && header.channel == format.reasoning_channel;
    if ((!is_thought && !is_self) || !marks_.has_header_reasoning) return markup(header.end);
    reasoning_markup(header.end);
    where_ = Where::header_reasoning;
  }

  /// Without the marker before its text a header counts only if it says what is known.
  void drop_mention(HeaderScan& header) const {
    const HeaderFormat& format = *marks_.header;
    if (header.is_whole || header.is_cut) return;
    const std::string& to = header.recipient;
    const bool is_to_nobody = to.empty() || to == "user" || to == "assistant" || to == "all";
    const WordList& known = format.text_channels;
    const bool is_unknown = !header.channel.empty() && header.channel != format.reasoning_channel &&
                            std::find(known.begin(), known.end(), header.channel) == known.end();
    const bool is_other = !header.role.empty() && header.role != "assistant";
    if (!is_other && !(is_to_nobody && is_unknown)) return;
    header.role.clear();
    header.channel.clear();
    header.recipient.clear();
    header.end = header.marker_end;
  }

  void skip_message() {
    std::size_t at = at_;
    for (; at < text_.size(); ++at) {
      if (text_.substr(at).starts_with(marks_.header->start)) break;
      const auto closer = marks_.word_at(text_, at, marks_.header->close);
      if (!closer) continue;
      at = closer->end;
      break;
    }
    markup(at);
  }

  void read_header_call(const HeaderScan& header) {
    ParseOpening opening;
    if (at_ < quoted_until_) {
      notice(NoticeCode::not_a_call);
      return content(header.end);
    }
    opening.begin = opening.marker = at_;
    opening.body = header.end;
    opening.format = tagstream::CallBody::name_then_json;
    opening.close = marks_.header->close;
    opening.is_header = true;
    opening.may_start = options_.incremental;
    opening.name = header.recipient;
    constexpr std::string_view prefix = "functions.";
    if (opening.name.starts_with(prefix) && opening.name.size() > prefix.size()) {
      opening.name.erase(0, prefix.size());
    }
    read_body(opening);
  }

  // ---- calls ---------------------------------------------------------------------------------

  // ---- reasoning -----------------------------------------------------------------------------

  void read_echo() {
    const std::size_t blanks = skip_blanks(text_, 0);
    if (blanks == text_.size() || where_ != Where::reasoning) return;
    for (std::size_t at = 0; at < blanks; ++at) {
      if (reasoning_mark(at)) return;
    }
    const auto hit = marks_.at(text_, blanks,
                               [](const MarkHit& one) { return one.mark == Mark::reasoning_open; });
    if (hit && hit->kind != TokenKind::empty) {
      reasoning(blanks);
      return open_reasoning(*hit);
    }
    if (hit) return reasoning(hit->end);
    quoted_until_ = marks_.quoted_by(text_, blanks, Mark::reasoning_open);
  }

  void read_reasoning() {
    const auto hit = reasoning_mark(at_);
    if (!hit) {
      if (marks_.calls_in_reasoning != CallsInReasoning::keep) {
        quoted_until_ = std::max(quoted_until_, marks_.quoted_by(text_, at_, Mark::call));
      }
      return reasoning(at_ + 1);
    }
    if (hit->mark == Mark::drop) return markup(hit->end);
    const bool extracts = marks_.calls_in_reasoning == CallsInReasoning::extract;
    if (extracts && hit->mark != Mark::call && !is_end(*hit)) {
      return markup(hit->end);
    }
    if (is_end(*hit)) return end_reasoning(*hit);
    if (marks_.calls_in_reasoning == CallsInReasoning::end) {
      where_ = Where::text;
      has_closed_ = true;
      return;
    }
    if (is_refused(*hit)) return reasoning(hit->end);
    read_region();
  }

  [[nodiscard]] bool is_refused(const MarkHit& hit) const {
    return (hit.mark == Mark::call || hit.mark == Mark::wrap_open) && hit.begin < quoted_until_;
  }

  static bool is_closer(const MarkHit& hit) {
    return hit.mark == Mark::reasoning_close || hit.mark == Mark::header_close;
  }

  void end_reasoning(const MarkHit& hit) {
    where_ = Where::text;
    has_closed_ = true;
    if (!is_closer(hit)) return;
    reasoning_markup(hit.end);
    if (hit.mark == Mark::reasoning_close) trim_reasoning();
  }

  /// Calls that may be what the answer ends with.
  void read_region() {
    const bool extracts = marks_.calls_in_reasoning == CallsInReasoning::extract;
    bool has_call = false;
    bool is_after_call = false;
    std::size_t at = at_;
    while (at < text_.size()) {
      auto hit = is_after_call ? call_after_separator(at, true) : std::nullopt;
      if (!hit) hit = reasoning_mark(at);
      if (!hit) {
        hit = marks_.at(text_, at, [](const MarkHit& one) { return one.mark == Mark::wrap_close; });
      }
      is_after_call = false;
      if (!hit) {
        if (!is_blank(text_[at])) return reasoning(at);
        at = skip_blanks(text_, at);
        continue;
      }
      if (is_end(*hit) || is_refused(*hit)) return reasoning(at);
      if (hit->mark == Mark::call) {
        if (!follow_call(*hit)) return;
        has_call = is_after_call = true;
        if (extracts) return extract_until(region_end_);
        at = region_end_;
      } else {
        at = hit->end;
      }
    }
    if (!has_call) return reasoning(text_.size());
    where_ = Where::text;
    has_closed_ = true;
  }

  void extract_until(std::size_t end) {
    const Where where = std::exchange(where_, Where::text);
    is_extracting_ = !is_region_cut_;
    while (at_ < end) read_text();
    is_extracting_ = false;
    is_after_call_ = is_layout_ = false;
    where_ = where;
  }

  /// False if what is held has left. Else `region_end_` is after the call.
  bool follow_call(const MarkHit& hit) {
    const ParseOpening opening = opening_of(hit, hit.begin);
    region_end_ = hit.end;
    is_region_cut_ = false;
    if (hit.kind == TokenKind::empty) {
      if (!opening.name.empty()) return true;
      reasoning(hit.end);
      return false;
    }
    const BodyScan scan = scan_body(text_, opening, marks_);
    region_end_ = scan.end;
    switch (scan.what) {
      case BodyScan::What::closed:
        if (are_calls(items(opening, scan), opening, scan)) return true;
        reasoning(scan.json.at);
        return false;
      case BodyScan::What::empty:
        if (!opening.name.empty() || !scan.name.empty()) return true;
        reasoning(scan.content_end);
        return false;
      case BodyScan::What::failed: leave_failed(scan); return false;
      case BodyScan::What::cut: return leave_cut(opening, scan);
    }
    return false;
  }

  [[nodiscard]] std::optional<MarkHit> end_in_string(const BodyScan& scan, std::size_t end) const {
    for (std::size_t at = scan.string; at < end; ++at) {
      const auto hit = reasoning_mark(at);
      if (hit && is_closer(*hit)) return hit;
    }
    return std::nullopt;
  }

  void leave_failed(const BodyScan& scan) {
    if (const auto closer = end_in_string(scan, scan.at)) {
      reasoning(closer->begin);
      end_reasoning(*closer);
      recovered_until_ = std::max(recovered_until_, scan.at);
      return note_string(scan);
    }
    reasoning(marker_around(scan, true));
    note_string(scan);
  }

  bool leave_cut(const ParseOpening& opening, const BodyScan& scan) {
    const bool may_end = marks_.on_unclosed == OnUnclosedCall::call && scan.is_if_ended;
    region_end_ = text_.size();
    is_region_cut_ = true;
    if (may_end && are_calls(items(opening, scan), opening, scan)) return true;
    const auto closer = scan.is_string_open ? end_in_string(scan, text_.size()) : std::nullopt;
    if (!closer) {
      reasoning(text_.size());
      return false;
    }
    reasoning(closer->begin);
    reasoning_markup(closer->end);
    content(text_.size());
    return false;
  }

  bool has_implied_open_ = false;
  bool in_wrapper_ = false;
  std::size_t region_end_ = 0;
  bool is_region_cut_ = false;  // its last call has no end
};

}  // namespace

std::vector<SeenTool> model_parse(std::string_view text, const ParseOptions& options) {
  assert(!options.markdown_code);
  return ParseModel(text, options).run();
}

}  // namespace tagstream::testing

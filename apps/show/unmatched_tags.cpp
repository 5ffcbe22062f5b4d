#include "show/unmatched_tags.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "dialects/format_of.hpp"
#include "lex/tag_name.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/event.hpp"

namespace tagstream::cli {

namespace {

constexpr std::string_view call_tag = "tool";  // of calls, where no family is named

void add_once(std::vector<std::string>& words, std::string_view word) {
  if (std::find(words.begin(), words.end(), word) == words.end()) words.emplace_back(word);
}

// Adds a closer to look for: a tag by its name, or a marker. A marker that text may have for other
// reasons is left out.
void add_closer(TokenizerOptions& options, std::string_view closer) {
  const std::size_t name_end = closer.size() - std::min<std::size_t>(closer.size(), 1);
  if (closer.starts_with("</") && closer.find_first_of(" <>|:", 2) == name_end) {
    add_once(options.names, closer.substr(2, name_end - 2));
  } else if (closer.starts_with("<") || closer.starts_with("[/")) {
    add_once(options.markers, closer);
  }
}

bool is_plain_tag(std::string_view opener) {
  return opener.starts_with('<') && opener.find_first_of(" <>|:/", 1) == opener.size() - 1;
}

// A tag that is longer is not marked.
constexpr std::size_t longest_tag = 1024;

// The format of the dialect with this name; null if there is none.
const FamilyFormat* format_named(std::string_view name) {
  const Dialect* const row = find_dialect(name);
  return row == nullptr ? nullptr : &format_of(*row);
}

}  // namespace

void UnmatchedTags::add_row(TokenizerOptions& options, const FamilyFormat* row, bool has_reasoning,
                            bool has_calls) {
  if (row == nullptr) return;
  if (has_reasoning && row->reasoning != nullptr) {
    for (const std::string_view closer : row->reasoning->close) add_closer(options, closer);
    add_reasoning(*row);
  }
  if (!has_calls || row->tools == nullptr) return;
  for (const CallFormat& call : row->tools->calls) {
    for (const std::string_view closer : call.close) add_closer(options, closer);
  }
}

// Adds the markers of a row's reasoning. A marker that also means something else is left out.
void UnmatchedTags::add_reasoning(const FamilyFormat& row) {
  const ReasoningFormat& reasoning = *row.reasoning;
  if (reasoning.header.is_given()) return;
  const auto has = [](const WordList& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  Pair pair;
  for (const std::string_view closer : reasoning.close) {
    const bool is_other =
        has(reasoning.open, closer) || has(reasoning.drop, closer) || has(row.drop, closer);
    if (!is_other) add_once(pair.close, closer);
  }
  for (const std::string_view opener : reasoning.open) add_once(pair.open, opener);
  add_pair(std::move(pair));
  is_in_reasoning_ = is_in_reasoning_ || reasoning.starts_inside || row.opens_in_prompt;
  may_start_inside_ = may_start_inside_ || !reasoning.starts_inside;
}

void UnmatchedTags::add_pair(Pair pair) {
  for (const std::string& opener : pair.open) add_once(openers_, opener);
  for (const std::string& closer : pair.close) add_once(closers_, closer);
  const auto is_known = [&](const Pair& one) {
    return one.open == pair.open && one.close == pair.close;
  };
  if (std::none_of(pairs_.begin(), pairs_.end(), is_known)) pairs_.push_back(std::move(pair));
}

void UnmatchedTags::add_rule(TokenizerOptions& options, const OwnRule& rule) {
  if (rule.action == Action::drop || rule.action == Action::record) return;
  if (!rule.line.empty()) {
    if (const auto family = notation::read_family(rule.line)) {
      if (const auto own = format_of(*family)) add_row(options, own->get(), false, true);
    }
    return;
  }
  if (!rule.name.empty()) add_once(options.names, rule.name);
  if (rule.name.empty()) add_closer(options, rule.close);
  if (rule.action != Action::reasoning) return;
  const bool is_tag = !rule.name.empty();
  add_pair({{is_tag ? '<' + rule.name + '>' : rule.open},
            {is_tag ? "</" + rule.name + '>' : rule.close}});
  may_start_inside_ = true;
}

void UnmatchedTags::add_family(TokenizerOptions& options, const Options& asked) {
  if (const auto family = notation::read_family(asked.format)) {
    if (const auto own = format_of(*family)) add_row(options, own->get(), true, true);
  }
  add_row(options, format_named(asked.dialect), true, true);
  add_row(options, format_named(asked.reasoning_of), true, false);
  add_row(options, format_named(asked.calls_of), false, true);
  if (asked.dialect == "auto") {
    for (const Dialect& row : dialects()) add_row(options, &format_of(row), true, false);
    add_row(options, format_named("hermes"), false, true);
    takes_out_ = false;
    asks_for_tags_ = is_auto_ = true;
  }
  for (const OwnRule& rule : own_rules(asked).value_or(std::vector<OwnRule>())) {
    add_rule(options, rule);
  }
  const bool has_row = !asked.dialect.empty() || !asked.model.empty() || !asked.format.empty() ||
                       !asked.reasoning_of.empty();
  goes_by_lines_ = asked.reasoning_again == ReasoningAgain::line ||
                   (asked.reasoning_again == ReasoningAgain::automatic && has_row);
  const bool is_opened = asked.start_in_reasoning || !asked.prompt_tail.empty();
  is_in_reasoning_ = is_in_reasoning_ || is_opened;
  may_start_inside_ = may_start_inside_ && !is_opened;
}

UnmatchedTags::UnmatchedTags(const Options& asked) : ignores_case_(asked.ignore_case) {
  if (asked.markdown_code == MarkdownCode::all) return;  // code is not known here
  TokenizerOptions options{.ignore_case = ignores_case_};
  add_family(options, asked);
  names_ = options.names;
  markers_ = options.markers;
  if (!options.names.empty() || !options.markers.empty()) {
    options.markers_only = options.names.empty();
    if (auto tokenizer = Tokenizer::make(options)) inside_ = *std::move(tokenizer);
  }
  options.markers_only = false;
  options.names.clear();  // all of them
  for (const std::string& opener : openers_) {
    const bool is_bracketed = opener.starts_with('<') || opener.starts_with('[');
    if (is_bracketed && !is_plain_tag(opener)) add_once(options.markers, opener);
  }
  options.limits.max_tag_bytes = longest_tag;
  if (auto tokenizer = Tokenizer::make(std::move(options))) tokenizer_ = *std::move(tokenizer);
}

std::string UnmatchedTags::Piece::sentence() const {
  if (is_no_opener) {
    return std::string(text) + " begins no reasoning " +
           (is_in_line ? "in the middle of a line" : "here");
  }
  if (is_crossed) return "crossed: " + std::string(text) + " ends what was opened in a section";
  std::string sentence = "nothing is open that " + std::string(text) + " would end";
  if (is_taken_out) sentence += "; it is dropped";
  if (may_be_of_prompt) sentence += "; if the prompt has opened it: --start-in-reasoning";
  return sentence;
}

void UnmatchedTags::Found::add(const Piece& said) {
  if (is_full()) {
    ++more_;
    last_ = said.begin;
    may_be_meant_ = may_be_meant_ && said.is_no_opener;
  } else {
    problems_.push_back({said.sentence(), said.begin, said.is_no_opener});
  }
}

std::vector<UnmatchedTags::Found::Problem> UnmatchedTags::Found::take() {
  if (more_ != 0) {
    const std::string sentence = "and " + std::to_string(more_) + " more, the last one";
    problems_.push_back({sentence, last_, may_be_meant_});
  }
  more_ = 0;
  may_be_meant_ = true;
  return std::exchange(problems_, {});
}

std::span<const UnmatchedTags::Piece> UnmatchedTags::see(const Event& event) {
  pieces_.clear();
  // A mention of reasoning stands within a stretch of content.
  if (event.code == Code::mention && says(event)) return pieces_;
  const std::optional<Piece> stray = look_at(event);
  // Content of an empty span are the blanks that `trim` keeps: they stand elsewhere.
  if (event.kind == EventKind::content && !quotes_only(event)) return add(event);
  flush();
  if (stray) pieces_.push_back(*stray);
  return pieces_;
}

bool UnmatchedTags::says(const Event& notice) const {
  switch (notice.code) {
    // A family has more tags than those that are looked for here.
    case Code::stray_close:
      return std::any_of(names_.begin(), names_.end(),
                         [&](const std::string& name) { return is_same(name, notice.name); }) ||
             !is_tag_name(notice.name);
    case Code::unclosed_section:
    case Code::unclosed_thought:
    case Code::half_closer: return notice.offset == unclosed_section_;
    case Code::mention: return opens_reasoning(notice.name);
    default: return false;
  }
}

// True for the name in a notice about a tag of reasoning.
bool UnmatchedTags::opens_reasoning(std::string_view name) const {
  return is_one_of(openers_, name) || is_one_of(openers_, '<' + std::string(name) + '>');
}

// Every event must be seen, as tags in sections and in reasoning count as well.
std::optional<UnmatchedTags::Piece> UnmatchedTags::look_at(const Event& event) {
  if (inside_) {
    if (event.kind == EventKind::section_delta || event.kind == EventKind::reasoning) {
      count(inside_->feed(event.text));
    } else if (event.kind != EventKind::markup) {
      count(inside_->finish());
      inside_->reset();
    }
  }
  if (event.kind == EventKind::notice && event.code == Code::family) is_auto_ = false;
  const bool is_text = event.code == Code::too_large || event.code == Code::quoted ||
                       event.code == Code::unclosed_call;
  if (event.code == Code::quoted) quoted_ = event.offset;
  if (event.kind == EventKind::section_end && !event.is_closed && !event.is_recorded)
    unclosed_section_ = event.offset;
  if (event.kind == EventKind::thought && !event.is_closed) unclosed_section_ = event.span.start;
  if (is_text) {  // the call's closer is text, too
    call_in_text_ = event.offset;
    call_name_.clear();
  }
  if (event.kind == EventKind::reasoning) {
    is_in_reasoning_ = true;
    may_start_inside_ = false;
  }
  if (event.kind != EventKind::markup || !takes_out_) return std::nullopt;
  if (is_one_of(openers_, event.text)) is_in_reasoning_ = true;
  if (!is_one_of(closers_, event.text) || std::exchange(is_in_reasoning_, false)) {
    return std::nullopt;
  }
  Piece piece;
  piece.text = event.text.substr(0, event.text.find_last_not_of(" \t\r\n") + 1);
  piece.begin = event.span.start;
  piece.is_tag = piece.is_stray = piece.is_taken_out = true;
  return piece;
}

bool UnmatchedTags::is_same(std::string_view one, std::string_view other) const {
  const auto lower = [&](char letter) {
    return ignores_case_ && letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter | 0x20)
                                                           : letter;
  };
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

// True if the markup is one of these markers. A tag may have attributes and blanks.
bool UnmatchedTags::is_one_of(const Words& markers, std::string_view markup) const {
  return std::any_of(markers.begin(), markers.end(), [&](std::string_view marker) {
    const bool is_tag = marker.starts_with('<') && marker.ends_with('>');
    if (is_tag) marker.remove_suffix(1);
    const std::string_view rest = markup.substr(std::min(marker.size(), markup.size()));
    const bool ends = !is_tag || (!rest.empty() && rest.find_first_of("/> \t\r\n") == 0);
    return ends && is_same(marker, markup.substr(0, marker.size()));
  });
}

// The number of elements with this name that were opened inside something hidden, and not closed
// there.
std::uint64_t& UnmatchedTags::open_inside(std::string_view name) {
  const auto known = std::find_if(open_inside_.begin(), open_inside_.end(),
                                  [&](const auto& one) { return is_same(one.first, name); });
  return known != open_inside_.end() ? known->second : open_inside_.emplace_back(name, 0).second;
}

void UnmatchedTags::count(std::span<const Token> tokens) {
  for (const Token& token : tokens) {
    if (token.kind == TokenKind::open) ++open_inside(token.name());
    if (token.kind == TokenKind::close) {
      std::uint64_t& open = open_inside(token.name());
      if (open != 0) --open;
    }
  }
}

std::span<const UnmatchedTags::Piece> UnmatchedTags::add(const Event& content) {
  pieces_.clear();
  if (std::exchange(is_flushed_, false)) {
    tokenizer_->reset();
    fed_ = 0;
    line_has_text_ = false;
  }
  end_ = content.span.end;
  fed_ += content.text.size();
  if (tokenizer_) {
    take(tokenizer_->feed(content.text));
  } else {
    Piece piece;
    piece.text = content.text;
    piece.begin = content.span.start;
    pieces_.push_back(piece);
  }
  return pieces_;
}

std::span<const UnmatchedTags::Piece> UnmatchedTags::flush() {
  pieces_.clear();
  if (!tokenizer_ || std::exchange(is_flushed_, true)) return pieces_;
  take(tokenizer_->finish());
  return pieces_;
}

bool UnmatchedTags::ends_something(const Token& token) const {
  if (token.kind == TokenKind::marker) return is_one_of(markers_, token.raw);
  return token.kind == TokenKind::close &&
         std::any_of(names_.begin(), names_.end(),
                     [&](const std::string& name) { return is_same(name, token.name()); });
}

// True for an opener of reasoning that has stayed in the text.
bool UnmatchedTags::opens_nothing(const Token& token) {
  if (token.kind != TokenKind::open && token.kind != TokenKind::marker) return false;
  if (!is_one_of(openers_, token.raw)) return false;
  may_start_inside_ = false;
  for (Pair& pair : pairs_) pair.count += is_one_of(pair.open, token.raw) ? 1 : 0;
  return true;
}

// True for the closer of a call that was too large: the call is text, and so is its closer.
bool UnmatchedTags::closes_call(const Token& token) {
  if (!call_in_text_ || is_one_of(closers_, token.raw)) return false;
  if (token.kind == TokenKind::close && !is_same(token.name(), call_name_)) return false;
  call_in_text_.reset();
  return true;
}

// True for a closer whose opener is text as well.
bool UnmatchedTags::closes_text(const Token& token) {
  if (closes_call(token)) return true;
  bool is_closed = false;
  for (Pair& pair : pairs_) {
    if (pair.count == 0 || !is_one_of(pair.close, token.raw)) continue;
    --pair.count;
    is_closed = true;
  }
  return is_closed;
}

void UnmatchedTags::follow_line(const Token& token) {
  const std::size_t line_end = token.raw.rfind('\n');
  if (line_end != token.raw.npos) line_has_text_ = false;
  const std::size_t begin = line_end == token.raw.npos ? 0 : line_end + 1;
  line_has_text_ =
      line_has_text_ || token.raw.find_first_not_of(" \t\r\n", begin) != token.raw.npos;
}

std::string_view UnmatchedTags::last_remark() const {
  if (!is_auto_ || !has_unknown_tag_) return {};
  return "no family is known by its markers, so of tags only those of reasoning and <tool_call> "
         "are "
         "checked: --dialect, --call and --hide say which";
}

// Takes the tokens of the content. Their places in the stream are counted from the end of the
// content so far.
void UnmatchedTags::take(std::span<const Token> tokens) {
  for (const Token& token : tokens) {
    Piece& piece = pieces_.emplace_back();
    piece.text = token.raw;
    piece.begin = end_ - (fed_ - token.begin);
    piece.is_tag = token.kind != TokenKind::text;
    if (token.kind == TokenKind::open && call_in_text_ == piece.begin) call_name_ = token.name();
    const bool is_no_opener = opens_nothing(token);
    piece.is_no_opener = is_no_opener && piece.begin != quoted_;  // the notice has said it
    piece.is_in_line = goes_by_lines_ && line_has_text_;
    const bool ends = !is_no_opener && ends_something(token);
    piece.is_stray = ends && !closes_text(token) && piece.begin != quoted_;
    has_unknown_tag_ = has_unknown_tag_ || (piece.is_tag && !ends && !is_no_opener);
    follow_line(token);
    if (token.kind == TokenKind::open || token.kind == TokenKind::empty) {
      piece.attributes = attributes_of(token.raw);
      piece.may_be_call = asks_for_tags_ && token.name() == call_tag;
      asks_for_tags_ = asks_for_tags_ && !piece.may_be_call;
      is_auto_ = is_auto_ && !piece.may_be_call;  // that is said instead
    }
    if (piece.is_stray && may_start_inside_ && is_one_of(closers_, token.raw)) {
      piece.may_be_of_prompt = true;
      may_start_inside_ = false;
    }
    if (token.kind != TokenKind::close || !piece.is_stray) continue;
    std::uint64_t& open = open_inside(token.name());
    if (open == 0) continue;
    piece.is_crossed = true;
    --open;
  }
}

}  // namespace tagstream::cli

#include "support/model_program.hpp"

#include "dialects/auto_formats.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace tagstream::testing::model {
namespace {

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == ':' || c == '-' || c == '.';
}

/// The marker for a word of the table. An ASCII name in angle brackets is a tag; other words are
/// literals.
Marker marker_of(std::string_view word) {
  Marker marker{.word = std::string(word)};
  if (word.size() < 3 || word.front() != '<' || word.back() != '>') return marker;
  std::string_view name = word.substr(1, word.size() - 2);
  const bool closes = name.front() == '/';
  if (closes) name.remove_prefix(1);
  if (name.empty() || name[0] == '-' || name[0] == '.') return marker;
  if (!std::all_of(name.begin(), name.end(), is_name_byte)) return marker;
  marker.tag = name;
  marker.closes = closes;
  return marker;
}

/// The first tag among the openers, or, if there is none, among the closers. The other words count
/// as literals.
std::string_view tag_of(const WordList& open, const WordList& close) {
  for (const WordList& words : {open, close}) {
    for (std::string_view word : words) {
      const Marker marker = marker_of(word);
      if (!marker.tag.empty()) return word.substr(marker.closes ? 2 : 1, marker.tag.size());
    }
  }
  return {};
}

/// Adds every suffix of `word`, and the suffixes after a slash.
void add_ends(std::vector<std::string>& list, const std::string& word) {
  for (std::size_t from = 0; from < word.size(); ++from) {
    list.push_back(word.substr(from));
    list.push_back('/' + word.substr(from));
  }
}

bool look_like_tags(std::string_view open, std::string_view close) {
  const auto both = [&](char first, char last) {
    return open.starts_with(first) && open.ends_with(last) && close.starts_with(first) &&
           close.ends_with(last);
  };
  return both('<', '>') || both('[', ']');
}

// True if a closer of the rule has a notice where nothing is open: it is a tag, or looks like one.
bool is_noted(const Rule& rule) {
  if (rule.action == Action::drop) return false;
  return !rule.name.empty() || look_like_tags(rule.open, rule.close);
}

Mark mark_of(Action action) {
  switch (action) {
    case Action::unwrap: return Mark::unwrap;
    case Action::record: return Mark::record;
    case Action::call: return Mark::call;
    default: return Mark::hide;
  }
}

}  // namespace

// ---- rules -------------------------------------------------------------------------------------

Program::Program(const Options& given) {
  options.unclosed_section = given.unclosed_section;
  options.nesting = given.nesting;
  options.start_inside = given.start_inside;
  options.leading_only = given.leading_only;
  options.bad_calls = given.bad_calls;
  options.strict_json = given.strict_json;
  options.decoded = given.decode_entities;
  options.incremental = given.incremental;
  options.ignore_case = given.ignore_case;
  options.markdown_code = given.markdown_code;
  options.follows_fences = given.markdown_code != MarkdownCode::off;
  options.schemas = tools_in(given);
  options.limits = given.limits;
  options.unclosed_call = given.unclosed_call;
  if (options.unclosed_call == UnclosedCall::automatic) options.unclosed_call = UnclosedCall::text;
  is_parser = has_dialect(given);
  is_parser ? read_dialect(given) : read_rules(given);
  if (given.markdown_code == MarkdownCode::automatic && !is_parser && forms_.empty()) {
    options.follows_fences = false;
  }
  set_continuations();
}

// Of marks with equal length, a literal counts before a tag, and a closer before an opener.
void Program::read_rules(const Options& given) {
  options.rules = rules_of(given);
  std::vector<Marker> closers;
  std::vector<Marker> openers;
  std::vector<Marker> tags;
  for (std::size_t i = 0; i < options.rules.size(); ++i) {
    const Rule& rule = options.rules[i];
    Marker marker{.mark = mark_of(rule.action), .is_noted = is_noted(rule), .rule = i};
    if (rule.action == Action::call) {
      CallForm& form = forms_.emplace_back();
      form.has_closer = !rule.name.empty() || !rule.close.empty();
      if (!form.has_closer) form.body = CallBody::json;
      if (!rule.name.empty()) form.tags = {rule.name};
      marker.form = &form;
    }
    marker.tag = rule.name;
    marker.is_either = true;
    if (!rule.name.empty()) {
      tags.push_back(marker);
      continue;
    }
    marker.is_either = false;
    marker.word = rule.open;
    openers.push_back(marker);
    marker.word = rule.close;
    marker.closes = true;
    if (!rule.close.empty()) closers.push_back(marker);
  }
  for (const auto& list : {closers, openers, tags}) {
    markers_.insert(markers_.end(), list.begin(), list.end());
  }
}

// ---- rows --------------------------------------------------------------------------------------

void Program::read_dialect(const Options& given) {
  is_auto = given.dialect == "auto";
  read_by_.emplace(given);
  const FamilyFormat* const thinks = read_by_->thinks;
  const FamilyFormat* const calls = read_by_->calls;
  if (thinks != nullptr) reasoning = thinks->reasoning;
  if (calls != nullptr) tools = calls->tools;
  for (const CallFormat& call : tools == nullptr ? ToolFormat().calls : tools->calls) {
    for (std::string_view word : call.open) {
      const bool is_fence = !call.is_leading && word.find("```") != word.npos;
      if (is_fence && options.markdown_code == MarkdownCode::automatic) {
        options.markdown_code = MarkdownCode::off;
        options.follows_fences = false;
      }
    }
  }
  trims = given.trim;
  moves_unclosed = given.unclosed_reasoning == UnclosedReasoning::content;
  tool_choice = choice_of(given);
  if (tool_choice == ToolChoice::named) tool_name = given.tool_choice;
  no_parallel = !given.parallel_tool_calls;
  only_offered = given.only_offered;
  no_bare_calls = given.bare_calls == BareCalls::never;
  if (is_auto) add_auto();
  if (reasoning != nullptr) add_reasoning();
  add_tools();
  for (const FamilyFormat* one : {thinks, calls}) {
    if (one != nullptr) add_all(Mark::drop, one->drop, true);
  }
  for (const std::string& token : given.drop) add(Mark::drop, token, true);
  const ToolFormat by_row = tools != nullptr ? *tools : ToolFormat{};
  calls_in_reasoning = given.calls_in_reasoning == CallsInReasoning::automatic
                           ? by_row.calls_in_reasoning
                           : given.calls_in_reasoning;
  if (given.unclosed_call == UnclosedCall::automatic) {
    options.unclosed_call = tools != nullptr ? UnclosedCall::call : UnclosedCall::text;
  }
  if (header != nullptr) add_header();
  reasoning_again = given.reasoning_again;
  if (reasoning_again == ReasoningAgain::automatic) reasoning_again = ReasoningAgain::line;
  starts_in_reasoning =
      reasoning != nullptr && (given.start_in_reasoning || reasoning->starts_inside);
  std::stable_sort(markers_.begin(), markers_.end(),
                   [](const Marker& a, const Marker& b) { return a.mark < b.mark; });
}

/// Adds, for dialect auto, the markers of all families, and the channels of messages.
void Program::add_auto() {
  const AutoFormats& all = auto_formats();
  reasoning = &all.reasoning;
  tools = &all.tools;
  for (std::size_t i = 0; i < all.spans.size(); ++i) add_span(all.spans[i], i + 1);
  for (const ToolFormat& format : all.calls) add_calls(format);
  if (tool_choice == ToolChoice::automatic) {
    for (const CallFormat& format : all.without_openers) {
      add_without_opener(format, format.pythonic->before);
    }
  }
  add_all(Mark::drop, all.drop, true);
  for (const ReasoningFormat& format : all.spans) add_all(Mark::drop, format.drop, true);
}

void Program::add_span(const ReasoningFormat& format, std::size_t rule) {
  const std::string_view tag = tag_of(format.open, format.close);
  const auto add_word = [&](Mark mark, std::string_view word) {
    add(mark, word, marker_of(word).tag != tag);
    markers_.back().rule = rule;
  };
  for (std::string_view word : format.open) add_word(Mark::reasoning_open, word);
  for (std::string_view word : format.close) add_word(Mark::reasoning_close, word);
}

void Program::add_reasoning() {
  add_span(*reasoning, 0);
  add_all(Mark::ends_before, reasoning->ends_before, true);
  add_all(Mark::drop, reasoning->drop, true);
  for (std::string_view name : reasoning->unwrap) {
    markers_.push_back({.mark = Mark::unwrap, .tag = std::string(name), .is_either = true});
  }
  has_header_reasoning = reasoning->header.is_given();
  if (has_header_reasoning) header = &reasoning->header;
}

/// Adds the calls of guided decoding: a list of calls, one call, or the arguments of the tool that
/// the options name.
void Program::add_guided(std::string_view opener, bool is_chosen) {
  CallForm& form = forms_.emplace_back();
  form.body = CallBody::json;
  form.has_closer = false;
  form.is_leading = true;
  form.is_tentative = !is_chosen;
  form.is_chosen = is_chosen;
  form.shared = 1;
  const bool has_one = tool_choice == ToolChoice::named;  // so nothing stands between two
  if (tools != nullptr && !has_one) form.separator = tools->calls[0].separator;
  add(Mark::call, opener, true, &form);
}

/// True if a format without a marker is not read with this opener: nothing may be called, or guided
/// decoding reads the calls that begin with it.
bool Program::is_replaced(const CallFormat& format, std::string_view opener) const {
  if (!format.is_leading) return false;
  if (tool_choice == ToolChoice::none) return true;
  const bool is_guided = tool_choice != ToolChoice::automatic;
  return is_guided && format.body != CallBody::pythonic && (opener == "{" || opener == "[");
}

void Program::add_tools() {
  const bool is_asked = tool_choice == ToolChoice::required || tool_choice == ToolChoice::named;
  if (is_asked && !no_bare_calls) {
    const auto is_list = [](const CallFormat& format) {
      return format.is_leading && format.body == CallBody::pythonic;
    };
    const bool has_list =
        tools != nullptr && std::any_of(tools->calls.begin(), tools->calls.end(), is_list);
    if (!has_list) add_guided("[", false);
    add_guided("{", tool_choice == ToolChoice::named);
  }
  if (tools == nullptr) return;
  add_calls(*tools);
  if (tool_choice == ToolChoice::automatic && !no_bare_calls) add_without_openers();
  has_header_calls = tools->header.is_given();
  if (has_header_calls) header = &tools->header;
}

/// Adds the calls that begin an answer and whose opener is missing.
void Program::add_without_openers() {
  std::vector<std::string> known;
  for (const CallFormat& format : tools->calls) {
    for (std::string_view word : format.open) known.emplace_back(word);
  }
  for (const CallFormat& format : tools->calls) {
    std::string first;
    if (format.body == CallBody::json) first = "{";
    if (format.body == CallBody::pythonic) first = format.pythonic->before;
    const bool is_known = std::find(known.begin(), known.end(), first) != known.end();
    if (first.empty() || format.close.empty() || is_known) continue;
    const bool is_tag = !format.is_literal && !marker_of(*format.close.begin()).tag.empty();
    const auto is_dropped = [&](std::string_view word) {
      return std::any_of(markers_.begin(), markers_.end(), [&](const Marker& one) {
        return one.mark == Mark::drop && one.word == word;
      });
    };
    const bool is_any_dropped = std::any_of(format.close.begin(), format.close.end(), is_dropped);
    const bool is_marked = is_tag || format.body == CallBody::pythonic;
    if (!is_marked || is_any_dropped || header != nullptr) continue;
    known.push_back(first);
    add_without_opener(format, first);
  }
}

void Program::note_written(CallForm& form, const CallFormat& format) const {
  form.written = &format;
  form.separator = tool_choice == ToolChoice::named ? '\0' : format.separator;
}

void Program::add_without_opener(const CallFormat& format, std::string_view first) {
  CallForm& form = forms_.emplace_back();
  form.body = format.body;
  form.keys = format.keys;
  form.pythonic = *format.pythonic;
  form.is_leading = form.is_tentative = form.lacks_opener = true;
  note_written(form, format);
  form.shared = first.size();
  add(Mark::call, first, true, &form);
  add_all(Mark::call_close, format.close, true, &form);
}

bool has_word(const WordList& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

void Program::add_calls(const ToolFormat& list) {
  for (const CallFormat& format : list.calls) {
    if (format.open.empty()) continue;
    if (format.follows_name) {
      add_lines(format);
      continue;
    }
    if (format.names_tag) {
      add_tool_tags(format);
      continue;
    }
    CallForm& form = forms_.emplace_back();
    form.needs_wrapper = no_bare_calls && !list.wrap_open.empty();
    note_written(form, format);
    form.body = format.body;
    form.name = format.name;
    form.pythonic = *format.pythonic;
    form.keys = format.keys;
    form.argument = format.argument;
    form.has_closer = !format.close.empty();
    form.string_is = format.string_is;
    form.end_closes = format.end_closes;
    form.is_leading = form.is_tentative = format.is_leading;
    form.ends_as_reasoning = format.ends_as_reasoning;
    form.shared = format.shared;
    form.is_whole_answer =
        format.is_leading && format.open.begin()->find_first_not_of("`~") == std::string_view::npos;
    const bool may_be_tags = format.body == CallBody::xml || format.body == CallBody::automatic;
    if (may_be_tags && format.shape->is_one_call) form.shape = format.shape;
    for (const WordList& words : {format.open, format.close}) {
      for (std::string_view word : words) {
        const Marker marker = marker_of(word);
        if (!marker.tag.empty() && !format.is_literal) form.tags.push_back(marker.tag);
      }
    }
    for (std::string_view word : format.open) {
      const bool is_wrapper = has_word(list.wrap_open, word);
      if (is_replaced(format, word)) continue;
      add(is_wrapper ? Mark::wrap_open : Mark::call, word, format.is_literal, &form);
    }
    const bool is_in_wrapper = has_word(list.wrap_open, *format.open.begin());
    add_all(is_in_wrapper ? Mark::wrap_close : Mark::call_close, format.close, format.is_literal,
            &form);
    if (is_auto && format.separator != 0) {
      CallForm next = form;
      next.is_leading = next.is_tentative = true;
      form.next = &forms_.emplace_back(next);
      forms_.back().next = form.next;
    }
  }
  const auto add_wrappers = [&](Mark mark, const WordList& words, WordList CallFormat::*own) {
    for (std::string_view word : words) {
      const bool is_of_call =
          std::any_of(list.calls.begin(), list.calls.end(),
                      [&](const auto& one) { return has_word(one.*own, word); });
      if (!is_of_call) add(mark, word, false);
    }
  };
  add_wrappers(Mark::wrap_open, list.wrap_open, &CallFormat::open);
  add_wrappers(Mark::wrap_close, list.wrap_close, &CallFormat::close);
}

/// Adds the calls that begin a line with the name of an offered tool.
void Program::add_lines(const CallFormat& format) {
  for (const ToolSchema& tool : options.schemas) {
    for (std::string_view word : format.open) {
      const std::string opener = tool.name + std::string(word);
      if (tool.name.empty() || opener.size() > 255 || is_replaced(format, word)) continue;
      CallForm& form = forms_.emplace_back();
      form.body = format.body;
      form.pythonic = *format.pythonic;
      form.has_closer = false;
      form.is_leading = form.is_tentative = true;
      form.shared = opener.size();
      note_written(form, format);
      add(Mark::call, opener, true, &form);
    }
  }
}

/// Adds the tags that are names of tools: of offered tools, and of tools that the family has.
void Program::add_tool_tags(const CallFormat& format) {
  std::vector<std::string_view> names;
  for (const ToolSchema& tool : options.schemas) {
    if (!tool.name.empty()) names.push_back(tool.name);
  }
  if (names.empty()) names = read_by_->calls->tools_known;
  for (const std::string_view name : names) {
    const std::string tag(name);
    if (marker_of('<' + tag + '>').tag != tag) continue;
    CallForm& form = forms_.emplace_back();
    form.body = format.body;
    form.tags = {tag};
    form.has_tag_keys = true;
    note_written(form, format);
    form.trims_line_ends = format.shape->trims_line_ends;
    add(Mark::call, '<' + tag + '>', false, &form);
    add(Mark::call_close, "</" + tag + '>', false, &form);
  }
}

void Program::add_header() {
  add(Mark::header, header->start, true);
  if (!header->channel.empty()) add(Mark::header, header->channel, true);
  add_all(Mark::header_close, header->close, true);
  header_call.body = CallBody::name_then_json;
  if (tools != nullptr) header_call.written = &tools->header_body;
  if (tools != nullptr && tools->header_body.body == CallBody::xml) {
    header_call.body = CallBody::xml;
    header_call.shape = tools->header_body.shape;
  }
  header_call.has_closer = !header->close.empty();
  const bool has_own = tools != nullptr && !tools->header_body.close.empty();
  add_all(Mark::call_close, has_own ? tools->header_body.close : header->close, false,
          &header_call);
}

void Program::add(Mark mark, std::string_view word, bool is_literal, const CallForm* form) {
  Marker marker = marker_of(word);
  if (is_literal) marker.tag.clear();
  marker.mark = mark;
  marker.form = form;
  marker.closes = mark == Mark::call_close || (marker.closes && !marker.tag.empty());
  const bool is_shared = form != nullptr && form->ends_as_reasoning;
  marker.is_noted = marker.closes && !is_shared && is_noted_closer(marker);
  markers_.push_back(marker);
}

/// The same for a closer of a row's calls.
bool Program::is_noted_closer(const Marker& closer) const {
  const bool is_of_call = closer.mark == Mark::call_close || closer.mark == Mark::wrap_close;
  if (!is_of_call) return false;
  if (!closer.tag.empty()) return true;
  return std::any_of(markers_.begin(), markers_.end(), [&](const Marker& opener) {
    const bool opens = opener.mark == Mark::call || opener.mark == Mark::wrap_open;
    return opens && opener.form == closer.form && look_like_tags(opener.word, closer.word);
  });
}

void Program::add_all(Mark mark, const WordList& words, bool is_literal, const CallForm* form) {
  for (std::string_view word : words) add(mark, word, is_literal, form);
}

bool Program::has_wrapper() const {
  return std::any_of(markers_.begin(), markers_.end(),
                     [](const Marker& one) { return one.mark == Mark::wrap_open; });
}

bool Program::has_blank_marker() const {
  return std::any_of(markers_.begin(), markers_.end(),
                     [](const Marker& one) { return !one.word.empty() && is_blank(one.word[0]); });
}

bool Program::offers(const CallForm& form, std::string_view tool) const {
  if (options.schemas.empty() || !(only_offered || form.is_tentative)) return true;
  return std::any_of(options.schemas.begin(), options.schemas.end(),
                     [&](const ToolSchema& one) { return one.name.empty() || one.name == tool; });
}

bool Program::may_have(std::string_view tool, std::string_view key) const {
  const ToolSchema* const schema = schema_of(tool);
  if (schema == nullptr || schema->parameters.empty() || schema->allows_others) return true;
  return parameter_of(tool, key) != nullptr;
}

const ToolSchema* Program::schema_of(std::string_view tool) const {
  const ToolSchema* known = nullptr;
  for (const ToolSchema& schema : options.schemas) {
    const bool is_general = schema.name.empty() && known == nullptr;
    if (schema.name == tool || is_general) known = &schema;
  }
  return known;
}

const ParameterSchema* Program::parameter_of(std::string_view tool, std::string_view key) const {
  const ToolSchema* const known = schema_of(tool);
  if (known == nullptr) return nullptr;
  for (const ParameterSchema& one : known->parameters) {
    if (one.name == key) return &one;
  }
  return nullptr;
}

Program::OfText Program::argument_of_text(std::string_view tool, std::string_view otherwise) const {
  const ToolSchema* const known = schema_of(tool);
  const bool has_one = known != nullptr && known->parameters.size() == 1;
  OfText of{has_one ? known->parameters[0].name : std::string(otherwise), ValueTypes::none};
  const ParameterSchema* const one = parameter_of(tool, of.name);
  if (one != nullptr && one->types != ValueTypes::string) of.types = one->types;
  return of;
}

// ---- finding marks -----------------------------------------------------------------------------

std::optional<Hit> Program::at(std::string_view text, std::size_t at, const Counts& counts) const {
  return this->at(text, at, counts, options.limits);
}

std::optional<Hit> Program::at(std::string_view text, std::size_t at, const Counts& counts,
                               const Limits& limits) const {
  if (at >= text.size() || !may_begin(text[at])) return std::nullopt;
  std::vector<Hit> all;
  std::size_t drop_end = 0;
  const std::optional<Tag> tag = read_tag(text, at, limits);
  for (const Marker& marker : markers_) {
    Hit hit{marker.mark, marker.closes ? TokenKind::close : TokenKind::open,
            at,          at,
            {},          marker.tag.empty(),
            false,       marker.is_noted,
            marker.form, marker.rule};
    if (hit.is_literal) {
      if (!text.substr(at).starts_with(marker.word)) continue;
      hit.end = at + marker.word.size();
      hit.name = text.substr(at, marker.word.size());
    } else {
      if (!tag || !same_name(tag->name, marker.tag, options.ignore_case)) continue;
      if (!marker.is_either && (tag->kind == TokenKind::close) != marker.closes) continue;
      hit.end = tag->end;
      hit.kind = tag->kind;
      hit.name = tag->name;
    }
    const bool is_dropped = hit.mark == Mark::drop || hit.mark == Mark::header_close;
    if (is_dropped) drop_end = std::max(drop_end, hit.end);
    all.push_back(hit);
  }
  std::optional<Hit> best;
  for (Hit& hit : all) {
    hit.is_dropped = hit.end <= drop_end;
    if ((!best || hit.end > best->end) && counts(hit)) best = hit;
  }
  return best;
}

std::optional<Hit> Program::too_large_at(std::string_view text, std::size_t at,
                                         const Counts& counts, Code& code) const {
  if (text.substr(at, 1) != "<") return std::nullopt;
  const TooLargeTag large = too_large_tag(text, at, options.limits);
  if (large.limit == Beyond::no) return std::nullopt;
  code = large.limit == Beyond::bytes   ? Code::max_tag_bytes
         : large.limit == Beyond::input ? Code::incomplete_tag
                                        : Code::max_attributes;
  Limits limits;
  limits.max_tag_bytes = limits.max_attributes = Limits::none;
  auto hit = this->at(
      large.as_if, at, [&](const Hit& one) { return !one.is_literal && counts(one); }, limits);
  if (hit) hit->name = text.substr(at + (text[at + 1] == '/' ? 2 : 1), hit->name.size());
  return hit;
}

std::optional<Hit> Program::closer_at(std::string_view text, std::size_t at,
                                      const CallForm& form) const {
  return this->at(
      text, at, [&](const Hit& hit) { return hit.form == &form && hit.kind == TokenKind::close; });
}

std::optional<Hit> Program::next(const Known& known, std::size_t at, const Counts& counts,
                                 std::size_t* quoted, const Markers& only) const {
  // A tag that is shorter than `max_tag_bytes` is read on, also if it can't end in time.
  Limits limits = options.limits;
  const auto find = [&](std::string_view text) { return this->at(text, at, counts, limits); };
  for (; at < known.text.size(); ++at) {
    if (!may_begin(known.text[at])) continue;
    const std::size_t longest = options.limits.max_tag_bytes;
    limits.max_tag_bytes = known.text.size() - at < longest ? Limits::none : longest;
    if (may_grow(known, find)) break;
    limits.max_tag_bytes = longest;
    if (auto hit = find(known.text)) return hit;
    if (quoted != nullptr) *quoted = std::max(*quoted, quoted_by(known.text, at, only));
  }
  return std::nullopt;
}

bool Program::may_begin(char byte) const { return begins_[static_cast<unsigned char>(byte)]; }

void Program::set_continuations() {
  continuations_ = {">", "/>", "\">", "'>", "x>", "=x>", "\"x\">", "/x>"};
  for (const char* const rest : {" name=x>", "' name=x>", "\" name=x>", "=x>"}) {
    add_ends(continuations_, rest);
  }
  for (const Marker& marker : markers_) {
    add_ends(continuations_, marker.word);
    add_ends(continuations_, marker.tag + '>');
    const char first = marker.tag.empty() ? marker.word.front() : '<';
    begins_[static_cast<unsigned char>(first)] = true;
  }
}

bool Program::may_grow(const Known& known,
                       const std::function<std::optional<Hit>(std::string_view)>& find,
                       const std::vector<std::string>& names) const {
  if (known.is_all) return false;
  std::string longer(known.text);
  const auto grows = [&](const std::string& more) {
    longer.resize(known.text.size());
    longer += more;
    const auto hit = find(longer);
    return hit && hit->end > known.text.size();
  };
  if (std::any_of(continuations_.begin(), continuations_.end(), grows)) return true;
  std::vector<std::string> of_names;
  for (const std::string& name : names) {
    add_ends(of_names, name + '>');
    add_ends(of_names, name + " name=x>");
  }
  return std::any_of(of_names.begin(), of_names.end(), grows);
}

std::size_t Program::quoted_by(std::string_view text, std::size_t at, const Markers& only) const {
  const std::string_view name = tag_name_at(text, at);
  const bool is_marker = std::any_of(markers_.begin(), markers_.end(), [&](const Marker& marker) {
    return !marker.tag.empty() && !marker.closes && (!only || only(marker)) &&
           same_name(name, marker.tag, options.ignore_case);
  });
  return is_marker ? failed_tag_end(text, at, options.limits) : 0;
}

bool Program::has_tag(std::string_view name) const {
  return std::any_of(markers_.begin(), markers_.end(), [&](const Marker& marker) {
    return !marker.tag.empty() && same_name(marker.tag, name, options.ignore_case);
  });
}

std::optional<Mark> Program::mark_of_tag(std::string_view name) const {
  for (const Marker& marker : markers_) {
    if (marker.tag.empty() || !same_name(marker.tag, name, options.ignore_case)) continue;
    switch (marker.mark) {
      case Mark::call_close: return Mark::call;
      case Mark::reasoning_close: return Mark::reasoning_open;
      case Mark::wrap_close: return Mark::wrap_open;
      default: return marker.mark;
    }
  }
  return std::nullopt;
}

bool Program::begins_tag(std::string_view name, const Markers& only) const {
  return std::any_of(markers_.begin(), markers_.end(), [&](const Marker& marker) {
    const bool is_longer = marker.tag.size() >= name.size() && !marker.tag.empty();
    return is_longer && only(marker) &&
           same_name(std::string_view(marker.tag).substr(0, name.size()), name,
                     options.ignore_case);
  });
}

void Program::for_each_literal(
    const std::function<void(const std::string&, const Hit&)>& visit) const {
  for (const Marker& marker : markers_) {
    if (!marker.tag.empty() || marker.word.empty()) continue;
    Hit hit{.mark = marker.mark, .form = marker.form, .rule = marker.rule};
    if (marker.closes) hit.kind = TokenKind::close;
    visit(marker.word, hit);
  }
}

}  // namespace tagstream::testing::model

#include "dialects/compile.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bad_option.hpp"
#include "base/sort.hpp"
#include "base/text.hpp"
#include "dialects/auto_formats.hpp"
#include "dialects/call_parts.hpp"
#include "dialects/check.hpp"
#include "dialects/format_of.hpp"
#include "dialects/spelling.hpp"
#include "lex/grammar.hpp"

namespace tagstream {

namespace {

// The rules that two lines of hermes become:
//
//   <think>REASONING</think>
//       a rule of the role hide, name `think`: tag_opens, tag_closes, first_close, emitted as
//       reasoning; closers that close nothing are dropped
//   <tool_call>\n{"name": "NAME", "arguments": ARGUMENTS}\n</tool_call>
//       a rule of the role call, name `tool_call`, body json; and one that a `{` opens at the
//       beginning of an answer, for a call without its opener
//
// A user's own rules come before those of the dialect. A tag or marker that both are about belongs
// to the user's rule.

// A marker that opens something in a row, and the row's number in the table.
struct RowOpener {
  std::string_view word;
  std::size_t row;
};

// The openers of all rows, ordered by the word.
std::vector<RowOpener> openers_of_rows() {
  std::vector<RowOpener> all;
  for (std::size_t i = 0; i < dialects().size(); ++i) {
    const FamilyFormat& row = format_of(dialects()[i]);
    const auto add = [&](const WordList& words) {
      for (std::string_view word : words) all.push_back({word, i});
    };
    const auto add_header = [&](const HeaderFormat& header) {
      all.push_back({header.start, i});
      if (!header.channel.empty()) all.push_back({header.channel, i});
    };
    if (row.reasoning != nullptr) {
      add(row.reasoning->open);
      add_header(row.reasoning->header);
    }
    if (row.tools != nullptr) {
      for (const CallFormat& format : row.tools->calls) add(format.open);
      add(row.tools->wrap_open);
      add_header(row.tools->header);
    }
  }
  sort_items(all, [](const RowOpener& a, const RowOpener& b) { return a.word < b.word; });
  return all;
}

// The row whose calls `auto` does not read, though other rows have its markers.
constexpr std::string_view unread_calls = "composer";

// The names of the rows that have one of these openers, six at most: "ernie45, exaone4, glm45,
// glm47, granite, granite4 and 10 more" for `<tool_call>`.
std::string rows_that_open_with(const std::vector<std::string>& openers, bool of_calls) {
  static const std::vector<RowOpener> all = openers_of_rows();
  constexpr std::size_t most = 6;
  std::set<std::size_t> rows;
  for (std::string_view opener : openers) {
    auto found = std::lower_bound(
        all.begin(), all.end(), opener,
        [](const RowOpener& one, std::string_view word) { return one.word < word; });
    for (; found != all.end() && found->word == opener; ++found) rows.insert(found->row);
  }
  std::string names;
  std::size_t count = 0;
  for (std::size_t row : rows) {
    if (++count > most) break;
    names += (names.empty() ? "" : ", ") + std::string(dialects()[row].name());
  }
  if (rows.size() > most) names += " and " + std::to_string(rows.size() - most) + " more";
  const bool has_unread = of_calls && std::any_of(rows.begin(), rows.end(), [](std::size_t row) {
                            return dialects()[row].name() == unread_calls;
                          });
  if (has_unread) names += "; auto does not read the calls of " + std::string(unread_calls);
  return names;
}

// True if the family itself reads a list at the beginning of an answer, as calls that look like
// code. Such a list may be one of JSON as well, so no rule for a bare `[` is needed.
bool reads_list(const ToolFormat* tools) {
  return tools != nullptr &&
         std::any_of(tools->calls.begin(), tools->calls.end(), [](const CallFormat& format) {
           return format.is_leading && format.body == CallBody::pythonic;
         });
}

// The bytes with which every body of this format begins; empty if bodies begin differently.
std::string_view first_of_body(const CallFormat& format) {
  if (format.body == CallBody::pythonic) return format.pythonic->before;
  return format.body == CallBody::json ? std::string_view("{") : std::string_view();
}

std::string tag(std::string_view name, bool closes = false) {
  return (closes ? "</" : "<") + std::string(name) + '>';
}

/// Builds the rules of one request: first the user's own, then those of the rows.
class RuleCompiler {
 public:
  RuleCompiler(const RuleRequest& request, bool ignore_case)
      : request_(request), ignore_case_(ignore_case) {
    if (request.reasoning != nullptr) reasoning_ = request.reasoning->reasoning;
    if (request.tools != nullptr) tools_ = request.tools->tools;
    if (request.is_auto) {
      reasoning_ = &auto_formats().reasoning;
      tools_ = &auto_formats().tools;
      for (std::string_view token : auto_formats().drop) add_drop(token);
      for (const ReasoningFormat& format : auto_formats().spans) {
        for (std::string_view token : format.drop) add_drop(token);
      }
    }
    for (const FamilyFormat* row : {request.reasoning, request.tools}) {
      if (row == nullptr) continue;
      for (std::string_view token : row->drop) add_drop(token);
    }
    for (const OwnRule& rule : request.own) {
      if (rule.action == Action::drop) add_drop(rule.open);
    }
  }

  // The order of the rules matters: the user's own rules are added first, so that `leave_to_own`
  // can take their tags and markers out of the rules of rows.
  Result<RuleSet> compile(const RuleSet::Settings& settings) {
    const bool starts_inside =
        request_.start_in_reasoning || (reasoning_ != nullptr && reasoning_->starts_inside);
    if (request_.start_in_reasoning && request_.is_auto) {
      return bad_option(
          "start_in_reasoning: dialect auto can't know what will close the reasoning: name the "
          "family, or give the end of the prompt");
    }
    for (const OwnRule& rule : request_.own) {
      if (rule.action == Action::drop && opens_something(rule.open)) {
        return bad_option("drop: " + in_backticks(rule.open) + " opens reasoning or a call");
      }
    }
    if (lacks_tool_names()) {
      return bad_option(
          "no tools are given, and this format has their names as tags: give `tools`");
    }
    add_own();
    for (const OwnRule& rule : request_.own) {
      if (rule.action == Action::drop && own_markers_.contains(rule.open)) {
        return bad_option("drop: " + in_backticks(rule.open) + " opens what another rule is for");
      }
    }
    add_reasoning();
    if (auto added = add_header(); !added) return added.error();
    add_tools();
    if (request_.is_auto) add_auto();
    add_list(Role::drop, drops_);
    if (request_.is_auto) name_families();
    say_unclosed();
    Result<RuleSet> set = RuleSet();
    if (auto made = set->compile(rules_, settings, policy_); !made) return made.error();
    if (!starts_inside) return set;
    // The answer begins in the reasoning of the dialect, else in that of a rule of the
    // user's.
    for (const RuleIndex one : {span_, policy_.header_reasoning, own_span_}) {
      if (set->start_inside == no_rule) set->start_inside = one;
    }
    // With `hide: ["think"]` beside a dialect that starts in <think>, it begins in the
    // section.
    if (set->start_inside == no_rule && reasoning_ != nullptr) {
      for (std::string_view opener : reasoning_->open) {
        const MarkerSpelling spelling = spelling_of(opener);
        const RuleIndex own = set->find_hide(spelling.name.empty() ? opener : spelling.name);
        if (own != no_rule) set->start_inside = own;
      }
    }
    if (request_.start_in_reasoning && set->start_inside == no_rule) {
      return bad_option(
          "start_in_reasoning: there is no reasoning to be in (of a tag that is hidden, "
          "`start_inside` says it)");
    }
    return set;
  }

 private:
  // True if the token opens reasoning or a call of the dialect, so that it can't be dropped.
  [[nodiscard]] bool opens_something(std::string_view token) const {
    // Names fold with `ignore_case`, markers do not.
    auto is = [&](std::string_view word) {
      const bool folds = ignore_case_ && !spelling_of(word).name.empty();
      return same_name(word, token, folds);
    };
    auto has = [&](const WordList& list) { return std::any_of(list.begin(), list.end(), is); };
    if (reasoning_ != nullptr && (has(reasoning_->open) || has(reasoning_->ends_before)))
      return true;
    if (tools_ == nullptr) return false;
    if (has(tools_->wrap_open) || has(tools_->wrap_close)) return true;
    return std::any_of(tools_->calls.begin(), tools_->calls.end(),
                       [&](const CallFormat& format) { return has(format.open); });
  }

  // True if a format finds calls by the names of tools (`<read_file>` in cline), but neither the
  // request nor the format has such names.
  [[nodiscard]] bool lacks_tool_names() const {
    if (offers_names()) return false;
    const auto needs_names = [](const FamilyFormat* row) {
      return row != nullptr && row->tools != nullptr && row->tools_known.empty() &&
             std::any_of(row->tools->calls.begin(), row->tools->calls.end(),
                         [](const CallFormat& format) { return format.names_tag; });
    };
    return needs_names(request_.tools) ||
           std::any_of(request_.lines.begin(), request_.lines.end(),
                       [&](const auto& line) { return needs_names(line.get()); });
  }

  // True if a tool with a name is offered. A schema without a name is that of any tool.
  [[nodiscard]] bool offers_names() const {
    return std::any_of(request_.offered.begin(), request_.offered.end(),
                       [](const ToolSchema& tool) { return !tool.name.empty(); });
  }

  void add_drop(std::string_view token) {
    if (dropped_.emplace(token).second) drops_.emplace_back(token);
  }

  // Adds one rule for all markers of a list, such as the tokens to drop.
  void add_list(Role role, std::vector<std::string> markers, bool is_text_only = false) {
    if (markers.empty()) return;
    RuleParts parts;
    parts.role = role;
    parts.emitted_as = EmittedAs::markup;
    parts.opens = std::move(markers);
    parts.is_text_only = is_text_only;
    add(std::move(parts));
  }
  void add_list(Role role, const WordList& markers) {
    add_list(role, std::vector<std::string>(markers.begin(), markers.end()));
  }

  // Adds a rule, unless the user's own rules are about all of its openers.
  RuleIndex add(RuleParts parts) {
    if (!leave_to_own(parts)) return no_rule;
    // With a named tool the answer is one object, so there is no separator.
    if (request_.tool_choice == ToolChoice::named) parts.call.separator = 0;
    rules_.push_back(std::move(parts));
    return static_cast<RuleIndex>(rules_.size() - 1);
  }

  // ---- the user's own rules

  // A rule that is a line of a format adds the calls of that line; `request_.lines` has their
  // formats, in the order of the rules. The tags and markers of all these rules are noted after the
  // last one is added: until then `leave_to_own` takes nothing away.
  void add_own() {
    auto line = request_.lines.begin();
    for (const OwnRule& rule : request_.own) {
      if (rule.action == Action::drop) continue;
      if (!rule.line.empty()) {
        add_calls(**line++);
        continue;
      }
      const RuleIndex index = add(own_parts(rule));
      if (rule.action == Action::reasoning && own_span_ == no_rule) own_span_ = index;
    }
    own_count_ = rules_.size();
    for (const OwnRule& rule : request_.own) {
      if (rule.action != Action::drop && rule.line.empty()) note_own(rule);
    }
    for (const RuleParts& parts : rules_) {  // also those that came from lines
      if (!parts.name.empty()) {
        own_tags_.insert(folded(parts.name));
        own_markers_.insert(tag(parts.name));
      }
      own_markers_.insert(parts.opens.begin(), parts.opens.end());
    }
  }

  // A call of a family may lack its closer, a call of a user's own rule may not. At the end
  // of the input, `<tool_call>{"name":"f"}` is a call in hermes, and text with `call:
  // ["tool_call"]`.
  void say_unclosed() {
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      const UnclosedCall usual = i < own_count_ ? UnclosedCall::text : UnclosedCall::call;
      const bool is_said = request_.unclosed_call != UnclosedCall::automatic;
      rules_[i].call.unclosed = is_said ? request_.unclosed_call : usual;
    }
  }

  // Notes the tags and markers of a user's rule. A tag counts both by its name and as the markers
  // `<name>` and `</name>`, since a row may have it as a literal.
  void note_own(const OwnRule& rule) {
    if (!rule.name.empty()) {
      own_tags_.insert(folded(rule.name));
      own_markers_.insert(tag(rule.name));
      own_closers_.insert(tag(rule.name, true));
      return;
    }
    own_markers_.insert(rule.open);
    if (!rule.close.empty()) own_closers_.insert(rule.close);
    const MarkerSpelling open = spelling_of(rule.open);
    if (!open.name.empty()) own_tags_.insert(folded(open.name));
  }

  // An element of a rule `reasoning` ends at its first closer; openers and closers of `hide`
  // and `thought` balance. If both markers are the same, nothing can balance, so the next one
  // closes.
  [[nodiscard]] RuleParts own_parts(const OwnRule& rule) const {
    RuleParts parts;
    parts.name = rule.name;
    if (!rule.open.empty()) parts.opens = {rule.open};
    if (!rule.close.empty()) parts.closes = {rule.close};
    parts.notes_stray_closers = true;
    switch (rule.action) {
      case Action::hide:
      case Action::thought:
        parts.hide.first_close = request_.nesting == Nesting::first_close;
        break;
      case Action::unwrap: parts.role = Role::unwrap; break;
      case Action::record: parts.role = Role::record; break;
      case Action::reasoning:
        parts.emitted_as = EmittedAs::reasoning;
        parts.hide.first_close = true;
        parts.hide.drops_stray_closers = !request_.is_auto;
        parts.notes_stray_closers = request_.is_auto;
        // Who names a tag wants it out, wherever it stands.
        parts.hide.again = again_or(ReasoningAgain::anywhere);
        break;
      case Action::call:
        parts.role = Role::call;
        if (tools_ != nullptr) parts.call.separator = tools_->calls[0].separator;
        // A call without a closing marker ends with its JSON value.
        if (rule.name.empty() && rule.close.empty()) parts.call.body = CallBody::json;
        break;
      case Action::drop: break;  // becomes no rule of its own: `add_drop`
    }
    if (!rule.open.empty() && rule.open == rule.close) parts.hide.first_close = true;
    return parts;
  }

  [[nodiscard]] ReasoningAgain again_or(ReasoningAgain usual) const {
    const ReasoningAgain asked = request_.reasoning_again;
    return asked == ReasoningAgain::automatic ? usual : asked;
  }

  // Takes the tags and markers of the user's own rules out of a rule of a row. Returns false if the
  // rule has no opener left.
  // With qwen3 and `hide: ["think"]`, `<think>x</think>a` is a section and content, and no
  // reasoning.
  bool leave_to_own(RuleParts& parts) const {
    if (own_tags_.empty() && own_markers_.empty()) return true;
    const bool had_opener = !parts.name.empty() || !parts.opens.empty();
    if (own_tags_.contains(folded(parts.name))) {
      parts.name.clear();
      parts.tag_opens = parts.tag_closes = false;
    }
    std::erase_if(parts.opens,
                  [&](const std::string& open) { return own_markers_.contains(open); });
    std::erase_if(parts.closes,
                  [&](const std::string& close) { return own_closers_.contains(close); });
    return !had_opener || !parts.opens.empty() || (!parts.name.empty() && parts.tag_opens);
  }

  [[nodiscard]] std::string folded(std::string_view name) const {
    std::string text(name);
    if (ignore_case_) std::for_each(text.begin(), text.end(), [](char& c) { c = fold(c); });
    return text;
  }

  // ---- rows

  // The first tag among the markers becomes the rule's name, all other markers become literals.
  // `<tool_call>` of hermes is a tag, so `<tool_call >` and `</ tool_call >` count as well. A
  // second tag among the openers is a literal, and must stand byte for byte.
  static void add_markers(RuleParts& parts, const WordList& open, const WordList& close,
                          bool is_literal = false) {
    const std::string_view tag = is_literal ? std::string_view() : tag_of(open, close);
    const auto add = [&](const WordList& list, bool& is_tag, std::vector<std::string>& literals) {
      is_tag = false;
      for (std::string_view marker : list) {
        const std::string_view name = spelling_of(marker).name;
        if (!name.empty() && name == tag) {
          is_tag = true;
        } else {
          literals.emplace_back(marker);
        }
      }
    };
    parts.name = tag;
    add(open, parts.tag_opens, parts.opens);
    add(close, parts.tag_closes, parts.closes);
  }

  // Adds reasoning between an opener and a closer.
  // With the dialect `auto` a closer without an opener is content. With a family it is
  // dropped in some places.
  RuleIndex add_span(const ReasoningFormat& format) {
    RuleParts parts;
    parts.emitted_as = EmittedAs::reasoning;
    parts.hide.first_close = true;
    parts.hide.drops_stray_closers = !request_.is_auto;
    parts.trims = format.trims;
    parts.hide.again = again_or(ReasoningAgain::line);
    parts.hide.is_after_header = format.header.is_given();
    add_markers(parts, format.open, format.close);
    return add(std::move(parts));
  }

  // If the opener has a word after its last `>`, as `<|channel>thought` has, the word is a label: a
  // model may repeat it where the prompt has opened the reasoning.
  void add_reasoning() {
    if (reasoning_ == nullptr) return;
    if (!reasoning_->open.empty()) {
      span_ = add_span(*reasoning_);
      add_list(Role::ender, reasoning_->ends_before);
      const std::string_view opener = *reasoning_->open.begin();
      const std::size_t bracket = opener.rfind('>');
      if (bracket != opener.npos) policy_.label = opener.substr(bracket + 1);
    }
    for (std::string_view name : reasoning_->unwrap) {
      RuleParts parts;
      parts.role = Role::unwrap;
      parts.emitted_as = EmittedAs::markup;
      parts.name = name;
      parts.trims = reasoning_->trims;
      add(std::move(parts));
    }
    for (std::string_view token : reasoning_->drop) add_drop(token);
  }

  // A header can say that its message is reasoning, a call, or a message of another role. For each
  // of the three there is a rule, which the closers of messages end. The header itself is opened by
  // the start marker or the channel marker.
  Result<bool> add_header() {
    const bool in_reasoning = reasoning_ != nullptr && reasoning_->header.is_given();
    const bool in_tools = tools_ != nullptr && tools_->header.is_given();
    if (!in_reasoning && !in_tools) return true;
    const HeaderFormat& format = in_reasoning ? reasoning_->header : tools_->header;
    if (in_reasoning && in_tools && !(format == tools_->header)) {
      return bad_option("the reasoning and the tool format have different message headers");
    }
    policy_.header = &format;
    std::vector<std::string> closers;
    for (std::string_view closer : format.close) {
      if (!dropped_.contains(closer)) closers.emplace_back(closer);
    }
    add_list(Role::drop, std::move(closers), true);
    RuleParts header;
    header.role = Role::header;
    header.emitted_as = EmittedAs::markup;
    header.opens.emplace_back(format.start);
    if (!format.channel.empty()) header.opens.emplace_back(format.channel);
    add(std::move(header));
    RuleParts after;
    after.hide.first_close = true;
    after.closes.assign(format.close.begin(), format.close.end());
    after.emitted_as = EmittedAs::markup;
    after.hide.is_after_header = true;
    policy_.header_skip = add(after);
    after.emitted_as = EmittedAs::reasoning;
    if (in_reasoning) policy_.header_reasoning = add(after);
    if (in_tools) {
      RuleParts call = parts_of(tools_->header_body);
      call.hide.first_close = true;
      // The end of an element shows by its closer alone, so only that of a call counts there.
      const WordList& close = tools_->header_body.close;
      call.closes = after.closes;
      if (!close.empty()) call.closes.assign(close.begin(), close.end());
      call.emitted_as = after.emitted_as;
      call.hide.is_after_header = true;
      policy_.header_call = add(std::move(call));
    }
    return true;
  }

  // Adds calls without markers, as guided decoding writes them: the opener is the first byte of the
  // JSON.
  // With `tool_choice` = `required`, ` [{"name":"f",…},{"name":"g",…}] more` is two
  // calls and content. With a tool's name, `{"a":1,"name":"q"}` is the arguments of that tool.
  void add_bare(std::vector<std::string> openers, std::string_view tool) {
    RuleParts parts;
    parts.role = Role::call;
    parts.call.body = CallBody::json;
    parts.call.shared = 1;
    parts.is_leading = true;
    parts.call.is_tentative = tool.empty();
    parts.call.tool = tool;
    if (tools_ != nullptr) parts.call.separator = tools_->calls[0].separator;
    parts.opens = std::move(openers);
    parts.tag_opens = parts.tag_closes = false;
    add(std::move(parts));
  }

  // The openers of a format that count for this request. A format whose calls may only begin an
  // answer (`is_leading`) has none if no calls are wanted. If a call is asked for, `{` and `[` are
  // left to the rules of `add_bare`.
  [[nodiscard]] WordList openers_of(const CallFormat& format) const {
    if (!format.is_leading) return format.open;
    if (request_.tool_choice == ToolChoice::none) return {};
    if (format.body == CallBody::pythonic) return format.open;
    WordList openers;
    for (std::string_view opener : format.open) {
      const bool is_bare = opener == "{" || opener == "[";
      if (!request_.asks_for_call() || !is_bare) openers.add(opener);
    }
    return openers;
  }

  void add_call(const CallFormat& format, const WordList& openers) {
    RuleParts parts = parts_of(format);
    add_markers(parts, openers, format.close, format.is_literal);
    add(std::move(parts));
  }

  // Adds the rule of an object that follows the last rule's calls after a separator. As for each
  // call without a marker, it must have a name and arguments.
  void add_next(const CallFormat& format) {
    RuleParts parts = parts_of(format);
    parts.is_leading = parts.call.is_tentative = true;
    parts.tag_opens = parts.tag_closes = false;
    parts.call.next = static_cast<RuleIndex>(rules_.size());
    rules_.back().call.next = parts.call.next;
    add(std::move(parts));
  }

  // Adds a rule for each tool that is offered, whose name is a part of the opener.
  // In granite4 `search_web(query="x")` is a call if search_web is offered. The opener
  // is `search_web(`, and has at most 255 bytes. `search_web() is a function` is text, as other
  // text follows in the line.
  void add_named(const CallFormat& format, const WordList& openers) {
    for (const ToolSchema& tool : request_.offered) {
      for (std::string_view opener : openers) {
        const std::size_t size = tool.name.size() + opener.size();
        if (tool.name.empty() || size > UINT8_MAX) continue;
        RuleParts parts = parts_of(format);
        parts.call.shared = static_cast<std::uint8_t>(size);
        parts.opens.push_back(tool.name + std::string(opener));
        add(std::move(parts));
      }
    }
  }

  // Adds a rule for each tool that is offered, or else for each that the family is known to have:
  // the tag has the tool's name. cline has `<read_file>`, `<write_to_file>` and so on.
  void add_tool_tags(const CallFormat& format, std::span<const std::string_view> known) {
    const auto add_tag = [&](std::string_view tool) {
      const std::string tag = std::string(*format.open.begin()).append(tool) + '>';
      if (tool.empty() || spelling_of(tag).name.empty()) return;
      RuleParts parts = parts_of(format);
      parts.name = spelling_of(tag).name;
      if (format.body == CallBody::json) parts.call.tool = tool;  // the object is the arguments
      add(std::move(parts));
    };
    for (const ToolSchema& tool : request_.offered) add_tag(tool.name);
    if (offers_names()) return;
    for (std::string_view tool : known) add_tag(tool);
  }

  // Adds the rules of `auto`: one for each format that some family writes with markers of its own.
  void add_auto() {
    for (const ReasoningFormat& format : auto_formats().spans) add_span(format);
    if (request_.tool_choice == ToolChoice::automatic) {
      for (const CallFormat& format : auto_formats().without_openers) add_without_opener(format);
    }
    for (const ToolFormat& tools : auto_formats().calls) {
      for (const CallFormat& format : tools.calls) {
        const bool is_own = !format.open.empty() && !opens_with_wrapper(format, tools);
        if (!is_own) continue;
        add_call(format, format.open);
        if (format.separator != 0) add_next(format);
      }
      add_wrappers(Role::wrap_open, tools.wrap_open, tools.calls);
      add_wrappers(Role::wrap_close, tools.wrap_close);
    }
  }

  // Notes for each rule of `auto` which rows have its markers. The notice `family` names them when
  // the first of such markers comes. The user's own rules name none.
  void name_families() {
    for (std::size_t i = 0; i < rules_.size(); ++i) {
      const RuleParts& rule = rules_[i];
      std::vector<std::string> openers;
      // Without an opener it is not known yet whether it is a call.
      if (i < own_count_ || rule.call.lacks_opener) {
        policy_.families.emplace_back();
        continue;
      }
      openers = rule.opens;
      if (!rule.name.empty()) openers.push_back('<' + rule.name + '>');
      const std::string& first = rule.opens.empty() ? rule.name : rule.opens[0];
      if (rule.call.shared < first.size())
        openers.push_back(first.substr(0, first.size() - rule.call.shared));
      policy_.families.push_back(rows_that_open_with(openers, rule.role != Role::hide));
    }
  }

  // Adds the calls. With a `tool_choice` that asks for a call, calls without markers come first.
  void add_tools() {
    const bool may_be_bare = request_.bare_calls != BareCalls::never;
    if (request_.asks_for_call() && may_be_bare) {
      const bool is_named = request_.tool_choice == ToolChoice::named;
      if (!reads_list(tools_)) add_bare({"["}, {});
      add_bare({"{"}, is_named ? request_.tool_name : std::string_view());
    }
    if (request_.calls_in_reasoning != CallsInReasoning::automatic) {
      policy_.calls_in_reasoning = request_.calls_in_reasoning;
    } else if (tools_ != nullptr) {
      policy_.calls_in_reasoning = tools_->calls_in_reasoning;
    }
    if (tools_ == nullptr) return;
    if (request_.tool_choice == ToolChoice::automatic && may_be_bare) add_without_openers();
    static const std::vector<std::string_view> none;
    add_calls(*tools_, request_.tools == nullptr ? none : request_.tools->tools_known);
  }

  // At the beginning of an answer the opener of a call may be missing:
  // `{"name": "f", "arguments": {}}\n</tool_call>` is a call in hermes. The first bytes of the body
  // open such a rule, unless they open something in the format already.
  void add_without_openers() {
    std::set<std::string_view> known;
    for (const CallFormat& format : tools_->calls) {
      for (std::string_view opener : format.open) known.insert(opener);
    }
    for (const CallFormat& format : tools_->calls) {
      const std::string_view begin = first_of_body(format);
      if (begin.empty() || !has_own_closer(format) || !known.insert(begin).second) continue;
      add_without_opener(format);
    }
  }
  void add_without_opener(const CallFormat& format) {
    const std::string_view begin = first_of_body(format);
    RuleParts parts = parts_of(format);
    parts.is_leading = parts.call.is_tentative = parts.call.lacks_opener = true;
    parts.tag_opens = parts.tag_closes = false;
    parts.call.shared = static_cast<std::uint8_t>(begin.size());
    parts.opens.emplace_back(begin);
    parts.closes.assign(format.close.begin(), format.close.end());
    add(std::move(parts));
  }

  // True if the closer of this format ends only its calls. It must be a tag, or the call must look
  // like code; a closer that is dropped in text, or a format with headers, does not count.
  [[nodiscard]] bool has_own_closer(const CallFormat& format) const {
    const bool is_tag = !format.is_literal && !tag_of(format.open, format.close).empty();
    const bool is_dropped =
        std::any_of(format.close.begin(), format.close.end(),
                    [&](std::string_view closer) { return dropped_.contains(closer); });
    const bool is_marked = is_tag || format.body == CallBody::pythonic;
    return !format.close.empty() && is_marked && !is_dropped && policy_.header == nullptr;
  }

  void add_calls(const FamilyFormat& row) { add_calls(*row.tools, row.tools_known); }
  // Adds each way to write a call. A call that opens with the tag of a wrapper becomes a part of
  // the wrapper's rule.
  void add_calls(const ToolFormat& tools, const std::vector<std::string_view>& known) {
    const std::size_t first = rules_.size();
    for (const CallFormat& format : tools.calls) {
      const WordList openers = openers_of(format);
      if (openers.empty() || opens_with_wrapper(format, tools)) continue;
      if (format.names_tag) {
        add_tool_tags(format, known);
      } else {
        format.follows_name ? add_named(format, openers) : add_call(format, openers);
      }
    }
    for (std::size_t i = first; i < rules_.size(); ++i) {
      rules_[i].call.needs_wrapper = request_.bare_calls == BareCalls::never;
    }
    add_wrappers(Role::wrap_open, tools.wrap_open, tools.calls);
    add_wrappers(Role::wrap_close, tools.wrap_close);
  }

  // Adds wrappers. A tag becomes a rule of its own, for its opening and its closing tag. All
  // literals become one rule. A tag that opens a wrapper and calls is one rule for both, and
  // the byte after it says which it is. In qwen3_coder `<tool_call>` is a wrapper that takes a
  // value.
  void add_wrappers(Role role, const WordList& words, std::span<const CallFormat> calls = {}) {
    std::vector<std::string> literals;
    for (std::string_view word : words) {
      const MarkerSpelling spelling = spelling_of(word);
      if (spelling.name.empty()) {
        literals.emplace_back(word);
      } else if (!spelling.closes) {
        RuleParts parts;
        for (const CallFormat& format : calls) {
          if (format.open.empty() || *format.open.begin() != word) continue;
          parts = parts_of(format);
          parts.takes_value = true;
        }
        parts.role = role;
        parts.emitted_as = EmittedAs::markup;
        parts.name = spelling.name;
        parts.notes_stray_closers = true;
        add(std::move(parts));
      }
    }
    add_list(role, std::move(literals));
  }

  const RuleRequest& request_;
  bool ignore_case_;
  const ReasoningFormat* reasoning_ = nullptr;
  const ToolFormat* tools_ = nullptr;
  std::vector<std::string> drops_;
  std::set<std::string, std::less<>> dropped_;  // the words of `drops_`, for look-ups
  std::vector<RuleParts> rules_;
  RuleIndex span_ = no_rule;
  RuleIndex own_span_ = no_rule;
  std::size_t own_count_ = 0;       // the first rules of `rules_` are the user's own
  std::set<std::string> own_tags_;  // the tags that these are about
  std::set<std::string> own_markers_;
  std::set<std::string> own_closers_;
  RuleSet::DialectPolicy policy_;
};

}  // namespace

Result<RuleSet> compile_rules(const RuleRequest& request, const RuleSet::Settings& settings) {
  return RuleCompiler(request, settings.ignore_case).compile(settings);
}

}  // namespace tagstream

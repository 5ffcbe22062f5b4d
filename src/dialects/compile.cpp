#include "dialects/compile.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "dialects/check.hpp"

namespace tagstream {

namespace {

Error bad_option(std::string message) { return {Errc::bad_option, 0, std::move(message)}; }

/// Builds the rules of a dialect.
class DialectCompiler {
 public:
  DialectCompiler(const DialectRequest& request, bool ignore_case)
      : request_(request), ignore_case_(ignore_case) {
    if (request.reasoning != nullptr) reasoning_ = request.reasoning->reasoning;
    if (request.tools != nullptr) tools_ = request.tools->tools;
    for (const Dialect* row : {request.reasoning, request.tools}) {
      if (row == nullptr) continue;
      for (std::string_view token : row->drop) add_drop(token);
    }
    for (const std::string& token : request.drop) add_drop(token);
  }

  Result<RuleSet> compile(const RuleSet::Settings& settings) {
    const bool starts_inside =
        request_.start_in_reasoning || (reasoning_ != nullptr && reasoning_->starts_inside);
    const bool has_span =
        reasoning_ != nullptr && (!reasoning_->open.empty() || reasoning_->header.is_given());
    if (request_.start_in_reasoning && !has_span) {
      return bad_option("start_in_reasoning: there is no reasoning to be in");
    }
    for (const std::string& token : request_.drop) {
      if (token.empty()) return bad_option("a token to drop is empty");
      if (opens_something(token)) {
        return bad_option("the token to drop '" + token + "' opens reasoning or a call");
      }
    }
    add_reasoning();
    if (auto added = add_header(); !added) return added.error();
    add_tools();
    add_list(Role::drop, drops_);
    Result<RuleSet> set = RuleSet::compile(rules_, settings, policy_);
    if (!set || !starts_inside) return set;
    set->start_inside = span_ != no_rule ? span_ : policy_.header_reasoning;
    return set;
  }

 private:
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

  void add_drop(std::string_view token) {
    if (dropped_.emplace(token).second) drops_.emplace_back(token);
  }

  void add_list(Role role, std::vector<std::string> markers, bool is_text_only = false) {
    if (markers.empty()) return;
    RuleParts parts;
    parts.role = role;
    parts.emitted_as = EmittedAs::markup;
    parts.opens = std::move(markers);
    parts.is_text_only = is_text_only;
    rules_.push_back(std::move(parts));
  }
  void add_list(Role role, const WordList& markers) {
    add_list(role, std::vector<std::string>(markers.begin(), markers.end()));
  }

  RuleIndex add(RuleParts parts) {
    rules_.push_back(std::move(parts));
    return static_cast<RuleIndex>(rules_.size() - 1);
  }

  // The first tag among the markers becomes the rule's name, the others its literals.
  static void add_markers(RuleParts& parts, const WordList& open, const WordList& close) {
    const std::string_view tag = dialect_check::tag_of(open, close);
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

  [[nodiscard]] EmittedAs emitted_as() const {
    return request_.no_reasoning ? EmittedAs::content : EmittedAs::reasoning;
  }

  void add_reasoning() {
    if (reasoning_ == nullptr) return;
    if (!reasoning_->open.empty()) {
      RuleParts parts;
      parts.emitted_as = emitted_as();
      parts.first_close = true;
      parts.drops_orphans = true;
      parts.trims = reasoning_->trims;
      parts.again = request_.reasoning_again;
      parts.is_after_header = reasoning_->header.is_given();
      add_markers(parts, reasoning_->open, reasoning_->close);
      span_ = add(std::move(parts));
      add_list(Role::ender, reasoning_->ends_before);
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

  // What a header can say: reasoning, a call, a message of somebody else.
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
    after.first_close = true;
    after.closes.assign(format.close.begin(), format.close.end());
    after.emitted_as = EmittedAs::markup;
    after.is_after_header = true;
    policy_.header_skip = add(after);
    after.emitted_as = emitted_as();
    if (in_reasoning) policy_.header_reasoning = add(after);
    after.role = Role::call;
    after.body = CallBody::json;
    if (in_tools) policy_.header_call = add(after);
    return true;
  }

  [[nodiscard]] bool reads_bare() const {
    return request_.tool_choice == ToolChoice::required ||
           request_.tool_choice == ToolChoice::named;
  }

  // What guided decoding writes: JSON, and nothing else.
  void add_bare(std::vector<std::string> openers, bool names_tool) {
    RuleParts parts;
    parts.role = Role::call;
    parts.body = CallBody::json;
    parts.shared = 1;
    parts.is_leading = true;
    parts.is_tentative = !names_tool;
    parts.names_tool = names_tool;
    parts.opens = std::move(openers);
    parts.tag_opens = parts.tag_closes = false;
    add(std::move(parts));
  }

  // What stands at the beginning of an answer only counts where calls are wanted, and is guided
  // decoding's if that is.
  [[nodiscard]] WordList openers_of(const CallFormat& format) const {
    if (!format.is_leading) return format.open;
    if (request_.tool_choice == ToolChoice::none) return {};
    WordList openers;
    for (std::string_view opener : format.open) {
      const bool is_bare = opener == "{" || opener == "[";
      if (!reads_bare() || !is_bare) openers.add(opener);
    }
    return openers;
  }

  void add_tools() {
    if (reads_bare()) {
      const bool is_named = request_.tool_choice == ToolChoice::named;
      add_bare({"["}, false);
      add_bare({"{"}, is_named);
    }
    if (tools_ == nullptr) return;
    policy_.calls_in_reasoning = request_.calls_in_reasoning.value_or(tools_->calls_in_reasoning);
    // A named tool's arguments stand alone: none follow a separator.
    if (request_.tool_choice != ToolChoice::named) policy_.separator = tools_->separator;
    for (const CallFormat& format : tools_->calls) {
      const WordList openers = openers_of(format);
      if (openers.empty()) continue;
      RuleParts parts;
      parts.role = Role::call;
      parts.body = format.body;
      parts.name_format = &format.name;
      parts.shared = format.shared;
      parts.is_leading = parts.is_tentative = format.is_leading;
      if (format.body == CallBody::xml) add_shape(parts, *format.shape);
      add_markers(parts, openers, format.close);
      add(std::move(parts));
    }
    add_wrappers(Role::wrap_open, tools_->wrap_open);
    add_wrappers(Role::wrap_close, tools_->wrap_close);
  }

  // A tag is a rule of its own, which closes, too.
  void add_wrappers(Role role, const WordList& words) {
    std::vector<std::string> literals;
    for (std::string_view word : words) {
      const MarkerSpelling spelling = spelling_of(word);
      if (spelling.name.empty()) {
        literals.emplace_back(word);
      } else if (!spelling.closes) {
        RuleParts parts;
        parts.role = role;
        parts.emitted_as = EmittedAs::markup;
        parts.name = spelling.name;
        add(std::move(parts));
      }
    }
    add_list(role, std::move(literals));
  }

  // What is a literal in the body must be found there.
  static void add_shape(RuleParts& parts, const XmlShape& shape) {
    parts.shape = &shape;
    std::vector<std::string_view> words(shape.separators.begin(), shape.separators.end());
    words.push_back(shape.prefix);
    auto add_mark = [&](const XmlMark& mark) {
      if (!xml_tag_name(mark.open).empty()) return;
      words.push_back(mark.open);
      words.push_back(mark.close);
    };
    for (const XmlShape::Marks* marks : {&shape.parameters, &shape.keys, &shape.values}) {
      for (const XmlMark& mark : *marks) add_mark(mark);
    }
    add_mark(shape.type);
    for (std::string_view word : words) {
      if (!word.empty() && xml_tag_name(word).empty()) parts.words.emplace_back(word);
    }
  }

  const DialectRequest& request_;
  bool ignore_case_;
  const ReasoningFormat* reasoning_ = nullptr;
  const ToolFormat* tools_ = nullptr;
  std::vector<std::string> drops_;
  std::set<std::string, std::less<>> dropped_;  // the same, to look one up
  std::vector<RuleParts> rules_;
  RuleIndex span_ = no_rule;
  RuleSet::DialectPolicy policy_;
};

}  // namespace

Result<RuleSet> compile_dialect(const DialectRequest& request, const RuleSet::Settings& settings) {
  return DialectCompiler(request, settings.ignore_case).compile(settings);
}

}  // namespace tagstream

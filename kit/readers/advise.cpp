// Finds options with which more is found in a text, by reading it with them. For the text
//
//   Sure. <tool_call>{"name":"f","arguments":{}}</tool_call>
//
// and the dialect `mistral` each of the trials reads it in vain, and none of its tags is a call if
// it is offered as a tool. `guess_answer` says qwen3; a reading by qwen3 finds a call, so the
// advice is `dialect` = `qwen3`.

#include "tagstream/advise.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "dialects/find_dialect.hpp"
#include "json/json_writer.hpp"
#include "readers/trials.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/extract.hpp"
#include "tagstream/guess.hpp"

namespace tagstream {

namespace {

constexpr std::size_t longest_text = std::size_t{64} << 10;
constexpr std::size_t most_tools = 3;  // the first tags, which are tried as tools
constexpr std::size_t most_tags = 64;  // that are looked for in the text of a dialect

// The kinds of events that say that something was found, in the order of `Advice::finds`.
constexpr EventKind kinds_found[] = {EventKind::tool_call,   EventKind::tool_call_error,
                                     EventKind::reasoning,   EventKind::thought,
                                     EventKind::section_end, EventKind::markup};

// A set of kinds, each a bit.
using Kinds = std::uint32_t;

Kinds bit_of(EventKind kind) { return Kinds{1} << static_cast<unsigned>(kind); }

class Adviser {
 public:
  Adviser(std::string_view text, const Rules& rules)
      : text_(text.substr(0, longest_text)),
        is_whole_(text.size() <= longest_text),
        options_(rules.options()),
        dialect_(options_.dialect),
        has_markup_(!options_.unwrap.empty() || !options_.drop.empty()) {
    if (!options_.model.empty()) options_.dialect.clear();  // the model says it
    found_ = read_by(rules);
  }

  std::vector<Advice> advise() {
    for (const Trial& one : trials) try_change(one.option, one.value);
    if (advice_.empty()) try_whole_dialect();
    if (!advice_.empty()) return std::move(advice_);
    tree_ = extract(text_, {.markdown_code = MarkdownCode::off}).value_or(Tree());
    try_tools();
    if (advice_.empty()) try_other_dialect();
    return std::move(advice_);
  }

 private:
  // The kind as which an event counts; content is none. A call that is cut off is a broken one, as
  // in a message, and a section that begins has an end.
  [[nodiscard]] EventKind kind_of(const Event& event) const {
    if (event.kind == EventKind::notice && event.code == Code::unclosed_call) {
      return EventKind::tool_call_error;
    }
    if (event.kind == EventKind::section_start) return EventKind::section_end;
    // A blank that was trimmed is nothing, and an element without content is something.
    const bool is_blank = !event.text.empty() && trimmed(event.text).empty();
    const bool is_markup = event.kind == EventKind::markup;
    return is_markup && (is_blank || !has_markup_) ? EventKind::content : event.kind;
  }

  // The kinds of events in the text.
  [[nodiscard]] Kinds read_by(const Rules& rules) const {
    Kinds kinds = 0;
    const auto see = [&](std::span<const Event> events) {
      for (const Event& event : events) kinds |= bit_of(kind_of(event));
    };
    Reader reader(rules);
    see(reader.feed(text_));
    if (is_whole_) see(reader.finish());
    return kinds;
  }

  // Adds these changes to the advice if they find something, and nothing but an error is lost.
  // @param may_be_broken  a call that is broken or cut off is enough
  bool try_changes(std::vector<Advice::Change> changes, bool may_be_broken = false) {
    Options others = options_;
    for (const Advice::Change& one : changes) {
      if (others.set(one.option, one.value)) return false;
    }
    const Result<Rules> rules = Rules::make(std::move(others));
    if (!rules) return false;
    const Kinds kinds = read_by(*rules);
    Advice advice{std::move(changes), {}};
    bool is_some = false;
    for (const EventKind kind : kinds_found) {
      const bool is_found = (kinds & bit_of(kind)) != 0;
      const bool was_found = (found_ & bit_of(kind)) != 0;
      const bool is_error = kind == EventKind::tool_call_error;
      if (was_found && !is_found && !is_error) return false;
      if (was_found || !is_found) continue;
      advice.finds.push_back(kind);
      is_some = is_some || may_be_broken || !is_error;
    }
    if (is_some) advice_.push_back(std::move(advice));
    return is_some;
  }

  bool try_change(std::string_view option, std::string_view value) {
    std::vector<Advice::Change> changes;
    add(changes, option, value);
    return try_changes(std::move(changes));
  }

  static void add(std::vector<Advice::Change>& changes, std::string_view option,
                  std::string_view value) {
    Advice::Change& change = changes.emplace_back();
    change.option = option;
    change.value = value;
  }

  // The changes that make `dialect` the only one.
  [[nodiscard]] std::vector<Advice::Change> dialect_alone(std::string_view dialect) const {
    std::vector<Advice::Change> changes;
    add(changes, "dialect", dialect);
    if (!options_.model.empty()) add(changes, "model", "");
    if (!options_.format.empty()) add(changes, "format", "");
    if (!options_.reasoning_of.empty()) add(changes, "reasoning_of", "");
    if (!options_.calls_of.empty()) add(changes, "calls_of", "");
    return changes;
  }

  // Of a dialect only the reasoning was asked for, and there are calls; or the reverse.
  void try_whole_dialect() {
    for (const std::string* const asked : {&options_.reasoning_of, &options_.calls_of}) {
      if (!asked->empty()) try_changes(dialect_alone(*asked));
    }
  }

  // A dialect may read a tag as a call only if it is offered as a tool: `<rain>` in cline.
  void try_tools() {
    if (!options_.tools.empty()) return;
    for (std::size_t i = 0; i < std::min(tree_.size(), most_tools); ++i) {
      std::string tools = "[";
      JsonWriter(tools).begin_object().field("name", tree_[i].name()).end_object();
      if (try_change("tools", tools + "]")) return;
    }
  }

  // True if a dialect writes one of the first tags.
  [[nodiscard]] bool is_written_by(const Dialect& row) const {
    for (std::size_t i = 0; i < std::min(tree_.size(), most_tags); ++i) {
      std::string tag = "<";
      tag.append(tree_[i].name()).append(">");
      if (row.text().find(tag) != std::string_view::npos) return true;
    }
    return false;
  }

  // The text with the closing tags of the elements that are open at its end, so that a call that is
  // cut off is taken for what it would have been: `<a>1<b>2</` becomes `<a>1<b>2</b></a>`.
  [[nodiscard]] std::string closed() const {
    const std::size_t last = text_.rfind('<');
    const bool is_cut = last != text_.npos && text_.find('>', last) == text_.npos;
    std::string whole(text_.substr(0, is_cut ? last : text_.npos));
    for (std::size_t i = tree_.size(); i-- > 0;) {
      const Tag tag = tree_[i];
      if (tag.is_closed() || tag.end() != text_.size()) continue;
      whole.append("</").append(tag.name()).append(">");
    }
    return whole;
  }

  // The dialect that has written the text, unless one that was asked for writes such tags: then a
  // tag is only mentioned, or cut off.
  void try_other_dialect() {
    const std::string_view asked[] = {dialect_, options_.reasoning_of, options_.calls_of};
    const Guess guess = guess_answer(closed());
    const auto& alike = guess.dialects;
    for (const std::string_view name : asked) {
      const Dialect* const row = find_dialect(name);
      if (row == nullptr) continue;
      if (is_written_by(*row)) return;
      if (std::find(alike.begin(), alike.end(), row) != alike.end()) return;
    }
    if (alike.empty()) return;
    const auto tried =
        std::find_if(alike.begin(), alike.end(), [](const Dialect* row) { return is_tried(*row); });
    const Dialect& meant = **(tried == alike.end() ? alike.begin() : tried);
    std::vector<Advice::Change> changes = dialect_alone(meant.name());
    if (guess.starts_in_reasoning != options_.start_in_reasoning) {  // a model may have set it
      add(changes, "start_in_reasoning", guess.starts_in_reasoning ? "true" : "false");
    }
    try_changes(std::move(changes), true);
  }

  std::string_view text_;
  Tree tree_;  // all tags of the text
  bool is_whole_;
  Options options_;
  std::string dialect_;  // also that of a model
  bool has_markup_;      // something is only taken out of the text
  Kinds found_;          // by the rules as they are
  std::vector<Advice> advice_;
};

}  // namespace

std::vector<Advice> advise(std::string_view text, const Rules& rules) {
  return Adviser(text, rules).advise();
}

Result<std::vector<Advice>> advise(std::string_view text, const Options& options) {
  const Result<Rules> rules = Rules::make(options);
  if (!rules) return rules.error();
  return advise(text, *rules);
}

}  // namespace tagstream

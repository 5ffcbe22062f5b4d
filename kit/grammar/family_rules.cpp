#include "grammar/family_rules.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "write/markers.hpp"

namespace tagstream::grammar {

namespace {

// Makes the rules of a family: reasoning, then calls. The grammar of hermes for one tool, `rain`,
// in Lark:
//
//   start: "<think>" REASONING "\n"{0,2} calls | calls
//   calls: one ("\n"? one)*
//   one: "<tool_call>\n{\"name\": \"rain\", \"arguments\": " value_arguments
//        ("}" "\n" "</tool_call>")
//
// `of_tool` makes the body of `one` from the line's template: a literal for each stretch of text,
// and a node for each placeholder. REASONING is any text up to `</think>` that holds neither an
// opener of a call nor a token of the turn.

using notation::cut;
using notation::Family;
using notation::filled;
using notation::first_text;
using notation::has;
using notation::headed;
using notation::opens_with;
using notation::Option;
using notation::repeated;
using notation::repeated_calls;
using notation::Role;
using notation::text_in;
using notation::View;
using notation::Word;

// Cuts `turn` off the beginning of each alternative of `node`. Returns false, and changes nothing,
// if one of them does not begin with it. In harmony the turn is `<|start|>assistant`: the prompt
// has written it before the first message, and the model writes it before each other one.
bool cut_turn(Node& node, std::string_view turn) {
  if (turn.empty()) return false;
  if (node.kind == Node::Kind::choice) {
    std::vector<Node> parts = node.parts;
    for (Node& part : parts) {
      if (!cut_turn(part, turn)) return false;
    }
    node = choice(std::move(parts));
    return true;
  }
  Node& first = node.kind == Node::Kind::sequence && !node.empty() ? node.parts[0] : node;
  if (first.kind != Node::Kind::literal || !first.literal.starts_with(turn)) return false;
  first.literal.erase(0, turn.size());
  return true;
}

class CallRules {
 public:
  /// @param turn  the text at the end of the prompt that also begins the family's messages; empty
  ///              if the family has no headers
  CallRules(const Family& family, const std::vector<Tool>& tools, SchemaView& schemas, Rules& rules,
            std::string_view turn)
      : family_(family),
        tools_(tools),
        rules_(rules),
        turn_(turn),
        arguments_(family, tools, schemas, rules) {}

  /// The node of all calls, without the turn before the first one.
  Node calls() {
    std::vector<Node> all;
    for (const View way : ways()) all.push_back(by_way(headed(way)));
    arguments_.finish();
    return choice(std::move(all));
  }
  /// For each tool, by name, rules of which one must be possible if it can be called.
  [[nodiscard]] const std::map<std::string, std::vector<RuleId>>& of_tools() const {
    return of_tools_;
  }
  /// True if calls begin with the turn, which `calls` has cut off the first one.
  [[nodiscard]] bool has_turn() const { return has_turn_; }
  [[nodiscard]] std::string problem(const std::string& tool) const {
    return arguments_.problem(tool);
  }

 private:
  // The ways of calls that the writer may choose: the first one of the family, and the ways of one
  // string if a tool takes one. If the first way has elements, it can't say a value that holds an
  // element's closer. So the first way with ARGUMENTS is added, if the family has one.
  [[nodiscard]] std::vector<View> ways() const {
    std::vector<View> list;
    bool has_parameters = false;
    for (const View way : family_.ways(Role::call)) {
      if (is_of_string(way)) {
        if (any_takes_string()) list.push_back(way);
        continue;
      }
      if (has_parameters && !has(way, Word::arguments)) continue;
      list.push_back(way);
      if (has_parameters || !has(way, Word::parameter)) break;
      has_parameters = true;
    }
    return list;
  }
  // True for calls whose body is one text: `<tool: NAME>\nSTRING\n</tool>`.
  [[nodiscard]] static bool is_of_string(View way) {
    return has(way, Word::string) && !has(way, Word::key);
  }
  [[nodiscard]] bool takes_string(const Tool& tool) const {
    const std::string_view key = family_.word(Option::string_is);
    return arguments_.takes_string(tool, key.empty() ? "text" : key);
  }
  [[nodiscard]] bool any_takes_string() const {
    for (const Tool& tool : tools_) {
      if (takes_string(tool)) return true;
    }
    return false;
  }

  // A way such as `<t>[{"name": "NAME", …}, ...]</t>` is a list of calls in one marker: one opener,
  // then calls with a comma between two, then one closer.
  Node by_way(View way) {
    const notation::Repeated list = repeated_calls(way);
    if (list.repeat == nullptr) return wrapped(way, call(way), false);
    return wrapped(way,
                   several(fixed(list.before), call(list.repeat->each), list.repeat->between,
                           fixed(list.after)),
                   true);
  }

  // The line that comes first is the outer one.
  // kimi_k2 has all calls in one section, so `one` stands in it, repeated; hermes has nothing
  // around them.
  Node wrapped(View call, Node node, bool has_all) {
    for (auto line = family_.lines.rbegin(); line != family_.lines.rend(); ++line) {
      if (line->role != Role::wrapper || opens_with(line->ways[0], call)) continue;
      const RuleId inside = rules_.add("wrapped", std::move(node));
      const notation::Template way = headed(line->ways[0]);
      const notation::Repeat* const repeat = repeated(way).repeat;
      const auto [before, after] = cut(way, Word::call);
      if (repeat != nullptr && !has_all) {
        node = several(fixed(before), reference(inside), repeat->between, fixed(after));
      } else {
        node = sequence({fixed(before), reference(inside), fixed(after)});
      }
      has_all = has_all || repeat != nullptr;
    }
    has_turn_ = cut_turn(node, turn_);
    if (has_all) return node;
    const RuleId one = rules_.add("one", std::move(node));
    Node next = sequence(
        {optional(literal("\n")), literal(has_turn_ ? turn_ : std::string_view()), reference(one)});
    return sequence({reference(one), repeat(std::move(next), 0)});
  }

  Node several(Node before, Node each, std::string_view between, Node after) {
    const RuleId rule = rules_.add("call", std::move(each));
    return sequence({std::move(before), reference(rule),
                     repeat(sequence({literal(between), reference(rule)}), 0), std::move(after)});
  }

  static Node fixed(View part) { return literal(text_in(part)); }

  Node call(View templ) {
    std::vector<Node> all;
    for (const Tool& tool : tools_) {
      if (is_of_string(templ) && !takes_string(tool)) continue;
      std::vector<Node> nodes;
      append(nodes, templ, tool);
      Node node = sequence(std::move(nodes));
      // Nothing refers to this rule, so it is not printed: with it `prune` tells whether any text
      // is a call of the tool.
      of_tools_[tool.name].push_back(rules_.add("of_tool", node));
      all.push_back(std::move(node));
    }
    return choice(std::move(all));
  }

  // A literal for each stretch of text, and a node for each placeholder. STRING takes the text
  // after it as well, which ends the string.
  void append(std::vector<Node>& out, View templ, const Tool& tool) {
    for (std::size_t i = 0; i < templ.size(); ++i) {
      const notation::Node& node = templ[i];
      const notation::Repeat* const repeat = node.repeat();
      const notation::Slot* const slot = node.slot();
      if (const notation::Literal* const text = node.literal()) {
        out.push_back(literal(text->text));
      } else if (slot != nullptr && slot->word == Word::string) {
        const View rest = templ.subspan(i + 1);
        out.push_back(arguments_.string(tool, filled(rest, Word::name, tool.name)));
        return;
      } else if (slot != nullptr) {
        out.push_back(placeholder(*slot, tool));
      } else if (repeat != nullptr && has(repeat->each, Word::key)) {
        out.push_back(arguments_.pairs(tool, *repeat));
      } else {
        append(out, node.inside(), tool);
      }
    }
  }

  Node placeholder(const notation::Slot& slot, const Tool& tool) {
    switch (slot.word) {
      case Word::name: return arguments_.name(tool, slot);
      case Word::id: return arguments_.id();
      case Word::index: return arguments_.index();
      case Word::arguments: return arguments_.json(tool);
      case Word::parameter: return arguments_.parameters(tool);
      default: return {};
    }
  }

  const Family& family_;
  const std::vector<Tool>& tools_;
  Rules& rules_;
  std::string_view turn_;
  bool has_turn_ = false;
  std::map<std::string, std::vector<RuleId>> of_tools_;
  ArgumentRules arguments_;
};

// The markers before and after reasoning, in one way of the family.
struct ReasoningWay {
  std::string before;
  std::string after;
};

// A line without an opener, `REASONING<|START_TEXT|>`, is another way to end reasoning that has
// begun by another line; the grammar does not use it.
std::vector<ReasoningWay> reasoning_of(const Family& family) {
  std::vector<ReasoningWay> all;
  for (const View way : family.ways(Role::reasoning)) {
    const notation::Template templ = headed(way);
    const auto [before, after] = cut(templ, Word::reasoning);
    if (before.empty()) continue;  // only another end of reasoning
    all.push_back({text_in(before), text_in(after)});
  }
  return all;
}

// The patterns that reasoning may not hold: the markers that the writer refuses in it, and the
// openers of calls. Without that, a model could begin a call inside the reasoning.
std::vector<Pattern> enders_of(const Family& family, const std::vector<Tool>& tools) {
  Patterns patterns;
  const auto add = [&patterns](std::string_view marker) { patterns.add_marker(marker); };
  for (const View way : family.ways(Role::reasoning)) {
    const notation::Template templ = headed(way);
    const auto [before, after] = cut(templ, Word::reasoning);
    add(trimmed(text_in(after)));
    add(trimmed(text_in(before)));
  }
  const notation::Markers markers(family);
  for (const std::string& sign : markers.signs()) add(sign);
  for (const Role role : {Role::wrapper, Role::call}) {
    for (const View way : family.ways(role)) {
      const std::vector<notation::Leaf> all = leaves(way);
      const bool has_text = !all.empty() && all[0].word == Word::none;
      const std::string_view before = has_text ? trimmed(all[0].text) : std::string_view();
      constexpr std::size_t shortest = 3;  // `<` and `[` mark nothing by themselves
      const bool is_marked_by_name = has_text && all.size() > 1 && all[1].word == Word::name &&
                                     !before.empty() && before.size() < shortest;
      if (!is_marked_by_name) {  // without the `{"`, since the quote of a key may be another one
        const std::string_view words = trimmed(before.substr(0, before.find("{\"")));
        add(words.size() < shortest ? before : words);
        continue;
      }
      const std::string after = all.size() > 2 ? all[2].text : std::string();
      for (const Tool& tool : tools) add(trimmed(all[0].text + tool.name + after));
    }
  }
  return patterns.list();
}

// The beginning of a message's header, `<|start|>assistant` in harmony, which the prompt ends with.
// Empty if the family has no headers.
std::string turn_of(const Family& family) {
  bool has_headers = false;
  for (const notation::Line& line : family.lines) {
    for (const notation::Template& way : line.ways) {
      has_headers = has_headers || has(way, Word::role) || has(way, Word::header);
    }
  }
  if (!has_headers) return {};
  for (const View way : family.ways(Role::answer)) {
    std::string before = text_in(cut(way, Word::answer).first);
    if (!before.empty()) return before;
  }
  return {};
}

// Why a tool can't be called: the first thing in its schema that was left out.
std::string uncallable(const Tool& tool, const SchemaView& schemas) {
  std::string sentence =
      "the format can't write the arguments that " + in_backticks(tool.name) + " must have";
  if (!tool.parameters) return sentence;
  const std::string place = schemas.tree().pointer_to(tool.parameters->id) + '/';
  for (const std::string& note : schemas.notes()) {
    const std::size_t at = note.find(": " + place);
    const bool is_left_out =
        note.starts_with(value_left_out) || note.starts_with(property_left_out);
    if (is_left_out && at != note.npos) return sentence + ": " + note;
  }
  return sentence;
}

}  // namespace

// `start` is calls, or reasoning and then calls. If the answer begins in its reasoning, there is no
// opener and no alternative without reasoning.
Result<Rules> rules_of(const Family& family, const std::vector<Tool>& tools, SchemaView& schemas,
                       bool starts_in_reasoning) {
  Rules rules;
  const RuleId start = rules.add("start");
  const RuleId calls = rules.add("calls");
  const std::string turn = turn_of(family);
  CallRules maker(family, tools, schemas, rules, turn);
  Node all_calls = maker.calls();
  if (maker.of_tools().empty()) return Error{Code::bad_option, 0, "the format has no calls"};
  rules.set_body(calls, std::move(all_calls));
  const std::vector<bool> possible = rules.possible();
  for (const Tool& tool : tools) {
    const auto of_tool = maker.of_tools().find(tool.name);
    const bool can_be_called = of_tool != maker.of_tools().end() &&
                               std::any_of(of_tool->second.begin(), of_tool->second.end(),
                                           [&possible](RuleId rule) { return possible[rule]; });
    if (can_be_called) continue;
    const std::string problem = maker.problem(tool.name);
    return Error{Code::bad_option, 0, problem.empty() ? uncallable(tool, schemas) : problem};
  }
  // The first turn is optional, since either the prompt has written it or the model does.
  const Node first_turn = optional(literal(turn));
  Node only_calls = sequence({maker.has_turn() ? first_turn : Node{}, reference(calls)});
  const std::vector<ReasoningWay> ways = reasoning_of(family);
  if (ways.empty()) {
    if (starts_in_reasoning) {
      return Error{Code::bad_option, 0, "the format has no reasoning that an answer may begin in"};
    }
    rules.set_body(start, std::move(only_calls));
    rules.prune(rules.possible());
    return rules;
  }
  const std::vector<Pattern> enders = enders_of(family, tools);
  std::vector<Node> all;
  for (const ReasoningWay& way : ways) {
    const std::string_view after = way.after;
    const std::size_t end = after.find_last_not_of(" \n\t\r") + 1;
    const RuleId text =
        rules.add("reasoning", Text{Text::Kind::free, std::string(after.substr(0, end)), enders});
    Node inside =
        sequence({reference(text), literal(after.substr(end)), repeat(literal("\n"), 0, 2),
                  literal(maker.has_turn() ? turn : std::string()), reference(calls)});
    if (starts_in_reasoning) {
      all.push_back(std::move(inside));
      continue;
    }
    Node opener = literal(way.before);
    const bool has_turn = cut_turn(opener, turn);
    all.push_back(sequence({has_turn ? first_turn : Node{}, std::move(opener), std::move(inside)}));
  }
  if (!starts_in_reasoning) all.push_back(std::move(only_calls));
  rules.set_body(start, choice(std::move(all)));
  rules.prune(rules.possible());
  return rules;
}

}  // namespace tagstream::grammar

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
using notation::has;
using notation::headed;
using notation::next_word;
using notation::opens_with;
using notation::Option;
using notation::repeated;
using notation::repeated_calls;
using notation::Role;
using notation::Word;
using notation::word_of;

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
    for (const std::string_view way : ways()) all.push_back(by_way(headed(way)));
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
  // element's closer. So the first way with ARGUMENTS is added, if the family has one (R379).
  [[nodiscard]] std::vector<std::string_view> ways() const {
    std::vector<std::string_view> list;
    bool has_parameters = false;
    for (const std::string_view way : family_.ways(Role::call)) {
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
  [[nodiscard]] static bool is_of_string(std::string_view way) {
    return has(way, Word::string) && !has(way, Word::key);
  }
  [[nodiscard]] bool takes_string(const Tool& tool) const {
    const std::vector<std::string_view> keys = family_.words(Option::string_is);
    return arguments_.takes_string(tool, keys.empty() ? "text" : keys[0]);
  }
  [[nodiscard]] bool any_takes_string() const {
    for (const Tool& tool : tools_) {
      if (takes_string(tool)) return true;
    }
    return false;
  }

  // A way such as `<t>[{"name": "NAME", …}, ...]</t>` is a list of calls in one marker: one opener,
  // then calls with a comma between two, then one closer.
  Node by_way(const std::string& way) {
    if (const auto list = repeated_calls(way)) {
      return wrapped(
          way, several(fixed(list->before), call(list->each), list->between, fixed(list->after)),
          true);
    }
    return wrapped(way, call(way), false);
  }

  // The line that comes first is the outer one.
  // kimi_k2 has all calls in one section, so `one` stands in it, repeated; hermes has nothing
  // around them.
  Node wrapped(std::string_view call, Node node, bool has_all) {
    for (auto line = family_.lines.rbegin(); line != family_.lines.rend(); ++line) {
      if (line->role != Role::wrapper || opens_with(line->ways[0], call)) continue;
      std::vector<Node> alternatives;
      const bool repeats = has(line->ways[0], Word::dots) && !has_all;
      const RuleId inside = rules_.add("wrapped", std::move(node));
      for (const std::string& one : line->ways) {
        const std::string way = headed(one);
        if (const auto parts = repeated(way); parts && !has_all) {
          alternatives.push_back(several(fixed(parts->before), reference(inside), parts->between,
                                         fixed(parts->after)));
        } else {
          const auto [before, after] = cut(way, Word::call);
          alternatives.push_back(sequence({literal(before), reference(inside), fixed(after)}));
        }
        break;
      }
      node = choice(std::move(alternatives));
      has_all = has_all || repeats;
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

  // A literal of the template without its placeholders, of which only `...` is left here.
  static Node fixed(std::string_view templ) {
    std::string text;
    for (const char c : templ) {
      if (word_of(c) == Word::none) text += c;
    }
    return literal(text);
  }

  Node call(std::string_view templ) {
    std::vector<Node> all;
    for (const Tool& tool : tools_) {
      if (is_of_string(templ) && !takes_string(tool)) continue;
      Node node = of_tool(templ, tool);
      // Nothing refers to this rule, so it is not printed: with it `prune` tells whether any text
      // is a call of the tool.
      of_tools_[tool.name].push_back(rules_.add("of_tool", node));
      all.push_back(std::move(node));
    }
    return choice(std::move(all));
  }

  Node of_tool(std::string_view templ, const Tool& tool) {
    std::vector<Node> all;
    for (std::size_t at = 0; at < templ.size();) {
      const std::size_t word = next_word(templ, at);
      all.push_back(literal(templ.substr(at, word - at)));
      at = word + 1;
      if (word < templ.size()) all.push_back(placeholder(templ, at, tool));
    }
    return sequence(std::move(all));
  }

  // The node for the placeholder directly before `at`. STRING and KEY take more of the template:
  // the text that ends the string, or the pair up to `...`. `at` is moved after that.
  Node placeholder(std::string_view templ, std::size_t& at, const Tool& tool) {
    switch (word_of(templ[at - 1])) {
      case Word::name: return arguments_.name(tool, templ, at - 1);
      case Word::id: return arguments_.id();
      case Word::index: return arguments_.index();
      case Word::arguments: return arguments_.json(tool);
      case Word::parameter: return arguments_.parameters(tool);
      case Word::string: {
        std::size_t end = next_word(templ, at);
        while (end < templ.size() && word_of(templ[end]) == Word::name) {
          end = next_word(templ, end + 1);
        }
        const std::string after = filled(templ.substr(at, end - at), Word::name, tool.name);
        at = end;
        return arguments_.string(tool, after);
      }
      case Word::key: {
        const notation::Pairs pairs = notation::pairs_at(templ, at - 1);
        at = pairs.end;
        return arguments_.pairs(tool, templ, pairs);
      }
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
  for (const std::string_view way : family.ways(Role::reasoning)) {
    const std::string templ = headed(way);
    const auto [before, after] = cut(templ, Word::reasoning);
    if (before.empty()) continue;  // only another end of reasoning
    all.push_back({std::string(before), std::string(after)});
  }
  return all;
}

// The patterns that reasoning may not hold: the markers that the writer refuses in it, and the
// openers of calls. Without that, a model could begin a call inside the reasoning.
std::vector<Pattern> enders_of(const Family& family, const std::vector<Tool>& tools) {
  Patterns patterns;
  const auto add = [&patterns](std::string_view marker) { patterns.add_marker(marker); };
  for (const std::string_view way : family.ways(Role::reasoning)) {
    const std::string templ = headed(way);
    const auto [before, after] = cut(templ, Word::reasoning);
    add(trimmed(after));
    add(trimmed(before));
  }
  const notation::Markers markers(family);
  for (const std::string& sign : markers.signs()) add(sign);
  for (const Role role : {Role::wrapper, Role::call}) {
    for (const std::string_view way : family.ways(role)) {
      const std::size_t word = next_word(way);
      const std::string_view before = trimmed(way.substr(0, word));
      constexpr std::size_t shortest = 3;  // `<` and `[` mark nothing by themselves
      const bool is_marked_by_name = word < way.size() && word_of(way[word]) == Word::name &&
                                     !before.empty() && before.size() < shortest;
      if (!is_marked_by_name) {  // without the `{"`, since the quote of a key may be another one
        const std::string_view words = trimmed(before.substr(0, before.find("{\"")));
        add(words.size() < shortest ? before : words);
        continue;
      }
      const std::string_view opener = way.substr(0, next_word(way, word + 1));
      for (const Tool& tool : tools) add(trimmed(filled(opener, Word::name, tool.name)));
    }
  }
  return patterns.list();
}

// The beginning of a message's header, `<|start|>assistant` in harmony, which the prompt ends with.
// Empty if the family has no headers.
std::string turn_of(const Family& family) {
  bool has_headers = false;
  for (const notation::Line& line : family.lines) {
    for (const std::string& way : line.ways) {
      has_headers = has_headers || has(way, Word::role) || has(way, Word::header);
    }
  }
  if (!has_headers) return {};
  for (const std::string_view way : family.ways(Role::answer)) {
    const std::string_view before = cut(way, Word::answer).first;
    if (!before.empty()) return std::string(before);
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

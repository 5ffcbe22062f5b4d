#include "grammar/rules.hpp"

#include <compare>
#include <tuple>

namespace tagstream::grammar {

namespace {

// The body of a rule is a tree of nodes. `("a" | "b"){2,3} item` is
//
//   sequence
//     repeat 2..3
//       choice
//         literal "a"
//         literal "b"
//     rule item
//
// The functions here keep the trees small: `repeat(x, 1, 1)` is x, and a choice of one alternative
// is that alternative. An *empty* node is a sequence of nothing; an *impossible* node is a choice
// of nothing, which no text fits.

// An order of trees, in which only equal ones have the same place. The depth is that of one rule,
// so recursion is no danger.
std::weak_ordering order(const Node& a, const Node& b) {
  const auto key = [](const Node& one) {
    return std::tie(one.kind, one.literal, one.set, one.least, one.most, one.rule);
  };
  const auto own = key(a) <=> key(b);
  if (own != 0) return own;
  for (std::size_t i = 0; i < a.parts.size() && i < b.parts.size(); ++i) {
    const auto inside = order(a.parts[i], b.parts[i]);
    if (inside != 0) return inside;
  }
  return a.parts.size() <=> b.parts.size();
}

// Finds the rules that a text fits. A node becomes possible as soon as enough of its parts are: all
// parts of a sequence, one of a choice, the part of a repeat unless it may stand there 0 times, the
// rule of a reference. Each node that becomes possible is counted in the node around it, so each is
// looked at once.
class Possible {
 public:
  explicit Possible(const std::vector<Rules::Rule>& rules)
      : is_possible_(rules.size()), users_(rules.size()) {
    for (RuleId i = 0; i < rules.size(); ++i) {
      if (rules[i].text) {
        open_.push_back({true, i});
      } else {
        add(rules[i].body, {true, i});
      }
    }
    while (!open_.empty()) {
      const Around around = open_.back();
      open_.pop_back();
      if (around.is_rule) {
        finish_rule(around.number);
      } else if (Wait& wait = waits_[around.number]; wait.count != 0 && --wait.count == 0) {
        open_.push_back(wait.around);
      }
    }
  }
  [[nodiscard]] std::vector<bool> take() { return std::move(is_possible_); }

 private:
  // The owner of a node: the body of a rule, or a node that waits for its parts.
  struct Around {
    bool is_rule;
    std::size_t number;
  };
  struct Wait {
    Around around;
    std::size_t count;
  };

  void add(const Node& node, Around around) {
    const bool is_optional = node.kind == Node::Kind::repeat && node.least == 0;
    const std::size_t count =
        node.kind == Node::Kind::sequence ? node.parts.size()
        : node.kind == Node::Kind::literal || node.kind == Node::Kind::set || is_optional ? 0
                                                                                          : 1;
    if (count == 0) {
      open_.push_back(around);
    } else {
      waits_.push_back({around, count});
    }
    const Around own = count == 0 ? around : Around{false, waits_.size() - 1};
    if (node.kind == Node::Kind::rule) users_[node.rule].push_back(own.number);
    if (is_optional) return;
    for (const Node& part : node.parts) add(part, own);
  }

  void finish_rule(RuleId rule) {
    if (is_possible_[rule]) return;
    is_possible_[rule] = true;
    for (const std::size_t user : users_[rule]) open_.push_back({false, user});
  }

  std::vector<bool> is_possible_;                // of the rules
  std::vector<std::vector<std::size_t>> users_;  // the nodes that refer to a rule
  std::vector<Wait> waits_;
  std::vector<Around> open_;  // a node inside has become possible
};

// The tree without references to impossible rules, and all that needs them.
Node without_impossible(const Node& node, const std::vector<bool>& possible) {
  if (node.kind == Node::Kind::rule) return possible[node.rule] ? node : choice({});
  if (node.parts.empty()) return node;
  std::vector<Node> parts;
  parts.reserve(node.parts.size());
  for (const Node& part : node.parts) parts.push_back(without_impossible(part, possible));
  if (node.kind == Node::Kind::sequence) return sequence(std::move(parts));
  if (node.kind == Node::Kind::choice) return choice(std::move(parts));
  return repeat(std::move(parts[0]), node.least, node.most);
}

// Calls `visit` with each reference in the tree.
template <class AnyNode, class Visit>
void each_reference(AnyNode& node, const Visit& visit) {
  if (node.kind == Node::Kind::rule) visit(node.rule);
  for (auto& part : node.parts) each_reference(part, visit);
}

}  // namespace

// An empty text gives an empty node.
Node literal(std::string_view text) {
  Node node;
  if (text.empty()) return node;
  node.kind = Node::Kind::literal;
  node.literal = text;
  return node;
}

Node one_of(CodePoints set) {
  Node node;
  node.kind = Node::Kind::set;
  node.set = std::move(set);
  return node;
}

Node reference(RuleId rule) {
  Node node;
  node.kind = Node::Kind::rule;
  node.rule = rule;
  return node;
}

// Joins literals that stand side by side, and puts the parts of an inner sequence in its place. One
// impossible part makes the whole sequence impossible, as `choice({})` does in
// `sequence({literal("a"), choice({})})`.
Node sequence(std::vector<Node> parts) {
  Node all;
  const auto add = [&all](Node part) {
    const bool is_literal = part.kind == Node::Kind::literal;
    if (is_literal && !all.parts.empty() && all.parts.back().kind == Node::Kind::literal) {
      all.parts.back().literal += part.literal;
    } else {
      all.parts.push_back(std::move(part));
    }
  };
  for (Node& part : parts) {
    if (part.is_impossible()) return part;
    if (part.kind != Node::Kind::sequence) {
      add(std::move(part));
    } else {
      for (Node& inner : part.parts) add(std::move(inner));
    }
  }
  if (all.parts.size() == 1) {
    Node only = std::move(all.parts[0]);
    return only;
  }
  return all;
}

// Drops impossible alternatives, and all but one of equal ones. A choice without an alternative is
// impossible.
Node choice(std::vector<Node> parts) {
  std::vector<bool> is_left_out(parts.size());
  const auto is_before = [](const Node* a, const Node* b) { return order(*a, *b) < 0; };
  std::set<const Node*, decltype(is_before)> known(is_before);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    is_left_out[i] = parts[i].is_impossible() || !known.insert(&parts[i]).second;
  }
  Node all;
  all.kind = Node::Kind::choice;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!is_left_out[i]) all.parts.push_back(std::move(parts[i]));
  }
  if (all.parts.size() == 1) {
    Node only = std::move(all.parts[0]);
    return only;
  }
  return all;
}

// An impossible part that may stand there 0 times is an empty node.
Node repeat(Node part, std::uint32_t least, std::uint32_t most) {
  if (part.empty() || most == 0 || (least == 0 && part.is_impossible())) return {};
  if (part.is_impossible()) return part;
  if (least == 1 && most == 1) return part;
  Node node;
  node.kind = Node::Kind::repeat;
  node.parts.push_back(std::move(part));
  node.least = least;
  node.most = most;
  return node;
}

// A name that no rule has: `text` for the first rule that asks for it, then `text_2`, `text_3`.
std::string Rules::free_name(std::string_view name) {
  std::string own(name);
  while (!names_.insert(own).second) {
    own = std::string(name) + '_' + std::to_string(++counts_[std::string(name)] + 1);
  }
  return own;
}

RuleId Rules::add(std::string_view name, Node body, bool is_token) {
  rules_.push_back({free_name(name), std::move(body), std::nullopt, is_token});
  return rules_.size() - 1;
}

// Two values with the same kind of text share one rule, as rules of texts are long.
RuleId Rules::add(std::string_view name, Text text) {
  const auto [found, is_new] = texts_.emplace(text, rules_.size());
  if (is_new) rules_.push_back({free_name(name), {}, std::move(text), true});
  return found->second;
}

std::vector<bool> Rules::possible() const { return Possible(rules_).take(); }

// The schema {"const": "</a>"} of a parameter in `<a>VALUE</a>` has no text, so the rule of a tool
// that must have it is impossible: an engine would read the empty rule as "nothing stands here".
void Rules::prune(const std::vector<bool>& possible) {
  for (RuleId i = 0; i < rules_.size(); ++i) {
    if (possible[i]) rules_[i].body = without_impossible(rules_[i].body, possible);
  }
  std::vector<RuleId> open{0};
  std::vector<bool> is_used(rules_.size());
  is_used[0] = true;
  while (!open.empty()) {
    const RuleId rule = open.back();
    open.pop_back();
    each_reference(std::as_const(rules_[rule].body), [&](RuleId other) {
      if (!is_used[other]) open.push_back(other);
      is_used[other] = true;
    });
  }
  std::vector<RuleId> number(rules_.size());
  std::vector<Rule> used;
  for (RuleId i = 0; i < rules_.size(); ++i) {
    number[i] = used.size();
    if (is_used[i]) used.push_back(std::move(rules_[i]));
  }
  for (Rule& rule : used) {
    each_reference(rule.body, [&](RuleId& other) { other = number[other]; });
  }
  rules_ = std::move(used);
  texts_.clear();
}

}  // namespace tagstream::grammar

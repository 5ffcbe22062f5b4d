#include "grammar/rules.hpp"

#include <algorithm>

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

// True if two trees are equal. The depth is that of one rule, so recursion is no danger.
bool is_same(const Node& a, const Node& b) {
  if (a.kind != b.kind || a.literal != b.literal || !(a.set == b.set) || a.rule != b.rule) {
    return false;
  }
  return a.least == b.least && a.most == b.most &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), is_same);
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
  Node all;
  all.kind = Node::Kind::choice;
  for (Node& part : parts) {
    const bool is_known = std::any_of(all.parts.begin(), all.parts.end(),
                                      [&part](const Node& one) { return is_same(one, part); });
    if (!is_known && !part.is_impossible()) all.parts.push_back(std::move(part));
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
  for (RuleId i = 0; i < rules_.size(); ++i) {
    if (rules_[i].text == text) return i;
  }
  rules_.push_back({free_name(name), {}, std::move(text), true});
  return rules_.size() - 1;
}

}  // namespace tagstream::grammar

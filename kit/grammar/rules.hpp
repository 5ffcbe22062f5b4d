#pragma once

// A grammar before it is printed: rules, each a name with a small tree of nodes.
//
//   Rules rules;
//   const RuleId start = rules.add("start");
//   rules.set_body(start, choice({literal("yes"), literal("no")}));
//   as_gbnf(rules)                                       root ::= "yes" | "no"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/automaton.hpp"
#include "grammar/code_points.hpp"

namespace tagstream::grammar {

using RuleId = std::size_t;

/// A node of a rule's tree. The functions below make nodes.
struct Node {
  enum class Kind : std::uint8_t { literal, set, sequence, choice, repeat, rule };
  static constexpr std::uint32_t no_limit = ~std::uint32_t{0};

  Kind kind = Kind::sequence;
  std::string literal{};
  CodePoints set{};
  std::vector<Node> parts{};  ///< a repeat has one part
  std::uint32_t least = 0;
  std::uint32_t most = 0;
  RuleId rule = 0;

  /// True if only the empty text fits.
  [[nodiscard]] bool empty() const { return kind == Kind::sequence && parts.empty(); }
  /// True if no text fits, not even the empty one.
  [[nodiscard]] bool is_impossible() const { return kind == Kind::choice && parts.empty(); }
};

[[nodiscard]] Node literal(std::string_view text);
[[nodiscard]] Node one_of(CodePoints set);
[[nodiscard]] Node reference(RuleId rule);
/// One part after the other. Empty parts are left out, and literals beside each other become one.
[[nodiscard]] Node sequence(std::vector<Node> parts);
/// One of several alternatives. Equal ones count once. Without alternatives no text fits.
[[nodiscard]] Node choice(std::vector<Node> parts);
[[nodiscard]] Node repeat(Node part, std::uint32_t least, std::uint32_t most = Node::no_limit);
[[nodiscard]] inline Node optional(Node part) { return repeat(std::move(part), 0, 1); }

/// All rules of a grammar. A text of the grammar is a text of the first rule.
class Rules {
 public:
  struct Rule {
    std::string name;  ///< made of letters, digits and `_`
    Node body{};
    std::optional<Text> text{};  ///< a rule with a text has an empty body
    bool is_token = false;       ///< a token, which may refer to tokens only
  };

  RuleId add(std::string_view name, Node body = {}, bool is_token = false);
  /// The rule for a text, which is a token. Equal texts get the same rule.
  RuleId add(std::string_view name, Text text);
  void set_body(RuleId rule, Node body) { rules_[rule].body = std::move(body); }
  [[nodiscard]] const std::vector<Rule>& all() const { return rules_; }

  /// For each rule, true if a text fits it. No text fits a rule that needs an impossible part, or
  /// that can't end without itself.
  /// @cost  O(n) for n nodes
  [[nodiscard]] std::vector<bool> possible() const;
  /// Takes out every alternative that no text fits, and then every rule to which the first one does
  /// not lead. The numbers of rules change.
  /// @param possible  what the function of this name says
  void prune(const std::vector<bool>& possible);

 private:
  std::string free_name(std::string_view name);

  std::vector<Rule> rules_;
  std::set<std::string> names_;
  std::map<std::string, std::size_t> counts_;  // how many rules have asked for a name
  std::map<Text, RuleId> texts_;
};

/// The rules in llguidance's dialect of Lark.
[[nodiscard]] std::string as_lark(const Rules& rules);
/// The rules in GBNF, llama.cpp's form of BNF.
[[nodiscard]] std::string as_gbnf(const Rules& rules);

}  // namespace tagstream::grammar

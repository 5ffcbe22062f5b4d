#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dialects/family.hpp"
#include "grammar/family_rules.hpp"
#include "options/read_tools.hpp"
#include "support/options.hpp"
#include "support/sampling.hpp"
#include "tagstream/dialect.hpp"
#include "tagstream/grammar.hpp"
#include "tagstream/message.hpp"
#include "tagstream/reader.hpp"

/// A text that a grammar allows is read as calls of its tools, with arguments that fit their
/// schemas. The tools are random: their names and keys are made of the family's own markers, of
/// other tools' names and of odd signs, and their constants hold these, too.
namespace tagstream::testing {
namespace {

using grammar::Automaton;
using grammar::Node;
using grammar::RuleId;
using Json = nlohmann::ordered_json;

constexpr char a_name = '\x01';  // stands for KEY and NAME in a stretch

/// The stretches of a family's ways between its placeholders, with KEY and NAME in them:
/// `</KEY>\n`, and `<parameter name="KEY">`. Each stands in all its spellings.
std::vector<std::string> stretches_of(const notation::Family& family) {
  std::vector<std::string> stretches;
  for (const notation::Line& line : family.lines) {
    for (const notation::Template& way : line.ways) {
      stretches.emplace_back();
      for (const notation::Leaf& leaf : notation::leaves(way)) {
        const bool is_name = leaf.word == notation::Word::key || leaf.word == notation::Word::name;
        if (is_name) {
          stretches.back() += a_name;
        } else if (leaf.word == notation::Word::none) {
          stretches.back() += leaf.text;
        } else {
          stretches.emplace_back();
        }
      }
    }
  }
  std::erase(stretches, "");
  for (std::size_t i = stretches.size(); i-- > 0;) {
    for (std::string& other : notation::others_of(family, stretches[i]))
      stretches.push_back(std::move(other));
  }
  return stretches;
}

/// The words of a family between its placeholders, whole and in parts.
std::vector<std::string> words_of(const notation::Family& family) {
  std::set<std::string> words;
  const auto add = [&words](std::string_view word) {
    if (word.empty()) return;
    words.emplace(word);
    const std::size_t begin = word.find_first_not_of("</ \n[");
    if (begin == word.npos) return;
    const std::size_t end = word.find_first_of("> \n=]", begin);
    words.emplace(word.substr(begin, end - begin));  // the name of a tag
    if (static_cast<unsigned char>(word.back()) < 0x80)
      words.emplace(word.substr(0, word.size() - 1));
  };
  for (const notation::Line& line : family.lines) {
    for (const notation::Template& way : line.ways) {
      for (const notation::Leaf& leaf : notation::leaves(way)) add(leaf.text);
    }
  }
  return {words.begin(), words.end()};
}

class Source {
 public:
  Source(const notation::Family& family, std::mt19937_64& random)
      : words_(words_of(family)), stretches_(stretches_of(family)), random_(random) {}

  std::size_t below(std::size_t size) { return random_() % size; }
  bool one_in(std::size_t count) { return below(count) == 0; }
  template <class List>
  const auto& of(const List& list) {
    return list[below(std::size(list))];
  }

  /// A piece of a text: a marker of the family, or what often ends something.
  std::string piece() {
    static constexpr const char* signs[] = {
        "a",   " ",   "\n",   "<",   ">",         "</",  "\"", "'",    "\\",   "{",    "}",
        "[",   "]",   "(",    ")",   ",",         ":",   "=",  "|",    "0",    "null", "true",
        "1.5", "<b>", "</b>", "]]>", "<![CDATA[", "```", "é",  "&lt;", "\x7f", "$",    "?",
        "*",   "-",   ".",    "/",   "!",         ";",   "`",  "&"};
    if (one_in(2)) return of(signs);
    if (one_in(4)) return stretch();
    std::string word = of(words_);
    for (const std::string& name : names_) {
      if (one_in(8)) return of(std::vector<std::string>{'<' + name + '>', "</" + name + '>', name});
    }
    return word;
  }
  /// A stretch of the family's format, with a name in it, or with a closing tag before it.
  std::string stretch() {
    std::string all;
    if (one_in(4)) all = "</" + some_name() + '>';
    for (const char c : of(stretches_)) {
      if (c == a_name) {
        all += some_name();
      } else {
        all += c;
      }
    }
    return all;
  }
  /// The name of a tool, a parameter or a tag, perhaps misspelt.
  std::string some_name() {
    std::string name = names_.empty() || one_in(4) ? of(words_) : of(names_);
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (!std::all_of(name.begin(), name.end(), is_ascii)) return name;
    for (std::size_t slips = one_in(3) ? below(2) + 1 : 0; slips > 0 && !name.empty(); --slips) {
      const std::size_t at = below(name.size());
      if (one_in(4)) name = name.substr(at);
      if (one_in(2)) name.insert(std::min(at, name.size()), 1, static_cast<char>('a' + below(26)));
      if (one_in(2)) name.erase(std::min(at, name.size()), 1);
    }
    return name;
  }
  std::string text(std::size_t most) {
    std::string all;
    for (std::size_t count = below(most + 1); count > 0; --count) all += piece();
    return all;
  }

  /// A name of a tool or a parameter: plain, odd, or another one's.
  std::string name() {
    static constexpr const char* plain[] = {"a",      "b",     "path", "index", "item", "name",
                                            "search", "get_x", "B2",   "x.y",   "run"};
    std::string one = of(plain);
    if (one_in(6)) one = of(words_);
    if (one_in(8)) one = text(2);
    if (one_in(8)) one = std::string(1, static_cast<char>(' ' + below(95)));
    if (one_in(8)) one += static_cast<char>(' ' + below(95));
    if (!names_.empty() && one_in(6)) one = of(names_);
    names_.push_back(one);
    return one;
  }

  Json value() {
    switch (below(7)) {
      case 0: return below(100);
      case 1: return 1.5;
      case 2: return one_in(2);
      case 3: return nullptr;
      case 4: return one_in(2) ? Json{{"a", text(1)}} : Json::array({1, text(1)});
      default: return one_in(2) ? Json(text(3)) : Json(of(std::vector<std::string>{"x", "5", ""}));
    }
  }

  Json schema(int depth) {
    static constexpr const char* types[] = {"string", "integer", "number", "boolean", "null"};
    Json one = Json::object();
    switch (below(depth > 0 ? 9 : 6)) {
      case 0: one["const"] = value(); break;
      case 1:
        for (std::size_t count = below(4) + 1; count > 0; --count) one["enum"].push_back(value());
        break;
      case 2:
        one["enum"] = {"red", "blue", text(2)};
        one["type"] = "string";
        break;
      case 3: one["type"] = {of(types), of(types)}; break;
      case 6:
        for (std::size_t count = below(3) + 1; count > 0; --count) {
          one["anyOf"].push_back(schema(depth - 1));
        }
        break;
      case 7:
        one["type"] = "array";
        one["items"] = schema(depth - 1);
        if (one_in(3)) one["minItems"] = below(3);
        if (one_in(3)) one["maxItems"] = below(3) + 2;
        break;
      case 8: one = object(depth - 1); break;
      default: one["type"] = of(types); break;
    }
    return one;
  }

  Json object(int depth) {
    Json one{{"type", "object"}, {"properties", Json::object()}};
    for (std::size_t count = below(4); count > 0; --count) {
      const std::string key = name();
      one["properties"][key] = schema(depth);
      const auto& required = one["required"];
      const bool is_new = std::find(required.begin(), required.end(), key) == required.end();
      if (one_in(2) && is_new) one["required"].push_back(key);
    }
    if (one["required"].is_null()) one.erase("required");
    return one;
  }

  Json tools() {
    Json list = Json::array();
    std::set<std::string> known;
    for (std::size_t count = below(3) + 1; count > 0; --count) {
      const std::string own = one_in(3) ? name() : std::string(1, static_cast<char>('f' + count));
      if (!known.insert(own).second) continue;
      names_.push_back(own);
      Json tool{{"name", own}};
      if (!one_in(10)) tool["parameters"] = object(2);
      list.push_back(tool);
    }
    return list;
  }

 private:
  std::vector<std::string> words_;
  std::vector<std::string> stretches_;
  std::vector<std::string> names_;
  std::mt19937_64& random_;
};

/// A random text of a grammar.
class Walk {
 public:
  Walk(const grammar::Rules& rules, Source& source)
      : rules_(rules.all()), source_(source), height_(rules_.size(), too_high) {
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (RuleId i = 0; i < rules_.size(); ++i) {
        const std::size_t height = rules_[i].text ? 1 : height_of(rules_[i].body) + 1;
        if (height >= height_[i]) continue;
        height_[i] = height;
        is_new = true;
      }
    }
  }

  std::string text() {
    out_.clear();
    rule(0);
    return out_;
  }

 private:
  static constexpr std::size_t too_high = 1'000'000;
  static constexpr std::size_t longest = 600;

  std::size_t height_of(const Node& node) const {
    std::size_t height = 0;
    switch (node.kind) {
      case Node::Kind::literal:
      case Node::Kind::set: return 0;
      case Node::Kind::rule: return height_[node.rule];
      case Node::Kind::repeat: return node.least == 0 ? 0 : height_of(node.parts[0]);
      case Node::Kind::sequence:
        for (const Node& part : node.parts) height = std::max(height, height_of(part));
        return height;
      case Node::Kind::choice: break;
    }
    height = too_high;
    for (const Node& part : node.parts) height = std::min(height, height_of(part));
    return height;
  }

  bool is_long() const { return out_.size() > longest; }

  void rule(RuleId number) {
    const grammar::Rules::Rule& one = rules_[number];
    one.text ? free_text(grammar::automaton_of(*one.text), one.text->kind) : node(one.body);
  }

  void node(const Node& one) {
    switch (one.kind) {
      case Node::Kind::literal: out_ += one.literal; return;
      case Node::Kind::set: point_of(one.set); return;
      case Node::Kind::rule: return rule(one.rule);
      case Node::Kind::sequence:
        for (const Node& part : one.parts) node(part);
        return;
      case Node::Kind::choice: return node(alternative(one));
      case Node::Kind::repeat: break;
    }
    const std::size_t most = std::min<std::size_t>(one.most, one.least + 2);
    const std::size_t more = is_long() ? 0 : source_.below(most - one.least + 1);
    for (std::size_t i = 0; i < one.least + more; ++i) node(one.parts[0]);
  }

  const Node& alternative(const Node& one) {
    if (!is_long()) return source_.of(one.parts);
    return *std::min_element(
        one.parts.begin(), one.parts.end(),
        [this](const Node& a, const Node& b) { return height_of(a) < height_of(b); });
  }

  void point_of(const grammar::CodePoints& set) {
    const grammar::CodeRange range = source_.of(set.ranges());
    append_utf8(out_, range.first + static_cast<std::uint32_t>(source_.below(
                                        std::min(range.last - range.first, 90U) + 1)));
  }

  // Follows pieces through the automaton as far as it lets them, and then takes the shortest way to
  // its end.
  void free_text(const Automaton& automaton, grammar::Text::Kind kind) {
    std::size_t state = 0;
    const auto step = [&](std::uint32_t point) {
      for (const Automaton::Edge& edge : automaton.states[state]) {
        if (!edge.on.has(point)) continue;
        append_utf8(out_, point);
        state = edge.to;
        return true;
      }
      return false;
    };
    for (std::size_t count = is_long() ? 0 : source_.below(6); count > 0; --count) {
      for (const std::uint32_t point : grammar::code_points_of(source_.piece())) {
        if (state == Automaton::done || !step(point)) break;
      }
      if (state == Automaton::done) return;
    }
    if (kind == grammar::Text::Kind::part) return;
    // The distance of each state from the end.
    std::vector<std::size_t> far(automaton.states.size(), too_high);
    const auto far_of = [&far](std::size_t to) { return to == Automaton::done ? 0 : far[to]; };
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (std::size_t i = 0; i < far.size(); ++i) {
        for (const Automaton::Edge& edge : automaton.states[i]) {
          if (far_of(edge.to) + 1 >= far[i]) continue;
          far[i] = far_of(edge.to) + 1;
          is_new = true;
        }
      }
    }
    while (state != Automaton::done) {
      const auto& edges = automaton.states[state];
      const auto next = std::min_element(edges.begin(), edges.end(), [&](auto& a, auto& b) {
        return far_of(a.to) < far_of(b.to);
      });
      ASSERT_NE(next, edges.end());
      ASSERT_LT(far_of(next->to), far[state]) << "no way to the end: " << out_;
      step(next->on.ranges().front().first);
    }
  }

  const std::vector<grammar::Rules::Rule>& rules_;
  Source& source_;
  std::vector<std::size_t> height_;  // of each rule, above what has no rules in it
  std::string out_;
};

// True if `value` fits the schema, as far as the tools of `Source` need JSON Schema.
bool fits(const Json& value, const Json& schema) {
  const auto has_type = [&value](const Json& type) {
    const std::string name = type;
    if (name == "integer") return value.is_number_integer();
    if (name == "number") return value.is_number();
    if (name == "string") return value.is_string();
    if (name == "boolean") return value.is_boolean();
    if (name == "null") return value.is_null();
    return name == "array" ? value.is_array() : value.is_object();
  };
  if (schema.contains("const") && value != schema["const"]) return false;
  if (schema.contains("enum")) {
    const Json& list = schema["enum"];
    if (std::find(list.begin(), list.end(), value) == list.end()) return false;
  }
  if (schema.contains("anyOf")) {
    const Json& list = schema["anyOf"];
    const bool any = std::any_of(list.begin(), list.end(),
                                 [&value](const Json& part) { return fits(value, part); });
    if (!any) return false;
  }
  if (schema.contains("type")) {
    const Json& type = schema["type"];
    const bool is_one =
        type.is_array() ? std::any_of(type.begin(), type.end(), has_type) : has_type(type);
    if (!is_one) return false;
  }
  if (value.is_array()) {
    if (value.size() < schema.value("minItems", 0U)) return false;
    if (value.size() > schema.value("maxItems", 1000U)) return false;
    return std::all_of(value.begin(), value.end(), [&schema](const Json& item) {
      return !schema.contains("items") || fits(item, schema["items"]);
    });
  }
  if (!value.is_object() || !schema.contains("properties")) return true;
  for (const Json& key : schema.value("required", Json::array())) {
    if (!value.contains(key.get<std::string>())) return false;
  }
  for (const auto& [key, part] : value.items()) {
    if (!schema["properties"].contains(key) || !fits(part, schema["properties"][key])) return false;
  }
  return true;
}

/// The error in an answer of the grammar; empty if there is none.
std::string wrong_in(const Message& message, const Json& tools, bool is_constrained) {
  if (!message.tool_call_errors.empty()) return "an error: " + message.tool_call_errors[0].raw;
  if (message.tool_calls.empty()) return "no call";
  if (message.content.find_first_not_of(" \n\t\r") != std::string::npos) {
    return "content: " + message.content;
  }
  for (const ToolCall& call : message.tool_calls) {
    const auto tool = std::find_if(tools.begin(), tools.end(),
                                   [&call](const Json& one) { return one["name"] == call.name; });
    if (tool == tools.end()) return "a call of " + call.name;
    const Json schema = tool->value("parameters", Json{{"properties", Json::object()}});
    if (is_constrained && !fits(Json::parse(call.arguments), schema))
      return "arguments: " + call.arguments;
  }
  return {};
}

// A parameter that stands nowhere in a printed grammar; empty if there is none.
std::string missing_key(std::string_view printed, const Json& tools) {
  for (const Json& tool : tools) {
    const Json schema = tool.value("parameters", Json{{"properties", Json::object()}});
    for (const auto& [key, part] : schema["properties"].items()) {
      const std::string in_json = Json(key).dump();
      const std::string in_text = Json(in_json).dump();
      if (printed.find(key) != printed.npos || key.find('\x7f') != key.npos) continue;
      if (printed.find(in_text.substr(3, in_text.size() - 6)) == printed.npos) return key;
    }
  }
  return {};
}

// No line of a printed grammar has an empty rule.
bool has_empty_rule(std::string_view printed, std::string_view sign) {
  while (!printed.empty()) {
    const std::string_view line = printed.substr(0, printed.find('\n'));
    if (line.ends_with(sign) || line.find(sign) == line.npos) return true;
    printed.remove_prefix(std::min(printed.size(), line.size() + 1));
  }
  return false;
}

TEST(grammar, what_it_allows_is_read_as_calls_that_fit) {
  std::uint64_t made = 0;
  std::uint64_t constrained = 0;
  std::uint64_t all = 0;
  for_each_seed(1, 20000, [&](std::uint64_t seed) -> std::string {
    std::mt19937_64 random(seed);
    const Dialect& row = dialects()[seed % dialects().size()];
    const Result<notation::Family> family = notation::read_family(row.text());
    if (row.text().find("NAME") == std::string_view::npos) return {};
    for (std::uint64_t i = 0; i < texts_per_seed; ++i) {
      Source source(*family, random);
      const Json tools = source.tools();
      const std::string json = tools.dump();
      const std::string about = std::string(row.name()) + ' ' + json + ": ";
      Options options;
      options.dialect = row.name();
      options.tools = json;
      ++all;
      const Result<std::string> lark = lark_grammar(options);
      if (!lark && lark.error().message.empty()) return about + "refused without a sentence";
      if (!lark) continue;
      ++made;
      const Result<std::string> gbnf = gbnf_grammar(options);
      if (has_empty_rule(*lark, ": ")) return about + "an empty rule: " + *lark;
      if (has_empty_rule(*gbnf, " ::= ")) return about + "an empty rule: " + *gbnf;
      JsonTree tree;
      EXPECT_FALSE(tree.read(json));
      grammar::SchemaView schemas(tree);
      const bool starts = family->has(notation::Option::starts_in_reasoning);
      const auto rules = grammar::rules_of(*family, *grammar::read_tools(tree), schemas, starts);
      const std::vector<std::string> notes = schemas.notes();
      const bool is_constrained = std::none_of(notes.begin(), notes.end(), [](const auto& note) {
        return note.find("not constrained") != note.npos;
      });
      constrained += is_constrained ? 1 : 0;
      if (notes.empty()) {
        const std::string missing = missing_key(*lark, tools);
        if (!missing.empty()) return about + "no " + missing + " in " + *lark;
      }
      Walk walk(*rules, source);
      const Rules reader = *Rules::make(options);
      for (int walks = 0; walks < 4; ++walks) {
        const std::string text = walk.text();
        const std::string wrong = wrong_in(tagstream::read(text, reader), tools, is_constrained);
        if (!wrong.empty()) return about + wrong + "\nin\n" + text;
      }
    }
    return {};
  });
  EXPECT_GT(made, all / 4);
  EXPECT_GT(constrained, made / 2);
}

}  // namespace
}  // namespace tagstream::testing

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/grammar_text.hpp"
#include "support/tool_text.hpp"

namespace tagstream::testing {
namespace {

using Random = std::mt19937_64;

bool one_in(std::uint64_t n, Random& random) { return random() % n == 0; }

template <std::size_t n>
std::string pick(const std::array<std::string_view, n>& list, Random& random) {
  return std::string(list[random() % n]);
}

constexpr std::array<std::string_view, 9> names = {
    "f", "g", "k", "", "read_file", "\\u0066", "a\\\"b", "</t>", "\xC3\xA9"};
constexpr std::array<std::string_view, 4> name_keys = {"name", "tool_name", "tool", "function"};
constexpr std::array<std::string_view, 5> argument_keys = {"arguments", "parameters", "args",
                                                           "params", "input"};
constexpr std::array<std::string_view, 4> id_keys = {"id", "tool_call_id", "call_id", "id"};
constexpr std::array<std::string_view, 24> strings = {"",
                                                      "x",
                                                      "</t>",
                                                      "<t>",
                                                      "a</t>b",
                                                      "<h>",
                                                      "</h>",
                                                      "\\n",
                                                      "\\\"",
                                                      "\\u00e9",
                                                      "\\ud83d\\ude00",
                                                      "\\ud83d",
                                                      "\xF0\x9F\x98\x80",
                                                      "{\\\"a\\\":1}",
                                                      "{}",
                                                      "'",
                                                      "\n",
                                                      "\t",
                                                      "\r\n",
                                                      "`",
                                                      "</k>",
                                                      " {\\\"b\\\": [True, ]} ",
                                                      "\xE2\x82",
                                                      "</ t >"};
constexpr std::array<std::string_view, 14> scalars = {
    "1",     "-2.5e3", "0",    "12345678901234567890",
    "true",  "false",  "null", "True",
    "False", "None",   "1.",   "nul",
    "-",     "01"};
constexpr std::array<std::string_view, 10> blanks = {"",  "",   "",   "",     "",
                                                     " ", "\n", "\t", "\r\n", " \n "};
constexpr std::array<std::string_view, 34> bits = {
    "<",        ">",    "/",    "\"",   "'",    "\\",  "{",    "}",   "[",         "]",
    ":",        ",",    "\n",   "\r",   " ",    "\f",  "`",    "```", "```json\n", "\n```\n",
    "~~~\n",    "x",    "<t>",  "</t>", "<t/>", "<h>", "</h>", "<k>", "</k>",      "\xE2\x82\xAC",
    "\xE2\x82", "\x01", "True", "null"};

std::string quoted(std::string_view text, Random& random) {
  const char quote = one_in(4, random) ? '\'' : '"';
  std::string out(1, quote);
  out += text;
  if (!one_in(60, random)) out += quote;
  return out;
}

std::string value(int depth, Random& random);

std::string gap(Random& random) { return pick(blanks, random); }

std::string object(int depth, Random& random) {
  std::string out = "{" + gap(random);
  const std::uint64_t count = random() % 3;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i > 0) out += ',' + gap(random);
    out += quoted(one_in(2, random) ? "a" : pick(strings, random), random) + gap(random) + ':' +
           gap(random) + value(depth + 1, random) + gap(random);
  }
  if (count > 0 && one_in(5, random)) out += ',' + gap(random);
  return out + "}";
}

std::string array(int depth, Random& random) {
  std::string out = "[" + gap(random);
  const std::uint64_t count = random() % 3;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i > 0) out += ',' + gap(random);
    out += value(depth + 1, random) + gap(random);
  }
  if (count > 0 && one_in(5, random)) out += ", ";
  return out + "]";
}

std::string value(int depth, Random& random) {
  const std::uint64_t kind = depth > 3 ? random() % 2 : random() % 5;
  switch (kind) {
    case 0: return quoted(pick(strings, random), random);
    case 1: return pick(scalars, random);
    case 2: return array(depth, random);
    default: return object(depth, random);
  }
}

std::string item(int depth, Random& random) {
  std::array<std::string, 4> fields;
  std::size_t count = 0;
  const auto add = [&](const std::string& key, const std::string& what) {
    fields[count++] = quoted(key, random) + gap(random) + ':' + gap(random) + what;
  };
  if (!one_in(8, random)) {
    const std::string key = pick(name_keys, random);
    const bool is_function = key == "function" && depth == 0 && one_in(2, random);
    const std::string name =
        one_in(12, random) ? value(2, random) : quoted(pick(names, random), random);
    add(key, is_function ? item(1, random) : name);
  }
  if (!one_in(5, random)) {
    add(pick(argument_keys, random), one_in(4, random) ? value(1, random) : object(1, random));
  }
  if (one_in(3, random)) add(pick(id_keys, random), value(2, random));
  if (one_in(4, random)) add(one_in(2, random) ? pick(id_keys, random) : "x", value(2, random));
  for (std::size_t i = count; i > 1; --i) std::swap(fields[i - 1], fields[random() % i]);
  std::string out = "{" + gap(random);
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out += ',' + gap(random);
    out += fields[i] + gap(random);
  }
  return out + "}";
}

std::string json_body(Random& random) {
  std::string body;
  if (one_in(4, random)) {
    body = "[";
    const std::uint64_t count = random() % 4;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i > 0) body += "," + gap(random);
      body += one_in(4, random) ? value(2, random) : item(0, random);
    }
    body += "]";
  } else {
    body = one_in(6, random) ? value(0, random) : item(0, random);
  }
  if (one_in(6, random)) {
    const std::string fence =
        pick(std::array<std::string_view, 4>{"```", "````", "~~~", "``"}, random);
    const std::string info =
        pick(std::array<std::string_view, 5>{"", "json", " a`", "x<", "~"}, random);
    body = fence + info + (one_in(8, random) ? "\r" : "\n") + body;
    if (!one_in(4, random)) body += "\n" + fence;
  }
  return gap(random) + body + gap(random);
}

std::string xml_value(Random& random) {
  constexpr std::array<std::string_view, 26> values = {"",
                                                       "v",
                                                       "5",
                                                       "-007",
                                                       "1.50",
                                                       "true",
                                                       "null",
                                                       "{\"a\": 1,}",
                                                       "[1]",
                                                       "\n",
                                                       "\r\n",
                                                       "</k>",
                                                       "</t>",
                                                       "\n<k>",
                                                       "\n<p>",
                                                       "\n<parameter=q>",
                                                       "<t>",
                                                       "</invoke>",
                                                       "<h>x</h>",
                                                       "x\n",
                                                       "</parameter>",
                                                       "\xC3\xA9",
                                                       " <k2/> ",
                                                       "\"",
                                                       "\n</t>",
                                                       "<t a=\"</t>\">"};
  std::string out;
  for (std::uint64_t i = random() % 4; i > 0; --i) out += pick(values, random);
  return out;
}

std::string parameter(Random& random) {
  constexpr std::array<std::string_view, 8> opens = {"<k>",
                                                     "<k2>",
                                                     "<parameter=k>",
                                                     "<parameter name=\"k\">",
                                                     "<param name='p'>",
                                                     "<parameter name=\"k\" string=\"true\">",
                                                     "<parameter name=\"p\" string=\"false\">",
                                                     "<p>"};
  constexpr std::array<std::string_view, 8> closes = {"</k>",         "</k2>",    "</parameter>",
                                                      "</parameter>", "</param>", "</parameter>",
                                                      "</parameter>", "</p>"};
  const std::size_t kind = random() % opens.size();
  if (one_in(12, random)) return one_in(2, random) ? "<k/>" : "<parameter=p/>";
  std::string out = std::string(opens[kind]) + xml_value(random);
  if (!one_in(6, random)) out += closes[kind];
  return out + (one_in(3, random) ? "\n" : gap(random));
}

// Elements that name the tool, and have all its arguments.
std::string call_elements(Random& random) {
  constexpr std::array<std::string_view, 4> tools = {"f", " g\n", "", "a b"};
  const std::string name = pick(name_keys, random);
  std::string out = '<' + name + '>' + pick(tools, random) + "</" + name + '>' + gap(random);
  if (one_in(2, random)) return out;
  const std::string key = pick(argument_keys, random);
  const std::string given = one_in(6, random) ? value(2, random) : object(0, random);
  return out + '<' + key + '>' + gap(random) + given + gap(random) + "</" + key + '>';
}

std::string xml_body(Random& random) {
  constexpr std::array<std::string_view, 6> opens = {
      "<invoke name=\"f\">",          "<function=g>", "<function name='f'>", "<invoke=f>",
      "<invoke name=\"f\" id=\"3\">", "<function=g/>"};
  constexpr std::array<std::string_view, 6> closes = {"</invoke>", "</function>", "</function>",
                                                      "</invoke>", "</invoke>",   ""};
  const bool has_functions = one_in(2, random);
  std::string out = gap(random);
  if (!has_functions && one_in(3, random)) out += call_elements(random);
  for (std::uint64_t i = has_functions ? 1 + random() % 2 : 1; i > 0; --i) {
    const std::size_t kind = random() % opens.size();
    if (has_functions) out += std::string(opens[kind]) + gap(random);
    for (std::uint64_t j = random() % 4; j > 0; --j) out += parameter(random);
    if (has_functions && !one_in(8, random)) out += closes[kind];
    out += gap(random);
    if (one_in(12, random)) out += pick(bits, random);
  }
  return out;
}

std::string random_body(Random& random) {
  const std::uint64_t kind = random() % 12;
  if (kind != 0) return kind < 7 ? json_body(random) : xml_body(random);
  std::string out;
  for (std::uint64_t i = random() % 5; i > 0; --i) out += pick(bits, random);
  return out;
}

std::string random_call(const Rule& rule, Random& random) {
  if (!rule.open.empty()) {
    return rule.open + random_body(random) + (one_in(10, random) ? "" : rule.close);
  }
  constexpr std::array<std::string_view, 9> attributes = {
      "", "", "", "", " name=\"f\"", " name=\"g\" id=\"7\"", "=f", " id='</t>'", " name="};
  std::string name = rule.name;
  if (one_in(20, random)) name[0] = 'T';
  std::string out = "<" + name + pick(attributes, random);
  if (one_in(12, random)) return out + "/>";
  out += ">" + random_body(random);
  if (!one_in(10, random)) out += one_in(20, random) ? "</ " + name + " >" : "</" + name + ">";
  return out;
}

void mutate(std::string& text, Random& random) {
  const std::size_t at = text.empty() ? 0 : random() % text.size();
  switch (random() % 5) {
    case 0:
      if (!text.empty()) text.erase(at, 1);
      break;
    case 1: text.erase(at, random() % 12); break;
    case 2: text.insert(at, pick(bits, random)); break;
    case 3: text.insert(at, text.substr(at, random() % 12)); break;
    default: text.resize(at);
  }
}

}  // namespace

Options random_tool_options(Random& random) {
  while (true) {
    Options options;
    std::vector<Rule> rules{rule_of(Action::call, "t")};
    if (one_in(4, random)) rules.push_back(rule_of(Action::call, "function"));
    if (one_in(5, random)) rules.push_back(rule_between(Action::call, "[T]", "[/T]"));
    if (one_in(8, random)) rules.push_back(rule_between(Action::call, "<|c|>", "<|/c|>"));
    if (one_in(2, random)) rules.push_back(rule_of(Action::hide, "h"));
    if (one_in(6, random)) {
      rules.push_back(rule_of(one_in(2, random) ? Action::record : Action::unwrap, "r"));
    }
    if (one_in(8, random)) rules.push_back(rule_of(Action::record, "k2"));
    set_rules(options, rules);
    if (one_in(3, random)) options.nesting = Nesting::first_close;
    options.unclosed_call = static_cast<UnclosedCall>(random() % 4);
    options.bad_calls = one_in(3, random) ? BadCalls::content : BadCalls::hide;
    options.strict_json = one_in(5, random);
    options.incremental = one_in(2, random);
    options.ignore_case = one_in(6, random);
    options.markdown_code = static_cast<MarkdownCode>(random() % 3);
    if (one_in(3, random)) {
      const auto types = static_cast<ValueTypes>(random() % 128);
      options.tools =
          json_of({{one_in(2, random) ? "f" : "", {{"k", types}, {"q", ValueTypes::integer}}}});
    }
    if (one_in(4, random)) {  // what the model knows of a body that is given back has no limit
      options.limits.max_held_bytes = random() % 60;
      options.bad_calls = BadCalls::hide;
    }
    if (one_in(12, random)) options.limits.max_tag_bytes = 1 + random() % 24;
    if (Rules::make(options)) return options;
  }
}

std::string random_tool_text(const Options& options, Random& random) {
  const std::vector<Rule> rules = rules_of(options);
  const auto first = std::find_if(rules.begin(), rules.end(),
                                  [](const Rule& rule) { return rule.action == Action::call; });
  std::string text = random_beginning(random);
  for (std::uint64_t i = 1 + random() % 4; i > 0; --i) {
    switch (random() % 8) {
      case 0: text += pick(bits, random); break;
      case 1: text += " mid "; break;
      case 2:
        text += "<h>" + (one_in(2, random) ? random_call(*first, random) : "x") + "</h>";
        break;
      default: {
        const Rule& rule = rules[random() % rules.size()];
        text += random_call(rule.action == Action::call ? rule : *first, random);
      }
    }
  }
  for (std::uint64_t i = one_in(2, random) ? 0 : random() % 4; i > 0; --i) mutate(text, random);
  return text;
}

}  // namespace tagstream::testing

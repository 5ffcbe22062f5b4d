#include "dialects/format_of.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>

#include "dialects/check.hpp"
#include "dialects/format_parts.hpp"

namespace tagstream {

namespace notation {

namespace {

// The placeholders of a line say which part of FamilyFormat it becomes (`Role`). For calls the
// shape of the body says which function reads the line, and the format that results:
//
//   {"name": "NAME", "arguments": ARGUMENTS}      object_call: JSON, with the keys that stand there
//   {"NAME": ARGUMENTS}                           object_call: json_by_name
//   [TOOL_CALLS]NAME[ARGS]ARGUMENTS               named_call: marker, name, separator, JSON
//   <function=NAME>ARGUMENTS</function>           named_call: the tag names the tool
//   NAME(KEY=PYTHON, ...)                         code_call
//   <tool: NAME>\nSTRING\n</tool>                 named_call, a body of text
//   PARAMETER...                                  element_call
//
// mistral has two lines of calls, with `[CALL_ID]ID` and without: `merge` makes them one format, in
// which the id is optional.

// True for a line with a name, and then code in a fence that calls a fixed word:
//
//   <|assistant|>NAME\n```python\ntool_call(KEY=PYTHON, ...)\n```
bool is_named_code(View way) {
  if (!has(way, Word::key) || !has(way, Word::python)) return false;
  const std::vector<Leaf> all = leaves(way);
  const auto name = std::find_if(all.begin(), all.end(),
                                 [](const Leaf& leaf) { return leaf.word == Word::name; });
  const std::string_view after = name == all.end() || name + 1 == all.end()
                                     ? std::string_view()
                                     : trimmed_front((name + 1)->text);
  return !after.starts_with('(') && !after.starts_with('.');
}

// True if the node is the object of a call, or repeats such objects.
bool holds_object(const Node& node) {
  if (node.object() != nullptr) return true;
  const View inside = node.inside();
  return std::any_of(inside.begin(), inside.end(), holds_object);
}

// The size of `text` up to the bracket that closes a list which has begun before it; npos if none
// does.
std::size_t end_of_list(std::string_view text) {
  std::size_t depth = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' || text[i] == '[') ++depth;
    if ((text[i] == '}' || text[i] == ']') && --depth == 0) return i + 1;
  }
  return text.npos;
}

// Makes a FamilyFormat from a Family. Lines with headers are read first (headers_of.cpp); the
// functions here read the other lines, and what is left of those.
class Maker {
 public:
  explicit Maker(Making& making, const Family& family)
      : making_(making), family_(family), format_(making.store.format) {}

  void make() {
    for (std::string_view words : family_.words(Option::alike)) check_alike(words_in(words));
    Headers headers = headers_of(making_, family_);
    Family rest;
    rest.lines = std::move(headers.lines);
    rest.options = family_.options;
    add_reasoning(rest, headers);
    add_answer(rest);
    add_calls(rest, headers);
    for (const auto& [option, words] : family_.options) check_use(option);
  }

 private:
  // Refuses an option that changes nothing in this format: `- the end closes a command` where no
  // call is a command.
  void check_use(Option option) {
    if (is_used(option)) return;
    const std::string needs(row_of(option).needs);
    making_.refuse("the option says nothing, as the format has no " + needs + "; leave it out",
                   View());
  }

  [[nodiscard]] bool is_used(Option option) const {
    const auto any_call = [&](auto is) {
      return format_.tools != nullptr &&
             std::any_of(format_.tools->calls.begin(), format_.tools->calls.end(), is);
    };
    switch (option) {
      case Option::trims:
      case Option::starts_in_reasoning:
      case Option::may_start_in_reasoning:
      case Option::ends_before: return format_.reasoning != nullptr;
      case Option::calls_end_reasoning:
      case Option::calls_stay_in_reasoning:
      case Option::calls_count_in_reasoning: return format_.tools != nullptr;
      case Option::names_may_have_spaces:
        return any_call([](const CallFormat& call) {
          return call.name.may_have_spaces || call.pythonic->spaced_names;
        });
      case Option::text_may_touch_lists:
        return any_call([](const CallFormat& call) { return call.pythonic->text_may_touch; });
      case Option::openers_end_values:
      case Option::first_key_counts: return !family_.ways(Role::parameter).empty();
      case Option::string_is:
        return any_call([](const CallFormat& call) {
          return call.body == CallBody::text || !call.string_is.empty();
        });
      case Option::end_closes:
        return any_call([](const CallFormat& call) { return call.end_closes; });
      case Option::tools_are:
        return any_call([](const CallFormat& call) { return call.names_tag; });
      case Option::drop:
      case Option::alike:
      case Option::source:
      case Option::evidence:
      case Option::models:
      case Option::likely_models:
      case Option::automatic: return true;
    }
    return true;
  }

  // `- alike: ｜DSML｜ |DSML|` says that a marker may have the second word in place of the
  // first. Such an option is a mistake if no line has the first word.
  void check_alike(const std::vector<std::string_view>& words) {
    if (words.size() < 2)
      return making_.refuse("fewer than two words are named as alike", words[0]);
    const auto has_word = [&](const Template& way) {
      const std::vector<Leaf> all = leaves(way);
      return std::any_of(all.begin(), all.end(), [&](const Leaf& leaf) {
        return leaf.text.find(words[0]) != leaf.text.npos;
      });
    };
    const bool is_written =
        std::any_of(family_.lines.begin(), family_.lines.end(), [&](const Line& line) {
          return std::any_of(line.ways.begin(), line.ways.end(), has_word);
        });
    if (!is_written) making_.refuse("no line holds the first of words that are alike", words[0]);
  }

  // Lines with REASONING give openers and closers; lines with CONTENT give tags to unwrap, or
  // markers to drop. A family with neither openers nor headers has no reasoning: its markers around
  // the answer become tokens of the whole format.
  void add_reasoning(const Family& family, const Headers& headers) {
    ReasoningFormat reasoning;
    reasoning.trims = family.has(Option::trims);
    reasoning.starts_inside = family.has(Option::starts_in_reasoning);
    reasoning.header = headers.format;
    for (std::string_view word : family.words(Option::ends_before))
      making_.add(reasoning.ends_before, word);
    for (View way : family.ways(Role::reasoning)) {
      const auto [before, after] = texts_around(way, Word::reasoning);
      making_.add(reasoning.open,
                  reasoning.trims ? trimmed_back(before) : std::string_view(before));
      making_.add(reasoning.close,
                  reasoning.trims ? trimmed_front(after) : std::string_view(after));
    }
    for (View way : family.ways(Role::content)) {
      const auto [before, after] = texts_around(way, Word::content);
      const std::string_view tag = xml_tag_name(before);
      if (!tag.empty() && after == "</" + std::string(tag) + '>') {
        making_.add(reasoning.unwrap, tag);
      } else {
        making_.add(reasoning.drop, before);
        making_.add(reasoning.drop, after);
      }
    }
    if (headers.says_nothing) {
      for (std::string_view word : headers.format.close) making_.add(reasoning.drop, word);
    } else if (headers.format.is_given()) {
      const WordList& close = headers.format.close;
      WordList others;
      for (std::string_view word : reasoning.drop) {
        if (std::find(close.begin(), close.end(), word) == close.end()) others.add(word);
      }
      reasoning.drop = others;
    }
    if (reasoning.open.empty() && !reasoning.header.is_given()) {
      if (!reasoning.close.empty())
        making_.refuse("nothing opens the reasoning; write its opening marker before it",
                       family.ways(Role::reasoning)[0]);
      for (std::string_view word : reasoning.drop) making_.add(format_.drop, word);
      // Only a ReasoningFormat can unwrap tags, so a tag around the answer becomes two tokens.
      for (std::string_view name : reasoning.unwrap) {
        making_.add(format_.drop, '<' + std::string(name) + '>');
        making_.add(format_.drop, "</" + std::string(name) + '>');
      }
      return;
    }
    ReasoningFormat& kept = making_.store.add<ReasoningFormat>();
    kept = reasoning;
    format_.reasoning = &kept;
  }

  // `<|im_start|>assistant\nANSWER<|im_end|>`: the text before ANSWER begins the turn in a prompt,
  // the text after it is a token to drop.
  void add_answer(const Family& family) {
    for (View way : family.ways(Role::answer)) {
      const auto [before, after] = texts_around(way, Word::answer);
      making_.add(format_.turn, before);
      making_.add(format_.drop, after);
    }
    for (std::string_view word : words_of(family, Option::drop)) making_.add(format_.drop, word);
    for (std::string_view word : words_of(family, Option::tools_are))
      format_.tools_known.push_back(making_.keep(word));
    format_.opens_in_prompt =
        family.has(Option::starts_in_reasoning) || family.has(Option::may_start_in_reasoning);
  }

  // The texts before and after a placeholder.
  std::pair<std::string, std::string> texts_around(View way, Word word) {
    const auto [before, after] = cut(way, word);
    return {making_.marker(before), making_.marker(after)};
  }

  // All words after an option, which may stand in several lines with several words each.
  static std::vector<std::string_view> words_of(const Family& family, Option option) {
    std::vector<std::string_view> all;
    for (std::string_view words : family.words(option)) {
      for (std::string_view word : words_in(words)) all.push_back(word);
    }
    return all;
  }

  // ---- calls ---------------------------------------------------------------------------------

  // At most four ways to write a call, after `merge` has made ways that hardly differ one. The
  // separator is that of the whole family, and one byte: `;`, `,` or a line end.
  void add_calls(const Family& family, const Headers& headers) {
    std::vector<CallMade> calls;
    WordList wrap_open;
    WordList wrap_close;
    std::string separator;
    for (View way : family.ways(Role::call)) {
      CallMade made = call(way, family);
      add_literal(made.format);
      if (!made.separator.empty()) separator = made.separator;
      add_all(wrap_open, made.wrap_open);
      add_all(wrap_close, made.wrap_close);
      merge(calls, std::move(made));
    }
    if (calls.empty() && !headers.has_calls) return;
    share_separators(calls);
    ToolFormat& tools = making_.store.add<ToolFormat>();
    tools.wrap_open = wrap_open;
    tools.wrap_close = wrap_close;
    if (calls.size() > tools.calls.size()) {
      making_.refuse("there are more than four ways to write a call",
                     family.ways(Role::call).back());
      return;
    }
    const std::string_view sign = trimmed(separator).empty() ? separator : trimmed(separator);
    if (sign.size() > 1) making_.refuse("more than one byte stands between two calls", sign);
    for (std::size_t i = 0; i < calls.size(); ++i) {
      tools.calls[i] = calls[i].format;
      tools.calls[i].ends_as_reasoning = closes_reasoning(calls[i].format.close);
      tools.calls[i].separator = sign.empty() ? '\0' : sign[0];
    }
    for (View way : family.ways(Role::wrapper)) add_wrapper(tools, way);
    tools.calls_in_reasoning = in_reasoning();
    if (headers.has_calls) tools.header = headers.format;
    if (headers.has_elements) {
      tools.header_body = element_body(making_, family);
      tools.header_body.close = headers.call_close;
    }
    format_.tools = &tools;
  }

  [[nodiscard]] bool closes_reasoning(const WordList& closers) const {
    if (format_.reasoning == nullptr) return false;
    const WordList& others = format_.reasoning->close;
    return std::find_first_of(closers.begin(), closers.end(), others.begin(), others.end()) !=
           closers.end();
  }

  [[nodiscard]] CallsInReasoning in_reasoning() const {
    if (family_.has(Option::calls_end_reasoning)) return CallsInReasoning::end;
    if (family_.has(Option::calls_stay_in_reasoning)) return CallsInReasoning::keep;
    if (family_.has(Option::calls_count_in_reasoning)) return CallsInReasoning::extract;
    return CallsInReasoning::settle;
  }

  CallMade call(View way, const Family& family) {
    if (has(way, Word::parameter)) return element_call(making_, way, family);
    if (has(way, Word::key) && !is_named_code(way)) return code_call(making_, way, family);
    if (!has(way, Word::name)) return text_call(way);
    if (std::any_of(way.begin(), way.end(), holds_object)) return object_call(way);
    const Stand stand = find(way, Word::name)->stand;
    if (stand == Stand::json_string || stand == Stand::json_value)
      making_.refuse("a bracket is not closed", way);
    return named_call(way, family);
  }

  // A line with STRING and without NAME: the header of the message has named the tool.
  CallMade text_call(View way) {
    CallMade made;
    const auto [open, close] = texts_around(way, Word::string);
    take_text(made.format);
    making_.add(made.format.open, trimmed_back(open));
    making_.add(made.format.close, trimmed_front(close));
    return made;
  }

  // The body is one text, the argument that the format names.
  void take_text(CallFormat& format) {
    format.body = CallBody::text;
    format.end_closes = family_.has(Option::end_closes);
    if (family_.has(Option::string_is))
      format.argument = making_.keep(family_.word(Option::string_is));
  }

  // A call as an object, {"name": "NAME", "arguments": ARGUMENTS}, or a list of such objects. A
  // `...` outside of brackets, between two objects, gives either a separator or, if only blanks
  // stand there and a closer follows, the body `json_lines`.
  CallMade object_call(View way) {
    CallMade made;
    std::size_t at = 0;
    while (!holds_object(way[at])) ++at;
    const Repeat* const repeat = way[at].repeat();
    const View each = repeat == nullptr ? way.subspan(at, 1) : View(repeat->each);
    std::size_t object = 0;
    while (!holds_object(each[object])) ++object;
    std::string before = making_.marker(way.first(at)) + making_.marker(each.first(object));
    std::string rest = making_.marker(way.subspan(at + 1));
    std::string between = making_.marker(each.subspan(object + 1));
    char bracket = '{';
    if (repeat != nullptr) {
      between += repeat->between;
      const std::size_t end = end_of_list(rest);
      const bool is_list = trimmed_back(before).ends_with('[') && end != rest.npos;
      if (is_list) {
        before.resize(trimmed_back(before).size() - 1);
        rest.erase(0, end);
        bracket = '[';
      } else if (!trimmed(between).empty()) {
        made.separator = trimmed(between);
      } else if (!trimmed(rest).empty()) {
        made.format.body = CallBody::json_lines;
      } else {
        made.separator = between;
      }
    }
    const View body = each[object].inside();
    if (is_by_name(body)) {
      made.format.body = CallBody::json_by_name;
    } else {
      take_keys(made.format.keys, body);
      made.format.string_is = making_.keep(family_.word(Option::string_is));
    }
    std::string close(without_fence(rest));
    take_outer_object(each[object], before, close);
    take_wrapper(made, before, close, {});
    if (const std::size_t outer = before.find("{\""); outer != before.npos) {
      if (!trimmed_back(before).ends_with("\"tool_calls\":")) {
        add_outer_object(made.format, before, close);
        return made;
      }
      before.resize(outer);  // readers know this key
      close.erase(0, close.starts_with('}') ? 1 : 0);
    }
    take_opener(made.format, before, bracket);
    making_.add(made.format.close, close);
    return made;
  }
  // An object inside another one, whose key has no meaning: the text of the outer one belongs to
  // the opener and to the closer. `{"call": {"name": "NAME", …}}` adds `{"call": ` and `}`.
  static void take_outer_object(const Node& object, std::string& open, std::string& close) {
    const std::string text = first_text(object.inside());
    const std::size_t inner = text.rfind('{');
    if (inner == 0 || inner == text.npos) return;
    const std::string_view outer = trimmed_back(std::string_view(text).substr(0, inner));
    const std::string_view key = outer.substr(0, outer.empty() ? 0 : outer.size() - 1);
    if (!outer.ends_with(':') || key.ends_with("\"function\"")) return;
    open += std::string_view(text).substr(0, inner);
    close.insert(
        0, std::string(static_cast<std::size_t>(std::count(outer.begin(), outer.end(), '{')), '}'));
  }
  // The opener and the closer of an outer object. Blanks and line ends may stand after its brace,
  // and before and after its closing one.
  void add_outer_object(CallFormat& format, std::string_view open, std::string_view close) {
    const std::string_view whole = trimmed_back(open);
    const std::size_t brace = whole.find("{\"") + 1;
    const std::string_view key = trimmed_front(whole.substr(brace));
    const std::string_view marker = trimmed_back(whole.substr(0, brace - 1));
    for (const std::string_view line : {"", "\n"}) {
      for (const std::string_view blank : {"", " ", "\n", "\n  ", "\n    "}) {
        std::string opener(marker);
        if (!marker.empty()) opener += line;
        making_.add(format.open, opener.append("{").append(blank).append(key));
      }
    }
    const std::string_view end = trimmed_front(close.substr(close.starts_with('}') ? 1 : 0));
    for (const std::string_view blank : {"", " ", "\n"})
      making_.add(format.close, end.empty() ? "}" : std::string("}").append(blank).append(end));
  }
  // Notes the keys of the line that are not `name`, `arguments` and `id`. `function` as the key of
  // the name is known to every format.
  void take_keys(JsonKeys& keys, View body) {
    const auto key_of = [&](Word word) {
      const Slot* const slot = find(body, word);
      return slot == nullptr ? std::string_view() : std::string_view(slot->label);
    };
    const auto take = [&](std::string_view& key, Word word, std::string_view usual) {
      if (key_of(word) != usual) key = making_.keep(key_of(word));
    };
    if (key_of(Word::name) != "function") take(keys.name, Word::name, "name");
    take(keys.arguments, Word::arguments, "arguments");
    take(keys.id, Word::id, "id");
  }
  // True for {"NAME": ARGUMENTS}: the name is the key.
  static bool is_by_name(View body) {
    const View rest = cut(body, Word::name).second;
    const Literal* const sign = rest.empty() ? nullptr : rest[0].literal();
    const bool is_key = sign != nullptr && sign->text.starts_with("\":") &&
                        trimmed(std::string_view(sign->text).substr(2)).empty();
    return is_key && rest.size() > 1 && has(rest.subspan(1, 1), Word::arguments);
  }

  // Adds the opener. A text of words alone, such as `Action:`, may stand in any answer, so it opens
  // nothing by itself: the first bracket of the body, or the fence before it, becomes a part of the
  // opener, and is read with the body as well (`shared`). `Action:{"name": "NAME", …}` opens with
  // `Action:{`. If nothing stands before the body, the opener counts only before any text.
  void take_opener(CallFormat& format, std::string_view text, char bracket) {
    const std::string_view fence = fence_at_end(text);
    const std::string_view whole = trimmed_back(text);
    const std::string_view before =
        fence.empty() ? text : whole.substr(0, whole.size() - fence.size());
    const bool is_weak = std::all_of(before.begin(), before.end(), [](char c) {
      return is_letter(c) || c == ':' || is_blank(c);
    });
    if (!is_weak) {
      making_.add(format.open, trimmed_back(before));
      return;
    }
    if (fence.empty()) {
      const bool has_blank = whole.ends_with(':') || (!whole.empty() && whole != text);
      if (!has_blank) making_.add(format.open, std::string(whole) + bracket);
      for (const std::string_view blank : {"", " ", "\n", "\n\n"})
        if (has_blank) making_.add(format.open, std::string(whole).append(blank) + bracket);
      if (has_blank) making_.add(format.open, std::string(text) + bracket);
      format.shared = 1;
    } else {
      making_.add(format.open, whole);
      share_with_body(format, fence);
    }
    format.is_leading = trimmed(before).empty();
  }

  // A call with NAME outside of braces, perhaps an ID, and then ARGUMENTS, STRING or code. A fence
  // around the body is not a part of the format: readers pass any fence.
  CallMade named_call(View way, const Family& family) {
    CallMade made;
    const bool is_code = is_named_code(way);
    Template head;
    std::string tail;
    if (is_code) {
      head = cut_code(way, made.format, tail);
    } else {
      const auto [before, after] =
          cut(way, has(way, Word::arguments) ? Word::arguments : Word::string);
      if (!has(before, Word::name)) {
        making_.refuse("no NAME stands before the arguments, or with them in an object", way);
        return made;
      }
      if (take_tool_tag(made.format, before, after)) return made;
      head.assign(before.begin(), before.end());
      tail = making_.marker(after);
    }
    const bool has_fence = take_fence(head);
    if (is_code && !has_fence)
      making_.refuse("code stands after NAME without a fence; write ``` before and after it", way);
    const std::string_view rest = without_fence(tail);
    if (!has(head, Word::name)) return made;  // refused above
    if (take_named_tag(made.format, head, rest)) return made;
    made.has_name = true;
    CallNameFormat& name = made.format.name;
    if (!is_code) made.format.body = CallBody::name_then_json;
    auto [before, after] = cut(head, Word::name);
    if (has(before, Word::id)) {
      const auto [opener, mark] = cut(before, Word::id);
      before = opener;
      name.id_mark = making_.keep(text_in(mark));
      name.id_first = true;
    } else if (has(after, Word::id)) {
      const auto [mark, more] = cut(after, Word::id);
      after = more;
      name.id_mark = making_.keep(text_in(mark));
    }
    if (find(head, Word::name)->stand == Stand::counted) {
      name.is_id = true;
      after = cut(after, Word::index).second;
    }
    const bool is_text = has(way, Word::string) || family.has(Option::string_is);
    std::string lead = making_.marker(before);
    std::string close(rest);
    take_wrapper(made, lead, close, text_in(after));
    const std::string marks = making_.marker(after);
    std::string_view open = trimmed_back(lead);
    take_name(name, open, trimmed(marks), open.size() != lead.size(), is_text);
    if (is_text) take_text(made.format);
    if (open.empty()) making_.refuse("nothing opens the call; write a marker before NAME", way);
    making_.add(made.format.open, open);
    making_.add(made.format.close, close);
    return made;
  }

  // <NAME>ARGUMENTS</NAME>, <tool:NAME>ARGUMENTS</tool:NAME>: each tool has a tag of its own.
  bool take_tool_tag(CallFormat& format, View before, View after) {
    const Slot& name = *find(before, Word::name);
    if (name.stand != Stand::tag || name.after != '>' || before.size() != 3) return false;
    const std::string open = text_in(before.first(1));
    const std::string tag = name.label + "NAME>";
    if (open != '<' + name.label || trimmed(text_in(before.last(1))) != ">") return false;
    const std::string close = written(after);
    if (trimmed(close) != "</" + tag) {
      making_.refuse("no closing tag with NAME closes the tag with NAME; write </NAME> at the end",
                     close);
      return true;
    }
    format.names_tag = true;
    making_.add(format.open, open);
    making_.add(format.close, "</" + name.label);
    return true;
  }

  // A tag around the markers of a call, as `<u>` in `<u>\n<name>NAME</name>ARGUMENTS\n</u>`, is
  // read as a wrapper, with any blanks inside: the opener becomes `<name>`. Two tags side by side
  // that close side by side, `<x><y>NAME ARGUMENTS</y></x>`, are one marker.
  void take_wrapper(CallMade& made, std::string& open, std::string& close,
                    std::string_view after_name) {
    const std::string tag = open.substr(0, open.find('>') + 1);
    const std::string_view name = xml_tag_name(tag);
    const std::string_view inside = trimmed_front(std::string_view(open).substr(tag.size()));
    const std::string closing = "</" + std::string(name) + '>';
    const std::string_view last = trimmed_back(close);
    if (name.empty() || !inside.starts_with('<') || !last.ends_with(closing)) return;
    const std::string_view rest = last.substr(0, last.size() - closing.size());
    const bool is_apart = tag.size() + inside.size() != open.size() || rest != trimmed_back(rest);
    const std::string inner(xml_tag_name(inside.substr(0, inside.find('>') + 1)));
    if (!is_apart && !(after_name.starts_with("</") && after_name.substr(2).starts_with(inner)))
      return;
    making_.add(made.wrap_open, tag);
    making_.add(made.wrap_close, closing);
    close = std::string(trimmed_back(rest));
    open = std::string(inside);
  }

  // Takes the fence off the end of a template, and the blanks before it. Returns false if it ends
  // with none.
  static bool take_fence(Template& head) {
    Literal* const last = head.empty() ? nullptr : std::get_if<Literal>(&head.back().form);
    const std::string_view fence = last == nullptr ? std::string_view() : fence_at_end(last->text);
    if (fence.empty()) return false;
    const std::string_view whole = trimmed_back(last->text);
    last->text = std::string(trimmed_back(whole.substr(0, whole.size() - fence.size())));
    return true;
  }

  // The template before `tool_call(KEY=PYTHON, ...)`; `tail` becomes the text after it, and the
  // word before the parenthesis the `callee`.
  Template cut_code(View way, CallFormat& format, std::string& tail) {
    CodeParts parts;
    if (!cut_arguments(way, parts))
      making_.refuse("this can't be read as a call in code; write NAME(KEY=PYTHON, ...)", way);
    PythonicShape& shape = making_.store.add<PythonicShape>();
    const std::size_t size = length_at_end(parts.callee, is_word_byte);
    shape.callee = making_.keep(std::string_view(parts.callee).substr(parts.callee.size() - size));
    format.body = CallBody::pythonic;
    format.pythonic = &shape;
    tail = parts.rest + making_.marker(parts.after);
    Template head(parts.before.begin(), parts.before.end());
    head.push_back({Literal{parts.callee.substr(0, parts.callee.size() - size)}});
    return head;
  }

  // <function=NAME> or <function name="NAME">: the tag names the tool, and the body is the
  // arguments. Returns false for any other text. Text after the closing tag becomes a token to
  // drop.
  bool take_named_tag(CallFormat& format, View head, std::string_view rest) {
    const Slot& name = *find(head, Word::name);
    const std::string before = text_in(cut(head, Word::name).first);
    const std::string after = text_in(cut(head, Word::name).second);
    const bool is_value = name.stand == Stand::tag_value && after == ">";
    const bool is_attribute =
        name.stand == Stand::attribute && name.label == "name" && after == "\">";
    if (!is_value && !is_attribute) return false;
    const std::string_view sign = is_value ? "=" : " name=\"";
    const std::string_view tag = std::string_view(before).substr(0, before.size() - sign.size());
    if (!is_tag_begin(tag)) return false;
    const std::string close = "</" + std::string(tag.substr(1)) + '>';
    format.body = CallBody::arguments;
    making_.add(format.open, std::string(tag) + '>');
    const bool is_closed = rest.starts_with(close);
    making_.add(format.close, is_closed ? std::string_view(close) : rest);
    if (is_closed) making_.add(format_.drop, trimmed(rest.substr(close.size())));
    return true;
  }

  // Sorts the marks between the opener and the name, and between the name and its arguments.
  //
  //   <｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME   opener, kind and separator before NAME
  //   <|tool_call_begin|>functions.NAME              `functions.` is a prefix of the name
  //   [TOOL_CALLS]NAME[ARGS]                         the first mark after NAME is the separator
  void take_name(CallNameFormat& name, std::string_view& open, std::string_view after,
                 bool is_spaced, bool is_text) {
    name.may_have_spaces = family_.has(notation::Option::names_may_have_spaces);
    std::vector<std::string_view> marks = marks_in(open);
    std::erase_if(marks, [](std::string_view mark) { return trimmed(mark).empty(); });
    if (marks.size() == 3) {  // marker kind separator NAME
      name.kind = making_.keep(marks[1]);
      name.separator = making_.keep(marks[2]);
      name.needs_separator = true;
      open = marks[0];
      return;
    }
    const std::size_t word = length_at_end(
        open, [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; });
    if (word != 0 && word < open.size() && !is_text && marks.size() > 1) {
      (is_spaced ? name.before : name.prefix) = making_.keep(open.substr(open.size() - word));
      open.remove_suffix(word);
    }
    while (!after.empty()) {  // <a>words[b]: a mark, and the words after it, are one
      const std::size_t sign = after.find_first_not_of(after[0]);  // `[[` is one sign
      std::size_t end = sign == after.npos ? sign : after.find_first_of("<[", sign);
      if (end == after.npos) end = after.size();
      const std::string_view mark = after.substr(0, end);
      if (name.separator.empty()) {
        name.separator = making_.keep(mark);
        name.needs_separator = true;
      } else {
        making_.add(name.then, mark);
      }
      after.remove_prefix(end);
    }
  }

  // A marker that looks like a tag is a literal if the closer is not its closing tag:
  // `<start_function_call>` is closed by `<end_function_call>`, so blanks and attributes in it mean
  // nothing.
  static void add_literal(CallFormat& format) {
    for (std::string_view open : format.open) {
      const std::string_view tag = xml_tag_name(open);
      format.is_literal = !tag.empty() && !format.close.empty() &&
                          *format.close.begin() != "</" + std::string(tag) + '>';
    }
    for (std::string_view close : format.close) {  // `<end>` closes nothing as a tag
      const MarkerSpelling spelling = spelling_of(close);
      if (!spelling.name.empty() && !spelling.closes) format.is_literal = true;
    }
  }

  // Two ways with the same markers may differ in the spelling of a key: "arguments" and
  // "parameters". If both spellings are known, none of them is the format's own, so that neither
  // counts before the other.
  static void share_keys(JsonKeys& keys, JsonKeys& others) {
    const auto share = [](std::string_view& a, std::string_view& b, JsonKey part) {
      const auto is_known = [&](std::string_view key) {
        return key.empty() || known_key(key) == part;
      };
      if (a != b && is_known(a) && is_known(b)) a = b = {};
    };
    share(keys.name, others.name, JsonKey::name);
    share(keys.arguments, others.arguments, JsonKey::arguments);
    share(keys.id, others.id, JsonKey::id);
  }

  // Adds a way, or makes it one with an earlier way that differs from it only in an opener, in a
  // closer, in the marks beside the name, or as code differs from objects.
  void merge(std::vector<CallMade>& calls, CallMade made) {
    for (CallMade& other : calls) {
      CallFormat shared = made.format;
      CallFormat others = other.format;
      share_keys(shared.keys, others.keys);
      CallFormat same = shared;
      same.open = others.open;
      if (same == others) {
        other.format.keys = others.keys;
        return add_all(other.format.open, made.format.open);
      }
      same = shared;
      same.close = others.close;
      if (same == others) {
        other.format.keys = others.keys;
        return add_all(other.format.close, made.format.close);
      }
      if (is_code_or_object(other.format, made.format)) return;
      same = made.format;
      same.name = other.format.name;
      same.body = other.format.body;
      if (made.has_name && other.has_name && same == other.format)
        return merge_names(other.format.name, made.format.name);
    }
    calls.push_back(std::move(made));
  }
  // One family writes calls as objects and as code between the same markers. The first byte
  // of the body says which it is. The two ways become one format, that of the code.
  static bool is_code_or_object(CallFormat& object, const CallFormat& code) {
    CallFormat same = code;
    same.body = object.body;
    same.keys = object.keys;
    same.pythonic = object.pythonic;
    const bool is_both = object.body == CallBody::json && code.body == CallBody::pythonic &&
                         !code.has_name_in_front() && same == object;
    if (!is_both) return false;
    object.body = code.body;
    object.pythonic = code.pythonic;
    return true;
  }
  void add_all(WordList& words, const WordList& more) {
    for (std::string_view word : more) making_.add(words, word);
  }
  // A mark that only one of two ways has becomes optional.
  static void merge_names(CallNameFormat& name, const CallNameFormat& other) {
    const auto take = [](std::string_view& word, std::string_view more) {
      if (word.empty()) word = more;
    };
    take(name.before, other.before);
    take(name.kind, other.kind);
    take(name.id_mark, other.id_mark);
    take(name.separator, other.separator);
    take(name.prefix, other.prefix);
    if (name.then.empty()) name.then = other.then;
    name.is_id = name.is_id || other.is_id;
    name.id_first = name.id_first || other.id_first;
    name.needs_separator = name.needs_separator && other.needs_separator;
  }

  // A separator that one way of elements has after the name may stand there in all of them.
  void share_separators(std::vector<CallMade>& calls) {
    std::vector<std::string_view> all;
    for (const CallMade& made : calls) {
      const std::string_view one = made.format.shape->separators[0];
      const bool is_new = std::find(all.begin(), all.end(), one) == all.end();
      if (made.format.body == CallBody::xml && !one.empty() && is_new) all.push_back(one);
    }
    if (all.empty()) return;
    if (all.size() > 2) return making_.refuse("there are more than two marks after a name", all[2]);
    for (CallMade& made : calls) {
      if (made.format.body != CallBody::xml) continue;
      XmlShape& shape = making_.store.add<XmlShape>();
      shape = *made.format.shape;
      for (std::size_t i = 0; i < all.size(); ++i) shape.separators[i] = all[i];
      made.format.shape = &shape;
    }
  }

  // `\n\n<t>CALL</t>`: the blanks before the opener are layout. The opener is added without them,
  // and once more with them, so that they are taken out together with it.
  void add_wrapper(ToolFormat& tools, View way) {
    const auto [before, after] = texts_around(way, Word::call);
    making_.add(tools.wrap_open, trimmed(before));
    if (trimmed_front(before).size() != before.size())
      making_.add(tools.wrap_open, trimmed_back(before));
    making_.add(tools.wrap_close, trimmed(after));
  }

  Making& making_;
  const Family& family_;
  FamilyFormat& format_;
};

}  // namespace

}  // namespace notation

namespace {

// A sentence, and the bytes of a line that it is about; the whole line if they are empty.
struct Wrong {
  std::string sentence;
  std::string at;
};

Wrong make_format(const notation::Family& family, FormatStore& store) {
  notation::Making making(store, family);
  notation::Maker(making, family).make();
  if (!making.wrong().empty()) return {making.wrong(), making.at()};
  const char* const sentence = check_format(store.format);
  return {sentence == nullptr ? "" : sentence, ""};
}

// The smallest size of a beginning of `count` parts for which `is` is true. Of many parts not each
// size is tried, so that a long format is not made once for each of its lines.
template <class Is>
std::size_t first_size(std::size_t count, Is is) {
  constexpr std::size_t many = 64;
  std::size_t low = 1;
  if (count <= many) {
    while (low < count && !is(low)) ++low;
    return low;
  }
  for (std::size_t high = count; low < high;) {
    const std::size_t middle = low + (high - low) / 2;
    if (is(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

// Finds the line to blame for a sentence: the lines are added one by one, and the first line with
// which the sentence comes is the one. Then each earlier line is left out by turns: if the sentence
// goes away, that line is named "beside" the first. For `one marker opens two things` the second
// line with the marker is to blame, and the first stands beside it. If lines alone are right, an
// option is to blame.
Error error_of(const notation::Family& family, const Wrong& wrong) {
  notation::Family part;
  const auto is_it = [&] {
    FormatStore store;
    return make_format(part, store).sentence == wrong.sentence;
  };
  const auto said = [&](const notation::Place& place, const std::string& line,
                        const std::string& beside = {}) {
    return error_at(place, wrong.sentence, wrong.at.empty() ? line : wrong.at, beside);
  };
  const auto text_of = [](const notation::Line& line) {
    std::string text;
    for (const notation::Template& way : line.ways)
      text += (text.empty() ? "" : " | ") + notation::written(way);
    return text;
  };
  const auto is_in_lines = [&](std::size_t count) {
    part.lines.assign(family.lines.begin(), family.lines.begin() + std::ptrdiff_t(count));
    return is_it();
  };
  const std::size_t lines = first_size(family.lines.size(), is_in_lines);
  if (!family.lines.empty() && is_in_lines(lines)) {
    const notation::Line& line = family.lines[lines - 1];
    // An earlier line without which nothing is wrong has a part in the mistake. Of many lines only
    // the last ones are tried.
    constexpr std::size_t tried = 64;
    for (std::size_t i = std::max(lines, tried) - tried; i + 1 < lines; ++i) {
      const notation::Line other = part.lines[i];
      part.lines.erase(part.lines.begin() + static_cast<std::ptrdiff_t>(i));
      if (!is_it()) return said(line.place, text_of(line), text_of(other));
      part.lines.insert(part.lines.begin() + static_cast<std::ptrdiff_t>(i), other);
    }
    return said(line.place, text_of(line));
  }
  const auto is_in_options = [&](std::size_t count) {
    part.options.assign(family.options.begin(), family.options.begin() + std::ptrdiff_t(count));
    return is_it();
  };
  const std::size_t count = first_size(family.options.size(), is_in_options);
  if (family.options.empty() || !is_in_options(count)) return said({}, "");
  const auto& given = family.options[count - 1];
  const notation::OptionWords& row = notation::row_of(given.first);
  return said(family.option_places[count - 1], std::string(row.words) + given.second);
}

}  // namespace

Result<std::shared_ptr<const FamilyFormat>> format_of(const notation::Family& family) {
  auto store = std::make_shared<FormatStore>();
  const Wrong wrong = make_format(family, *store);
  if (!wrong.sentence.empty()) return error_of(family, wrong);
  return FormatStore::share(std::move(store));
}

notation::Family family_of(const Dialect& row) {
  Result<notation::Family> family = notation::read_family(row.text());
  assert(family);  // the row was checked while the table was compiled
  if (!family) return {};
  family->name = row.name();
  return *std::move(family);
}

// Threads may ask for one row at the same time: each makes the format, and the first one that is
// stored is kept by all.
const FamilyFormat& format_of(const Dialect& row) {
  using Format = std::shared_ptr<const FamilyFormat>;
  // Never destroyed, since a destructor of a static object may still read text.
  static auto& formats = *new std::vector<std::atomic<const Format*>>(dialects().size());
  std::atomic<const Format*>& known = formats[static_cast<std::size_t>(&row - dialects().data())];
  if (const Format* format = known.load(std::memory_order_acquire)) return **format;
  Result<Format> made = format_of(family_of(row));
  assert(made);  // a unit test makes all of them
  auto* const format = new Format(made ? *std::move(made) : std::make_shared<FamilyFormat>());
  const Format* other = nullptr;
  if (known.compare_exchange_strong(other, format, std::memory_order_acq_rel)) return **format;
  delete format;  // another thread was first
  return **other;
}

}  // namespace tagstream

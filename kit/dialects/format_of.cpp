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
bool is_named_code(std::string_view way) {
  const std::string_view after = trimmed_front(cut(way, Word::name).second);
  const bool is_call = after.starts_with('(') || after.starts_with('.');
  return has(way, Word::key) && has(way, Word::python) && !is_call;
}

// The place of the object that holds NAME; or, if `...` repeats the object, that of the list around
// it.
struct Object {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_closed = false;
};

// Finds the outermost `{` before NAME that is not closed, and the end of its object. Returns false
// if NAME stands in no braces.
bool find_object(std::string_view way, Object& object) {
  const std::size_t name = way.find(byte_of(Word::name));
  std::size_t at = 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < name; ++i) {
    if (way[i] == '{' && depth++ == 0) at = i;
    if (way[i] == '}' && depth != 0) --depth;
  }
  if (depth == 0) return false;
  const std::string_view before = trimmed_back(way.substr(0, at));
  const bool is_list =
      before.ends_with('[') && has(way, Word::dots) && way.find(']', at) != way.npos;
  object.begin = is_list ? before.size() - 1 : at;
  depth = 0;
  for (object.end = object.begin; object.end < way.size(); ++object.end) {
    const char c = way[object.end];
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) break;
  }
  object.is_closed = object.end < way.size();
  if (object.is_closed) ++object.end;
  return true;
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
  }

 private:
  // R378: `- alike: ｜DSML｜ |DSML|` says that a marker may have the second word in place of the
  // first. Such an option is a mistake if no line has the first word.
  void check_alike(const std::vector<std::string_view>& words) {
    if (words.size() < 2)
      return making_.refuse("fewer than two words are named as alike", words[0]);
    const auto has_word = [&](const std::string& way) { return way.find(words[0]) != way.npos; };
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
    for (std::string_view way : family.ways(Role::reasoning)) {
      const auto [before, after] = cut(way, Word::reasoning);
      making_.add(reasoning.open, reasoning.trims ? trimmed_back(before) : before);
      making_.add(reasoning.close, reasoning.trims ? trimmed_front(after) : after);
    }
    for (std::string_view way : family.ways(Role::content)) {
      const auto [before, after] = cut(way, Word::content);
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
      if (reasoning.starts_inside) making_.refuse("there is no reasoning to start in", "");
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
    for (std::string_view way : family.ways(Role::answer)) {
      const auto [before, after] = cut(way, Word::answer);
      making_.add(format_.turn, before);
      making_.add(format_.drop, after);
    }
    for (std::string_view word : words_of(family, Option::drop)) making_.add(format_.drop, word);
    for (std::string_view word : words_of(family, Option::tools_are))
      format_.tools_known.push_back(making_.keep(word));
    format_.opens_in_prompt =
        family.has(Option::starts_in_reasoning) || family.has(Option::may_start_in_reasoning);
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
    std::string separator;
    for (std::string_view way : family.ways(Role::call)) {
      CallMade made = call(way, family);
      add_literal(made.format);
      if (!made.separator.empty()) separator = made.separator;
      merge(calls, std::move(made));
    }
    if (calls.empty() && !headers.has_calls) return;
    share_separators(calls);
    ToolFormat& tools = making_.store.add<ToolFormat>();
    if (calls.size() > tools.calls.size()) {
      making_.refuse("there are more than four ways to write a call",
                     family.ways(Role::call).back());
      return;
    }
    for (std::size_t i = 0; i < calls.size(); ++i) tools.calls[i] = calls[i].format;
    const std::string_view sign = trimmed(separator).empty() ? separator : trimmed(separator);
    if (sign.size() > 1) making_.refuse("more than one byte stands between two calls", sign);
    tools.separator = sign.empty() ? '\0' : sign[0];
    for (std::string_view way : family.ways(Role::wrapper)) add_wrapper(tools, way);
    tools.calls_in_reasoning = in_reasoning();
    if (headers.has_calls) tools.header = headers.format;
    if (headers.has_elements) {
      tools.header_body = element_body(making_, family);
      tools.header_body.close = headers.call_close;
    }
    format_.tools = &tools;
  }

  [[nodiscard]] CallsInReasoning in_reasoning() const {
    if (family_.has(Option::calls_end_reasoning)) return CallsInReasoning::end;
    if (family_.has(Option::calls_stay_in_reasoning)) return CallsInReasoning::keep;
    if (family_.has(Option::calls_count_in_reasoning)) return CallsInReasoning::extract;
    return CallsInReasoning::settle;
  }

  CallMade call(std::string_view way, const Family& family) {
    if (has(way, Word::parameter)) return element_call(making_, way, family);
    if (has(way, Word::key) && !is_named_code(way)) return code_call(making_, way, family);
    if (!has(way, Word::name)) return text_call(way);
    Object object;
    return find_object(way, object) ? object_call(way, object) : named_call(way, family);
  }

  // A line with STRING and without NAME: the header of the message has named the tool.
  CallMade text_call(std::string_view way) {
    CallMade made;
    const auto [open, close] = cut(way, Word::string);
    made.format.body = CallBody::text;
    making_.add(made.format.open, trimmed_back(open));
    making_.add(made.format.close, trimmed_front(close));
    return made;
  }

  // A call as an object, {"name": "NAME", "arguments": ARGUMENTS}, or a list of such objects. A
  // `...` outside of brackets, between two objects, gives either a separator or, if only blanks
  // stand there and a closer follows, the body `json_lines`.
  CallMade object_call(std::string_view way, const Object& object) {
    CallMade made;
    const std::string_view body = way.substr(object.begin, object.end - object.begin);
    if (!object.is_closed) making_.refuse("a bracket is not closed", body);
    std::string_view rest = way.substr(object.end);
    const bool is_named_by_key = is_by_name(body);
    if (is_named_by_key) made.format.body = CallBody::json_by_name;
    if (!is_named_by_key) take_keys(made.format.keys, body);
    const std::size_t dots = rest.find(byte_of(Word::dots));
    if (dots != rest.npos) {
      const std::string_view between = rest.substr(0, dots);
      rest.remove_prefix(dots + 1);
      if (!trimmed(between).empty()) {
        made.separator = trimmed(between);
      } else if (!trimmed(rest).empty()) {
        made.format.body = CallBody::json_lines;
      } else {
        made.separator = between;
      }
    }
    take_opener(made.format, way.substr(0, object.begin), body);
    making_.add(made.format.close, without_fence(rest));
    return made;
  }
  // Notes the keys of the line that are not `name`, `arguments` and `id`. `function` as the key of
  // the name is known to every format.
  void take_keys(JsonKeys& keys, std::string_view body) {
    const auto take = [&](std::string_view& key, Word word, std::string_view usual) {
      const std::string_view own = key_before(body, word);
      if (own != usual) key = making_.keep(own);
    };
    if (key_before(body, Word::name) != "function") take(keys.name, Word::name, "name");
    take(keys.arguments, Word::arguments, "arguments");
    take(keys.id, Word::id, "id");
  }
  // The key before a placeholder: `key` for `"key": "WORD"` and for `"key": WORD`. Empty if the
  // placeholder has no key.
  static std::string_view key_before(std::string_view body, Word word) {
    const std::size_t at = body.find(byte_of(word));
    if (at == body.npos) return {};
    std::string_view before = trimmed_back(body.substr(0, at));
    if (before.ends_with('"')) before = trimmed_back(before.substr(0, before.size() - 1));
    if (!before.ends_with(':')) return {};
    before = trimmed_back(before.substr(0, before.size() - 1));
    if (!before.ends_with('"')) return {};
    before.remove_suffix(1);
    return before.substr(before.rfind('"') + 1);
  }
  // True for {"NAME": ARGUMENTS}: the name is the key.
  static bool is_by_name(std::string_view body) {
    std::string_view rest = cut(body, Word::name).second;
    if (!rest.starts_with("\":")) return false;
    rest = trimmed_front(rest.substr(2));
    return rest.starts_with(byte_of(Word::arguments));
  }

  // Adds the opener. A text of words alone, such as `Action:`, may stand in any answer, so it opens
  // nothing by itself: the first bracket of the body, or the fence before it, becomes a part of the
  // opener, and is read with the body as well (`shared`). `Action:{"name": "NAME", …}` opens with
  // `Action:{`. If nothing stands before the body, the opener counts only before any text.
  void take_opener(CallFormat& format, std::string_view text, std::string_view body) {
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
      making_.add(format.open, std::string(whole) + body[0]);
      format.shared = 1;
    } else {
      making_.add(format.open, whole);
      share_with_body(format, fence);
    }
    format.is_leading = trimmed(before).empty();
  }

  // A call with NAME outside of braces, perhaps an ID, and then ARGUMENTS, STRING or code. A fence
  // around the body is not a part of the format: readers pass any fence.
  CallMade named_call(std::string_view way, const Family& family) {
    CallMade made;
    const bool is_code = is_named_code(way);
    auto [head, tail] = is_code
                            ? cut_code(way, made.format)
                            : cut(way, has(way, Word::arguments) ? Word::arguments : Word::string);
    const std::string_view fence = fence_at_end(head);
    if (is_code && fence.empty())
      making_.refuse("code stands after NAME without a fence; write ``` before and after it", way);
    if (!fence.empty()) {
      const std::string_view whole = trimmed_back(head);
      head = trimmed_back(whole.substr(0, whole.size() - fence.size()));
    }
    const std::string_view rest = without_fence(tail);
    if (!has(head, Word::name)) {
      making_.refuse("no NAME stands before the arguments, or with them in an object", way);
      return made;
    }
    if (take_named_tag(made.format, head, rest)) return made;
    made.has_name = true;
    CallNameFormat& name = made.format.name;
    if (!is_code) made.format.body = CallBody::name_then_json;
    auto [before, after] = cut(head, Word::name);
    if (has(before, Word::id)) {
      const auto [lit, mark] = cut(before, Word::id);
      before = lit;
      name.id_mark = making_.keep(mark);
      name.id_first = true;
    } else if (has(after, Word::id)) {
      const auto [mark, more] = cut(after, Word::id);
      name.id_mark = making_.keep(mark);
      after = more;
    }
    if (after.starts_with(std::string{':', byte_of(Word::index)})) {
      name.is_id = true;
      after.remove_prefix(2);
    }
    const bool is_text = has(way, Word::string) || family.has(Option::string_is);
    std::string_view open = trimmed_back(before);
    take_name(name, open, trimmed(after), open.size() != before.size(), is_text);
    if (is_text) {
      made.format.body = CallBody::text;
      for (std::string_view word : family.words(Option::string_is))
        made.format.argument = making_.keep(word);
    }
    if (open.empty()) making_.refuse("nothing opens the call; write a marker before NAME", way);
    making_.add(made.format.open, open);
    making_.add(made.format.close, rest);
    return made;
  }

  // The parts of the template before and after `tool_call(KEY=PYTHON, ...)`; the word before the
  // parenthesis becomes the `callee`.
  std::pair<std::string_view, std::string_view> cut_code(std::string_view way, CallFormat& format) {
    const std::size_t open = std::min(way.rfind('(', way.find(byte_of(Word::key))), way.size());
    const std::string_view before = way.substr(0, open);
    std::string_view after = way.substr(open);
    if (!take_arguments(after))
      making_.refuse("this can't be read as a call in code; write NAME(KEY=PYTHON, ...)", way);
    PythonicShape& shape = making_.store.add<PythonicShape>();
    shape.callee = making_.keep(before.substr(before.size() - length_at_end(before, is_word_byte)));
    format.body = CallBody::pythonic;
    format.pythonic = &shape;
    return {before.substr(0, before.size() - shape.callee.size()), after};
  }

  // <function=NAME> or <function name="NAME">: the tag names the tool, and the body is the
  // arguments. Returns false for any other text. Text after the closing tag becomes a token to
  // drop.
  bool take_named_tag(CallFormat& format, std::string_view head, std::string_view rest) {
    const auto [before, after] = cut(head, Word::name);
    std::string_view tag;
    if (before.ends_with("=") && after == ">") tag = before.substr(0, before.size() - 1);
    constexpr std::string_view attribute = " name=\"";
    if (before.ends_with(attribute) && after == "\">")
      tag = before.substr(0, before.size() - attribute.size());
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
    const std::vector<std::string_view> marks = marks_in(open);
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
      std::size_t end = after.find_first_of("<[", 1);
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
  // R380: one family writes calls as objects and as code between the same markers. The first byte
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
  void add_wrapper(ToolFormat& tools, std::string_view way) {
    auto [before, after] = cut(way, Word::call);
    if (has(after, Word::dots)) after = cut(after, Word::dots).second;
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
    for (const std::string& way : line.ways)
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
  const auto row =
      std::find_if(notation::options.begin(), notation::options.end(),
                   [&](const notation::OptionWords& one) { return one.option == given.first; });
  return said(family.option_places[count - 1], std::string(row->words) + given.second);
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

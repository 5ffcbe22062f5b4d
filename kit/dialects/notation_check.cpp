// Checks the text of a format: its lines, the alternatives of a line, and the placeholders in them.
// `<think>REASONING` is a line with one alternative of the role `reasoning`, and `check_way`
// refuses it: "nothing ends REASONING; write what stands after it".
//
// Each function returns the first mistake that it finds; a Mistake without a sentence means none.

#include "dialects/notation_check.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include "base/text.hpp"
#include "dialects/notation.hpp"

namespace tagstream::notation {

namespace {

Mistake refuse(const char* sentence, std::string_view at, std::string_view meant = {},
               std::string_view beside = {}) {
  return {sentence, at, meant, beside};
}

// Reports a mistake in a line that would be right with more words at its end. The caller may find
// that the next line has them.
Mistake refuse_short(const char* sentence, std::string_view at) {
  Mistake mistake = refuse(sentence, at);
  mistake.lacks_words = true;
  return mistake;
}

// True if `a` and `b` differ by one slip: one byte is too many, missing or another one, or two
// neighbours have changed places. ARGUMENT and ARGUMENTS differ by one slip, and so do NAME and
// NMAE. Equal texts do not.
bool is_one_slip(std::string_view a, std::string_view b) {
  if (a == b) return false;
  if (a.size() > b.size()) return is_one_slip(b, a);
  std::size_t same = 0;
  while (same < a.size() && a[same] == b[same]) ++same;
  const std::string_view rest = a.substr(same);
  const std::string_view other = b.substr(same);
  if (a.size() + 1 == b.size()) return rest == other.substr(1);
  if (a.size() != b.size()) return false;
  if (rest.substr(1) == other.substr(1)) return true;
  return rest.size() > 1 && rest[0] == other[1] && rest[1] == other[0] &&
         rest.substr(2) == other.substr(2);
}

// Refuses a word that was meant as one of `words`, but is not in capitals: the second `name` in
// `{"name": "name"}`. Words that are the model's own are passed over: the names of tags, and keys.
Mistake check_case(std::string_view way, WordSet words) {
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (!is_letter(way[i])) continue;
    std::size_t end = i;
    while (end < way.size() && (is_letter(way[end]) || is_run_byte(way[end]))) ++end;
    const std::string_view word = way.substr(i, end - i);
    const char before = i == 0 ? ' ' : way[i - 1];
    std::string_view after = way.substr(end);
    if (after.starts_with('"')) after.remove_prefix(1);
    after = without_blanks(after);
    const bool is_own = before == '<' || before == '/' || before == '\\' ||
                        after.starts_with(':') || after.starts_with('=');
    i = end - 1;
    if (is_own) continue;
    for (const Placeholder& one : placeholders) {
      if (words.has(one.word) && word != one.text && is_word(word, one.text))
        return refuse("a placeholder is not in capitals", word, one.text);
    }
  }
  return {};
}

// Refuses words that are nearly placeholders, control bytes, and escapes that mean nothing.
Mistake check_bytes(std::string_view way) {
  char before = 0;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const char c = way[i];
    if (static_cast<unsigned char>(c) < 0x20 && !is_blank(c))
      return refuse("a control byte has no place in a format", way.substr(i, 1));
    if (!is_capital(c) && c != '\\') {
      before = c;
      continue;
    }
    const bool is_escape = c == '\\';
    if (is_escape && ++i == way.size())
      return refuse(
          "nothing follows the backslash at the end of a line; write \\\\ for a backslash",
          way.substr(i - 1));
    if (is_escape && !is_capital(way[i])) {
      const bool is_byte = way[i] == 'n' || way[i] == 't' || way[i] == 'r' || way[i] == 's';
      if (!is_byte && (is_letter(way[i]) || is_digit(way[i])))
        return refuse(
            "there is no such escape; write \\n, \\t, \\r or \\s, or \\\\ for a backslash",
            way.substr(i - 1, 2));
      before = 0;
      continue;
    }
    std::size_t end = i;
    while (end < way.size() && is_capital(way[end])) ++end;
    const bool is_joined = end < way.size() && (is_run_byte(way[end]) || is_letter(way[end]));
    const bool is_alone = !is_joined && !is_run_byte(before) && !is_letter(before);
    const std::string_view run = way.substr(i, end - i);
    if (!is_escape && is_alone && first_word(run) == 0 && !meant_by(run).empty())
      return refuse("no placeholder has this name", run, meant_by(run));
    before = way[end - 1];
    i = end - 1;
  }
  return {};
}

// Refuses a brace that is not closed or not opened.
Mistake check_braces(std::string_view way) {
  std::size_t depth = 0;
  std::string_view opened;
  TemplateReader pieces(way);
  for (TemplateByte piece; pieces.next(piece);) {
    if (piece.word != Word::none) continue;
    if (piece.byte == '{') {
      if (depth++ == 0) opened = piece.raw;
    }
    if (piece.byte == '}') {
      if (depth == 0) return refuse("a brace is closed that was not opened", piece.raw);
      --depth;
    }
  }
  if (depth == 0) return {};
  return refuse("a brace is left open; close it in the same line, where \\n is a line end", opened);
}

// The placeholders that may stand in a line of this role.
WordSet companions(Role role) {
  switch (role) {
    case Role::reasoning: return WordSet(Word::reasoning, Word::role, Word::header);
    case Role::content: return WordSet(Word::content, Word::role, Word::header);
    case Role::answer: return WordSet(Word::answer);
    case Role::wrapper: return WordSet(Word::call, Word::dots, Word::role, Word::header);
    case Role::call:
      return WordSet(Word::name, Word::arguments, Word::id, Word::index, Word::parameter, Word::key,
                     Word::string, Word::python, Word::dots, Word::role, Word::header);
    case Role::parameter:
      return WordSet(Word::key, Word::value, Word::string, Word::json, Word::type);
    case Role::none: break;
  }
  return {};
}

// The placeholder that gives a line this role: REASONING for `Role::reasoning`.
Word deciding_word(Role role) {
  for (const RoleWord& one : role_words) {
    if (one.role == role) return one.word;
  }
  return Word::none;
}

// The mistake for VALUE or JSON in a call with KEY. The text around KEY shows what was meant:
// `"KEY": VALUE` the whole object, `<KEY>VALUE` a parameter, `KEY=VALUE` the value of an argument
// in code.
Mistake check_pair(std::string_view way, std::string_view at) {
  if (way.find("\"KEY\":") != way.npos || way.find("\"KEY\" :") != way.npos)
    return refuse("this has no place in a call; write ARGUMENTS for the whole object", at);
  if (way.find("KEY>") != way.npos || way.find("KEY\">") != way.npos)
    return refuse(
        "this has no place in a call; write PARAMETER... for the parameters, and one of them in a "
        "line of its own",
        at);
  return refuse("this has no place in a line of this kind", at,
                way.find("KEY=") != way.npos && way.find('(') != way.npos ? "PYTHON" : "");
}

// Refuses a line that says two things, or has a placeholder that does not belong there.
Mistake check_role(std::string_view way, Role role, const Census& words) {
  const WordSet allowed = companions(role);
  std::size_t count = 0;
  for (const Placeholder& one : placeholders)
    count += allowed.has(one.word) ? 0 : words.of(one.word);
  if (count == 0 && (allowed.has(Word::dots) || words.of(Word::dots) == 0)) return {};
  const bool is_call_named = role == Role::wrapper && words.of(Word::name) != 0;
  TemplateReader pieces(way);
  for (TemplateByte piece; pieces.next(piece);) {
    if (is_call_named && piece.word == Word::call)
      return refuse(
          "CALL and NAME stand in one line; CALL stands for a whole call, whose NAME has a line of "
          "its own",
          piece.raw, "\\CALL");
    if (piece.word == Word::none || allowed.has(piece.word) || is_call_named) continue;
    for (const RoleWord& one : role_words) {
      if (one.word == piece.word)
        return refuse("one line says two things; write each in a line of its own", piece.raw, {},
                      text_of(deciding_word(role)));
    }
    const bool is_value = piece.word == Word::value || piece.word == Word::json;
    if (role == Role::call && is_value && words.of(Word::key) != 0)
      return check_pair(way, piece.raw);
    return refuse("this has no place in a line of this kind", piece.raw);
  }
  return {};
}

// The last place at which a placeholder stands, as it is written.
std::string_view last_of(std::string_view way, Word word) {
  std::string_view last;
  TemplateReader pieces(way);
  for (TemplateByte piece; pieces.next(piece);) {
    if (piece.word == word) last = piece.raw;
  }
  return last;
}

// True if NAME and ARGUMENTS stand in one object: `{"name": "NAME", "arguments": ARGUMENTS}`.
bool has_object(std::string_view way) {
  std::size_t depth = 0;
  std::size_t seen = 0;
  TemplateReader pieces(way);
  for (TemplateByte piece; pieces.next(piece);) {
    if (piece.word == Word::name || piece.word == Word::arguments) ++seen;
    if (piece.raw == "{") ++depth;
    if (piece.raw == "}" && depth != 0) --depth;
    if (seen != 0 && depth == 0) return false;
    if (seen == 2) return true;
  }
  return false;
}

// Refuses two slips in an object of JSON: `"name": NAME` lacks quotes, and `"arguments":
// {ARGUMENTS}` has braces too many.
Mistake check_object(std::string_view way) {
  if (!has_object(way)) return {};
  TemplateReader pieces(way);
  for (TemplateByte piece; pieces.next(piece);) {
    if (piece.word != Word::name && piece.word != Word::arguments) continue;
    const auto at = static_cast<std::size_t>(piece.raw.data() - way.data());
    std::string_view before = without_blanks(way.substr(0, at));
    if (piece.word == Word::name) {
      if (before.ends_with("\":"))
        return refuse("NAME stands without quotes", piece.raw, "\"NAME\"");
      continue;
    }
    if (!before.ends_with('{')) continue;
    before = without_blanks(before.substr(0, before.size() - 1));
    if (before.ends_with('"')) before = without_blanks(before.substr(0, before.size() - 1));
    if (before.ends_with("\":"))
      return refuse("ARGUMENTS stands in braces; write it without them, as it is the whole object",
                    piece.raw);
  }
  return {};
}

// A call has one NAME and one placeholder for its arguments. A missing brace is reported first, as
// ARGUMENTS may then stand in the next line.
Mistake check_call(std::string_view way, const Census& words) {
  if (words.of(Word::name) > 1) {
    // </NAME> closes what <NAME> opens, and </tool:NAME> what <tool:NAME> opens.
    const std::string_view last = last_of(way, Word::name);
    std::string_view before = way.substr(0, static_cast<std::size_t>(last.data() - way.data()));
    if (before.ends_with(':')) before.remove_suffix(1);
    while (!before.empty() && (is_letter(before.back()) || is_run_byte(before.back())))
      before.remove_suffix(1);
    if (words.of(Word::name) != 2 || !before.ends_with("</"))
      return refuse("NAME stands more than once in a call; write it once", way);
  }
  const bool is_keyed = words.of(Word::key) != 0;
  const std::size_t bodies = words.of(Word::arguments, Word::parameter, Word::key) +
                             (is_keyed ? 0 : words.of(Word::string));
  if (bodies != 1) {
    if (const Mistake wrong = check_braces(way)) return wrong;
    if (bodies != 0)
      return refuse(
          "the arguments stand more than once in a call; write one of ARGUMENTS, PARAMETER..., "
          "(KEY=PYTHON, ...) and STRING",
          way);
    if (const Mistake wrong = check_case(way, WordSet(Word::arguments, Word::parameter)))
      return wrong;
    if (const std::size_t at = way.find("{}"); at != way.npos)
      return refuse("an empty object stands for the arguments; write ARGUMENTS in its place",
                    way.substr(at, 2));
    return refuse_short(
        "nothing says where the arguments stand; write ARGUMENTS, PARAMETER..., "
        "(KEY=PYTHON, ...) or STRING",
        way);
  }
  const std::size_t values = words.of(Word::python, Word::string);
  if (is_keyed && values != 1)
    return refuse(values == 0
                      ? "KEY has no value in this call; write PYTHON or STRING for it"
                      : "KEY has more than one value in this call; write one PYTHON or STRING",
                  way);
  if (is_keyed && words.of(Word::dots) == 0)
    return refuse("nothing says that more arguments may follow; write `, ...` after the value",
                  way);
  if (words.of(Word::parameter) != 0 && way.find("PARAMETER...") == way.npos)
    return refuse("no dots stand after PARAMETER; write PARAMETER... for all of them", way);
  if (words.of(Word::arguments, Word::key) == 0) return {};
  if (const Mistake wrong = check_braces(way)) return wrong;
  return check_object(way);
}

// Checks one alternative of a line by its role. Without a role, the placeholders that it does have
// tell what is missing.
Mistake check_way(std::string_view way, Role role, const Census& words) {
  if (role == Role::none) {
    const WordSet meant(Word::reasoning, Word::content, Word::answer, Word::name, Word::arguments,
                        Word::parameter, Word::key, Word::value);
    if (const Mistake wrong = check_case(way, meant)) return wrong;
    if (words.of(Word::arguments, Word::id, Word::index, Word::parameter) != 0)
      return refuse("nothing says which tool is called; write NAME where its name stands", way);
    if (words.of(Word::value, Word::json, Word::python, Word::type) != 0)
      return refuse("nothing says what this is the value of; write KEY for the parameter's name",
                    way);
    return refuse_short(
        "this line has no placeholder; words in capitals, such as REASONING, NAME and ARGUMENTS, "
        "stand for what varies",
        way);
  }
  if (const Mistake wrong = check_role(way, role, words)) return wrong;
  for (const Word word : {Word::reasoning, Word::content, Word::answer, Word::call, Word::role,
                          Word::header, Word::id, Word::index}) {
    if (words.of(word) > 1) return refuse("this stands twice in the line", last_of(way, word));
  }
  if (role == Role::call) return check_call(way, words);
  if (role == Role::parameter) {
    const std::size_t values = words.of(Word::value, Word::string, Word::json);
    if (values == 0) {
      if (const Mistake wrong = check_case(way, WordSet(Word::value))) return wrong;
      return refuse_short("a parameter has no value; write VALUE, STRING or JSON for it", way);
    }
    if (values > 1)
      return refuse("a parameter has more than one value; write one of VALUE, STRING and JSON",
                    way);
    if (words.of(Word::key) > 2)
      return refuse("KEY stands more than twice in a parameter; write it once", way);
  }
  if (role == Role::reasoning && way.ends_with("REASONING"))
    return refuse_short("nothing ends REASONING; write what stands after it", way);
  return {};
}

// Refuses unknown options. The message names one that is a slip away, has the same first six
// bytes, or has another word in one place: `may begin in reasoning`.
Mistake check_option(const Item& item) {
  if (option_number(item.text) != options.size()) return {};
  for (const OptionWords& one : options) {
    if (one.takes_more && item.text == without_blanks(one.words))
      return refuse("this option needs a word after it", item.text);
    std::size_t same = 0;
    while (same < one.words.size() && same < item.text.size() && one.words[same] == item.text[same])
      ++same;
    if (is_one_slip(one.words, item.text) || same >= 6)
      return refuse("there is no such option", item.text, without_blanks(one.words));
  }
  for (const OptionWords& one : options) {
    const std::size_t most =
        one.words.size() < item.text.size() ? one.words.size() : item.text.size();
    std::size_t begin = 0;
    std::size_t end = 0;
    while (begin < most && one.words[begin] == item.text[begin]) ++begin;
    while (end < most - begin &&
           one.words[one.words.size() - end - 1] == item.text[item.text.size() - end - 1]) {
      ++end;
    }
    if (begin >= 4 && end >= 6)
      return refuse("there is no such option", item.text, without_blanks(one.words));
  }
  return refuse("there is no such option", item.text);
}

// Refuses an option that stands twice, or beside one that it excludes: readers would take one of
// the two lines, and nobody would see which.
class OptionsSeen {
 public:
  Mistake add(const Item& item) {
    const OptionWords& option = options[option_number(item.text)];
    if (option.is_list()) return {};
    std::string_view& seen = seen_[static_cast<std::size_t>(subject_of(option.option))];
    const std::string_view before = std::exchange(seen, item.text);
    if (before.empty()) return {};
    return refuse(before.starts_with(option.words)
                      ? "this option stands twice; write one of the lines"
                      : "two options exclude each other; write one of them",
                  item.text, {}, before);
  }

 private:
  std::array<std::string_view, options.size()> seen_{};
};

// True if two alternatives begin with the same text, at least one byte, up to their first
// placeholders.
bool have_same_opener(std::string_view a, std::string_view b) {
  TemplateReader first(a);
  TemplateReader second(b);
  bool is_any = false;
  for (TemplateByte x, y;;) {
    const bool has_x = first.next(x);
    const bool has_y = second.next(y);
    if (!has_x || !has_y) return false;
    if (x.word != Word::none || y.word != Word::none) {
      return is_any && x.word != Word::none && y.word != Word::none;
    }
    if (x.byte != y.byte) return false;
    is_any = true;
  }
}

// The alternatives that open something: those of reasoning, calls and wrappers. Two of different
// roles may not begin alike. Alternatives with a header are left out: many messages begin with the
// same one.
class Openers {
 public:
  Mistake add(std::string_view way, Role role, const Census& words) {
    const bool opens = role == Role::reasoning || role == Role::call || role == Role::wrapper;
    if (!opens || words.of(Word::role, Word::header) != 0) return {};
    for (std::size_t i = 0; i < size_; ++i) {
      if (roles_[i] != role && have_same_opener(ways_[i], way))
        return refuse("one marker opens two things", way, {}, ways_[i]);
    }
    if (size_ == ways_.size()) return refuse("there are too many ways to write a thing", way);
    ways_[size_] = way;
    roles_[size_++] = role;
    return {};
  }

 private:
  std::array<std::string_view, 32> ways_{};
  std::array<Role, 32> roles_{};
  std::size_t size_ = 0;
};

// Checks a line and all its alternatives, which must have the same role.
Mistake check_line(std::string_view line, Role& role, Openers& openers) {
  role = Role::none;
  bool is_first = true;
  if (line.ends_with(" |")) return refuse("nothing stands after ` | `", line);
  Ways ways(line);
  for (std::string_view way; ways.next(way);) {
    if (without_blanks(way).empty()) return refuse("nothing stands between two ` | `", line);
    if (const Mistake wrong = check_bytes(way)) return wrong;
    const Census words(way);
    const Role own = role_of(words);
    if (!is_first && own != role)
      return refuse("what stands after ` | ` says another thing; write it in a line of its own",
                    way);
    role = own;
    is_first = false;
    if (const Mistake wrong = check_way(way, role, words)) return wrong;
    if (const Mistake wrong = openers.add(way, role, words)) return wrong;
  }
  return {};
}

// True if a format has more than one line, options aside.
bool has_lines(std::string_view text) {
  std::size_t count = 0;
  Items items(text);
  for (Item item; items.next(item);) count += item.is_option ? 0 : 1;
  return count > 1;
}

// True if the next line has no placeholder of a role, so it can only be the rest of the line
// before.
bool goes_on(Items items) {
  Item item;
  if (!items.next(item) || item.is_option) return false;
  std::string_view way;
  return Ways(item.text).next(way) && role_of(Census(way)) == Role::none;
}

}  // namespace

std::string_view meant_by(std::string_view run) {
  for (const Placeholder& one : placeholders) {
    if (one.text.size() > 3 && is_one_slip(run, one.text)) return one.text;
  }
  return {};
}

Mistake check_lines(std::string_view text) {
  Openers openers;
  OptionsSeen options_seen;
  bool has_parameter = false;
  bool has_call = false;
  std::string_view wants_parameter;
  std::string_view wants_call;
  std::string_view parameter;
  Items items(text);
  for (Item item; items.next(item);) {
    if (item.is_option) {
      if (const Mistake wrong = check_option(item)) return wrong;
      if (const Mistake wrong = options_seen.add(item)) return wrong;
      continue;
    }
    Role role = Role::none;
    if (const Mistake wrong = check_line(item.text, role, openers)) {
      if (wrong.lacks_words && role == Role::none && has_lines(text))
        return refuse(
            "this line has no placeholder; if it belongs to the line before or after it, write "
            "both as one line, with \\n between (\\\\n in a string of JSON, Python or C)",
            item.text);
      if (!wrong.lacks_words || !goes_on(items)) return wrong;
      return refuse(
          "this line ends too early; write it and the next one as one line, with \\n between "
          "(\\\\n in a string of JSON, Python or C)",
          item.text);
    }
    if (role == Role::parameter) {
      has_parameter = true;
      parameter = item.text;
    }
    if (role == Role::wrapper) wants_call = item.text;
    if (role == Role::call) {
      has_call = true;
      if (item.text.find("PARAMETER...") != item.text.npos) wants_parameter = item.text;
    }
  }
  if (!wants_parameter.empty() && !has_parameter)
    return refuse("no line says how a PARAMETER is written; add one with KEY and VALUE",
                  wants_parameter);
  if (has_parameter && wants_parameter.empty())
    return refuse("no call has parameters; write PARAMETER... in the line with NAME", parameter);
  if (!wants_call.empty() && !has_call)
    return refuse("no line says what a CALL is; add one with NAME", wants_call);
  return {};
}

}  // namespace tagstream::notation

#pragma once

// The template of one alternative of a line: a small tree. The line
//
//   <t>[{"name": "NAME", "arguments": ARGUMENTS}, ...]</t>
//
// is a literal, a repeat and a literal:
//
//   literal `<t>[`
//   repeat, `, ` between two
//     object
//       literal `{"name": "`    slot NAME: a JSON string, label `name`
//       literal `", "arguments": `    slot ARGUMENTS: a JSON value, label `arguments`
//       literal `}`
//   literal `]</t>`
//
// The format that a reader uses (format_of.cpp), the writer (kit/write) and the grammar
// (kit/grammar) are made from this tree.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.hpp"
#include "dialects/notation.hpp"

namespace tagstream::notation {

/// The surroundings of a placeholder.
enum class Stand : std::uint8_t {
  free,         ///< anything else: `[TOOL_CALLS]NAME[ARGS]`
  json_string,  ///< quotes, in an object: `"name": "NAME"`; the label is the key
  json_value,   ///< a key, in an object: `"arguments": ARGUMENTS`; the label is the key
  attribute,    ///< quotes, or `=` outside of a tag: `<invoke name="NAME">`; the label is `name`
  tag_value,    ///< `<function=NAME>`; the label is `function`
  tag,          ///< `<NAME>`, `<tool:NAME>`; the label is `tool:`
  element,      ///< two tags: `<arg_key>KEY</arg_key>`
  code,         ///< `NAME(`, `NAME{` and `KEY=PYTHON`
  counted,      ///< a number after it: `NAME:INDEX`
};

/// Text that the model writes as it is.
struct Literal {
  std::string text;
};

/// A placeholder.
struct Slot {
  Word word = Word::none;
  Stand stand = Stand::free;
  std::string label{};  ///< the key, the attribute or the tag that it is the value of, if any
  char before = 0;      ///< the byte of text directly before it; 0: there is none
  char after = 0;       ///< the same after it
};

struct Node;
using Template = std::vector<Node>;
/// A template, or a part of one.
using View = std::span<const Node>;

/// A repetition: `...` repeats an object, a call in code, CALL, PARAMETER, or a pair that begins at
/// KEY.
struct Repeat {
  Template each;
  std::string between;  ///< two of them
};

/// The outermost braces around NAME.
struct Object {
  Template parts;  ///< from the opening brace to the closing one
};

struct Node {
  std::variant<Literal, Slot, Repeat, Object> form;

  [[nodiscard]] const Literal* literal() const { return std::get_if<Literal>(&form); }
  [[nodiscard]] const Slot* slot() const { return std::get_if<Slot>(&form); }
  [[nodiscard]] const Repeat* repeat() const { return std::get_if<Repeat>(&form); }
  [[nodiscard]] const Object* object() const { return std::get_if<Object>(&form); }
  /// The nodes of a repeat or an object; empty for a literal and a slot.
  [[nodiscard]] View inside() const;
};

/// The template of an alternative.
[[nodiscard]] Template template_of(std::string_view way);

/// The opposite: a template as people write it, for messages.
[[nodiscard]] std::string written(View templ);
/// A text as it is written in a template: a line end as `\n`.
[[nodiscard]] std::string written(std::string_view text);

/// A piece of a template without its tree: a text, or a placeholder.
struct Leaf {
  Word word = Word::none;  ///< `dots` after what is repeated; `none` for a text
  std::string text{};
};
/// The leaves of a template in their order. No text follows a text.
[[nodiscard]] std::vector<Leaf> leaves(View templ);

/// The first slot for this word, at any depth; null if there is none.
[[nodiscard]] const Slot* find(View templ, Word word);
[[nodiscard]] inline bool has(View templ, Word word) { return find(templ, word) != nullptr; }

/// The parts of a template before and after the first node that is or holds the placeholder.
/// Precondition: there is one.
[[nodiscard]] std::pair<View, View> cut(View templ, Word word);
/// The parts of a template before and after its last `...` with what it repeats. `repeat` is null
/// if it has none.
struct Repeated {
  View before;
  const Repeat* repeat = nullptr;
  View after;
};
[[nodiscard]] Repeated repeated(View templ);
/// As `repeated`, but `repeat` is null if no calls are repeated, as in a list of them.
[[nodiscard]] Repeated repeated_calls(View templ);

/// The literals of a part, without placeholders.
[[nodiscard]] std::string text_in(View part);
/// The text before the first placeholder.
[[nodiscard]] std::string first_text(View templ);
/// The text after the last placeholder.
[[nodiscard]] std::string last_text(View templ);

/// True if the template of a call begins with the opener of this wrapper, as
/// `<tool_call>\n{"name": …` does with `<tool_call>\nCALL…`.
[[nodiscard]] bool opens_with(View wrapper, View call);

/// The template with `assistant` for ROLE and nothing for HEADER, as the writer writes them.
[[nodiscard]] Template headed(View templ);

/// The placeholder of the value in the template of a parameter: VALUE, STRING or JSON; `none` if it
/// has none of them.
[[nodiscard]] Word value_word(View way);

/// The literals of a part, with `text` in place of each `word`.
[[nodiscard]] std::string filled(View part, Word word, std::string_view text);

/// True for a byte that may separate two things that `...` repeats: a blank, a comma, a semicolon.
constexpr bool is_separator(char c) { return is_blank(c) || c == ',' || c == ';'; }

/// The pairs in a call that looks like code: `KEY=PYTHON, ...` or `KEY:<|"|>STRING<|"|>,...`.
struct Pairs {
  /// How a value is written.
  enum class Values : std::uint8_t {
    python,
    marked,  ///< strings stand between `open` and `close`, all else is JSON without blanks
  };
  Values values = Values::python;
  std::string sign{};  ///< between a key and its value
  std::string open{};
  std::string close{};
  std::string between{};  ///< two pairs
};

/// The pairs that a `...` repeats. Precondition: it repeats what begins with KEY.
[[nodiscard]] Pairs pairs_of(const Repeat& repeat);

}  // namespace tagstream::notation

#!/usr/bin/env python3
"""Writes what the Rust crates say of the C interface: tagstream-sys/src/lib.rs from tagstream.h,
and from bindings/api.json tagstream/src/generated.rs (options, choices, codes) and, in three files
structs.rs, the structs of events, how they come from C and go there, and their JSON.

usage: bindings/rust/generate.py [--check]

With --check nothing is written: it fails if a file would change.
"""
from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from api import API, ROOT, camel, formatted, put  # noqa: E402

HERE = Path(__file__).resolve().parent
HEADER = ROOT / "bindings/c/tagstream.h"

KEYWORDS = {"type", "match", "ref", "move", "loop", "in", "fn", "use", "box"}


def doc(text: str, indent: str, mark: str = "///") -> list[str]:
    """Lines of a comment. Names of code get backticks; nothing else is markup."""
    parts = text.split("`")
    for at in range(0, len(parts), 2):
        part = re.sub(r"\b(?:\w+_\w*|const char\*|NULL)", r"`\g<0>`", parts[at])
        parts[at] = re.sub(r"([\[\]<>*])", r"\\\1", part)
    return [f"{indent}{mark} {line}".rstrip() for line in "`".join(parts).split("\n")]


# ---- The C interface ---------------------------------------------------------------------------


def comment(text: str) -> str:
    """The text of a C comment: paragraphs and lists keep their lines."""
    lines = [re.sub(r"^\s*\* ?", "", line).rstrip() for line in text.strip().split("\n")]
    out: list[str] = []
    for line in map(str.strip, lines):
        if out and line and out[-1] and not line.startswith("- "):
            out[-1] += " " + line
        else:
            out.append(line)
    return "\n".join(out).strip()


BASIC = {
    "void": "c_void", "char": "c_char", "bool": "bool", "double": "f64", "size_t": "usize",
    "uint8_t": "u8", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "int": "c_int",
    "tagstream_hook": 'Option<unsafe extern "C" fn()>',
}


def rust_type(c: str) -> str:
    """`const char*` becomes `*const c_char`."""
    stars = c.count("*")
    name = re.sub(r"\bconst\b|\*", "", c).strip()
    kind = BASIC.get(name, name)
    is_const = re.match(r"\s*const\b", c) is not None
    for level in range(stars):
        kind = f"*{'const' if is_const and level == 0 else 'mut'} {kind}"
    return kind


def parameters(text: str) -> str:
    if text.strip() in ("", "void"):
        return ""
    out = []
    for one in text.split(","):
        match = re.fullmatch(r"\s*(.*?)(\w+)\s*", one, re.S)
        assert match, one
        kind, name = match.groups()
        out.append(f"{'r#' if name in KEYWORDS else ''}{name}: {rust_type(kind)}")
    return ", ".join(out)


def members(body: str, separator: str) -> list[tuple[str, str]]:
    """The members of a struct or an enum, each with its comments, before and after it."""
    out: list[tuple[str, str]] = []
    before = ""
    for token in re.finditer(rf"/\*(.*?)\*/|([^{separator}/]+)({separator}|(?=/\*)|$)", body, re.S):
        if token[1] is not None:
            # A comment on the line of a member is that member's.
            is_after = "\n" not in body[: token.start()].rstrip(" ")[-1:] and out
            if is_after:
                out[-1] = (out[-1][0], f"{out[-1][1]} {comment(token[1])}".strip())
            else:
                before = comment(token[1])
        elif token[2].strip():
            out.append((" ".join(token[2].split()), before))
            before = ""
    return out


class Declaration(NamedTuple):
    comment: str
    text: str


def declarations(header: str) -> list[Declaration]:
    """The declarations of the header, each with the comment before it."""
    start = header.index("/* ---- Versions")
    text = header[start : header.index("#ifdef __cplusplus\n}")]
    text = re.sub(r"^static inline .*?^\}\n", "", text, flags=re.S | re.M)
    found = re.compile(
        r"/\*(?P<comment>.*?)\*/"
        r"|(?P<define>^#define .*?$)"
        r"|(?P<body>^typedef (?:struct|enum) (?:\w+ )?\{.*?^\} \w+;)"
        r"|(?P<opaque>^typedef struct \w+ \w+;)"
        r"|(?P<function>^TAGSTREAM_API .*?;)", re.S | re.M)
    out: list[Declaration] = []
    said, said_end = "", 0
    for match in found.finditer(text):
        if match["comment"] is not None:
            is_title = match["comment"].startswith(" ----")
            said, said_end = ("" if is_title else comment(match["comment"])), match.end()
            continue
        is_next_to_it = not text[said_end : match.start()].strip() and \
            text[said_end : match.start()].count("\n") == 1
        out.append(Declaration(said if is_next_to_it else "", match[0]))
    return out


PREAMBLE = '''\
//! The C interface of tagstream, as it is in `tagstream.h`: what that file says of ownership,
//! lifetimes and threads holds here. The crate `tagstream` is the interface for Rust.
//!
//! The library is compiled by this crate, or linked: see the README.
//!
//! Made by bindings/rust/generate.py.
#![allow(non_camel_case_types)]
#![warn(missing_docs)]

use std::marker::{PhantomData, PhantomPinned};
use std::os::raw::{c_char, c_uint};
'''


def sys_source() -> str:
    header = HEADER.read_text(encoding="utf-8")
    out = [PREAMBLE]
    functions: list[str] = []
    for said, text in declarations(header):
        if text.startswith("#define"):
            match = re.match(r"#define (\w+) (.*)", text)
            assert match, text
            name, value = match.groups()
            if name in ("TAGSTREAM_API", "TAGSTREAM_NOEXCEPT"):
                continue
            kind = "usize" if "size_t" in value else "u32"
            value = {"((size_t)-1)": "usize::MAX", "UINT32_MAX": "u32::MAX"}.get(value, value)
            out += [*doc(said or f"`{name}`", ""), f"pub const {name}: {kind} = {value};", ""]
        elif text.startswith("TAGSTREAM_API"):
            match = re.fullmatch(
                r"TAGSTREAM_API\s+(.*?)(\w+)\((.*)\)\s*TAGSTREAM_NOEXCEPT;", text, re.S)
            assert match, text
            result, name, taken = match.groups()
            result = " ".join(result.split())
            gives = "" if result == "void" else f" -> {rust_type(result)}"
            if not said:
                said = "Frees it." if name.endswith("_free") else "As the function before it."
            functions += [
                *doc(said, "    "),
                f"    pub fn {name}({parameters(' '.join(taken.split()))}){gives};",
            ]
        elif match := re.match(r"typedef struct (\w+) (\w+);", text):
            name = match[2]
            out += [*doc(said, ""), "#[repr(C)]", f"pub struct {name} {{", "    _opaque: [u8; 0],",
                    "    _not_send: PhantomData<(*mut u8, PhantomPinned)>,", "}", ""]
        elif match := re.match(r"typedef enum (?:\w+ )?\{(.*)\} (\w+);", text, re.S):
            body, name = match.groups()
            out += [*doc(said or f"`{name}`", ""), f"pub type {name} = c_uint;"]
            for member, note in members(body, ","):
                one, _, number = member.partition(" = ")
                number = eval(re.sub(r"(?<=\d)[uUlL]+\b", "", number), {})  # such as 1 << 3
                out += [*doc(note or f"Of `{name}`.", ""), f"pub const {one}: {name} = {number};"]
            out.append("")
        else:
            match = re.match(r"typedef struct (?:\w+ )?\{(.*)\} (\w+);", text, re.S)
            assert match, text
            body, name = match.groups()
            # A struct of numbers alone may begin with zeros.
            has_default = all(re.match(r"uint\d+_t \w+$", one) for one, _ in members(body, ";"))
            out += [*doc(said, ""), "#[repr(C)]",
                    f"#[derive(Clone, Copy, Debug{', Default' if has_default else ''})]",
                    f"pub struct {name} {{"]
            for member, note in members(body, ";"):
                field = re.fullmatch(r"(.*?)(\w+)(?:\[(\d+)\])?", member)
                assert field, member
                kind = rust_type(field[1])
                if field[3]:
                    kind = f"[{kind}; {field[3]}]"
                spelt = ("r#" if field[2] in KEYWORDS else "") + field[2]
                out += [*doc(note or f"`{field[2]}`", "    "), f"    pub {spelt}: {kind},"]
            out += ["}", ""]
    out += ['extern "C" {', *functions, "}"]
    return "\n".join(out) + "\n"


# ---- Options and codes -------------------------------------------------------------------------


def codes() -> list[tuple[int, str, str]]:
    """Number, word and sentence of each code."""
    page = re.compile(r"docs/[\w.#-]+")
    return [(code["number"], code["name"], page.sub(r"`\g<0>`", code["sentence"]))
            for code in API["codes"]]


def choice_enum(name: str, words: list[str], said: str, default: str) -> list[str]:
    kind = camel(name)
    out = [*doc(f"A value of the option `{name}`: {said}.", ""),
           "#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]", "#[non_exhaustive]",
           f"pub enum {kind} {{"]
    for word in words:
        out += [f"    /// `{word}`", *(["    #[default]"] if word == default else []),
                f"    {camel(word)},"]
    out += ["}", "", f"impl {kind} {{", "    /// The word of this value.", "    #[must_use]",
            "    pub const fn as_str(self) -> &'static str {", "        match self {"]
    out += [f'            Self::{camel(word)} => "{word}",' for word in words]
    return [*out, "        }", "    }", "}", ""]


TEXT = ("impl Into<String>", "value")
#: What a method takes, and the text for C that it makes of that value. A choice has its own type.
TAKEN = {
    "text": TEXT, "json": TEXT, "bytes": TEXT, "list": TEXT, "rules": TEXT,
    "boolean": ("bool", 'if value { "true" } else { "false" }'),
    "number": ("u64", "value.to_string()"),
    "size": ("impl Into<Option<u64>>",
             'value.into().map_or_else(|| String::from("none"), |n| n.to_string())'),
}


def methods(struct: str, options: list[dict[str, Any]]) -> list[str]:
    out = [f"impl {struct} {{"]
    for option in options:
        name, kind = option["name"], option["type"]
        said = f"`{name}`: {option['sentence']}."
        if kind in ("list", "rules"):
            said += "\n\nEach call adds one."
        elif kind == "size":
            said += f"\n\nThe default is {option['default']}; `None` is no limit."
        elif option["default"] and kind != "number":
            said += f"\n\nThe default is `{option['default']}`."
        taken, value = TAKEN.get(kind) or (camel(name), "value.as_str()")
        out += [*doc(said, "    "), f"    pub fn {name}(self, value: {taken}) -> Self {{",
                f'        self.set("{name}", {value})', "    }", ""]
    return [*out[:-1], "}", ""]


def generated_source() -> str:
    reading, extracting = API["options"], API["extract_options"]
    out = ["// Made by bindings/rust/generate.py.", "",
           "use crate::options::{ExtractOptions, Options};", ""]
    choices: dict[str, dict[str, Any]] = {}
    for option in reading + extracting:
        if option["type"] == "choice":
            known = choices.setdefault(option["name"], option)
            assert known["values"] == option["values"], option["name"]
    for option in choices.values():
        out += choice_enum(option["name"], option["values"], option["sentence"], option["default"])
    out += methods("Options", reading) + methods("ExtractOptions", extracting)
    out += ["/// The kind of a problem or remark.",
            "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]", "#[non_exhaustive]",
            "pub enum Code {"]
    words = codes()
    for number, word, said in words:
        out += [*doc(f"`{word}`: {said}.", "    "), f"    {camel(word)},"]
    out += ["    /// A code of a newer library.", "    Unknown(u32),", "}", "", "impl Code {",
            "    /// The word that JSON and the program use; `unknown` if this crate knows none.",
            "    #[must_use]", "    pub const fn as_str(self) -> &'static str {",
            "        match self {"]
    out += [f'            Self::{camel(word)} => "{word}",' for _, word, _ in words]
    out += ['            Self::Unknown(_) => "unknown",', "        }", "    }", "",
            "    pub(crate) const fn from_number(number: u32) -> Self {", "        match number {"]
    out += [f"            {number} => Self::{camel(word)}," for number, word, _ in words]
    out += ["            _ => Self::Unknown(number),", "        }", "    }", "",
            "    pub(crate) const fn number(self) -> u32 {", "        match self {"]
    out += [f"            Self::{camel(word)} => {number}," for number, word, _ in words]
    out += ["            Self::Unknown(number) => number,", "        }", "    }", "",
            "    #[cfg(feature = \"serde\")]",
            "    pub(crate) fn from_word(word: &str) -> Self {", "        match word {"]
    out += [f'            "{word}" => Self::{camel(word)},' for _, word, _ in words]
    out += ["            _ => Self::Unknown(0),", "        }", "    }", "}"]
    return "\n".join(out) + "\n"


# ---- Events ------------------------------------------------------------------------------------

PLAIN = "Clone, Debug, Default, PartialEq, Eq"
#: The kinds of events that have a struct of their own: the kinds, the part of a message that it is
#: as well, whose JSON it has, its derives, and a sentence. Other kinds have fields in the enum.
STRUCTS = {
    "SectionStart": (["section_start"], None, PLAIN, "The beginning of a hidden section."),
    "SectionEnd": (["section_end"], None, PLAIN, "The end of a section."),
    "ToolCall": (["tool_call"], "ToolCall", PLAIN, "A complete call of a tool."),
    "ToolCallError": (["tool_call_error"], "ToolCallError", "Clone, Debug, PartialEq, Eq",
                      "A broken call, or text in the place of a call."),
    "Thought": (["thought"], "Thought", "Clone, Debug, Default, PartialEq", "A complete thought."),
    "Notice": (["notice", "stopped"], "Notice", "Clone, Debug, PartialEq, Eq",
               "A remark for the caller, or why the reader has stopped."),
}
FIELDS = {one["name"]: one for one in API["fields"]}
PARTS = {part["name"]: {one["name"]: one for one in part["fields"]} for part in API["parts"]}


class Member(NamedTuple):
    """A field of a struct of events."""
    name: str
    kind: str  # string, index, maybe_index, offset, boolean, number, code
    raw: str  # the member of C
    shown: str  # in JSON
    sentence: str


    def of(self, place: str) -> tuple[str, str]:
        """A reference to it, and its value: in a struct, which is `place`, or bound in a match."""
        return (f"&{place}.{self.name}", f"{place}.{self.name}") if place else (
            self.name, f"*{self.name}")


def members_of(kind: dict[str, Any]) -> list[Member]:
    out = []
    for one in kind["fields"]:
        field = FIELDS[one["name"]]
        if field["type"] == "attributes" or one["name"] == "is_native":
            continue  # a method; no reader sets it
        how = field["type"]
        if how == "integer":
            how = one["name"]
        if how == "index" and one["shown"] == "if_set":
            how = "maybe_index"
        out.append(Member(one["name"], how, field["member"], one["shown"], field["sentence"]))
    return out


def kind_of(struct: str) -> dict[str, Any]:
    return next(one for one in API["kinds"] if one["name"] == STRUCTS[struct][0][0])


def variants() -> list[tuple[dict[str, Any], str | None, list[str], str]]:
    """The variants of `Event`: the kind, its struct, its fields, and a pattern that binds them."""
    out = []
    for kind in API["kinds"]:
        name = camel(kind["name"])
        struct = next((key for key, row in STRUCTS.items() if kind["name"] in row[0]), None)
        fields = [one.name for one in members_of(kind)] + (["span"] if kind["has_span"] else [])
        pattern = f"{name}(its)" if struct else f"{name} {{ {', '.join(fields)} }}"
        out.append((kind, struct, fields, pattern))
    return out


RUST_TYPES = {"string": "Cow<'a, str>", "index": "u32", "maybe_index": "Option<u32>",
              "offset": "u64", "boolean": "bool", "number": "Option<f64>", "code": "Code"}


SPAN = "The bytes of the stream that it accounts for; empty if others do."


def said(text: str, indent: str = "    ") -> list[str]:
    text = text if text[0] == "`" else text[0].upper() + text[1:]
    text = re.sub(r"docs/[\w.#-]+", r"`\g<0>`", text).replace("null", "`None`")
    return doc(text + ".", indent)


def serde(attribute: str) -> str:
    return f'    #[cfg_attr(feature = "serde", serde({attribute}))]'


def struct_source(struct: str) -> list[str]:
    _, part, derives, sentence = STRUCTS[struct]
    out = [f"/// {sentence}", f"#[derive({derives})]"]
    if part:
        out.append('#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]')
        if "Default" in derives:
            out.append('#[cfg_attr(feature = "serde", serde(default))]')
    out += ["#[non_exhaustive]", f"pub struct {struct}<'a> {{"]
    # A part says more of its own fields than an event of any kind can.
    own = PARTS["Section" if struct.startswith("Section") else struct]
    for one in members_of(kind_of(struct)):
        out += said(own[one.name]["sentence"] if one.name in own else one.sentence)
        of_part = PARTS[part].get(one.name) if part else None
        if part and of_part is None:
            out.append(serde("skip"))
        elif of_part and of_part["shown"] == "if_set":
            test = {"boolean": "is_false", "number": "Option::is_none"}.get(one.kind,
                                                                            "str::is_empty")
            out.append(serde(f'default, skip_serializing_if = "{test}"'))
        out.append(f"    pub {one.name}: {RUST_TYPES[one.kind]},")
    out.append(f"    /// {SPAN}")
    if part:
        out.append(serde("flatten" if "span" in PARTS[part] else "skip"))
    out += ["    pub span: Span,", "}", "", f"impl {struct}<'_> {{",
            "    /// The same, which borrows nothing.", "    #[must_use]",
            f"    pub fn into_owned(self) -> {struct}<'static> {{", f"        {struct} {{"]
    for one in members_of(kind_of(struct)):
        value = f"owned(self.{one.name})" if one.kind == "string" else f"self.{one.name}"
        out.append(f"            {one.name}: {value},")
    return [*out, "            span: self.span,", "        }", "    }", "}", ""]


#: What a field of the enum is: the sentence of events speaks of all kinds that have it.
OF_ENUM = {"text": "the piece", "name": "the name of the section or of the tool"}
EVENT = """\
/// One thing that happened in the stream.
///
/// Text that an event of a feed quotes is borrowed from the reader or from the chunk;
/// [`into_owned`](Event::into_owned) copies it. Bytes that are not UTF-8 become U+FFFD.
///
/// `docs/events.md` of the project says more about each kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event<'a> {"""
UNKNOWN = """\
    /// A kind of a newer library: pass it by.
    Unknown {
        /// Its number.
        number: u32,
        /// Where it stands.
        span: Span,
    },
}
"""


def enum_source() -> list[str]:
    out, words, owned = [EVENT], [], []
    for kind, struct, fields, pattern in variants():
        name = camel(kind["name"])
        out += said(kind["sentence"])
        any_fields = f"{name}(_)" if struct else f"{name} {{ .. }}"
        words.append(f'            Self::{any_fields} => "{kind["name"]}",')
        if struct:
            out.append(f"    {name}({struct}<'a>),")
            owned.append(f"            Self::{pattern} => Event::{name}(its.into_owned()),")
            continue
        out.append(f"    {name} {{")
        made = []
        for one in members_of(kind):
            sentence = OF_ENUM.get(one.name, one.sentence)
            out += [*said(sentence, "        "), f"        {one.name}: {RUST_TYPES[one.kind]},"]
            made.append(f"{one.name}: owned({one.name})" if one.kind == "string" else one.name)
        if kind["has_span"]:
            out += [f"        /// {SPAN}", "        span: Span,"]
            made.append("span")
        out.append("    },")
        owned.append(f"            Self::{pattern} => Event::{name} {{ {', '.join(made)} }},")
    return [*out, UNKNOWN, "impl Event<'_> {",
            "    /// The word that JSON and the program use for its kind, such as `tool_call`.",
            "    #[must_use]", "    pub const fn kind(&self) -> &'static str {",
            "        match self {", *words, '            Self::Unknown { .. } => "unknown",',
            "        }", "    }", "", "    /// The same event, which borrows nothing.",
            "    #[must_use]", "    pub fn into_owned(self) -> Event<'static> {",
            "        match self {", *owned,
            "            Self::Unknown { number, span } => Event::Unknown { number, span },",
            "        }", "    }", "}", ""]


#: The parts that are no events: derives, the derives of serde, a sentence.
OTHERS = {
    "Section": (PLAIN, "serde::Deserialize", "A section of a message."),
    "Message": (
        "Clone, Debug, Default, PartialEq", "serde::Serialize, serde::Deserialize",
        "A whole answer.\n\nWith the feature `serde` its JSON is that of the program. "
        "`reasoning_closed` that is not there is read as true."),
    "Diagnostic": ("Clone, Debug, PartialEq, Eq", "", "Something odd in a text."),
    "Stats": ("Clone, Copy, Debug, Default, PartialEq, Eq", "",
              "Counters of a reader. All but `bytes_fed` may depend on how the text was cut, and "
              "on the version of the library."),
}


def type_of_part(part: str, field: dict[str, Any]) -> str:
    of_list = field["type"].strip("[]")
    kind = {"string": "String", "boolean": "bool", "code": "Code", "span": "Span",
            "integer": "u64" if part == "Stats" else "usize",
            }.get(of_list, of_list if of_list in OTHERS else f"{of_list}<'static>")
    kind = f"Vec<{kind}>" if field["type"][0] == "[" else kind
    return f"Option<{kind}>" if field.get("may_be_null") else kind


def left_out(field: dict[str, Any], kind: str) -> str:
    """When serde leaves the field out."""
    if field["name"] == "reasoning_closed":
        return ('skip_serializing_if = "crate::message::is_closed_or_unknown", '
                'default = "crate::message::closed"')
    test = {"String": "String::is_empty", "Vec": "Vec::is_empty", "Option": "Option::is_none"}
    return f'skip_serializing_if = "{test[kind.split("<")[0]]}"'


def other_source(part: str) -> list[str]:
    derives, json, sentence = OTHERS[part]
    out = [*doc(sentence, ""), f"#[derive({derives})]", "#[non_exhaustive]"]
    if json:
        out.append(f'#[cfg_attr(feature = "serde", derive({json}), serde(default))]')
    out.append(f"pub struct {part} {{")
    for field in PARTS[part].values():
        if field["type"] == "attributes":
            continue  # a method
        kind = type_of_part(part, field)
        out += said(field["sentence"])
        if field["type"] == "span":
            out.append(serde("flatten"))
        elif "Serialize" in json and field["shown"] == "if_set":
            out.append(serde(left_out(field, kind)))
        out.append(f"    pub {field['name']}: {kind},")
    return [*out, "}", ""]


def structs_source() -> str:
    out = ["// Made by bindings/rust/generate.py.", "", "use std::borrow::Cow;", "",
           "use crate::event::{owned, Span};", "use crate::generated::Code;", "",
           '#[cfg(feature = "serde")]',
           "#[allow(clippy::trivially_copy_pass_by_ref)] // the signature is serde's",
           "fn is_false(mark: &bool) -> bool {", "    !*mark", "}", "", *enum_source()]
    for struct in STRUCTS:
        out += struct_source(struct)
    for part in OTHERS:
        out += other_source(part)
    return "\n".join(out)


def snake(struct: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", struct).lower()


def from_raw(one: Member) -> str:
    """The value of a field, from the event of C."""
    raw = f"raw.{one.raw}"
    return {"string": f"text_in(raw, {raw})",
            "index": raw,
            "maybe_index": f"has(raw, c::TAGSTREAM_HAS_INDEX).then_some({raw})",
            "offset": raw,
            "boolean": f"has(raw, c::TAGSTREAM_{one.name.upper()})",
            "number": f"({raw} >= 0.0).then_some({raw})",
            "code": f"code({raw})"}[one.kind]


def to_raw(one: Member, place: str) -> str:
    """Puts a field into the event of C."""
    raw, (borrowed, value) = f"raw.{one.raw}", one.of(place)
    has_index = "set(raw, c::TAGSTREAM_HAS_INDEX"
    return {"string": f"{raw} = string_of({borrowed});",
            "index": f"{raw} = {value}; {has_index}, true);",
            "maybe_index": f"{raw} = {value}.unwrap_or(0); {has_index}, {value}.is_some());",
            "offset": f"{raw} = {value};",
            "boolean": f"set(raw, c::TAGSTREAM_{one.name.upper()}, {value});",
            "number": f"{raw} = {value}.unwrap_or(-1.0);",
            "code": f"{raw} = number_of({value});"}[one.kind]


def conversions_source() -> str:
    """Events from what C gives, and the other way."""
    out = ["// Made by bindings/rust/generate.py.", "", "use std::os::raw::c_uint;", "",
           "use super::{c, code, has, number_of, put_span, span, string_of, text_in};",
           f"use crate::event::{{Event, {', '.join(STRUCTS)}, Stats}};", "",
           "fn set(raw: &mut c::tagstream_event, flag: c::tagstream_event_flag, is_set: bool) {",
           "    if is_set {", "        raw.flags |= flag;", "    }", "}", ""]
    for struct in STRUCTS:
        name = snake(struct)
        members = members_of(kind_of(struct))
        out += [f"pub(super) fn {name}(raw: &c::tagstream_event) -> {struct}<'_> {{",
                f"    {struct} {{",
                *(f"        {one.name}: {from_raw(one)}," for one in members),
                "        span: span(raw),", "    }", "}", "",
                f"fn put_{name}(raw: &mut c::tagstream_event, from: &{struct}<'_>) {{",
                *(f"    {to_raw(one, 'from')}" for one in members),
                "    put_span(raw, from.span);", "}", ""]
    out += ["pub(super) const fn stats(raw: &c::tagstream_stats) -> Stats {", "    Stats {",
            *(f"        {name}: raw.{name}," for name in PARTS["Stats"]), "    }", "}", ""]
    made, put = [], []
    for kind, own, _, pattern in variants():
        number, name = f"c::TAGSTREAM_{kind['name'].upper()}", camel(kind["name"])
        if own:
            made.append(f"        {number} => Event::{name}({snake(own)}(raw)),")
            put.append(f"        Event::{pattern} => {{ put_{snake(own)}(raw, its); {number} }}")
            continue
        members = members_of(kind)
        fields = [f"{one.name}: {from_raw(one)}" for one in members]
        puts = [to_raw(one, "") for one in members]
        if kind["has_span"]:
            fields.append("span: span(raw)")
            puts.append("put_span(raw, *span);")
        made.append(f"        {number} => Event::{name} {{ {', '.join(fields)} }},")
        put.append(f"        Event::{pattern} => {{ {' '.join(puts)} {number} }}")
    return "\n".join([
        *out, "pub(super) fn event(kind: c_uint, raw: &c::tagstream_event) -> Event<'_> {",
        "    match kind {", *made,
        "        _ => Event::Unknown { number: kind, span: span(raw) },", "    }", "}", "",
        "/// Puts an event into an empty one of C, which borrows its strings, and gives its kind.",
        "pub(super) fn put_event(raw: &mut c::tagstream_event, from: &Event<'_>) -> c_uint {",
        "    match from {", *put, "        Event::Unknown { number, .. } => *number,", "    }", "}",
        ""])


def put_json(one: Member | None, name: str, shown: str, place: str) -> str:
    """Writes a field as JSON; of attributes `one` is None."""
    if one is None:
        return f'self.put("{name}", &{place}.attributes())?;'
    borrowed, value = one.of(place)
    put = f'self.put("{name}", {borrowed})?;'
    if shown == "if_short":
        return f"if {name}.len() <= LONGEST_REPEATED_NAME {{ {put} }}"
    if one.kind in ("number", "maybe_index"):
        return f'if let Some(its) = {value} {{ self.put("{name}", &its)?; }}'
    if not shown.endswith(("if_set", "and_set")):
        return put
    return f'self.put_mark("{name}", {value})?;' if one.kind == "boolean" else \
        f'self.put_text("{name}", {borrowed})?;'


def puts_of(kind: dict[str, Any], place: str) -> list[str]:
    members = {one.name: one for one in members_of(kind)}
    out = []
    for one in kind["fields"]:
        if one["name"] == "is_native":
            continue
        put = put_json(members.get(one["name"]), one["name"], one["shown"], place)
        of_record = one["shown"].startswith("if_recorded")
        out.append(f"if {place}.is_recorded {{ {put} }}" if of_record else put)
    return out


def json_source() -> str:
    """The JSON of events."""
    out = ["// Made by bindings/rust/generate.py.", "", "use serde::ser::SerializeMap;", "",
           "use super::{Fields, LONGEST_REPEATED_NAME};",
           f"use crate::event::{{Event, {', '.join(STRUCTS)}}};", "",
           "impl<M: SerializeMap> Fields<M> {"]
    for struct in STRUCTS:
        out += [f"    fn put_{snake(struct)}(&mut self, from: &{struct}<'_>) "
                "-> Result<(), M::Error> {", *puts_of(kind_of(struct), "from"),
                "        self.put_span(from.span)", "    }", ""]
    out += ["    pub(super) fn put_event(&mut self, from: &Event<'_>) -> Result<(), M::Error> {",
            "        match from {"]
    arms: dict[str, list[str]] = {}
    for kind, own, _, pattern in variants():
        puts = [f"self.put_{snake(own)}(its)?;"] if own else puts_of(kind, "")
        if not own and kind["has_span"]:
            puts.append("self.put_span(*span)?;")
        arms.setdefault(" ".join(puts), []).append(f"Event::{pattern}")
    out += [f"            {' | '.join(of)} => {{ {body} }}" for body, of in arms.items()]
    return "\n".join([*out, "            Event::Unknown { span, .. } => self.put_span(*span)?,",
                      "        }", "        Ok(())", "    }", "}", ""])


def rust(source: str) -> str:
    return formatted(source, "rustfmt", "--edition", "2021", "--config-path", str(HERE))


if __name__ == "__main__":
    sys.exit(put(__doc__, {HERE / "tagstream-sys/src/lib.rs": rust(sys_source()),
                           HERE / "tagstream/src/generated.rs": rust(generated_source()),
                           HERE / "tagstream/src/event/structs.rs": rust(structs_source()),
                           HERE / "tagstream/src/raw/structs.rs": rust(conversions_source()),
                           HERE / "tagstream/src/serialize/structs.rs": rust(json_source())}))

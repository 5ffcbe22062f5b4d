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
            out += [*doc(said, ""), "#[repr(C)]", "#[derive(Clone, Copy, Debug)]",
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
#: The structs of events: their kinds, the part of a message that they are as well, their derives,
#: and a sentence. With a part they have its JSON; that of a thought is written by hand.
STRUCTS = {
    "SectionStart": (["section_start"], None, PLAIN, "The beginning of a hidden section."),
    "SectionEnd": (["section_end"], None, PLAIN, "The end of a section."),
    "ToolCall": (["tool_call"], "ToolCall", PLAIN, "A complete call of a tool."),
    "ToolCallError": (["tool_call_error"], "ToolCallError", "Clone, Debug, PartialEq, Eq",
                      "A broken call, or text in the place of a call."),
    "Thought": (["thought"], None, "Clone, Debug, Default, PartialEq", "A complete thought."),
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


def members_of(struct: str) -> list[Member]:
    kind = next(one for one in API["kinds"] if one["name"] == STRUCTS[struct][0][0])
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


RUST_TYPES = {"string": "Cow<'a, str>", "index": "u32", "maybe_index": "Option<u32>",
              "offset": "u64", "boolean": "bool", "number": "Option<f64>", "code": "Code"}


def said(text: str) -> list[str]:
    text = re.sub(r"docs/[\w.#-]+", r"`\g<0>`", text[0].upper() + text[1:])
    text = text.replace("null", "`None`")
    return doc(text + ".", "    ")


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
    for one in members_of(struct):
        out += said(own[one.name]["sentence"] if one.name in own else one.sentence)
        of_part = PARTS[part].get(one.name) if part else None
        if part and of_part is None:
            out.append(serde("skip"))
        elif of_part and of_part["shown"] == "if_set":
            test = "is_false" if one.kind == "boolean" else "str::is_empty"
            out.append(serde(f'default, skip_serializing_if = "{test}"'))
        out.append(f"    pub {one.name}: {RUST_TYPES[one.kind]},")
    out.append("    /// The bytes of the stream that it accounts for; empty if others do.")
    if part:
        out.append(serde("flatten" if "span" in PARTS[part] else "skip"))
    out += ["    pub span: Span,", "}", "", f"impl {struct}<'_> {{",
            "    /// The same, which borrows nothing.", "    #[must_use]",
            f"    pub fn into_owned(self) -> {struct}<'static> {{", f"        {struct} {{"]
    for one in members_of(struct):
        value = f"owned(self.{one.name})" if one.kind == "string" else f"self.{one.name}"
        out.append(f"            {one.name}: {value},")
    return [*out, "            span: self.span,", "        }", "    }", "}", ""]


def structs_source() -> str:
    out = ["// Made by bindings/rust/generate.py.", "", "use std::borrow::Cow;", "",
           "use crate::event::{owned, Span};", "use crate::generated::Code;", "",
           '#[cfg(feature = "serde")]',
           "#[allow(clippy::trivially_copy_pass_by_ref)] // the signature is serde's",
           "fn is_false(mark: &bool) -> bool {", "    !*mark", "}", ""]
    for struct in STRUCTS:
        out += struct_source(struct)
    return "\n".join(out)


def snake(struct: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", struct).lower()


def conversions_source() -> str:
    """Structs of events from what C gives, and the other way."""
    out = ["// Made by bindings/rust/generate.py.", "",
           "use super::{c, code, has, number_of, span, string_of, text_in};",
           f"use crate::event::{{{', '.join(STRUCTS)}}};", "",
           "fn set(raw: &mut c::tagstream_event, flag: c::tagstream_event_flag, is_set: bool) {",
           "    if is_set {", "        raw.flags |= flag;", "    }", "}", ""]
    for struct in STRUCTS:
        name = snake(struct)
        out += [f"pub(super) fn {name}(raw: &c::tagstream_event) -> {struct}<'_> {{",
                f"    {struct} {{"]
        puts = []
        for one in members_of(struct):
            raw, here = f"raw.{one.raw}", f"from.{one.name}"
            flag = f"c::TAGSTREAM_{one.name.upper()}"
            value, put = {
                "string": (f"text_in(raw, {raw})", f"{raw} = string_of(&{here});"),
                "index": (raw, f"{raw} = {here}; set(raw, c::TAGSTREAM_HAS_INDEX, true);"),
                "maybe_index": (f"has(raw, c::TAGSTREAM_HAS_INDEX).then_some({raw})",
                                f"{raw} = {here}.unwrap_or(0); "
                                f"set(raw, c::TAGSTREAM_HAS_INDEX, {here}.is_some());"),
                "offset": (raw, f"{raw} = {here};"),
                "boolean": (f"has(raw, {flag})", f"set(raw, {flag}, {here});"),
                "number": (f"({raw} >= 0.0).then_some({raw})", f"{raw} = {here}.unwrap_or(-1.0);"),
                "code": (f"code({raw})", f"{raw} = number_of({here});"),
            }[one.kind]
            out.append(f"        {one.name}: {value},")
            puts.append(f"    {put}")
        out += ["        span: span(raw),", "    }", "}", "",
                f"pub(super) fn put_{name}(raw: &mut c::tagstream_event, from: &{struct}<'_>) {{",
                *puts, "    raw.start = from.span.start;", "    raw.end = from.span.end;", "}", ""]
    return "\n".join(out)


def json_source() -> str:
    """The fields of structs of events in the JSON of events."""
    out = ["// Made by bindings/rust/generate.py.", "", "use serde::ser::SerializeMap;", "",
           "use super::Fields;", f"use crate::event::{{{', '.join(STRUCTS)}}};", "",
           "impl<M: SerializeMap> Fields<M> {"]
    for struct, (kinds, *_) in STRUCTS.items():
        out += [f"    pub(super) fn put_{snake(struct)}(&mut self, from: &{struct}<'_>) "
                "-> Result<(), M::Error> {"]
        kind = next(one for one in API["kinds"] if one["name"] == kinds[0])
        types = {one.name: one.kind for one in members_of(struct)}
        for one in kind["fields"]:
            name, here = one["name"], f"from.{one['name']}"
            if name == "is_native":
                continue
            is_optional = one["shown"].endswith("if_set") or one["shown"].endswith("and_set")
            put = f'self.put("{name}", &{here})?;'
            if name == "attributes":
                put = f'self.put("{name}", &from.attributes())?;'
            elif types[name] in ("number", "maybe_index"):
                put = f'if let Some(its) = {here} {{ self.put("{name}", &its)?; }}'
            elif is_optional and types[name] == "boolean":
                put = f'self.put_mark("{name}", {here})?;'
            elif is_optional:
                put = f'self.put_text("{name}", &{here})?;'
            of_record = one["shown"].startswith("if_recorded")
            out.append(f"if from.is_recorded {{ {put} }}" if of_record else put)
        out += ["        self.put_span(from.span)", "    }", ""]
    return "\n".join([*out, "}", ""])


def rust(source: str) -> str:
    return formatted(source, "rustfmt", "--edition", "2021", "--config-path", str(HERE))


if __name__ == "__main__":
    sys.exit(put(__doc__, {HERE / "tagstream-sys/src/lib.rs": rust(sys_source()),
                           HERE / "tagstream/src/generated.rs": rust(generated_source()),
                           HERE / "tagstream/src/event/structs.rs": rust(structs_source()),
                           HERE / "tagstream/src/raw/structs.rs": rust(conversions_source()),
                           HERE / "tagstream/src/serialize/structs.rs": rust(json_source())}))

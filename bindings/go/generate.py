#!/usr/bin/env python3
"""Writes generated.go from bindings/api.json: options, kinds of events, codes, the event with its
JSON, a message and its parts, and other structs; and what comes from C, in calls_cgo.go and
wasm_calls.go: handles, functions of one shape, and structs; and in the latter the functions of the
WebAssembly module and where the fields of its structs are.

usage: generate.py [--check]
With --check nothing is written: it fails if the file would change.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from api import API, ROOT, camel, formatted, put  # noqa: E402

HERE = Path(__file__).resolve().parent
FILE = HERE / "generated.go"
WITH_CGO = HERE / "calls_cgo.go"
WITHOUT_CGO = HERE / "wasm_calls.go"
CAPITALS = {"id": "ID", "json": "JSON", "sse": "SSE"}
TEXT = ("value string", "Option{{{name}, value}}")
ENTRY = ("entry string", "Option{{{name}, entry}}")
NUMBER = ("value int64", "number({name}, value)")
#: What a function takes and gives, by the type of option.
BODIES = {
    "text": TEXT, "json": TEXT, "bytes": TEXT, "choice": TEXT,
    "list": ENTRY, "rules": ENTRY,
    "number": NUMBER, "size": NUMBER,
    "boolean": ("value bool", "boolean({name}, value)"),
}


def go_name(word: str) -> str:
    return camel(word, CAPITALS)


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def comment(text: str, indent: str = "") -> str:
    lines = textwrap.wrap(text, 97 - len(indent))
    return "".join(f"{indent}// {line}\n" for line in lines)


def options(api: dict[str, Any]) -> str:
    of_read = {one["name"]: one for one in api["options"]}
    of_extract = {one["name"]: one for one in api["extract_options"]}
    text = ""
    for name in [*of_read, *(name for name in of_extract if name not in of_read)]:
        one = of_read.get(name) or of_extract[name]
        says = f"{go_name(name)} sets {name}: {one['sentence']}."
        if name not in of_read:
            says += " Of an [Extractor]."
        if BODIES[one["type"]] == ENTRY:
            says += " Each call adds one."
        if one["type"] == "choice":
            says += f" One of {', '.join(one['values'])}."
        if one["default"]:
            says += f" The default is {one['default']}"
            both = of_extract.get(name, one)
            if name in of_read and both["default"] != one["default"]:
                says += f", of an [Extractor] {both['default']}"
            says += "."
        takes, gives = BODIES[one["type"]]
        text += f"\n{comment(says)}func {go_name(name)}({takes}) Option {{ "
        text += f"return {gives.format(name=quoted(name))} }}\n"
    return text


def words(kind: str, list_of: list[dict[str, Any]], prefix: str = "") -> str:
    text = "\nconst (\n"
    table = ""
    for one in list_of:
        name = (prefix or kind) + go_name(one["name"])
        says = one["sentence"]
        text += f"{comment(f'{name}: {says}', chr(9))}\t{name} {kind} = {one['number']}\n"
        table += f"\t{name}: {quoted(one['name'])},\n"
    return f"{text})\n\nvar word{kind} = [...]string{{\n{table}}}\n"


def piece_kinds() -> list[dict[str, Any]]:
    """The kinds of pieces of a server's stream, which the header of C alone has."""
    header = (ROOT / "bindings/c/tagstream.h").read_text(encoding="utf-8")
    found = re.findall(r"TAGSTREAM_PIECE_(\w+) =\s+(\d+),?\s*/\*\s*(.*?)\s*\*/", header, re.S)
    return [{"name": name.lower(), "number": number,
             "sentence": re.sub(r"\s*\[.*", "", " ".join(said.split()))}
            for name, number, said in found]


#: Types of Go, by the types of C.
TYPES = {"string": "string", "u32": "int", "u64": "int64", "double": "float64"}


def said_of(member: str) -> str:
    """The sentences of the fields of JSON that are read from a member of the event."""
    of_json = [one for one in API["fields"] if one["member"] == member]
    of_json = [one for one in of_json if one["type"] != "attributes"]
    of_json.sort(key=lambda one: one["name"] != member)
    first, *others = of_json
    text = f"{go_name(member)}: {first['sentence']}."
    return text + "".join(f" As {one['name']}: {one['sentence']}." for one in others)


def event_struct() -> str:
    text = """
// An Event is one thing that happened in the stream. A field that its kind does not have is zero;
// docs/events.md says which kind has which. Its strings stay valid as long as they are kept.
//
// Offsets are bytes from the beginning of the stream. The spans of all events, from Start to End,
// tile the stream: an event whose span is empty speaks of bytes that other events account for.
type Event struct {
\tKind Kind
"""
    struct = next(one for one in API["structs"] if one["name"] == "event")
    for one in struct["fields"]:
        name = one["name"]
        if name in ("kind", "reserved", "flags", "end"):
            continue
        if name == "start":
            text += "\tStart, End int64\n"
        else:
            kind = "Code" if name == "code" else TYPES[one["type"]]
            text += f"{comment(said_of(name), chr(9))}\t{go_name(name)} {kind}\n"
    for one in API["flags"]:
        text += f"{comment(go_name(one['name']) + ': ' + one['sentence'] + '.', chr(9))}"
        text += f"\t{go_name(one['name'])} bool\n"
    text += "}\n\nfunc (e *Event) setFlags(flags uint32) {\n"
    for one in API["flags"]:
        text += f"\te.{go_name(one['name'])} = flags&(1<<{one['bit']}) != 0\n"
    return text + "}\n"


def put_field(one: dict[str, str]) -> str:
    """Writes a field of an event as JSON."""
    field = next(field for field in API["fields"] if field["name"] == one["name"])
    name, value = quoted(one["name"]), f"e.{go_name(field['member'])}"
    is_optional = one["shown"].endswith("if_set") or one["shown"].endswith("and_set")
    if one["shown"] == "if_short":
        return f"if len({value}) <= longestRepeatedName {{\nout.put({name}, {value})\n}}\n"
    if field["type"] == "attributes":
        return f"out.put({name}, notNil(e.Attributes()))\n"
    if field["type"] == "code":
        return f"out.put({name}, {value}.String())\n"
    if is_optional and field["type"] == "integer":
        return f"if e.HasIndex {{\nout.put({name}, {value})\n}}\n"
    if is_optional and field["type"] == "number":
        return f"if {value} >= 0 {{\nout.put({name}, {value})\n}}\n"
    put = {"boolean": "mark", "string": "word"}[field["type"]] if is_optional else "put"
    return f"out.{put}({name}, {value})\n"


def marshal() -> str:
    text = """
// MarshalJSON writes the object of docs/events.md, in the same order.
func (e Event) MarshalJSON() ([]byte, error) {
var out object
out.put("kind", e.Kind.String())
hasSpan := true
switch e.Kind {
"""
    cases: dict[str, list[str]] = {}
    for kind in API["kinds"]:
        body = ""
        for one in kind["fields"]:
            put = put_field(one)
            of_record = one["shown"].startswith("if_recorded")
            body += f"if e.IsRecorded {{\n{put}}}\n" if of_record else put
        body += "" if kind["has_span"] else "hasSpan = false\n"
        cases.setdefault(body, []).append("Kind" + go_name(kind["name"]))
    for body, kinds in cases.items():
        text += f"case {', '.join(kinds)}:\n{body}"
    return text + """}
if hasSpan {
out.put("start", e.Start)
out.put("end", e.End)
}
return out.end()
}
"""


#: The parts of a message: their names here, and what they are.
PARTS = {
    "ToolCall": ("ToolCall", "A ToolCall is a complete call."),
    "ToolCallError": (
        "ToolCallError", "A ToolCallError is a broken call, or text in the place of a call."),
    "Section": (
        "Section", "A Section is hidden text, or text of the rule Record. Its span is that of the "
        "whole element."),
    "Thought": ("MessageThought", "A MessageThought is a thought: see the rule Thought."),
    "Notice": ("Notice", "A Notice is a remark for the caller."),
}


def go_type(one: dict[str, Any]) -> str:
    if one["type"] == "integer":
        return "int" if one["name"] == "index" else "int64"
    return {"string": "string", "boolean": "bool", "number": "*float64", "code": "Code",
            "attributes": "[]Attribute"}[one["type"]]


def part(one: dict[str, Any]) -> str:
    """The struct of a part, and the function that makes it of its event."""
    name, says = PARTS[one["name"]]
    text = f"\n{comment(says)}type {name} struct {{\n"
    made = ""
    members = {field["name"]: go_name(field["member"]) for field in API["fields"]}
    for field in one["fields"]:
        word = field["name"]
        if field["type"] == "span":
            text += "\tStart int64 `json:\"start\"`\n\tEnd int64 `json:\"end\"`\n"
            made += "Start: e.Start,\nEnd: e.End,\n"
            continue
        tag = f'`json:"{word}{",omitempty" if field["shown"] == "if_set" else ""}"`'
        said = field["sentence"].replace("null", "nil")
        text += f"{comment(f'{go_name(word)}: {said}.', chr(9))}"
        text += f"\t{go_name(word)} {go_type(field)} {tag}\n"
        value = f"e.{members.get(word, 'Text')}"  # the content of a section is its text
        value = {"attributes": "notNil(e.Attributes())", "number": "e.confidence()"}.get(
            field["type"], value)
        made += f"{go_name(word)}: {value},\n"
    lower = name[0].lower() + name[1:]
    return text + f"}}\n\nfunc {lower}Of(e *Event) {name} {{\nreturn {name}{{\n{made}}}\n}}\n"


def parts(api: dict[str, Any]) -> str:
    return "".join(part(one) for one in api["parts"] if one["name"] in PARTS)


#: What the fields of a message are that are null in JSON.
OF_MESSAGE = {
    "reasoning_closed": "true if the answer has ended, and not in reasoning",
    "finish_reason": "`stop`, `tool_calls` or `length`; empty until the end is known",
}


def message() -> str:
    """A message, and its form in JSON; message.go has what differs."""
    fields, of_json, here, there = "", "", "", ""
    for field in next(one for one in API["parts"] if one["name"] == "Message")["fields"]:
        name, of = go_name(field["name"]), field["type"].strip("[]")
        kind = "[]" + PARTS[of][0] if field["type"][0] == "[" else {
            "string": "string", "boolean": "bool", "Notice": "*Notice"}[of]
        said = OF_MESSAGE.get(field["name"], field["sentence"])
        fields += f"{comment(f'{name}: {said}.', chr(9))}\t{name} {kind}\n"
        is_pointer = field.get("may_be_null") and kind[0] != "*"
        if not is_pointer:
            here += f"\tm.{name} = in.{name}\n"
            there += f"{name}: m.{name},\n"
        tag = field["name"] + (",omitempty" if field["shown"] == "if_set" else "")
        of_json += f'\t{name} {"*" if is_pointer else ""}{kind} `json:"{tag}"`\n'
    return f"""
// A Message is a whole answer. [Rules.Read] makes one; of a stream it is collected by Add and
// Finish. A Message to which events were added must not be copied.
type Message struct {{
{fields}
\tcollected
}}

// The form of a message in JSON.
type messageJSON struct {{
{of_json}}}

// json is the message but for what is null there and empty here.
func (m *Message) json() messageJSON {{ return messageJSON{{
{there}}} }}

// setJSON is the opposite.
func (m *Message) setJSON(in *messageJSON) {{
{here}}}
"""


#: Structs of C that are copied field by field: the types of Go by those of C.
COPIED = {
    "piece": {"u8": "PieceKind", "u32": "int", "u64": "int64", "string": "string"},
    "stats": {"u64": "uint64"},
    "diagnostic": {"u8": "Code", "u64": "int", "string": "string"},
}
#: How a field is read from C, and without cgo from the memory of the module.
READ = {"u8": ("at.{0}", "l.memory[at+{1}]"), "u32": ("at.{0}", "l.number(at + {1})"),
        "u64": ("at.{0}", "l.long(at + {1})"), "string": ("copied(at.{0})", "l.text(at + {1})")}


def fields_of(struct: str) -> dict[str, str]:
    """The fields of a struct of C, and their types."""
    its = next(one for one in API["structs"] if one["name"] == struct)
    return {one["name"]: one["type"] for one in its["fields"] if one["name"] != "reserved"}


#: The types that are no parts of a message.
PLAIN = {
    "Attribute": "An Attribute of a tag, as written: nothing is decoded.",
    "Tag": "A Tag is an element, with the elements in it. All its strings are slices of the text. "
           "Places are bytes from its beginning.",
    "Stats": "Stats are the counters of a reader. All but BytesFed may depend on how the text was "
             "cut.",
    "Diagnostic": "A Diagnostic is a remark on a text.",
}
#: The Go agent that tags were made for has these words.
OF_TAG = {"start": "StartIndex", "end": "EndIndex"}


def plain_types() -> str:
    text = puts = ""
    for part, says in PLAIN.items():
        text += f"\n{comment(says)}type {part} struct {{\n"
        for field in next(one for one in API["parts"] if one["name"] == part)["fields"]:
            word = field["name"]
            name = OF_TAG.get(word, go_name(word)) if part == "Tag" else go_name(word)
            kind = {"string": "string", "boolean": "bool", "code": "Code",
                    "attributes": "[]Attribute",
                    "integer": "uint64" if part == "Stats" else "int"}[field["type"]]
            text += comment(f"{name}: {field['sentence']}.", "\t")
            text += f"\t{name} {kind} `json:\"{word}\"`\n"
            if part == "Tag":
                value = f"notNil(t.{name})" if kind[0] == "[" else f"t.{name}"
                puts += f"out.put({quoted(word)}, {value})\n"
        if part == "Tag":
            text += "\t// Children: the elements directly in it.\n"
            text += "\tChildren []Tag `json:\"children\"`\n"
        text += "}\n"
    return text + f"""
// MarshalJSON writes the object of docs/events.md.
func (t Tag) MarshalJSON() ([]byte, error) {{
var out object
{puts}out.put("children", notNil(t.Children))
return out.end()
}}
"""


def copies(way: int) -> str:
    """The functions that copy structs: with cgo (0) or without it (1)."""
    text = ""
    for struct, types in COPIED.items():
        takes = (f"func {struct}Of(at *C.tagstream_{struct})",
                 f"func (l *library) {struct}Of(at uint32)")[way]
        text += f"\n{takes} {go_name(struct)} {{\nreturn {go_name(struct)}{{\n"
        for name, of_c in fields_of(struct).items():
            value = READ[of_c][way].format(name, f"{struct}{go_name(name)}At")
            value = value if of_c == "string" else f"{types[of_c]}({value})"
            text += f"{go_name(name)}: {value},\n"
        text += "}\n}\n"
    return text


#: Handles: their types here and in C. Each has a method free, and those at the end a method reset.
HANDLES = {
    "optionsHandle": "options", "rulesHandle": "rules", "messageHandle": "message",
    "extractHandle": "extract_options", "namedHandle": "extractor", "treeHandle": "tree",
    "streamHandle": "extract_stream", "readerHandle": "reader", "serverHandle": "stream_reader",
    "rewriterHandle": "rewriter", "snapshotsHandle": "snapshots",
}
RESET = {"readerHandle": "reset", "serverHandle": "stream_reader_reset",
         "rewriterHandle": "rewriter_reset", "snapshotsHandle": "snapshots_reset"}
#: Functions here that only call one of C: the receiver, the name, the parameters, the result, and
#: the function of C. `owned` is a text that C makes, `view` one that C keeps.
CALLS = """
between(open string, end string) owned: between
decodeEntities(text string) owned: decode_entities
guessModelJSON(text string) owned: guess_model_json
guessAnswerJSON(text string) owned: guess_answer_json
guessTemplateJSON(text string) owned: guess_template_json
newOptions() optionsHandle: options_new
optionsHandle.set(name string, value string) error: options_set
optionsHandle.rules() (rulesHandle, error): rules_from_options
rulesOfJSON(options string) (rulesHandle, error): rules_new
rulesHandle.explain() owned: rules_explain
rulesHandle.readJSON(answer string) owned: read_json
rulesHandle.adviseJSON(text string) owned: advise_json
rulesHandle.newReader() readerHandle: reader_from_rules
readerHandle.clone() readerHandle: reader_clone
messageOfJSON(text string) (messageHandle, error): message_from_json
messageHandle.openAI() owned: message_openai_json
messageHandle.write(rules rulesHandle) (owned, error): write
newExtractOptions() extractHandle: extract_options_new
extractHandle.set(name string, value string) error: extract_options_set
extractHandle.tree(input string) (treeHandle, error): extract
extractHandle.forName(name string) (namedHandle, error): extractor_for_name
extractHandle.stream() (streamHandle, error): extract_stream_new
newServer(framing Framing) serverHandle: stream_reader_new
serverHandle.feed(chunk []byte) []Piece: stream_reader_feed
serverHandle.finish() []Piece: stream_reader_finish
checkNativeCall(arguments string, isCutOff bool) (owned, error): check_native_call
rulesHandle.newRewriter(field ReasoningField, most int) rewriterHandle: rewriter_new
rewriterHandle.feed(chunk []byte) []byte: rewriter_feed
rewriterHandle.finish() []byte: rewriter_finish
rewriterHandle.errors() view: rewriter_errors_json
newSnapshots(most int) snapshotsHandle: snapshots_new
"""
#: What becomes of a parameter: lines before the call, and its arguments; with cgo and without it.
TAKEN = {
    "string": (("{0}Data, {0}Size := bytes({0})\n", "{0}Data, {0}Size"),
               ("{0}At, {0}Size := l.put({0})\n", "{0}At, {0}Size")),
    "[]byte": (("{0}Data, {0}Size := bytesOf({0})\n", "{0}Data, {0}Size"),
               ("{0}At, {0}Size := l.put(string({0}))\n", "{0}At, {0}Size")),
    "bool": (("", "C.bool({0})"), ("", "truth({0})")),
    "int": (("", "C.size_t({0})"), ("", "limit({0})")),
    "Framing": (("", "C.tagstream_framing({0})"), ("", "uint32({0})")),
    "ReasoningField": (("", "C.tagstream_reasoning_field({0})"), ("", "uint32({0})")),
    "rulesHandle": (("", "{0}.c"), ("", "{0}.at")),
}
#: The call {0}, with arguments {1}, and what is returned. {2} is the type of a handle, {3} in C.
GIVEN = {
    "owned": ("var size C.size_t\nreturn owned({0}({1}, &size), &size)",
              "return l.owned(l.call({0}, {1}, l.clear()))"),
    "handle": ("return {2}{{{0}({1})}}", "return {2}{{l.call({0}, {1})}}"),
    "(handle, error)": ("var made *C.tagstream_{3}\nvar failed *C.tagstream_error\n"
                        "{0}({1}, &made, &failed)\nreturn {2}{{made}}, failure(failed)",
                        "at, err := l.orError({0}, {1})\nreturn {2}{{at}}, err"),
    "(owned, error)": ("var text *C.char\nvar size C.size_t\nvar failed *C.tagstream_error\n"
                       "{0}({1}, &text, &size, &failed)\n"
                       "if failed != nil {{\nreturn \"\", failure(failed)\n}}\n"
                       "return owned(text, &size), nil",
                       "return l.textOrError({0}, {1})"),
    "error": ("var failed *C.tagstream_error\n{0}({1}, &failed)\nreturn failure(failed)",
              "l.call({0}, {1}, l.clear()+errorAt)\nreturn l.failure()"),
    "view": ("return copied({0}({1}))", "l.call({0}, l.scratch, {1})\nreturn l.text(l.scratch)"),
    "[]byte": ("return copiedBytes({0}({1}))",
               "l.call({0}, l.scratch, {1})\nreturn append([]byte(nil), l.view(l.scratch)...)"),
    "[]Piece": ("return piecesOf({0}({1}))", "l.call({0}, l.scratch, {1})\nreturn l.pieces()"),
}


def call_name(function: str) -> str:
    return "call" + go_name(function)


def calls(way: int) -> str:
    """The handles, and the functions that only call one of C: with cgo (0) or without it (1)."""
    text = ""
    for handle, of_c in HANDLES.items():
        text += f"\ntype {handle} struct{{ {('c *C.tagstream_' + of_c, 'at uint32')[way]} }}\n"
        for method, function in (("free", f"{of_c}_free"), ("reset", RESET.get(handle))):
            if function:
                does = (f"C.tagstream_{function}(h.c)", f"only({call_name(function)}, h.at)")[way]
                text += f"\nfunc (h {handle}) {method}() {{ {does} }}\n"
    for line in CALLS.strip().split("\n"):
        match = re.fullmatch(r"(?:(\w+)\.)?(\w+)\((.*?)\) (.*): (\w+)", line)
        assert match, line
        receiver, name, parameters, gives, function = match.groups()
        handle = next((one for one in HANDLES if one in gives), "")
        before, arguments = "", [("h.c", "h.at")[way]] if receiver else []
        for one in filter(None, parameters.split(", ")):
            parameter, kind = one.split(" ")
            lines, argument = TAKEN[kind][way]
            before += lines.format(parameter)
            arguments.append(argument.format(parameter))
        call = (f"C.tagstream_{function}", call_name(function))[way]
        body = GIVEN[gives.replace(handle, "handle") if handle else gives][way].format(
            call, ", ".join(arguments), handle, HANDLES.get(handle))
        # Without arguments there is a comma too many.
        body = body.replace("(, ", "(").replace(", )", ")").replace(", ,", ",")
        lock = ("", "l := locked()\ndefer l.unlock()\n")[way]
        of = f"(h {receiver}) " if receiver else ""
        result = gives.replace("owned", "string").replace("view", "string")
        text += f"\nfunc {of}{name}({parameters}) {result} {{\n{lock}{before}{body}\n}}\n"
    return text


def text_of(api: dict[str, Any]) -> str:
    head = "// Code generated by generate.py from bindings/api.json."
    head += " DO NOT EDIT.\n\npackage tagstream\n"
    kinds, codes = words("Kind", api["kinds"]), words("Code", api["codes"])
    pieces = words("PieceKind", piece_kinds(), "Piece")
    events = event_struct() + marshal() + parts(api) + message()
    return head + options(api) + kinds + codes + events + pieces + plain_types()


def with_cgo() -> str:
    return f"""// Code generated by generate.py from bindings/api.json. DO NOT EDIT.

//go:build cgo

package tagstream

// #include "shim.h"
import "C"
{calls(0)}{copies(0)}"""


def without_cgo(api: dict[str, Any]) -> str:
    text = """// Code generated by generate.py from bindings/api.json. DO NOT EDIT.

//go:build !cgo

package tagstream

// Where the fields of the library's structs are, in bytes, with pointers of 32 bits.
const (
"""
    for one in api["structs"]:
        name = one["name"][0] + go_name(one["name"])[1:]
        text += f"\t{name}Size = {one['size'][0]}\n"
        for field in one["fields"]:
            if field["name"] != "reserved":
                text += f"\t{name}{go_name(field['name'])}At = {field['at'][0]}\n"
    numbers = names = ""
    exports = (HERE / "wasm/exports.txt").read_text(encoding="utf-8").split("\n")
    for export in ["tagstream_seed", *(line for line in exports if line and line[0] != "#")]:
        word = call_name(FUNCTIONS.get(export) or export.removeprefix("tagstream_"))
        numbers += f"\t{word}{' = iota' if not numbers else ''}\n"
        names += f"\t{word}: {quoted(export)},\n"
    return f"""{text})

// The functions of the module, by number.
const (
{numbers}\tfunctionCount
)

var functionNames = [functionCount]string{{
{names}}}
{calls(1)}{copies(1)}"""


#: The functions of the module whose names here are not those without `tagstream_`.
FUNCTIONS = {"__wasm_call_ctors": "constructors", "free": "free_block"}


if __name__ == "__main__":
    sys.exit(put(__doc__, {FILE: formatted(text_of(API), "gofmt"),
                           WITH_CGO: formatted(with_cgo(), "gofmt"),
                           WITHOUT_CGO: formatted(without_cgo(API), "gofmt")}))

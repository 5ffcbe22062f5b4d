"""Texts and expected calls from the Rust tests of a parser.

The tests are read as text, never run: string literals, `concat!` and `format!` of constants are put
together, and a test that needs more than that is left out.
"""

import json
import re

STRING = re.compile(r'"((?:[^"\\]|\\.)*)"|r#"(.*?)"#', re.S)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "\\": "\\", "'": "'"}
TEST = re.compile(r"#\[test\]\s+fn \w+\(\) \{\n(.*?)\n    \}\n", re.S)
INPUT = re.compile(r"let (?:input|text|raw|wire) =\s*(.*?);\n", re.S)
EVENT = re.compile(r"(call|text|reasoning)\(", re.S)


def literal(found):
    if found[2] is not None:
        return found[2]
    joined = re.sub(r"\\\n\s*", "", found[1])
    return re.sub(r"\\u\{([0-9a-fA-F]+)\}|\\x([0-9a-fA-F]{2})|\\(.)",
                  lambda one: chr(int(one[1] or one[2], 16)) if one[1] or one[2]
                  else ESCAPES[one[3]], joined)


def constants(source):
    found = re.finditer(r"const (\w+): &str =\s*(" + STRING.pattern + r");", source, re.S)
    return {one[1]: literal(re.match(STRING, one[2])) for one in found}


def header_of(source):
    """The text that a function `header(name)` puts together; None if there is none."""
    form = r"fn header\(name: &str\) -> String \{\s*format!\((" + STRING.pattern + r")\)"
    found = re.search(form, source, re.S)
    return literal(re.match(STRING, found[1])) if found else None


def text_of(expression, source):
    """The text of a Rust expression; None if it needs more than literals and constants."""
    known, header = constants(source), header_of(source)
    macro = re.fullmatch(r"(concat|format)!\((.*?),?\s*\)(?:\.to_string\(\))?", expression, re.S)
    if not macro:
        return literal(one) if (one := re.fullmatch(STRING, expression)) else known.get(expression)
    rest, parts = macro[2].strip(), []
    while rest:
        one = re.match(STRING, rest)
        name = re.match(r'(\w+)(?:\("([^"]*)"\))?', rest)
        if one:
            parts.append(literal(one))
        elif name and name[2] is not None and name[1] == "header" and header:
            parts.append(header.replace("{name}", name[2]))
        elif name and name[2] is None and name[1] in known:
            parts.append(known[name[1]])
        else:
            return None
        rest = rest[(one or name).end():].lstrip().removeprefix(",").lstrip()
    if macro[1] == "concat":
        return "".join(parts)
    form, *values = parts
    try:
        return form.format(*values, **known)
    except (IndexError, KeyError, ValueError):
        return None


def inside(text, opener):
    """The text between the bracket at the end of `opener` and the one that closes it."""
    start, depth, at = text.find(opener) + len(opener), 1, 0
    if start < len(opener):
        return None
    at = start
    while depth and at < len(text):
        one = re.compile(STRING).match(text, at)
        if one:
            at = one.end()
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        at += 1
    return text[start:at - 1]


def events(listed):
    """(kind, name or text, arguments) of each event in `vec![…]`; None if one is something else."""
    found, rest = [], listed.strip()
    while rest:
        kind = EVENT.match(rest)
        if not kind:
            return None
        words = inside(rest, kind[0])
        name = re.match(STRING, words.strip())
        values = re.search(r"json!\((.*)\)", words, re.S)
        try:
            arguments = json.loads(values[1]) if values else None
        except ValueError:
            return None
        if not name:
            return None
        found.append((kind[1], literal(name), arguments))
        rest = rest[len(kind[0]) + len(words) + 1:].lstrip().removeprefix(",").lstrip()
    return found


def cases(source):
    """(text, calls, reasoning) of the tests whose text and events stand in them."""
    seen = set()
    for body in TEST.findall(source):
        if "guided" in body.lower() or "Policy" in body:
            continue
        inputs = list(INPUT.finditer(body))
        for one, after in zip(inputs, [*inputs[1:], None]):
            listed = inside(body[one.end():after.start() if after else None], "vec![")
            text = text_of(one[1].strip(), source)
            found = events(listed) if listed else None
            if text is None or not found or text in seen:
                continue
            seen.add(text)
            calls = [(name, arguments) for kind, name, arguments in found if kind == "call"]
            thoughts = [name for kind, name, _ in found if kind == "reasoning"]
            yield text, calls, "".join(thoughts) or None

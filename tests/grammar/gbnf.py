"""A small acceptor of GBNF, the grammars of llama.cpp: it follows all ways at once."""

import re
from functools import lru_cache

TOKEN = re.compile(
    r'\s*(?:(?P<literal>"(?:[^"\\]|\\.)*")|(?P<set>\[(?:[^\]\\]|\\.)*\])|(?P<name>[a-z][a-z0-9-]*)'
    r"|(?P<repeat>[*+?]|\{\d+(?:,\d*)?\})|(?P<sign>[()|]))"
)
ESCAPE = re.compile(r"\\x([0-9A-F]{2})|\\u([0-9A-F]{4})|\\U([0-9A-F]{8})|\\(.)|(.)", re.DOTALL)


def characters(text):
    """Those of a literal or a set, and whether each was escaped."""
    for match in ESCAPE.finditer(text):
        two, four, eight, escaped, plain = match.groups()
        if plain is not None:
            yield plain, False
        elif escaped is not None:
            yield {"n": "\n", "t": "\t", "r": "\r"}.get(escaped, escaped), True
        else:
            yield chr(int(two or four or eight, 16)), True


def set_of(text):
    """[...] as what says of a character whether it is in it."""
    list_ = list(characters(text[1:-1]))
    is_negative = bool(list_) and list_[0] == ("^", False)
    if is_negative:
        list_ = list_[1:]
    ranges, at = [], 0
    while at < len(list_):
        first = list_[at][0]
        if at + 2 < len(list_) and list_[at + 1] == ("-", False):
            ranges.append((first, list_[at + 2][0]))
            at += 3
        else:
            ranges.append((first, first))
            at += 1
    return tuple(ranges), is_negative


class Gbnf:
    """Elements of a sequence: a character set, or the name of a rule. A rule is alternatives."""

    def __init__(self, text):
        self.rules = {}
        for line in text.splitlines():
            name, body = line.split(" ::= ", 1)
            if name in self.rules:
                raise ValueError(f"{name} is there twice")
            self.rules[name] = None
            self.tokens = self.split(body)
            self.rules[name] = self.alternatives(name)
            if self.tokens:
                raise ValueError(f"{name}: {self.tokens[0]}")
        missing = {
            part
            for rule in self.rules.values()
            for sequence in rule
            for part in sequence
            if isinstance(part, str) and part not in self.rules
        }
        if missing or "root" not in self.rules:
            raise ValueError(f"no such rules: {missing or 'root'}")
        self.opened = lru_cache(None)(self.open_stack)

    @staticmethod
    def split(body):
        tokens, at = [], 0
        while at < len(body):
            match = TOKEN.match(body, at)
            if not match:
                raise ValueError(f"not GBNF: {body[at : at + 40]!r}")
            tokens.append((match.lastgroup, match.group(match.lastgroup)))
            at = match.end()
        return tokens

    def add_rule(self, name, alternatives):
        name = f"{name}/{len(self.rules)}"
        self.rules[name] = alternatives
        return name

    def alternatives(self, name):
        found = [self.sequence(name)]
        while self.tokens and self.tokens[0] == ("sign", "|"):
            self.tokens.pop(0)
            found.append(self.sequence(name))
        return found

    def sequence(self, name):
        parts = []
        while self.tokens and self.tokens[0] not in (("sign", "|"), ("sign", ")")):
            kind, text = self.tokens.pop(0)
            if kind == "literal":
                part = [(((c, c),), False) for c, _ in characters(text[1:-1])]
            elif kind == "set":
                part = [set_of(text)]
            elif kind == "name":
                part = [text]
            elif text == "(":
                part = [self.add_rule(name, self.alternatives(name))]
                if self.tokens.pop(0) != ("sign", ")"):
                    raise ValueError(f"{name}: a bracket is open")
            else:
                raise ValueError(f"{name}: {text}")
            if self.tokens and self.tokens[0][0] == "repeat":
                part = self.repeated(name, part, self.tokens.pop(0)[1])
            parts += part
        return parts

    def repeated(self, name, part, sign):
        least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(sign, (None, None))
        if least is None:
            numbers = sign[1:-1].split(",")
            least = int(numbers[0])
            most = int(numbers[-1]) if numbers[-1] else None
        if most is None:
            more = self.add_rule(name, [])
            self.rules[more] = [[], part + [more]]
            return part * least + [more]
        more = []
        for _ in range(most - least):
            more = [self.add_rule(name, [[], part + more])]
        return part * least + more

    def open_stack(self, stack):
        """The stacks that begin with a character set, or are empty."""
        done, open_, seen = set(), [stack], set()
        while open_:
            one = open_.pop()
            if one in seen:
                continue
            seen.add(one)
            if one is None or not isinstance(one[0], str):
                done.add(one)
                continue
            name, rest = one
            for sequence in self.rules[name]:
                stack_ = rest
                for part in reversed(sequence):
                    stack_ = (part, stack_)
                open_.append(stack_)
        return frozenset(done)

    def accepts(self, text):
        stacks = self.opened(("root", None))
        for character in text:
            after = set()
            for stack in stacks:
                if stack is None:
                    continue
                ranges, is_negative = stack[0]
                if any(a <= character <= b for a, b in ranges) != is_negative:
                    after |= self.opened(stack[1]) if stack[1] else {None}
            stacks = after
            if not stacks:
                return False
        return None in stacks

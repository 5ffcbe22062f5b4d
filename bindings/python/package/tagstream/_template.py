"""The format of a model, from its chat template: `dialect_from_template`."""

# pyright: reportPrivateUsage=false

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, cast

from tagstream._core import _dialects_that_write, _format_line, read
from tagstream._types import TemplateFormat

# The value that is put into the template for each placeholder. The names of two calls, and the
# keys of two parameters, become one after the rendering, so that the texts around them compare.
_NAMES, _KEYS = ("QzNameAQz", "QzNameBQz"), ("QzKeyAQz", "QzKeyBQz")
_VALUE, _NUMBER, _ID = "QzValueQz", 70707, "QzIdentQz"  # Mistral's ids have nine letters
_CONTENT, _REASONING = "QzContentQz", "QzReasoningQz"

_WORDS = {
    _NAMES[0]: "NAME",
    _KEYS[0]: "KEY",
    _VALUE: "VALUE",
    _ID: "ID",
    _CONTENT: "CONTENT",
    _REASONING: "REASONING",
}
_STARTS_INSIDE = "- starts in reasoning"
_OBJECT = rf'\{{\s*"{_KEYS[0]}"\s*:\s*"{_VALUE}"\s*\}}'
_ESCAPED_OBJECT = rf'\{{\s*\\"{_KEYS[0]}\\"\s*:\s*\\"{_VALUE}\\"\s*\}}'
_USER = {"role": "user", "content": "QzQuestionQz"}


def dialect_from_template(template: str, **variables: Any) -> TemplateFormat:
    """How a model writes, from its chat template, which is rendered with a call of a tool.

    `variables` are given to the template: `eos_token="</s>"`, `enable_thinking=True`. It needs
    jinja2, whose sandbox runs the template. ValueError says why it gives no format.
    """
    render = _renderer(template, variables)
    turn = _Turn(render)
    lines = [*turn.reasoning_lines, *turn.call_lines]
    if not lines:
        raise ValueError(f"the chat template writes neither reasoning nor calls: {turn.why}")
    lines += turn.answer_lines + turn.options
    text = "".join(f"{line}\n" for line in lines)
    turn.read_back(text)
    return TemplateFormat(text, _dialects_that_write(text))


# ---- the template --------------------------------------------------------------------------------


class _RefusedError(Exception):
    """The template has raised something."""


_Render = Callable[..., str]


def _refuse(message: str) -> None:
    raise _RefusedError(message)


def _parse_generation(_extension: Any, parser: Any) -> Any:
    next(parser.stream)
    return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def _no_time(_format: str) -> str:
    return ""


def _to_json(value: Any, indent: int | None = None, **options: Any) -> str:
    known = {key: options[key] for key in ("separators", "sort_keys") if key in options}
    return json.dumps(value, ensure_ascii=False, indent=indent, **known)


def _renderer(template: str, variables: Mapping[str, Any]) -> _Render:
    try:
        import jinja2  # noqa: PLC0415
        from jinja2.ext import Extension  # noqa: PLC0415
        from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415
    except ImportError as error:
        raise ImportError(
            "dialect_from_template renders the template with jinja2: pip install jinja2"
        ) from error

    # `{% generation %}`: marks what a model is trained on.
    generation = type(
        "Generation", (Extension,), {"tags": {"generation"}, "parse": _parse_generation}
    )
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols", generation]
    )
    environment.filters["tojson"] = _to_json
    environment.filters["fromjson"] = json.loads
    names: dict[str, Any] = {"raise_exception": _refuse, "strftime_now": _no_time}
    cast("dict[str, Any]", environment.globals).update(names)
    try:
        compiled = environment.from_string(template)
    except jinja2.TemplateError as error:
        raise ValueError(f"the chat template is not one that jinja2 reads: {error}") from None
    parameters = {"type": "object", "properties": {key: {"type": "string"} for key in _KEYS}}
    tools = [
        {
            "type": "function",
            "function": {"name": name, "description": "", "parameters": parameters},
        }
        for name in _NAMES
    ]
    base = {"bos_token": "", "eos_token": "", "tools": tools, **variables}

    def render(*messages: Mapping[str, Any], prompts: bool = False) -> str:
        try:
            return compiled.render(messages=messages, add_generation_prompt=prompts, **base)
        except Exception as error:
            raise _RefusedError(str(error) or type(error).__name__) from None

    return render


def _answer(
    content: str | None = "", reasoning: str = "", calls: Iterable[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": content}
    if reasoning:
        message |= dict.fromkeys(("reasoning_content", "reasoning", "thinking"), reasoning)
    if calls:
        message["tool_calls"] = [*calls]
    return message


def _call(name: str, arguments: Any) -> dict[str, Any]:
    return {"type": "function", "id": _ID, "function": {"name": name, "arguments": arguments}}


# ---- what is rendered, taken apart ---------------------------------------------------------------


def _as_one(text: str) -> str:
    """Without what tells two calls, or two keys, apart."""
    return text.replace(_NAMES[1], _NAMES[0]).replace(_KEYS[1], _KEYS[0])


class _Repeated(NamedTuple):
    """`before`, `unit`, `between`, `unit` again, `after`."""

    before: str
    unit: str
    between: str
    after: str


def _common_prefix(a: str, b: str) -> str:
    size = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), None)
    return a[:size] if size is not None else min(a, b, key=len)


def _common_suffix(a: str, b: str) -> str:
    return _common_prefix(a[::-1], b[::-1])[::-1]


def _repeated(text: str, first: str, last: str) -> _Repeated | None:
    """The unit from `first` to `last`, which stands twice in `text`: all around them that is the
    same for both, from the beginning of a marker to the end of one."""
    lasts = [match.span() for match in re.finditer(last, text)]
    begins = [text.rfind(first, 0, start) for start, _ in lasts]  # a closer may name it again
    ends = [end for _, end in lasts]
    if len(ends) != 2 or begins[0] < 0 or begins[1] < ends[0]:
        return None
    head = _common_suffix(text[: begins[0]], text[ends[0] : begins[1]]).lstrip()
    opener = re.search(r"[<\[{]", head)
    head = head[opener.start() :] if opener else head
    tail = _common_prefix(text[ends[0] : begins[1] - len(head)], text[ends[1] :])
    closer = re.search(r".*[>\]})\"'`]", tail, re.DOTALL)
    tail = closer[0] if closer else tail.rstrip()
    start, stop = begins[0] - len(head), ends[0] + len(tail)
    between = text[stop : begins[1] - len(head)]
    return _Repeated(text[:start], text[start:stop], between, text[ends[1] + len(tail) :])


class _Turn:
    """The assistant's turn, as the template writes it."""

    def __init__(self, render: _Render) -> None:
        self._render = render
        self._calls_to_read: list[tuple[str, Any]] = []
        self.why = ""
        try:
            self._base = render(_USER)
            prompt = render(_USER, prompts=True)
            plain = self._rest(_answer(_CONTENT))
        except _RefusedError as error:
            raise ValueError(f"the chat template can't be rendered: {error}") from None
        self._prompt = prompt[len(self._base) :] if prompt.startswith(self._base) else ""
        if _CONTENT not in plain:
            raise ValueError("the chat template does not write the content of an answer")
        self._thinking = self._rest_or_empty(_answer(_CONTENT, _REASONING))
        self._open, self._close = self._reasoning_markers()
        self._head = _common_prefix(self._prompt, plain) if self._prompt else ""
        opener = self._head.rfind(self._open) if self._open else -1
        self._head = self._head[:opener] if opener >= 0 else self._head
        self._head = re.sub(r"(<[\w:]+>\s*)?</[\w:]+>\s*$", "", self._head)  # no reasoning
        if self._head.strip() and self._head.strip() in self._close:
            raise ValueError(
                "the chat template writes messages with headers, which are not told apart yet: "
                f"{_shown(self._thinking)}"
            )
        self._end = plain[plain.index(_CONTENT) + len(_CONTENT) :].rstrip()
        self._plain = plain
        self.reasoning_lines = self._lines_of_reasoning()
        self.call_lines = self._lines_of_calls()
        self.answer_lines = self._lines_of_answer()
        self.options = self._options()

    def _rest(self, message: Mapping[str, Any]) -> str:
        text = self._render(_USER, message)
        return text[len(_common_prefix(self._base, text)) :]

    def _rest_or_empty(self, message: Mapping[str, Any]) -> str:
        try:
            return self._rest(message)
        except _RefusedError as error:
            self.why = self.why or str(error)
            return ""

    # -- reasoning --

    def _reasoning_markers(self) -> tuple[str, str]:
        before, found, after = self._thinking.partition(_REASONING)
        if not found:
            return "", ""
        closer = after.partition(_CONTENT)[0]
        # The opener is the last marker of what stands before it, or the last line.
        opener = re.search(r"(?:<[^<>]*>|\[[^\[\]]*\]|[^\n]+)\s*$", before)
        opened = opener[0] if opener else ""
        return self._marker(opened.strip(), opened), self._marker(closer.strip(), closer, ends=True)

    @staticmethod
    def _marker(bare: str, written: str, *, ends: bool = False) -> str:
        """Without the blanks beside a tag; words have a line of their own."""
        if not bare or (bare[0] in "<[(|" if ends else bare[-1] in ">])|"):
            return bare
        return written.rstrip() if ends else written.lstrip()

    def _lines_of_reasoning(self) -> list[str]:
        if not self._close:
            return []
        return [_format_line([self._open, "REASONING", self._close])]

    # -- calls --

    def _lines_of_calls(self) -> list[str]:
        for arguments in ({_KEYS[0]: _VALUE}, json.dumps({_KEYS[0]: _VALUE})):
            for content in ("", None):
                calls = [_call(name, arguments) for name in _NAMES]
                one = self._calls_of(_answer(content, calls=calls[:1]))
                if _NAMES[0] not in one:
                    self.why = self.why or "a call of a tool leaves no trace of the tool's name"
                    continue
                two = self._calls_of(_answer(content, calls=calls))
                return self._lines_of(one, two, not isinstance(arguments, str))
        return []

    def _calls_of(self, message: Mapping[str, Any]) -> str:
        return _as_one(self._written(message))

    def _written(self, message: Mapping[str, Any]) -> str:
        """The text that stands where the content would, up to the end of the turn."""
        rest = self._rest_or_empty(message)
        shared = len(_common_prefix(rest, self._plain[: self._plain.index(_CONTENT)]))
        text = rest[shared:].rstrip()
        if self._end and text.endswith(self._end):
            text = text[: -len(self._end)]
        return text

    def _lines_of(self, one: str, two: str, is_object: bool) -> list[str]:
        self._calls_to_read.append((one, {_KEYS[0]: _VALUE}))
        json_form = re.search(_OBJECT, one) or re.search(_ESCAPED_OBJECT, one)
        last = json_form[0] if json_form else _VALUE
        calls = _repeated(two, _NAMES[0], re.escape(last)) if two else None
        if calls is None:
            calls = _Repeated("", one, "", "")
        unit = calls.unit.strip() if not calls.before.strip() else calls.unit
        if json_form:
            return self._with_wrapper(calls, unit.replace(last, "\x01"), [])
        body, parameters = self._parameters(unit, is_object)
        return self._with_wrapper(calls, body, parameters)

    def _with_wrapper(self, calls: _Repeated, unit: str, parameters: list[str]) -> list[str]:
        before, after = calls.before.lstrip(), calls.after.rstrip()
        lines: list[str] = []
        if not before.strip() and after:
            self._other_end, after = after.strip(), ""  # the turn ends in another way after calls
        is_list = before.rstrip().endswith("[")
        if is_list and after:
            return [_line(before + unit + calls.between + "\x02" + after), *parameters]
        if before.strip() or after.strip():
            lines.append(_line(before + "\x03" + calls.between + "\x02" + after))
        outer, inner, end = _split_element(unit)
        if outer:
            lines.append(_line(outer + "\x03" + end))
        return [*lines, _line(inner), *parameters]

    def _parameters(self, unit: str, is_object: bool) -> tuple[str, list[str]]:
        """A call with its parameters as elements, or as code has them."""
        if not (is_object and _VALUE in unit):
            raise ValueError(
                "the chat template writes the arguments of a call in a way that a format can't "
                f"say: {_shown(unit)}"
            )
        both = dict.fromkeys(_KEYS, _VALUE)
        written = self._written(_answer(calls=[_call(_NAMES[0], both)]))
        self._calls_to_read.append((written, both))
        text = _as_one(written)
        quoted = next((q + _VALUE + q for q in "\"'" if q + _VALUE + q in unit), "")
        found = _repeated(text, _KEYS[0], re.escape(quoted or _VALUE))
        start = text.find(_NAMES[0]) - unit.find(_NAMES[0])
        if found is None or start < 0:
            raise ValueError(
                "the chat template writes two parameters in a way that a format can't say: "
                f"{_shown(text)}"
            )
        before = found.before[start:]
        after = found.after[: max(0, len(found.after) - self._after_unit(unit))]
        if before.rstrip().endswith(("(", "{")) and "," in found.between:
            word = "\x05" if quoted else "\x06"
            item = found.unit.replace(quoted or _VALUE, word)
            return before + item + found.between + "\x02" + after, []
        element, between = found.unit, found.between
        if between and after.startswith(between):
            element, after = element + between, after[len(between) :]
        return before + "\x04\x02" + after, self._parameter_lines(element)

    def _after_unit(self, unit: str) -> int:
        """How many bytes stand after the call where it is the only one."""
        one = self._calls_to_read[0][0]
        return len(one) - one.find(unit) - len(unit) if unit in one else 0

    def _parameter_lines(self, element: str) -> list[str]:
        """One line, or two where strings are written in another way than other values."""
        number = self._calls_of(_answer(calls=[_call(_NAMES[0], {_KEYS[0]: _NUMBER})]))
        if element.replace(_VALUE, str(_NUMBER)).strip() in number:
            return [_line(element)]
        closer = element.partition(_VALUE)[2].rstrip()
        start = number.find(element.partition(_KEYS[0])[0] + _KEYS[0])
        stop = number.find(closer, start) if closer else -1
        if start < 0 or stop < 0 or str(_NUMBER) not in number[start:stop]:
            return [_line(element)]
        other = number[start:stop].replace(str(_NUMBER), "\x07") + element.partition(_VALUE)[2]
        return [_line(element.replace(_VALUE, "\x06")), _line(other)]

    # -- the turn --

    _other_end = ""

    def _lines_of_answer(self) -> list[str]:
        head = self._head.lstrip("\n")
        lines = [_format_line([head, "ANSWER", self._end])] if head or self._end else []
        other = [_format_line(["", "ANSWER", self._other_end])] if self._other_end else []
        return lines + other

    def _options(self) -> list[str]:
        opened = self._prompt[len(self._head) :]
        is_open = bool(self._close) and self._open in opened and self._close not in opened
        return [_STARTS_INSIDE] if is_open and self._open else []

    # -- the proof --

    def read_back(self, text: str) -> None:
        """Reads by the format what the template has written."""
        tools: list[dict[str, Any]] = [
            {"name": _NAMES[0], "parameters": {"properties": {key: {} for key in _KEYS}}},
        ]
        try:
            for written, arguments in self._calls_to_read:
                message = read(written, format=text, tools=tools, start_in_reasoning=False)
                calls = [(call.name, call.args) for call in message.tool_calls]
                if not calls or any(name != _NAMES[0] for name, _ in calls):
                    raise ValueError(f"it is not read as a call: {_shown(written)}")
                if calls[0][1] != arguments:
                    raise ValueError(f"other arguments are read: {_shown(written)}")
            if self._close:
                thinking = f"{self._open}{_REASONING}{self._close}{_CONTENT}"
                message = read(thinking, format=text, tools=tools)
                if (message.reasoning or "").strip() != _REASONING:
                    raise ValueError(f"it is not read as reasoning: {_shown(thinking)}")
        except ValueError as error:
            raise ValueError(
                f"the format does not read what the chat template writes: {error}\n{text}"
            ) from None


def _split_element(unit: str) -> tuple[str, str, str]:
    """The text before the element that names the tool, the element, and the text after it:
    `<tool_call>` around `<function=NAME>`."""
    place = unit.find(_NAMES[0])
    opener = unit.rfind("<", 0, place)
    if opener <= 0 or ">" in unit[opener:place] or not unit[:opener].strip():
        return "", unit, ""
    name = re.match(r"<([^\s=<>]+)", unit[opener:])
    closer = f"</{name[1]}>" if name else ""
    end = unit.rfind(closer) if closer else -1
    if end < 0:
        return "", unit, ""
    end += len(closer)
    return unit[:opener], unit[opener:end], unit[end:]


# ---- the notation --------------------------------------------------------------------------------


_SIGNS = {
    "\x01": "ARGUMENTS",
    "\x02": "...",
    "\x03": "CALL",
    "\x04": "PARAMETER",
    "\x05": "PYTHON",
    "\x06": "STRING",
    "\x07": "JSON",
}
_PARTS = re.compile(f"({'|'.join(map(re.escape, [*_WORDS, *_SIGNS]))})")


def _line(text: str) -> str:
    """A line of a format."""
    text = text.strip("\n") if not text.endswith("\n") else text.lstrip("\n")
    parts = _PARTS.split(text)
    parts[1::2] = [_WORDS.get(word) or _SIGNS[word] for word in parts[1::2]]
    return _format_line(parts)


def _shown(text: str) -> str:
    for sentinel, word in _WORDS.items():
        text = text.replace(sentinel, word)
    text = text.replace("\n", "\\n")
    return text if len(text) <= 200 else text[:200] + "..."

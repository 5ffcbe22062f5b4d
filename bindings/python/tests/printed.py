"""Events and tags as the program prints them."""

from __future__ import annotations

from typing import Any

import tagstream as ts

#: Kinds whose neighbours are joined.
PIECES = {
    *("content", "reasoning", "section_delta", "markup", "tool_call_delta", "thought_delta"),
}
#: Kinds whose text is a sentence, which may be worded otherwise.
SAYING = {"notice", "tool_call_error", "stopped"}


def attributes(pairs: tuple[ts.Attribute, ...]) -> list[dict[str, Any]]:
    return [
        {"name": one.name, "value": one.value or "", "has_value": one.value is not None}
        for one in pairs
    ]


def joined(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Neighbouring pieces of one kind, and of one call, are one."""
    out: list[dict[str, Any]] = []
    for line in lines:
        last = out[-1] if out else None
        if (
            last is not None
            and line["kind"] in PIECES
            and line["kind"] == last["kind"]
            and line.get("index") == last.get("index")
        ):
            last["text"] += line["text"]
            last |= {key: line[key] for key in ("end",) if key in line}
        else:
            out.append(dict(line))
    return out


def without_sentences(value: Any) -> Any:
    """A sentence is there, whatever it says."""
    if isinstance(value, list):
        return [without_sentences(one) for one in value]
    if not isinstance(value, dict):
        return value
    plain = {key: without_sentences(one) for key, one in value.items()}
    if "code" in plain and "text" in plain:
        assert plain["text"]
        plain["text"] = "…"
    return plain


def event_lines(events: list[ts.Event]) -> list[dict[str, Any]]:
    return joined([event.to_dict() for event in events])


def tag_dict(tag: ts.Tag, is_flat: bool = False, has_content: bool = False) -> dict[str, Any]:
    line: dict[str, Any] = {"name": tag.name, "attributes": attributes(tag.attributes)}
    line |= {"start": tag.start, "end": tag.end}
    line |= {"content_start": tag.content_start, "content_end": tag.content_end}
    line |= {"is_closed": tag.is_closed, "is_self_closing": tag.is_self_closing}
    if has_content or not is_flat:
        line["content"] = tag.content
    if is_flat:
        parent = tag.parent
        line |= {"index": tag.index, "parent": parent and parent.index, "depth": tag.depth}
    else:
        line["raw_tag"] = tag.raw_tag
        line["children"] = [tag_dict(child) for child in tag.children]
    return line

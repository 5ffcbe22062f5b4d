"""Events as the program prints them, from what Python sees of them."""

from __future__ import annotations

from typing import Any

import tagstream as ts
from tagstream import EventKind, ThoughtEventKind

_DELTAS = {
    EventKind.CONTENT,
    EventKind.REASONING,
    EventKind.SECTION_DELTA,
    EventKind.CALL_DELTA,
    ThoughtEventKind.CONTENT,
    ThoughtEventKind.THOUGHT_DELTA,
}


def attributes(pairs: tuple[ts.Attribute, ...]) -> list[dict[str, Any]]:
    return [
        {"name": one.name, "value": one.value or "", "hasValue": one.value is not None}
        for one in pairs
    ]


def _call(event: ts.Event, call: ts.Call, ids: ts.CallIds | None) -> dict[str, Any]:
    line: dict[str, Any] = {"kind": "tool-call-end" if call.has_started else "tool-call"}
    if call.tool:
        line["name"] = call.tool
    if call.arguments:
        line["arguments"] = call.arguments
    line |= _id(call, ids)
    line |= {"content": event.text, "index": call.index}
    line |= {"startIndex": call.span.begin, "endIndex": call.span.end}
    line["isClosed"] = event.is_closed
    if call.is_repaired:
        line["isRepaired"] = True
    if call.is_recovered:
        line["isRecovered"] = True
    return line


def _id(call: ts.Call, ids: ts.CallIds | None) -> dict[str, Any]:
    id_ = ids.id(call) if ids else call.id
    return {"id": id_} if id_ else {}


def _error(event: ts.Event, call: ts.Call) -> dict[str, Any]:
    line: dict[str, Any] = {"kind": "tool-error", "code": call.error, "offset": call.offset}
    line |= {"content": event.text, "startIndex": call.span.begin, "endIndex": call.span.end}
    if call.has_index:
        line["index"] = call.index
    if call.is_recovered:
        line["isRecovered"] = True
    return line


def _section(event: ts.Event, element: ts.Element) -> dict[str, Any]:
    line: dict[str, Any] = {"kind": event.kind, "tagName": element.name}
    line["attributes"] = attributes(element.attributes)
    if event.kind == EventKind.SECTION_END:
        line |= {"content": event.text, "startIndex": element.start, "endIndex": event.span.end}
        line |= {"isClosed": event.is_closed, "impliedOpen": element.is_implied_open}
        if event.is_truncated:
            line["isTruncated"] = True
    else:
        line |= {"startIndex": element.start, "impliedOpen": element.is_implied_open}
    return line


def event_line(event: ts.Event, ids: ts.CallIds | None) -> dict[str, Any] | None:
    match event:
        case ts.Event(EventKind.CALL, call=ts.Call() as call):
            return _call(event, call, ids)
        case ts.Event(EventKind.CALL_ERROR, call=ts.Call() as call):
            return _error(event, call)
        case ts.Event(EventKind.CALL_START, call=ts.Call() as call):
            start = {"kind": event.kind, "index": call.index, "name": call.tool}
            return start | _id(call, ids)
        case ts.Event(EventKind.CALL_DELTA, text, call=ts.Call() as call):
            return {"kind": event.kind, "index": call.index, "delta": text}
        case ts.Event(EventKind.SECTION_START | EventKind.SECTION_END, element=ts.Element() as tag):
            return _section(event, tag)
        case ts.Event(EventKind.NOTICE):
            return {"kind": event.kind, "code": event.code, "offset": event.span.begin}
        case ts.Event(EventKind.MARKUP | EventKind.STOPPED):
            return None
    assert event.kind in _DELTAS
    return {"kind": event.kind, "delta": event.text}


def _joined(lines: list[dict[str, Any] | None]) -> list[dict[str, Any]]:
    """Neighbouring deltas of one kind are one. None is between what is not neighbours."""
    out: list[dict[str, Any] | None] = []
    for line in lines:
        last = out[-1] if out else None
        if (
            line is not None
            and last is not None
            and line["kind"] in _DELTAS
            and line["kind"] == last["kind"]
            and line.get("index") == last.get("index")
        ):
            last["delta"] += line["delta"]
        else:
            out.append(line and dict(line))
    return [line for line in out if line is not None]


def event_lines(events: list[ts.Event], is_parser: bool) -> list[dict[str, Any]]:
    ids = ts.CallIds() if is_parser else None
    lines = [event_line(event, ids) for event in events]
    if is_parser:
        lines = [line for line in lines if line is not None]
    return _joined(lines)


def thought_lines(events: list[ts.ThoughtEvent], ids: tuple[str, str]) -> list[dict[str, Any]]:
    lines: list[dict[str, Any] | None] = []
    for event in events:
        if event.kind in (ThoughtEventKind.MARKUP, ThoughtEventKind.STOPPED):
            lines.append(None)
        elif event.kind == ThoughtEventKind.NOTICE:
            lines.append({"kind": event.kind, "code": event.code, "offset": event.span.begin})
        elif event.kind == ThoughtEventKind.THOUGHT:
            metadata: dict[str, Any] = {"verbosity": "normal"}
            if event.type is not None:
                metadata["thoughtType"] = event.type
            if event.has_attributes:
                metadata["confidence"] = event.confidence
            if not event.is_closed:
                metadata["isClosed"] = False
            if event.is_truncated:
                metadata["isTruncated"] = True
            line = {"kind": event.kind, "taskId": ids[0], "contextId": ids[1]}
            line |= {"thoughtType": "reasoning", "thought": event.text}
            lines.append(line | {"metadata": metadata})
        else:
            lines.append({"kind": event.kind, "delta": event.text})
    return _joined(lines)


def tag_dict(tag: ts.Tag, is_flat: bool = False, has_content: bool = False) -> dict[str, Any]:
    line: dict[str, Any] = {"name": tag.name, "attributes": attributes(tag.attributes)}
    line |= {"startIndex": tag.start_index, "endIndex": tag.end_index}
    line |= {"contentStart": tag.content_start, "contentEnd": tag.content_end}
    line |= {"isClosed": tag.is_closed, "isSelfClosing": tag.is_self_closing}
    if has_content or not is_flat:
        line["content"] = tag.content
    if is_flat:
        parent = tag.parent
        line |= {"index": tag.index, "parent": parent and parent.index, "depth": tag.depth}
    else:
        line["rawTag"] = tag.raw_tag
        line["children"] = [tag_dict(child) for child in tag.children]
    return line


def token_line(tokens: list[ts.Token]) -> list[dict[str, Any]]:
    """Neighbouring text is one."""
    lines: list[dict[str, Any]] = []
    for token in tokens:
        line = {"kind": token.kind, "startIndex": token.span.begin, "endIndex": token.span.end}
        line["name"] = token.name
        if lines and token.kind == "text" and lines[-1]["kind"] == "text":
            lines[-1]["endIndex"] = token.span.end
        else:
            lines.append(line)
    return lines

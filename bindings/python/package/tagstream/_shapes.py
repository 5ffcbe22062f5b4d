"""The types of columns, of which each engine makes its own.

A dict is a struct, a list has items of its only element, and a word is one of those below."""

from __future__ import annotations

from typing import Any

TEXT, NUMBER, REAL, FLAG = "text", "number", "real", "flag"

_SPAN = {"start": NUMBER, "end": NUMBER}
_ATTRIBUTES = [{"name": TEXT, "value": TEXT}]
_NOTICE = {"code": TEXT, "text": TEXT, "offset": NUMBER}

CALLS: list[Any] = [
    {
        "index": NUMBER,
        "id": TEXT,
        "name": TEXT,
        "arguments": TEXT,
        "raw": TEXT,
        "is_closed": FLAG,
        "is_repaired": FLAG,
        "is_recovered": FLAG,
        **_SPAN,
    }
]

MESSAGE: dict[str, Any] = {
    "content": TEXT,
    "reasoning": TEXT,
    "tool_calls": CALLS,
    "tool_call_errors": [
        {"code": TEXT, "text": TEXT, "name": TEXT, "raw": TEXT, "offset": NUMBER},
    ],
    "sections": [
        {
            "name": TEXT,
            "raw_tag": TEXT,
            "attributes": _ATTRIBUTES,
            "content": TEXT,
            "is_closed": FLAG,
            "is_recorded": FLAG,
            "is_implied_open": FLAG,
            "is_truncated": FLAG,
            **_SPAN,
        }
    ],
    "thoughts": [
        {
            "text": TEXT,
            "thought_type": TEXT,
            "confidence": REAL,
            "has_attributes": FLAG,
            "is_closed": FLAG,
            "is_truncated": FLAG,
            **_SPAN,
        }
    ],
    "notices": [_NOTICE],
    "finish_reason": TEXT,
    "reasoning_closed": FLAG,
    "stopped": _NOTICE,
}

TAGS: list[Any] = [
    {
        "name": TEXT,
        "attributes": _ATTRIBUTES,
        "content": TEXT,
        "raw_tag": TEXT,
        "depth": NUMBER,
        "parent": NUMBER,
        **_SPAN,
        "content_start": NUMBER,
        "content_end": NUMBER,
        "is_closed": FLAG,
        "is_self_closing": FLAG,
    }
]

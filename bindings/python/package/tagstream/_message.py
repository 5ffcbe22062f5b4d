"""A message in the shapes that servers and clients use."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tagstream._core import Message


def to_openai(message: Message) -> dict[str, Any]:
    """The assistant's message of chat completions. An absent part has no key, except content,
    which is None where only blanks stand beside calls."""
    said = message.to_dict()  # it is valid UTF-8, which a `str` need not be
    shaped: dict[str, Any] = {
        "role": "assistant",
        "content": said["content"] if message.has_content else None,
    }
    if reasoning := said.get("reasoning"):
        shaped["reasoning_content"] = reasoning
    if calls := said.get("tool_calls"):
        shaped["tool_calls"] = [
            {
                "id": call["id"],
                "type": "function",
                "function": {"name": call["name"], "arguments": call["arguments"]},
            }
            for call in calls
        ]
    return shaped


def _finite(number: str) -> float:
    value = float(number)
    if math.isinf(value):  # json.dumps would write a word that no server reads
        raise ValueError(number)
    return value


def _as_object(arguments: str) -> dict[str, Any]:
    # The library has checked that it is a JSON object, of any depth and with numbers of any length;
    # Python's reader has limits there, and a text of a model must not raise.
    try:
        value: dict[str, Any] = json.loads(arguments, parse_float=_finite)
    except (ValueError, RecursionError):
        return {"arguments": arguments}
    return value


_STOP_REASONS = {
    "stop": "end_turn",
    "tool_calls": "tool_use",
    "length": "max_tokens",
    "content_filter": "refusal",
}


def to_anthropic(message: Message) -> dict[str, Any]:
    """The assistant's message of the messages API: blocks of thinking, text and tool_use. A
    thinking block has no signature, since none can be made."""
    said = message.to_dict()  # it is valid UTF-8, which a `str` need not be
    blocks: list[dict[str, Any]] = []
    if reasoning := said.get("reasoning"):
        blocks.append({"type": "thinking", "thinking": reasoning, "signature": ""})
    if message.has_content and said["content"]:
        blocks.append({"type": "text", "text": said["content"]})
    blocks.extend(
        {
            "type": "tool_use",
            "id": call["id"],
            "name": call["name"],
            "input": _as_object(call["arguments"]),
        }
        for call in said.get("tool_calls", ())
    )
    reason = message.finish_reason
    return {
        "role": "assistant",
        "content": blocks,
        "stop_reason": _STOP_REASONS.get(reason, reason) if reason else None,
    }

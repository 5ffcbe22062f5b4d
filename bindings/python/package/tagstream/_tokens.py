"""For agent loops: where an answer of tokens ends, and calls as it has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tagstream._core import Message

# Markers behind which a model goes on writing, or waits for the tool, without an end of its own.
# Families that call several tools one after the other have none: a stop would cut off the rest.
_STOPS = {
    "gemma4": "<tool_call|>",
    "glm45": "<|observation|>",
    "glm47": "<|observation|>",
    "kimi_k2": "<|im_end|>",
}


def stop_ids(parser: Any) -> list[int]:
    """The tokens at which a parser for verl stops. A marker that is not one token is none."""
    if (marker := _STOPS.get(parser.options["dialect"])) is None:
        return []
    token = parser.tokenizer.convert_tokens_to_ids(marker)
    is_known = isinstance(token, int) and token >= 0
    return [token] if is_known and token != getattr(parser.tokenizer, "unk_token_id", None) else []


def without_ends(tokenizer: Any, ids: Sequence[int]) -> Sequence[int]:
    """An answer without the padding and the ends behind it."""
    ends = (tokenizer.eos_token_id, tokenizer.pad_token_id)
    return ids[: max((end for end, one in enumerate(ids, 1) if one not in ends), default=0)]


def offered(tools: Sequence[Any] | None) -> dict[str, Any]:
    """The names that may be called: none where nothing is offered; None if it is not known."""
    if tools is None:
        return {}
    given = [tool.model_dump(exclude_none=True) for tool in tools]
    return {"tools": given, "only_offered": True} if given else {"tool_choice": "none"}


def functions_of(message: Message) -> list[dict[str, Any]]:
    """Names, arguments and ids of its calls. An id is the model's own, or None: templates refuse
    what is made up in another style."""
    calls = message.to_openai().get("tool_calls", ())
    made = [f"call_{number}" for number in range(len(calls))]
    return [
        {**call["function"], "tool_call_id": None if call["id"] in made else call["id"]}
        for call in calls
    ]

"""Importing it registers `tagstream_FAMILY` and `tagstream_FAMILY_in_reasoning` with verl."""

from asyncio import to_thread
from collections import Counter
from typing import Any

from verl.experimental.agent_loop.tool_parser import FunctionCall, ToolParser

from tagstream import _tokens, dialects, read

__all__ = ["counts"]


def __dir__() -> list[str]:
    return __all__


counts: Counter[str] = Counter()  # of this worker: answers, calls, and why others are none


class _Parser(ToolParser):  # type: ignore[misc]
    stop_token_ids = property(_tokens.stop_ids)

    async def extract_tool_calls(self, responses_ids: list[int], tools: Any = None) -> Any:
        ids = _tokens.without_ends(self.tokenizer, responses_ids)
        text = await to_thread(self.tokenizer.decode, ids, skip_special_tokens=False)
        message = await to_thread(read, text, **self.options, **_tokens.offered(tools))
        codes = [one.code for one in message.tool_call_errors]
        codes += [one.code for one in message.notices]
        counts.update(codes, answers=1, calls=len(message.tool_calls))
        return message.content, [FunctionCall(**call) for call in _tokens.functions_of(message)]


for _name, _end in ((name, end) for name in dialects() for end in ("", "_in_reasoning")):
    _options = {"dialect": _name, "start_in_reasoning": bool(_end)}
    ToolParser.register(f"tagstream_{_name}{_end}")(type(_name, (_Parser,), {"options": _options}))

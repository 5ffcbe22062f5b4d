"""For the LiteLLM proxy: `callbacks: [tagstream.litellm.callback]` in `litellm_settings`. It
reads the answers of deployments whose `model_info` has `tagstream`: `{"dialect": "qwen3"}`, or
other options of a `Reader`, and `server`. Answers of others pass as they are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import litellm
from litellm.integrations.custom_logger import CustomLogger

from tagstream._chunks import Chunks, like_model, payload_of
from tagstream._core import Rewriter, rewrite_answer
from tagstream._messages import MessageEvents
from tagstream._request import Asked, asked_rules, deployed, raw_mode
from tagstream._streams import report

__all__ = ["Callback", "callback", "tool_call_errors"]


def __dir__() -> list[str]:
    return __all__


tool_call_errors: Counter[str] = Counter()  # by model
_asked = Asked()


class Callback(CustomLogger):  # type: ignore[misc]
    """Makes reasoning and calls native."""

    async def async_pre_call_deployment_hook(self, kwargs: dict[str, Any], call_type: Any) -> Any:
        """Before the request: LiteLLM asks here what the model's options are."""
        told = kwargs.get("metadata") or kwargs.get("litellm_metadata") or kwargs
        # An echo begins with the prompt, whose examples are not calls.
        is_echo = call_type == "atext_completion" and kwargs.get("echo")
        is_read = not is_echo and call_type in ("acompletion", "atext_completion")
        try:
            options, server = deployed(kwargs.get("model_info"))
            if options and call_type == "aresponses":
                raise ValueError("tagstream does not read the Responses API: use chat completions")
            rules = asked_rules(options, kwargs) if options and is_read else None
        except ValueError as error:
            raise litellm.BadRequestError(str(error), kwargs["model"], "tagstream") from error
        is_known = _asked.note(kwargs, str(told.get("model_group")), rules)
        return raw_mode(kwargs, server) if is_known and rules and server else kwargs

    async def async_post_call_streaming_iterator_hook(
        self, user_api_key_dict: Any, response: Any, request_data: dict[str, Any]
    ) -> AsyncIterator[Any]:
        """A stream of the proxy, with native reasoning and calls."""
        model, rules = _asked.taken(request_data)
        if rules:
            path = str(request_data["proxy_server_request"]["url"]).partition("?")[0]
            make: Any = (
                MessageEvents if path.endswith("/messages") else partial(Chunks, make=like_model)
            )
            response = make(response, Rewriter(rules), lambda _: tool_call_errors.update([model]))
        async for chunk in response:
            yield chunk

    async def async_post_call_success_deployment_hook(
        self, request_data: dict[str, Any], response: Any, call_type: Any
    ) -> Any:
        """The same for an answer that comes whole."""
        model, rules = _asked.of(request_data)
        if rules and hasattr(response, "choices") and not _asked.is_made(response):
            body, errors = rewrite_answer(payload_of(response, exclude_unset=False), rules)
            report(errors, lambda _: tool_call_errors.update([model]))
            response = _asked.made(like_model(response, json.loads(body)))
        return response


callback: Callback = Callback()

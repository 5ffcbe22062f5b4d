"""How an answer is to be read, as far as the request for it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, cast
from weakref import WeakKeyDictionary, WeakValueDictionary

from tagstream._core import Rules

if TYPE_CHECKING:
    from tagstream._options import Options

Server = Literal["vllm", "sglang"]

# The fields that keep a server from dropping the markers that are to be read.
_RAW: dict[str, dict[str, Any]] = {
    "vllm": {"skip_special_tokens": False, "spaces_between_special_tokens": False},
    "sglang": {"skip_special_tokens": False},
}


def checked_server(server: Any) -> Server | None:
    """One of those that must be told something, or None.

    :raises ValueError: it is another
    """
    if server is None or (isinstance(server, str) and server in _RAW):
        return cast("Server | None", server)
    raise ValueError(f"server: {server!r} is neither vllm nor sglang: give nothing for others")


def raw_mode(body: Mapping[str, Any], server: Server) -> dict[str, Any]:
    """The request with what the server must be told. vLLM refuses `tool_choice` where it does not
    read calls itself; the tools stay in the prompt."""
    changed = {**_RAW[server], **body}
    if server == "vllm" and body.get("tools"):
        changed["tool_choice"] = "none"
    return changed


def _object(value: Any) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _list(value: Any) -> Sequence[Any]:
    return cast("Sequence[Any]", value) if isinstance(value, (list, tuple)) else ()


def _functions(tools: Any) -> list[Mapping[str, Any]]:
    """The tools that a model calls by name: others are run by the server."""
    listed = [_object(tool) for tool in _list(tools)]
    return [tool for tool in listed if tool.get("type", "function") == "function"]


def _name(tool: Any) -> str:
    """Responses have the name beside the type, chat completions have it in `function`."""
    its = _object(tool)
    return str(_object(its.get("function", its)).get("name", ""))


def asked_options(body: Mapping[str, Any]) -> Options:
    """Tools and tool choice, as chat completions and responses ask for them. Where tools are
    offered, others are not called."""
    asked: Options = {}
    tools = _functions(body.get("tools"))
    choice = body.get("tool_choice")
    is_limited = _object(choice).get("type") == "allowed_tools"
    if is_limited:
        allowed = _object(_object(choice).get("allowed_tools", choice))
        names = {_name(tool) for tool in _functions(allowed.get("tools"))}
        tools = [tool for tool in tools if _name(tool) in names]
        choice = allowed.get("mode")
    if tools:
        asked["tools"] = tools
        asked["only_offered"] = True
    elif is_limited or _list(body.get("tools")):
        choice = "none"  # what is offered is nothing that a model calls by name
    if choice == "none":
        asked["tool_choice"] = "none"
    elif choice == "required":
        asked["tool_choice"] = "required"
    elif _object(choice).get("type") == "function":
        asked["tool_choice"] = _object(choice)
    if body.get("parallel_tool_calls") is False:
        asked["parallel_tool_calls"] = False
    return asked


def asked_rules(options: Mapping[str, Any], body: Mapping[str, Any]) -> Rules:
    """The options, and what the request asks for instead.

    :raises ValueError: the request asks for what can't be
    """
    asked = cast("dict[str, Any]", asked_options(body))
    if options.get("only_offered") is False:
        asked.pop("only_offered", None)
    return Rules(**{**options, **asked})


def deployed(info: Any) -> tuple[dict[str, Any], Server | None]:
    """Options and server, as LiteLLM's `model_info` has them. Wrong ones are named now, since
    nothing looks at them before there is a request.

    :raises ValueError: there is no such option, or not with this value
    """
    options = _object(info).get("tagstream")
    if not isinstance(options, (Mapping, type(None))):
        raise ValueError(f"tagstream: {options!r} is not an object with options")
    options = dict(_object(options))
    server = checked_server(options.pop("server", None))
    try:
        if options:
            Rules(**options)
    except TypeError as error:
        raise ValueError(str(error)) from error
    return options, server


class Asked:
    """How the answers to LiteLLM's requests are read, which it knows by their logger: some of its
    routes have none, and what they answer passes as it is.

    A callback may be there twice, since LiteLLM adds it each time that it loads its config. An
    answer is read once all the same.
    """

    def __init__(self) -> None:
        self._by_log: WeakKeyDictionary[Any, tuple[str, Rules | None]] = WeakKeyDictionary()
        self._made: WeakValueDictionary[int, Any] = WeakValueDictionary()  # by id

    def note(self, request: Mapping[str, Any], model: str, rules: Rules | None) -> bool:
        """False if the request can't be known again."""
        log = request.get("litellm_logging_obj")
        if log is not None:
            self._by_log[log] = model, rules
        return log is not None

    def of(self, request: Mapping[str, Any]) -> tuple[str, Rules | None]:
        """The model, and how it is read."""
        log = request.get("litellm_logging_obj")
        return ("", None) if log is None else self._by_log.get(log, ("", None))

    def taken(self, request: Mapping[str, Any]) -> tuple[str, Rules | None]:
        """The same for an answer that is streamed; a second time nothing is to be read."""
        log = request.get("litellm_logging_obj")
        return ("", None) if log is None else self._by_log.pop(log, ("", None))

    def made(self, response: Any) -> Any:
        """An answer that has been read."""
        self._made[id(response)] = response
        return response

    def is_made(self, response: Any) -> bool:
        return self._made.get(id(response)) is response

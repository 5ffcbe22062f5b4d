"""Rules from what columns and SQL are given: a dialect's name, a JSON object, a dict."""

# pyright: reportPrivateUsage=false
from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from tagstream import _core
from tagstream._core import Rules
from tagstream._types import Guess

#: Rules, the name of a dialect or a guess, a JSON object as text, or a dict.
Given = Rules | str | Guess | Mapping[str, Any]


def object_of(text: str) -> dict[str, Any]:
    """The options that a JSON object says.

    :raises ValueError: it is none
    """
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the options are not a JSON object: {error}") from None
    if not isinstance(value, dict):
        raise ValueError(f"the options are not a JSON object: {text}")
    if twice := _core._key_twice(text):
        raise ValueError(twice)
    return cast("dict[str, Any]", value)


def _made(options: dict[str, Any]) -> Rules:
    return Rules(**options)


def rules_of(given: Given | None, options: Mapping[str, Any]) -> Rules:
    """:raises ValueError: it is none of these, or says what can't be"""
    if isinstance(given, Rules):
        if options:
            raise TypeError("rules have their options already")
        return given
    if isinstance(given, Guess):
        return _made({"dialect": given, **options})
    if isinstance(given, str):
        if not given.lstrip().startswith("{"):
            return _made({"dialect": given, **options})
        try:
            return _made({**object_of(given), **options})
        except TypeError as error:
            raise ValueError(str(error)) from None
    if not isinstance(cast("object", given), (Mapping, type(None))):
        raise TypeError(f"{given!r} is neither rules, the name of a dialect, JSON nor a dict")
    return _made({**(given or {}), **options})

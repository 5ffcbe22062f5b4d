"""The arguments of calls, as Python has them."""

from __future__ import annotations

import json
from typing import Any


def args_of(arguments: str) -> dict[str, Any]:
    """The value of the JSON; an empty dict where there is none. The library has checked that it is
    an object, of any depth and with numbers of any length; Python has limits there.

    :raises ValueError: they are reached
    """
    if not arguments:
        return {}
    try:
        value: dict[str, Any] = json.loads(arguments)
    except RecursionError:
        raise ValueError("the arguments are nested too deep for Python") from None
    return value

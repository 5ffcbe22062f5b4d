"""The functions, classes and methods of the compiled part, with the signatures that `inspect` looks
for."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from tagstream._core import (
    _with_options,  # pyright: ignore[reportPrivateUsage]
)
from tagstream._types import Guess

if TYPE_CHECKING:
    from typing_extensions import Buffer, Unpack

    from tagstream._core import (
        Rules,
        advise,
        dialect,
        dialects,
        extract,
        guess_answer,
        guess_model,
        guess_template,
        inner,
        read,
        write,
    )
    from tagstream._options import Options
else:
    from tagstream import _core

    advise = _core._with_signature(_core.advise, "(text, rules=..., /, **options)")
    dialect = _core._with_signature(_core.dialect, "(name)")
    dialects = _core._with_signature(_core.dialects, "()")
    extract = _core._with_signature(_core.extract, "(text, /, **options)")
    guess_answer = _core._with_signature(_core.guess_answer, "(answer)")
    guess_model = _core._with_signature(_core.guess_model, "(name)")
    guess_template = _core._with_signature(_core.guess_template, "(chat_template)")
    inner = _core._with_signature(_core.inner, "(text, name, **options)")
    read = _core._with_signature(_core.read, "(text, rules=..., /, **options)")
    write = _core._with_signature(_core.write, "(message, rules=..., /, **options)")

    _of_options = inspect.signature(lambda **options: None)
    _of_rules = inspect.signature(lambda rules=..., /, **options: None)
    _core.Rules.__signature__ = _core.ExtractStream.__signature__ = _of_options
    _core.Reader.__signature__ = _core.Rewriter.__signature__ = _of_rules
    _core.Snapshots.__signature__ = inspect.signature(lambda *, max_snapshot_bytes=67108864: None)
    _core.Message.__signature__ = inspect.signature(lambda: None)
    for _cls in [one for one in vars(_core).values() if isinstance(one, type)]:
        _core._sign_methods(_cls)


def filter(text: str | Buffer, rules: Rules | None = None, /, **options: Unpack[Options]) -> str:
    message = read(text, **options) if rules is None else read(text, rules, **options)
    return message.content


filter.__doc__ = _with_options(
    """The content of a whole text alone: `read(text, …).content`. What else is in it, and why
something is not, has `read`."""
)


def guess(
    answer: str | Buffer | None = None,
    /,
    *,
    model: str | Buffer | None = None,
    template: str | Buffer | None = None,
) -> Guess:
    """The family for an answer of a model, the name of a model, or a chat template.

    `read(text, dialect=guess(…))` reads by it. See `guess_answer`, `guess_model` and
    `guess_template`.
    """
    given: list[Any] = [one for one in (answer, model, template) if one is not None]
    if len(given) != 1:
        raise TypeError("give one thing to guess by: an answer, model=… or template=…")
    if answer is not None:
        return guess_answer(answer)
    return guess_model(given[0]) if model is not None else guess_template(given[0])


__all__ = [
    "advise",
    "dialect",
    "dialects",
    "extract",
    "filter",
    "guess",
    "guess_answer",
    "guess_model",
    "guess_template",
    "inner",
    "read",
    "write",
]

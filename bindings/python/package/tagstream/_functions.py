"""The functions and classes of the compiled part, with the signatures that `inspect` looks for."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tagstream._core import (
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
else:
    from tagstream import _core

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

__all__ = [
    "dialect",
    "dialects",
    "extract",
    "guess_answer",
    "guess_model",
    "guess_template",
    "inner",
    "read",
    "write",
]

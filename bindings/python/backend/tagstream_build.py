"""scikit-build-core, with the files that `cpp/` and others link to in the source archive."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scikit_build_core import build as _build
from scikit_build_core.build import (
    build_editable,
    build_wheel,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]


@contextlib.contextmanager
def _copy_without_links() -> Iterator[None]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / before.name
        ignored = shutil.ignore_patterns("build", "dist", "__pycache__", ".*")
        shutil.copytree(before, copy, ignore=ignored)
        os.chdir(copy)
        try:
            yield
        finally:
            os.chdir(before)


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    target = str(Path(sdist_directory).resolve())
    with _copy_without_links():
        name: str = _build.build_sdist(target, config_settings)
    return name

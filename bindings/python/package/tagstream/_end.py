"""The report of nanobind at the end of the program."""

import atexit
import gc
import sys

from tagstream._core import _warn_of_leaks  # pyright: ignore[reportPrivateUsage]


def quiet_at_the_end() -> None:
    """Daemon threads that still run at the end keep what they hold, and Python never frees it, nor
    what `gc.freeze` has kept from it. That is no leak, so nanobind is not to report one."""

    @atexit.register
    def at_end() -> None:  # pyright: ignore[reportUnusedFunction]
        runs = len(sys._current_frames()) > 1  # pyright: ignore[reportPrivateUsage]
        if runs or gc.get_freeze_count() > 0:
            _warn_of_leaks(False)

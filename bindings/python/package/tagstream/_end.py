"""What nanobind says at the end of the program."""

import atexit
import sys

from tagstream._core import _warn_of_leaks  # pyright: ignore[reportPrivateUsage]


def quiet_at_the_end() -> None:
    """Threads that still run then, daemons, never let go of what they hold, and Python frees none
    of it: nothing has leaked, so nanobind is not to say so."""

    @atexit.register
    def at_end() -> None:  # pyright: ignore[reportUnusedFunction]
        if len(sys._current_frames()) > 1:  # pyright: ignore[reportPrivateUsage]
            _warn_of_leaks(False)

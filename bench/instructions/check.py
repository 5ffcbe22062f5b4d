#!/usr/bin/env python3
"""Compares how many instructions some jobs take for each byte with what they took before.

usage: check.py PROGRAM COMPILER [--update]

PROGRAM is the built tagstream_instructions, COMPILER the name and version of what has built it.
valgrind counts, the same on every machine. Each job runs some times and twice as often: what the
program does before and after cancels out. The figures before are in expected.txt, with the
compiler and the kernel that they hold for: with others nothing is compared, and the exit code is
77. A job that takes 5 % more or less fails; --update writes the figures as they are now.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

EXPECTED = Path(__file__).resolve().parent / "expected.txt"
TIMES = 2
TOLERANCE = 0.05
SKIPPED = 77


def run(program: str, job: str, times: int) -> tuple[int, int, str]:
    """The instructions, the bytes of the text, the kernel."""
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*command, program, job, str(times)],
        env={**os.environ, "TAGSTREAM_KERNEL": "avx2"},
        capture_output=True,
        text=True,
        check=True,
    )
    size, kernel = done.stdout.split()
    count = re.search(r"I +refs: +([\d,]+)", done.stderr)
    assert count, done.stderr
    return int(count[1].replace(",", "")), int(size), kernel


def count(program: str, job: str) -> tuple[float, str]:
    """The instructions for each byte, the kernel."""
    once, size, kernel = run(program, job, TIMES)
    twice, _, _ = run(program, job, 2 * TIMES)
    return (twice - once) / (TIMES * size), kernel


def read_expected() -> dict[str, str]:
    if not EXPECTED.exists():
        return {}
    lines = EXPECTED.read_text().splitlines()
    return dict(line.split(maxsplit=1) for line in lines if line and not line.startswith("#"))


def write_expected(header: dict[str, str], figures: dict[str, float]) -> None:
    lines = [
        "# Instructions for each byte, counted by valgrind in a release build: check.py compares",
        "# and, with --update, writes them.",
    ]
    lines += [f"{key} {value}" for key, value in header.items()]
    lines += [f"{job:<20} {figure:.3f}" for job, figure in figures.items()]
    EXPECTED.write_text("\n".join(lines) + "\n")


def main() -> int:
    words = [word for word in sys.argv[1:] if word != "--update"]
    if len(words) != 2:
        print(__doc__)
        return 2
    program, compiler = words
    is_update = "--update" in sys.argv
    expected = read_expected()
    if not is_update and expected.get("compiler") != compiler:
        print(f"skipped: the figures are those of {expected.get('compiler')}, not of {compiler}")
        return SKIPPED
    jobs = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = list(pool.map(lambda job: count(program, job), jobs))
    kernel = counts[0][1]
    if is_update:
        header = {"compiler": compiler, "kernel": kernel}
        write_expected(header, {job: one for job, (one, _) in zip(jobs, counts, strict=True)})
        return 0
    if expected.get("kernel") != kernel:
        print(f"skipped: the figures are those of {expected.get('kernel')}, not of {kernel}")
        return SKIPPED
    failed = False
    for job, (figure, _) in zip(jobs, counts, strict=True):
        before = float(expected.get(job, "nan"))
        change = figure / before - 1
        is_off = not abs(change) <= TOLERANCE
        failed |= is_off
        print(f"{job:<20} {figure:8.3f} {before:8.3f} {change:+7.1%}{'  off' * is_off}")
    for job in expected.keys() - {"compiler", "kernel", *jobs}:
        failed = True
        print(f"{job:<20} stands in expected.txt, and the program has no such job  off")
    if failed:
        print(f"If that is meant: {sys.argv[0]} {program} '{compiler}' --update")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

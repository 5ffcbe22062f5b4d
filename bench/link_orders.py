#!/usr/bin/env python3
"""Compares two builds of the benchmarks, row by row, each linked in several random orders.

usage: bench/link_orders.py OLD NEW [--orders N] [--filter REGEX] [--mib N] [--cpu N] [--seed N]

OLD and NEW are build folders of preset `bench` (of two checkouts) in which tagstream_bench is
built. Where code comes to lie in a program changes its speed by some percent. So each program is
linked N times (5 by default), with the objects of the library in a new order each time. The two run
each row in turn, seven times each, and the fastest run counts: what else the machine does only
makes a run slower. Prints a Markdown table: the median over the orders of each row that both have,
the smallest and the largest, and NEW's median as a share of OLD's (above 1: slower). `apart` marks
rows whose spreads do not meet: only there the difference is more than the order.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def command_of(build: Path, target: str) -> list[str]:
    """The words of the command with which ninja makes `target`."""
    commands = subprocess.run(
        ["ninja", "-C", str(build), "-t", "commands", target],
        check=True, capture_output=True, text=True,
    ).stdout.splitlines()  # fmt: skip
    return commands[-1].removeprefix(": && ").removesuffix(" && :").split()


def linked(build: Path, order: random.Random, to: Path) -> Path:
    """Links the benchmarks of `build`, with the library's objects in a random order."""
    objects = [word for word in command_of(build, "libtagstream.a") if word.endswith(".o")]
    order.shuffle(objects)
    words: list[str] = []
    for word in command_of(build, "tagstream_bench"):
        words += objects if word == "libtagstream.a" else [word]
    words[words.index("-o") + 1] = str(to)
    subprocess.run(words, cwd=build, check=True)
    return to


def run(program: Path, options: argparse.Namespace, words: list[str]) -> str:
    return subprocess.run(
        [program, f"--mib={options.mib}", f"--cpu={options.cpu}", *words],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ).stdout  # fmt: skip


def rows_of(program: Path, options: argparse.Namespace) -> list[str]:
    words = [f"--benchmark_filter={options.filter}", "--benchmark_list_tests"]
    names = run(program, options, words).partition("\n\n")[0].splitlines()  # a report follows
    return [name for name in names if not name.endswith("/repeats:1")]  # figures that are no times


def fastest(program: Path, options: argparse.Namespace, row: str) -> float:
    """The CPU time of the row in ns, of its fastest run."""
    pattern = re.sub(r"[][.*+?(){}|^$\\]", r"\\\g<0>", row)  # not blanks: std::regex forbids that
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        run(
            program,
            options,
            [f"--benchmark_filter=^{pattern}$", "--benchmark_repetitions=7",
             "--benchmark_min_time=0.05", f"--benchmark_out={report.name}",
             "--benchmark_out_format=json"],
        )  # fmt: skip
        runs = json.load(report)["benchmarks"]
    scale = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    return min(
        one["cpu_time"] * scale[one["time_unit"]] for one in runs if one["run_type"] == "iteration"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--orders", type=int, default=5)
    parser.add_argument("--filter", default=".", help="of google-benchmark")
    parser.add_argument("--mib", type=int, default=4, help="length of each text")
    parser.add_argument("--cpu", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    builds = {"old": options.old.resolve(), "new": options.new.resolve()}
    order = random.Random(options.seed)
    found: dict[str, dict[str, list[float]]] = {"old": {}, "new": {}}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.orders):
            programs = {
                name: linked(build, order, Path(folder) / name) for name, build in builds.items()
            }
            rows = [rows_of(program, options) for program in programs.values()]
            for row in (row for row in rows[0] if row in rows[1]):
                for name, program in programs.items():
                    found[name].setdefault(row, []).append(fastest(program, options, row))
            print(f"order {number + 1} of {options.orders}", file=sys.stderr, flush=True)
    print("| row | old, µs | | new, µs | | share | |\n|---|--:|---|--:|---|--:|---|")
    for row, old in found["old"].items():
        new = found["new"][row]
        share = statistics.median(new) / statistics.median(old)
        apart = "apart" if min(new) > max(old) or max(new) < min(old) else ""
        cells = " | ".join(
            f"{statistics.median(some) / 1e3:.4g} | {min(some) / 1e3:.4g} to {max(some) / 1e3:.4g}"
            for some in (old, new)
        )
        print(f"| {row} | {cells} | {share:.3f} | {apart} |")


if __name__ == "__main__":
    main()

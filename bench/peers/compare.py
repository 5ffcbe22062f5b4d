#!/usr/bin/env python3
"""tagstream beside what one would take instead, over the same texts, in one run.

usage: bench/peers/compare.py PEERS FOLDER [--mib N] [--rounds N] [--plots FOLDER]

PEERS is the built `tagstream_peers`. FOLDER gets the texts and what the peers in Rust and in
JavaScript need; they are left out, and named, where cargo or npm is missing or has nothing to
build from. The package for JavaScript takes part if the preset `wasm` is built. All programs take
turns, as often as there are rounds (5), on one CPU each time; the figures are medians of CPU time.
Prints Markdown; --plots writes the pictures of the README.
"""

from __future__ import annotations

import argparse
import datetime
import json
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import plots

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BINDING = ROOT / "bindings" / "js"
MODULE = ROOT / "build" / "wasm" / "bindings" / "js" / "tagstream.wasm"
TAGS = ["a.xml", "b.xml", "c.xml", "d.txt"]
PIECES = ["64 KiB", "1 MiB"]
ANSWERS = ["answer-4.txt", "answer-16.txt", "answer-64.txt", "answer-256.txt"]
OWN = "tagstream"


@dataclass
class Row:
    """How one peer read each text: the seconds of each round, and what it has seen."""

    job: str
    peer: str
    seconds: dict[str, list[float]] = field(default_factory=dict)
    seen: dict[str, int | None] = field(default_factory=dict)

    def median(self, text: str) -> float | None:
        return statistics.median(self.seconds[text]) if text in self.seconds else None


def build(folder: Path, texts: Path) -> list[list[str]]:
    """The commands of the peers in other languages: those that could be built."""
    commands: list[list[str]] = []
    node = folder / "node"
    shutil.copytree(HERE / "node", node, dirs_exist_ok=True)
    steps = {
        "JavaScript": (
            ["npm", "install", "--no-audit", "--no-fund", "--loglevel", "error"],
            node,
            ["node", str(node / "peers.mjs")],
        ),
        "Rust": (
            ["cargo", "build", "--release", "--quiet", "--target-dir", str(folder / "target")],
            Path(shutil.copytree(HERE / "rust", folder / "rust", dirs_exist_ok=True)),
            [str(folder / "target" / "release" / "tagstream-peers")],
        ),
    }
    for language, (step, where, command) in steps.items():
        try:
            subprocess.run(step, cwd=where, check=True, timeout=600, stdout=sys.stderr)
        except (OSError, subprocess.SubprocessError) as error:
            print(f"without the peers in {language}: {error}", file=sys.stderr)
        else:
            commands.append([*command, str(texts)])
    if not MODULE.exists() and shutil.which("clang++-19"):
        for step in (["--preset"], ["--build", "--target", "tagstream_wasm", "--preset"]):
            subprocess.run(["cmake", *step, "wasm"], cwd=ROOT, check=True, stdout=sys.stderr)
    package = node / "node_modules" / "tagstream"
    if MODULE.exists() and package.parent.exists():
        subprocess.run([BINDING / "build.sh", MODULE, package], check=True)
        commands.append(["node", str(node / "javascript.mjs"), "20"])
    else:
        print(f"without the package for JavaScript: there is no {MODULE}", file=sys.stderr)
    return commands


def measure(commands: list[list[str]], rounds: int) -> list[Row]:
    rows: dict[tuple[str, str], Row] = {}
    pin = ["taskset", "-c", "0"] if shutil.which("taskset") else []
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        for command in commands:
            done = subprocess.run([*pin, *command], check=True, stdout=subprocess.PIPE, text=True)
            for line in done.stdout.splitlines():
                given = json.loads(line)
                key = (given["job"], given["peer"])
                row = rows.setdefault(key, Row(*key))
                row.seen[given["text"]] = given.get("seen")
                if "seconds" in given:
                    row.seconds.setdefault(given["text"], []).append(given["seconds"])
    return list(rows.values())


def table(title: str, columns: list[str], lines: list[list[str]]) -> None:
    print(f"\n| {title} | {' | '.join(columns)} |\n|---|{'--:|' * len(columns)}")
    for line in lines:
        print(f"| {' | '.join(line)} |")


def speed(row: Row, text: str, size: int, own: Row) -> str:
    """MB/s, how many times as long as tagstream, and what was seen if that is not the same."""
    seconds = row.median(text)
    if seconds is None:
        return "refuses it"
    cell = f"{size / seconds / 1e6:,.0f}"
    least = own.median(text)
    if row is not own and least is not None:
        cell += f" ({seconds / least:.2f})"
    if row.seen[text] != own.seen[text] and row.peer != "memchr":
        cell += f", sees {row.seen[text]:,}"
    return cell


def print_tables(rows: list[Row], texts: Path) -> None:
    own = {row.job: row for row in rows if row.peer.startswith(OWN)}
    size = {path.name: path.stat().st_size for path in texts.iterdir()}

    def lines(job: str, names: list[str]) -> list[list[str]]:
        return [
            [row.peer, *(speed(row, name, size[name], own[job]) for name in names)]
            for row in rows
            if row.job == job
        ]

    table("opening tags, MB/s (times as long as tagstream)", TAGS, lines("tags", TAGS))
    table("`<thinking>` taken out, MB/s", ["pair.txt"], lines("pair", ["pair.txt"]))
    answers = []
    for row in rows:
        if row.job != "pieces":
            continue
        times = [row.median(name) for name in ANSWERS]
        cells = ["" if time is None else f"{time * 1000:,.3f}" for time in times]
        least, most = times[0], times[-1]
        growth = "" if least is None or most is None else f"{most / least:,.0f}"
        answers.append([row.peer, *cells, growth])
    kib = {name: f"{name[7:-4]} KiB" for name in ANSWERS}
    columns = [*kib.values(), "64 times the text"]
    table("an answer in pieces of 4 bytes, ms", columns, answers)
    table(
        "in JavaScript, ns for a piece of 4 characters",
        PIECES,
        [
            [
                row.peer,
                *(
                    "" if (time := row.median(name)) is None else f"{time * 1e9:,.0f}"
                    for name in PIECES
                ),
            ]
            for row in rows
            if row.job == "javascript"
        ],
    )


def draw(rows: list[Row], texts: Path, folder: Path) -> None:
    size = {path.name: path.stat().st_size for path in texts.iterdir()}
    bars = {
        row.peer: [
            None if (time := row.median(name)) is None else size[name] / time / 1e6 for name in TAGS
        ]
        for row in rows
        if row.job == "tags" and row.peer != "memchr"
    }
    names = ["a: sparse prose", "b: answers", "c: dense elements", "d: program code"]
    (folder / "speed_tags.svg").write_text(plots.bars("Opening tags found, MB/s", names, bars))
    lines = {
        row.peer: [
            (size[name] / 1024, time * 1000)
            for name in ANSWERS
            if (time := row.median(name)) is not None
        ]
        for row in rows
        if row.job == "pieces"
    }
    title = "One answer, read in pieces of four bytes: time in all, ms"
    (folder / "speed_answers.svg").write_text(plots.lines(title, "KiB", lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    parser.add_argument("peers", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--mib", type=int, default=16, help="length of each long text (16)")
    parser.add_argument("--rounds", type=int, default=5, help="how often all take turns (5)")
    parser.add_argument("--plots", type=Path, help="where the pictures are written")
    given = parser.parse_args()
    program = str(given.peers.resolve())
    texts = given.folder.resolve() / "texts"
    texts.mkdir(parents=True, exist_ok=True)
    subprocess.run([program, "texts", str(texts), str(given.mib)], check=True)
    commands = [[program, "run", str(texts)], *build(given.folder.resolve(), texts)]
    rows = measure(commands, given.rounds)
    machine = subprocess.run([program, "machine"], check=True, stdout=subprocess.PIPE, text=True)
    print(f"{datetime.date.today()}; {machine.stdout.strip()}")
    print_tables(rows, texts)
    if given.plots:
        draw(rows, texts, given.plots)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The whole program on files, beside what else is at hand for some of the same job, in one run.

usage: bench/program.py PROGRAM [MIB]

PROGRAM is the built command line, MIB the size of the largest file, 512 by default; it needs three
times that in the folder for temporary files, hyperfine and GNU time. Times are medians, output
goes into a pipe. Prints Markdown.
"""

from __future__ import annotations

import datetime
import json
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ANSWER = Path(__file__).resolve().parent.parent / "examples" / "transcript.txt"
KIB = 1024
MIB = KIB * KIB


def text_of(size: int) -> bytes:
    """Answers one after the other, of which each is a little different."""
    answer = ANSWER.read_bytes()
    parts: list[bytes] = []
    have = 0
    while have < size:
        parts.append(b"Answer %d.\n" % len(parts) + answer)
        have += len(parts[-1])
    return b"".join(parts)[:size]


def write(path: Path, size: int) -> Path:
    block = text_of(min(max(size, 1), 16 * MIB))
    with path.open("wb") as file:
        for begin in range(0, size, len(block)):
            file.write(block[: size - begin])
    return path


def seconds(command: str, runs: int = 7) -> float:
    """The median time of a command of a shell, the shell's own start taken off."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run(
            ["hyperfine", "--shell", "bash", "--warmup", "1", "--runs", str(runs), "--style",
             "none", "--export-json", report.name, f"set -o pipefail; {command} | cat >/dev/null"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        return float(json.load(report)["results"][0]["median"])


def start_ms(command: str) -> float:
    """The median time of a command that has nothing to do, without a shell."""
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run(
            ["hyperfine", "-N", "--warmup", "20", "--runs", "200", "--style", "none",
             "--export-json", report.name, command],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        return float(json.load(report)["results"][0]["median"]) * 1000


def peak_mib(command: list[str]) -> float:
    """The most memory that a command takes."""
    done = subprocess.run(
        ["/usr/bin/time", "-f", "%M", *command],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    return int(done.stderr) / KIB


def jobs(program: str) -> list[tuple[str, str]]:
    """Names and commands, which get the file's name at their end."""
    own = [
        ("`tagstream filter --hide thinking`", f"{program} filter --hide thinking"),
        ("`tagstream filter`, two names", f"{program} filter --hide thinking --hide tool"),
        ("`tagstream read --thought thinking`", f"{program} read --thought thinking"),
        ("`tagstream read --call tool`", f"{program} read --call tool"),
        ("`tagstream extract --events --names tool`", f"{program} extract --events --names tool"),
    ]
    others = [
        ("`cat`", "cat"),
        ("`grep -c '<'`", "grep -c '<'"),
        ("`sed`, whole lines only", "sed '/<thinking>/,/<\\/thinking>/d'"),
        ("`perl -0777`, whole in memory", "perl -0777 -pe 's{<thinking>.*?</thinking>}{}gs'"),
    ]
    if shutil.which("rg"):
        others.insert(3, ("`rg -c '<'`", "rg -c '<'"))
    return others + own


def main() -> None:
    program = shlex.quote(str(Path(sys.argv[1]).resolve()))
    most = int(sys.argv[2]) if len(sys.argv) > 2 else 512
    cpu = next((line.split(":")[1].strip() for line in Path("/proc/cpuinfo").open()
                if line.startswith("model name")), platform.machine())  # fmt: skip
    print(f"{cpu}, {datetime.date.today()}\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = write(folder / "text", 128 * MIB)
        base = seconds(f"grep -c '<' {file}")
        print("| 128 MiB of answers, into a pipe | s | x `grep -c` |\n|---|---|---|")
        for title, command in jobs(program):
            time = seconds(f"{command} {file}")
            print(f"| {title} | {time:.3f} | {time / base:.2f} |", flush=True)

        empty = write(folder / "empty", 0)
        print("\n| with nothing to do | ms |\n|---|---|")
        for title, command in (("`tagstream filter`", f"{program} filter --hide thinking {empty}"),
                               ("`tagstream read`", f"{program} read --dialect qwen3 {empty}"),
                               ("`cat`", f"cat {empty}")):  # fmt: skip
            print(f"| {title} | {start_ms(command):.2f} |", flush=True)

        print("\n| `filter --hide thinking` | s | ns a KiB | peak, MiB |\n|---|---|---|---|")
        size = KIB
        while size <= most * MIB:
            path = write(folder / "size", size)
            command = f"{program} filter --hide thinking {path}"
            time = seconds(command, 5)
            peak = peak_mib(shlex.split(command))
            label = f"{size // MIB} MiB" if size >= MIB else f"{size // KIB} KiB"
            rate = time / size * KIB * 1e9
            print(f"| {label} | {time:.4f} | {rate:.0f} | {peak:.1f} |", flush=True)
            size *= 8
        one = f"{program} filter --hide thinking {file} >/dev/null"
        alone = seconds(one)
        both = seconds(f"({one} & {one}; wait)")
        print(f"\nTwo files at once take {both / alone:.2f} times as long as one.")


if __name__ == "__main__":
    main()

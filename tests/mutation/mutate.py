#!/usr/bin/env python3
"""Breaks the engine in one place at a time, and says which breaks no golden case notices.

usage: mutate.py BUILD FILE... [--count N] [--seed S] [--tests FILTER] [--then FILTER]

BUILD is a build folder of preset `dev`, and each FILE a source below src/ or kit/. A break changes
one operator, one constant or one statement of a FILE. It is caught if the source no longer
compiles, or if a test fails, runs into an assertion or takes too long. Prints one line for each
break, and at the end those that were not caught: `FILE:LINE: before -> after`. Each of them is
either a case that is missing, or code without an effect. With --then, breaks that --tests miss go
to the tests of that filter as well: those that only they notice are `later`, and lack a golden.

The sources must have no changes that are not committed: each break is made in place and taken
back. Exit status: 1 if a break was not caught.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SECONDS = 300  # for the tests of one break

SWAPS = [
    (" == ", " != "), (" != ", " == "), (" < ", " <= "), (" > ", " >= "), (" <= ", " < "),
    (" >= ", " > "), (" && ", " || "), (" || ", " && "), ("true", "false"), ("false", "true"),
    (" + 1", ""), (" - 1", ""), ("if (!", "if ("), ("std::max(", "std::min("),
    ("std::min(", "std::max("),
]
# A statement that stands alone on its line, and that is no declaration and no return.
STATEMENT = re.compile(r"^\s+[\w.>:()*-]+(\(.*\)| [+-]?= .*);$")
DECLARATION = re.compile(r"^\s+(const |auto |static |using |return|break|continue|case |default|#)")


def code_of(line):
    """The line without its comment."""
    return line.split("//")[0]


def breaks_of(path):
    """All breaks of a file: (number of the line, the line, the line after the break)."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        code = code_of(line)
        if not code.strip() or code.lstrip().startswith(("#", "static_assert", "assert(", "using")):
            continue
        for old, new in SWAPS:
            found += [(number, line, line[:at.start()] + new + line[at.end():])
                      for at in re.finditer(re.escape(old), code)]
        if STATEMENT.match(code) and not DECLARATION.match(code):
            found.append((number, line, ""))
    return found


def run(command, seconds=None):
    """True if the command ends well and in time."""
    try:
        return subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, timeout=seconds,
                              stderr=subprocess.DEVNULL, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=30, help="number of breaks, 30 by default")
    parser.add_argument("--seed", type=int, default=1, help="chooses the breaks")
    parser.add_argument("--tests", default="golden.*", help="tests of law_tests that must notice")
    parser.add_argument("--then", help="tests that see the breaks that those miss")
    options = parser.parse_args()
    files = [path.resolve() for path in options.files]
    if subprocess.run(["git", "diff", "--quiet", "HEAD", "--", *files], cwd=ROOT,
                      check=False).returncode != 0:
        sys.exit("mutate: the files have changes that are not committed")
    build = ["cmake", "--build", str(options.build), "--target", "law_tests"]

    def pass_all(tests):
        return run([str(options.build.resolve() / "tests/law_tests"), "--gtest_brief=1",
                    "--gtest_fail_fast", f"--gtest_filter={tests}"], SECONDS)

    filters = [options.tests] + ([options.then] if options.then else [])
    if not run(build) or not all(pass_all(tests) for tests in filters):
        sys.exit("mutate: the tests fail before anything is broken")

    choices = [(path, *one) for path in files for one in breaks_of(path)]
    random.Random(options.seed).shuffle(choices)
    kept = []
    for path, number, before, after in choices[:options.count]:
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        lines[number] = after
        place = f"{path.relative_to(ROOT)}:{number + 1}: {before.strip()} -> "
        place += after.strip() or "(gone)"
        try:
            path.write_text("\n".join(lines), encoding="utf-8")
            verdict = "KEPT   "
            if not run(build) or not pass_all(options.tests):
                verdict = "caught "
            elif options.then and not pass_all(options.then):
                verdict = "later  "
        finally:
            path.write_text(text, encoding="utf-8")
        print(verdict, place, flush=True)
        if verdict != "caught ":
            kept.append(f"{verdict} {place}")
    run(build)
    print(f"\n{len(kept)} of {min(options.count, len(choices))} breaks were not caught by "
          f"{options.tests}")
    print("\n".join(kept))
    return 1 if kept else 0


if __name__ == "__main__":
    sys.exit(main())

"""Checks the workflows of .github: what they call is there, and nothing is taken on trust.

usage: workflows.py ROOT   needs PyYAML
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import yaml

PINNED = re.compile(r"^[\w.-]+/[\w./-]+@[0-9a-f]{40}$")
# A file of this repository: a script that is run, or one that a script is given.
FILE = re.compile(
    r"(?<![\w/.-])(?:\./)?((?:scripts|bindings|tests|packaging|\.ci)/[\w./-]*\w|run|test)\b(?!-)")
MADE = {"bindings/go/internal/source"}  # a folder that a script writes
COMMAND = re.compile(r"(?:^|[;&|(]\s*|\n\s*)\./(\w+)")


def steps(workflow):
    for name, job in workflow["jobs"].items():
        for step in job["steps"]:
            yield name, job, step


def complaints_of(root, path, scripts):
    text = path.read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    if workflow.get("permissions") != {"contents": "read"}:
        yield "the permissions of all jobs are not contents: read"
    for name, job in workflow["jobs"].items():
        may_write = any(word == "write" for word in job.get("permissions", {}).values())
        if may_write and "environment" not in job:
            yield f"{name}: may write, and has no environment that somebody approves"
        if may_write and "github.ref_type == 'tag'" not in str(job.get("if")):
            yield f"{name}: may write without a tag"
        if "timeout-minutes" not in job and not may_write:
            yield f"{name}: no time limit"
    for name, _, step in steps(workflow):
        uses = step.get("uses")
        if uses and not PINNED.match(uses):
            yield f"{name}: {uses}: not pinned to a commit"
        run = step.get("run", "")
        if "secrets." in str(step):
            yield f"{name}: takes a secret"
        if "${{" in run:
            yield f"{name}: a value goes into a script unquoted: give it by env"
        for file in [*FILE.findall(run), *COMMAND.findall(run)]:
            if file in {"run", "test"} and f"./{file}" not in run:
                continue
            if file not in MADE and not (root / file).exists():
                yield f"{name}: {file}: there is no such file"
            scripts.add(file)
    for use in re.findall(r"uses: \S+(.*)", text):
        if not re.match(r" # v\d+\.\d+\.\d+$", use):
            yield f"uses without the version as a comment: {use.strip() or 'none'}"


def main():
    root = Path(sys.argv[1])
    scripts = set()
    wrong = 0
    for path in sorted((root / ".github/workflows").glob("*.yml")):
        for complaint in complaints_of(root, path, scripts):
            print(f"{path.relative_to(root)}: {complaint}")
            wrong += 1
    # One version of an action, everywhere.
    used = {}
    for path in (root / ".github/workflows").glob("*.yml"):
        for action, commit in re.findall(r"uses: ([^@\s]+)@(\S+)", path.read_text()):
            used.setdefault(action, set()).add(commit)
    for action, commits in used.items():
        if len(commits) > 1:
            print(f"{action}: {len(commits)} different commits")
            wrong += 1
    for must in (".ci/run", "test", "scripts/release", "scripts/version", "scripts/release_go",
                 "bindings/rust/package.sh"):
        if must not in scripts:
            print(f"no workflow calls {must}")
            wrong += 1
    print(f"workflows: {len(used)} actions, {len(scripts)} scripts, {wrong} complaints")
    sys.exit(wrong > 0)


main()

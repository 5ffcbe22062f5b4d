#!/usr/bin/env python3
"""Reads recorded answers of models with tagstream, and counts the calls that come out right.

FOLDER holds clones of public repositories, as owner+name or as owner/name, and unpacked packages of
crates.io, as name-version. Each repository that is known and is there is read at its HEAD, through
git. Nothing is downloaded, and nothing is written
into FOLDER. What stands in FOLDER is data: nothing of it is run.

The calls are compared with a reading of the same text that knows nothing of tagstream: regular
expressions, Python's json and ast, or what a test of another parser expects.
"""

import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from recorded import sources

COLUMNS = ["family", "read from", "texts", "calls", "right", "other", "errors", "repaired",
           "unknown keys", "reasoning", "repository", "date"]
REPOSITORY = COLUMNS.index("repository")
BATCH = 1000
LARGE = 4 << 20  # bytes of a file that is left out
ONE_TABLE = re.compile(r"(?<=<!-- the table begins -->\n).*(?=<!-- the table ends -->)", re.S)


class Clone:
    """A clone in FOLDER: with files beside it, or bare, as `git clone --bare` makes it."""

    def __init__(self, path):
        self.path = path

    @staticmethod
    def find(folder, name):
        if "/" not in name:
            versions = sorted(path for path in folder.glob(f"{name}-[0-9]*") if path.is_dir())
            return Package(versions[-1], name) if versions else None
        for path in [folder / name.replace("/", "+"), folder / name]:
            for place in [path, path / "repo"]:
                if (place / ".git").exists() or (place / "objects").is_dir():
                    return Clone(place)
        return None

    def git(self, *words):
        command = ["git", "-c", "safe.directory=*", "-C", str(self.path), *words]
        environment = {**os.environ, "GIT_NO_LAZY_FETCH": "1"}
        done = subprocess.run(command, capture_output=True, env=environment, check=False)
        return done.stdout.decode("utf-8", "replace")

    def commit(self):
        return self.git("rev-parse", "HEAD").strip()

    def files(self, pattern):
        """The paths that the regular expression matches as a whole, without very large files."""
        entries = (line.split("\t") for line in self.git("ls-tree", "-rlz", "HEAD").split("\0"))
        sizes = {entry[1]: entry[0].split()[3] for entry in entries if len(entry) == 2}
        return sorted(name for name, size in sizes.items() if re.fullmatch(pattern, name)
                      and size.isdigit() and int(size) < LARGE)

    def lines(self, path):
        return [line for line in self.text(path).split("\n") if line.strip()]

    def text(self, path):
        return self.git("cat-file", "blob", f"HEAD:{path}")


class Package(Clone):
    """An unpacked package of crates.io in FOLDER. Its version takes the place of the commit."""

    def __init__(self, path, name):
        super().__init__(path)
        self.version = path.name.removeprefix(f"{name}-")

    def commit(self):
        return self.version

    def files(self, pattern):
        names = (str(path.relative_to(self.path)) for path in self.path.rglob("*")
                 if path.is_file() and path.stat().st_size < LARGE)
        return sorted(name for name in names if re.fullmatch(pattern, name))

    def text(self, path):
        return (self.path / path).read_text("utf-8", "replace")


class Program:
    """tagstream, run on many texts at once."""

    def __init__(self, path, chunk_size):
        self.path = path
        self.chunk_size = chunk_size

    def run(self, *words):
        done = subprocess.run([self.path, *words], capture_output=True, text=True, check=False)
        if done.returncode != 0 and not done.stdout:
            sys.exit(f"{self.path} {' '.join(words[:4])}: {done.stderr.strip()}")
        return done.stdout

    def families(self):
        rows = json.loads(self.run("dialects", "--json"))["dialects"]
        names = [row["name"] for row in rows]
        return [name for name in names if name not in ("none", "auto")]

    def options(self, family, tools):
        return ["read", "--dialect", family, "--json", *(["--tools", tools] if tools else [])]

    def whole(self, family, tools, texts):
        """One message for each text, which is read as a record: in one piece."""
        with tempfile.TemporaryDirectory() as folder:
            records = pathlib.Path(folder, "texts.jsonl")
            records.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
            options = [*self.options(family, tools), "--from", "jsonl:/text", str(records)]
            return self.messages(options, len(texts))

    def cut(self, family, tools, texts):
        """The same, from a file for each text: fed in pieces of chunk_size bytes."""
        with tempfile.TemporaryDirectory() as folder:
            for number, text in enumerate(texts):
                pathlib.Path(folder, str(number)).write_bytes(text.encode())
            files = [str(pathlib.Path(folder, str(number))) for number in range(len(texts))]
            options = [*self.options(family, tools), "--from", "text", "--no-filename"]
            options += ["--chunk-size", str(self.chunk_size), *files]
            return self.messages(options, len(texts))

    def messages(self, options, count):
        messages = [json.loads(line) for line in self.run(*options).split("\n") if line]
        if len(messages) != count:
            sys.exit(f"{' '.join(options[:4])}: {len(messages)} messages for {count} texts")
        for message in messages:
            message.pop("line", None)
        return messages

    def differences(self, family, tools, texts, messages):
        """How many texts give another message when they are cut."""
        return sum(one != two for one, two in zip(messages, self.cut(family, tools, texts)))


class Counts:
    """The results of the texts of one family in one repository."""

    def __init__(self):
        self.texts = self.calls = self.right = self.other = self.errors = self.cuts = 0
        self.repaired = self.unknown_keys = 0
        self.reasonings = self.right_reasonings = 0
        self.examples = []

    def add(self, text, message):
        self.texts += 1
        self.errors += bool(message.get("tool_call_errors"))
        self.repaired += sum(call.get("is_repaired", False)
                             for call in message.get("tool_calls", []))
        self.unknown_keys += sum(notice["code"] == "unknown_key"
                                 for notice in message.get("notices", []))
        if text.reasoning is not None:
            self.reasonings += 1
            is_right = message.get("reasoning", "").strip() == text.reasoning.strip()
            self.right_reasonings += is_right
            if not is_right:
                self.examples.append((text, message.get("reasoning")))
        if text.calls is None:
            return
        read = [(call["name"], arguments_of(call)) for call in message.get("tool_calls", [])]
        right = count_right(text, read)
        self.calls += len(text.calls)
        self.right += right
        self.other += len(read) - right
        if right < len(text.calls) or right < len(read):
            self.examples.append((text, read))


def arguments_of(call):
    try:
        return json.loads(call["arguments"])
    except ValueError:
        return call["arguments"]


def count_right(text, read):
    """Calls that were read with the name and the arguments that were expected."""
    left = list(read)
    for name, arguments in text.calls:
        for call in left:
            if call[0] == name and are_equal(arguments, call[1], text.is_untyped):
                left.remove(call)
                break
    return len(read) - len(left)


def are_equal(expected, read, is_untyped):
    if is_untyped and isinstance(expected, dict) and isinstance(read, dict):
        return expected.keys() == read.keys() and all(
            are_alike(value, read[key]) for key, value in expected.items())
    return same_json(expected, read)


def are_alike(expected, read):
    """Equal, or one is the text of the other: the form does not say the type of a value."""
    if same_json(expected, read):
        return True
    for text, value in [(expected, read), (read, expected)]:
        if isinstance(text, str) and not isinstance(value, str):
            try:
                return same_json(json.loads(text), value)
            except ValueError:
                return text in ("True", "False", "None") and text == str(value)
    return False


def same_json(one, two):
    """Equal as JSON: true is not 1, and 90.0 is 90."""
    if isinstance(one, bool) or isinstance(two, bool):
        return one is two
    if isinstance(one, dict) and isinstance(two, dict):
        return one.keys() == two.keys() and all(same_json(one[key], two[key]) for key in one)
    if isinstance(one, list) and isinstance(two, list):
        return len(one) == len(two) and all(map(same_json, one, two))
    return one == two


def batches(texts):
    """The texts of one row and with the same tools, at most BATCH of them at a time."""
    groups = collections.defaultdict(list)
    for text in texts:
        groups[text.family, text.kind, text.tools].append(text)
    for group in groups.values():
        for start in range(0, len(group), BATCH):
            yield group[start:start + BATCH]


def read_batch(program, batch):
    texts = [text.text for text in batch]
    family, tools = batch[0].family, batch[0].tools
    messages = program.whole(family, tools, texts)
    return batch, messages, program.differences(family, tools, texts, messages)


def check(program, texts, jobs):
    """Counts by family and by what the texts are."""
    counts = collections.defaultdict(Counts)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done in [pool.submit(read_batch, program, batch) for batch in batches(texts)]:
            batch, messages, cuts = done.result()
            row = counts[batch[0].family, batch[0].kind]
            row.cuts += cuts
            for text, message in zip(batch, messages):
                row.add(text, message)
    return counts


def number(value):
    return f"{value:,}"


def make_rows(counts, repository, commit, today):
    where = f"[{repository}] @ {commit[:7]}"
    for (family, kind), found in sorted(counts.items()):
        figures = [found.texts, found.calls, found.right, found.other, found.errors,
                   found.repaired, found.unknown_keys]
        reasoning = f"{number(found.right_reasonings)} of {number(found.reasonings)}"
        yield [f"`{family}`", kind, *map(number, figures), reasoning if found.reasonings else "",
               where, today]


def old_rows(page):
    table = ONE_TABLE.search(page)
    if not table:
        return []
    lines = [line for line in table.group().splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


def merge(rows, old, read, families):
    """The new rows, the old ones of repositories that were not read, and who has none."""
    kept = [row for row in old if row[1] != "nothing yet"
            and not any(f"[{name}]" in row[REPOSITORY] for name in read)]
    merged = rows + kept
    known = {row[0] for row in merged}
    merged += [[f"`{name}`", "nothing yet", *[""] * (len(COLUMNS) - 2)]
               for name in families if f"`{name}`" not in known]
    kinds = sources.KINDS
    return sorted(merged, key=lambda row: (row[0].strip("`"), kinds.index(row[1]), row[REPOSITORY]))


def table_of(rows):
    lines = [COLUMNS, ["---"] * 2 + ["--:"] * 8 + ["---"] * 2, *rows]
    names = sorted({name for row in rows for name in re.findall(r"\[(.*?)\]", row[REPOSITORY])})
    places = {name: "https://github.com/" if "/" in name else "https://crates.io/crates/"
              for name in names}
    links = [f"[{name}]: {places[name]}{name}\n" for name in names]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines) + "\n" + "".join(links)


def write_page(path, table):
    page = path.read_text()
    if not ONE_TABLE.search(page):
        sys.exit(f"{path}: no table between <!-- the table begins --> and <!-- the table ends -->")
    path.write_text(ONE_TABLE.sub(lambda _: table, page))


def show_examples(counts, repository, limit):
    for (family, _), found in sorted(counts.items()):
        for text, read in found.examples[:limit]:
            print(f"-- {repository} {family} {text.place}\n{text.text!r}\n  expected {text.calls}"
                  f"\n  read     {read}", file=sys.stderr)


def parse_arguments():
    names = "\n".join(f"  {source.repository}: {source.what}" for source in sources.ALL)
    parser = argparse.ArgumentParser(
        description=__doc__, epilog="repositories:\n" + names +
        "\n\nA repository that is not in FOLDER keeps its rows in the page, with their date.\n"
        "exit: 0 done, 1 a text gives another message when it is cut, 2 bad arguments",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=pathlib.Path, help="the clones")
    parser.add_argument("--tagstream", metavar="PATH", help="the program", default=next(
        (path for path in ["build/release/apps/cli/tagstream", "build/dev/apps/cli/tagstream"]
         if os.access(path, os.X_OK)), "tagstream"))
    parser.add_argument("--write", metavar="PAGE", type=pathlib.Path,
                        help="put the table into this page (docs/evidence.md)")
    parser.add_argument("--only", metavar="OWNER/NAME", help="read this repository alone")
    parser.add_argument("--chunk-size", metavar="N", type=int, default=1,
                        help="the second reading is fed N bytes at a time (1)")
    parser.add_argument("--examples", metavar="N", type=int, default=0,
                        help="print N texts of each row whose calls differ")
    parser.add_argument("-j", metavar="N", type=int, default=os.cpu_count(), dest="jobs",
                        help="run N programs at once (all processors)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    program = Program(options.tagstream, options.chunk_size)
    families = program.families()
    today = datetime.date.today().isoformat()
    rows, read, cuts = [], [], 0
    for source in sources.ALL:
        clone = Clone.find(options.folder, source.repository)
        if clone is None or options.only not in (None, source.repository):
            continue
        counts = check(program, source.texts(clone), options.jobs)
        show_examples(counts, source.repository, options.examples)
        made = list(make_rows(counts, source.repository, clone.commit(), today))
        differing = sum(found.cuts for found in counts.values())
        print(f"{source.repository}: {differing} texts differ when they are cut", file=sys.stderr)
        cuts += differing
        read.append(source.repository)
        rows += made
    page = options.write or pathlib.Path(__file__).parent.parent / "docs/evidence.md"
    table = table_of(merge(rows, old_rows(page.read_text()), read, families))
    if options.write:
        write_page(options.write, table)
    else:
        print(table, end="")
    return 1 if cuts else 0


if __name__ == "__main__":
    sys.exit(main())

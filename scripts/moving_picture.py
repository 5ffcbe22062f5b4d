#!/usr/bin/env python3
"""Writes the moving picture of the README: what `./run` shows, as an SVG.

Usage: moving_picture.py PROGRAM > docs/pictures/run.svg. Each frame is the end of
`PROGRAM show --raw` for more of examples/transcript.txt. The picture moves twice, and
then stands still; for readers who want no motion it stands still at once.
"""

import collections
import html
import pathlib
import re
import subprocess
import sys

LAST = '"to": 24}\n</tool>\n'  # the answer up to here
STEP = 8  # bytes from one frame to the next
SECONDS = 0.11  # for each frame
PAUSE = 30  # frames for which the last one stays
COLUMNS = 110
WIDTH, HEIGHT, EDGE = 8.4, 19, 14  # of a column, of a row, around all

COLORS = {"31": "#ff9a95", "32": "#a5d6a7", "33": "#f0bd66", "35": "#d7a8f0", "36": "#7fd0e6"}
TEXT, DIM, BACK, HELD = "#e4e7eb", "#9aa0aa", "#16181d", "#4a505c"


def rows_of(program, answer):
    """The rows on the screen once this much of the answer has come."""
    command = [program, "show", "--raw", "--color", "always", "--chunk-size", "5", "--no-finish",
               "--call", "tool", "--hide", "thinking", "--hide", "result", "--unwrap", "answer"]
    done = subprocess.run(command, input=answer, capture_output=True, check=False,
                          env={"COLUMNS": str(COLUMNS)})
    return done.stdout.decode().rstrip("\n").split("\n")


def drawn(row):
    """One row: rectangles where it is in reverse video, and its text, a piece of one style each."""
    out, column, codes = [], 0, []
    for i, part in enumerate(re.split(r"\x1b\[([0-9;]*)m", row)):
        if i % 2 == 1:
            codes = [] if part == "0" else part.split(";")
        if i % 2 == 1 or not part:
            continue
        color = next((COLORS[code] for code in codes if code in COLORS), TEXT)
        x, length = round(column * WIDTH, 1), round(len(part) * WIDTH, 1)
        column += len(part)
        if "7" in codes:
            back = HELD if "2" in codes else color
            out.append(f'<rect x="{x}" y="-14.5" width="{length}" height="{HEIGHT}" '
                       f'fill="{back}"/>')
            color = color if "2" in codes else BACK
        elif "2" in codes:
            color = DIM
        if part.strip():
            bold = ' font-weight="bold"' if "1" in codes else ""
            out.append(f'<text x="{x}" textLength="{length}" fill="{color}"{bold}>'
                       f"{html.escape(part, quote=False)}</text>")
    return "".join(out)


def main():
    program = sys.argv[1]
    folder = pathlib.Path(__file__).resolve().parent.parent
    answer = (folder / "examples/transcript.txt").read_bytes()
    answer = answer[: answer.index(LAST.encode()) + len(LAST)]
    sizes = [*range(STEP, len(answer), STEP), len(answer)]
    frames = [rows_of(program, answer[:size]) for size in sizes]

    # A row that stays as it is for some frames is drawn once.
    spans = collections.defaultdict(list)  # line and row: frames from, to
    for number, frame in enumerate(frames):
        for line, row in enumerate(frame):
            known = spans[line, row]
            if known and known[-1][1] == number:
                known[-1][1] = number + 1
            elif row:
                known.append([number, number + 1])
    total = len(frames) + PAUSE
    width = round(COLUMNS * WIDTH + 2 * EDGE)
    height = max(map(len, frames)) * HEIGHT + 2 * EDGE
    shows, rows = {}, []
    for (line, row), times in sorted(spans.items()):
        for start, end in times:
            is_last = end == len(frames)
            place = f'transform="translate(0,{line * HEIGHT})"'
            if start == 0 and is_last:
                rows.append(f"<g {place}>{drawn(row)}</g>")
                continue
            name = shows.setdefault((start, total if is_last else end), f"f{len(shows)}")
            kind = f"{name} l" if is_last else name
            rows.append(f'<g class="{kind}" {place}>{drawn(row)}</g>')
    styles = []
    for (start, end), name in shows.items():
        steps = [f"{100 * start / total:.2f}%{{visibility:visible}}"]
        if start > 0:
            steps.insert(0, "0%{visibility:hidden}")
        if end < total:
            steps.append(f"{100 * end / total:.2f}%{{visibility:hidden}}")
        styles.append(f"@keyframes {name}{{{''.join(steps)}}}.{name}{{animation-name:{name}}}")
    print(f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" \
role="img" aria-label="A replay of a model's answer: the stream, and the result">
<!-- written by scripts/moving_picture.py -->
<style>
text{{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre}}
[class]{{visibility:hidden;animation:{total * SECONDS:.1f}s step-end 2}}
.l{{visibility:visible}}
{chr(10).join(styles)}
@media (prefers-reduced-motion:reduce){{[class]{{animation:none}}}}
</style>
<rect width="100%" height="100%" rx="6" fill="{BACK}"/>
<g transform="translate({EDGE},{EDGE + 14.5})">
{chr(10).join(rows)}
</g>
</svg>""")


if __name__ == "__main__":
    main()

"""Runs a program on a terminal, and writes what the terminal holds at the end, history included.

usage: terminal.py [--reflow] [--feed] COLUMNSxROWS[,COLUMNSxROWS...] PROGRAM [ARGUMENT]...

With --feed its standard input is a pipe that gets the text of ours, word by word. The terminal
changes its size at equal intervals, each time after all that has come has been drawn. With --reflow
it wraps the rows anew, as most do; else rows stay as they are. A row that the terminal has wrapped
is one line of the output.
"""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time
import unicodedata

patience = 20  # seconds

CONTROL = re.compile("\x1b\\[(\\??)([0-9;]*)([A-Za-z])")


def width_of(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


class Row:
    def __init__(self, cells=(), is_wrapped=False):
        self.cells = list(cells)
        self.is_wrapped = is_wrapped  # it goes on in the next one


class Terminal:
    def __init__(self, columns, rows, reflows):
        self.columns = columns
        self.height = rows
        self.reflows = reflows
        self.rows = [Row()]
        self.top = 0  # of the screen; rows before it can't be reached
        self.row = self.column = 0
        self.wraps = True

    def write(self, text):
        at = 0
        while at < len(text):
            control = CONTROL.match(text, at)
            if control:
                self.control(*control.groups())
                at = control.end()
                continue
            self.character(text[at])
            at += 1

    def character(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.next_row()
        else:
            self.put(character, width_of(character))

    def put(self, character, width):
        cells = self.rows[self.row].cells
        if width == 0:
            cells[self.column - 1] += character
            return
        if self.column + width > self.columns:
            if self.wraps:
                self.rows[self.row].is_wrapped = True
                self.next_row()
                self.column = 0
                cells = self.rows[self.row].cells
            else:
                self.column = self.columns - width
        cells.extend(" " * (self.column - len(cells)))
        cells[self.column : self.column + width] = [character] + [""] * (width - 1)
        self.column += width

    def next_row(self):
        self.row += 1
        if self.row == len(self.rows):
            self.rows.append(Row())
        self.top = max(self.top, self.row - self.height + 1)

    def control(self, mark, numbers, command):
        if command == "A":
            self.row = max(self.top, self.row - int(numbers or 1))
        elif command == "J":
            assert numbers in ("", "0")
            assert (self.row, self.column) != (self.top, 0), "some keep such a screen"
            del self.rows[self.row + 1 :]
            del self.rows[self.row].cells[self.column :]
            self.rows[self.row].is_wrapped = False
        elif command == "K":
            del self.rows[self.row].cells[self.column :]
        elif mark and numbers == "7":
            self.wraps = command == "h"
        else:
            assert command == "m", (mark, numbers, command)

    def resize(self, columns, rows):
        # A lower screen loses what stands below the cursor first.
        while len(self.rows) - self.top > rows and len(self.rows) - 1 > self.row:
            self.rows.pop()
        if self.reflows and columns != self.columns:
            self.reflow(columns)
            self.top = 0
        self.columns = columns
        self.height = rows
        self.column = min(self.column, columns - 1)
        self.top = max(self.top, len(self.rows) - rows)
        if self.row < self.top:
            self.row, self.column = self.top, 0

    def reflow(self, columns):
        rows = []
        cursor = None
        line = []
        for number, row in enumerate(self.rows):
            if number == self.row:
                cursor = len(line) + min(self.column, self.columns - 1)
            line += row.cells
            if row.is_wrapped:
                continue
            begin = len(rows)
            part = Row()
            for cell in line:
                if len(part.cells) == columns:
                    part.is_wrapped = True
                    rows.append(part)
                    part = Row()
                part.cells.append(cell)
            rows.append(part)
            if cursor is not None:
                place = min(begin + cursor // columns, len(rows) - 1), cursor % columns
                cursor = None
            line = []
        self.rows = rows
        self.row, self.column = place

    def text(self):
        text = ""
        for row in self.rows:
            line = "".join(row.cells)
            text += line if row.is_wrapped else line.rstrip(" ") + "\n"
        return text[:-1]


def set_size(descriptor, columns, rows):
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


class Session:
    def __init__(self, sizes, reflows, command, is_fed):
        self.sizes = sizes
        self.terminal = Terminal(*sizes[0], reflows)
        self.master, slave = pty.openpty()
        set_size(slave, *sizes[0])
        source, self.feed = os.pipe() if is_fed else (os.open(os.devnull, os.O_RDONLY), None)
        self.child = os.fork()
        if self.child == 0:
            os.dup2(source, 0)
            os.dup2(slave, 1)
            if self.feed is not None:
                os.close(self.feed)
            os.execvp(command[0], command)
        os.close(slave)
        os.close(source)
        self.rest = b""

    def read(self, seconds):
        """The text that has been written; None at the end."""
        if not select.select([self.master], [], [], seconds)[0]:
            return ""
        try:
            self.rest += os.read(self.master, 65536)
        except OSError:
            return None
        # A control sequence or a character that is cut waits.
        end = self.rest.rfind(b"\x1b")
        if end < 0 or CONTROL.match(self.rest[end:].decode("utf-8", "ignore")):
            end = len(self.rest)
        while end and self.rest[:end].decode("utf-8", "ignore").encode() != self.rest[:end]:
            end -= 1
        text = self.rest[:end].decode()
        self.rest = self.rest[end:]
        self.terminal.write(text)
        return text

    def wait_for(self, word):
        """Until the word stands there, and the cursor is back."""
        seen = ""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            seen += self.read(0.05) or ""
            if word in seen and "A" in seen[seen.rindex(word) :]:
                return
        sys.exit(f"{word} has not been drawn: {seen!r}")

    def run(self, text):
        words = re.findall(r"\S+\s*", text) if self.feed is not None else []
        changes = {len(words) * i // len(self.sizes): self.sizes[i] for i in range(1, len(self.sizes))}
        for number, word in enumerate(words):
            if number in changes:
                self.wait_for(words[number - 1].strip())
                set_size(self.master, *changes[number])
                self.terminal.resize(*changes[number])
            os.write(self.feed, word.encode())
        if self.feed is not None:
            os.close(self.feed)
        while self.read(patience) is not None:
            pass
        os.waitpid(self.child, 0)
        return self.terminal.text()


def main():
    arguments = sys.argv[1:]
    options = []
    while arguments[0].startswith("--"):
        options.append(arguments.pop(0))
    sizes = [tuple(map(int, size.split("x"))) for size in arguments[0].split(",")]
    is_fed = "--feed" in options
    session = Session(sizes, "--reflow" in options, arguments[1:], is_fed)
    sys.stdout.write(session.run(sys.stdin.read() if is_fed else ""))


if __name__ == "__main__":
    main()

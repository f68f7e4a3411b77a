"""Damaged Fortran files through the command line.

`python -m tests.frontends.fortran.mutated 60 200` runs 60 of each kernel, from number 200 on.

Whatever is done to a source, adc ends with exit status 0, 1 or 3, says what is wrong by diagnostics
that point into the source, and comes to an end. A case is a kernel, a number and nothing else: the
same case is the same file everywhere.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from click.testing import CliRunner

from adc.cli.app import adc
from tests.fortran.specs import Spec, kernel_specs

KERNELS = Path(__file__).parents[2] / "fortran" / "kernels"
#: No case takes nearly as long; the machine may be busy.
SECONDS = 120
#: Every so many cases the gradient is written; the others end when the source is lowered.
WHOLE = 10

_TOKEN = re.compile(r"\w+|[^\w\s]|[ \t]+")
_PLACE = re.compile(r"^ *--> (.+?):(\d+):(\d+)$", re.MULTILINE)
_PIECES = (
    "(", ")", ",", "=", "::", "&", "!", "'", '"', "*", "**", "/", "//", "%", ";", ":", "\t", "\r",
    "é", "\x00", "\x0c", ".and.", ".not.", "=>", "(/", "/)", "1.d0", "1e", "9", "99999999999999999",
    "10 ", "end", "end do", "endif", "do", "do 10 i=1,n", "if (x) then", "else", "goto 10",
    "goto (10, 20), i", "return", "call f", "continue", "select case (i)", "case default", "where",
    "forall (i=1:n)", "integer", "real*16", "complex", "character*(*)", "common /a/", "data i/1/",
    "equivalence (a, b)", "parameter", "allocate (a(n))", "pointer", "recursive", "save",
    "implicit", "use none", "interface", "contains", "end subroutine", "function f(x)", "entry e",
    "include 'x'", "#if", "#endif", "print *", "stop", "if (i) 10, 20, 30", "a%b", "null()",
    "[1, 2]", "x(:)",
)  # fmt: skip


class HungError(BaseException):
    """The case took too long. Not an Exception: the command line would report one of those."""


# -- damage ----------------------------------------------------------------------------------------


def without_lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    start = chance.randrange(len(lines))
    del lines[start : start + chance.choice([1, 1, 2, 5, 40])]
    return b"\n".join(lines)


def truncated(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def with_random_bytes(data: bytes, chance: random.Random) -> bytes:
    """ASCII mostly: a file that is not UTF-8 is refused at once."""
    changed = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 4])):
        at = chance.randrange(len(changed) + 1)
        new = bytes(chance.choice([chance.randrange(32, 127), chance.randrange(256)])
                    for _ in range(chance.choice([1, 2])))  # fmt: skip
        changed[at : at + chance.randrange(3)] = new
    return bytes(changed)


def with_swapped_tokens(data: bytes, chance: random.Random) -> bytes:
    """Two tokens near each other, blanks apart."""
    text = data.decode("utf-8", errors="replace")
    places = [m.span() for m in _TOKEN.finditer(text) if not m[0].isspace()]
    if len(places) < 2:
        return data
    first = chance.randrange(len(places) - 1)
    second = min(first + chance.choice([1, 1, 2, 3, 9]), len(places) - 1)
    (a, b), (c, d) = places[first], places[second]
    return (text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]).encode()


def with_swapped_lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"\n".join(lines)


def with_repeated_lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    start = chance.randrange(len(lines))
    again = lines[start : start + chance.choice([1, 1, 3])]
    at = chance.choice([start, chance.randrange(len(lines))])
    return b"\n".join([*lines[:at], *again, *lines[at:]])


def with_pieces(data: bytes, chance: random.Random) -> bytes:
    """Words of the language where they do not belong, in a line or as one."""
    text = data.decode("utf-8", errors="replace")
    piece = chance.choice(_PIECES)
    if chance.random() < 0.4:
        lines = text.split("\n")
        lines.insert(chance.randrange(len(lines)), "      " + piece)
        return "\n".join(lines).encode()
    at = chance.randrange(len(text) + 1)
    return (text[:at] + piece + text[at + chance.choice([0, 0, 1, 4]) :]).encode()


DAMAGES: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    without_lines,
    truncated,
    with_random_bytes,
    with_swapped_tokens,
    with_swapped_tokens,
    with_swapped_lines,
    with_repeated_lines,
    with_pieces,
    with_pieces,
)


def damaged(data: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        if data:
            data = chance.choice(DAMAGES)(data, chance)
    return data


# -- one case --------------------------------------------------------------------------------------


def specs() -> dict[str, Spec]:
    return kernel_specs(KERNELS)


@contextlib.contextmanager
def within(seconds: int) -> Iterator[None]:
    """Raises HungError here when the time is up."""

    def ring(*_: object) -> None:
        raise HungError

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    old = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(old)


def command(spec: Spec, number: int) -> list[str]:
    names = [p.name for p in spec.sources]
    targets = ["--function", spec.routine, "--wrt", ",".join(spec.wrt)]
    if spec.of:
        targets += ["--of", ",".join(spec.of)]
    if number % WHOLE == 0:
        return ["grad", *names, *targets, "-o", "out"]
    return ["show", *names, *targets, "--stage", "ir"]


def fault(spec: Spec, number: int, folder: Path) -> str:
    """What is wrong with what adc does to case `number` of the kernel; empty for nothing.

    `folder` is empty and keeps the files.
    """
    chance = random.Random(f"{spec.name} {number}")
    victim = chance.randrange(len(spec.sources))
    for position, path in enumerate(spec.sources):
        data = path.read_bytes()
        text = damaged(data, chance) if position == victim else data
        (folder / path.name).write_bytes(text)
    try:
        with inside(folder), within(SECONDS):
            result = CliRunner().invoke(adc, command(spec, number), prog_name="adc")
    except HungError:
        return f"no end within {SECONDS} s"
    return complaint(result.exit_code, result.stderr, folder)


def complaint(status: int, told: str, folder: Path) -> str:
    if status not in (0, 1, 3):
        return f"exit status {status}: {told}"
    if "Traceback" in told:
        return told
    if status and not re.match(r"(error|warning|note)\[ADC\d{4}\]: ", told):
        return f"exit status {status} without a diagnostic: {told!r}"
    for name, line, _ in _PLACE.findall(told):
        if not (folder / name).is_file():
            return f"a place in no file: {told}"
        if int(line) > (folder / name).read_bytes().count(b"\n") + 1:
            return f"a place behind the end of the file: {told}"
    return ""


def main(count: int = 200, first: int = 0) -> int:
    """Cases `first` to `first + count` of each kernel; the exit status."""
    failures = 0
    chosen = specs()
    for number in range(first, first + count):
        for spec in chosen.values():
            with tempfile.TemporaryDirectory() as folder:
                found = fault(spec, number, Path(folder))
            if found:
                failures += 1
                print(f"{spec.name} {number}: {found}\n")
        if sys.stderr.isatty():
            print(f"\r{number - first + 1}/{count}", end="", file=sys.stderr)
    print(f"{count * len(chosen)} damaged files, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))

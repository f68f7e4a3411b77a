"""`make hostile HOSTILE="2000 python"`: adc among enemies.

The first word is a count (2,000 by default): damaged files per language; a twentieth of it are
interrupted runs. Other words choose among the parts: python, fortran, options, names, calls,
process, large, numbers. Each fault is printed with what makes it again. The exit status is 1 where
there was one.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from adc.options import Request
from tests.emit_files.test_extremes import KERNELS
from tests.frontends.fortran import mutated
from tests.hostile import calls, large, names, numbers, options, process, sources

#: A part's cases: what identifies one, and a function of an empty folder that tells its fault.
Cases = Iterator[tuple[str, Callable[[Path], str]]]


def python_cases(count: int) -> Cases:
    for number in range(count):
        kernel, own = sources.case(number)
        yield f"python {kernel.name} {own}", lambda f, k=kernel, n=own: sources.fault(k, n, f)


def fortran_cases(count: int) -> Cases:
    specs = list(mutated.specs().values())
    for number in range(count):
        spec, own = specs[number % len(specs)], number // len(specs)
        yield f"fortran {spec.name} {own}", lambda f, s=spec, n=own: mutated.fault(s, n, f)


def option_cases(_: int) -> Cases:
    for line in options.command_lines():
        yield repr(line), lambda f, words=line: options.fault(words, f)


def name_cases(_: int) -> Cases:
    for language, words in (("python", names.words()), ("fortran", names.fortran_words())):
        for group in names.groups(words, 60):
            told = f"{language} {group[0]} to {group[-1]}"
            yield told, lambda f, g=group, x=language: _unless_refused(names.fault(g, x, f))


def _unless_refused(told: str) -> str:
    return "" if told.startswith("refused: ") else told


def call_cases(_: int) -> Cases:
    for name, (sizes, text) in KERNELS.items():
        for mode in ("grad", "jvp"):
            yield f"{mode} {name}", lambda f, m=mode, s=sizes, t=text: _called(f, m, s, t)


def _called(folder: Path, mode: str, sizes: dict[str, int], text: str) -> str:
    source = folder / "k.py"
    source.write_text("import numpy as np\n" + text)
    return calls.fault(Request(mode=mode, sources=(str(source),), wrt=("x",)), sizes, folder)


def process_cases(count: int) -> Cases:
    yield "two runs at once", process.two_at_once
    yield "no compiler", process.no_compiler
    yield "a full disk", lambda _: process.full_disk() or ""
    yield "a read-only disk", lambda _: process.full_disk("ro") or ""
    with tempfile.TemporaryDirectory() as folder:
        interrupted = process.Interrupted(Path(folder))
        for number in range(max(count // 20, 10)):
            yield f"interrupt {number}", lambda _, n=number: interrupted.fault(n)


def large_cases(_: int) -> Cases:
    for name, text in large.sources().items():
        yield name, lambda f, n=name, t=text: large.fault(n, t, f)


def number_cases(_: int) -> Cases:
    for name in numbers.SOURCES:
        yield name, lambda f, n=name: numbers.fault(n, f)


PARTS: dict[str, Callable[[int], Cases]] = {
    "python": python_cases,
    "fortran": fortran_cases,
    "options": option_cases,
    "names": name_cases,
    "calls": call_cases,
    "process": process_cases,
    "large": large_cases,
    "numbers": number_cases,
}


def run(part: str, count: int) -> int:
    """Prints the faults of one part and its counts; the number of faults."""
    begin, total, faults = time.monotonic(), 0, 0
    for told, judge in PARTS[part](count):
        with tempfile.TemporaryDirectory() as folder:
            found = judge(Path(folder))
        total += 1
        if found:
            faults += 1
            print(f"{part}: {told}: {found}\n", flush=True)
    print(f"{part}: {total} cases, {faults} faults, {time.monotonic() - begin:.0f} s", flush=True)
    return faults


def main(words: list[str]) -> int:
    counts = [int(word) for word in words if word.isdigit()]
    chosen = [word for word in words if not word.isdigit()] or list(PARTS)
    faults = [run(part, counts[0] if counts else 2000) for part in chosen]
    return 1 if any(faults) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

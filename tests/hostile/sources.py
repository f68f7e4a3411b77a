"""Damaged Python files: diagnostics that point into the file, an end, and never a traceback.

A case is a kernel of tests/cases, a number and nothing else: it is the same file everywhere.
Damaged Fortran files are in tests/frontends/fortran/mutated.py.
"""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tests.frontends.fortran.mutated import (
    truncated,
    with_random_bytes,
    with_repeated_lines,
    with_swapped_lines,
    with_swapped_tokens,
    without_lines,
)
from tests.hostile.command import HungError, adc_in, complaint

CASES = Path(__file__).parents[1] / "cases"
#: Every so many cases the gradient is written; the others end when the source is lowered.
WHOLE = 20

_PIECES = (
    "(", ")", "[", "]", "{", "}", ",", ":", "::", ":=", "->", "=", "==", "**", "//", "@", "%", ";",
    "...", "\\", "'", '"', '"""', "#", "\t", "\r", "\x0c", "\x00", "é", "𝟙", "λ", "0x", "1e999",
    "1_0", "10**400", "1j", "-1", "None", "True", "lambda: 0", "yield", "await x",
    "async def g(): pass",
    "import os", "from x import *", "class A: pass", "def f(): return f()", "global x", "del x",
    "return", "break", "continue", "pass", "else:", "elif x:", "while True:", "for i in range(3):",
    "if x:", "try:", "with x:", "assert x", "raise x", "x = x", "x += 1", "x, y = y, x", "*x,",
    "**x", "x if x else x", "[i for i in x]", "x[0]", "x[-1]", "x[::-1]", "x[:, None]", "x[x > 0]",
    "x.T", "x.shape", "np.sum(x)", "np.zeros(0)", "np.linalg.inv(x)", "f'{x}'", "b'x'", "not x",
    "x and x", "x or x", "x @ x", "x < x < x", "len(x)", "print(x)", "~x", "x // 0", "x % 0",
    "match x:\n        case 1: pass", "@x", "x: int = 3", "range(0, 1, 0)", "np.array([[]])",
)  # fmt: skip


@dataclass(frozen=True)
class Kernel:
    """A case's source and the options that it is compiled with."""

    name: str
    source: Path
    options: tuple[str, ...]


@lru_cache(maxsize=1)
def kernels() -> tuple[Kernel, ...]:
    found = []
    for folder in sorted(p for p in CASES.iterdir() if (p / "case.toml").exists()):
        case = tomllib.loads((folder / "case.toml").read_text())
        sources = sorted(folder.glob("*.py"))
        if len(sources) != 1:
            continue
        options = ["--wrt", ",".join(case["wrt"])]
        options += ["--of", ",".join(case["of"])] if case.get("of") else []
        options += ["--signature", case["signature"]] if case.get("signature") else []
        found.append(Kernel(folder.name, sources[0], tuple(options)))
    return tuple(found)


def with_pieces(data: bytes, chance: random.Random) -> bytes:
    """Words of the language where they do not belong, in a line or as one."""
    text = data.decode("utf-8", errors="replace")
    piece = chance.choice(_PIECES)
    if chance.random() < 0.5:
        lines = text.split("\n")
        lines.insert(chance.randrange(len(lines)), " " * chance.choice([0, 4, 4, 8, 3]) + piece)
        return "\n".join(lines).encode()
    at = chance.randrange(len(text) + 1)
    return (text[:at] + piece + text[at + chance.choice([0, 0, 1, 4]) :]).encode()


def with_other_indents(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    lines[at] = b" " * chance.choice([0, 2, 4, 8]) + lines[at].lstrip()
    return b"\n".join(lines)


DAMAGES = (without_lines, truncated, with_random_bytes, with_swapped_tokens, with_swapped_tokens,
           with_swapped_lines, with_repeated_lines, with_pieces, with_pieces, with_pieces,
           with_other_indents)  # fmt: skip


def damaged(data: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        if data:
            data = chance.choice(DAMAGES)(data, chance)
    return data


def fault(kernel: Kernel, number: int, folder: Path) -> str:
    """What is wrong with what adc does to case `number` of the kernel; empty for nothing.

    `folder` is empty and keeps the file.
    """
    chance = random.Random(f"{kernel.name} {number}")
    name = kernel.source.name
    (folder / name).write_bytes(damaged(kernel.source.read_bytes(), chance))
    whole = number % WHOLE == 0
    words = ["grad", "-o", "out"] if whole else ["show", "--stage", "ir"]
    try:
        told = adc_in(folder, [*words, name, *kernel.options])
    except HungError:
        return "no end within 60 s"
    found = complaint(told, folder)
    if not found and whole and told.status and (folder / "out").exists():
        return "a refused run left a folder"
    return found


def case(number: int) -> tuple[Kernel, int]:
    """Kernels in turn."""
    found = kernels()
    return found[number % len(found)], number // len(found)

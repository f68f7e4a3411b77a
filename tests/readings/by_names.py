"""Texts that take the arguments which they name: vectors, matrices, arrays of three axes."""

from __future__ import annotations

import ast
import textwrap
from typing import Any

from tests.readings.table import HEADER, Reading

#: The type of each argument; N, M, n, m and k have different values.
TYPES = {
    "x": '"float64[N]"', "y": '"float64[M]"', "A": '"float64[N, N]"', "B": '"float64[N, M]"',
    "T3": '"float64[N, M, 2]"', "xf": '"float32[N]"', "q": '"int64[N]"', "p": '"int64[M]"',
    "s": "float", "t": "float", "n": "int", "m": "int", "k": "int",
}  # fmt: skip


def of(statements: str, refused: str = "", *, head: str = "", **facts: Any) -> Reading:
    """The body of a function of those arguments that it names; `head` is put before it."""
    named = {n.id for n in ast.walk(ast.parse(f"def f():\n{_inside(statements)}"))
             if isinstance(n, ast.Name)}  # fmt: skip
    arguments = ", ".join(f"{name}: {kind}" for name, kind in TYPES.items() if name in named)
    lines = f"{head}\n" if head else ""
    source = f"{HEADER}{lines}def f({arguments}):\n{_inside(statements)}\n"
    return Reading(source, refused, **facts)


def _inside(statements: str) -> str:
    return textwrap.indent(statements, "    ")

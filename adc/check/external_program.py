"""A program that calls the routines of libraries for a check: numbers in, numbers out.

It reads calls from its standard input and answers on its standard output, in the machine's own
bytes: the number of a routine, then for each argument its bytes, and after them these; the answer
is what the arguments hold afterwards. Where a routine crashes, or does not come to an end, this
program ends, and nothing else.
"""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from adc.ir.dtypes import DType
from adc.ir.enums import READ_ONLY
from adc.ir.program import Program

_TYPES = {DType.FLOAT64: "double", DType.INT64: "int64_t", DType.INT32: "int32_t"}

#: Seconds until a routine that goes on is ended.
_SECONDS = 20

_HEAD = """\
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static FILE *answers;

static void take(void *into, size_t bytes)
{
    if (bytes > 0 && fread(into, 1, bytes, stdin) != bytes)
        exit(0);
}

static void *argument(int64_t *bytes)
{
    take(bytes, sizeof *bytes);
    void *held = malloc((size_t)*bytes + 1);
    if (held == NULL)
        exit(1);
    take(held, (size_t)*bytes);
    return held;
}

static void answer(void *held, int64_t bytes)
{
    fwrite(held, 1, (size_t)bytes, answers);
    free(held);
}
"""
_MAIN = """\
int main(void)
{{
    /* What routines print themselves goes elsewhere. */
    answers = fdopen(dup(1), "wb");
    if (answers == NULL || dup2(2, 1) < 0)
        return 1;
    for (;;) {{
        int64_t number;
        alarm(0);
        take(&number, sizeof number);
        alarm({seconds});
        switch (number) {{
{cases}
        }}
        fflush(answers);
    }}
}}
"""


def program_text(routines: Sequence[Program]) -> str:
    """The program that calls `routines`, all of libraries."""
    symbols: dict[str, str] = {}
    calls = []
    for number, routine in enumerate(routines):
        assert routine.external is not None
        symbol = routine.external.symbol
        symbols.setdefault(symbol, f"void {symbol}({_prototype(routine)});")
        calls.append(_call(number, routine))
    cases = "\n".join(
        f"        case {k}:\n            call_{k}();\n            break;"
        for k in range(len(routines))
    )
    parts = [
        _HEAD,
        "\n".join(symbols.values()),
        *calls,
        _MAIN.format(cases=cases, seconds=_SECONDS),
    ]
    return "\n\n".join(parts)


def type_of(routine: Program, name: str) -> DType:
    """What the library has for an argument."""
    assert routine.external is not None
    if name in routine.symbols:
        return DType.INT32 if name in routine.external.narrow else DType.INT64
    return routine[name].dtype


def _by_value(routine: Program, name: str) -> bool:
    assert routine.external is not None
    if not routine.external.by_value:
        return False
    return name in routine.symbols or (not routine[name].shape and routine[name].role in READ_ONLY)


def _prototype(routine: Program) -> str:
    declared = (
        f"{_TYPES[type_of(routine, p.name)]}{'' if _by_value(routine, p.name) else ' *'}"
        for p in routine.parameters
    )
    return ", ".join(declared) or "void"


def _call(number: int, routine: Program) -> str:
    assert routine.external is not None
    names = [p.name for p in routine.parameters]
    lines = [f"static void call_{number}(void)", "{"]
    passed = []
    for k, name in enumerate(names):
        ctype = _TYPES[type_of(routine, name)]
        lines += [f"    int64_t bytes{k};", f"    {ctype} *held{k} = argument(&bytes{k});"]
        passed.append(f"*held{k}" if _by_value(routine, name) else f"held{k}")
    lines.append(f"    {routine.external.symbol}({', '.join(passed)});")
    lines += [f"    answer(held{k}, bytes{k});" for k in range(len(names))]
    return "\n".join([*lines, "}"])


class CrashError(Exception):
    """A routine did not come back."""


class Running:
    """The program at `path`, running."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:  # fmt: skip
        self.process.kill()
        self.process.communicate()

    def call(
        self, number: int, routine: Program, sizes: Mapping[str, int],
        held: Mapping[str, np.ndarray],
    ) -> dict[str, np.ndarray]:  # fmt: skip
        """What the arguments of the routine of this number hold after a call, integers among them;
        raises CrashError."""
        given = {p.name: _given(routine, p.name, sizes, held) for p in routine.parameters}
        text = struct.pack("=q", number)
        for value in given.values():
            text += struct.pack("=q", value.nbytes) + value.tobytes()
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(text)
            self.process.stdin.flush()
        except OSError:
            raise CrashError from None
        found = {}
        for name, value in given.items():
            data = self.process.stdout.read(value.nbytes)
            if len(data) != value.nbytes:
                raise CrashError
            found[name] = np.frombuffer(data, value.dtype).reshape(value.shape).copy()
        return found


def _given(
    routine: Program, name: str, sizes: Mapping[str, int], held: Mapping[str, np.ndarray]
) -> np.ndarray:
    kind = np.dtype(type_of(routine, name).value)
    value = sizes[name] if name in sizes else held[name]
    return np.array(value, dtype=kind, order="C")

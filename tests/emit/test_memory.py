"""Buffers that share memory in C: of any type, in turn or in parts, under aggressive compilers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from adc.ir.program import Program
from adc.schedule import schedule
from tests.emit.native import build, expect_same, inputs_for, parsed

OK, ESIZE, EINVAL = 0, 2, 5
HEAD = "program {name}(N: size, x: array, y: array)\ninput x: float64[N]\ninout y: float64[N]\n"

#: `a` and `b`, then `b` and `c`, then `c` and `d`, then `d` and `e`, of all sizes and types.
CHAIN = (
    HEAD.format(name="chain")
    + """\
local a: float64[3*N]
local b: float64[N]
local c: float32[3*N]
local d: float64[N, 2]
local e: bool[N, 5]

S1: a[i] = 2.0 for i in 0:3*N
S2: b[i] = x[i]*3.0 for i in 0:N
S3: y[i] = y[i]*a[2*i] + b[N - 1 - i] for i in 0:N
S4: c[i] = float32(1.5) for i in 0:3*N
S5: y[i] = y[i] + b[i]*float64(c[N - 1 - i]) for i in 0:N
S6: d[i, j] = x[i] + 1.0 for i in 0:N, j in 0:2
S7: y[i] = y[i]*float64(c[N - 1 - i])*d[N - 1 - i, 1] for i in 0:N
S8: e[i, j] = y[i] > 0.0 for i in 0:N, j in 0:5
S9: y[i] = where(e[N - 1 - i, 3], 2.0*y[i], d[i, 0]) for i in 0:N
"""
)

TURNS = (
    HEAD.format(name="turns")
    + """\
local a: float64[N]
local b: float64[N]
local c: float32[N]

S1: a[i] = x[i]*2.0 for i in 0:N
S2: y[i] = a[N - 1 - i] for i in 0:N
S3: b[i] = y[i]*2.0 for i in 0:N
S4: y[i] = b[N - 1 - i] for i in 0:N
S5: c[i] = float32(y[i]) for i in 0:N
S6: y[i] = float64(c[N - 1 - i]) for i in 0:N
"""
)

KINDS = (
    "float64[N]",
    "float64[2*N + 3]",
    "float32[3*N]",
    "float64[N, 3]",
    "bool[N, 5]",
    "int64[N]",
)


def random_program(number: int) -> Program:
    """Buffers that are written from `y`, live for a while, and are read back into `y`."""
    rng = random.Random(number)
    kinds = [rng.choice(KINDS) for _ in range(6)]
    moments = [(start := rng.randrange(8), start + rng.randrange(1, 4)) for _ in kinds]
    lines = []
    for moment in range(12):
        for k, (kind, (first, last)) in enumerate(zip(kinds, moments, strict=True)):
            label = f"S{len(lines) + 1}"
            if moment == first:
                lines.append(f"{label}: {_write(f'b{k}', kind)}")
            if moment == last:
                lines.append(f"{label}: y[i] = 0.5*y[i] + {_read(f'b{k}', kind)} for i in 0:N")
    declared = "".join(f"local b{k}: {kind}\n" for k, kind in enumerate(kinds))
    text = HEAD.format(name=f"random_{number}") + declared + "\n" + "\n".join(lines) + "\n"
    return parsed(text, f"random_{number}")


def _write(name: str, kind: str) -> str:
    dtype, extents = kind.rstrip("]").split("[")
    whole = {"N": "y[i]*1.5", "2*N + 3": "0.25", "3*N": "0.75", "N, 3": "y[i] + 1.0", "N, 5": ""}
    value = whole[extents]
    value = {"float32": f"float32({value})", "int64": "int64(y[i]*9.0)", "bool": "y[i] > 0.0"}.get(
        dtype, value
    )
    first, *rest = extents.split(", ")
    loops = f"i in 0:{first}" + "".join(f", j in 0:{extent}" for extent in rest)
    return f"{name}[i{', j' * len(rest)}] = {value} for {loops}"


def _read(name: str, kind: str) -> str:
    dtype, extents = kind.rstrip("]").split("[")
    element = f"{name}[N - 1 - i{', 2' if ',' in extents else ''}]"
    if dtype == "bool":
        return f"where({element}, 1.0, 0.0)"
    return element if dtype == "float64" else f"float64({element})"


@pytest.mark.parametrize(
    ("optimise", "more"),
    [
        ("-O3", ("-fstrict-aliasing", "-Wstrict-aliasing=2")),
        ("-O2", ()),
        ("-O1", ("-fsanitize=undefined", "-fno-sanitize-recover=all")),
    ],
)
def test_shared_memory_keeps_its_values(optimise: str, more: Sequence[str], tmp_path: Path) -> None:
    programs = [parsed(CHAIN, "chain"), parsed(TURNS, "turns")]
    programs += [random_program(number) for number in range(24)]
    scheduled = [schedule(p, openmp=False, blas=False) for p in programs]
    assert sum(any(slot.offsets for slot in s.arena) for s in scheduled) > 4
    for native in build(programs, tmp_path, optimise=optimise, more=more, source_order=True):
        for n in (0, 1, 5, 40, 333):
            expect_same(native, {"N": n})


def test_limit_covers_offsets(tmp_path: Path) -> None:
    """Exactly at the limit, and one element beyond it."""
    sizes = {"N": 40}
    (native,) = build([parsed(CHAIN, "chain")], tmp_path, source_order=True)
    peak = native.workspace_bytes(sizes) + 2 * 8 * 40
    (tmp_path / "limited").mkdir()
    (limited,) = build(
        [parsed(CHAIN, "chain")], tmp_path / "limited", limit_bytes=peak, source_order=True
    )
    for n, expected in ((39, OK), (40, OK), (41, ESIZE)):
        arrays = limited.prepared({"N": n}, inputs_for(limited.program, {"N": n}))
        assert limited.status({"N": n}, arrays) == expected


def test_sizes_that_overflow_are_refused(tmp_path: Path) -> None:
    (native,) = build([parsed(CHAIN, "chain")], tmp_path, source_order=True)
    arrays = native.prepared({"N": 2}, inputs_for(native.program, {"N": 2}))
    for n in (2**40 + 1, 2**60, 2**63 - 1, -1):
        assert native.status({"N": n}, arrays) == (ESIZE if n > 0 else EINVAL)
        assert native.workspace_bytes({"N": n}) == 0


def test_pointers_say_what_they_take_over(tmp_path: Path) -> None:
    build([parsed(CHAIN, "chain"), parsed(TURNS, "turns")], tmp_path, source_order=True)
    text = (tmp_path / "all.c").read_text()
    assert "double *b = a; /* takes over its memory */" in text
    assert "float *c = (void *)a; /* takes over its memory */" in text
    assert "double (*d)[2] = (void *)(shared + at.d);" in text
    assert "char *restrict shared" in text and "double *restrict shared" not in text

"""Arrays of known values: which are written out, which are filled as the text has it."""

from __future__ import annotations

import pytest

from adc.ir.text import expr_text, program_text
from adc.schedule import Scheduled, schedule
from adc.schedule.verify import verify_scheduled
from adc.simplify.dead import drop_dead
from tests.emit.native import parsed

HEAD = """
program p(N: size, x: array, y: scalar)
inout x: float64[N]
inout y: float64
local a: float64[4]
local b: float64[2, 2]
local k: int32[3]

"""
FILL = "S1: a[i] = 0.5 for i in 0:4\nS2: a[1] = 2.0\n"
USE = "S8: y += a[i]*x[0] for i in 0:4\n"


def scheduled(body: str, **options: bool) -> Scheduled:
    program = parsed(HEAD + body)
    found = schedule(program, openmp=True, blas=False, source_order=False, **options)
    verify_scheduled(found)
    return found


def constants(body: str) -> dict[str, str]:
    return {
        c.container.name: " ".join(expr_text(v) for v in c.values)
        for c in scheduled(body).constants
    }


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (FILL + USE, {"a": "0.5 2.0 0.5 0.5"}),
        (FILL + "S3: b[i, j] = a[2*i + j] + 3.0 for i in 0:2, j in 0:2\nS8: y += b[0, 1]*x[0]\n",
         {"b": "0.5 + 3.0 2.0 + 3.0 0.5 + 3.0 0.5 + 3.0"}),
    ],
)  # fmt: skip
def test_known(body: str, expected: dict[str, str]) -> None:
    assert constants(body) == expected


@pytest.mark.parametrize(
    "body",
    [
        f"if x[0] > 0.0:\n    {{}}\n    {{}}\n    {USE}",
        f"for t in range(0, N):\n    {{}}\n    {{}}\n    {USE}",
        f"for t in range(0, N):\n    if x[t] > 0.0:\n        {{}}\n        {{}}\n    {USE}",
    ],
)
def test_made_where_it_is_used(body: str) -> None:
    found = scheduled(body.format(*FILL.splitlines()))
    assert [c.container.name for c in found.constants] == ["a"]
    assert found.arena == ()


def test_tables_of_numbers_stay_whole() -> None:
    """What is never read stands in a table nevertheless, where a reader looks for it."""
    program = parsed(HEAD + FILL + "S3: a[2] = -3.0\nS8: y += a[i]*x[0] for i in 0:2\n")
    found = schedule(drop_dead(program), openmp=True, blas=False, source_order=False)
    assert [expr_text(v) for v in found.constants[0].values] == ["0.5", "2.0", "-3.0", "0.5"]
    changed = parsed(HEAD + FILL + "S3: a[2] = x[0]\nS8: y += a[i]*x[0] for i in 0:2\n")
    assert "S3" not in program_text(drop_dead(changed))


@pytest.mark.parametrize(
    "body",
    [
        FILL.replace("0:4", "0:3") + USE,
        FILL + "S3: a[2] = x[1]\n" + USE,
        FILL + USE + "S9: a[0] = 1.0\n" + USE.replace("S8", "S10"),
        FILL + "if x[0] > 0.0:\n    S3: a[0] = 1.0\n" + USE,
        FILL + "for t in range(0, N):\n    S3: a[0] = 1.0\n" + USE,
        FILL + "for t in range(0, 3):\n    S3: a[t] += x[t]\n" + USE,
        USE + FILL,
        f"for t in range(0, N):\n    {USE}    S1: a[i] = 0.5 for i in 0:4\n",
        "if x[0] > 0.0:\n    S1: a[i] = 0.5 for i in 0:4\nelse:\n    S2: a[i] = 1.5 for i in 0:4\n"
        + USE,
        "if x[0] > 0.0:\n    S1: a[i] = 0.5 for i in 0:4\nS2: a[i] = 1.5 for i in 0:4\n" + USE,
    ],
)
def test_filled(body: str) -> None:
    assert constants(body) == {}


def test_no_place_in_the_arena() -> None:
    found = scheduled(FILL + USE)
    assert found.arena == () and found.arena_bytes == 0
    kept = scheduled(FILL + USE, device=True)
    assert kept.constants == () and kept.arena

"""Loops as domains: what leaves a loop, what must not, and that the values stay."""

from __future__ import annotations

import random

import numpy as np
import pytest

from adc.analysis.placement import place
from adc.finishing import verified
from adc.interpret.machine import run
from adc.ir.enums import Role
from adc.ir.nodes import Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.text import program_text
from adc.ir.walking import computes, walk_nodes
from adc.rewrite.domains import domains
from tests.emit.native import parsed
from tests.proof.marks import short_and_long

HEAD = """\
program p(N: size, x: array, y: array, a: scalar, X: array, Y: array, z: array, Z: array)
input x: float64[N + 4]
input y: float64[N + 4]
inout a: float64
input X: float64[N + 4, N + 4]
input Y: float64[N + 4, N + 4]
inout z: float64[N + 4]
inout Z: float64[N + 4, N + 4]
local s: float64
local t: float64[N + 4]
local u: float64[N + 4]

"""
SIZES = (0, 1, 2, 3, 6)


def rewritten(body: str) -> Program:
    """The program of that body after the pass, which must leave all values as they are."""
    before = parsed(HEAD + body)
    after = domains(before)
    verified(after, "planned")
    for n in SIZES:
        expect_same(before, after, n)
    return after


def expect_same(one: Program, two: Program, n: int) -> None:
    drawn = np.random.default_rng(5)
    inputs = {
        c.name: drawn.uniform(-1, 1, tuple(evaluate(e, {"N": n}) for e in c.shape))
        for c in one.containers
        if c.role in (Role.INPUT, Role.INOUT)
    }
    wanted, got = (run(p, {"N": n}, inputs) for p in (one, two))
    for name in wanted:
        about = f"{name} for N = {n} in\n{program_text(two)}"
        np.testing.assert_allclose(got[name], wanted[name], 1e-11, 1e-11, err_msg=about)


def in_loops(p: Program) -> set[str]:
    """The labels of the statements that are in a loop."""
    return {s.label for s in place(p.body) if s.loops}


def loops(p: Program) -> int:
    return sum(isinstance(n, Loop) for n in walk_nodes(p.body))


def stays(body: str) -> bool:
    """Whether the pass leaves the program as it is; checks its values in any case."""
    before = parsed(HEAD + body)
    return rewritten(body).body == before.body


# -- what leaves its loop --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "header",
    ["range(0, N)", "range(0, N) backwards", "range(N, 0, -1)", "range(N, 0, -1) backwards"],
)
def test_all_directions(header: str) -> None:
    found = rewritten(f"for k in {header}:\n    S1: z[k] = x[k + 1]*y[k] + z[k]\n")
    (statement,) = found.body
    assert isinstance(statement, Compute)
    start, stop = (1, 7) if "-1" in header else (0, 6)
    (dim,) = statement.domain
    assert (evaluate(dim.start, {"N": 6}), evaluate(dim.stop, {"N": 6})) == (start, stop)


def test_nests_become_products() -> None:
    found = rewritten(
        "for i in range(0, N):\n    for j in range(0, i + 1):\n        for k in range(0, N):\n"
        "            S1: Z[i, j] += X[i, k]*Y[k, j]\n"
    )
    assert loops(found) == 0
    (statement,) = found.body
    assert [d.var for d in statement.domain] == ["i", "j", "k"]


def test_sums_into_one_element() -> None:
    found = rewritten("for k in range(0, N):\n    S1: a += x[k]*y[k]\n")
    assert loops(found) == 0


def test_a_temporary_is_read_where_it_comes_from() -> None:
    found = rewritten(
        "for k in range(0, N):\n    S1: t[i] = -X[k, i] for i in 0:N\n"
        "    S2: Z[i, j] += t[i]*Y[k, j] for i in 0:N, j in 0:N\n"
    )
    assert loops(found) == 0
    assert "t[" not in program_text(found).partition("\n\n")[2]


def test_elements_that_runs_of_an_assignment_share_out() -> None:
    found = rewritten("for k in range(0, 2):\n    S1: z[i + 2*k] = y[k] for i in 0:2\n")
    (statement,) = found.body
    assert isinstance(statement, Compute)
    assert [d.var for d in statement.domain] == ["k", "i"]


def test_what_carries_stays_behind() -> None:
    found = rewritten(
        "for k in range(1, N):\n    S1: z[k] = z[k - 1]*x[k]\n    S2: t[k] = z[k]*y[k]\n"
        "S3: z[i] += t[i + 1] for i in 0:N - 1\n"
    )
    assert in_loops(found) == {"S1"}


def test_one_loop_before_and_one_behind() -> None:
    found = rewritten(
        "S0: u[i] = x[i] for i in 0:N + 4\n"
        "for k in range(1, N):\n    S1: z[k] = z[k - 1]*x[k]\n"
        "    S2: t[k] = z[k]*y[k] + z[k - 1]\n    S3: u[k] = u[k - 1]*t[k]\n"
        "S4: z[i] += u[i] + t[i + 1] for i in 1:N - 1\n"
    )
    assert in_loops(found) == {"S1", "S3"}
    assert loops(found) == 2


def test_what_a_statement_has_put_somewhere_is_read_there() -> None:
    found = rewritten(
        "for i in range(1, N):\n    for k in range(0, i) backwards:\n"
        "        S1: s = Z[i, k]\n        S2: Z[i, k] = s/(3.0 + X[k, k])\n"
        "        S3: a += s*X[i, k]\n        S4: t[0] = -(s/(3.0 + X[k, k]))\n"
        "        S5: Z[i, j] += X[j, k]*t[0] for j in 0:k\n"
        "        S6: Z[j, k] += X[i, j]*t[0] for j in 0:k\n"
    )
    (away,) = (s for s in computes(found.body) if s.label == "S6")
    assert {d.var for d in away.domain} >= {"k", "j"}
    assert "S5" in in_loops(found)


def test_statements_leave_in_their_order() -> None:
    """Each value is overwritten after the iteration before has read it."""
    found = rewritten(
        "for k in range(N, 0, -1) backwards:\n"
        "    S1: z[k] = x[k]\n    S2: a += z[k + 1]*y[k]\n    S3: t[k] = z[k + 1]\n"
        "S4: z[i] += t[i + 1] for i in 0:N\n"
    )
    assert [s.label for s in computes(found.body)] == ["S2", "S3", "S1", "S4"]


# -- what must stay --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        # values of the iteration before, in all its forms
        "S1: z[k] = z[k - 1]*x[k]",
        "S1: z[k + 1] = z[k]*x[k]",
        "S1: z[i + k] = z[i + k]*x[i] for i in 0:2",
        "S1: Z[k, i] = Z[k - 1, i]*x[i] for i in 0:N",
        "S1: Z[i, k] = Z[i, k - 1]*x[i] for i in 0:N",
        "S1: z[0] = x[k]",
        "S1: z[N - k] = z[k]*x[k]",
        "S1: z[i] += z[i]*x[k] for i in 0:N",
        "S1: a = a*x[k]",
        # an element that another iteration overwrites, or reads before it is overwritten
        "S1: z[k] = x[k]\n    S2: z[k - 1] = y[k]*z[k + 1]",
        "S1: s = x[k]*y[k]\n    S2: a += s\n    S3: s = s*z[k]\n    S4: z[k] = s + a",
        # read before it is written: what the iteration before left there
        "S1: z[k] = s*x[k]\n    S2: s = z[k] + y[k]",
        "S1: z[k] += t[1]\n    S2: t[i] = x[k]*z[i] for i in 0:2",
        # a row that is one of those that are changed
        "S1: Z[i, j] += Z[k, j]*X[i, k] for i in k + 1:N, j in 0:N",
        "S1: Z[i, j] += Z[i, k]*Z[k, j] for i in k + 1:N, j in k + 1:N",
    ],
)
def test_what_carries_something(body: str) -> None:
    first = "S0: s = a\nS9: t[i] = y[i] for i in 0:N + 4\n"
    assert stays(first + f"for k in range(1, N):\n    {body}\n")


def test_reading_more_than_the_temporary_that_was_made() -> None:
    assert stays(
        "S0: t[i] = y[i] for i in 0:N + 4\nfor k in range(1, N):\n"
        "    S1: t[i] = X[k, i]*2.0 for i in 0:k\n    S2: Z[i, j] += t[i]*Y[k, j]"
        " for i in 0:N, j in 0:N\n"
    )
    assert stays(
        "for k in range(1, N):\n    S1: t[i] = X[k, i]*2.0 for i in 0:N\n    S3: s = t[0]\n"
        "    S4: t[0] = s*a\n    S2: Z[i, j] += t[i]*Y[k, j] for i in 0:N, j in 0:N\n"
    )


def test_a_temporary_of_what_changes_before_its_use() -> None:
    for change in ("S2: z[i] = z[i]*x[k] for i in 0:N", "S2: z[k] = a"):
        assert stays(
            f"for k in range(0, N):\n    S1: t[i] = z[i]*2.0 for i in 0:N\n    {change}\n"
            "    S3: Z[i, j] += t[i]*Y[k, j] for i in 0:N, j in 0:N\n"
        )


def test_integers_tests_and_ends_by_data_stay() -> None:
    assert stays("for k in range(0, N, 2):\n    S1: z[k] = x[k]*y[k]\n")
    assert stays(
        "for k in range(0, N):\n    B1: if x[k] > 0.0:\n        S1: z[k] = x[k]*y[k]\n"
        "for k in range(0, N):\n    S2: z[k] = x[k]*y[k]\n"
    )


def test_a_product_in_a_library_stays_where_all_of_it_is_none() -> None:
    nest = "for i in range(0, N):\n    S1: Z[i, j] += X[i, k]*Y[k, j] for j in 0:i, k in i:N\n"
    assert stays(nest)


# -- many random loops -----------------------------------------------------------------------------

ELEMENTS = (
    "z[k]", "z[k + 1]", "z[1]", "z[N - k]", "t[k]", "t[k + 1]", "t[1]", "s", "a",
    "Z[k, 1]", "Z[1, k + 1]", "Z[k, k]", "u[k + 2]", "u[k]",
)  # fmt: skip
ROWS = (
    "Z[k, i]", "Z[i, k]", "Z[k + 1, i]", "Z[i, i]", "z[i]", "z[i + 1]", "t[i]", "t[i + k]",
    "u[i]", "Z[i, k + 1]", "Z[i + 1, k]", "u[N - i]",
)  # fmt: skip
ONLY_READ = ("x[k]", "y[k + 1]", "x[2]", "X[k, k]")
ROWS_READ = ("X[k, i]", "Y[i, k]", "x[i]", "y[i + k - k]", "X[i, 2]")


def random_statement(rng: random.Random, label: str) -> str:
    row = rng.random() < 0.5
    reads = ELEMENTS + ONLY_READ + (ROWS + ROWS_READ if row else ())
    value = " + ".join(
        rng.choice(("{}*{}", "-{}*0.5 + {}*0.25")).format(rng.choice(reads), rng.choice(reads))
        for _ in range(rng.randrange(1, 3))
    )
    target = rng.choice(ROWS if row else ELEMENTS)
    if row and rng.random() < 0.3:
        return f"{label}: {rng.choice(ELEMENTS)} += {value} for i in 0:N"
    how = rng.choice(("=", "+="))
    bounds = rng.choice(("0:N", "0:k", "k:N", "1:k + 1", "k + 1:N"))
    return f"{label}: {target} {how} {value}" + (f" for i in {bounds}" if row else "")


def random_body(rng: random.Random) -> str:
    first = "S0: s = x[0]\nS00: t[i] = y[i] for i in 0:N + 4\nS000: u[i] = x[i] for i in 0:N + 4\n"
    header = rng.choice(("range(0, N)", "range(1, N) backwards", "range(N, 0, -1)"))
    lines = [random_statement(rng, f"S{n}") for n in range(1, rng.randrange(2, 6))]
    inner = "".join(f"    {line}\n" for line in lines)
    last = "S99: z[0] += s + t[1] + u[2] + t[i]*u[i] for i in 0:N\n"
    return first + f"for k in {header}:\n{inner}" + last


def runs(p: Program) -> bool:
    """Whether the program keeps the rules that a statement over a domain has to."""
    try:
        verified(p, "planned")
        for n in SIZES:
            expect_same(p, p, n)
    except Exception:
        return False
    return True


@pytest.mark.parametrize(("count", "least"), short_and_long((15, 3), (50, 9)))
def test_random_loops_keep_their_values(count: int, least: int) -> None:
    rng = random.Random(4)
    tried = changed = 0
    while tried < count:
        body = random_body(rng)
        before = parsed(HEAD + body)
        if not runs(before):
            continue
        tried += 1
        changed += domains(before) is not before
        rewritten(body)
    assert changed >= least

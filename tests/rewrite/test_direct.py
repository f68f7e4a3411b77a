"""Sums that go to where they are passed on: which do, which must not, and that values stay."""

from __future__ import annotations

import pytest

from adc.finishing import verified
from adc.ir.program import Program
from adc.ir.walking import mentioned_in
from adc.rewrite.direct import direct_sums
from tests.emit.native import parsed
from tests.rewrite.test_domains import expect_same

HEAD = """\
program p(N: size, a: scalar, X: array, Y: array, Z: array, V: array)
input a: float64
input X: float64[N + 2, N + 2]
input Y: float64[N + 2, N + 2]
inout Z: float64[N + 2, N + 2]
inout V: float64[N + 2]
local t: float64[N + 2]

"""
ZERO = "Z0: t[i] = 0.0 for i in 0:N + 2\n"
SUM = "t[j] += X[j, k]*Y[r, k] for j in 0:r + 1, k in 0:N"
PASSED = "Z[r, j] = a*t[j] for j in 0:r + 1"
CLEARED = "t[j] = 0.0 for j in 0:r + 1"


def looped(*lines: str, before: str = ZERO) -> str:
    inside = "".join(f"    S{n}: {line}\n" for n, line in enumerate(lines))
    return f"{before}L: for r in range(0, N):\n{inside}"


def program(body: str) -> Program:
    return parsed(HEAD + body)


GONE = {
    "cleared behind": looped(SUM, PASSED, CLEARED),
    "cleared as a whole": looped(SUM, PASSED, "t[j] = 0.0 for j in 0:N + 2"),
    "cleared before": looped(CLEARED, SUM, PASSED, before=""),
    "added to": looped(SUM, "Z[r, j] += a*t[j] for j in 0:r + 1", CLEARED),
    "down a column": looped(SUM, "Z[j + 1, r] += -t[j]*a for j in 0:r + 1", CLEARED),
    "others named so": looped(
        "t[k] += X[k, j]*Y[r, j] for k in 0:r + 1, j in 0:N", PASSED, CLEARED
    ),
    "two sums": looped(SUM, "t[j] += Y[k, j]*X[k, r] for j in 0:r + 1, k in 1:N", PASSED, CLEARED),
    "outside of loops": ZERO
    + "S1: t[j] += X[j, k]*V[k] for j in 0:N, k in 0:N\n"
    + "S2: Z[j, 0] = 2.0*t[j] for j in 0:N\n",
}
STAYS = {
    "read by another": looped(SUM, PASSED, "V[j] += t[j] for j in 0:r + 1", CLEARED),
    "not cleared": looped(SUM, PASSED),
    "cleared in part": looped(SUM, PASSED, "t[j] = 0.0 for j in 0:r"),
    "cleared too early": looped(SUM, CLEARED, PASSED),
    "begun in part": looped(SUM, PASSED, CLEARED, before="Z0: t[i] = 0.0 for i in 0:N + 1\n"),
    "begun with others": looped(SUM, PASSED, CLEARED, before="Z0: t[i] = V[i] for i in 0:N + 2\n"),
    "passed in part": looped(SUM, "Z[r, j] = a*t[j] for j in 0:r", CLEARED),
    "passed shifted": looped(SUM, "Z[r, j] = a*t[j + 1] for j in 0:r + 1", CLEARED),
    "passed twice": looped(SUM, "Z[r, j] = a*t[j]*t[j] for j in 0:r + 1", CLEARED),
    "passed by many": looped(SUM, "Z[m, j] += a*t[j] for j in 0:r + 1, m in 0:N", CLEARED),
    "passed before": looped(PASSED, SUM, CLEARED),
    "not linear": looped(SUM, "Z[r, j] = sin(t[j]) for j in 0:r + 1", CLEARED),
    "with more": looped(SUM, "Z[r, j] = a + t[j] for j in 0:r + 1", CLEARED),
    "no product": looped("t[j] += sin(X[j, r]) for j in 0:r + 1", PASSED, CLEARED),
    "no product then": looped(SUM, "Z[r, j] = V[j]*t[j] for j in 0:r + 1", CLEARED),
    "reads its target": looped(
        "t[j] += Z[j, k]*Y[r, k] for j in 0:r + 1, k in 0:N", PASSED, CLEARED
    ),
    "changed in between": looped(
        "t[j] += X[j, k]*V[k] for j in 0:r + 1, k in 0:N", "V[j] = a for j in 0:N", PASSED, CLEARED
    ),
    "sum in another loop": ZERO
    + f"L: for r in range(0, N):\n    K: for s in range(0, 2):\n        S1: {SUM}\n"
    + f"    S2: {PASSED}\n    S3: {CLEARED}\n",
    "begun in a loop": f"K: for s in range(0, 2):\n    {ZERO}"
    + looped(SUM, PASSED, CLEARED, before=""),
}


@pytest.mark.parametrize("name", GONE)
def test_what_is_passed_on_goes_there(name: str) -> None:
    before = program(GONE[name])
    after = direct_sums(before)
    assert "t" not in mentioned_in(after.body)
    assert all(container.name != "t" for container in after.containers)
    verified(after, "planned")
    for n in (0, 1, 2, 3, 5):
        expect_same(before, after, n)


@pytest.mark.parametrize("name", STAYS)
def test_what_else_needs_it_keeps_it(name: str) -> None:
    before = program(STAYS[name])
    assert direct_sums(before) is before


def test_what_the_caller_sees_stays() -> None:
    text = HEAD.replace("local t", "inout t").replace("V: array", "V: array, t: array")
    before = parsed(text + GONE["cleared behind"])
    assert direct_sums(before) is before

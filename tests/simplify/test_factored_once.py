"""What stands before a loop, and what stays in it: counted by the loops around factorisations."""

from __future__ import annotations

import pytest

from adc.ir.node import Body
from adc.ir.nodes import Loop, While
from adc.ir.verify import verify
from adc.ops.library import Cholesky, Lu
from adc.simplify.factored_once import factor_once
from tests.lowering.harness import lowered

BEFORE = {
    "whole": ("M = np.eye(3) + A", "u = np.linalg.solve(M, u)"),
    "made of what never changes": ("", "u = np.linalg.solve(np.eye(3) + h * A, u)"),
    "in two steps": ("", "M = h * A\n        M[0, 0] += 1.0\n        u = np.linalg.solve(M, u)"),
    "cholesky": ("", "u = np.linalg.cholesky(A @ A.T) @ u"),
}
INSIDE = {
    "of the loop's variable": ("", "u = np.linalg.solve(np.eye(3) + t * A, u)"),
    "changed after": ("M = np.eye(3) + A", "u = np.linalg.solve(M, u); M[0] += u"),
    "changed before": ("M = np.eye(3) + A", "M[0] += u; u = np.linalg.solve(M, u)"),
    "of the state": ("", "u = np.linalg.solve(np.eye(3) + A * u, u)"),
    "where data decide": ("", "u = np.linalg.solve(A, u) if u[0] > 0 else u"),
    "beyond the array, where no step runs": ("", "u = np.linalg.solve(S[1], u)"),
}


def depths(body: Body, depth: int = 0) -> list[int]:
    """How many loops are around each factorisation."""
    found = []
    for node in body:
        if isinstance(node, (Cholesky, Lu)):
            found.append(depth)
        inner = depth + isinstance(node, (Loop, While))
        for part in node.parts:
            found += depths(part, inner)
    return found


def primal_depths(before: str, step: str) -> list[int]:
    source = (
        "def f(A: 'float64[3, 3]', S: 'float64[K, 3, 3]', u: 'float64[3]', h: float, n: int):\n"
        f"    {before or 'pass'}\n    for t in range(n):\n        {step}\n    return np.sum(u)\n"
    )
    program = factor_once(lowered(source))
    verify(program, "lowered")
    return depths(program.body)


@pytest.mark.parametrize("name", BEFORE)
def test_once(name: str) -> None:
    assert primal_depths(*BEFORE[name]) == [0]


@pytest.mark.parametrize("name", INSIDE)
def test_in_each_step(name: str) -> None:
    assert primal_depths(*INSIDE[name]) == [1]

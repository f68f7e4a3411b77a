"""While loops that go along an axis are stored step by step; those whose steps store arrays, or
whose number the caller alone bounds, are run again from snapshots."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import prove_interpreted
from tests.proof.native import build, prove_native

#: The loop, and whether it is stored.
LOOPS: dict[str, tuple[str, bool]] = {
    "along": (
        """
    for i in range(1, len(u)):
        if u[i]*c > 1.3:
            break
        c = c*np.sin(c) + u[i]
        u[i] = u[i - 1]*u[i]*c
""",
        True,
    ),
    "with_an_inner_loop_of_some_steps": (
        """
    for i in range(len(u)):
        for k in range(3):
            c = c*np.cos(u[i]) + k
        u[i] = u[i]*c*c
        if c > 2.8:
            break
""",
        True,
    ),
    "one_after_the_other": (
        """
    for i in range(len(u)):
        if u[i] > 1.1:
            break
        u[i] = u[i]*u[i]*c
    for t in range(90):
        u = np.sin(u)*1.1
        c = c*0.9 + 0.01*u[0]
        if c < 0.2:
            break
""",
        False,
    ),
    "arrays": (
        """
    for i in range(len(u)):
        u = np.sin(u)*c + u
        if u[i] > 1.3:
            break
""",
        False,
    ),
    "as_often_as_the_caller_says": (
        """
    for t in range(steps):
        c = c*c + u[0]*0.1
        if c < 0.2:
            break
    u = u*c
""",
        False,
    ),
    "as_often_as_many_times": (
        """
    for t in range(100000):
        c = c*0.9 + u[0]*0.01
        if c < 0.2:
            break
    u = u*c
""",
        False,
    ),
    "many_times_along": (
        """
    for t in range(len(u)*len(u)):
        c = c*0.9 + u[0]*0.01
        if c < 0.2:
            break
    u = u*c
""",
        False,
    ),
    "inside_another": (
        """
    for t in range(3):
        for i in range(len(u)):
            u[i] = u[i]*u[i]*c
            if u[i] > 1.1:
                break
""",
        False,
    ),
}


@pytest.mark.parametrize("name", LOOPS)
def test_loops_that_are_stored(name: str, tmp_path: Path) -> None:
    loop, stored = LOOPS[name]
    case = Case(
        name,
        f"import numpy as np\n\n\ndef {name}(steps, u, c):{loop}    return np.sum(u*u)*c\n",
        ("u", "c"),
        ("return",),
        {"steps": 5, "N": 4},
        signature=f"{name}(steps: int, u: float64[N], c: float64)",
    )
    for limit in (None, 100_000):
        compiled = compile_case(case, sizes=case.sizes, mem_limit=limit)
        assert ("snapshot" in compiled.files[f"{name}_grad.c"]) is not stored
        library = build(tmp_path / str(limit), [compiled])
        for seed in range(4):
            drawn, gradients = prove_interpreted(compiled, case, seed)
            prove_native(library, compiled, drawn, gradients)

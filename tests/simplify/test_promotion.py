"""Elements that While loops change in place become numbers of their own, where nothing else in the
loop may be the same element; proved on the generated code, against the original."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import prove_interpreted
from tests.proof.native import build, prove_native

#: The loops, whether a number stands for an element, and whether the array is copied before them.
LOOPS: dict[str, tuple[str, bool, bool]] = {
    "each_by_itself": (
        """
    for i in range(len(u)):
        d = 1.0
        while abs(d) > 1e-9:
            d = (u[i]*u[i] - c - i)/(2*u[i])
            u[i] -= d
""",
        True,
        True,
    ),
    "read_behind_it": (
        """
    for t in range(steps):
        v = u + t
        for i in range(len(u)):
            d = 1.0
            while abs(d) > 1e-9:
                d = (v[i]*v[i] - c - i)/(2*v[i])
                v[i] -= d
            c = c + 0.125*v[i]*v[i]
        u = v*0.5
""",
        True,
        True,
    ),
    "old_and_new_in_one_statement": (
        """
    for i in range(1, len(u)):
        c = c + 0.125*u[i]*u[i - 1]
        while u[i] < 2.0:
            u[i] = u[i]*1.25 + 0.125*c
""",
        True,
        False,
    ),
    "each_from_the_last_one": (
        """
    for i in range(1, len(u)):
        while u[i] < 2.0:
            u[i] = u[i]*1.25 + 0.125*u[i - 1]*c
""",
        True,
        False,
    ),
    "read_behind_and_in_the_next_round": (
        """
    for t in range(steps):
        for i in range(len(u)):
            while u[i]*c < 1.5 + 0.1*t:
                u[i] = u[i]*1.25 + 0.125*c
        u[:] = np.sqrt(u)*u[0]
""",
        True,
        True,
    ),
    "two_that_may_be_one": (
        """
    for i in range(len(u)):
        while u[i] < 2.0:
            u[i] = u[i]*1.25 + 0.125*u[(2*i) % 4]*c
""",
        False,
        False,
    ),
    "two_side_by_side": (
        """
    for i in range(len(u) - 1):
        while u[i] + u[i + 1] < 3.0:
            u[i] = u[i]*1.125 + 0.0625*u[i + 1]
            u[i + 1] = u[i + 1]*c + 0.125
""",
        True,
        False,
    ),
    "no_iteration": (
        """
    for i in range(len(u)):
        while u[i] < 0.0:
            u[i] = u[i]*1.25 + 0.125
    while u[0] < 0.75 and c < 1.0:
        u[0] = u[0]*u[1] + 0.5
        u[2] *= u[0]
""",
        True,
        True,
    ),
    "rows": (
        """
    a = np.outer(u, u + c)
    for i in range(len(u)):
        for j in range(2):
            while a[i, j + 1] < 3.0:
                a[i, j + 1] = a[i, j + 1]*1.25 + 0.125*c
    u = np.sum(a, axis=0)
""",
        True,
        True,
    ),
    "on_branches": (
        """
    for i in range(len(u)):
        if u[i] > 0.8:
            if i + 1 < len(u):
                while u[i + 1]*c < 2.0:
                    u[i + 1] = u[i + 1]*1.25 + 0.0625*c
""",
        True,
        False,
    ),
    "that_may_not_be_there": (
        """
    for i in range(len(u)):
        if u[i] > 0.8 and i + 1 < len(u):
            while u[i + 1]*c < 2.0:
                u[i + 1] = u[i + 1]*1.25 + 0.0625*c
""",
        False,
        False,
    ),
    "that_an_inner_loop_goes_along": (
        """
    for i in range(len(u)):
        while u[i] < 2.0:
            for j in range(len(u)):
                u[j] = u[j]*1.0625 + 0.03125*c
""",
        False,
        False,
    ),
}


@pytest.mark.parametrize("name", LOOPS)
def test_elements_in_numbers_of_their_own(name: str, tmp_path: Path) -> None:
    loops, promoted, copied = LOOPS[name]
    case = Case(
        name,
        f"import numpy as np\n\n\ndef {name}(steps, u, c):{loops}    return np.sum(u*u)*c\n",
        ("u", "c"),
        ("return",),
        {"steps": 3, "N": 4},
        signature=f"{name}(steps: int, u: float64[N], c: float64)",
    )
    compiled = compile_case(case, sizes=case.sizes)
    names = set(compiled.primal.by_name)
    assert any(n.startswith(("u_", "a_")) and "before" not in n for n in names) is promoted
    assert any(n.endswith("_before") for n in names) is copied
    library = build(tmp_path, [compiled])
    for seed in range(4):
        drawn, gradients = prove_interpreted(compiled, case, seed)
        prove_native(library, compiled, drawn, gradients)


def test_positions_that_an_element_is_part_of_stay(tmp_path: Path) -> None:
    """An integer that is both changed in the loop and a position is read where it is."""
    source = """
import numpy as np


def picked(u, p):
    s = 0.0
    for i in range(len(p)):
        while s < 4.0 + i and p[i] < 3:
            s = s + u[p[i]]*u[i]
            p[i] = p[i] + 1
    return s*np.sum(u)*np.sum(p)
"""
    case = Case(
        "picked", source, ("u",), ("return",), {"N": 4, "M": 3},
        signature="picked(u: float64[N], p: int64[M])",
    )  # fmt: skip
    compiled = compile_case(case, sizes=case.sizes)
    library = build(tmp_path, [compiled])
    for seed in range(3):
        drawn, gradients = prove_interpreted(compiled, case, seed)
        prove_native(library, compiled, drawn, gradients)

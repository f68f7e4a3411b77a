"""What a step leaves to later ones, and so is kept in snapshots: no array that a step sets as a
whole before it looks at it, be it in an arm of a branch on data, in both of them, or in each step
of a while."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import prove_interpreted
from tests.proof.native import build, prove_native

#: What a step does, and what the snapshots of `u` go with.
STEPS: dict[str, tuple[str, set[str]]] = {
    "set_in_an_arm": (
        """
        if u[0] > 0.5:
            old = u.copy()
            u[1:] += np.sin(old[:-1]) * c
        else:
            u *= c
""",
        set(),
    ),
    "a_part_in_an_arm": (
        """
        if u[0] > 0.5:
            v = u[:-1] * c
            u[1:] += v * v
""",
        set(),
    ),
    "set_piece_by_piece_in_an_arm": (
        """
        if u[0] > 0.5:
            w[0] = u[0] * c
            w[1:] = np.sin(u[1:])
            u *= np.cos(w)
        else:
            u *= c
""",
        set(),
    ),
    "set_piece_by_piece_in_one_arm_of_two": (
        """
        if u[0] > 0.5:
            w[0] = u[0] * c
            w[1:] = np.sin(u[1:])
        u *= np.cos(w)
        u[0] = np.sin(4.0 * u[0])
""",
        {"w"},
    ),
    "set_piece_by_piece_in_the_other_arm": (
        """
        if u[0] > 0.5:
            w[0] = u[0] * c
            w[1:] = np.sin(u[1:])
        else:
            u *= np.cos(w)
        u[0] = np.sin(4.0 * u[0])
""",
        {"w"},
    ),
    "set_in_each_iteration_of_a_while": (
        """
        k = 0.0
        while np.sum(u) > 2.0 + k:
            w[0] = u[0] * c
            w[1:] = np.sin(u[1:])
            u *= np.cos(w)
            k += 1.0
        u[0] = np.sin(4.0 * u[0])
""",
        {"misfit"},
    ),
    "set_at_the_end_of_an_iteration_of_a_while": (
        """
        k = 0.0
        while np.sum(u) > 2.0 + k:
            u *= np.cos(w)
            w[0] = u[0] * c
            w[1:] = np.sin(u[1:])
            k += 1.0
        u[0] = np.sin(4.0 * u[0])
""",
        {"w", "misfit"},
    ),
    "set_in_part": (
        """
        if u[0] > 0.5:
            w[1:] = u[1:] * c
            u *= np.cos(w)
""",
        {"w"},
    ),
    "set_in_the_other_arm": (
        """
        if u[0] > 0.5:
            w[:] = u * c
        else:
            u *= np.cos(w)
        u[0] = np.sin(4.0 * u[0])
""",
        {"w"},
    ),
    "set_in_both_arms": (
        """
        if u[0] > 0.5:
            w[:] = u * c
        else:
            w[:] = np.sin(u)
            if u[0] > 0.2:
                w[:] = w * c
        u *= np.cos(w)
        u[0] = np.sin(4.0 * u[0])
""",
        set(),
    ),
    "set_in_one_inner_arm_of_both": (
        """
        if u[0] > 0.5:
            w[:] = u * c
        elif u[0] > 0.3:
            w[:] = np.sin(u)
        u *= np.cos(w)
        u[0] = np.sin(4.0 * u[0])
""",
        {"w"},
    ),
    "set_after_its_use": (
        """
        if u[0] > 0.2:
            u *= np.cos(w)
            w[:] = u * c
""",
        {"w"},
    ),
    "set_by_an_earlier_step_of_the_inner_loop": (
        """
        for k in range(2):
            if k > 0 or t > 1:
                u *= np.cos(w) + c
            else:
                w[:] = u * c
""",
        {"w"},
    ),
}


@pytest.mark.parametrize("name", STEPS)
def test_what_snapshots_hold(name: str, tmp_path: Path) -> None:
    step, others = STEPS[name]
    head = f"import numpy as np\n\n\ndef {name}(steps, u, w, c):\n    for t in range(steps):\n"
    case = Case(
        name,
        f"{head}{step.lstrip(chr(10))}    return np.sum(u * u)\n",
        ("u", "w", "c"),
        ("return",),
        {"steps": 5, "N": 4},
        signature=f"{name}(steps: int, u: float64[N], w: float64[N], c: float64)",
    )
    compiled = compile_case(case, strategy="recompute")
    held = re.findall(r"a snapshot of (\w+)", compiled.files[f"{name}_grad.c"])
    assert {n.removesuffix("_again").removesuffix("_work") for n in held} == {"u"} | others
    library = build(tmp_path, [compiled])
    for seed in range(3):
        drawn, gradients = prove_interpreted(compiled, case, seed)
        prove_native(library, compiled, drawn, gradients)

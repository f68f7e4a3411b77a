"""While loops that go along an axis are stored step by step; those whose steps store arrays, or
whose number the caller alone bounds, are run again from snapshots."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.checkpoint.search.search import DoesNotFitError
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
        True,
    ),
    "inside_another_of_other_lengths": (
        """
    for t in range(4):
        i = 1
        while i < len(u) and u[i]*c < 1.2 + 0.1*t:
            u[i] = u[i]*c + u[max(i - 1, 0)]*u[i]
            i += 1
        c = c*np.cos(u[t % 4])
""",
        True,
    ),
    "inside_two_others_of_one_branch": (
        """
    for t in range(2):
        if u[t] > 0.7:
            for k in range(2):
                i = 0
                while i < len(u) and u[i]*c < 1.4:
                    u[i] = u[i]*c + 0.25*u[i]*u[k]
                    i += 1
                c = c*1.0625
""",
        True,
    ),
    "by_counters": (
        """
    i = len(u) - 1
    while i > 0 and u[i]*c < 1.3:
        u[i] = u[i - 1]*u[i]*c
        i -= 1
    k = 1
    while True:
        if k + 1 > len(u) or c > 3.0:
            break
        u[k - 1] = u[k]*u[k - 1]*c
        c = c + u[k]
        k = k + 2
    u = u*i*k
""",
        True,
    ),
    "along_without_a_count": (
        """
    i = 0
    while c < 2.0:
        c = c + u[i]*u[i]
        u[i] = u[i]*c
        i += 1
    u = u*i
""",
        True,
    ),
    "inside_another_while": (
        """
    t = 0
    while t < len(u) and c < 4.0:
        i = 0
        while i < len(u) and u[i]*c < 2.0:
            u[i] = u[i]*c + 0.5*u[i]*u[t]
            i += 1
        c = c*1.125
        t += 1
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


@pytest.mark.parametrize("name", ["along", "by_counters", "inside_another"])
def test_what_the_smallest_plan_needs_is_enough(name: str) -> None:
    """Of stored loops and of snapshots, the refusal tells what the smaller plan needs."""
    source = (
        f"import numpy as np\n\n\ndef f(steps, u, c):{LOOPS[name][0]}    return np.sum(u*u)*c\n"
    )
    signature = "f(steps: int, u: float64[N], c: float64)"
    case = Case("f", source, ("u", "c"), ("return",), {"steps": 5, "N": 40}, signature=signature)
    with pytest.raises(DoesNotFitError) as caught:
        compile_case(case, sizes=case.sizes, mem_limit=8)
    needed = caught.value.needed
    assert str(needed) in caught.value.diagnostics[0].help
    compile_case(case, sizes=case.sizes, mem_limit=needed)
    with pytest.raises(DoesNotFitError):
        compile_case(case, sizes=case.sizes, mem_limit=needed - 1)

"""The smallest feasible limit against the least that any gradient of the program can hold.

`least_arrays` searches all orders, decisions and placements of small programs and knows nothing of
adc. No limit that adc keeps may be below its answer, and none above what `--schedule source` keeps.
How far adc is from it is written down here, program by program, so that it only shrinks.
"""

from __future__ import annotations

import ast
import json
import warnings
from functools import lru_cache

import pytest

from tests.memory.least_arrays import Model, least_arrays
from tests.memory.programs import PROGRAMS
from tests.memory.straight import random_program
from tests.memory.test_beginnings import SINES
from tests.memory.test_limits import OTHERS, SWEPT, told_smallest
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import compile_case
from tests.proof.marks import half_of, long_from

#: No element of a product is cheap enough to be made again at each use, and all arrays fill lines.
N = 64

#: Arrays that adc holds at its smallest limit beyond the least, for `random_program` of each seed.
GAPS = (
    1, 0, 1, 1, 1, 2, 0, 1, 0, 1, 0, 3, 1, 0, 0, 0, 1, 0, 1, 0, 2, 1, 1, 0, 0,
    1, 0, 1, 2, 0, 2, 1, 1, 0, 2, 1, 0, 1, 1, 1, 2, 1, 1, 0, 2, 1, 4, 2, 2, 0,
)  # fmt: skip


def case_of(text: str) -> Case:
    function = next(n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef))
    arguments = tuple(a.arg for a in function.args.args)
    return Case(function.name, text, arguments, ("return",), {"N": N})


def peak(case: Case, schedule: str, limit: int | None = None) -> int:
    """The bytes of a call, within a limit if there is one."""
    compiled = compile_case(
        case, sizes=dict(case.sizes), openmp=False, schedule=schedule, mem_limit=limit
    )
    return int(json.loads(compiled.files["manifest.json"])["memory"]["peak_bytes"])


def smallest(case: Case, schedule: str) -> int:
    """The smallest feasible limit."""
    sizes = dict(case.sizes)
    return told_smallest(
        lambda: compile_case(case, sizes=sizes, mem_limit=1, openmp=False, schedule=schedule)
    )


@lru_cache(maxsize=None)
def arrays(text: str, schedule: str = "auto") -> int:
    """The same in arrays."""
    return -(-smallest(case_of(text), schedule) // (8 * N * N))


def check_gap(name: str, text: str, known: int) -> None:
    gap = arrays(text) - least_arrays(text)
    assert 0 <= gap <= known, text
    if gap < known:
        warnings.warn(f"{name}: now {gap} arrays beyond the least, no longer {known}", stacklevel=2)


# -- the search itself -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("op", "model", "wanted"),
    [
        # P, Q and R, each adjoint over what it is of; the gradient of A lends its memory.
        ("@", Model(again=False), 6),
        # P is let go of for Q, and made again.
        ("@", Model(), 5),
        ("@", Model(in_place=False, again=False), 7),
        ("@", Model(scratch=False, again=False), 7),
        ("@", Model(in_place=False, scratch=False, again=False), 8),
        ("*", Model(), 4),
        ("*", Model(in_place=False, scratch=False, again=False), 4),
    ],
)
def test_what_is_known_by_hand(op: str, model: Model, wanted: int) -> None:
    assert least_arrays(SINES.format(op=op), model) == wanted


def test_factors_that_a_library_reads_are_arrays() -> None:
    """The adjoint of `P` is all ones: a factor formed as it goes, or an array of its own."""
    text = """
def ones(A, B):
    P = B @ A
    Q = P + A
    return np.sum(Q)
"""
    assert least_arrays(text) == 4
    assert least_arrays(text, Model(formed=False)) == 5


def test_sums_wait_for_all_that_they_are_of() -> None:
    """`u` needs all of `P`, which is elementwise and made twice; `v` is never asked for."""
    text = """
def scaled(A, B):
    P = np.sin(A) * B
    u = np.sum(P)
    v = np.sum(A @ B)
    Q = u * P
    return np.sum(Q * Q)
"""
    with pytest.raises(AssertionError):
        least_arrays(text)  # a product has a line of its own
    assert least_arrays(text.replace("A @ B", "A * B")) == 4


@pytest.mark.parametrize("seed", range(60))
def test_what_is_allowed_only_helps(seed: int) -> None:
    text = random_program(seed)
    best, most = least_arrays(text), least_arrays(text, Model(False, False, False, False))
    for one in ("in_place", "scratch", "again", "formed"):
        assert best <= least_arrays(text, Model(**{one: False})) <= most


# -- adc against it --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", long_from(range(len(GAPS)), 16))
def test_the_gap_to_the_least_does_not_grow(seed: int) -> None:
    text = random_program(seed)
    check_gap(f"seed {seed}", text, GAPS[seed])
    assert arrays(text) <= arrays(text, "source")
    assert peak(case_of(text), "auto") <= peak(case_of(text), "source")


@pytest.mark.parametrize(("op", "known"), [("@", 1), ("*", 0)])
def test_the_gap_of_sums_of_functions_of_products(op: str, known: int) -> None:
    check_gap(f"three `{op}`", SINES.format(op=op), known)


#: Those that take seconds.
LONG = (
    "adi", "arms", "burgers_inplace", "correlation", "forked", "guarded", "guarded_else",
    "implicit_euler", "limiter", "perceptron", "settling", "shallow_water", "skipping",
)  # fmt: skip
CASES = {**load_cases(), **PROGRAMS}
#: What they take more where no limit is given: two tapes become the sequences of their arrays'
#: states, one longer than there are steps, and one of the two arrays would be used again.
STATES = {"shallow_water": 8 * 24}


@pytest.mark.parametrize("name", half_of(CASES, LONG))
def test_the_fast_order_of_work_holds_no_more_than_the_source_s(name: str) -> None:
    sizes = SWEPT[name][0] if name in SWEPT else OTHERS.get(name, {})
    case = CASES[name].with_sizes(sizes)
    most = peak(case, "source")
    assert peak(case, "auto") <= most + STATES.get(name, 0)
    assert peak(case, "auto", limit=most) <= most
    assert smallest(case, "auto") <= smallest(case, "source")

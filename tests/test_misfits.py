"""Calls whose sizes do not fit a statement that turns out to be run.

The original raises an error there. The generated functions return ESIZE just then, whatever they
are asked for, and touch nothing outside of their arrays: AddressSanitizer watches.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adc.ir.walking import computes
from adc.simplify.blanks import settle_blanks
from tests.lowering.harness import lowered
from tests.proof.cases import Case, argument_types
from tests.proof.compiled import compile_case
from tests.proof.harness import Drawn
from tests.proof.inputs import draw_inputs
from tests.proof.marks import long_among
from tests.proof.reference import Outcome, run_original
from tests.proof.sanitize import THREADS, run_sanitized, threads_are_seen
from tests.proof.traps import TRAPS, misfits

NAMES = [n for n, case in TRAPS.items() if f"def {n}(" in Path(misfits.__file__).read_text()]
#: Positions that the source computes, at inputs where some are outside.
COMPUTED = {
    "between_the_samples_of_a_table": (),
    "particles_in_cells": ({"x": {"low": -3.0, "high": 3.0}}, {"x": {"low": -1.5, "high": 0.3}}),
}
CASES = {n: TRAPS[n] for n in NAMES}
CASES |= {n: replace(TRAPS[n], also=hints) for n, hints in COMPUTED.items()}
ESIZE = 2
FLAGS = "flags_of_many_elements"
WAYS: dict[str, dict[str, Any]] = {
    "gradient": {},
    "value": {"value": True},
    "accumulate": {"accumulate": True},
    "tangent": {"mode": "jvp"},
    "everything stored": {"strategy": "store"},
    "everything run again": {"strategy": "recompute"},
}


def calls_of(case: Case) -> Iterator[tuple[Drawn, int]]:
    """The case at all small sizes, with data that goes several ways, and what is to come of it."""
    rng = np.random.default_rng(3)
    for values in itertools.product(range(5), repeat=len(case.sizes)):
        at = case.with_sizes(dict(zip(case.sizes, values, strict=True)))
        for hints in ({}, *case.also):
            variant = at.with_inputs(hints)
            inputs = draw_inputs(variant, rng)
            zeros = {n: np.zeros_like(a) for n, a in inputs.items()}
            result = 0 if runs(variant, inputs) else ESIZE
            yield Drawn(variant, inputs, zeros, seeds_of(variant, inputs), Outcome({}, [])), result


def seeds_of(case: Case, inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
    """For the one array that is returned, or a number, and for arguments that are written."""
    returned = np.ones(case.sizes["N"] if case.name == FLAGS else ())
    return [returned if n == "return" else np.ones_like(inputs[n]) for n in case.of]


def runs(case: Case, inputs: dict[str, np.ndarray]) -> bool:
    """Whether the original does; nothing is stretched that is one element long."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run_original(case, inputs)
    except (IndexError, ValueError, ZeroDivisionError):
        return False
    return True


def stretches(case: Case) -> bool:
    """Whether NumPy may stretch an array of one element here, which adc never does."""
    lengths = [case.sizes[e] for t in argument_types(case).values() for e in t.extents]
    return len(set(lengths)) > 1 and 1 in lengths


#: Each way of these does what one of the others does, for the failure.
LONG = ("accumulate", "everything run again", "everything stored", "value")


@pytest.mark.parametrize("way", long_among(WAYS, LONG))
def test_the_call_fails_just_where_the_original_does(way: str, tmp_path: Path) -> None:
    calls, results = [], []
    for case in CASES.values():
        compiled = compile_case(case, **WAYS[way])
        for drawn, result in calls_of(case):
            if not stretches(drawn.case):
                calls.append((compiled, drawn))
                results.append(result)
    assert {0, ESIZE} == set(results)
    run_sanitized(tmp_path, calls, results=results)


def test_threads_do_not_race_for_the_flag(tmp_path: Path) -> None:
    compiled = compile_case(TRAPS[FLAGS], value=True)
    text = compiled.files[f"{FLAGS}_grad.c"]
    assert "#pragma omp atomic write\n                misfit = true;" in text
    calls = list(calls_of(TRAPS[FLAGS]))
    assert {0, ESIZE} == {result for _, result in calls}
    if threads_are_seen():
        made = [(compiled, drawn) for drawn, _ in calls]
        run_sanitized(tmp_path, made, THREADS, results=[result for _, result in calls])


@pytest.mark.parametrize("sets", [True, False])
def test_a_misfit_elsewhere_on_a_path_sets_nothing(sets: bool) -> None:
    """What a path leaves unset is cleared, also where sizes are checked on that path."""
    text = """
    def f(x: "float64[N]", n: int):
        w = np.empty(2)
        if n > 0:
            w[:] = 1.5
        else:
            SETS
            if np.sum(x) > 0.1:
                w[1] = x[7]
        return np.sum(w * w)
    """
    program = lowered(text.replace("SETS", "w[:] = 0.5" if sets else "w[0] = 0.5"))
    cleared = [c for c in computes(settle_blanks(program, []).body) if c.note.startswith("zero:")]
    assert bool(cleared) is not sets

"""Generated C under ThreadSanitizer: no race, the same bits on any number of threads."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proof.cases import load_cases
from tests.proof.compiled import Compiled, compile_anew, compile_case
from tests.proof.harness import Drawn, MismatchError, draw_case
from tests.proof.marks import long_among
from tests.proof.matrix import variants
from tests.proof.questions import SCHEDULED, dropped
from tests.proof.sanitize import THREADS, run_sanitized, threads_are_seen
from tests.proof.traps import TRAPS

CASES = {**load_cases(), **TRAPS}
#: Loops over steps, sums on threads, products of blocks, and loops that must not be joined.
CHOSEN = ("factors_of_steps", "softmax", "heat_3d", "triangles", "three_in_turn")


def calls_of(name: str, compiled: Compiled) -> list[tuple[Compiled, Drawn]]:
    if not threads_are_seen():
        pytest.skip("ThreadSanitizer needs clang with libomp and its tool Archer")
    return [(compiled, draw_case(variant)) for variant in variants(CASES[name])]


@pytest.mark.parametrize("name", long_among(CHOSEN, CHOSEN[1:]))
def test_threads_do_not_meet(name: str, tmp_path: Path) -> None:
    run_sanitized(tmp_path, calls_of(name, compile_case(CASES[name])), THREADS)


@pytest.mark.parametrize(
    "name", ["three_in_turn", pytest.param("triangles", marks=pytest.mark.long)]
)
def test_a_race_is_found(name: str, tmp_path: Path) -> None:
    """Every loop over elements on threads, whatever its iterations touch."""
    with dropped(SCHEDULED["iterations on threads"]) as asked:
        compiled = compile_anew(CASES[name])
    assert asked.dropped
    with pytest.raises(MismatchError, match=r"data race|other results"):
        run_sanitized(tmp_path, calls_of(name, compiled), THREADS)

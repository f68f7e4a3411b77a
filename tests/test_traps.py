"""Small programs with a known way to go wrong, through all checks of a case."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proof.compiled import compile_case, run_gradient
from tests.proof.harness import draw_case
from tests.proof.marks import with_or_without_value
from tests.proof.matrix import prove_case, variants
from tests.proof.native import Call, build
from tests.proof.sanitize import run_sanitized
from tests.proof.traps import TRAPS

#: Their constructs are in other traps, too.
LONG = (
    "area_under_points_in_order", "looked_up_by_halves", "pivots_in_a_factorisation",
    "ranks_written_before_they_are_read", "rows_nearest_to_centres",
)  # fmt: skip


@pytest.mark.parametrize(("name", "value"), with_or_without_value(TRAPS, LONG))
def test_trap(name: str, value: bool, tmp_path: Path) -> None:
    prove_case(TRAPS[name], tmp_path, values=(value,))


def test_one_array_passed_twice_to_be_read(tmp_path: Path) -> None:
    case = TRAPS["read_only_twice"]
    compiled = compile_case(case)
    drawn = draw_case(case)
    drawn.inputs["B"][:] = drawn.inputs["A"]
    wanted = run_gradient(compiled, case, drawn.inputs, drawn.seeds)
    call = Call(build(tmp_path, [compiled]), compiled, drawn)
    pass_as(call, "B", "A")
    assert call.run() == 0
    for name, found in call.results("gradient").items():
        assert found == pytest.approx(wanted[name], rel=1e-12)


def test_one_array_passed_twice_to_be_written_is_refused(tmp_path: Path) -> None:
    case = TRAPS["read_after_output"]
    valued = compile_case(case, value=True)
    call = Call(build(tmp_path, [valued]), valued, draw_case(case))
    pass_as(call, "z", "y")
    assert call.run() != 0
    call.check_guards()


def test_a_gradient_passed_for_an_argument_is_refused(tmp_path: Path) -> None:
    case = TRAPS["read_only_twice"]
    compiled = compile_case(case)
    call = Call(build(tmp_path, [compiled]), compiled, draw_case(case))
    pass_as(call, "A_bar", "A")
    assert call.run() != 0
    call.check_untouched()


def test_sanitizers(tmp_path: Path) -> None:
    """A sample of the traps with small sizes: an index out of range cannot hide in a guard."""
    names = ("recurrence", "accumulator_reset", "fibonacci_swap", "stencil_in_place",
             "strided_slices", "periodic_wrap", "branch_per_iteration", "empty_sums",
             "shifted_left", "size_one_broadcast")  # fmt: skip
    calls = []
    for name in names:
        compiled = compile_case(TRAPS[name])
        calls += [(compiled, draw_case(v)) for v in variants(TRAPS[name])]
    run_sanitized(tmp_path, calls)


def pass_as(call: Call, name: str, other: str) -> None:
    """Gives `name` the pointer of `other`."""
    positions = {a["name"]: i for i, a in enumerate(call.manifest["arguments"])}
    call.values[positions[name]] = call.values[positions[other]]

"""Gradients under memory limits: from the smallest feasible one to none.

At every limit the compiled gradient is that of the unlimited plan, which is proved against
differences; what is measured is what was predicted, and at most the limit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adc.diagnostics import AdcError
from adc.ir.enums import Role
from tests.memory.measure import Built, Measured, build_files
from tests.memory.plans import Plans
from tests.memory.programs import PROGRAMS
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import Compiled, compile_case
from tests.proof.harness import DIFFERENCE, ROUNDING, Drawn, draw_case, expect, gap
from tests.proof.marks import half_of, long_among, short_and_long
from tests.proof.matrix import single
from tests.proof.native import Call
from tests.proof.native import build as build_plain
from tests.proof.reference import difference

CASES = {**load_cases(), **PROGRAMS}
EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
OK, ESIZE = 0, 2
#: The nonlinear programs, at sizes where limits matter, and the number of limits for each.
SWEPT: dict[str, tuple[dict[str, int], int]] = {
    "adi": ({"steps": 8, "N": 5, "M": 6}, 4),
    "burgers": ({"N": 40, "steps": 40}, 6),
    "gramschmidt": ({"M": 9, "N": 8}, 6),
    "guarded": ({}, 6),
    "guarded_else": ({}, 6),
    "perceptron": ({}, 6),
    "shallow_water": ({}, 6),
}
#: The others; their memory has little or nothing to give.
OTHERS = {
    "burgers_inplace": {"steps": 6},
    "durbin": {"N": 16},
    "fdtd_2d": {"TMAX": 8},
    "forked": {},
    "limiter": {"steps": 12},
    "mlp": {"N": 20, "C": 10, "H": 12},
    "nested": {},
    "relaxation": {"steps": 12, "N": 20},
}
#: Those that take longest, and one of two that are much alike.
LONG = ("perceptron", "adi", "gramschmidt", "guarded_else", "shallow_water")
#: Inputs that keep larger sizes stable.
STABLE = {"burgers": {"dt": {"low": 0.001, "high": 0.002}}}
REST = {name: OTHERS.get(name, {}) for name in CASES if name not in SWEPT}


@lru_cache(maxsize=None)
def drawn_case(name: str, single_precision: bool = False) -> Drawn:
    case = CASES[name].with_sizes(SWEPT[name][0] if name in SWEPT else OTHERS.get(name, {}))
    case = case.with_inputs(STABLE.get(name, {}))
    return draw_case(single(case) if single_precision else case)


def planned(drawn: Drawn, limit: int | None, **options: Any) -> Compiled:
    return compile_case(
        drawn.case, sizes=dict(drawn.case.sizes), mem_limit=limit, openmp=False, **options
    )


@lru_cache(maxsize=None)
def free_plan(name: str) -> Compiled:
    """The plan without limit, which several tests compare with."""
    return planned(drawn_case(name), None)


def smallest(drawn: Drawn, **options: Any) -> int:
    """The smallest feasible limit, as the refusal of one byte tells it."""
    return told_smallest(lambda: planned(drawn, 1, **options))


def told_smallest(refused: Callable[[], object]) -> int:
    """The smallest feasible limit that the refusal of one that is too small tells."""
    with pytest.raises(AdcError) as caught:
        refused()
    assert caught.value.exit_status == 3
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "ADC0403"
    found = re.search(r"raise --mem-limit to (\d+)", diagnostic.help)
    assert found, diagnostic.help
    return int(found[1])


def run(built: Built, compiled: Compiled, drawn: Drawn) -> Measured:
    case = drawn.case
    seeds = dict(zip(compiled.dependents(case), drawn.seeds, strict=True))
    return built.run(case.sizes, drawn.inputs, seeds)


def check_run(
    compiled: Compiled, drawn: Drawn, folder: Path, limit: int | None
) -> tuple[Built, Measured]:
    """Compiled and called: it holds what was predicted, at most `limit`."""
    built = build_files(compiled.files, folder, "-O1")
    measured = run(built, compiled, drawn)
    assert (measured.code, measured.leaked_bytes) == (OK, 0)
    assert measured.peak_bytes == built.predicted_peak(drawn.case.sizes)
    assert limit is None or measured.peak_bytes <= limit
    return built, measured


def check_same(
    drawn: Drawn, found: Mapping[str, np.ndarray], wanted: Mapping[str, np.ndarray]
) -> None:
    for name in drawn.case.wrt:
        assert gap(found[name], wanted[name]) <= 10 * ROUNDING[drawn.dtype], name


def check_difference(drawn: Drawn, gradients: Mapping[str, np.ndarray]) -> None:
    """<seed, dO> = <A_bar, dA>, where dO is the original's change by extrapolated differences."""
    changes = difference(drawn.case, drawn.inputs, drawn.directions)
    wanted = sum(float(np.sum(s * c)) for s, c in zip(drawn.seeds, changes, strict=True))
    terms = [gradients[n].astype(float) * drawn.directions[n] for n in drawn.case.wrt]
    scale = sum(float(np.sum(np.abs(t))) for t in terms)
    found = sum(float(np.sum(t)) for t in terms)
    assert abs(found - wanted) <= DIFFERENCE[drawn.dtype] * max(scale, 1e-3)


def check_outputs(compiled: Compiled, drawn: Drawn, measured: Measured) -> None:
    """With --value: what the primal leaves behind."""
    tolerance = ROUNDING[drawn.dtype]
    returned = dict(zip(compiled.primal.returns, drawn.outcome.returned, strict=True))
    manifest_inouts = {c.name for c in compiled.gradient.containers if c.role == Role.INOUT}
    assert measured.outputs
    for name, found in measured.outputs.items():
        if name in manifest_inouts:
            wanted = drawn.outcome.arguments[name]
        else:
            wanted = returned.get(name, drawn.outcome.returned[0] if returned else found)
        expect("value", name, found, wanted, tolerance)


def sweep(drawn: Drawn, folder: Path, count: int, **options: Any) -> list[int]:
    """The gradient at `count` limits; the peaks, without limit first."""
    plans = Plans.of(drawn.case, sizes=dict(drawn.case.sizes), openmp=False, **options)
    _, unlimited = check_run(plans.within(None), drawn, folder / "free", None)
    check_difference(drawn, unlimited.gradients)
    least = told_smallest(lambda: plans.within(1))
    step = max(unlimited.peak_bytes - least, 0) / (count - 2)
    peaks = [unlimited.peak_bytes]
    for limit in sorted({least + int(step * k) for k in range(count - 1)}):
        compiled = plans.within(limit)
        built, measured = check_run(compiled, drawn, folder / str(limit), limit)
        check_same(drawn, measured.gradients, unlimited.gradients)
        if options.get("value"):
            check_outputs(compiled, drawn, measured)
        check_sizes(built, drawn, limit)
        peaks.append(measured.peak_bytes)
    assert peaks[1] == least or least > unlimited.peak_bytes
    return peaks


def check_sizes(built: Built, drawn: Drawn, limit: int) -> None:
    """Larger sizes are refused exactly where they would break the promise; smaller ones run."""
    sizes = dict(drawn.case.sizes)
    for name in sizes:
        larger = {**sizes, name: 2 * sizes[name] + 40}
        if built.predicted_peak(larger) > limit:
            assert built.run(larger).code == ESIZE, larger
    smaller = {n: max(s - 1, 2) for n, s in sizes.items()}
    assert built.predicted_peak(smaller) <= limit
    assert built.run(smaller).code == OK, smaller


@pytest.mark.long  # as the next, at more limits
@pytest.mark.parametrize("name", SWEPT)
def test_nonlinear_programs_under_many_limits(name: str, tmp_path: Path) -> None:
    peaks = sweep(drawn_case(name), tmp_path, SWEPT[name][1])
    assert len(set(peaks)) >= 3


@pytest.mark.parametrize(
    "name", long_among(("burgers", "guarded", "perceptron", "shallow_water"), LONG)
)
def test_nonlinear_programs_under_four_limits_with_their_value(name: str, tmp_path: Path) -> None:
    peaks = sweep(drawn_case(name), tmp_path, 4, value=True)
    assert len(set(peaks)) >= 3


@pytest.mark.parametrize("name", half_of(REST))
def test_other_programs_under_three_limits(name: str, tmp_path: Path) -> None:
    sweep(drawn_case(name), tmp_path, 3, value=True)


# -- one limit, other requests ---------------------------------------------------------------------


def free_and_limit(drawn: Drawn, folder: Path) -> tuple[Measured, int]:
    """The unlimited run, and a limit of a third of what it holds."""
    _, free = check_run(planned(drawn, None), drawn, folder / "free", None)
    return free, free.peak_bytes // 3


def test_two_thousand_steps_in_the_memory_of_twenty_states(tmp_path: Path) -> None:
    """The whole arena, snapshots and working arrays, is at most 20 times the state."""
    drawn = drawn_case("shallow_water")
    sizes = dict(drawn.case.sizes)
    state = 2 * 8 * sizes["N"]
    free = free_plan("shallow_water")
    built, unlimited = check_run(free, drawn, tmp_path / "free", None)
    arguments = built.predicted_peak(sizes) - built.predicted_arena(sizes)
    compiled = planned(drawn, arguments + 20 * state)
    _, measured = check_run(compiled, drawn, tmp_path / "limited", arguments + 20 * state)
    assert measured.allocated_bytes <= 20 * state < unlimited.allocated_bytes / 90
    check_same(drawn, measured.gradients, unlimited.gradients)


def barely(drawn: Drawn, **options: Any) -> tuple[int, Compiled]:
    """A limit just above the smallest, and the plan within it, of one search."""
    plans = Plans.of(drawn.case, sizes=dict(drawn.case.sizes), openmp=False, **options)
    limit = told_smallest(lambda: plans.within(1)) + 64
    return limit, plans.within(limit)


@pytest.mark.parametrize("name", long_among(("burgers", "perceptron"), LONG))
def test_seeds_of_ones_and_accumulation_under_a_limit(name: str, tmp_path: Path) -> None:
    drawn = drawn_case(name)
    drawn = replace(drawn, seeds=[np.ones_like(s) for s in drawn.seeds])
    _, free = check_run(free_plan(name), drawn, tmp_path / "free", None)
    limit, ones = barely(drawn, seed="ones")
    _, measured = check_run(ones, drawn, tmp_path / "ones", limit)
    check_same(drawn, measured.gradients, free.gradients)
    limit, adding = barely(drawn, accumulate=True)
    built, _ = check_run(adding, drawn, tmp_path / "adding", limit)
    call = Call(build_plain(tmp_path / "plain", [adding]), adding, drawn)
    for argument in built.manifest["arguments"]:
        if argument["role"] == "gradient":
            call.buffers[argument["name"]].array[...] = 3.0
    assert call.run() == OK
    check_same(drawn, {n: g - 3.0 for n, g in call.results("gradient").items()}, free.gradients)


def test_single_precision_under_a_limit(tmp_path: Path) -> None:
    drawn = drawn_case("burgers", single_precision=True)
    free, limit = free_and_limit(drawn, tmp_path)
    compiled = planned(drawn, limit)
    _, measured = check_run(compiled, drawn, tmp_path / "limited", limit)
    assert measured.gradients["u"].dtype == np.float32
    check_same(drawn, measured.gradients, free.gradients)


@pytest.mark.parametrize(
    ("name", "options", "decisions"),
    [
        ("burgers", {"strategy": "store"}, {"keep", "store"}),
        ("burgers", {"strategy": "recompute"}, {"checkpoint"}),
        ("burgers", {"store": ("u_1",)}, {"keep", "store"}),
        ("burgers", {"store": ("u",)}, {"keep", "store"}),
        ("burgers", {"recompute": ("u_1",)}, {"checkpoint"}),
        ("burgers", {"recompute": ("u",)}, {"checkpoint"}),
        ("burgers", {"store": ("u",), "recompute": ("u_1",)}, {"checkpoint"}),
        ("perceptron", {"strategy": "recompute"}, {"rebuild", "recompute"}),
        ("perceptron", {"strategy": "store"}, {"keep", "store"}),
        ("shallow_water", {"recompute": ("h",)}, {"checkpoint"}),
    ],
)
def test_strategies_and_single_arrays(
    name: str, options: dict[str, Any], decisions: set[str], tmp_path: Path
) -> None:
    """Forced decisions show in the plan and change no gradient."""
    drawn = drawn_case(name)
    _, free = check_run(free_plan(name), drawn, tmp_path / "free", None)
    compiled = planned(drawn, None, **options)
    _, measured = check_run(compiled, drawn, tmp_path / "forced", None)
    check_same(drawn, measured.gradients, free.gradients)
    rows = json.loads(compiled.files["manifest.json"])["plan"]
    assert decisions & {row["decision"] for row in rows}
    if "store" in decisions:
        assert measured.peak_bytes == free.peak_bytes


@pytest.mark.parametrize(
    ("name", "array"), [("burgers", "u_1"), ("burgers", "u"), ("shallow_water", "q")]
)
def test_what_is_to_be_stored_does_not_fit(name: str, array: str, tmp_path: Path) -> None:
    """A forced store above the limit is refused; its own smallest limit is told, and accepted.
    What a loop makes is stored where the loop is not run again."""
    drawn = drawn_case(name)
    least = smallest(drawn, store=(array,))
    assert least > smallest(drawn)
    with pytest.raises(AdcError) as caught:
        planned(drawn, least - 1, store=(array,))
    assert (caught.value.exit_status, caught.value.diagnostics[0].code) == (3, "ADC0403")
    compiled = planned(drawn, least, store=(array,))
    rows = json.loads(compiled.files["manifest.json"])["plan"]
    assert "store" in {row["decision"] for row in rows}
    assert "checkpoint" not in {row["decision"] for row in rows}
    check_run(compiled, drawn, tmp_path, least)


#: No derivative goes through either loop, and the second overwrites what the first reads.
IDLE = """z[:] -= z * z
    for b in range(0, z.shape[0], 2):
        h = np.sinh(z[b]) * z[b]
    p = 0
    while p < 5 and a > 0.0:
        z[:] += np.cumsum(z)
        p += 1
    return 1.0"""


@pytest.mark.parametrize("text", ["return z", "return 1.0", IDLE])
@pytest.mark.parametrize("strategy", ["auto", "recompute"])
def test_nothing_is_computed(text: str, strategy: str, tmp_path: Path) -> None:
    """There is nothing to decide about, and still a smallest limit: the arguments' bytes."""
    source = f'import numpy as np\n\n\ndef unchanged(z: "float64[N]", a: "float64"):\n    {text}\n'
    drawn = draw_case(Case("unchanged", source, ("z",), ("return",), {"N": 4}))
    least = smallest(drawn, strategy=strategy)
    with pytest.raises(AdcError, match="no plan keeps the call"):
        planned(drawn, least - 1, strategy=strategy)
    _, measured = check_run(planned(drawn, least, strategy=strategy), drawn, tmp_path, least)
    wanted = drawn.seeds[0] if text == "return z" else np.zeros(4)
    np.testing.assert_array_equal(measured.gradients["z"], wanted)


HALVING = Case(
    "halving",
    '''
import numpy as np


def halving(x: "float64[N]"):
    """How many steps there are shows only at the end."""
    while np.sum(x * x) > 0.01:
        y = np.sin(x)
        x = 0.5 * y * np.cos(x)
    return np.sum(x)
''',
    ("x",), ("return",), {"N": 40},
)  # fmt: skip


@pytest.mark.parametrize(
    ("case", "options", "word"),
    [
        (HALVING, {"store": ("x",)}, "stored"),
        (HALVING, {"store": ("y",)}, "stored"),
        (PROGRAMS["shallow_water"], {"store": ("q",), "recompute": ("h",)}, "recomputed"),
    ],
)
def test_wishes_that_cannot_be_met(case: Case, options: dict[str, Any], word: str) -> None:
    with pytest.raises(AdcError) as caught:
        compile_case(case, sizes=dict(case.sizes), **options)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "ADC0405"
    assert f"cannot be {word}" in diagnostic.message


@pytest.mark.parametrize(("given", "missing"), [({}, ("N", "steps")), ({"N": 40}, ("steps",))])
def test_a_limit_needs_sizes(given: dict[str, int], missing: tuple[str, ...]) -> None:
    with pytest.raises(AdcError) as caught:
        compile_case(drawn_case("burgers").case, sizes=given, mem_limit=10_000)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "ADC0401"
    assert diagnostic.help == f"add --size {','.join(f'{n}=…' for n in missing)}"


SINES = Case(
    "sines", (EXAMPLES / "rematerialization/kernel.py").read_text(), ("C", "D"), ("return",),
    {"N": 40}, function="sines",
)  # fmt: skip


@pytest.mark.parametrize("numbers", short_and_long([0, 3, 5], range(8)))
def test_forced_configurations_of_the_papers_program(
    numbers: Sequence[int], tmp_path: Path
) -> None:
    """Section IV-A: all 2^3 of them, as arrays; each one measured, all with one gradient."""
    drawn = draw_case(SINES)
    names = ("A0", "A1", "A2")
    _, free = check_run(planned(drawn, None), drawn, tmp_path / "free", None)
    check_difference(drawn, free.gradients)
    for number in numbers:
        again = tuple(n for k, n in enumerate(names) if number >> k & 1)
        store = tuple(n for n in names if n not in again)
        compiled = planned(drawn, None, value=True, store=store, recompute=again)
        _, measured = check_run(compiled, drawn, tmp_path / str(number), None)
        check_same(drawn, measured.gradients, free.gradients)
        check_outputs(compiled, drawn, measured)
        arrays = {c.name for c in compiled.gradient.containers if c.shape}
        assert {f"{n}_again" for n in again} <= arrays
        assert set(store) <= arrays
        assert not {f"{n}_again" for n in store} & arrays

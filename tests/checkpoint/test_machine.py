"""The model of a machine: what it reads, and how it ranks adjoints of known speed."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import count
from pathlib import Path

import pytest

from adc.analysis.cost import cost
from adc.analysis.levels import Level
from adc.checkpoint.estimates.loops import stream_seconds
from adc.checkpoint.estimates.pricing import fresh_seconds, seconds
from adc.checkpoint.machine import DEFAULT, DEVICE, Machine, load_machine
from adc.diagnostics import AdcError
from adc.ir.program import Program
from adc.ir.text_parser import parse_program

HEAD = (
    "program p(N: size, T: integer, L: integer, a: scalar, b: scalar, u: array, p: array)\n"
    'source "p.py"\ninput a: float64\ninput b: float64\n'
    "inout u: float64[N]\ninout p: float64[N]\n"
)
STEP = (
    "{new}i] = {old}i] - a*{old}i]*({old}i] - {old}i - 1])"
    " + b*({old}i + 1] - 2.0*{old}i] + {old}i - 1]) for i in 1:N - 1"
)
BACK = (
    "{new}i] = (1.0 - a*(2.0*{u}i] - {u}i - 1]) - 2.0*b)*{old}i]"
    " + (a*{u}i + 1] + b)*{old}i + 1] + b*{old}i - 1] for i in 1:N - 1"
)
TAPE = ("tape[t, ", "tape[t + 1, ")
LABELS = count()


def step(old: str, new: str) -> str:
    return STEP.format(old=old, new=new)


def back(u: str, old: str, new: str) -> str:
    return BACK.format(u=u, old=old, new=new)


def lines(*statements: str, indent: int = 1) -> str:
    """Labelled statements, below a loop."""
    return "\n".join("    " * indent + f"X{next(LABELS)}: {text}" for text in statements)


def burgers() -> Program:
    """Viscous Burgers, one step per iteration, the state copied back."""
    body = lines(step("u[", "v["), "u[i] = v[i] for i in 0:N")
    return parse_program(f"{HEAD}local v: float64[N]\nL1: for t in range(0, T):\n{body}")


def stored() -> Program:
    """Its adjoint with every state on a tape."""
    old, new = TAPE
    reverse = lines(back(new, "p[", "q["), back(old, "q[", "p["))
    return parse_program(
        f"{HEAD}local q: float64[N]\ntape tape: float64[T + 1, N]\n"
        f"S0: tape[0, i] = u[i] for i in 0:N\n"
        f"L1: for t in range(0, T):\n{lines(step(old, new))}\n"
        f"L2: for t in range(0, T, 2) backwards:\n{reverse}"
    )


def in_segments() -> Program:
    """Its adjoint with the state before every L-th step kept, and a tape of L steps."""
    old, new = TAPE
    forward = lines(step("u[", "v["), step("v[", "u["), indent=2)
    reverse = lines(back(new, "p[", "q["), back(old, "q[", "p["), indent=2)
    return parse_program(
        f"{HEAD}local q: float64[N]\nlocal v: float64[N]\n"
        "tape snap: float64[T//L + 1, N]\ntape tape: float64[L + 1, N]\n"
        "L1: for c in range(0, T//L):\n"
        "    S1: snap[c, i] = u[i] for i in 0:N\n"
        f"    L2: for t in range(0, L, 2):\n{forward}\n"
        "L3: for c in range(0, T//L) backwards:\n"
        "    S2: tape[0, i] = snap[c, i] for i in 0:N\n"
        f"    L4: for t in range(0, L):\n{lines(step(old, new), indent=2)}\n"
        f"    L5: for t in range(0, L, 2) backwards:\n{reverse}"
    )


def measured(program: Program, length: int = 14) -> Level:
    return cost(program.body, program, {"N": 100_000, "T": 200, "L": length})


def test_the_three_known_adjoints_are_ranked_and_not_far_off() -> None:
    """Hand-written ones took 2.3 (square root), 2.8 (kept) and 10 times (fresh) the primal."""
    primal = seconds(measured(burgers()))
    tape = 8 * 100_000 * 201
    known = {
        2.3: seconds(measured(in_segments()), kept=True),
        2.8: seconds(measured(stored()), kept=True),
        10.0: seconds(measured(stored()), arena_bytes=tape),
    }
    ratios = [time / primal for time in known.values()]
    assert ratios == sorted(ratios) and len(set(ratios)) == 3
    for expected, ratio in zip(known, ratios, strict=True):
        assert expected / 2 < ratio < expected * 2
    assert seconds(measured(in_segments()), arena_bytes=8 * 100_000 * 31) == known[2.3]


def test_segments_near_the_square_root_are_best_for_a_cache() -> None:
    program = in_segments()
    times = {length: seconds(measured(program, length), kept=True) for length in (2, 4, 20, 50)}
    assert min(times, key=times.__getitem__) == 20


def test_without_caches_to_lose_storing_all_is_best() -> None:
    flat = replace(
        DEFAULT, memory_bytes_per_second=1e15, cache_bytes_per_second=1e15,
        private_cache_bytes_per_second=1e15,
    )  # fmt: skip
    assert seconds(measured(stored()), flat) < 0.8 * seconds(measured(in_segments()), flat)


def test_a_tape_that_fits_is_cheaper_by_the_cache_alone() -> None:
    tape = DEFAULT.cache_bytes // 2
    fits = stream_seconds(tape, 2 * tape, DEFAULT)
    assert fits == pytest.approx(2 * tape / DEFAULT.cache_bytes_per_second)
    assert stream_seconds(tape, 2 * tape + 1, DEFAULT) > 2 * fits


def test_what_has_to_stay_takes_its_part_of_the_cache() -> None:
    program = stored()
    level = cost(program.body, program, {"N": 1000, "T": 200, "L": 1})
    alone = seconds(level)
    assert seconds(level, resident_bytes=DEFAULT.cache_bytes) > alone
    assert seconds(level, resident_bytes=1000) == alone


def test_fresh_pages_cost_beyond_the_threshold_and_unless_kept() -> None:
    at = DEFAULT.page_threshold_bytes
    assert fresh_seconds(at, DEFAULT) == 0
    assert fresh_seconds(at + 1, DEFAULT) == pytest.approx((at + 1) * DEFAULT.page_seconds_per_byte)
    assert fresh_seconds(at + 1, DEFAULT, kept=True) == 0


def two_arms(then: str, orelse: str) -> float:
    program = parse_program(
        f"{HEAD}input f: bool\nB1: if f:\n    S1: {then}\nelse:\n    S2: {orelse}"
    )
    return seconds(cost(program.body, program, {"N": 1000, "T": 1, "L": 1}))


def test_of_a_branch_the_dearer_arm_counts() -> None:
    cheap, dear = "u[i] = a for i in 0:N", "u[i] = exp(p[i]) for i in 0:N"
    assert two_arms(cheap, dear) == two_arms(dear, cheap) == two_arms(dear, dear)
    assert two_arms(cheap, cheap) < two_arms(dear, cheap)


def test_products_are_calls_of_blas_where_it_is_allowed() -> None:
    program = parse_program(
        f"{HEAD}local C: float64[N, N]\ninput A: float64[N, N]\n"
        "S1: C[i, j] += A[i, k]*A[k, j] for i in 0:N, j in 0:N, k in 0:N"
    )
    level = cost(program.body, program, {"N": 1000, "T": 1, "L": 1})
    assert seconds(level) == pytest.approx(2e9 / DEFAULT.blas_flops_per_second, rel=0.01)
    assert seconds(level, blas=False) > 5 * seconds(level)


def test_a_file_overrides_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "machine.toml"
    path.write_text("# mine\nflops_per_second = 1_000\ncache_bytes = 4096\n")
    expected = replace(DEFAULT, flops_per_second=1000, cache_bytes=4096)
    assert load_machine(str(path)) == expected
    assert load_machine(None) == Machine()


def test_a_device_has_constants_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "machine.toml"
    path.write_text("statement_seconds = 1e-5\n")
    assert load_machine(None, device=True) == DEVICE
    assert load_machine(str(path), device=True) == replace(DEVICE, statement_seconds=1e-5)


@pytest.mark.parametrize("name", [f.name for f in fields(Machine)])
def test_constants_are_positive_numbers(name: str, tmp_path: Path) -> None:
    path = tmp_path / "machine.toml"
    wrong = ["0", "-1", "true", '"1"', "[1]", "inf", "nan"]
    if name.endswith("_bytes"):
        wrong.append("1.5")
    for value in wrong:
        path.write_text(f"# x\n{name} = {value}\n")
        with pytest.raises(AdcError) as caught:
            load_machine(str(path))
        (found,) = caught.value.diagnostics
        assert found.code == "ADC0406" and name in found.message
        assert found.span and (found.span.line, found.span.column) == (2, 1)


@pytest.mark.parametrize("text", ("flops = 1\n", "[machine]\ncache_bytes = 1\n", "a = = 1\n"))
def test_other_files_are_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "machine.toml"
    path.write_text(text)
    with pytest.raises(AdcError) as caught:
        load_machine(str(path))
    assert caught.value.diagnostics[0].code == "ADC0406"
    with pytest.raises(AdcError) as caught:
        load_machine(str(tmp_path / "missing.toml"))
    assert caught.value.diagnostics[0].code == "ADC0602"

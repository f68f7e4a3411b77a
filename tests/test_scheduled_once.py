"""For one request each program is scheduled once, whoever asks for its loop tree."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from adc import schedule
from adc.ir.program import Program
from adc.schedule import Scheduled
from tests.fortran.harness import compile_each, compile_spec
from tests.fortran.specs import kernel_specs
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case
from tests.proof.marks import long_among
from tests.proof.matrix import single

CASES = load_cases()
KERNELS = kernel_specs(Path(__file__).parent / "fortran" / "kernels")
FORTRAN = long_among(("limiter", "cholesky"), ("cholesky",))
LIMIT = {"sizes": {"N": 1000, "M": 1000, "steps": 1000}, "mem_limit": 2_000_000}


@pytest.fixture
def scheduled(monkeypatch: pytest.MonkeyPatch) -> list[Program]:
    """The programs that are scheduled, in order."""
    found: list[Program] = []
    real = schedule.schedule

    def noted(program: Program, **options: Any) -> Scheduled:
        found.append(program)
        return real(program, **options)

    monkeypatch.setattr(schedule, "schedule", noted)
    return found


def repeated(programs: list[Program]) -> list[str]:
    return [p.name for p, times in Counter(programs).items() if times > 1]


@pytest.mark.parametrize("name", ["gemm", "lu", "burgers", "softmax"])
def test_a_gradient(name: str, scheduled: list[Program]) -> None:
    compile_case(CASES[name])
    assert len(scheduled) >= 3 and not repeated(scheduled)


def test_a_plan_takes_three(scheduled: list[Program]) -> None:
    """The adjoint; and for the self-check the primal and the tangent."""
    compile_case(CASES["gemm"])
    assert len(scheduled) == 3


def test_in_single_precision(scheduled: list[Program]) -> None:
    """The self-check has the adjoint in double precision besides."""
    compile_case(single(CASES["gemm"]))
    assert len(scheduled) == 4 and not repeated(scheduled)


def test_a_tangent(scheduled: list[Program]) -> None:
    """The tangent, and the primal for the self-check."""
    compile_case(CASES["burgers"], mode="jvp")
    assert len(scheduled) == 2 and not repeated(scheduled)


def test_under_a_limit(scheduled: list[Program]) -> None:
    compile_case(CASES["burgers"], **LIMIT)
    assert len(scheduled) > 3 and not repeated(scheduled)


@pytest.mark.parametrize("name", FORTRAN)
def test_two_requests_for_one_primal(name: str, scheduled: list[Program]) -> None:
    """They share what the self-check is made of, and each is what it is alone."""
    requests: list[dict[str, Any]] = [{}, {"value": True}]
    together = [c.files for c in compile_each(KERNELS[name], *requests)]
    assert scheduled and not repeated(scheduled)
    for options, files in zip(requests, together):
        scheduled.clear()
        assert compile_spec(KERNELS[name], **options).files == files
        assert scheduled and not repeated(scheduled)

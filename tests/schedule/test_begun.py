"""Arrays that begin as zeros on a device, for something is kept of them before it is set."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.schedule import scheduler
from tests.cuda_emulator.build import missing
from tests.proof.cases import Case
from tests.proof.compiled import compile_anew, compile_case
from tests.proof.harness import draw_case
from tests.proof.on_device import Emulated, built, prove_calls

NOTE = "zeros: some of w is kept before anything is set in it"
KEPT = """import numpy as np


def kept(u, T):
    w = np.empty(u.shape[0])
    {begin}
    for t in range(T):
        for i in range(u.shape[0]):
            if u[i] > 0.0:
                w[i] = np.sin(u[i])
            else:
                w[i] = u[i] * u[i]
        u[:] = u + 0.1 * w * w
    return np.sum(u * u)
"""


def case_of(begin: str = "") -> Case:
    return Case(
        "kept", KEPT.replace("    {begin}\n", f"    {begin}\n" if begin else ""), ("u",),
        ("return",), {"N": 7, "T": 3}, edges=({"N": 0}, {"T": 0}),
        signature="kept(u: float64[N], T: int)",
    )  # fmt: skip


def cuda(case: Case) -> str:
    return compile_case(case, target="cuda").files["kept_grad.cu"]


def test_once_in_front_of_the_loop() -> None:
    text = cuda(case_of())
    assert text.count(NOTE) == 1
    assert text.index(NOTE) < text.index("for (int64_t t = 0; t < T; t++)")


def test_not_where_all_is_set_before() -> None:
    assert NOTE not in cuda(case_of("w[:] = 1.0"))


def test_not_in_c() -> None:
    """The values that are kept count for nothing; only tools that watch a device look for that."""
    assert NOTE not in compile_case(case_of()).files["kept_grad.c"]


@pytest.mark.long
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_without_it_unwritten_memory_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = case_of()
    prove_calls(case, Emulated.of(case, tmp_path / "with"))
    monkeypatch.setattr(scheduler, "with_beginnings", lambda tree, *_: tree)
    compiled = compile_anew(case, target="cuda")
    emulated = Emulated(compiled, built(compiled.files, tmp_path / "without"))
    assert emulated.on_the_device(draw_case(case)).report.kinds == {"uninitialised"}

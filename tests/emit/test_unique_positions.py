"""Subscripts read from arrays without equal elements: loops on threads, plain sums on a device, and
what is refused on entry."""

from __future__ import annotations

import importlib.util
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from adc.emit.interface.abi import errors
from tests.cuda_emulator.build import missing
from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import Drawn, draw_case
from tests.proof.on_device import Emulated, prove_on_device
from tests.proof.sanitize import THREADS, run_sanitized, threads_are_seen
from tests.proof.traps import TRAPS

EINVAL, ESIZE = errors(False)["EINVAL"][0], errors(False)["ESIZE"][0]
DECLARED = [n for n, c in TRAPS.items() if ' unique"' in c.source]
GATHER = """import numpy as np


def gather(x: "float64[N]", idx: "INT[M] unique"):
    return np.sin(x[idx]) * x[idx]
"""


def gather(dtype: str = "int64") -> Case:
    return Case(
        "gather", GATHER.replace("INT", dtype), ("x",), ("return",), {"N": 9, "M": 5},
        edges=({"M": 0}, {"M": 9}),
        inputs={"idx": {"kind": "distinct", "low": 0, "high": 9}},
    )  # fmt: skip


def with_positions(drawn: Drawn, positions: list[int]) -> Drawn:
    given = np.array(positions, drawn.inputs["idx"].dtype)
    return replace(drawn, inputs={**drawn.inputs, "idx": given})


REFUSED = [
    ([3, 1, 4, 0, 2], 0),
    ([3, 1, 4, 1, 2], EINVAL),
    ([8, 8, 8, 8, 8], EINVAL),
    ([0, 1, 2, 3, 0], EINVAL),
    ([0, 1, 2, 3, -9], EINVAL),  # which NumPy takes for the first one
    ([0, 1, 2, 3, -1], EINVAL),
    ([0, 1, 2, 3, 9], EINVAL),
    ([0, 1, 2, 3, 2**62], EINVAL),
    ([-(2**63), 2**63 - 1, 2, 3, 4], EINVAL),
]


@pytest.mark.skipif(not threads_are_seen(), reason="needs clang, libomp and ThreadSanitizer")
def test_threads_do_not_race(tmp_path: Path) -> None:
    """Also where elements are equal: the call is refused before any loop runs."""
    calls: list[tuple[Any, Drawn]] = []
    results: list[int] = []
    for name in DECLARED:
        compiled = compile_case(TRAPS[name])
        calls.append((compiled, draw_case(TRAPS[name])))
        results.append(0)
    compiled = compile_case(gather())
    drawn = draw_case(gather())
    for positions, result in REFUSED:
        calls.append((compiled, with_positions(drawn, positions)))
        results.append(result)
    run_sanitized(tmp_path, calls, THREADS, results)


@pytest.mark.parametrize("dtype", ["int64", "int32"])
def test_equal_elements_are_refused(dtype: str, tmp_path: Path) -> None:
    compiled, case = compile_case(gather(dtype)), gather(dtype)
    known = [(p, r) for p, r in REFUSED if dtype == "int64" or max(map(abs, p)) < 2**31]
    calls = [(compiled, with_positions(draw_case(case), p)) for p, _ in known]
    results = [r for _, r in known]
    for sizes in ({"M": 0}, {"M": 1}, {"M": 9}):
        calls.append((compiled, draw_case(case.with_sizes(sizes))))
        results.append(0)
    run_sanitized(tmp_path, calls, results=results)


def test_more_positions_than_elements(tmp_path: Path) -> None:
    """Whatever they are."""
    drawn = draw_case(gather())
    short = replace(
        drawn, case=drawn.case.with_sizes({"N": 4}),
        inputs={**drawn.inputs, "x": drawn.inputs["x"][:4]},
    )  # fmt: skip
    run_sanitized(tmp_path, [(compile_case(gather()), short)], results=[ESIZE])


def test_the_wrapper_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "g.py").write_text(GATHER.replace("INT", "int64"))
    words = ["grad", str(tmp_path / "g.py"), "--wrt", "x", "-o", str(tmp_path / "out"), "-q"]
    assert CliRunner().invoke(adc, words).exit_code == 0
    subprocess.run(["make", "-s", "-C", str(tmp_path / "out")], check=True)
    spec = importlib.util.spec_from_file_location("g", tmp_path / "out" / "gather_grad.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    x, seed = np.linspace(0.5, 1.5, 4), np.ones(2)
    found = module.gather_grad(x, np.array([2, 0]), return_seed=seed).x
    assert found == pytest.approx(np.where([1, 0, 1, 0], np.cos(x) * x + np.sin(x), 0.0))
    with pytest.raises(ValueError, match="an integer is out of range, or elements that"):
        module.gather_grad(x, np.array([2, 2]), return_seed=seed)
    with pytest.raises(ValueError, match="M <= N"):
        module.gather_grad(x[:1], np.array([0, 0]), return_seed=seed)
    assert "idx: int64[M], no two elements equal" in module.gather_grad.__doc__


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize("deterministic", [False, True])
def test_a_device_adds_plainly(deterministic: bool, tmp_path: Path) -> None:
    compiled = compile_case(gather(), target="cuda", deterministic=deterministic)
    text = compiled.files["gather_grad.cu"]
    assert "x_bar[idx[i]] +=" in text and "atomicAdd(&x_bar" not in text
    assert '"deterministic": true' in compiled.files["manifest.json"]
    prove_on_device(gather(), tmp_path, deterministic=deterministic)


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize("positions", [p for p, r in REFUSED if r])
def test_a_device_refuses_equal_elements(positions: list[int], tmp_path: Path) -> None:
    emulated = Emulated.of(gather(), tmp_path)
    drawn = with_positions(draw_case(gather()), positions)
    for call in (emulated.by_the_host, emulated.on_the_device):
        outcome = call(drawn)
        assert outcome.value[0] == EINVAL
        kinds = {f.kind for f in outcome.report.findings}
        assert kinds <= {"uninitialised"}, outcome.report.told()


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize("name", DECLARED)
def test_on_a_device(name: str, tmp_path: Path) -> None:
    prove_on_device(TRAPS[name], tmp_path)

"""The runner of the kernels: its table, page and status are made of what it measured."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from benchmarks.kernels import building, measuring, run, store
from benchmarks.kernels.catalogue import KERNELS
from benchmarks.kernels.chart import place, svg
from benchmarks.kernels.definition import TINY, Kernel
from benchmarks.kernels.measuring import BEST, HAND, KEPT, LAX, NUMPY, PRIMAL, PYTHON, VALUE, apart
from benchmarks.kernels.report import HAND_HEADER, HEADER, cells, hand_cells, page, summary
from benchmarks.kernels.rows import Row, geometric_mean

#: Binary fractions: the ratios come out exactly.
SECONDS = {PYTHON: 0.5, KEPT: 0.375, VALUE: 0.5, PRIMAL: 0.25, NUMPY: 2.0, LAX: 4.0, BEST: 0.25}
MEMORY = {PYTHON: 3_000_000, NUMPY: 1_000_000, LAX: 9_000_000, BEST: 2_500_000}
ROW = Row("gemm", "S", seconds=SECONDS, memory=MEMORY, apart={KEPT: 0.0, LAX: 1e-12})
REFUSED = Row("lu", "S", refused="ADC0235: no bound is known")
#: Seconds on one and two threads.
THREADS = {"1": {HAND: 0.25, KEPT: 0.5, PRIMAL: 0.125}, "2": {HAND: 0.375, KEPT: 0.25}}
BY_HAND = Row("heat-3d", "S", memory={HAND: 2_000_000, PYTHON: 3_000_000}, threads=THREADS)
ALONE = Row("mvt", "S", seconds={n: SECONDS[n] for n in (PYTHON, KEPT, PRIMAL, NUMPY)})


def test_a_row_says_what_was_measured() -> None:
    told = dict(zip(HEADER, cells(ROW), strict=True))
    assert told == {
        "kernel": "gemm", "size": "S", "NumPy ms": "2e+03", "adc ms": "500", "NumPy / adc": "4.00",
        "gradient / primal": "1.50", "with value": "2.00", "lax / adc": "8.00",
        "JAX / adc": "0.50", "MB adc": "3.0", "MB NumPy": "1.0", "MB lax": "9.0", "MB JAX": "2.5",
        "": "",
    }  # fmt: skip


def test_what_is_missing_is_said() -> None:
    assert cells(ALONE)[6:] == ("–",) * 7 + ("",)
    assert cells(REFUSED)[2:] == ("–",) * 11 + ("refused: ADC0235",)
    assert "JAX is not installed" in summary([ALONE])[0]


def test_adjoints_by_hand_are_told_by_threads() -> None:
    assert dict(zip(HAND_HEADER, hand_cells(BY_HAND), strict=True)) == {
        "kernel": "heat-3d", "size": "S", "by hand ms, 1": "250", "adc ms, 1": "500",
        "by hand / adc, 1": "0.50", "by hand / primal, 1": "2.00", "by hand ms, 2": "375",
        "adc ms, 2": "250", "by hand / adc, 2": "1.50", "MB by hand": "2.0", "MB adc": "3.0",
    }  # fmt: skip
    assert "by hand / adc on 1: at least 0.50; by hand / adc on 2: at least 1.50" in summary(
        [BY_HAND, ROW]
    )[0]  # fmt: skip


def test_who_is_left_out_or_slow_is_named() -> None:
    row = Row("lu", "L", seconds=SECONDS, once=(BEST,), left_out={LAX: "wants 19.0 GB"})
    assert row.status == "lax wants 19.0 GB; once: best"
    assert not row.wrong


@pytest.mark.parametrize("distance", [1e-7, float("nan"), float("inf")])
def test_a_gradient_that_differs_is_wrong(distance: float) -> None:
    row = Row("gemm", "S", seconds=SECONDS, apart={KEPT: 0.0, LAX: distance})
    assert row.wrong
    assert cells(row)[-1] == "WRONG: lax"
    assert not ROW.wrong
    assert not REFUSED.wrong


def test_distances_are_relative_to_the_largest_element() -> None:
    reference = np.array([0.0, 4.0])
    assert apart(np.array([0.5, 4.0]), reference) == 0.125
    assert apart(reference, reference) == 0.0
    assert apart(np.array([np.nan, 4.0]), reference) == np.inf
    assert apart(np.ones(2), np.zeros(2)) == np.inf


def test_means() -> None:
    other = Row("mvt", "S", seconds={**SECONDS, LAX: 0.25, BEST: 9.0})
    assert geometric_mean([ROW.lax, other.lax, None]) == pytest.approx(2.0)
    assert other.best == 0.5
    assert "lax / adc 2.00, of JAX / adc 0.50; JAX is faster on 2 of 2" in summary([ROW, other])[0]
    assert geometric_mean([]) is None


def test_the_page_holds_the_rows() -> None:
    told = {"runs": "- a machine", "one_call": "60", "longest": "600"}
    text = page([ROW, REFUSED, BY_HAND], told)
    assert f"| {' | '.join(cells(ROW))} |" in text
    assert "- lu at S: ADC0235: no bound is known" in text
    assert f"| {' | '.join(hand_cells(BY_HAND))} |" in text
    assert "a machine" in text
    assert "$" not in text
    assert max(len(line) for line in text.splitlines() if not line.startswith("|")) <= 100


def test_the_chart_places_ratios() -> None:
    circles = ElementTree.fromstring(svg([ROW, REFUSED])).findall("{*}circle")
    assert [float(c.get("cx", "")) for c in circles] == [
        pytest.approx(place(8.0), abs=0.06), pytest.approx(place(0.5), abs=0.06)
    ]  # fmt: skip
    assert place(0.5) < place(1.0) < place(8.0) <= place(1e9)


def test_a_run_measures_and_fails_where_something_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kernel = KERNELS["mvt"]
    building.build_all(kernel, TINY, tmp_path)
    task = measuring.Task(tmp_path, kernel, TINY)

    def too_large(name: str) -> None:
        if name == LAX:
            raise MemoryError("wants 19.0 GB")

    monkeypatch.setattr(task, "_jax", too_large)
    found = measuring.times(task)
    assert found["left_out"] == {LAX: "wants 19.0 GB"}
    assert set(found["seconds"]) == {PYTHON, KEPT, VALUE, PRIMAL, NUMPY}
    assert found["rounds"] == measuring.FEWEST
    assert found["apart"] == {KEPT: 0.0, VALUE: 0.0}
    primal = task.contender(PRIMAL)
    assert primal is not None
    primal.prepare()
    primal.call()
    rows = [Row("mvt", "S", seconds=found["seconds"], apart=found["apart"])]
    monkeypatch.setattr(run, "measured", lambda kernel, size: rows[0])
    assert run.main(["--kernels", "mvt", "--sizes", "S"]) == 0
    assert cells(rows[0])[3] in capsys.readouterr().out
    rows[0] = Row("mvt", "S", seconds=found["seconds"], apart={KEPT: 1.0})
    assert run.main(["--kernels", "mvt", "--sizes", "S"]) == 1
    assert "WRONG" in capsys.readouterr().out


def test_a_run_in_parts_keeps_the_other_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    results = tmp_path / "results"

    def measured(kernel: Kernel, size: str) -> Row:
        asked.append(f"{kernel.name} {size}")
        return Row(kernel.name, size, seconds=SECONDS, threads=THREADS, once=(NUMPY,))

    def command(text: str, *given: str) -> str:
        sizes = ["--sizes", "S", "--write"]
        assert run.main(["--kernels", text, *sizes, *given], tmp_path, results) == 0
        return (tmp_path / "performance.md").read_text()

    monkeypatch.setattr(run, "measured", measured)
    monkeypatch.setattr(run, "versions", lambda: "NumPy 2.")
    assert "| lu | S |" not in command("mvt")
    text = command("lu mvt", "--resume")
    assert asked == ["mvt S", "lu S"]
    assert "| mvt | S |" in text
    assert "| lu | S |" in text
    assert "2 rows:" not in text
    monkeypatch.setattr(run, "versions", lambda: "NumPy 3.")
    text = command("lu", "--resume")
    assert asked == ["mvt S", "lu S", "lu S"]
    assert text.count("- 1 of 2 rows:") == 2
    assert {stored.row.name for stored in store.load_all(results)} == {"mvt", "lu"}
    assert store.load("lu", "S", results).row == measured(KERNELS["lu"], "S")  # type: ignore[union-attr]


def test_a_row_is_kept_before_the_next_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measured(kernel: Kernel, size: str) -> Row:
        if kernel.name == "lu":
            raise KeyboardInterrupt
        return Row(kernel.name, size, seconds=SECONDS)

    monkeypatch.setattr(run, "measured", measured)
    with pytest.raises(KeyboardInterrupt):
        run.main(["--kernels", "mvt lu", "--sizes", "S", "--write"], tmp_path, tmp_path)
    assert [stored.row.name for stored in store.load_all(tmp_path)] == ["mvt"]


def test_what_failed_is_measured_again(tmp_path: Path) -> None:
    told = {"machine": "a machine", "versions": "NumPy 2.", "code": "0"}
    store.save(store.Stored(ROW, told), tmp_path)
    store.save(store.Stored(Row("lu", "S", failed="the C compiler"), told), tmp_path)
    assert run.is_kept("gemm", "S", told, tmp_path)
    assert not run.is_kept("gemm", "S", {**told, "code": "1"}, tmp_path)
    assert not run.is_kept("lu", "S", told, tmp_path)
    assert not run.is_kept("mvt", "S", told, tmp_path)


def test_who_takes_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def child(folder: str, kernel: Kernel, size: str, what: str, name: str, limit: int) -> Any:
        if name == LAX:
            raise subprocess.TimeoutExpired("python", limit)
        return {"left out": "wants 19.0 GB"} if name == BEST else {"bytes": 8}

    monkeypatch.setattr(run, "child", child)
    found, left_out = run.memories("", KERNELS["mvt"], "S")
    assert left_out == {LAX: "longer than 60 s", BEST: "wants 19.0 GB"}
    assert set(found) == {PYTHON, HAND, NUMPY}


def test_refusals_are_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    refused: Any = "mvt(x1: float64[N], A: float64[N, N])"
    kernel = KERNELS["mvt"]
    row = run.measured(type(kernel)(refused, "x1", "x1", kernel.sizes), TINY)
    assert row.refused.startswith("ADC")
    assert row.status == f"refused: {row.refused[:7]}"


@pytest.mark.long  # dear, and proves what others do
def test_a_row_is_measured_in_processes_of_their_own() -> None:
    row = run.measured(KERNELS["elementwise"], TINY)
    assert not row.wrong
    assert {PYTHON, KEPT, VALUE, PRIMAL, HAND, NUMPY} <= set(row.seconds)
    assert HAND in row.apart
    assert all((row.by_hand(threads) or 0.0) > 0.0 for threads in ("1", "2"))
    assert all(seconds > 0.0 for seconds in row.seconds.values())
    assert {PYTHON, NUMPY} <= set(row.memory)


@pytest.mark.parametrize("name", KERNELS)
def test_the_primal_of_numpy_is_finite(name: str) -> None:
    kernel = KERNELS[name]
    assert all(np.isfinite(v).all() for v in kernel.dependents(kernel.inputs("S"), kernel.numpy()))

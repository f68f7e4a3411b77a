"""The memory of routines that stay functions is their callers': counted where it is allocated."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.memory.measure import Built, build

OK, ENOMEM, ESIZE = 0, 1, 2

HEAT = """
import numpy as np


def flux(row: "float64[n]", k: float):
    edge = k*np.sin(row[1:] - row[:-1])
    return edge


def sweep(v: "float64[n, m]", g: "float64[m]", w: float):
    for a in range(1, len(v) - 1):
        left = flux(v[a], w)
        square = left*left
        v[a, 1:-1] = v[a, 1:-1] + left[1:] - left[:-1] + square[1:]*g[1:-1]


def heat(u: "float64[N, M]", g: "float64[M]", dt: float, T: int):
    v = u.copy()
    for t in range(T):
        sweep(v, g, dt)
        sweep(v, g, 0.5*dt)
    return np.sum(v*v)
"""
SIZES = [{"N": n, "M": m, "T": t} for n, m, t in ((5, 6, 3), (2, 2, 1), (3, 40, 2), (17, 9, 0))]


def built(folder: Path, **options: Any) -> Built:
    request = {"function": "heat", "wrt": ("u", "g", "dt"), "inline": "none", **options}
    return build(HEAT, folder, **request)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return built(tmp_path_factory.mktemp("kept"))


def test_routines_stay_functions(kept: Built) -> None:
    assert kept.compiled is not None
    text = kept.compiled.files["heat_grad.c"]
    defined = re.findall(r"^static void (\w+)\(", text, flags=re.MULTILINE)
    assert {"flux", "sweep", "flux_bar", "sweep_bar", "heat_grad_sweeps"} == set(defined)
    assert len(defined) == len(set(defined))
    assert "sweep_bar_workspace" in text


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_peak_is_what_the_manifest_says(kept: Built, sizes: dict[str, int]) -> None:
    """To the byte; and everything is given back, in one allocation."""
    measured = kept.run(sizes)
    assert measured.code == OK
    assert measured.peak_bytes == kept.predicted_peak(sizes)
    assert measured.leaked_bytes == 0
    assert measured.allocations <= 1


def test_gradients_are_those_of_calls_written_out(kept: Built, tmp_path: Path) -> None:
    written_out = built(tmp_path, inline="all")
    rng = np.random.default_rng(2)
    for sizes in SIZES:
        shape = (sizes["N"], sizes["M"])
        inputs = {"u": rng.normal(size=shape), "g": rng.normal(size=shape[1]), "dt": 0.3}
        one, other = kept.run(sizes, inputs), written_out.run(sizes, inputs)
        for name in ("u", "g", "dt"):
            np.testing.assert_allclose(one.gradients[name], other.gradients[name], rtol=1e-11)


def test_an_allocation_that_fails_is_reported(kept: Built) -> None:
    measured = kept.run(SIZES[0], fail_at=1)
    assert (measured.code, measured.leaked_bytes) == (ENOMEM, 0)


def test_a_limit_is_kept_to_the_byte(kept: Built, tmp_path: Path) -> None:
    """The planned sizes run in exactly the limit; one byte less is refused when planning."""
    sizes = {"N": 17, "M": 9, "T": 4}
    peak = kept.predicted_peak(sizes)
    limited = built(tmp_path, sizes=sizes, mem_limit=peak)
    measured = limited.run(sizes)
    assert measured.code == OK
    assert measured.peak_bytes == limited.predicted_peak(sizes) <= peak
    assert limited.run({**sizes, "N": 18}).code == ESIZE
